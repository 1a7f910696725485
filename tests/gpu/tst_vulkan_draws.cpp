#include "core/ops/ops.h"
#include "tests/core/program_run.h"
#include "tests/gpu/vulkan_testing.h"

#include <QtTest>

#include <limits>

using namespace heed::core;

/// The bits of the uniforms are those of the CPU, whatever the size, the stream and the seed.
class TestVulkanDraws : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void uniformsAreThoseOfTheCpu_data();
  void uniformsAreThoseOfTheCpu();
  void seedsAndStreamsDiffer();

 private:
  static Tensor drawn(Backend& backend, const Shape& shape, std::int64_t stream, std::uint64_t seed);
};

Tensor TestVulkanDraws::drawn(Backend& backend, const Shape& shape, std::int64_t stream, std::uint64_t seed) {
  Builder builder;
  const auto program = builder.finish({{"drawn", ops::randomUniform(builder, shape, stream)}});
  const auto plan = backend.prepare(program, Keep::Outputs, Precision::Float32);
  ThreadPool pool(1);
  KernelContext kernel{{}, pool, seed};
  RunContext context{kernel};
  return backend.run(*plan, {}, context).outputs[0];
}

void TestVulkanDraws::uniformsAreThoseOfTheCpu_data() {
  QTest::addColumn<qint64>("count");
  // Around the four words of a block and the threads of a workgroup, and more than a few workgroups.
  for (const qint64 count : {1, 3, 4, 5, 127, 128, 129, 511, 512, 513, 4099, 70001}) {
    QTest::addRow("%lld", count) << count;
  }
}

void TestVulkanDraws::uniformsAreThoseOfTheCpu() {
  QFETCH(qint64, count);
  const auto backend = watchedBackend();
  CpuBackend cpu;
  const std::int64_t streams[] = {0, 3, (std::int64_t{5} << 32U) + 3, std::numeric_limits<std::int64_t>::max()};
  const std::uint64_t seeds[] = {0, 7, 0xFFFFFFFFU, std::uint64_t{1} << 32U, std::numeric_limits<std::uint64_t>::max()};
  for (const std::int64_t stream : streams) {
    for (const std::uint64_t seed : seeds) {
      QVERIFY(drawn(*backend, {count}, stream, seed).identicalTo(drawn(cpu, {count}, stream, seed)));
    }
  }
  QVERIFY2(backend->validationMessages().empty(), joined(backend->validationMessages()).c_str());
}

void TestVulkanDraws::seedsAndStreamsDiffer() {
  const auto backend = watchedBackend();
  const Tensor first = drawn(*backend, {3, 40}, 1, 7);
  QVERIFY(first.identicalTo(drawn(*backend, {3, 40}, 1, 7)));
  QVERIFY(!first.identicalTo(drawn(*backend, {3, 40}, 2, 7)));
  QVERIFY(!first.identicalTo(drawn(*backend, {3, 40}, 1, 8)));
  QVERIFY(!first.identicalTo(drawn(*backend, {3, 40}, 1, (std::uint64_t{1} << 32U) + 7)));
}

QTEST_GUILESS_MAIN(TestVulkanDraws)
#include "tst_vulkan_draws.moc"
