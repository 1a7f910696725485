#include "core/program/rewrite.h"
#include "tests/core/op_runner.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace heed::core;
using namespace heed::core::testing;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

const OpDef& op(const char* name) {
  const OpDef* found = findOp(name);
  HEED_ASSERT(found != nullptr);
  return *found;
}

/// Numbers without a pattern that the kernels could profit from: the fractional parts of multiples of the golden ratio.
std::vector<double> numbers(std::int64_t count, double low, double high, double start = 0.0) {
  std::vector<double> result;
  for (std::int64_t i = 0; i < count; ++i) {
    const double position = start + 0.6180339887498949 * static_cast<double>(i + 1);
    result.push_back(low + (high - low) * (position - std::floor(position)));
  }
  return result;
}

Tensor reals(const Shape& shape, double low, double high, double start = 0.0) {
  return Tensor::fromDoubles(shape, numbers(shape.elementCount(), low, high, start));
}

Tensor row(std::vector<double> elements) {
  const Shape shape{1, static_cast<std::int64_t>(elements.size())};
  return Tensor::fromDoubles(shape, std::move(elements));
}

Tensor truths(const Shape& shape, double probability) {
  std::vector<std::uint8_t> result;
  for (const double number : numbers(shape.elementCount(), 0.0, 1.0, 0.37))
    result.push_back(number < probability ? 1 : 0);
  return Tensor::fromBools(shape, std::move(result));
}

/// NaN equals NaN, an infinity itself.
bool close(double actual, double expected, double tolerance) {
  if (std::isnan(expected)) return std::isnan(actual);
  if (std::isinf(expected)) return actual == expected;
  return std::abs(actual - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

QByteArray difference(const Tensor& actual, const std::vector<double>& expected, double tolerance) {
  if (actual.elementCount() != static_cast<std::int64_t>(expected.size())) return "another number of elements";
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double number = actual.at(static_cast<std::int64_t>(i));
    if (!close(number, expected[i], tolerance)) {
      return QByteArray::fromStdString(fmt::format("element {} is {}, not {}", i, number, expected[i]));
    }
  }
  return {};
}

/// exp over the sum of exp, without any shift, in long double: right while no exponential overflows there (11,000).
std::vector<double> softmaxOf(const std::vector<double>& scores, const std::vector<bool>& allowed, std::size_t length) {
  std::vector<double> result(scores.size(), 0.0);
  for (std::size_t first = 0; first < scores.size(); first += length) {
    long double sum = 0.0L;
    for (std::size_t i = first; i < first + length; ++i) sum += allowed[i] ? expl(scores[i]) : 0.0L;
    for (std::size_t i = first; i < first + length; ++i) {
      if (allowed[i]) result[i] = static_cast<double>(expl(scores[i]) / sum);
    }
  }
  return result;
}

/// Float32 kernels see rounded inputs: a score of 1000 is off by 3e-5, which only tiny weights show.
double toleranceFor(Precision precision) {
  return precision == Precision::Float32 ? 2e-6 : 1e-12;
}

void addPrecisions(const std::function<void(Precision, const QByteArray&)>& add) {
  add(Precision::Float32, "float32, ");
  add(Precision::Float64, "float64, ");
}

struct ReductionCase {
  Shape shape;
  std::vector<std::int64_t> axes;
};

/// The elements that go into each result, found from every element's own index.
std::vector<std::vector<double>> groupsOf(const Tensor& operand, const std::vector<std::int64_t>& axes) {
  const Shape& shape = operand.shape();
  std::vector<std::int64_t> keptSizes;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    keptSizes.push_back(std::ranges::count(axes, axis) > 0 || axes.empty() ? 1 : shape[axis]);
  }
  const Shape kept{std::span<const std::int64_t>(keptSizes)};
  std::vector<std::vector<double>> groups(static_cast<std::size_t>(kept.elementCount()));
  for (std::int64_t i = 0; i < shape.elementCount(); ++i) {
    auto index = shape.index(i);
    for (std::size_t axis = 0; axis < keptSizes.size(); ++axis) index[axis] = keptSizes[axis] == 1 ? 0 : index[axis];
    const std::span<const std::int64_t> place(index.data(), keptSizes.size());
    groups[static_cast<std::size_t>(kept.offset(place))].push_back(operand.at(i));
  }
  return groups;
}

}  // namespace

Q_DECLARE_METATYPE(heed::core::Precision)

class TestOpKernels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void softmaxMatchesItsFormula_data();
  void softmaxMatchesItsFormula();
  void fullyMaskedRowGivesZeros();
  void nanInAScoreMakesItsRowNan();
  void nanBehindTheMaskIsNotSeen();
  void rowOfMinusInfinityIsNan();
  void logSoftmaxDoesNotUnderflow();
  void layerNormMatchesItsFormula();
  void geluMatchesTheNormalDistribution();
  void crossEntropyMatchesItsFormula();
  void crossEntropyRefusesAClassOutside();
  void meanSquaredErrorMatchesItsFormula();
  void reductionsMatchLoopsOverIndices_data();
  void reductionsMatchLoopsOverIndices();
  void nanPassesThroughMaximaAndMinima();
  void broadcastingMatchesLoopsOverIndices_data();
  void broadcastingMatchesLoopsOverIndices();
  void selectBroadcastsAllThree();
  void castCutsOffTowardsZero();
  void expansionGivesTheBitsOfTheKernel_data();
  void expansionGivesTheBitsOfTheKernel();
  void expansionOfALabelledSoftmaxIsLabelled();
  void threadsDoNotChangeABit();
  void stopEndsAKernel();
  void operandsThatDoNotFitAreRefused_data();
  void operandsThatDoNotFitAreRefused();
};

void TestOpKernels::softmaxMatchesItsFormula_data() {
  QTest::addColumn<Precision>("precision");
  QTest::addColumn<int>("rows");
  QTest::addColumn<int>("length");
  QTest::addColumn<double>("largest");
  QTest::addColumn<double>("allowedShare");  // above 1: no mask
  addPrecisions([](Precision precision, const QByteArray& name) {
    QTest::newRow(name + "odd sizes") << precision << 3 << 7 << 3.0 << 2.0;
    QTest::newRow(name + "one element") << precision << 1 << 1 << 3.0 << 2.0;
    QTest::newRow(name + "long rows") << precision << 2 << 1001 << 3.0 << 2.0;
    QTest::newRow(name + "extreme scores") << precision << 5 << 9 << 1000.0 << 2.0;
    QTest::newRow(name + "masked") << precision << 7 << 13 << 3.0 << 0.6;
    QTest::newRow(name + "masked, extreme scores") << precision << 7 << 13 << 1000.0 << 0.6;
    QTest::newRow(name + "nearly all masked") << precision << 9 << 5 << 3.0 << 0.2;
  });
}

void TestOpKernels::softmaxMatchesItsFormula() {
  QFETCH(const Precision, precision);
  QFETCH(const int, rows);
  QFETCH(const int, length);
  QFETCH(const double, largest);
  QFETCH(const double, allowedShare);
  const Shape shape{rows, length};
  const Tensor scores = inPrecision(reals(shape, -largest, largest), precision);
  const bool hasMask = allowedShare <= 1.0;
  const Tensor mask = truths(shape, hasMask ? allowedShare : 1.1);
  std::vector<bool> allowed;
  for (const double truth : mask.toDoubles()) allowed.push_back(truth != 0.0);
  const std::vector<double> expected = softmaxOf(scores.toDoubles(), allowed, static_cast<std::size_t>(length));
  const std::vector<Tensor> operands = hasMask ? std::vector{scores, mask} : std::vector{scores};
  const Tensor actual = runOp(op("softmax"), operands, {{"mask", hasMask}}, precision);
  const QByteArray wrong = difference(actual, expected, toleranceFor(precision));
  QVERIFY2(wrong.isEmpty(), wrong);
}

void TestOpKernels::fullyMaskedRowGivesZeros() {
  const Tensor mask = Tensor::fromBools({2, 1}, {0, 1});
  const Tensor actual = runOp(op("softmax"), {reals({2, 3}, -1.0, 1.0), mask}, {{"mask", true}});
  for (std::int64_t i = 0; i < 3; ++i) QCOMPARE(actual.at(i), 0.0);
  QVERIFY(close(actual.at(3) + actual.at(4) + actual.at(5), 1.0, 1e-15));
}

void TestOpKernels::nanInAScoreMakesItsRowNan() {
  const Tensor scores = Tensor::fromDoubles({2, 3}, {1.0, kNan, 2.0, 5.0, 5.0, 5.0});
  const Tensor actual = runOp(op("softmax"), {scores}, {{"mask", false}});
  const QByteArray wrong = difference(actual, {kNan, kNan, kNan, 1.0 / 3, 1.0 / 3, 1.0 / 3}, 1e-15);
  QVERIFY2(wrong.isEmpty(), wrong);
}

void TestOpKernels::nanBehindTheMaskIsNotSeen() {
  const Tensor scores = row({1.0, kNan, 1.0, kInfinity});
  const Tensor mask = Tensor::fromBools({4}, {1, 0, 1, 0});
  const Tensor actual = runOp(op("softmax"), {scores, mask}, {{"mask", true}});
  const QByteArray wrong = difference(actual, {0.5, 0.0, 0.5, 0.0}, 0.0);
  QVERIFY2(wrong.isEmpty(), wrong);
}

void TestOpKernels::rowOfMinusInfinityIsNan() {
  const Tensor scores = row({-kInfinity, -kInfinity});
  const Tensor plain = runOp(op("softmax"), {scores}, {{"mask", false}});
  const Tensor masked = runOp(op("softmax"), {scores, Tensor::fromBools({2}, {1, 0})}, {{"mask", true}});
  QVERIFY(std::isnan(plain.at(0)) && std::isnan(plain.at(1)));
  QVERIFY(std::isnan(masked.at(0)));
  QCOMPARE(masked.at(1), 0.0);
}

void TestOpKernels::logSoftmaxDoesNotUnderflow() {
  const Tensor actual = runOp(op("log_softmax"), {row({1000.0, 0.0, -1000.0})});
  const QByteArray wrong = difference(actual, {0.0, -1000.0, -2000.0}, 1e-12);
  QVERIFY2(wrong.isEmpty(), wrong);
}

void TestOpKernels::layerNormMatchesItsFormula() {
  const Shape shape{5, 19};
  const double epsilon = 1e-3;
  for (const Precision precision : {Precision::Float32, Precision::Float64}) {
    const Tensor x = inPrecision(reals(shape, -2.0, 3.0), precision);
    const Tensor gain = inPrecision(reals({19}, 0.5, 1.5, 0.2), precision);
    const Tensor bias = inPrecision(reals({19}, -1.0, 1.0, 0.7), precision);
    std::vector<double> expected;
    for (std::int64_t i = 0; i < 5; ++i) {
      long double sum = 0.0L;
      long double squares = 0.0L;
      for (std::int64_t j = 0; j < 19; ++j) sum += x.at(i * 19 + j);
      for (std::int64_t j = 0; j < 19; ++j) squares += powl(x.at(i * 19 + j) - sum / 19, 2);
      for (std::int64_t j = 0; j < 19; ++j) {
        const long double normalised = (x.at(i * 19 + j) - sum / 19) / sqrtl(squares / 19 + epsilon);
        expected.push_back(static_cast<double>(normalised * gain.at(j) + bias.at(j)));
      }
    }
    const Tensor actual = runOp(op("layer_norm"), {x, gain, bias}, {{"epsilon", epsilon}}, precision);
    const QByteArray wrong = difference(actual, expected, toleranceFor(precision));
    QVERIFY2(wrong.isEmpty(), wrong);
  }
}

void TestOpKernels::geluMatchesTheNormalDistribution() {
  // x Phi(x) with Phi from tables of the normal distribution to 16 digits.
  const Tensor x = row({-1.0, 0.0, 0.5, 1.0, 2.0});
  const std::vector<double> exact = {-0.1586552539314571, 0.0, 0.5 * 0.6914624612740131, 0.8413447460685429,
                                     2.0 * 0.9772498680518208};
  const Tensor erf = runOp(op("gelu"), {x}, {{"form", std::string("erf")}});
  QVERIFY2(difference(erf, exact, 1e-14).isEmpty(), difference(erf, exact, 1e-14));
  // The approximation is off by less than 5e-4 everywhere (Hendrycks and Gimpel), but by more than 1e-5 here.
  const Tensor tanh = runOp(op("gelu"), {x}, {{"form", std::string("tanh")}});
  QVERIFY2(difference(tanh, exact, 5e-4).isEmpty(), difference(tanh, exact, 5e-4));
  QVERIFY(std::abs(tanh.at(3) - exact[3]) > 1e-5);
}

void TestOpKernels::crossEntropyMatchesItsFormula() {
  const Tensor logits = reals({2, 3, 4}, -3.0, 3.0);
  const std::vector<std::int32_t> classes = {0, 3, 2, 1, 1, 3};
  long double loss = 0.0L;
  for (std::int64_t i = 0; i < 6; ++i) {
    long double sum = 0.0L;
    for (std::int64_t j = 0; j < 4; ++j) sum += expl(logits.at(i * 4 + j));
    loss -= logl(expl(logits.at(i * 4 + classes[static_cast<std::size_t>(i)])) / sum) / 6.0L;
  }
  const Tensor actual = runOp(op("cross_entropy"), {logits, Tensor::fromInts({2, 3}, classes)});
  QCOMPARE(actual.shape().rank(), 0);
  QVERIFY(close(actual.at(0), static_cast<double>(loss), 1e-13));
}

void TestOpKernels::crossEntropyRefusesAClassOutside() {
  for (const std::int32_t outside : {-1, 4}) {
    try {
      (void)runOp(op("cross_entropy"), {reals({2, 4}, -1.0, 1.0), Tensor::fromInts({2}, {0, outside})});
      QFAIL("It was taken.");
    } catch (const Error& error) {
      QCOMPARE(error.text().english(),
               fmt::format("cross_entropy: the class of row 1 is {}; it must be in [0, 4)", outside));
    }
  }
}

void TestOpKernels::meanSquaredErrorMatchesItsFormula() {
  const Tensor actual = runOp(op("mean_squared_error"), {row({1.0, 2.0, 3.0}), row({0.0, 4.0, 3.0})});
  QVERIFY(close(actual.at(0), 5.0 / 3.0, 1e-15));
}

void TestOpKernels::reductionsMatchLoopsOverIndices_data() {
  QTest::addColumn<QByteArray>("sizes");
  QTest::addColumn<QByteArray>("axes");
  QTest::newRow("rows") << QByteArray("3 7") << QByteArray("1");
  QTest::newRow("columns") << QByteArray("3 7") << QByteArray("0");
  QTest::newRow("the middle") << QByteArray("2 5 3") << QByteArray("1");
  QTest::newRow("outer two") << QByteArray("2 5 3") << QByteArray("0 2");
  QTest::newRow("inner two of four") << QByteArray("2 3 4 5") << QByteArray("2 3");
  QTest::newRow("first and third of five") << QByteArray("2 3 4 2 3") << QByteArray("0 2");
  QTest::newRow("all") << QByteArray("5 21") << QByteArray("");
  QTest::newRow("an axis of one element") << QByteArray("4 1 3") << QByteArray("1");
  QTest::newRow("long rows") << QByteArray("2 40001") << QByteArray("1");
}

void TestOpKernels::reductionsMatchLoopsOverIndices() {
  QFETCH(const QByteArray, sizes);
  QFETCH(const QByteArray, axes);
  std::vector<std::int64_t> shape;
  for (const QByteArray& size : sizes.split(' ')) shape.push_back(size.toLongLong());
  std::vector<std::int64_t> reduced;
  for (const QByteArray& axis : axes.split(' ')) {
    if (!axis.isEmpty()) reduced.push_back(axis.toLongLong());
  }
  const Tensor operand = reals(Shape(std::span<const std::int64_t>(shape)), -1.0, 1.0);
  std::vector<double> sums;
  std::vector<double> means;
  std::vector<double> largest;
  std::vector<double> smallest;
  for (const std::vector<double>& group : groupsOf(operand, reduced)) {
    long double sum = 0.0L;
    for (const double element : group) sum += element;
    sums.push_back(static_cast<double>(sum));
    means.push_back(static_cast<double>(sum / static_cast<long double>(group.size())));
    largest.push_back(*std::ranges::max_element(group));
    smallest.push_back(*std::ranges::min_element(group));
  }
  const auto check = [&](const char* name, const std::vector<double>& expected, double tolerance) {
    const Attributes attributes{{"axes", reduced}, {"keepDimensions", false}};
    const QByteArray wrong = difference(runOp(op(name), {operand}, attributes), expected, tolerance);
    QVERIFY2(wrong.isEmpty(), name + (": " + wrong));
  };
  check("reduce_sum", sums, 1e-11);
  check("reduce_mean", means, 1e-13);
  check("reduce_max", largest, 0.0);
  check("reduce_min", smallest, 0.0);
}

void TestOpKernels::nanPassesThroughMaximaAndMinima() {
  const Attributes rows{{"axes", std::vector<std::int64_t>{1}}, {"keepDimensions", false}};
  for (const std::vector<double>& elements : {std::vector{kNan, 1.0, 2.0}, {1.0, kNan, 2.0}, {1.0, 2.0, kNan}}) {
    QVERIFY(std::isnan(runOp(op("reduce_max"), {row(elements)}, rows).at(0)));
    QVERIFY(std::isnan(runOp(op("reduce_min"), {row(elements)}, rows).at(0)));
  }
  for (const char* name : {"maximum", "minimum"}) {
    const QByteArray wrong = difference(runOp(op(name), {row({kNan, 1.0}), row({1.0, kNan})}), {kNan, kNan}, 0.0);
    QVERIFY2(wrong.isEmpty(), name + (": " + wrong));
  }
  QVERIFY(std::isnan(runOp(op("relu"), {row({kNan})}).at(0)));
  QVERIFY(std::isnan(runOp(op("sign"), {row({kNan})}).at(0)));
}

void TestOpKernels::broadcastingMatchesLoopsOverIndices_data() {
  QTest::addColumn<QByteArray>("left");
  QTest::addColumn<QByteArray>("right");
  QTest::newRow("same") << QByteArray("3 5") << QByteArray("3 5");
  QTest::newRow("a row") << QByteArray("2 3 5") << QByteArray("5");
  QTest::newRow("a column") << QByteArray("2 3 5") << QByteArray("3 1");
  QTest::newRow("a column first") << QByteArray("3 1") << QByteArray("2 3 5");
  QTest::newRow("both") << QByteArray("4 1 3") << QByteArray("2 1");
  QTest::newRow("one element") << QByteArray("1") << QByteArray("2 3");
  QTest::newRow("longer than a piece of work") << QByteArray("3 1 7001") << QByteArray("2 1");
}

void TestOpKernels::broadcastingMatchesLoopsOverIndices() {
  QFETCH(const QByteArray, left);
  QFETCH(const QByteArray, right);
  const auto tensorOf = [](const QByteArray& sizes, double start) {
    std::vector<std::int64_t> shape;
    for (const QByteArray& size : sizes.split(' ')) shape.push_back(size.toLongLong());
    return reals(Shape(std::span<const std::int64_t>(shape)), 0.5, 2.0, start);
  };
  const Tensor a = tensorOf(left, 0.1);
  const Tensor b = tensorOf(right, 0.6);
  const Tensor difference = runOp(op("subtract"), {a, b});
  const Tensor quotient = runOp(op("divide"), {a, b});
  const Tensor less = runOp(op("less"), {a, b});
  const Shape& shape = difference.shape();
  const auto elementAt = [&](const Tensor& operand, std::int64_t offset) {
    const auto index = shape.index(offset);
    std::vector<std::int64_t> own;
    for (int axis = 0; axis < operand.shape().rank(); ++axis) {
      const auto place = static_cast<std::size_t>(axis + shape.rank() - operand.shape().rank());
      own.push_back(operand.shape()[axis] == 1 ? 0 : index[place]);
    }
    return operand.at(std::span<const std::int64_t>(own));
  };
  for (std::int64_t i = 0; i < shape.elementCount(); ++i) {
    const double x = elementAt(a, i);
    const double y = elementAt(b, i);
    if (difference.at(i) != x - y || quotient.at(i) != x / y || (less.at(i) != 0.0) != (x < y)) {
      QFAIL(fmt::format("element {} of {}", i, shape.toString()).c_str());
    }
  }
}

void TestOpKernels::selectBroadcastsAllThree() {
  const Tensor condition = Tensor::fromBools({2, 1}, {1, 0});
  const Tensor a = Tensor::fromDoubles({3}, {1.0, 2.0, 3.0});
  const Tensor actual = runOp(op("select"), {condition, a, Tensor::scalar(kNan)});
  const QByteArray wrong = difference(actual, {1.0, 2.0, 3.0, kNan, kNan, kNan}, 0.0);
  QVERIFY2(wrong.isEmpty(), wrong);
}

void TestOpKernels::castCutsOffTowardsZero() {
  const Tensor actual =
      runOp(op("cast"), {row({1.9, -1.9, 0.0, kNan, 1e300, -kInfinity})}, {{"kind", std::string("int")}});
  const QByteArray wrong = difference(actual, {1.0, -1.0, 0.0, 0.0, 2147483647.0, -2147483648.0}, 0.0);
  QVERIFY2(wrong.isEmpty(), wrong);
}

void TestOpKernels::expansionGivesTheBitsOfTheKernel_data() {
  QTest::addColumn<Precision>("precision");
  QTest::addColumn<QByteArray>("name");
  QTest::addColumn<double>("largest");
  addPrecisions([](Precision precision, const QByteArray& name) {
    QTest::newRow(name + "softmax") << precision << QByteArray("softmax") << 4.0;
    QTest::newRow(name + "softmax of extreme scores") << precision << QByteArray("softmax") << 1000.0;
    QTest::newRow(name + "masked softmax") << precision << QByteArray("masked") << 4.0;
    QTest::newRow(name + "masked softmax of extreme scores") << precision << QByteArray("masked") << 1000.0;
    QTest::newRow(name + "log_softmax") << precision << QByteArray("log_softmax") << 4.0;
    QTest::newRow(name + "layer_norm") << precision << QByteArray("layer_norm") << 4.0;
  });
}

void TestOpKernels::expansionGivesTheBitsOfTheKernel() {
  QFETCH(const Precision, precision);
  QFETCH(const QByteArray, name);
  QFETCH(const double, largest);
  const Shape shape{2, 17, 33};
  Builder builder;
  const Value x = builder.input("x", {ValueKind::Real, shape});
  std::vector<Tensor> inputs = {inPrecision(reals(shape, -largest, largest), precision)};
  Value result;
  if (name == "softmax") result = ops::softmax(builder, x);
  if (name == "log_softmax") result = ops::logSoftmax(builder, x);
  if (name == "masked") {
    // Fewer truths than rows: some rows are fully masked.
    inputs.push_back(truths({17, 33}, 0.02));
    result = ops::softmax(builder, x, builder.input("mask", {ValueKind::Bool, {17, 33}}));
  }
  if (name == "layer_norm") {
    inputs.push_back(inPrecision(reals({33}, 0.5, 1.5), precision));
    inputs.push_back(inPrecision(reals({33}, -1.0, 1.0), precision));
    const Value gain = builder.input("gain", {ValueKind::Real, {33}});
    result = ops::layerNorm(builder, x, gain, builder.input("bias", {ValueKind::Real, {33}}), 1e-5);
  }
  const auto program = builder.finish({{"result", result}});
  const auto inside = fullyExpanded(*program);
  QVERIFY(inside->nodes().size() > program->nodes().size());
  const auto outputOf = [&](const Program& which) {
    const auto place = static_cast<std::size_t>(which.outputs().front().value.id);
    return runProgram(which, inputs, precision)[place];
  };
  QVERIFY(outputOf(*program).identicalTo(outputOf(*inside)));
}

void TestOpKernels::expansionOfALabelledSoftmaxIsLabelled() {
  Builder builder;
  const Value scores = builder.input("scores", {ValueKind::Real, {4, 5}});
  const Value mask = builder.input("mask", {ValueKind::Bool, {4, 5}});
  const Axis query{AxisMeaning::Query, {}};
  const Axis key{AxisMeaning::Key, {}};
  StepSpec spec;
  spec.id = "weights";
  spec.axes = {query, key};
  spec.mask = mask;
  const Value weights = builder.step(ops::softmax(builder, scores, mask), spec);
  const auto program = fullyExpanded(*builder.finish({{"weights", weights}}));
  std::vector<std::string> seen;
  for (const Step& step : program->steps()) {
    const std::string axes = toString(step.axes[0].meaning) + " " + toString(step.axes[1].meaning);
    seen.push_back(step.id + ": " + step.caption.english() + ", " + axes + (step.mask.isValid() ? ", masked" : ""));
  }
  const std::vector<std::string> expected = {"weights.maximum: Row maximum, query index",
                                             "weights.shifted: Subtract maximum, query key, masked",
                                             "weights.exponential: Exponential, query key, masked",
                                             "weights.sum: Row sum, query index", "weights: , query key, masked"};
  QCOMPARE(seen, expected);
}

void TestOpKernels::threadsDoNotChangeABit() {
  ThreadPool one(1);
  ThreadPool three(3);
  KernelContext alone{{}, one};
  KernelContext together{{}, three};
  const Tensor x = reals({40, 1500}, -3.0, 3.0);
  const Attributes everything{{"axes", std::vector<std::int64_t>{}}, {"keepDimensions", false}};
  const Attributes columns{{"axes", std::vector<std::int64_t>{0}}, {"keepDimensions", false}};
  for (const auto& [name, attributes] : std::vector<std::pair<const char*, Attributes>>{
           {"reduce_sum", everything}, {"reduce_sum", columns}, {"softmax", {{"mask", false}}}, {"exp", {}}}) {
    const Tensor a = runOp(op(name), {x}, attributes, Precision::Float32, alone).front();
    const Tensor b = runOp(op(name), {x}, attributes, Precision::Float32, together).front();
    QVERIFY2(a.identicalTo(b), name);
  }
}

void TestOpKernels::stopEndsAKernel() {
  std::stop_source source;
  source.request_stop();
  ThreadPool pool(2);
  KernelContext context{source.get_token(), pool};
  const Tensor x = reals({40, 1500}, -3.0, 3.0);
  const Attributes rows{{"axes", std::vector<std::int64_t>{1}}, {"keepDimensions", false}};
  for (const auto& [name, attributes] : std::vector<std::pair<const char*, Attributes>>{
           {"exp", {}}, {"softmax", {{"mask", false}}}, {"reduce_max", rows}, {"log_softmax", {}}}) {
    bool stopped = false;
    try {
      (void)runOp(op(name), {x}, attributes, Precision::Float32, context);
    } catch (const Cancelled&) {
      stopped = true;
    }
    QVERIFY2(stopped, name);
  }
}

void TestOpKernels::operandsThatDoNotFitAreRefused_data() {
  QTest::addColumn<QByteArray>("sentence");
  QTest::addColumn<std::function<void(Builder&)>>("call");
  const auto add = [](const char* name, const char* sentence, std::function<void(Builder&)> call) {
    QTest::newRow(name) << QByteArray(sentence) << std::move(call);
  };
  static const auto real = [](Builder& b, Shape shape) {
    return b.input("r" + std::to_string(b.soFar().inputs().size()), {ValueKind::Real, shape});
  };
  static const auto integer = [](Builder& b, Shape shape) {
    return b.input("i" + std::to_string(b.soFar().inputs().size()), {ValueKind::Int, shape});
  };
  add("mask of another size", "softmax: shapes 2 x 3 and 2 x 4 do not fit",
      [](Builder& b) { (void)ops::softmax(b, real(b, {2, 3}), b.input("mask", {ValueKind::Bool, {2, 4}})); });
  add("mask larger than the scores",
      "softmax: the mask is bool 5 x 2 x 3; it must fit or stretch to the scores, which are real 2 x 3",
      [](Builder& b) { (void)ops::softmax(b, real(b, {2, 3}), b.input("mask", {ValueKind::Bool, {5, 2, 3}})); });
  add("empty rows", "softmax: operand 0 is real 2 x 0; its rows have no elements to normalise",
      [](Builder& b) { (void)ops::softmax(b, real(b, {2, 0})); });
  add("integers", "exp: operand 0 is int 3; it must be real", [](Builder& b) { (void)ops::exp(b, integer(b, {3})); });
  add("two kinds", "less: operand 1 is real 3; it must be int",
      [](Builder& b) { (void)ops::less(b, integer(b, {3}), real(b, {3})); });
  add("axis outside", "reduce_sum: axis 2 is outside [0, 2) of operand 0, which is real 2 x 3",
      [](Builder& b) { (void)ops::reduceSum(b, real(b, {2, 3}), {2}, ops::KeepDimensions::No); });
  add("mean of nothing", "reduce_mean: operand 0 is real 2 x 0; over no elements it has no result",
      [](Builder& b) { (void)ops::reduceMean(b, real(b, {2, 0}), {-1}, ops::KeepDimensions::No); });
  add("gain of another size",
      "layer_norm: operand 1 is real 4; it must have shape 3, one number for each place of the rows of operand 0, "
      "which "
      "is real 2 x 3",
      [](Builder& b) { (void)ops::layerNorm(b, real(b, {2, 3}), real(b, {4}), real(b, {3}), 1e-5); });
}

void TestOpKernels::operandsThatDoNotFitAreRefused() {
  QFETCH(const QByteArray, sentence);
  QFETCH(const std::function<void(Builder&)>, call);
  Builder builder;
  try {
    call(builder);
    QFAIL("It was taken.");
  } catch (const Error& error) {
    QVERIFY2(error.kind() == ErrorKind::Shape, error.what());
    QCOMPARE(QByteArray::fromStdString(error.text().english()).left(sentence.size()), sentence);
  }
}

QTEST_GUILESS_MAIN(TestOpKernels)
#include "tst_op_kernels.moc"
