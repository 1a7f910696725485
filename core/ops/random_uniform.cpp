#include "core/base/philox.h"
#include "core/ops/shared/moving.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  requireOperands("random_uniform", inputs, 0);
  return {{ValueKind::Real, Shape(std::span<const std::int64_t>(attributes.integers("shape")))}};
}

void evaluate(const KernelCall& call) {
  const auto stream = static_cast<std::uint64_t>(call.attributes.integer("stream"));
  withReal(call.precision, [&]<typename Real>(Real) {
    Real* out = call.outputs[0].as<Real>();
    call.context.pool.parallelFor(
        call.outputs[0].shape.elementCount(), kElementGrain, [&](std::int64_t begin, std::int64_t end) {
          call.context.throwIfStopped();
          for (std::int64_t i = begin; i < end; ++i) {
            out[i] = static_cast<Real>(philoxUniform(call.context.seed, stream, static_cast<std::uint64_t>(i)));
          }
        });
  });
}

std::string pytorch(std::span<const std::string> /*operands*/, const Attributes& attributes) {
  return fmt::format("torch.rand({})", pythonTuple(attributes.integers("shape")));
}

std::vector<OpExample> examples() {
  const auto draw = [](std::vector<std::int64_t> sizes, std::int64_t stream) {
    return Attributes{{"shape", std::move(sizes)}, {"stream", stream}};
  };
  return {{"a matrix", {}, draw({3, 5}, 1), false},
          {"one number", {}, draw({}, 2), false},
          {"more than a piece", {}, draw({16390}, 3), false},
          {"none", {}, draw({0}, 4), false}};
}

}  // namespace

const OpDef& randomUniformOp() {
  static const OpDef op{
      .name = "random_uniform",
      .summary = "Uniform random numbers in [0, 1): element i is draw i of the op's stream under the run's seed.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = nullptr,
      .noGradient = "it has no operands",
      .explain = explainConstant,
      .cost = elementCost,
      .expand = nullptr,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Element,
      .tolerance = {0.0, "24 bits, which float32 and float64 both hold"},
      .inPlace = false,
  };
  return op;
}

Value ops::randomUniform(Builder& builder, const Shape& shape, std::int64_t stream) {
  return builder.appendOne(randomUniformOp(), {}, {{"shape", integersOf(shape)}, {"stream", stream}});
}

}  // namespace heed::core
