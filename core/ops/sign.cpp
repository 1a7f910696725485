#include "core/ops/shared/element_op.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  return inferMap("sign", inputs);
}

void evaluate(const KernelCall& call) {
  mapReals(call, [](auto x) {
    using Real = decltype(x);
    return x > 0 ? Real(1) : (x < 0 ? Real(-1) : (x == 0 ? Real(0) : x));
  });
}

CellExplanation explain(const ExplainCall& call) {
  return explainUnary(call, "sign");
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("torch.sign({})", operands[0]);
}

std::vector<OpExample> examples() {
  return spacedMapExamples(-3.0, 3.0);
}

}  // namespace

const OpDef& signOp() {
  static const OpDef op{
      .name = "sign",
      .summary = "-1, 0 or 1: the sign of every element; NaN stays NaN.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = nullptr,
      .noGradient = "a step function: its derivative is 0 wherever there is one",
      .explain = explain,
      .cost = elementCost,
      .expand = nullptr,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Element,
      .tolerance = {1e-7, "exact; the operand is rounded to float32"},
      .inPlace = true,
  };
  return op;
}

Value ops::sign(Builder& builder, Value a) {
  return builder.appendOne(signOp(), {a});
}

}  // namespace heed::core
