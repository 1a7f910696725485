#include "core/ops/shared/moving.h"

namespace heed::core {

AxisSplit splitAt(const Shape& shape, int axis) {
  const int position = normalizedAxis(axis, shape.rank(), "split");
  return {shape.part(0, position).elementCount(), shape[position],
          shape.part(position + 1, shape.rank()).elementCount()};
}

int axisOf(const char* op, const Attributes& attributes, int rank) {
  return normalizedAxis(static_cast<int>(attributes.integer("axis")), rank, op);
}

std::int64_t countedAxis(int axis, int rank) {
  return axis < 0 && axis >= -rank ? axis + rank : axis;
}

std::vector<std::int64_t> integersOf(const Shape& shape) {
  return {shape.begin(), shape.end()};
}

std::int64_t rowGrain(std::int64_t length) {
  return std::max<std::int64_t>(1, kElementGrain / std::max<std::int64_t>(1, length));
}

void checkIndices(std::string_view op, const std::int32_t* indices, std::int64_t count, std::int64_t size) {
  for (std::int64_t i = 0; i < count; ++i) {
    if (indices[i] < 0 || indices[i] >= size) {
      throw Error(ErrorKind::Parameter,
                  text("Op", "%1: index %2 at position %3 is outside [0, %4)", op, indices[i], i, size));
    }
  }
}

CellExplanation explainCopy(const ExplainCall& call, int input, std::int64_t offset) {
  CellExplanation explanation;
  explanation.combination = Combination::Copy;
  explanation.terms = {elementTerm(call, input, offset)};
  explanation.result = call.outputs[static_cast<std::size_t>(call.output)].at(call.offset);
  return explanation;
}

CellExplanation explainConstant(const ExplainCall& call) {
  CellExplanation explanation;
  explanation.combination = Combination::Constant;
  explanation.result = call.outputs[static_cast<std::size_t>(call.output)].at(call.offset);
  return explanation;
}

Cost moveCost(std::span<const ValueType> inputs, std::span<const ValueType> outputs, const Attributes& /*attributes*/) {
  return {0.0, byteCount(inputs) + byteCount(outputs)};
}

std::string pythonTuple(std::span<const std::int64_t> sizes) {
  std::string result = "(";
  for (const std::int64_t size : sizes) result += (result.size() > 1 ? ", " : "") + std::to_string(size);
  return result + (sizes.size() == 1 ? ",)" : ")");
}

std::string pythonLeadingColons(std::int64_t axis) {
  std::string result;
  for (std::int64_t i = 0; i < axis; ++i) result += ":, ";
  return result;
}

}  // namespace heed::core
