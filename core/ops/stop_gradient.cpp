#include "core/ops/shared/element_op.h"

#include <cstring>

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  requireOperands("stop_gradient", inputs, 1);
  return {inputs[0]};
}

void evaluate(const KernelCall& call) {
  const ConstView& in = call.inputs[0];
  const MutableView& out = call.outputs[0];
  const std::size_t bytes = bytesPerElement(in.kind) * static_cast<std::size_t>(in.shape.elementCount());
  if (bytes > 0 && in.data != out.data) std::memcpy(out.data, in.data, bytes);
}

CellExplanation explain(const ExplainCall& call) {
  CellExplanation explanation;
  explanation.terms = {elementTerm(call, 0, call.offset)};
  explanation.result = call.outputs[0].at(call.offset);
  return explanation;
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("{}.detach()", operands[0]);
}

std::vector<OpExample> examples() {
  return {{"real", {realInput({3, 5})}, {}, false},
          {"int", {intInput({4}, 0, 9)}, {}, false},
          {"bool", {boolInput({2, 3})}, {}, false},
          {"nothing", {realInput({0, 4})}, {}, false}};
}

}  // namespace

const OpDef& stopGradientOp() {
  static const OpDef op{
      .name = "stop_gradient",
      .summary = "The operand as it is; the gradient ends here.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = nullptr,
      .noGradient = "it is there to end the gradient",
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

Value ops::stopGradient(Builder& builder, Value a) {
  return builder.appendOne(stopGradientOp(), {a});
}

}  // namespace heed::core
