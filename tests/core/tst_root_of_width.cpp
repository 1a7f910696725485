#include "core/base/error.h"
#include "core/compare/root_of_width.h"
#include "core/compare/row_softmax.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <numbers>

using namespace heed::core;

class TestRootOfWidth : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void softmaxOfKnownScores();
  void maskedPlacesGetNothing();
  void aLiftedKeyLeavesTheRatios();
  void aKeyWithAllTheWeightLeavesNothing();
  void widthsGiveTheNumbersOfAnIndependentExperiment_data();
  void widthsGiveTheNumbersOfAnIndependentExperiment();
  void widthOneIsUntouched();
  void seedsDiffer();
  void stopsWhenAsked();
};

void TestRootOfWidth::softmaxOfKnownScores() {
  // e^0, e^ln 2 and e^ln 5 are 1, 2 and 5: shares of 8.
  const std::vector<double> scores = {1000.0, 1000.0 + std::numbers::ln2, 1000.0 + std::log(5.0)};
  const std::vector<double> weights = rowSoftmax(scores);
  // Scores near 1,000 carry an error of 1e-13 into the exponent.
  QVERIFY(std::abs(weights[0] - 0.125) < 1e-12);
  QVERIFY(std::abs(weights[1] - 0.25) < 1e-12);
  QVERIFY(std::abs(weights[2] - 0.625) < 1e-12);
}

void TestRootOfWidth::maskedPlacesGetNothing() {
  const std::vector<double> scores = {9.0, 1.0, 1.0};
  const std::vector<std::uint8_t> allowed = {0, 1, 1};
  QCOMPARE(rowSoftmax(scores, allowed), (std::vector<double>{0.0, 0.5, 0.5}));
  const std::vector<std::uint8_t> none = {0, 0, 0};
  QCOMPARE(rowSoftmax(scores, none), (std::vector<double>{0.0, 0.0, 0.0}));
}

void TestRootOfWidth::aLiftedKeyLeavesTheRatios() {
  const std::vector<double> scores = {0.4, 4.38, -0.3, 1.9};
  const LiftedRow lifted = liftedRow(rowSoftmax(scores), 1);
  const std::vector<std::uint8_t> allowed = {1, 0, 1, 1};
  const std::vector<double> masked = rowSoftmax(scores, allowed);
  // Twice a softmax in double.
  for (std::size_t i = 0; i < scores.size(); ++i) QVERIFY(std::abs(lifted.weights[i] - masked[i]) < 1e-14);
  QVERIFY(std::abs(lifted.factor - 1.0 / (1.0 - lifted.share)) < 1e-12);
}

void TestRootOfWidth::aKeyWithAllTheWeightLeavesNothing() {
  const LiftedRow lifted = liftedRow(std::vector<double>{0.0, 1.0, 0.0}, 1);
  QCOMPARE(lifted.weights, (std::vector<double>{0.0, 0.0, 0.0}));
  QCOMPARE(lifted.factor, std::numeric_limits<double>::infinity());
}

void TestRootOfWidth::widthsGiveTheNumbersOfAnIndependentExperiment_data() {
  QTest::addColumn<int>("row");
  QTest::addColumn<double>("without");
  QTest::addColumn<double>("with");
  QTest::addColumn<double>("slopeWithout");
  QTest::addColumn<double>("slopeWith");
  // 4,000 draws by another generator and another softmax (numpy's PCG64, seed 7).
  QTest::newRow("1") << 0 << 0.252 << 0.252 << 0.164 << 0.164;
  QTest::newRow("4") << 1 << 0.480 << 0.291 << 0.205 << 0.188;
  QTest::newRow("16") << 2 << 0.714 << 0.296 << 0.160 << 0.197;
  QTest::newRow("64") << 3 << 0.866 << 0.304 << 0.087 << 0.200;
  QTest::newRow("256") << 4 << 0.933 << 0.304 << 0.046 << 0.200;
}

void TestRootOfWidth::widthsGiveTheNumbersOfAnIndependentExperiment() {
  QFETCH(int, row);
  QFETCH(double, without);
  QFETCH(double, with);
  QFETCH(double, slopeWithout);
  QFETCH(double, slopeWith);
  static const std::vector<RootOfWidthRow> rows = rootOfWidth({});
  const RootOfWidthRow& found = rows[static_cast<std::size_t>(row)];
  // The largest weight varies by at most 0.22, so a mean of 1,000 by 0.007: three times that, and once more for the
  // other experiment.
  QVERIFY2(std::abs(found.largestWithout - without) < 0.028, qPrintable(QString::number(found.largestWithout)));
  QVERIFY2(std::abs(found.largestWith - with) < 0.028, qPrintable(QString::number(found.largestWith)));
  QVERIFY2(std::abs(found.slopeWithout - slopeWithout) < 0.012, qPrintable(QString::number(found.slopeWithout)));
  QVERIFY2(std::abs(found.slopeWith - slopeWith) < 0.012, qPrintable(QString::number(found.slopeWith)));
}

void TestRootOfWidth::widthOneIsUntouched() {
  const RootOfWidthRow row = rootOfWidth({.widths = {1}, .draws = 20}).front();
  QCOMPARE(row.largestWith, row.largestWithout);
  QCOMPARE(row.slopeWith, row.slopeWithout);
}

void TestRootOfWidth::seedsDiffer() {
  const double first = rootOfWidth({.widths = {4}, .draws = 20, .seed = 7}).front().largestWith;
  QCOMPARE(rootOfWidth({.widths = {4}, .draws = 20, .seed = 7}).front().largestWith, first);
  QVERIFY(rootOfWidth({.widths = {4}, .draws = 20, .seed = 8}).front().largestWith != first);
}

void TestRootOfWidth::stopsWhenAsked() {
  std::stop_source source;
  source.request_stop();
  QVERIFY_EXCEPTION_THROWN((void)rootOfWidth({}, source.get_token()), Cancelled);
}

QTEST_GUILESS_MAIN(TestRootOfWidth)
#include "tst_root_of_width.moc"
