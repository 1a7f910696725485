#include "core/autodiff/gradients.h"
#include "core/ops/ops.h"
#include "tests/core/program_run.h"
#include "tests/gpu/vulkan_testing.h"

#include <QtTest>

#include <fmt/format.h>

#include <random>

using namespace heed::core;
using heed::gpu::VulkanBackend;

namespace {

/// As the op's own: two products and an exponential in float32.
constexpr double kTolerance = 2e-6;
/// Sums over up to 200 items of differences that nearly cancel, each off by some 1e-7 of numbers below about 10.
constexpr double kGradientTolerance = 1e-5;

enum class Masking { None, Causal, Random, Nothing };

Tensor maskOf(Masking masking, const Shape& shape) {
  std::mt19937 random(5);
  TensorBuffer buffer(ElementKind::Bool, shape);
  for (std::int64_t i = 0; i < shape.elementCount(); ++i) {
    const std::int64_t query = i / shape[-1] % shape[-2];
    const std::int64_t key = i % shape[-1];
    bool isAllowed = masking == Masking::Causal && key <= query;
    // Some queries see nothing.
    if (masking == Masking::Random) isAllowed = query % 5 != 2 && random() % 3 == 0;
    buffer.data()[i] = isAllowed ? std::byte{1} : std::byte{0};
  }
  return buffer.finish();
}

struct Case {
  Shape query;
  Shape key;
  Shape value;
  Shape mask = {};
  Masking masking = Masking::None;
  Shape bias = {};
};

/// Single elements, sizes around those of lanes and blocks, odd and long heads, leading dimensions that stretch.
std::vector<Case> allCases() {
  return {{{1, 1}, {1, 1}, {1, 1}},
          {{1, 64}, {200, 64}, {200, 64}},
          {{7, 3}, {5, 3}, {5, 2}},
          {{33, 17}, {31, 17}, {31, 5}},
          {{64, 64}, {64, 64}, {64, 64}},
          {{65, 40}, {129, 40}, {129, 33}},
          {{4, 130}, {9, 130}, {9, 257}},
          {{2, 3, 20, 8}, {2, 3, 20, 8}, {2, 3, 20, 8}},
          {{2, 3, 20, 8}, {3, 24, 8}, {24, 8}},
          {{20, 8}, {24, 8}, {2, 24, 8}},
          {{2, 2, 70, 16}, {2, 2, 70, 16}, {2, 2, 70, 16}, {70, 70}, Masking::Causal},
          {{2, 2, 70, 16}, {2, 2, 70, 16}, {2, 2, 70, 16}, {2, 1, 70, 70}, Masking::Random},
          {{2, 2, 70, 16}, {2, 2, 70, 16}, {2, 2, 70, 16}, {2, 1, 70, 70}, Masking::Random, {2, 70, 70}},
          {{2, 40, 16}, {2, 50, 16}, {2, 50, 16}, {1, 50}, Masking::Random, {2, 1, 50}},
          {{2, 40, 16}, {2, 50, 16}, {2, 50, 16}, {}, Masking::None, {40, 1}},
          {{3, 5, 4}, {3, 9, 4}, {3, 9, 4}, {5, 9}, Masking::Nothing}};
}

/// A program of one attention, with the tensors for its inputs.
struct Attention {
  explicit Attention(const Case& spec) : tensors{} {
    Builder builder;
    const auto input = [&](const char* name, ValueKind kind, Tensor tensor) {
      tensors.push_back(std::move(tensor));
      return builder.input(name, {kind, tensors.back().shape()});
    };
    const Value query = input("query", ValueKind::Real, randomTensor(spec.query, 1));
    const Value key = input("key", ValueKind::Real, randomTensor(spec.key, 2));
    const Value value = input("value", ValueKind::Real, randomTensor(spec.value, 3));
    Value mask;
    Value bias;
    if (spec.masking != Masking::None) mask = input("mask", ValueKind::Bool, maskOf(spec.masking, spec.mask));
    if (spec.bias.rank() > 0) bias = input("bias", ValueKind::Real, randomTensor(spec.bias, 4));
    const Value output = ops::attention(builder, query, key, value, mask, bias, 0.3);
    program = builder.finish({{"output", output}});
    Builder onward(*program);
    const Value factors = onward.constant(randomTensor(onward.shape(output), 6));
    const Value loss = ops::reduceSum(onward, ops::multiply(onward, output, factors), {}, ops::KeepDimensions::No);
    std::vector<ProgramOutput> outputs;
    const std::vector<Value> wrt = {query, key, value};
    for (const Value gradient : gradients(onward, loss, wrt)) {
      outputs.push_back({fmt::format("gradient {}", outputs.size()), gradient});
    }
    backward = onward.finish(outputs);
  }

  std::vector<Tensor> tensors;
  std::shared_ptr<const Program> program;
  std::shared_ptr<const Program> backward;  ///< of a weighted sum, for query, key and value
};

/// Scores, weights and output as plain ops.
std::shared_ptr<const Program> chain(std::int64_t keys) {
  Builder builder;
  const ValueType type{ValueKind::Real, {2, keys, 8}};
  const Value query = builder.input("query", type);
  const Value key = builder.input("key", type);
  const Value value = builder.input("value", type);
  const Value scores =
      ops::scale(builder, ops::matmul(builder, query, key, ops::Transpose::No, ops::Transpose::Yes), 0.5);
  return builder.finish({{"output", ops::matmul(builder, ops::softmax(builder, scores, {}), value)}});
}

std::int64_t attentions(const Program& program, std::string_view op = "attention") {
  return std::ranges::count_if(program.nodes(), [&](const Node& node) { return node.op->name == op; });
}

}  // namespace

class TestVulkanAttention : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void agreesWithPlainOpsInFloat64_data() { everyWay(); }
  void agreesWithPlainOpsInFloat64();
  void gradientAgreesWithPlainOpsInFloat64_data() { everyWay(); }
  void gradientAgreesWithPlainOpsInFloat64();
  void keysThatNobodySeesAreLeftOut_data() { everyWay(); }
  void keysThatNobodySeesAreLeftOut();
  void infiniteBiasIsAsOnTheCpu_data() { everyWay(); }
  void infiniteBiasIsAsOnTheCpu();
  void chainsAreFusedUnlessTraced();
  void chainsOfTheGradientAreFusedToo();

 private:
  static void everyWay();
  static std::unique_ptr<VulkanBackend> chosenBackend();
};

void TestVulkanAttention::everyWay() {
  QTest::addColumn<bool>("usesSubgroups");
  QTest::addColumn<bool>("choosesForCard");
  QTest::newRow("as the device wants it") << true << false;
  QTest::newRow("without subgroups") << false << false;
  QTest::newRow("with the kernels of a card") << true << true;
}

std::unique_ptr<VulkanBackend> TestVulkanAttention::chosenBackend() {
  QFETCH(bool, usesSubgroups);
  QFETCH(bool, choosesForCard);
  return VulkanBackend::create({.validates = true, .usesSubgroups = usesSubgroups, .choosesForCard = choosesForCard});
}

void TestVulkanAttention::agreesWithPlainOpsInFloat64() {
  const auto backend = chosenBackend();
  for (const Case& spec : allCases()) {
    const Attention attention(spec);
    const auto plan = backend->prepare(attention.program, Keep::Outputs, Precision::Float32);
    QCOMPARE(attentions(plan->program()), std::int64_t{1});
    const Tensor found = runOn(*backend, *plan, attention.tensors)[0];
    const Tensor exact =
        ProgramRun{.options = {.composites = Composites::Expanded}}(attention.program, attention.tensors)[0];
    const double distance = largestDistance(found, exact);
    QVERIFY2(distance <= kTolerance,
             fmt::format("queries {}, keys {}: differs by {}", spec.query.toString(), spec.key.toString(), distance)
                 .c_str());
    if (spec.masking == Masking::Nothing) {
      for (std::int64_t i = 0; i < found.elementCount(); ++i) QCOMPARE(found.at(i), 0.0);
    }
  }
  QVERIFY2(backend->validationMessages().empty(), joined(backend->validationMessages()).c_str());
}

void TestVulkanAttention::gradientAgreesWithPlainOpsInFloat64() {
  const auto backend = chosenBackend();
  int direct = 0;
  for (const Case& spec : allCases()) {
    const Attention attention(spec);
    const auto plan = backend->prepare(attention.backward, Keep::Outputs, Precision::Float32);
    direct += static_cast<int>(attentions(plan->program(), "attention_gradient"));
    const std::vector<Tensor> found = runOn(*backend, *plan, attention.tensors);
    const std::vector<Tensor> exact =
        ProgramRun{.options = {.composites = Composites::Expanded}}(attention.backward, attention.tensors);
    for (std::size_t i = 0; i < exact.size(); ++i) {
      const double distance = largestDistance(found[i], exact[i]);
      QVERIFY2(distance <= kGradientTolerance, fmt::format("queries {}, keys {}: gradient {} differs by {}",
                                                           spec.query.toString(), spec.key.toString(), i, distance)
                                                   .c_str());
    }
  }
  QCOMPARE(direct, 14);  // all but those whose operands are stretched
  QVERIFY2(backend->validationMessages().empty(), joined(backend->validationMessages()).c_str());
}

/// Values that are no numbers at keys that the mask hides from everybody would spoil every sum that they enter.
void TestVulkanAttention::keysThatNobodySeesAreLeftOut() {
  const auto backend = chosenBackend();
  const std::int64_t seen = 64;
  const std::int64_t keys = 192;
  Attention attention({{70, 8}, {keys, 8}, {keys, 8}, {1, keys}, Masking::Nothing});
  TensorBuffer mask(ElementKind::Bool, {1, keys});
  for (std::int64_t i = 0; i < keys; ++i) mask.data()[i] = i < seen ? std::byte{1} : std::byte{0};
  attention.tensors[3] = mask.finish();
  std::vector<double> values = attention.tensors[2].toDoubles();
  for (auto i = static_cast<std::size_t>(seen * 8); i < values.size(); ++i) {
    values[i] = std::numeric_limits<double>::quiet_NaN();
  }
  const auto plan = backend->prepare(attention.program, Keep::Outputs, Precision::Float32);
  const Tensor exact = ProgramRun()(attention.program, attention.tensors)[0];
  attention.tensors[2] = Tensor::fromFloats({keys, 8}, std::vector<float>(values.begin(), values.end()));
  const Tensor found = runOn(*backend, *plan, attention.tensors)[0];
  QVERIFY(largestDistance(found, exact) <= kTolerance);
}

void TestVulkanAttention::infiniteBiasIsAsOnTheCpu() {
  const auto backend = chosenBackend();
  Attention attention({{3, 4}, {6, 4}, {6, 4}, {}, Masking::None, {3, 6}});
  const float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> bias(18, 0.5F);
  std::fill_n(bias.begin() + 6, 6, -infinity);  // softmax of nothing but -infinity is no number
  std::fill_n(bias.begin() + 12, 3, -infinity);
  attention.tensors[3] = Tensor::fromFloats({3, 6}, bias);
  const auto plan = backend->prepare(attention.program, Keep::Outputs, Precision::Float32);
  const Tensor found = runOn(*backend, *plan, attention.tensors)[0];
  const Tensor exact = ProgramRun()(attention.program, attention.tensors)[0];
  QVERIFY(std::isnan(exact.at(4)));
  QVERIFY(largestDistance(found, exact) <= kTolerance);
}

void TestVulkanAttention::chainsAreFusedUnlessTraced() {
  const auto backend = watchedBackend();
  const auto program = chain(100);
  const auto plain = backend->prepare(program, Keep::Outputs, Precision::Float32);
  const auto traced = backend->prepare(program, Keep::Steps, Precision::Float32);
  QCOMPARE(attentions(plain->program()), std::int64_t{1});
  QCOMPARE(attentions(traced->program()), std::int64_t{0});
  const std::vector<Tensor> inputs = {randomTensor({2, 100, 8}, 1), randomTensor({2, 100, 8}, 2),
                                      randomTensor({2, 100, 8}, 3)};
  const Tensor direct = runOn(*backend, *plain, inputs)[0];
  QCOMPARE(backend->dispatchCounts()["attention"], std::int64_t{1});
  QVERIFY(largestDistance(direct, runOn(*backend, *traced, inputs)[0]) <= kTolerance);
  QVERIFY2(backend->validationMessages().empty(), joined(backend->validationMessages()).c_str());
}

void TestVulkanAttention::chainsOfTheGradientAreFusedToo() {
  const auto backend = watchedBackend();
  Builder builder(*chain(100));
  const Value output = builder.soFar().nodes().back().outputs[0];
  const Value loss = ops::reduceMean(builder, ops::multiply(builder, output, output), {}, ops::KeepDimensions::No);
  std::vector<Value> wrt;
  for (const ProgramInput& input : builder.soFar().inputs()) wrt.push_back(input.value);
  std::vector<ProgramOutput> outputs;
  for (const Value gradient : gradients(builder, loss, wrt)) {
    outputs.push_back({fmt::format("gradient {}", outputs.size()), gradient});
  }
  const auto program = builder.finish(outputs);
  const auto plan = backend->prepare(program, Keep::Outputs, Precision::Float32);
  QCOMPARE(attentions(plan->program(), "attention_gradient"), std::int64_t{1});
  const std::vector<Tensor> inputs = {randomTensor({2, 100, 8}, 1), randomTensor({2, 100, 8}, 2),
                                      randomTensor({2, 100, 8}, 3)};
  const std::vector<Tensor> found = runOn(*backend, *plan, inputs);
  const std::vector<Tensor> exact = ProgramRun()(program, inputs);
  for (std::size_t i = 0; i < exact.size(); ++i) QVERIFY(largestDistance(found[i], exact[i]) <= kGradientTolerance);
}

QTEST_GUILESS_MAIN(TestVulkanAttention)
#include "tst_vulkan_attention.moc"
