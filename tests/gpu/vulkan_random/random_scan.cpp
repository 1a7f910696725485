#include "tests/gpu/vulkan_random/random_ops.h"

#include <vector>

namespace heed::test {

using namespace core;

namespace {

/// One step of a body over vectors [.., d] and a matrix [d, d].
Value bodyStep(RandomValues& values, Builder& body, Value a, Value b, Value matrix) {
  switch (values.below(8)) {
    case 0:
      return ops::tanh(body, ops::add(body, a, b));
    case 1:
      return ops::multiply(body, a, b);
    case 2:
      return ops::sigmoid(body, ops::subtract(body, a, b));
    case 3:
      return ops::softmax(body, ops::add(body, a, b));
    case 4:
      return ops::gelu(body, a, ops::GeluForm::Tanh);
    case 5:
      return ops::cumulativeSum(body, ops::scale(body, a, 0.25));
    default:
      return ops::matmul(body, ops::tanh(body, a), matrix);
  }
}

std::shared_ptr<const Program> randomBody(RandomValues& values, const Shape& shape, bool hasMatrix, int stacked) {
  Builder body;
  const Value matrix = hasMatrix ? body.input("matrix", {ValueKind::Real, {shape[-1], shape[-1]}}) : Value();
  const Value carry = body.input("carry", {ValueKind::Real, shape});
  const Value item = body.input("item", {ValueKind::Real, shape});
  std::vector<Value> made{carry, item};
  const auto any = [&] { return made[static_cast<std::size_t>(values.below(std::ssize(made)))]; };
  for (int i = 0; i < 3; ++i) {
    const Value a = any();
    const Value b = any();
    made.push_back(hasMatrix ? bodyStep(values, body, a, b, matrix) : ops::tanh(body, ops::add(body, a, b)));
  }
  std::vector<ProgramOutput> outputs{{"carry", ops::tanh(body, ops::add(body, made.back(), carry))}};
  if (stacked > 0) outputs.push_back({"stacked", ops::tanh(body, made.back())});
  if (stacked > 1) outputs.push_back({"again", any()});
  return body.finish(outputs);
}

}  // namespace

void appendScan(RandomValues& values) {
  const std::int64_t width = 1 + values.below(9);
  const Shape shape = values.chance(50) ? Shape{width} : Shape{1 + values.below(3), width};
  const bool hasMatrix = shape.rank() == 2;
  const int stacked = values.below(3);
  const auto body = randomBody(values, shape, hasMatrix, stacked);
  std::vector<Value> constants;
  if (hasMatrix) constants.push_back(values.newReal({width, width}).value);
  const std::vector<Value> carries{values.newReal(shape).value};
  const std::vector<Value> sequences{values.newReal(shape.withInserted(0, 1 + values.below(6))).value};
  const ops::ScanResult result = ops::scan(values.builder(), body, constants, carries, sequences,
                                           values.chance(50) ? ops::Direction::Forward : ops::Direction::Backward);
  // A product of the matrix with numbers below 1 has elements of up to nine.
  for (const Value value : result.carries) values.addReal(value, 1.0);
  for (const Value value : result.stacked) values.addReal(value, 81.0);
  for (const Value value : result.savedCarries) values.addReal(value, 1.0);
}

}  // namespace heed::test
