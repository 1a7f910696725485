#include "core/ops/shared/element_op.h"

#include <cmath>
#include <numbers>

namespace heed::core {

namespace {

constexpr double kCubic = 0.044715;
const double kInner = std::sqrt(2.0 / std::numbers::pi);

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  const std::string& form = attributes.string("form");
  if (form != "erf" && form != "tanh") {
    throw Error(ErrorKind::Parameter, text("Op", "gelu: the form is \"%1\"; it must be \"erf\" or \"tanh\"", form));
  }
  return inferMap("gelu", inputs);
}

void evaluate(const KernelCall& call) {
  if (call.attributes.string("form") == "erf") {
    mapReals(call, [](auto x) {
      using Real = decltype(x);
      return Real(0.5) * x * (Real(1) + std::erf(x * static_cast<Real>(1.0 / std::numbers::sqrt2)));
    });
  } else {
    mapReals(call, [](auto x) {
      using Real = decltype(x);
      const Real inner = static_cast<Real>(kInner) * (x + static_cast<Real>(kCubic) * x * x * x);
      return Real(0.5) * x * (Real(1) + std::tanh(inner));
    });
  }
}

/// Phi(x) + x phi(x), with the normal distribution's Phi and density phi.
Value slopeOfErfForm(Builder& builder, Value x) {
  const Value erf = ops::erf(builder, ops::scale(builder, x, 1.0 / std::numbers::sqrt2));
  const Value cumulative = ops::scale(builder, ops::add(builder, erf, builder.constant(1.0)), 0.5);
  const Value bell = ops::exp(builder, ops::scale(builder, ops::multiply(builder, x, x), -0.5));
  const Value density = ops::scale(builder, bell, std::numbers::inv_sqrtpi / std::numbers::sqrt2);
  return ops::add(builder, cumulative, ops::multiply(builder, x, density));
}

/// With t = tanh(k (x + c x^3)): (1 + t) / 2 + x (1 - t^2) k (1 + 3 c x^2) / 2.
Value slopeOfTanhForm(Builder& builder, Value x) {
  const Value one = builder.constant(1.0);
  const Value square = ops::multiply(builder, x, x);
  const Value cubic = ops::add(builder, ops::scale(builder, square, kCubic), one);
  const Value t = ops::tanh(builder, ops::scale(builder, ops::multiply(builder, x, cubic), kInner));
  const Value half = ops::scale(builder, ops::add(builder, t, one), 0.5);
  const Value slopeOfTanh = ops::subtract(builder, one, ops::multiply(builder, t, t));
  const Value slopeOfInner = ops::add(builder, ops::scale(builder, square, 3.0 * kCubic), one);
  const Value product = ops::multiply(builder, ops::multiply(builder, x, slopeOfTanh), slopeOfInner);
  return ops::add(builder, half, ops::scale(builder, product, 0.5 * kInner));
}

std::vector<Value> vjp(const GradientCall& call) {
  const bool isErf = call.attributes.string("form") == "erf";
  const Value slope =
      isErf ? slopeOfErfForm(call.builder, call.inputs[0]) : slopeOfTanhForm(call.builder, call.inputs[0]);
  return {ops::multiply(call.builder, call.cotangents[0], slope)};
}

CellExplanation explain(const ExplainCall& call) {
  return explainUnary(call, "gelu_" + call.attributes.string("form"));
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  const bool isErf = attributes.string("form") == "erf";
  return fmt::format("torch.nn.functional.gelu({}, approximate='{}')", operands[0], isErf ? "none" : "tanh");
}

std::vector<OpExample> examples() {
  std::vector<OpExample> result;
  for (const std::string form : {"erf", "tanh"}) {
    for (OpExample& example : mapExamples(-4.0, 4.0, {{"form", form}})) {
      example.label += ", " + form;
      result.push_back(std::move(example));
    }
  }
  return result;
}

}  // namespace

const OpDef& geluOp() {
  static const OpDef op{
      .name = "gelu",
      .summary =
          "x times the normal distribution function at x: exactly (form erf), or by its approximation with tanh.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .noGradient = {},
      .explain = explain,
      .cost = elementCost,
      .expand = nullptr,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Element,
      .tolerance = {1e-6, "the cancellation in 1 + erf, or 1 + tanh, is multiplied by x"},
      .inPlace = true,
  };
  return op;
}

Value ops::gelu(Builder& builder, Value a, GeluForm form) {
  return builder.appendOne(geluOp(), {a}, {{"form", std::string(form == GeluForm::Erf ? "erf" : "tanh")}});
}

}  // namespace heed::core
