#include "core/exec/fast_kernels.h"

#include "core/base/error.h"
#include "core/exec/fast_attention.h"
#include "core/exec/kernels/kernels.h"
#include "core/ops/shared/op_support.h"

#include <array>

namespace heed::core {

namespace {

Shape leading(const Shape& shape, int trailing) {
  return shape.part(0, shape.rank() - trailing);
}

MatrixOperand operandOf(const ConstView& view, bool isTransposed) {
  const Shape& shape = view.shape;
  return {view.as<float>(), shape[-1], shape[-2] * shape[-1], isTransposed ? Transposed::Yes : Transposed::No};
}

/// Products of a batch: in one call where each operand is whole or shared, else one by one.
void multiplyBatch(const KernelCall& call, Product product, const Shape& batch) {
  const BroadcastMap mapA(leading(call.inputs[0].shape, 2), batch);
  const BroadcastMap mapB(leading(call.inputs[1].shape, 2), batch);
  const auto isUniform = [](const BroadcastMap& map) { return map.isIdentity() || map.isScalar(); };
  const std::int64_t strideA = product.a.batchStride;
  const std::int64_t strideB = product.b.batchStride;
  if (isUniform(mapA) && isUniform(mapB)) {
    product.batch = batch.elementCount();
    if (mapA.isScalar()) product.a.batchStride = 0;
    if (mapB.isScalar()) product.b.batchStride = 0;
    floatKernels().multiply(call.context, product);
    return;
  }
  const Product first = product;
  for (std::int64_t i = 0; i < batch.elementCount(); ++i) {
    product.a.data = first.a.data + mapA(i) * strideA;
    product.b.data = first.b.data + mapB(i) * strideB;
    product.c = first.c + i * first.cBatchStride;
    floatKernels().multiply(call.context, product);
  }
}

void multiply(const KernelCall& call) {
  const bool transposeA = call.attributes.flag("transposeA");
  const Shape& shape = call.outputs[0].shape;
  Product product;
  product.a = operandOf(call.inputs[0], transposeA);
  product.b = operandOf(call.inputs[1], call.attributes.flag("transposeB"));
  product.rows = shape[-2];
  product.columns = shape[-1];
  product.depth = call.inputs[0].shape[transposeA ? -2 : -1];
  product.c = call.outputs[0].as<float>();
  product.cRowStride = shape[-1];
  product.cBatchStride = shape[-2] * shape[-1];
  Shape batch = leading(shape, 2);
  // One matrix on the right for all of the batch: the batch is only more rows.
  const bool isMoreRows = call.inputs[1].shape.rank() == 2 && !transposeA;
  if (isMoreRows) {
    product.rows *= batch.elementCount();
    floatKernels().multiply(call.context, product);
  } else {
    multiplyBatch(call, product, batch);
  }
}

/// The mask of a softmax as blocks of rows that each lie evenly in memory.
struct MaskBlocks {
  Shape outer;                 ///< dimensions over which the mask may do anything
  std::int64_t rows = 1;       ///< in a block
  std::int64_t rowStride = 0;  ///< of the mask in a block
};

MaskBlocks blocksOf(const Shape& mask, const Shape& scores) {
  MaskBlocks blocks;
  int axis = scores.rank() - 2;
  const auto maskSize = [&](int i) {
    const int fromEnd = scores.rank() - i;
    return fromEnd <= mask.rank() ? mask[-fromEnd] : 1;
  };
  if (axis >= 0) {
    const bool isWhole = maskSize(axis) == scores[axis];
    blocks.rowStride = isWhole && maskSize(axis) != 1 ? scores[-1] : 0;
    for (; axis >= 0 && (isWhole ? maskSize(axis) == scores[axis] : maskSize(axis) == 1); --axis)
      blocks.rows *= scores[axis];
    if (isWhole && blocks.rows > 1) blocks.rowStride = scores[-1];
  }
  blocks.outer = scores.part(0, axis + 1);
  return blocks;
}

void softmaxMasked(const KernelCall& call, SoftmaxRows rows) {
  const Shape& scores = call.inputs[0].shape;
  const Shape& mask = call.inputs[1].shape;
  const bool isOneForTheRow = mask.rank() == 0 || mask[-1] != scores[-1];
  if (isOneForTheRow) {
    findOp("softmax")->evaluate(call);
    return;
  }
  const MaskBlocks blocks = blocksOf(mask, scores);
  const BroadcastMap map(mask, scores);
  const std::int64_t blockSize = blocks.rows * rows.columns;
  rows.rows = blocks.rows;
  rows.maskRowStride = blocks.rowStride;
  for (std::int64_t block = 0; block < blocks.outer.elementCount(); ++block) {
    rows.in = call.inputs[0].as<float>() + block * blockSize;
    rows.out = call.outputs[0].as<float>() + block * blockSize;
    rows.mask = call.inputs[1].as<std::uint8_t>() + map(block * blockSize);
    floatKernels().softmax(call.context, rows);
  }
}

void softmax(const KernelCall& call) {
  const Shape& shape = call.inputs[0].shape;
  if (shape.elementCount() == 0) return;
  SoftmaxRows rows;
  rows.columns = shape[-1];
  rows.inRowStride = shape[-1];
  rows.outRowStride = shape[-1];
  if (call.attributes.flag("mask")) {
    softmaxMasked(call, rows);
    return;
  }
  rows.rows = shape.elementCount() / shape[-1];
  rows.in = call.inputs[0].as<float>();
  rows.out = call.outputs[0].as<float>();
  floatKernels().softmax(call.context, rows);
}

void layerNorm(const KernelCall& call) {
  const Shape& shape = call.inputs[0].shape;
  if (shape.elementCount() == 0) return;
  LayerNormRows rows;
  rows.columns = shape[-1];
  rows.rows = shape.elementCount() / shape[-1];
  rows.in = call.inputs[0].as<float>();
  rows.inRowStride = shape[-1];
  rows.gain = call.inputs[1].as<float>();
  rows.shift = call.inputs[2].as<float>();
  rows.epsilon = static_cast<float>(call.attributes.real("epsilon"));
  rows.out = call.outputs[0].as<float>();
  rows.outRowStride = shape[-1];
  floatKernels().layerNorm(call.context, rows);
}

void apply(const KernelCall& call, ElementFunction function) {
  floatKernels().apply(call.context, function, call.outputs[0].shape.elementCount(), call.inputs[0].as<float>(),
                       call.outputs[0].as<float>());
}

struct Entry {
  std::string_view op;
  void (*kernel)(const KernelCall& call);
};

constexpr std::array kTable{
    Entry{"attention", fastAttention},
    Entry{"exp", [](const KernelCall& call) { apply(call, ElementFunction::Exp); }},
    Entry{"gelu",
          [](const KernelCall& call) {
            const bool isErf = call.attributes.string("form") == "erf";
            apply(call, isErf ? ElementFunction::Gelu : ElementFunction::GeluTanh);
          }},
    Entry{"layer_norm", layerNorm},
    Entry{"matmul", multiply},
    Entry{"sigmoid", [](const KernelCall& call) { apply(call, ElementFunction::Sigmoid); }},
    Entry{"softmax", softmax},
    Entry{"tanh", [](const KernelCall& call) { apply(call, ElementFunction::Tanh); }},
};

}  // namespace

void (*fastKernel(std::string_view op))(const KernelCall& call) {
  const auto* found = std::ranges::find(kTable, op, &Entry::op);
  return found == kTable.end() ? nullptr : found->kernel;
}

}  // namespace heed::core
