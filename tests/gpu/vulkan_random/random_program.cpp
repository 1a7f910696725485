#include "tests/gpu/vulkan_random/random_program.h"

#include "core/autodiff/gradients.h"
#include "core/base/error.h"
#include "tests/gpu/vulkan_random/random_ops.h"

#include <fmt/format.h>

#include <algorithm>

namespace heed::test {

using namespace core;

RandomProgram::RandomProgram(std::uint64_t seed) : m_values(seed) {
  const int wanted = 3 + m_values.below(12);
  for (int tries = 0; static_cast<int>(m_values.made().size()) < wanted && tries < 100; ++tries) {
    const RandomOp& op = randomOps()[static_cast<std::size_t>(m_values.below(std::ssize(randomOps())))];
    const std::size_t before = m_values.made().size();
    try {
      op.append(m_values);
    } catch (const Error&) {
      // What was drawn does not fit: an axis without elements, too many dimensions.
    }
    if (m_values.made().size() > before) ++m_ops[op.name];
    const Made* last = m_values.made().empty() ? nullptr : &m_values.made().back();
    if (last != nullptr && m_values.shape(*last).elementCount() > RandomValues::kMostElements) break;
  }
}

std::vector<ProgramOutput> RandomProgram::outputs() {
  std::vector<ProgramOutput> outputs;
  const auto& made = m_values.made();
  for (std::size_t i = 0; i < made.size(); ++i) {
    const bool isLate = i + 4 >= made.size();
    if (isLate || m_values.chance(15)) outputs.push_back({fmt::format("value {}", i), made[i].value});
  }
  return outputs;
}

void RandomProgram::addGradients(std::vector<ProgramOutput>& outputs) {
  Builder& builder = m_values.builder();
  Value loss = builder.constant(0.0);
  for (const ProgramOutput& output : std::vector(outputs)) {
    const Shape shape = builder.shape(output.value);
    if (builder.type(output.value).kind != ValueKind::Real || shape.elementCount() == 0) continue;
    std::vector<double> factors(static_cast<std::size_t>(shape.elementCount()));
    for (double& factor : factors) {
      factor =
          static_cast<double>(static_cast<float>(m_values.uniform(-1.0, 1.0) / static_cast<double>(factors.size())));
    }
    const Value product = ops::multiply(builder, output.value, builder.constant(Tensor::fromDoubles(shape, factors)));
    loss = ops::add(builder, loss, ops::reduceSum(builder, product, {}, ops::KeepDimensions::No));
  }
  outputs.push_back({"loss", loss});
  for (const Value gradient : gradients(builder, loss, m_values.realInputs())) {
    outputs.push_back({fmt::format("gradient {}", outputs.size()), gradient});
  }
}

std::shared_ptr<const Program> RandomProgram::finish(Gradient gradient) {
  std::vector<ProgramOutput> all = outputs();
  if (gradient == Gradient::Yes) addGradients(all);
  return m_values.builder().finish(all);
}

}  // namespace heed::test
