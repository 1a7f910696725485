#include "tests/ui/stage_bench.h"
#include "tests/ui/stage_layout_checks.h"
#include "ui/step/stage_layout.h"
#include "ui/theme/appearance.h"

#include <QtTest>

using namespace heed;
using namespace heed::test;

namespace {

/// What is drawn of a step with the strongest cell locked and its arithmetic.
ui::StagePicture pictureOf(WalkedDocument& walked, int row) {
  if (!walked.goesTo(row)) qFatal("a step did not come");
  ui::StagePicture picture(*walked.walk.content());
  ui::Focus& focus = walked.walk.focus();
  const ui::StageMatrix& result = picture.result();
  const ui::Focus::Cell cell{std::min<std::int64_t>(7, result.rowCount() - 1),
                             std::min<std::int64_t>(1, result.columnCount() - 1)};
  focus.lock(cell);
  if (!QTest::qWaitFor([&] { return walked.walk.cell() != nullptr && !walked.session.jobs().isBusy(); }, 30000)) {
    qFatal("a cell did not come");
  }
  picture.focus = picture.layoutFocus = cell;
  picture.isLocked = true;
  picture.cellContent = *walked.walk.cell();
  if (walked.walk.weights() != nullptr) {
    picture.weights = *walked.walk.weights();
    picture.weightsRow = walked.walk.list().rowOfStep(picture.weights->step);
  }
  if (walked.walk.patchScores() != nullptr) picture.scores = *walked.walk.patchScores();
  return picture;
}

}  // namespace

/// Every step of the example at the sizes of the window: nothing cut, nothing over anything else.
class TestStageLayout : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void nothingOverlapsOrIsCut_data();
  void nothingOverlapsOrIsCut();
  void headsSideBySideAreNotCut();
  void patchesAreNotCut();
  void patchesHaveTheMeasuresOfThePicture();
  void measuresAreThoseOfThePictures();
  void bandsKeepTheirOrderAndWidths();
};

void TestStageLayout::nothingOverlapsOrIsCut_data() {
  QTest::addColumn<QString>("words");
  QTest::newRow("1 token") << QStringLiteral("animal");
  QTest::newRow("2 tokens") << QStringLiteral("the animal");
  QTest::newRow("11 tokens") << sentenceOf(11);
  QTest::newRow("24 tokens") << sentenceOf(24);
  QTest::newRow("60 tokens") << sentenceOf(60);
  QTest::newRow("300 tokens") << sentenceOf(300);
  QTest::newRow("Chinese") << QString::fromUtf8("那只动物没有穿过街道，因为它实在太累了");
}

void TestStageLayout::nothingOverlapsOrIsCut() {
  QFETCH(QString, words);
  WalkedDocument walked("self-attention", words);
  for (int row = 0; row < walked.walk.list().count(); ++row) {
    ui::StagePicture picture = pictureOf(walked, row);
    for (const QSizeF size : {QSizeF(832, 728), QSizeF(888, 628), QSizeF(1312, 908)}) {
      for (const bool isLecture : {false, true}) {
        for (const ui::ThemeName theme : {ui::ThemeName::Light, ui::ThemeName::Dark}) {
          const ui::Appearance appearance(theme);
          picture.isLectureSize = isLecture;
          picture.leastSize = words.contains(QChar(0x5B83)) ? 12 : 11;
          const QString problem = problemAt(size, picture, appearance.figureStyle(), walked.walk.list().row(row).title);
          QVERIFY2(problem.isEmpty(), qPrintable(problem));
        }
      }
    }
  }
}

void TestStageLayout::headsSideBySideAreNotCut() {
  for (const int count : {1, 11, 60, 300}) {
    WalkedDocument walked("self-attention", sentenceOf(count));
    ui::StagePicture picture = pictureOf(walked, 11);
    const ui::Appearance appearance;
    const ui::FigureStyle style = appearance.figureStyle();
    for (const std::size_t heads : {std::size_t{2}, std::size_t{8}, std::size_t{16}}) {
      picture.setHeads(std::vector<ui::StageMatrix>(heads, picture.result()));
      const ui::StageLayout layout = ui::layoutStage(picture, style, {832, 728});
      const QString problem = layoutProblem(layout, style);
      QVERIFY2(problem.isEmpty(),
               qPrintable(QStringLiteral("%1 tokens, %2 heads: %3").arg(count).arg(heads).arg(problem)));
    }
  }
}

void TestStageLayout::patchesAreNotCut() {
  WalkedDocument walked("image-patches");
  const ui::Appearance appearance;
  const ui::FigureStyle style = appearance.figureStyle();
  for (int row = 0; row < walked.walk.list().count(); ++row) {
    ui::StagePicture picture = pictureOf(walked, row);
    for (const QSizeF size : {QSizeF(832, 728), QSizeF(888, 628), QSizeF(1312, 908)}) {
      for (const bool isLecture : {false, true}) {
        for (const double leastSize : {11.0, 12.0}) {
          picture.isLectureSize = isLecture;
          picture.leastSize = leastSize;
          const QSizeF stage = isLecture ? QSizeF(size.width() + 392, size.height() + 80) : size;
          const ui::StageLayout layout = ui::layoutStage(picture, style, stage);
          if (!layout.picture) continue;
          const QString problem = layoutProblem(layout, style);
          QVERIFY2(problem.isEmpty(),
                   qPrintable(QStringLiteral("%1, %2 x %3%4: %5")
                                  .arg(walked.walk.list().row(row).title)
                                  .arg(stage.width())
                                  .arg(stage.height())
                                  .arg(isLecture ? QStringLiteral(", lecture") : QString(), problem)));
          // The picture, its map and what stands below keep clear of each other.
          const QRectF map = layout.placed(ui::StagePart::Result)->area();
          QVERIFY(!layout.picture->whole.intersects(map));
          for (const ui::StageCrop& crop : layout.crops) QVERIFY(!crop.area.intersects(layout.picture->whole));
        }
      }
    }
  }
}

void TestStageLayout::patchesHaveTheMeasuresOfThePicture() {
  WalkedDocument walked("image-patches");
  const ui::Appearance appearance;
  const auto scores = std::ranges::find(walked.walk.list().rows(), core::Phase::Score, &ui::StepRow::phase);
  const ui::StagePicture picture = pictureOf(walked, scores->number);
  QVERIFY(picture.isPatchPair());
  for (const QSizeF size : {QSizeF(832, 728), QSizeF(888, 628)}) {
    const ui::StageLayout layout = ui::layoutStage(picture, appearance.figureStyle(), size);
    QVERIFY(layout.picture.has_value());
    // 16 x 12 patches of 22 pixels, 192 cells of 2 pixels.
    QCOMPARE(layout.picture->grid.size(), QSizeF(352, 264));
    QCOMPARE(layout.placed(ui::StagePart::Result)->area().size(), QSizeF(384, 384));
    QCOMPARE(layout.picture->patchAt(layout.picture->grid.topLeft() + QPointF(5 * 22 + 3, 9 * 22 + 3)),
             std::optional<std::int64_t>(9 * 16 + 5));
    // The locked row and column, and eight strongest keys.
    QCOMPARE(layout.crops.size(), std::size_t{10});
    const auto groups = std::ranges::count_if(layout.texts, [](const ui::StageText& text) {
      return QStringList{"colour", "texture", "position", "edges"}.contains(text.text);
    });
    QCOMPARE(groups, 4);
  }
}

void TestStageLayout::measuresAreThoseOfThePictures() {
  WalkedDocument walked;
  const ui::Appearance appearance;
  const ui::StagePicture scores = pictureOf(walked, 4);
  const ui::StageLayout wide = ui::layoutStage(scores, appearance.figureStyle(), {832, 728});
  const ui::PlacedMatrix* result = wide.placed(ui::StagePart::Result);
  QVERIFY(result != nullptr);
  // The picture's stage of 832 x 728: cells of 42 x 28, K transposed at (288, 140), S below it at 286.
  QCOMPARE(result->area(), QRectF(288, 286, 462, 308));
  QCOMPARE(wide.placed(ui::StagePart::Top)->area(), QRectF(288, 140, 462, 112));
  QCOMPARE(wide.placed(ui::StagePart::Left)->area().topLeft(), QPointF(104, 286));
  const ui::StageLayout narrow = ui::layoutStage(scores, appearance.figureStyle(), {888, 628});
  QCOMPARE(narrow.placed(ui::StagePart::Result)->area().left(), 316.0);
  QCOMPARE(narrow.placed(ui::StagePart::Result)->rows.largest(), 22.0);
  // At 1280 x 800 every number of the example stays: cells are tall enough for one in the mix, too.
  const ui::StageLayout mix = ui::layoutStage(pictureOf(walked, 12), appearance.figureStyle(), {888, 628});
  for (const ui::Band& band : mix.placed(ui::StagePart::Top)->rows.all()) QVERIFY(band.size() >= 15);
}

void TestStageLayout::bandsKeepTheirOrderAndWidths() {
  const ui::BandPlan plan = ui::planBands(
      288, 462, {.count = 60, .preferred = 42, .least = 36, .wide = {1, 13, 26, 30, 33, 39}, .wideSize = 42});
  QVERIFY(!plan.isMap);
  QCOMPARE(plan.bands.all().size(), std::size_t{60});
  QVERIFY(std::abs(plan.narrow - (462 - 42 * 6) / 54.0) < 1e-9);
  QCOMPARE(plan.bands.to(), 288.0 + 462.0);
  for (std::size_t i = 1; i < 60; ++i) QCOMPARE(plan.bands.all()[i].from, plan.bands.all()[i - 1].to);
  QVERIFY(std::abs(plan.bands.band(39)->size() - 42) <= 1);
  const ui::BandPlan map =
      ui::planBands(0, 400, {.count = 3000, .preferred = 42, .least = 36, .wide = {}, .wideSize = 42});
  QVERIFY(map.isMap);
  QCOMPARE(map.block, std::int64_t{8});
  QVERIFY(map.bands.extent() <= 400);
  QCOMPARE(*map.bands.placeAt(10.5), std::int64_t{80});
}

QTEST_MAIN(TestStageLayout)
#include "tst_stage_layout.moc"
