#include "core/ops/ops.h"
#include "gpu/backend/product_tile.h"
#include "tests/core/program_run.h"
#include "tests/gpu/vulkan_testing.h"

#include <QtTest>

#include <fmt/format.h>

#include <random>

using namespace heed::core;
using heed::gpu::VulkanBackend;

namespace {

Shape matrices(const Shape& batch, std::int64_t rows, std::int64_t columns) {
  std::vector<std::int64_t> sizes(batch.begin(), batch.end());
  sizes.push_back(rows);
  sizes.push_back(columns);
  return Shape(std::span<const std::int64_t>(sizes));
}

struct Sizes {
  std::int64_t rows;
  std::int64_t terms;
  std::int64_t columns;
  Shape batchA = {};
  Shape batchB = {};
};

/// Single elements, less than a tile, a whole number of tiles, one more and one less, few results of many terms, and
/// batches that stretch.
std::vector<Sizes> allSizes() {
  return {{1, 1, 1},
          {1, 5, 1},
          {3, 2, 130},
          {130, 3, 2},
          {32, 16, 32},
          {64, 64, 64},
          {128, 32, 128},
          {129, 17, 127},
          {63, 65, 66},
          {7, 2000, 5},
          {33, 1028, 36},
          {1, 300, 1},
          {4, 0, 3},
          {9, 12, 10, {3}, {3}},
          {20, 8, 12, {2, 3}, {3}},
          {6, 4, 8, {2, 1, 2}, {1, 3, 1}},
          {5, 600, 4, {2}, {1}}};
}

}  // namespace

class TestVulkanMatmul : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void agreesWithFloat64_data();
  void agreesWithFloat64();
  void partsAreAddedAlikeInEachRun();
  void tileFitsTheDevice_data();
  void tileFitsTheDevice();
  void fewTilesAreMadeInParts();
};

void TestVulkanMatmul::agreesWithFloat64_data() {
  QTest::addColumn<bool>("usesSubgroups");
  QTest::addColumn<bool>("choosesForCard");
  QTest::newRow("as the device wants it") << true << false;
  QTest::newRow("without subgroups") << false << false;
  QTest::newRow("with the tiles of a card") << true << true;
}

void TestVulkanMatmul::agreesWithFloat64() {
  QFETCH(bool, usesSubgroups);
  QFETCH(bool, choosesForCard);
  const auto backend =
      VulkanBackend::create({.validates = true, .usesSubgroups = usesSubgroups, .choosesForCard = choosesForCard});
  for (const Sizes& sizes : allSizes()) {
    for (const int transposes : {0, 1, 2, 3}) {
      const bool isTransposedA = (transposes & 1) != 0;
      const bool isTransposedB = (transposes & 2) != 0;
      const Shape a = isTransposedA ? matrices(sizes.batchA, sizes.terms, sizes.rows)
                                    : matrices(sizes.batchA, sizes.rows, sizes.terms);
      const Shape b = isTransposedB ? matrices(sizes.batchB, sizes.columns, sizes.terms)
                                    : matrices(sizes.batchB, sizes.terms, sizes.columns);
      Builder builder;
      const Value left = builder.input("a", {ValueKind::Real, a});
      const Value right = builder.input("b", {ValueKind::Real, b});
      const auto transpose = [](bool is) { return is ? ops::Transpose::Yes : ops::Transpose::No; };
      const auto program = builder.finish(
          {{"product", ops::matmul(builder, left, right, transpose(isTransposedA), transpose(isTransposedB))}});
      const std::vector<Tensor> inputs = {randomTensor(a, 1), randomTensor(b, 2)};
      const auto plan = backend->prepare(program, Keep::Outputs, Precision::Float32);
      const double distance = largestDistance(runOn(*backend, *plan, inputs)[0], ProgramRun()(program, inputs)[0]);
      // Sums of t products of numbers below 1 are of the size of the root of t, and so are the errors of t roundings by
      // 6e-8 of it.
      const double allowed = 6e-8 * static_cast<double>(std::max<std::int64_t>(sizes.terms, 4));
      QVERIFY2(distance <= allowed, fmt::format("{} times {}: differs by {} where {} is allowed", a.toString(),
                                                b.toString(), distance, allowed)
                                        .c_str());
    }
  }
  QVERIFY2(backend->validationMessages().empty(), joined(backend->validationMessages()).c_str());
}

void TestVulkanMatmul::partsAreAddedAlikeInEachRun() {
  const auto backend = watchedBackend();
  Builder builder;
  const Value a = builder.input("a", {ValueKind::Real, {8, 4000}});
  const Value b = builder.input("b", {ValueKind::Real, {4000, 8}});
  const auto program = builder.finish({{"product", ops::matmul(builder, a, b)}});
  const auto plan = backend->prepare(program, Keep::Outputs, Precision::Float32);
  const std::vector<Tensor> inputs = {randomTensor({8, 4000}, 1), randomTensor({4000, 8}, 2)};
  const Tensor first = runOn(*backend, *plan, inputs)[0];
  for (int i = 0; i < 5; ++i) QVERIFY(runOn(*backend, *plan, inputs)[0].identicalTo(first));
  QVERIFY2(backend->validationMessages().empty(), joined(backend->validationMessages()).c_str());
}

void TestVulkanMatmul::tileFitsTheDevice_data() {
  QTest::addColumn<unsigned>("threads");
  QTest::addColumn<unsigned>("sharedBytes");
  QTest::addColumn<int>("size");
  QTest::addColumn<unsigned>("rows");
  QTest::newRow("large product, large device") << 1024U << 49152U << 4096 << 128U;
  QTest::newRow("the fewest threads that Vulkan allows") << 128U << 49152U << 4096 << 32U;
  QTest::newRow("the least memory that Vulkan allows") << 1024U << 16384U << 4096 << 64U;
  QTest::newRow("middle product") << 1024U << 49152U << 1024 << 64U;
  QTest::newRow("small product") << 1024U << 49152U << 100 << 32U;
}

void TestVulkanMatmul::tileFitsTheDevice() {
  QFETCH(unsigned, threads);
  QFETCH(unsigned, sharedBytes);
  QFETCH(int, size);
  QFETCH(unsigned, rows);
  heed::gpu::KernelTarget target{heed::gpu::DeviceKind::Discrete, {}};
  target.limits.groupInvocations = threads;
  target.limits.sharedMemoryBytes = sharedBytes;
  const heed::gpu::ProductTile tile = heed::gpu::chosenTile({1, size, size, size}, target);
  QCOMPARE(tile.rows, rows);
  QVERIFY(tile.threads() <= threads);
  QVERIFY(tile.sharedBytes() <= sharedBytes);
}

void TestVulkanMatmul::fewTilesAreMadeInParts() {
  const heed::gpu::KernelTarget target{heed::gpu::DeviceKind::Discrete, {}};
  QCOMPARE(heed::gpu::termsInPart({1, 4096, 4096, 4096}, 1024, target), std::int64_t{4096});
  QCOMPARE(heed::gpu::termsInPart({1, 32, 4096, 32}, 1, target), std::int64_t{256});
  QCOMPARE(heed::gpu::termsInPart({1, 32, 300, 32}, 1, target), std::int64_t{320});
  QCOMPARE(heed::gpu::termsInPart({1, 32, 0, 32}, 1, target), std::int64_t{64});
}

QTEST_GUILESS_MAIN(TestVulkanMatmul)
#include "tst_vulkan_matmul.moc"
