#include "core/exec/fast_attention.h"

#include "core/exec/kernels/kernels.h"
#include "core/ops/shared/op_support.h"

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace heed::core {

namespace {

/// How an operand [.., rows, width] lies over batch x heads: 0 where it is shared.
struct Strides {
  std::int64_t row = 0;
  std::int64_t head = 0;
  std::int64_t batch = 0;
};

/// The leading dimensions of the result as two: the last one is the heads, all before it the batch.
struct Leading {
  std::int64_t batch = 1;
  std::int64_t heads = 1;
};

std::int64_t sizeFromEnd(const Shape& shape, int fromEnd) {
  return fromEnd <= shape.rank() ? shape[-fromEnd] : 1;
}

Leading leadingOf(const Shape& output) {
  Leading leading;
  if (output.rank() > 2) leading.heads = output[-3];
  for (int i = 4; i <= output.rank(); ++i) leading.batch *= output[-i];
  return leading;
}

/// Nothing where the operand is whole along one of the batch's dimensions and shared along another. `rows` is 1 for an
/// operand that is shared by all rows.
std::optional<Strides> stridesOf(const Shape& operand, const Shape& output, std::int64_t rows) {
  const std::int64_t width = sizeFromEnd(operand, 1);
  Strides strides;
  strides.row = rows == 1 ? 0 : width;
  const std::int64_t matrix = rows * width;
  const std::int64_t heads = sizeFromEnd(operand, 3);
  strides.head = heads == 1 ? 0 : matrix;
  bool isWhole = true;
  bool isShared = true;
  for (int i = 4; i <= output.rank(); ++i) {
    if (sizeFromEnd(operand, i) != output[-i]) isWhole = false;
    if (sizeFromEnd(operand, i) != 1) isShared = false;
  }
  if (!isWhole && !isShared) return std::nullopt;
  strides.batch = isShared ? 0 : heads * matrix;
  return strides;
}

HeadsOperand operandOf(const ConstView& view, const Strides& strides) {
  return {view.as<float>(), strides.row, strides.head, strides.batch};
}

bool seesNothing(const Attention& attention, std::int64_t batch, std::int64_t head, std::int64_t query) {
  if (attention.mask == nullptr) return attention.keys == 0;
  const std::uint8_t* row = attention.mask + batch * attention.maskBatchStride + head * attention.maskHeadStride +
                            query * attention.maskRowStride;
  return std::none_of(row, row + attention.keys, [](std::uint8_t allowed) { return allowed != 0; });
}

/// The block kernel gives 0 where all visible scores are -infinity; softmax of such a row is NaN.
void markUndefinedRows(const Attention& attention, const std::vector<float>& logSumExp) {
  std::size_t position = 0;
  for (std::int64_t batch = 0; batch < attention.batch; ++batch) {
    for (std::int64_t head = 0; head < attention.heads; ++head) {
      for (std::int64_t query = 0; query < attention.queries; ++query) {
        const bool isEmpty = logSumExp[position++] == -std::numeric_limits<float>::infinity();
        if (!isEmpty || seesNothing(attention, batch, head, query)) continue;
        float* row = attention.output + batch * attention.outputBatchStride + head * attention.outputHeadStride +
                     query * attention.outputRowStride;
        std::fill_n(row, attention.valueDepth, std::numeric_limits<float>::quiet_NaN());
      }
    }
  }
}

/// The call in the kernel's terms, or nothing where its strides cannot say it.
std::optional<Attention> described(const KernelCall& call) {
  const Shape& output = call.outputs[0].shape;
  Attention attention;
  const Leading leading = leadingOf(output);
  attention.batch = leading.batch;
  attention.heads = leading.heads;
  attention.queries = output[-2];
  attention.valueDepth = output[-1];
  attention.keys = call.inputs[1].shape[-2];
  attention.depth = call.inputs[0].shape[-1];
  attention.scale = static_cast<float>(call.attributes.real("scale"));
  HeadsOperand* const operands[] = {&attention.query, &attention.key, &attention.value};
  for (std::size_t i = 0; i < 3; ++i) {
    const Shape& shape = call.inputs[i].shape;
    const auto strides = stridesOf(shape, output, shape[-2]);
    if (!strides) return std::nullopt;
    *operands[i] = operandOf(call.inputs[i], *strides);
  }
  std::size_t next = 3;
  for (const bool isMask : {true, false}) {
    if (!call.attributes.flag(isMask ? "mask" : "bias")) continue;
    const ConstView& view = call.inputs[next++];
    const auto strides = stridesOf(view.shape, output, sizeFromEnd(view.shape, 2));
    if (!strides || sizeFromEnd(view.shape, 1) != attention.keys) return std::nullopt;
    if (isMask) {
      attention.mask = view.as<std::uint8_t>();
      attention.maskRowStride = strides->row;
      attention.maskHeadStride = strides->head;
      attention.maskBatchStride = strides->batch;
    } else {
      attention.bias = operandOf(view, *strides);
    }
  }
  attention.output = call.outputs[0].as<float>();
  attention.outputRowStride = output[-1];
  attention.outputHeadStride = output[-2] * output[-1];
  attention.outputBatchStride = attention.heads * attention.outputHeadStride;
  return attention;
}

}  // namespace

void fastAttention(const KernelCall& call) {
  std::optional<Attention> attention;
  if (call.outputs[0].shape.elementCount() > 0) attention = described(call);
  if (!attention) {
    findOp("attention")->evaluate(call);
    return;
  }
  std::vector<float> logSumExp;
  if (attention->bias.data != nullptr) {
    logSumExp.resize(static_cast<std::size_t>(attention->batch * attention->heads * attention->queries));
    attention->logSumExp = logSumExp.data();
  }
  floatKernels().attention(call.context, *attention);
  if (!logSumExp.empty()) markUndefinedRows(*attention, logSumExp);
}

}  // namespace heed::core
