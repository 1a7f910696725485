#include "tests/ui/shown_stage.h"
#include "ui/step/ten_chips.h"

#include <QtTest>

using namespace heed;

/// A guess laid on the keys before the weights are seen.
class TestTenChips : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void thereAreTen();
  void theDistanceIsThatOfTwoDistributions();
  void chipsAreLaidOnEmptyFramesAndComparedLater();
  void keysLayThemToo();
};

void TestTenChips::thereAreTen() {
  ui::TenChips chips;
  QVERIFY(chips.of(7, 11).empty());
  for (int i = 0; i < 10; ++i) QVERIFY(chips.lay(7, i % 3, 11));
  QVERIFY(!chips.lay(7, 5, 11));
  QCOMPARE(chips.of(7, 11)[0], 4);
  QVERIFY(chips.of(6, 11).empty());
  QVERIFY(chips.take(7, 0) && !chips.take(7, 9));
  QVERIFY(chips.lay(7, 5, 11));
  QVERIFY(chips.lay(2, 0, 11));
  QCOMPARE(chips.left(), 9);
}

void TestTenChips::theDistanceIsThatOfTwoDistributions() {
  ui::StageMatrix weights;
  weights.values = core::Tensor::fromFloats({1, 4}, {0.5F, 0.25F, 0.25F, 0.0F});
  // .5 against .7 and .25 against 0 twice, 0 against .3: half of .2 + .25 + .25
  // + .3.
  QVERIFY(std::abs(ui::totalVariation({7, 0, 0, 3}, weights, 0) - 0.5) < 1e-9);
  QVERIFY(std::abs(ui::totalVariation({5, 2, 3, 0}, weights, 0) - 0.05) < 1e-9);
}

void TestTenChips::chipsAreLaidOnEmptyFramesAndComparedLater() {
  ShownStage shown;
  shown.walk().setShowsWhatFollows(false);
  QVERIFY(shown.walked.goesTo(4));
  shown.focus().lock({7, 1});
  const ui::PlacedMatrix* frames = nullptr;
  for (const ui::PlacedMatrix& placed : shown.stage.stageLayout().matrices) {
    if (placed.part == ui::StagePart::Pipeline && placed.isEmptyFrame) frames = &placed;
  }
  QVERIFY(frames != nullptr);
  const ui::Band row = frames->rows.all().front();
  const ui::Band column = *frames->columns.band(1);
  const QPoint at = shown.stage.toWidget(QRectF(column.from, row.from, column.size(), row.size())).center().toPoint();
  for (int i = 0; i < 12; ++i) QTest::mouseClick(&shown.stage, Qt::LeftButton, {}, at);
  QCOMPARE(shown.stage.picture().chips[1], 10);
  QVERIFY(shown.writes("10"));
  QVERIFY(shown.walked.goesTo(shown.row("Attention weights")));
  // The example has .805 at animal and .195 on the other keys, where no chip
  // lies.
  QTRY_VERIFY(shown.writes("ten chips: total variation distance .19"));
}

void TestTenChips::keysLayThemToo() {
  ShownStage shown;
  shown.walk().setShowsWhatFollows(false);
  QVERIFY(shown.walked.goesTo(4));
  shown.focus().lock({7, 3});
  shown.stage.layChip();
  shown.stage.layChip();
  shown.stage.takeChip();
  QCOMPARE(shown.stage.picture().chips[3], 1);
  shown.walk().setShowsWhatFollows(true);
  shown.stage.layChip();
  QCOMPARE(shown.stage.picture().chips[3], 1);
}

QTEST_MAIN(TestTenChips)
#include "tst_ten_chips.moc"
