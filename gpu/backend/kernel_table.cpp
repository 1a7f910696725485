#include "core/base/error.h"
#include "gpu/backend/kernels.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace heed::gpu {

namespace {

constexpr std::pair<std::string_view, Kernel> kKernels[] = {
    {"abs", mapKernel},
    {"add", realPairKernel},
    {"arg_max", argMaxKernel},
    {"attention", attentionKernel},
    {"attention_gradient", attentionGradientKernel},
    {"broadcast_to", broadcastKernel},
    {"cast", castKernel},
    {"concatenate", concatenateKernel},
    {"cumulative_sum", cumulativeSumKernel},
    {"divide", realPairKernel},
    {"elu", mapKernel},
    {"equal", comparisonKernel},
    {"erf", mapKernel},
    {"exp", mapKernel},
    {"gather", gatherKernel},
    {"gelu", geluKernel},
    {"greater", comparisonKernel},
    {"greater_equal", comparisonKernel},
    {"layer_norm", layerNormKernel},
    {"leaky_relu", mapKernel},
    {"less", comparisonKernel},
    {"less_equal", comparisonKernel},
    {"log", mapKernel},
    {"log_softmax", logSoftmaxKernel},
    {"logical_and", pairKernel},
    {"logical_not", notKernel},
    {"logical_or", pairKernel},
    {"matmul", matmulKernel},
    {"maximum", realPairKernel},
    {"minimum", realPairKernel},
    {"multiply", realPairKernel},
    {"negate", mapKernel},
    {"not_equal", comparisonKernel},
    {"one_hot", oneHotKernel},
    {"permute", permuteKernel},
    {"random_uniform", randomUniformKernel},
    {"reduce_max", reductionKernel},
    {"reduce_mean", reductionKernel},
    {"reduce_min", reductionKernel},
    {"reduce_sum", reductionKernel},
    {"relu", mapKernel},
    {"reshape", copyKernel},
    {"reverse_cumulative_sum", cumulativeSumKernel},
    {"sample_index", sampleIndexKernel},
    {"scale", mapKernel},
    {"scatter_add", scatterAddKernel},
    {"scatter_along_last", scatterAlongLastKernel},
    {"select", selectKernel},
    {"sigmoid", mapKernel},
    {"sign", mapKernel},
    {"slice", sliceKernel},
    {"softmax", softmaxKernel},
    {"sort", orderKernel},
    {"sqrt", mapKernel},
    {"stop_gradient", copyKernel},
    {"subtract", realPairKernel},
    {"take_along_last", takeAlongLastKernel},
    {"tanh", mapKernel},
    {"top_k", orderKernel},
    {"unslice", unsliceKernel},
};

}  // namespace

Kernel findKernel(std::string_view op) {
  const auto found = std::ranges::find(kKernels, op, &std::pair<std::string_view, Kernel>::first);
  return found == std::end(kKernels) ? nullptr : found->second;
}

Dispatch threadsFor(const KernelNode& node, std::string_view shader, std::int64_t count) {
  Dispatch dispatch;
  dispatch.shader = shader;
  dispatch.operands = node.node.inputs;
  dispatch.result = node.node.outputs.front();
  dispatch.count = word(count);
  dispatch.groups = word((count + kGroupSize - 1) / kGroupSize);
  return dispatch;
}

std::uint32_t word(std::int64_t number) {
  if (number < 0 || number > std::numeric_limits<std::int32_t>::max()) {
    throw core::Error(core::ErrorKind::Device,
                      core::text("Vulkan", "a kernel was given the number %1; it counts from 0 to %2", number,
                                 std::numeric_limits<std::int32_t>::max()));
  }
  return static_cast<std::uint32_t>(number);
}

std::uint32_t realWord(double number) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(number));
}

}  // namespace heed::gpu
