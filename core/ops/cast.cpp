#include "core/ops/shared/element_op.h"

#include <cmath>
#include <limits>

namespace heed::core {

namespace {

ValueKind targetKind(const Attributes& attributes) {
  const std::string& kind = attributes.string("kind");
  for (const ValueKind candidate : {ValueKind::Real, ValueKind::Int, ValueKind::Bool}) {
    if (kind == toString(candidate)) return candidate;
  }
  throw Error(ErrorKind::Parameter, text("Op", "cast: the kind is \"%1\"; it must be real, int or bool", kind));
}

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  requireOperands("cast", inputs, 1);
  return {{targetKind(attributes), inputs[0].shape}};
}

/// Cut off towards 0; outside the integers the nearest one, and 0 for NaN, where C++ leaves the result open.
template <typename In>
std::int32_t truncated(In x) {
  constexpr double kLowest = std::numeric_limits<std::int32_t>::min();
  constexpr double kHighest = std::numeric_limits<std::int32_t>::max();
  const auto number = static_cast<double>(x);
  return std::isnan(number) ? 0 : static_cast<std::int32_t>(std::clamp(number, kLowest, kHighest));
}

template <typename In>
void castFrom(const KernelCall& call) {
  switch (call.outputs[0].kind) {
    case ElementKind::Float32:
      return mapElements<In, float>(call, [](In x) { return static_cast<float>(x); });
    case ElementKind::Float64:
      return mapElements<In, double>(call, [](In x) { return static_cast<double>(x); });
    case ElementKind::Int32:
      return mapElements<In, std::int32_t>(call, [](In x) { return truncated(x); });
    case ElementKind::Bool:
      return mapElements<In, std::uint8_t>(call, [](In x) { return static_cast<std::uint8_t>(x != In(0) ? 1 : 0); });
  }
}

void evaluate(const KernelCall& call) {
  switch (call.inputs[0].kind) {
    case ElementKind::Float32:
      return castFrom<float>(call);
    case ElementKind::Float64:
      return castFrom<double>(call);
    case ElementKind::Int32:
      return castFrom<std::int32_t>(call);
    case ElementKind::Bool:
      return castFrom<std::uint8_t>(call);
  }
}

CellExplanation explain(const ExplainCall& call) {
  const ValueKind from = valueKind(call.inputs[0].kind());
  const ValueKind to = valueKind(call.outputs[0].kind());
  if (to == ValueKind::Bool) return explainUnary(call, "truth");
  if (to == ValueKind::Int && from == ValueKind::Real) return explainUnary(call, "truncate");
  CellExplanation explanation;
  explanation.terms = {elementTerm(call, 0, call.offset)};
  explanation.result = call.outputs[0].at(call.offset);
  return explanation;
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  switch (targetKind(attributes)) {
    case ValueKind::Real:
      return fmt::format("{}.to(torch.get_default_dtype())", operands[0]);
    case ValueKind::Int:
      return fmt::format("{}.to(torch.int64)", operands[0]);
    case ValueKind::Bool:
      return fmt::format("{}.to(torch.bool)", operands[0]);
  }
  HEED_ASSERT(false);
}

std::vector<OpExample> examples() {
  const auto to = [](ValueKind kind) { return Attributes{{"kind", toString(kind)}}; };
  return {{"bool to real", {boolInput({3, 5})}, to(ValueKind::Real), false},
          {"int to real", {intInput({7}, -9, 9)}, to(ValueKind::Real), false},
          {"real to int", {spacedInput({3, 5}, -20.0, 20.0)}, to(ValueKind::Int), false},
          {"int to bool", {intInput({3, 5}, -1, 2)}, to(ValueKind::Bool), false},
          {"bool to int", {boolInput({})}, to(ValueKind::Int), false},
          {"nothing", {realInput({0, 4})}, to(ValueKind::Int), false}};
}

}  // namespace

const OpDef& castOp() {
  static const OpDef op{
      .name = "cast",
      .summary = "The same numbers in another kind: real, int (cut off towards 0) or bool (not 0).",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = nullptr,
      .noGradient = "integers and truths do not vary continuously",
      .explain = explain,
      .cost = elementCost,
      .expand = nullptr,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Element,
      .tolerance = {1e-7, "one rounding of float32"},
      .inPlace = false,
  };
  return op;
}

Value ops::cast(Builder& builder, Value a, ValueKind kind) {
  if (builder.type(a).kind == kind) return a;
  return builder.appendOne(castOp(), {a}, {{"kind", toString(kind)}});
}

}  // namespace heed::core
