#include "core/ops/shared/op_support.h"

#include <Eigen/Core>

namespace heed::core {

namespace {

/// Rows of the result in one piece of work: enough for the product's own blocking, few enough to stop in time.
constexpr std::int64_t kRowBlock = 64;

template <typename Real>
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <typename Real>
using ConstMap = Eigen::Map<const Matrix<Real>>;

/// The sizes of a product: batch (broadcast leading dimensions), m rows, k terms, n columns.
struct Sizes {
  Shape batch;
  std::int64_t m = 0;
  std::int64_t k = 0;
  std::int64_t n = 0;
};

Shape leading(const Shape& shape) {
  return shape.part(0, shape.rank() - 2);
}

Text transposedWord(bool isTransposed) {
  return isTransposed ? text("Op", " (transposed)") : Text();
}

Sizes sizesOf(const Shape& a, const Shape& b, const Attributes& attributes) {
  const bool transposeA = attributes.flag("transposeA");
  const bool transposeB = attributes.flag("transposeB");
  const std::int64_t innerB = transposeB ? b[-1] : b[-2];
  const Sizes sizes{broadcast(leading(a), leading(b), "matmul"), transposeA ? a[-1] : a[-2], transposeA ? a[-2] : a[-1],
                    transposeB ? b[-2] : b[-1]};
  if (sizes.k != innerB) {
    throw Error(
        ErrorKind::Shape,
        text("Op", "matmul: %1%2 times %3%4 does not fit; the inner sizes are %5 and %6 and must be equal",
             a.toString(), transposedWord(transposeA), b.toString(), transposedWord(transposeB), sizes.k, innerB));
  }
  return sizes;
}

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  requireOperands("matmul", inputs, 2);
  for (const std::size_t position : {0U, 1U}) {
    requireKind("matmul", inputs, position, ValueKind::Real);
    requireRank("matmul", inputs, position, 2);
  }
  const Sizes sizes = sizesOf(inputs[0].shape, inputs[1].shape, attributes);
  std::vector<std::int64_t> result(sizes.batch.begin(), sizes.batch.end());
  result.push_back(sizes.m);
  result.push_back(sizes.n);
  return {{ValueKind::Real, Shape(std::span<const std::int64_t>(result))}};
}

/// Rows [begin, end) of one product of the batch.
template <typename Real>
void multiplyRows(const Real* a, const Real* b, Real* out, const Sizes& sizes, const Attributes& attributes,
                  std::int64_t begin, std::int64_t end) {
  const bool transposeB = attributes.flag("transposeB");
  Eigen::Map<Matrix<Real>> result(out + begin * sizes.n, end - begin, sizes.n);
  const ConstMap<Real> right(b, transposeB ? sizes.n : sizes.k, transposeB ? sizes.k : sizes.n);
  const auto multiply = [&](const auto& left) {
    if (transposeB) {
      result.noalias() = left * right.transpose();
    } else {
      result.noalias() = left * right;
    }
  };
  if (attributes.flag("transposeA")) {
    multiply(ConstMap<Real>(a, sizes.k, sizes.m).middleCols(begin, end - begin).transpose());
  } else {
    multiply(ConstMap<Real>(a + begin * sizes.k, end - begin, sizes.k));
  }
}

void evaluate(const KernelCall& call) {
  const Shape& shapeA = call.inputs[0].shape;
  const Shape& shapeB = call.inputs[1].shape;
  Sizes sizes = sizesOf(shapeA, shapeB, call.attributes);
  // One matrix on the right for all of the batch: the batch is only more rows.
  if (shapeB.rank() == 2 && !call.attributes.flag("transposeA")) {
    sizes.m *= sizes.batch.elementCount();
    sizes.batch = {};
  }
  if (sizes.m == 0 || sizes.n == 0) return;
  const bool oneBatch = sizes.batch.rank() == 0;
  const BroadcastMap batchA(oneBatch ? Shape{} : leading(shapeA), sizes.batch);
  const BroadcastMap batchB(oneBatch ? Shape{} : leading(shapeB), sizes.batch);
  const std::int64_t blocks = (sizes.m + kRowBlock - 1) / kRowBlock;
  const std::int64_t blockWork = std::max<std::int64_t>(1, std::min(sizes.m, kRowBlock) * sizes.n * sizes.k);
  const std::int64_t grain = std::max<std::int64_t>(1, 4 * kElementGrain / blockWork);
  withReal(call.precision, [&]<typename Real>(Real) {
    call.context.pool.parallelFor(sizes.batch.elementCount() * blocks, grain,
                                  [&](std::int64_t first, std::int64_t last) {
                                    for (std::int64_t piece = first; piece < last; ++piece) {
                                      call.context.throwIfStopped();
                                      const std::int64_t batch = piece / blocks;
                                      const std::int64_t begin = piece % blocks * kRowBlock;
                                      multiplyRows(call.inputs[0].as<Real>() + batchA(batch) * sizes.m * sizes.k,
                                                   call.inputs[1].as<Real>() + batchB(batch) * sizes.k * sizes.n,
                                                   call.outputs[0].as<Real>() + batch * sizes.m * sizes.n, sizes,
                                                   call.attributes, begin, std::min(begin + kRowBlock, sizes.m));
                                    }
                                  });
  });
}

ops::Transpose transposeIf(bool yes) {
  return yes ? ops::Transpose::Yes : ops::Transpose::No;
}

/// The matrix that all rows of a batch share: one product over all rows instead of a sum over products.
Value sharedMatrixCotangent(const GradientCall& call, bool transposeB) {
  Builder& builder = call.builder;
  const auto rows = [&](Value value) {
    const Shape shape = builder.shape(value);
    return ops::reshape(builder, value, {leading(shape).elementCount() * shape[-2], shape[-1]});
  };
  const Value a = rows(call.inputs[0]);
  const Value cotangent = rows(call.cotangents[0]);
  return transposeB ? ops::matmul(builder, cotangent, a, ops::Transpose::Yes)
                    : ops::matmul(builder, a, cotangent, ops::Transpose::Yes);
}

std::vector<Value> vjp(const GradientCall& call) {
  Builder& builder = call.builder;
  const Value a = call.inputs[0];
  const Value b = call.inputs[1];
  const Value cotangent = call.cotangents[0];
  const bool transposeA = call.attributes.flag("transposeA");
  const bool transposeB = call.attributes.flag("transposeB");
  std::vector<Value> result(2);
  if (call.wanted[0] != 0) {
    const Value full = transposeA ? ops::matmul(builder, b, cotangent, transposeIf(transposeB), ops::Transpose::Yes)
                                  : ops::matmul(builder, cotangent, b, ops::Transpose::No, transposeIf(!transposeB));
    result[0] = sumToShape(builder, full, builder.shape(a));
  }
  if (call.wanted[1] != 0) {
    if (builder.shape(b).rank() == 2 && builder.shape(a).rank() > 2 && !transposeA) {
      result[1] = sharedMatrixCotangent(call, transposeB);
    } else {
      const Value full = transposeB ? ops::matmul(builder, cotangent, a, ops::Transpose::Yes, transposeIf(transposeA))
                                    : ops::matmul(builder, a, cotangent, transposeIf(!transposeA), ops::Transpose::No);
      result[1] = sumToShape(builder, full, builder.shape(b));
    }
  }
  return result;
}

CellExplanation explain(const ExplainCall& call) {
  const Shape& shapeA = call.inputs[0].shape();
  const Shape& shapeB = call.inputs[1].shape();
  const Sizes sizes = sizesOf(shapeA, shapeB, call.attributes);
  const std::int64_t batch = call.offset / (sizes.m * sizes.n);
  const std::int64_t row = call.offset / sizes.n % sizes.m;
  const std::int64_t column = call.offset % sizes.n;
  const std::int64_t startA = BroadcastMap(leading(shapeA), sizes.batch)(batch) * sizes.m * sizes.k;
  const std::int64_t startB = BroadcastMap(leading(shapeB), sizes.batch)(batch) * sizes.k * sizes.n;
  CellExplanation explanation;
  explanation.combination = Combination::Sum;
  explanation.result = call.outputs[0].at(call.offset);
  for (std::int64_t i = 0; i < sizes.k; ++i) {
    const std::int64_t inA = startA + (call.attributes.flag("transposeA") ? i * sizes.m + row : row * sizes.k + i);
    const std::int64_t inB =
        startB + (call.attributes.flag("transposeB") ? column * sizes.k + i : i * sizes.n + column);
    const Factor a{0, inA, call.inputs[0].at(inA)};
    const Factor b{1, inB, call.inputs[1].at(inB)};
    explanation.terms.push_back({{a, b}, a.number * b.number});
  }
  return explanation;
}

Cost cost(std::span<const ValueType> inputs, std::span<const ValueType> outputs, const Attributes& attributes) {
  const Sizes sizes = sizesOf(inputs[0].shape, inputs[1].shape, attributes);
  return {static_cast<double>(outputs[0].shape.elementCount()) * static_cast<double>(sizes.k),
          byteCount(inputs) + byteCount(outputs)};
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  const auto operand = [&](std::size_t position, const char* flag) {
    return operands[position] + (attributes.flag(flag) ? ".transpose(-2, -1)" : "");
  };
  return fmt::format("torch.matmul({}, {})", operand(0, "transposeA"), operand(1, "transposeB"));
}

std::vector<OpExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  const auto transposed = [](bool a, bool b) { return Attributes{{"transposeA", a}, {"transposeB", b}}; };
  return {{"odd sizes", {real({3, 5}), real({5, 7})}, transposed(false, false)},
          {"one element", {real({1, 1}), real({1, 1})}, transposed(false, false)},
          {"left transposed", {real({5, 3}), real({5, 7})}, transposed(true, false)},
          {"right transposed, batch and heads", {real({2, 3, 5, 4}), real({2, 3, 6, 4})}, transposed(false, true)},
          {"both transposed", {real({2, 4, 3}), real({2, 5, 4})}, transposed(true, true)},
          {"one matrix for a batch", {real({2, 3, 5}), real({5, 4})}, transposed(false, false)},
          {"one transposed matrix for a batch", {real({2, 3, 5}), real({4, 5})}, transposed(false, true)},
          {"leading dimensions broadcast", {real({3, 1, 2, 5}), real({2, 5, 3})}, transposed(false, false)},
          {"more rows than a block", {real({70, 33}), real({33, 3})}, transposed(false, false)},
          {"no terms", {real({3, 0}), real({0, 2})}, transposed(false, false)},
          {"no rows", {real({0, 3}), real({3, 2})}, transposed(false, false)}};
}

}  // namespace

const OpDef& matmulOp() {
  static const OpDef op{
      .name = "matmul",
      .summary = "Matrix product: [.., m, k] times [.., k, n] gives [.., m, n]; leading dimensions broadcast.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .noGradient = {},
      .explain = explain,
      .cost = cost,
      .expand = nullptr,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Tile,
      .tolerance = {4e-6, "a sum of up to 33 rounded products in float32"},
      .inPlace = false,
  };
  return op;
}

Value ops::matmul(Builder& builder, Value a, Value b, Transpose transposeA, Transpose transposeB) {
  return builder.appendOne(
      matmulOp(), {a, b}, {{"transposeA", transposeA == Transpose::Yes}, {"transposeB", transposeB == Transpose::Yes}});
}

}  // namespace heed::core
