#include "core/autodiff/gradients.h"
#include "core/ops/ops.h"
#include "tests/core/program_run.h"
#include "tests/gpu/vulkan_testing.h"

#include <QtTest>

#include <fmt/format.h>

#include <random>

using namespace heed::core;

namespace {

constexpr int kPrograms = 1000;
constexpr int kOpsInProgram = 10;
/// Ten ops, each off by some 1e-7 of values that stay below about 10; slopes of up to 3 at each make at most some 1e-5
/// of it.
constexpr double kTolerance = 2e-5;

/// Makes a valid chain of ops from a seed. Values are kept small, and nothing jumps where float32 and float64 could
/// take different sides, so that every difference is rounding.
class RandomProgram {
 public:
  explicit RandomProgram(std::uint64_t seed) : m_random(seed) {
    for (int i = 0; i < 3; ++i) addInput();
    for (int i = 0; i < kOpsInProgram; ++i) m_values.push_back(appended());
  }

  /// The last three values, and if wanted the gradients of their sum.
  [[nodiscard]] std::shared_ptr<const Program> finish(bool withGradient) {
    std::vector<ProgramOutput> outputs;
    Value loss = m_builder.constant(0.0);
    for (std::size_t i = m_values.size() - 3; i < m_values.size(); ++i) {
      outputs.push_back({fmt::format("value {}", i), m_values[i]});
      loss = ops::add(m_builder, loss, ops::reduceMean(m_builder, m_values[i], {}, ops::KeepDimensions::No));
    }
    if (withGradient) {
      const std::vector<Value> inputs(m_values.begin(), m_values.begin() + 3);
      for (const Value gradient : gradients(m_builder, loss, inputs)) {
        outputs.push_back({fmt::format("gradient {}", outputs.size()), gradient});
      }
    }
    return m_builder.finish(outputs);
  }

  [[nodiscard]] const std::vector<Tensor>& inputs() const { return m_inputs; }

 private:
  int below(int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(m_random); }
  Value any() { return m_values[static_cast<std::size_t>(below(static_cast<int>(m_values.size())))]; }
  int axisOf(Value value) { return below(m_builder.shape(value).rank()); }

  void addInput() {
    std::vector<std::int64_t> sizes;
    for (int i = 1 + below(3); i > 0; --i) sizes.push_back(1 + below(40) / (1 + 3 * static_cast<int>(sizes.size())));
    const Shape shape{std::span<const std::int64_t>(sizes)};
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    std::vector<float> elements(static_cast<std::size_t>(shape.elementCount()));
    for (float& element : elements) element = static_cast<float>(uniform(m_random));
    m_inputs.push_back(Tensor::fromFloats(shape, elements));
    m_values.push_back(m_builder.input(fmt::format("input {}", m_inputs.size()), {ValueKind::Real, shape}));
  }

  /// A value that broadcasts with the given one: another of the program where there is one.
  Value partnerOf(Value value) {
    const Value candidate = any();
    const Shape a = m_builder.shape(value);
    const Shape b = m_builder.shape(candidate);
    for (int i = 1; i <= std::min(a.rank(), b.rank()); ++i) {
      if (a[-i] != b[-i] && a[-i] != 1 && b[-i] != 1) return value;
    }
    return candidate;
  }

  Value positive(Value value) { return ops::add(m_builder, ops::tanh(m_builder, value), m_builder.constant(1.5)); }

  Value appended() {
    switch (below(5)) {
      case 0:
        return mapped(any());
      case 1:
        return paired(any());
      case 2:
        return alongRows(any());
      case 3:
        return moved(any());
      default:
        return product(any());
    }
  }

  Value mapped(Value a) {
    switch (below(8)) {
      case 0:
        return ops::tanh(m_builder, a);
      case 1:
        return ops::sigmoid(m_builder, a);
      case 2:
        return ops::erf(m_builder, a);
      case 3:
        return ops::gelu(m_builder, ops::tanh(m_builder, a), ops::GeluForm::Erf);
      case 4:
        return ops::gelu(m_builder, ops::tanh(m_builder, a), ops::GeluForm::Tanh);
      case 5:
        return ops::exp(m_builder, ops::tanh(m_builder, a));
      case 6:
        return ops::log(m_builder, positive(a));
      default:
        return ops::sqrt(m_builder, positive(a));
    }
  }

  Value paired(Value a) {
    const Value b = partnerOf(a);
    switch (below(4)) {
      case 0:
        return ops::tanh(m_builder, ops::add(m_builder, a, b));
      case 1:
        return ops::tanh(m_builder, ops::subtract(m_builder, b, a));
      case 2:
        return ops::tanh(m_builder, ops::multiply(m_builder, a, b));
      default:
        return ops::tanh(m_builder, ops::divide(m_builder, a, positive(b)));
    }
  }

  Value alongRows(Value a) {
    const auto keep = below(2) == 0 ? ops::KeepDimensions::Yes : ops::KeepDimensions::No;
    const bool mustKeep = m_builder.shape(a).rank() == 1;
    switch (below(6)) {
      case 0:
        return ops::softmax(m_builder, a);
      case 1:
        return ops::tanh(m_builder, ops::logSoftmax(m_builder, a));
      case 2:
        return normalised(a);
      case 3:
        return ops::reduceMean(m_builder, a, {axisOf(a)}, mustKeep ? ops::KeepDimensions::Yes : keep);
      case 4:
        return ops::tanh(m_builder,
                         ops::reduceSum(m_builder, a, {axisOf(a)}, mustKeep ? ops::KeepDimensions::Yes : keep));
      default:
        return ops::tanh(m_builder,
                         below(2) == 0 ? ops::cumulativeSum(m_builder, a) : ops::reverseCumulativeSum(m_builder, a));
    }
  }

  Value normalised(Value a) {
    const Value ones = ops::broadcastTo(m_builder, m_builder.constant(0.7), {m_builder.shape(a)[-1]});
    return ops::layerNorm(m_builder, a, ones, ones, 0.5);
  }

  Value moved(Value a) {
    const Shape shape = m_builder.shape(a);
    const int axis = axisOf(a);
    switch (below(5)) {
      case 0:
        return ops::transpose(m_builder, a, 0, shape.rank() - 1);
      case 1:
        return ops::reshape(m_builder, a, {shape.elementCount()});
      case 2:
        return ops::slice(m_builder, a, axis, shape[axis] > 1 ? 1 : 0, shape[axis], 1 + below(2));
      case 3:
        return shape[axis] > 40 ? a : ops::concatenate(m_builder, std::vector{a, a}, axis);
      default:
        return gathered(a, axis);
    }
  }

  Value gathered(Value a, int axis) {
    std::vector<std::int32_t> indices;
    for (int i = 0; i < 5; ++i) indices.push_back(below(static_cast<int>(m_builder.shape(a)[axis])));
    return ops::gather(m_builder, a, m_builder.constant(Tensor::fromInts({5}, indices)), axis);
  }

  /// A times its own transpose: every shape fits.
  Value product(Value a) {
    if (m_builder.shape(a).rank() < 2) return ops::negate(m_builder, a);
    const bool across = below(2) == 0;
    return ops::tanh(m_builder, ops::matmul(m_builder, a, a, across ? ops::Transpose::No : ops::Transpose::Yes,
                                            across ? ops::Transpose::Yes : ops::Transpose::No));
  }

  std::mt19937_64 m_random;
  Builder m_builder;
  std::vector<Value> m_values;
  std::vector<Tensor> m_inputs;
};

}  // namespace

/// Programs that nobody thought of: what ops leave to each other, and memory that is used again.
class TestVulkanRandom : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { m_backend = watchedBackend(); }
  void valuesAgree() { compare(false); }
  void gradientsAgree() { compare(true); }
  void cleanup() { QVERIFY2(m_backend->validationMessages().empty(), joined(m_backend->validationMessages()).c_str()); }

 private:
  void compare(bool withGradient);

  std::unique_ptr<heed::gpu::VulkanBackend> m_backend;
};

void TestVulkanRandom::compare(bool withGradient) {
  double largest = 0.0;
  for (std::uint64_t seed = 1; seed <= kPrograms; ++seed) {
    RandomProgram random(seed);
    const auto program = random.finish(withGradient);
    const std::vector<Tensor> exact = ProgramRun()(program, random.inputs());
    const auto plan = m_backend->prepare(program, Keep::Outputs, Precision::Float32);
    const std::vector<Tensor> found = runOn(*m_backend, *plan, random.inputs());
    for (std::size_t i = 0; i < exact.size(); ++i) {
      const double distance = largestDistance(found[i], exact[i]);
      largest = std::max(largest, distance);
      QVERIFY2(distance <= kTolerance, fmt::format("seed {}: {} differs by {}\n{}", seed, program->outputs()[i].name,
                                                   distance, program->toText())
                                           .c_str());
    }
  }
  qInfo("%d programs; the largest difference is %g", kPrograms, largest);
}

QTEST_GUILESS_MAIN(TestVulkanRandom)
#include "tst_vulkan_random.moc"
