#include "core/autodiff/gradients.h"
#include "core/base/philox.h"
#include "core/exec/cpu_backend.h"
#include "core/exec/fusion.h"
#include "core/ops/ops.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace heed::core;

namespace {

struct Variant {
  bool mask = false;
  bool bias = false;
  bool scale = true;
  bool weightsAreOutput = false;
};

Tensor random(ElementKind kind, const Shape& shape, std::uint64_t stream) {
  TensorBuffer buffer(kind, shape);
  for (std::int64_t i = 0; i < shape.elementCount(); ++i) {
    const auto uniform = static_cast<double>(philoxUniform(3, stream, static_cast<std::uint64_t>(i)));
    buffer.setAt(i, kind == ElementKind::Bool ? std::floor(uniform + 0.7) : uniform * 4.0 - 2.0);
  }
  return buffer.finish();
}

/// The chain as mechanisms build it, and its inputs.
std::pair<std::shared_ptr<const Program>, std::vector<Tensor>> chain(std::int64_t heads, std::int64_t items,
                                                                     std::int64_t width, const Variant& variant) {
  Builder builder;
  std::vector<Tensor> inputs;
  const auto real = [&](const char* name, const Shape& shape) {
    inputs.push_back(random(ElementKind::Float64, shape, inputs.size()));
    return builder.input(name, {ValueKind::Real, shape});
  };
  const Value query = real("query", {heads, items, width});
  const Value key = real("key", {heads, items, width});
  const Value value = real("value", {heads, items, width});
  Value scores = ops::matmul(builder, query, key, ops::Transpose::No, ops::Transpose::Yes);
  if (variant.scale) scores = ops::scale(builder, scores, 0.25);
  if (variant.bias) scores = ops::add(builder, scores, real("bias", {items, items}));
  Value mask;
  if (variant.mask) {
    inputs.push_back(random(ElementKind::Bool, {items, items}, 9));
    mask = builder.input("mask", {ValueKind::Bool, {items, items}});
  }
  const Value weights = ops::softmax(builder, scores, mask);
  std::vector<ProgramOutput> outputs = {{"output", ops::matmul(builder, weights, value)}};
  if (variant.weightsAreOutput) outputs.push_back({"weights", weights});
  return {builder.finish(std::move(outputs)), std::move(inputs)};
}

/// The gradients of a weighted sum of the outputs for the first `count` inputs.
std::shared_ptr<const Program> gradientsOf(const Program& program, std::size_t count) {
  Builder builder(program);
  Value loss = builder.constant(0.0);
  for (const ProgramOutput& output : program.outputs()) {
    const Tensor factors = random(ElementKind::Float64, program.type(output.value).shape, 20);
    const Value product = ops::multiply(builder, output.value, builder.constant(factors));
    loss = ops::add(builder, loss, ops::reduceSum(builder, product, {}, ops::KeepDimensions::No));
  }
  std::vector<Value> wrt;
  for (std::size_t i = 0; i < count; ++i) wrt.push_back(program.inputs()[i].value);
  std::vector<ProgramOutput> outputs = {{"loss", loss}};
  for (const Value gradient : gradients(builder, loss, wrt)) {
    outputs.push_back({"gradient " + std::to_string(outputs.size()), gradient});
  }
  return builder.finish(std::move(outputs));
}

std::vector<std::string> opsOf(const Program& program) {
  std::vector<std::string> names;
  for (const Node& node : program.nodes()) names.emplace_back(node.op->name);
  return names;
}

}  // namespace

class TestFusion : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void fusedEqualsPlainOps_data() {
    QTest::addColumn<bool>("mask");
    QTest::addColumn<bool>("bias");
    QTest::addColumn<bool>("scale");
    QTest::newRow("plain") << false << false << true;
    QTest::newRow("without a scale") << false << false << false;
    QTest::newRow("mask") << true << false << true;
    QTest::newRow("bias") << false << true << true;
    QTest::newRow("mask and bias") << true << true << true;
  }

  void fusedEqualsPlainOps() {
    QFETCH(bool, mask);
    QFETCH(bool, bias);
    QFETCH(bool, scale);
    const auto [program, inputs] = chain(2, 17, 5, {mask, bias, scale, false});
    const auto fused = withFusedAttention(*program, 1);
    QVERIFY(fused != nullptr);
    QVERIFY(std::ranges::count(opsOf(*fused), std::string("attention")) == 1);
    ThreadPool pool(1);
    KernelContext kernel{{}, pool, 0};
    RunContext context{kernel};
    CpuBackend backend;
    const auto plain = backend.prepare(program, Keep::Outputs, Precision::Float64);
    const auto direct = backend.prepare(fused, Keep::Outputs, Precision::Float64);
    QVERIFY(std::ranges::count(opsOf(plain->program()), std::string("attention")) == 0);
    const Tensor expected = backend.run(*plain, inputs, context).outputs[0];
    const Tensor found = backend.run(*direct, inputs, context).outputs[0];
    for (std::int64_t i = 0; i < expected.elementCount(); ++i) QVERIFY(std::abs(found.at(i) - expected.at(i)) < 1e-12);
  }

  void fusedGradientEqualsPlainOps_data() { fusedEqualsPlainOps_data(); }

  void fusedGradientEqualsPlainOps() {
    QFETCH(bool, mask);
    QFETCH(bool, bias);
    QFETCH(bool, scale);
    const auto [forward, inputs] = chain(2, 17, 5, {mask, bias, scale, false});
    ThreadPool pool(1);
    KernelContext kernel{{}, pool, 0};
    RunContext context{kernel};
    CpuBackend backend;
    for (const std::size_t count : {1U, 2U, 3U}) {
      const auto program = gradientsOf(*forward, count);
      const auto fused = withFusedAttention(*program, 1, GradientChains::Fuse);
      QVERIFY(fused != nullptr);
      const auto direct = backend.prepare(fused, Keep::Outputs, Precision::Float64);
      QCOMPARE(std::ranges::count(opsOf(*fused), std::string("attention")), 1);
      QCOMPARE(std::ranges::count(opsOf(*fused), std::string("attention_gradient")), 1);
      const auto plain = backend.prepare(program, Keep::Outputs, Precision::Float64);
      const std::vector<Tensor> expected = backend.run(*plain, inputs, context).outputs;
      const std::vector<Tensor> found = backend.run(*direct, inputs, context).outputs;
      for (std::size_t k = 0; k < expected.size(); ++k) {
        for (std::int64_t i = 0; i < expected[k].elementCount(); ++i) {
          QVERIFY(std::abs(found[k].at(i) - expected[k].at(i)) < 1e-12);
        }
      }
    }
  }

  void gradientsThatAreUsedElsewhereKeepTheirChain() {
    const auto fusedGradients = [](const Variant& variant, std::size_t count) {
      const auto fused =
          withFusedAttention(*gradientsOf(*chain(1, 8, 3, variant).first, count), 1, GradientChains::Fuse);
      return fused == nullptr ? 0 : std::ranges::count(opsOf(*fused), std::string("attention_gradient"));
    };
    QCOMPARE(fusedGradients({}, 3), 1);
    QCOMPARE(fusedGradients({.bias = true}, 3), 1);
    QCOMPARE(fusedGradients({.bias = true}, 4), 0);  // the bias wants its own
    QCOMPARE(fusedGradients({.weightsAreOutput = true}, 3), 0);
  }

  void gradientsKeepTheirChainUnlessAskedFor() {
    const auto program = gradientsOf(*chain(1, 8, 3, {}).first, 3);
    QVERIFY(withFusedAttention(*program, 1) == nullptr);
  }

  void weightsThatAreUsedElsewhereKeepTheChain() {
    const auto [program, inputs] = chain(1, 8, 3, {false, false, true, true});
    QVERIFY(withFusedAttention(*program, 1) == nullptr);
  }

  void shortSequencesKeepTheChain() {
    const auto [program, inputs] = chain(1, 8, 3, {});
    QVERIFY(withFusedAttention(*program, 9) == nullptr);
    QVERIFY(withFusedAttention(*program, 8) != nullptr);
  }

  void aTraceKeepsTheChain() {
    const auto [program, inputs] = chain(1, kKeysForFusion, 2, {});
    CpuBackend backend;
    const auto traced = backend.prepare(program, Keep::Steps, Precision::Float32);
    QVERIFY(std::ranges::count(opsOf(traced->program()), std::string("attention")) == 0);
    const auto plain = backend.prepare(program, Keep::Outputs, Precision::Float32);
    QVERIFY(std::ranges::count(opsOf(plain->program()), std::string("attention")) == 1);
  }

  /// Doubling the items doubles the memory of a fused run; the scores alone would make it four times as much.
  void memoryGrowsWithTheItemsOnly() {
    CpuBackend backend;
    const auto bytes = [&](std::int64_t items) {
      return backend.prepare(chain(8, items, 64, {}).first, Keep::Outputs, Precision::Float32)->peakBytes();
    };
    const auto small = static_cast<double>(bytes(2048));
    const auto large = static_cast<double>(bytes(4096));
    QVERIFY2(large / small <= 2.1, qPrintable(QString::number(large / small)));
  }
};

QTEST_GUILESS_MAIN(TestFusion)
#include "tst_fusion.moc"
