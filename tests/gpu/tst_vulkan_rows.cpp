#include "core/ops/ops.h"
#include "tests/core/program_run.h"
#include "tests/gpu/vulkan_testing.h"

#include <QtTest>

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <random>

using namespace heed::core;

namespace {

using Append = Value (*)(Builder& builder, Value a, Value mask);

struct RowOp {
  const char* name;
  Append append;
  double tolerance;  ///< beside float32's rounding: sums of n numbers below 1 in another order
};

const std::vector<RowOp>& rowOps() {
  static const std::vector<RowOp> all = {
      {"softmax", [](Builder& builder, Value a, Value) { return ops::softmax(builder, a, {}); }, 1e-6},
      {"masked softmax", [](Builder& builder, Value a, Value mask) { return ops::softmax(builder, a, mask); }, 1e-6},
      {"log_softmax", [](Builder& builder, Value a, Value) { return ops::logSoftmax(builder, a); }, 2e-6},
      {"layer_norm",
       [](Builder& builder, Value a, Value) {
         const std::int64_t length = builder.shape(a)[-1];
         const Tensor ones = Tensor::fromDoubles({length}, std::vector<double>(static_cast<std::size_t>(length), 1.5));
         return ops::layerNorm(builder, a, builder.constant(ones), builder.constant(ones), 1e-5);
       },
       4e-6},
      {"reduce_sum",
       [](Builder& builder, Value a, Value) { return ops::reduceSum(builder, a, {-1}, ops::KeepDimensions::No); },
       2e-5},
      {"reduce_mean",
       [](Builder& builder, Value a, Value) { return ops::reduceMean(builder, a, {-1}, ops::KeepDimensions::No); },
       1e-6},
      {"reduce_max",
       [](Builder& builder, Value a, Value) { return ops::reduceMax(builder, a, {-1}, ops::KeepDimensions::No); }, 0.0},
      {"reduce_min",
       [](Builder& builder, Value a, Value) { return ops::reduceMin(builder, a, {-1}, ops::KeepDimensions::No); }, 0.0},
      {"arg_max", [](Builder& builder, Value a, Value) { return ops::argMax(builder, a); }, 0.0}};
  return all;
}

std::vector<float> randomNumbers(std::int64_t count) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> uniform(-1.0F, 1.0F);
  std::vector<float> numbers(static_cast<std::size_t>(count));
  for (float& number : numbers) number = uniform(random);
  return numbers;
}

Tensor randomMask(const Shape& shape) {
  std::mt19937 random(4);
  TensorBuffer buffer(ElementKind::Bool, shape);
  for (std::int64_t i = 0; i < shape.elementCount(); ++i) {
    // The second row sees nothing.
    buffer.data()[i] = i / shape[-1] != 1 && random() % 2 == 0 ? std::byte{1} : std::byte{0};
  }
  return buffer.finish();
}

}  // namespace

/// The ops that put the elements of a row together, at the lengths where another way of sharing rows begins.
class TestVulkanRows : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void agreesWithFloat64_data();
  void agreesWithFloat64();
  void fewResultsOfManyElements();
  void severalAxesAtOnce();
  void firstLargestIsFound();
  void noNumberIsTheLargest();
  void elementsAreTakenInFours();
};

void TestVulkanRows::agreesWithFloat64_data() {
  QTest::addColumn<int>("length");
  for (const int length : {1, 2, 15, 16, 17, 33, 100, 128, 129, 255, 257, 512, 513, 1000, 2049, 4096, 4097, 5003}) {
    QTest::addRow("%d", length) << length;
  }
}

void TestVulkanRows::agreesWithFloat64() {
  QFETCH(int, length);
  const auto backend = watchedBackend();
  const Shape shape{5, length};
  Builder builder;
  const Value a = builder.input("a", {ValueKind::Real, shape});
  const Value mask = builder.input("mask", {ValueKind::Bool, shape});
  std::vector<ProgramOutput> outputs;
  for (const RowOp& op : rowOps()) outputs.push_back({op.name, op.append(builder, a, mask)});
  const auto program = builder.finish(outputs);
  const std::vector<Tensor> inputs = {Tensor::fromFloats(shape, randomNumbers(shape.elementCount())),
                                      randomMask(shape)};
  const auto plan = backend->prepare(program, Keep::Outputs, Precision::Float32);
  const std::vector<Tensor> found = runOn(*backend, *plan, inputs);
  const std::vector<Tensor> exact = ProgramRun()(program, inputs);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double distance = largestDistance(found[i], exact[i]);
    QVERIFY2(distance <= rowOps()[i].tolerance, fmt::format("{} differs by {}", rowOps()[i].name, distance).c_str());
  }
  QVERIFY2(backend->validationMessages().empty(), joined(backend->validationMessages()).c_str());
}

void TestVulkanRows::fewResultsOfManyElements() {
  const auto backend = watchedBackend();
  const std::int64_t length = 100'003;
  Builder builder;
  const Value a = builder.input("a", {ValueKind::Real, {3, length}});
  const auto program = builder.finish({{"sum", ops::reduceSum(builder, a, {-1}, ops::KeepDimensions::No)},
                                       {"mean", ops::reduceMean(builder, a, {}, ops::KeepDimensions::No)},
                                       {"largest", ops::reduceMax(builder, a, {-1}, ops::KeepDimensions::No)},
                                       {"smallest", ops::reduceMin(builder, a, {}, ops::KeepDimensions::No)}});
  const std::vector<Tensor> inputs = {Tensor::fromFloats({3, length}, randomNumbers(3 * length))};
  const auto plan = backend->prepare(program, Keep::Outputs, Precision::Float32);
  const std::vector<Tensor> found = runOn(*backend, *plan, inputs);
  const std::vector<Tensor> exact = ProgramRun()(program, inputs);
  // Sums of 1e5 numbers below 1 are near their root, 300; partial sums round by 6e-8 of it some 1e3 times each.
  QVERIFY(largestDistance(found[0], exact[0]) <= 1e-4);
  QVERIFY(largestDistance(found[1], exact[1]) <= 1e-6);
  QCOMPARE(largestDistance(found[2], exact[2]), 0.0);
  QCOMPARE(largestDistance(found[3], exact[3]), 0.0);
  QVERIFY2(backend->validationMessages().empty(), joined(backend->validationMessages()).c_str());
}

void TestVulkanRows::severalAxesAtOnce() {
  const auto backend = watchedBackend();
  const Shape shape{7, 6, 50, 11};
  for (const std::vector<int>& axes : {std::vector<int>{0}, {1}, {2}, {3}, {0, 2}, {1, 3}, {0, 1, 3}, {}}) {
    Builder builder;
    const Value a = builder.input("a", {ValueKind::Real, shape});
    const auto program = builder.finish({{"sum", ops::reduceSum(builder, a, axes, ops::KeepDimensions::No)}});
    const std::vector<Tensor> inputs = {Tensor::fromFloats(shape, randomNumbers(shape.elementCount()))};
    const auto plan = backend->prepare(program, Keep::Outputs, Precision::Float32);
    QVERIFY(largestDistance(runOn(*backend, *plan, inputs)[0], ProgramRun()(program, inputs)[0]) <= 5e-5);
  }
}

void TestVulkanRows::firstLargestIsFound() {
  const auto backend = watchedBackend();
  for (const std::int64_t length : {5, 40, 700}) {
    Builder builder;
    const Value a = builder.input("a", {ValueKind::Real, {4, length}});
    const auto program = builder.finish({{"place", ops::argMax(builder, a)}});
    std::vector<float> numbers(static_cast<std::size_t>(4 * length), -1.0F);
    const auto at = [&](std::int64_t row, std::int64_t column) -> float& {
      return numbers[static_cast<std::size_t>(row * length + column)];
    };
    at(0, 3) = at(0, 4) = 2.0F;  // equal ones
    at(1, 1) = -0.0F;            // both zeros are the same
    at(1, 2) = 0.0F;
    at(2, 0) = 9.0F;  // NaN ranks above every number
    at(2, length - 1) = std::numeric_limits<float>::quiet_NaN();
    const auto plan = backend->prepare(program, Keep::Outputs, Precision::Float32);
    const std::vector<Tensor> inputs = {Tensor::fromFloats({4, length}, numbers)};
    const Tensor found = runOn(*backend, *plan, inputs)[0];
    QCOMPARE(found.at(0), 3.0);
    QCOMPARE(found.at(1), 1.0);
    QCOMPARE(found.at(2), static_cast<double>(length - 1));
    QCOMPARE(found.at(3), 0.0);
  }
}

void TestVulkanRows::noNumberIsTheLargest() {
  const auto backend = watchedBackend();
  for (const std::int64_t length : {5, 40, 700}) {
    Builder builder;
    const Value a = builder.input("a", {ValueKind::Real, {2, length}});
    const auto program = builder.finish({{"largest", ops::reduceMax(builder, a, {-1}, ops::KeepDimensions::No)}});
    std::vector<float> numbers = randomNumbers(2 * length);
    numbers[static_cast<std::size_t>(length - 2)] = std::numeric_limits<float>::quiet_NaN();
    const auto plan = backend->prepare(program, Keep::Outputs, Precision::Float32);
    const std::vector<Tensor> inputs = {Tensor::fromFloats({2, length}, numbers)};
    const Tensor found = runOn(*backend, *plan, inputs)[0];
    QVERIFY(std::isnan(found.at(0)));
    QVERIFY(!std::isnan(found.at(1)));
  }
}

void TestVulkanRows::elementsAreTakenInFours() {
  const auto backend = watchedBackend();
  for (const std::int64_t count : {1, 2, 3, 4, 5, 511, 512, 513, 2049}) {
    Builder builder;
    const Value a = builder.input("a", {ValueKind::Real, {count}});
    const Value one = builder.input("one", {ValueKind::Real, {1}});
    const auto program = builder.finish({{"exp", ops::exp(builder, a)},
                                         {"sum", ops::add(builder, a, a)},
                                         {"stretched", ops::subtract(builder, a, one)},
                                         {"stretched first", ops::multiply(builder, one, a)}});
    const std::vector<Tensor> inputs = {Tensor::fromFloats({count}, randomNumbers(count)),
                                        Tensor::fromFloats({1}, {0.25F})};
    const auto plan = backend->prepare(program, Keep::Outputs, Precision::Float32);
    const std::vector<Tensor> found = runOn(*backend, *plan, inputs);
    const std::vector<Tensor> exact = ProgramRun()(program, inputs);
    for (std::size_t i = 0; i < exact.size(); ++i) QVERIFY(largestDistance(found[i], exact[i]) <= 3e-7);
  }
}

QTEST_GUILESS_MAIN(TestVulkanRows)
#include "tst_vulkan_rows.moc"
