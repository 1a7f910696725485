#include "core/ops/shared/element_op.h"
#include "core/ops/shared/row_kernels.h"
#include "core/ops/shared/sub_step.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  requireOperands("mean_squared_error", inputs, 2);
  requireKind("mean_squared_error", inputs, 0, ValueKind::Real);
  requireKind("mean_squared_error", inputs, 1, ValueKind::Real);
  if (inputs[0].shape != inputs[1].shape) {
    throw Error(ErrorKind::Shape,
                text("Op", "mean_squared_error: the prediction is %1 and the target is %2; both must have one shape",
                     toString(inputs[0]), toString(inputs[1])));
  }
  if (inputs[0].shape.elementCount() == 0) {
    throw Error(ErrorKind::Shape, text("Op", "mean_squared_error: the prediction is %1; over nothing there is no mean",
                                       toString(inputs[0])));
  }
  return {{ValueKind::Real, Shape()}};
}

void evaluate(const KernelCall& call) {
  const std::int64_t count = call.inputs[0].shape.elementCount();
  withReal(call.precision, [&]<typename Real>(Real) {
    const Real* prediction = call.inputs[0].as<Real>();
    const Real* target = call.inputs[1].as<Real>();
    const Real sum = sumOf<Real>(count, [=](std::int64_t i) {
      const Real difference = prediction[i] - target[i];
      return difference * difference;
    });
    *call.outputs[0].as<Real>() = sum / static_cast<Real>(count);
  });
}

/// dP = 2 (P - T) dL / count, and dT = -dP.
std::vector<Value> vjp(const GradientCall& call) {
  Builder& builder = call.builder;
  const double share = 2.0 / static_cast<double>(builder.shape(call.inputs[0]).elementCount());
  const Value difference = ops::subtract(builder, call.inputs[0], call.inputs[1]);
  const Value prediction = ops::multiply(builder, ops::scale(builder, difference, share), call.cotangents[0]);
  return {prediction, call.wanted[1] != 0 ? ops::negate(builder, prediction) : Value()};
}

std::vector<Value> expand(const ExpandCall& call) {
  Builder& builder = call.builder;
  const Value difference =
      subStep(call, ops::subtract(builder, call.inputs[0], call.inputs[1]),
              {"difference", text("Op", "Errors"), text("Op", "Prediction minus target."), "P - T", {}});
  const Value squares = subStep(call, ops::multiply(builder, difference, difference),
                                {"squares", text("Op", "Squared errors"), {}, "(P - T)^2", {}});
  return {ops::reduceMean(builder, squares, {}, ops::KeepDimensions::No)};
}

/// Terms: prediction and target of each element in turn.
CellExplanation explain(const ExplainCall& call) {
  CellExplanation explanation;
  explanation.combination = Combination::Function;
  explanation.function = "mean_squared_error";
  for (std::int64_t i = 0; i < call.inputs[0].elementCount(); ++i) {
    explanation.terms.push_back(elementTerm(call, 0, i));
    explanation.terms.push_back(elementTerm(call, 1, i));
  }
  explanation.result = call.outputs[0].at(call.offset);
  return explanation;
}

Cost cost(std::span<const ValueType> inputs, std::span<const ValueType> outputs, const Attributes& /*attributes*/) {
  return {2.0 * static_cast<double>(inputs.front().shape.elementCount()), byteCount(inputs) + byteCount(outputs)};
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("torch.nn.functional.mse_loss({}, {})", operands[0], operands[1]);
}

std::vector<OpExample> examples() {
  return {{"rows", {realInput({3, 5}), realInput({3, 5})}, {}},
          {"one element", {realInput({}), realInput({})}, {}},
          {"batch", {realInput({2, 3, 7}), realInput({2, 3, 7})}, {}}};
}

}  // namespace

const OpDef& meanSquaredErrorOp() {
  static const OpDef op{
      .name = "mean_squared_error",
      .summary = "The mean of the squared differences of prediction and target.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .noGradient = {},
      .explain = explain,
      .cost = cost,
      .expand = expand,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Sequence,
      .tolerance = {1e-6, "eight running sums in float32, relative to the result"},
      .inPlace = false,
  };
  return op;
}

Value ops::meanSquaredError(Builder& builder, Value prediction, Value target) {
  return builder.appendOne(meanSquaredErrorOp(), {prediction, target});
}

}  // namespace heed::core
