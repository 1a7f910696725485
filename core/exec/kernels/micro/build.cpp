// Compiled once per instruction set (kernels.cmake), with HEED_KERNEL_BUILD the name of the table. What is defined here
// must have internal linkage: an inline function of a header that both this file and others emit would let the linker
// put AVX-512 instructions where the baseline is expected. So no containers, no algorithms, no std::function.

#include "core/exec/kernels/micro/functions.h"
#include "core/exec/kernels/micro/product.h"
#include "core/exec/kernels/micro/rows.h"

namespace heed::core {
namespace {

double multiplyAdds(std::int64_t rounds, float* sink) {
  constexpr int kChains = kLanes == 16 ? 24 : 12;
  Vector sums[kChains];
#pragma GCC unroll 24
  for (int j = 0; j < kChains; ++j) sums[j] = broadcast(0.001F * static_cast<float>(j));
  const Vector factor = broadcast(0.999F);
  const Vector addend = broadcast(0.001F);
  for (std::int64_t i = 0; i < rounds; ++i) {
#pragma GCC unroll 24
    for (Vector& sum : sums) sum = sum * factor + addend;
  }
  Vector total = {};
#pragma GCC unroll 24
  for (const Vector& sum : sums) total += sum;
  *sink = sumOfLanes(total);
  return 2.0 * static_cast<double>(kChains * kLanes) * static_cast<double>(rounds);
}

}  // namespace

extern const MicroKernels HEED_KERNEL_BUILD;
const MicroKernels HEED_KERNEL_BUILD = {
    .name = HEED_KERNEL_NAME,
    .lanes = kLanes,
    .tileRows = kTileRows,
    .tileColumns = kTileColumns,
    .multiplyBlock = multiplyBlock,
    .packRows = packRows,
    .packColumns = packColumns,
    .dot = dot,
    .exp = mapElements<expOf>,
    .tanh = mapElements<tanhOf>,
    .sigmoid = mapElements<sigmoidOf>,
    .gelu = mapElements<geluOf>,
    .geluTanh = mapElements<geluTanhOf>,
    .sum = sumRow,
    .maximum = maximumRow,
    .softmax = softmaxRow,
    .softmaxStreaming = softmaxRowStreaming,
    .layerNorm = layerNormRow,
    .attentionRow = attentionRow,
    .scaleRow = scaleRow,
    .multiplyAdds = multiplyAdds,
};

}  // namespace heed::core
