#include "core/base/error.h"
#include "core/tensor/shape.h"
#include "core/tensor/tensor.h"

#include <QtTest>

#include <cmath>
#include <limits>

using namespace heed::core;

namespace {

using Sizes = std::vector<std::int64_t>;

Shape shapeOf(const Sizes& sizes) {
  return Shape(std::span(sizes));
}

/// The sentence of the Error{Shape} that a call throws; empty without one.
template <typename Call>
QString shapeErrorOf(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.kind() == ErrorKind::Shape ? QString::fromUtf8(error.what()) : QString();
  }
  return {};
}

}  // namespace

class TestTensor : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void shapeKnowsItsSizes();
  void aScalarHasOneElement();
  void impossibleShapesAreRefused();
  void dimensionsCanBeChangedRemovedAndAdded();
  void offsetAndIndexAreRowMajor();
  void axesCountFromEitherEnd();
  void broadcastFollowsNumPy_data();
  void broadcastFollowsNumPy();
  void elementsMustFillTheShape();
  void elementsOfEachKindComeBack();
  void aDefaultTensorIsNull();
  void copiesShareTheirElements();
  void reshapedKeepsTheElements();
  void conversionsFollowTheirRules_data();
  void conversionsFollowTheirRules();
  void identityIsOfBits();
  void buffersAreAlignedAndFinishOnce();
  void emptyTensorsHaveNoElements();
};

void TestTensor::shapeKnowsItsSizes() {
  const Shape shape{2, 11, 8};
  QCOMPARE(shape.rank(), 3);
  QCOMPARE(shape.elementCount(), std::int64_t{176});
  QCOMPARE(shape[0], std::int64_t{2});
  QCOMPARE(shape[-1], std::int64_t{8});
  QCOMPARE(shape.toString(), std::string("2 x 11 x 8"));
  QVERIFY(shape == Shape({2, 11, 8}));
  QVERIFY(shape != Shape({2, 11}));
  QVERIFY(shape != Shape({2, 11, 9}));
  QVERIFY(Shape({1, 3}) != Shape({3}));
}

void TestTensor::aScalarHasOneElement() {
  QCOMPARE(Shape().rank(), 0);
  QCOMPARE(Shape().elementCount(), std::int64_t{1});
  QCOMPARE(Shape().toString(), std::string("scalar"));
  QCOMPARE(Tensor::scalar(2.5).at(0), 2.5);
  QVERIFY(Tensor::scalar(2.5).kind() == ElementKind::Float64);
}

void TestTensor::impossibleShapesAreRefused() {
  QCOMPARE(shapeErrorOf([] { (void)Shape{1, 1, 1, 1, 1, 1, 1}; }),
           QStringLiteral("a tensor has 7 dimensions; at most 6 are possible"));
  QVERIFY(!shapeErrorOf([] { (void)Shape{2, -1}; }).isEmpty());
  QVERIFY(!shapeErrorOf([] { (void)Shape{1, 1, 1, 1, 1, 1}.withInserted(0, 1); }).isEmpty());
}

void TestTensor::dimensionsCanBeChangedRemovedAndAdded() {
  const Shape shape{2, 3, 4};
  QCOMPARE(shape.withSize(1, 7), Shape({2, 7, 4}));
  QCOMPARE(shape.withSize(-1, 7), Shape({2, 3, 7}));
  QCOMPARE(shape.without(0), Shape({3, 4}));
  QCOMPARE(shape.without(-2), Shape({2, 4}));
  QCOMPARE(shape.withInserted(0, 5), Shape({5, 2, 3, 4}));
  QCOMPARE(shape.withInserted(-1, 5), Shape({2, 3, 4, 5}));
  QCOMPARE(shape.withInserted(1, 5), Shape({2, 5, 3, 4}));
  QCOMPARE(shape.part(1, 3), Shape({3, 4}));
  QCOMPARE(shape.part(1, 1), Shape());
}

void TestTensor::offsetAndIndexAreRowMajor() {
  const Shape shape{2, 3, 4};
  QCOMPARE(shape.offset(Sizes{1, 2, 3}), std::int64_t{23});
  QCOMPARE(shape.offset(Sizes{1, 0, 2}), std::int64_t{14});
  QCOMPARE(shape.offset(Sizes{0, 2, 1}), std::int64_t{9});
  std::int64_t next = 0;
  for (std::int64_t i = 0; i < 2; ++i) {
    for (std::int64_t j = 0; j < 3; ++j) {
      for (std::int64_t k = 0; k < 4; ++k) {
        const auto index = shape.index(next++);
        QCOMPARE((Sizes{index[0], index[1], index[2]}), (Sizes{i, j, k}));
      }
    }
  }
}

void TestTensor::axesCountFromEitherEnd() {
  QCOMPARE(normalizedAxis(2, 3, "softmax"), 2);
  QCOMPARE(normalizedAxis(-3, 3, "softmax"), 0);
  QCOMPARE(shapeErrorOf([] { (void)normalizedAxis(3, 3, "softmax"); }),
           QStringLiteral("softmax: axis 3 is outside [-3, 3)"));
  QVERIFY(!shapeErrorOf([] { (void)normalizedAxis(-4, 3, "softmax"); }).isEmpty());
  QVERIFY(!shapeErrorOf([] { (void)normalizedAxis(0, 0, "softmax"); }).isEmpty());
}

// Results of numpy.broadcast_shapes; no expected value where it raises.
void TestTensor::broadcastFollowsNumPy_data() {
  QTest::addColumn<Sizes>("a");
  QTest::addColumn<Sizes>("b");
  QTest::addColumn<bool>("fits");
  QTest::addColumn<Sizes>("expected");
  QTest::newRow("equal") << Sizes{2, 3} << Sizes{2, 3} << true << Sizes{2, 3};
  QTest::newRow("scalar") << Sizes{} << Sizes{2, 3} << true << Sizes{2, 3};
  QTest::newRow("two scalars") << Sizes{} << Sizes{} << true << Sizes{};
  QTest::newRow("row") << Sizes{4, 3} << Sizes{3} << true << Sizes{4, 3};
  QTest::newRow("column") << Sizes{4, 3} << Sizes{4, 1} << true << Sizes{4, 3};
  QTest::newRow("outer") << Sizes{4, 1} << Sizes{1, 3} << true << Sizes{4, 3};
  QTest::newRow("heads") << Sizes{2, 1, 4, 4} << Sizes{5, 1, 4} << true << Sizes{2, 5, 4, 4};
  QTest::newRow("empty against one") << Sizes{0, 3} << Sizes{1, 3} << true << Sizes{0, 3};
  QTest::newRow("empty against two") << Sizes{0, 3} << Sizes{2, 3} << false << Sizes{};
  QTest::newRow("different") << Sizes{2, 3} << Sizes{2, 4} << false << Sizes{};
  QTest::newRow("first against last") << Sizes{4} << Sizes{4, 3} << false << Sizes{};
}

void TestTensor::broadcastFollowsNumPy() {
  QFETCH(Sizes, a);
  QFETCH(Sizes, b);
  QFETCH(bool, fits);
  QFETCH(Sizes, expected);
  if (fits) {
    QCOMPARE(broadcast(shapeOf(a), shapeOf(b), "add"), shapeOf(expected));
    QCOMPARE(broadcast(shapeOf(b), shapeOf(a), "add"), shapeOf(expected));
  } else {
    const QString sentence = shapeErrorOf([&] { (void)broadcast(shapeOf(a), shapeOf(b), "add"); });
    QVERIFY2(sentence.startsWith("add: "), qPrintable(sentence));
    QVERIFY(sentence.contains(QString::fromStdString(shapeOf(a).toString())));
    QVERIFY(sentence.contains(QString::fromStdString(shapeOf(b).toString())));
  }
}

void TestTensor::elementsMustFillTheShape() {
  const QString sentence = shapeErrorOf([] { (void)Tensor::fromFloats({2, 3}, {1, 2, 3, 4, 5}); });
  QCOMPARE(sentence, QStringLiteral("5 elements do not fill the shape 2 x 3, which needs 6"));
}

void TestTensor::elementsOfEachKindComeBack() {
  const Tensor floats = Tensor::fromFloats({2, 2}, {1.5F, -2.0F, 0.25F, 8.0F});
  QVERIFY(floats.kind() == ElementKind::Float32);
  QCOMPARE(floats.byteCount(), std::size_t{16});
  QCOMPARE(floats.at(Sizes{1, 0}), 0.25);
  const Tensor doubles = Tensor::fromDoubles({2}, {0.1, 0.2});
  QCOMPARE(doubles.byteCount(), std::size_t{16});
  QCOMPARE(doubles.doubles()[1], 0.2);
  const Tensor ints = Tensor::fromInts({3}, {-1, 0, 2'147'483'647});
  QCOMPARE(ints.ints()[2], 2'147'483'647);
  QCOMPARE(ints.at(0), -1.0);
  const Tensor bools = Tensor::fromBools({2}, {1, 0});
  QCOMPARE(bools.byteCount(), std::size_t{2});
  QCOMPARE(bools.toDoubles(), (std::vector<double>{1.0, 0.0}));
  QCOMPARE(Tensor::zeros(ElementKind::Int32, {2}).toDoubles(), (std::vector<double>{0.0, 0.0}));
}

void TestTensor::aDefaultTensorIsNull() {
  QVERIFY(Tensor().isNull());
  QCOMPARE(Tensor().elementCount(), std::int64_t{0});
  QCOMPARE(Tensor().byteCount(), std::size_t{0});
  QVERIFY(Tensor().identicalTo(Tensor()));
  QVERIFY(!Tensor().identicalTo(Tensor::scalar(0.0)));
}

void TestTensor::copiesShareTheirElements() {
  const std::vector<Tensor> copies(2, Tensor::fromFloats({2}, {1, 2}));
  QCOMPARE(static_cast<const void*>(copies[0].data()), static_cast<const void*>(copies[1].data()));
}

void TestTensor::reshapedKeepsTheElements() {
  const Tensor tensor = Tensor::fromInts({2, 3}, {0, 1, 2, 3, 4, 5});
  const Tensor reshaped = tensor.reshaped({3, 2});
  QCOMPARE(reshaped.at(Sizes{2, 0}), 4.0);
  QCOMPARE(static_cast<const void*>(reshaped.data()), static_cast<const void*>(tensor.data()));
  QVERIFY(!shapeErrorOf([&] { (void)tensor.reshaped({4, 2}); }).isEmpty());
}

void TestTensor::conversionsFollowTheirRules_data() {
  QTest::addColumn<double>("from");
  QTest::addColumn<int>("kind");
  QTest::addColumn<double>("expected");
  const auto row = [](const char* name, double from, ElementKind kind, double expected) {
    QTest::newRow(name) << from << static_cast<int>(kind) << expected;
  };
  row("float32 rounds", 0.1, ElementKind::Float32, 0.100000001490116119384765625);
  row("int32 truncates", 2.9, ElementKind::Int32, 2.0);
  row("int32 truncates towards zero", -2.9, ElementKind::Int32, -2.0);
  row("NaN is not 0", std::numeric_limits<double>::quiet_NaN(), ElementKind::Bool, 1.0);
  row("0 is false", 0.0, ElementKind::Bool, 0.0);
  row("-0 is false", -0.0, ElementKind::Bool, 0.0);
  row("a half is true", 0.5, ElementKind::Bool, 1.0);
}

void TestTensor::conversionsFollowTheirRules() {
  QFETCH(double, from);
  QFETCH(int, kind);
  QFETCH(double, expected);
  const Tensor converted = Tensor::fromDoubles({1}, {from}).converted(static_cast<ElementKind>(kind));
  QVERIFY(converted.kind() == static_cast<ElementKind>(kind));
  QCOMPARE(converted.at(0), expected);
}

void TestTensor::identityIsOfBits() {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Tensor tensor = Tensor::fromFloats({2}, {nan, 0.0F});
  QVERIFY(tensor.identicalTo(Tensor::fromFloats({2}, {nan, 0.0F})));
  QVERIFY(!tensor.identicalTo(Tensor::fromFloats({2}, {nan, -0.0F})));
  QVERIFY(!tensor.identicalTo(Tensor::fromFloats({2, 1}, {nan, 0.0F})));
  QVERIFY(!Tensor::fromInts({1}, {0}).identicalTo(Tensor::fromFloats({1}, {0.0F})));
}

void TestTensor::buffersAreAlignedAndFinishOnce() {
  TensorBuffer buffer(ElementKind::Float32, {3});
  QCOMPARE(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, std::uintptr_t{0});
  for (std::int64_t i = 0; i < 3; ++i) buffer.setAt(i, 0.5 * static_cast<double>(i));
  const Tensor tensor = buffer.finish();
  QCOMPARE(tensor.toDoubles(), (std::vector<double>{0.0, 0.5, 1.0}));
  QVERIFY(buffer.data() == nullptr);
}

void TestTensor::emptyTensorsHaveNoElements() {
  const Tensor tensor = Tensor::fromFloats({0, 4}, {});
  QVERIFY(!tensor.isNull());
  QCOMPARE(tensor.elementCount(), std::int64_t{0});
  QVERIFY(tensor.toDoubles().empty());
  QVERIFY(tensor.identicalTo(Tensor::zeros(ElementKind::Float32, {0, 4})));
}

QTEST_GUILESS_MAIN(TestTensor)
#include "tst_tensor.moc"
