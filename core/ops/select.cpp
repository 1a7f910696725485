#include "core/ops/shared/element_op.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  requireOperands("select", inputs, 3);
  requireKind("select", inputs, 0, ValueKind::Bool);
  requireKind("select", inputs, 2, inputs[1].kind);
  const Shape branches = broadcast(inputs[1].shape, inputs[2].shape, "select");
  return {{inputs[1].kind, broadcast(inputs[0].shape, branches, "select")}};
}

template <typename Element>
void selectElements(const KernelCall& call) {
  const auto* condition = call.inputs[0].as<std::uint8_t>();
  const auto* a = call.inputs[1].as<Element>();
  const auto* b = call.inputs[2].as<Element>();
  auto* out = call.outputs[0].as<Element>();
  const Shape& shape = call.outputs[0].shape;
  const BroadcastMap mapCondition(call.inputs[0].shape, shape);
  const BroadcastMap mapA(call.inputs[1].shape, shape);
  const BroadcastMap mapB(call.inputs[2].shape, shape);
  call.context.pool.parallelFor(shape.elementCount(), kElementGrain, [&](std::int64_t begin, std::int64_t end) {
    call.context.throwIfStopped();
    forRowParts(shape, begin, end, [&](std::int64_t offset, std::int64_t count) {
      const std::uint8_t* rowCondition = condition + mapCondition(offset);
      const Element* rowA = a + mapA(offset);
      const Element* rowB = b + mapB(offset);
      for (std::int64_t i = 0; i < count; ++i) {
        out[offset + i] = rowCondition[i * mapCondition.lastStride()] != 0 ? rowA[i * mapA.lastStride()]
                                                                           : rowB[i * mapB.lastStride()];
      }
    });
  });
}

void evaluate(const KernelCall& call) {
  switch (call.outputs[0].kind) {
    case ElementKind::Float32:
      return selectElements<float>(call);
    case ElementKind::Float64:
      return selectElements<double>(call);
    case ElementKind::Int32:
      return selectElements<std::int32_t>(call);
    case ElementKind::Bool:
      return selectElements<std::uint8_t>(call);
  }
}

std::vector<Value> vjp(const GradientCall& call) {
  Builder& builder = call.builder;
  std::vector<Value> result(3);
  if (builder.type(call.inputs[1]).kind != ValueKind::Real) return result;
  if (call.wanted[1] != 0) {
    const Value kept = keepWhere(builder, call.inputs[0], call.cotangents[0]);
    result[1] = sumToShape(builder, kept, builder.shape(call.inputs[1]));
  }
  if (call.wanted[2] != 0) {
    const Value kept = dropWhere(builder, call.inputs[0], call.cotangents[0]);
    result[2] = sumToShape(builder, kept, builder.shape(call.inputs[2]));
  }
  return result;
}

CellExplanation explain(const ExplainCall& call) {
  const Shape& shape = call.outputs[0].shape();
  const auto place = [&](std::size_t input) { return BroadcastMap(call.inputs[input].shape(), shape)(call.offset); };
  CellExplanation explanation;
  explanation.combination = Combination::Choice;
  explanation.terms = {elementTerm(call, 1, place(1)), elementTerm(call, 2, place(2))};
  explanation.selected = call.inputs[0].at(place(0)) != 0.0 ? 0 : 1;
  explanation.result = call.outputs[0].at(call.offset);
  return explanation;
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("torch.where({}, {}, {})", operands[0], operands[1], operands[2]);
}

std::vector<OpExample> examples() {
  return {{"same shape", {boolInput({3, 5}), realInput({3, 5}), realInput({3, 5})}, {}},
          {"a mask for every head", {boolInput({4, 5}), realInput({2, 3, 4, 5}), realInput({})}, {}},
          {"all stretched", {boolInput({4, 1}), realInput({5}), realInput({2, 1, 1})}, {}},
          {"scalar branches", {boolInput({3, 3}), realInput({}), realInput({})}, {}},
          {"int", {boolInput({7}), intInput({7}, -5, 5), intInput({}, -5, 5)}, {}, false},
          {"bool", {boolInput({7}), boolInput({7}), boolInput({7})}, {}, false},
          {"nothing", {boolInput({0, 4}), realInput({4}), realInput({})}, {}, false}};
}

}  // namespace

const OpDef& selectOp() {
  static const OpDef op{
      .name = "select",
      .summary = "The first branch where the condition holds, else the second, stretching dimensions of size 1.",
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
      .tolerance = {1e-7, "exact; the operands are rounded to float32"},
      .inPlace = false,
  };
  return op;
}

Value ops::select(Builder& builder, Value condition, Value a, Value b) {
  return builder.appendOne(selectOp(), {condition, a, b});
}

}  // namespace heed::core
