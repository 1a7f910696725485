#include "tests/ui/stage_bench.h"
#include "ui/step/cut_picture.h"
#include "ui/step/explanation.h"
#include "ui/step/patch_words.h"
#include "ui/step/stage.h"
#include "ui/step/step_bar.h"
#include "ui/step/step_figures.h"
#include "ui/step/strongest_keys.h"

#include <QPainter>
#include <QtTest>

#include <cmath>
#include <numeric>

using namespace heed;

namespace {

/// A picture whose pixels say where they are.
QImage countedPicture(int width, int height) {
  QImage picture(width, height, QImage::Format_RGB32);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) picture.setPixel(x, y, qRgb(x % 256, y % 256, (x / 256) * 16 + y / 256));
  }
  return picture;
}

ui::PatchScores scoresWith(std::vector<double> values) {
  ui::PatchScores scores;
  for (const double value : values) {
    ui::PatchScores::Key key;
    key.place = static_cast<std::int64_t>(scores.strongest.size());
    key.rank = key.place + 1;
    key.score = value;
    scores.strongest.push_back(key);
  }
  return scores;
}

/// A stage on the scores of the template with a picture.
struct PatchStage {
  PatchStage() : walked("image-patches"), stage(walked.walk, appearance) {
    stage.resize(832, 728);
    stage.show();
    const auto scores = std::ranges::find(walked.walk.list().rows(), core::Phase::Score, &ui::StepRow::phase);
    if (!walked.goesTo(scores->number)) qFatal("the scores did not come");
  }
  [[nodiscard]] bool settles() {
    return QTest::qWaitFor([this] { return !walked.session.jobs().isBusy(); }, 20000);
  }
  [[nodiscard]] QPoint patchPoint(int row, int column) const {
    const QRectF grid = stage.stageLayout().picture->grid;
    const double side = grid.width() / static_cast<double>(stage.stageLayout().picture->columns);
    return stage.toWidget(QRectF(grid.left() + (column + 0.5) * side, grid.top() + (row + 0.5) * side, 0, 0))
        .topLeft()
        .toPoint();
  }

  WalkedDocument walked;
  ui::Appearance appearance;
  ui::Stage stage;
};

}  // namespace

/// Patches of a picture as tokens: their crops, why they match, and the stage with the picture.
class TestPatches : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cropsAreTheirPixels();
  void largePicturesAreScaledWithWholePatches();
  void partsAreTheGroupsOfTheFeatures();
  void keysAreTheStrongestOfTheRow();
  void nearEqualScoresAreSaid_data();
  void nearEqualScoresAreSaid();
  void barsAddUpAndNegativePartsStandLeft();
  void axesOfPatchesHaveCrops();
  void clickingAPatchMovesTheFocus();
  void spaceShowsThePictureAlone();
  void theSpotlightIsThatOfTheDesign();
  void theExplanationNamesTheGroups();
  void hoveringIsQuick();
  void theBarSaysPixelsPatchesAndTokens();
};

void TestPatches::cropsAreTheirPixels() {
  const QImage picture = countedPicture(130, 100);
  const ui::PatchPicture patches(picture, QRect(5, 2, 120, 96), 4, 5);
  QCOMPARE(patches.side(), 24);
  for (const std::int64_t patch : {0, 7, 19}) {
    const QRect place(5 + static_cast<int>(patch % 5) * 24, 2 + static_cast<int>(patch / 5) * 24, 24, 24);
    QCOMPARE(patches.crop(patch), picture.copy(place));
  }
  QVERIFY(patches.crop(20).isNull());
  QVERIFY(patches.crop(-1).isNull());
}

void TestPatches::largePicturesAreScaledWithWholePatches() {
  const ui::PatchPicture patches(countedPicture(2048, 1536), QRect(0, 0, 16 * 128, 12 * 128), 12, 16);
  QVERIFY(patches.side() <= 64);
  QCOMPARE(patches.area().size(), QSize(16 * patches.side(), 12 * patches.side()));
  QVERIFY(patches.whole().rect().contains(patches.area()));
  QCOMPARE(patches.crop(191).size(), QSize(patches.side(), patches.side()));
}

void TestPatches::partsAreTheGroupsOfTheFeatures() {
  WalkedDocument walked("image-patches");
  const ui::Computation& result = *walked.session.result();
  const int score = ui::scoreStepOf(result.program(), walked.walk.weights()->step);
  QVERIFY(score >= 0);
  const ui::Focus::Cell cell{117, 101};
  std::optional<ui::PatchScores> answer;
  core::Tensor features;
  walked.session.ask(
      "scores",
      [&](core::Evaluator& evaluator, const ui::Computation& computation) {
        const int input = computation.program().stepIndex("image/patches");
        return std::pair(ui::patchScores(evaluator, computation, score, 0, cell),
                         evaluator.value(computation.step(input).value));
      },
      [&](std::pair<ui::PatchScores, core::Tensor> given) {
        answer = std::move(given.first);
        features = given.second;
      });
  QTRY_VERIFY_WITH_TIMEOUT(answer.has_value(), 20000);
  QCOMPARE(answer->groups.size(), std::size_t{4});
  // The template's projections are diagonal, so a group's part is a sum over its own features:
  // colour 0 to 2, texture 3, edges 4 to 7, position 8 to 11.
  const double weights[] = {2.55, 1.8, 0.9, 1.05, 0.675, 0.675, 0.675, 0.675, 2.85, 2.85, 2.85, 2.85};
  const std::map<std::string, std::pair<int, int>> ranges{
      {"colour", {0, 3}}, {"texture", {3, 4}}, {"edges", {4, 8}}, {"position", {8, 12}}};
  const auto check = [&](const ui::PatchScores::Key& key) {
    double sum = 0;
    for (std::size_t group = 0; group < answer->groups.size(); ++group) {
      const auto [from, to] = ranges.at(answer->groups[group].name);
      double expected = 0;
      for (int i = from; i < to; ++i) {
        expected += features.at(cell.row * 12 + i) * features.at(key.place * 12 + i) * weights[i] * weights[i];
      }
      // A float32 sum of 12 products below 30.
      QVERIFY(std::abs(key.parts[group] - expected) < 1e-4);
      QCOMPARE(answer->groups[group].channelCount, to - from);
      sum += key.parts[group];
    }
    QVERIFY(std::abs(sum - key.score) < 1e-4 * std::max(1.0, std::abs(key.score)));
  };
  check(answer->focus);
  check(answer->itself);
  for (const ui::PatchScores::Key& key : answer->strongest) check(key);
  QCOMPARE(answer->focus.place, cell.column);
  QCOMPARE(answer->itself.place, cell.row);
}

void TestPatches::keysAreTheStrongestOfTheRow() {
  PatchStage shown;
  shown.walked.walk.focus().lock({100, 3});
  QVERIFY(shown.settles());
  const ui::PatchScores* scores = shown.walked.walk.patchScores();
  QVERIFY(scores != nullptr);
  const ui::StageMatrix& matrix = shown.walked.walk.content()->result;
  std::vector<double> row;
  for (std::int64_t key = 0; key < matrix.columnCount(); ++key) row.push_back(matrix.value(100, key));
  std::ranges::sort(row, std::ranges::greater());
  QCOMPARE(scores->strongest.size(), ui::kMostPatchKeys);
  for (std::size_t i = 0; i < scores->strongest.size(); ++i) {
    QCOMPARE(scores->strongest[i].score, row[i]);
    QCOMPARE(scores->strongest[i].rank, static_cast<std::int64_t>(i) + 1);
  }
  QVERIFY(std::ranges::any_of(scores->strongest, [](const auto& key) { return key.place == 100; }));
}

void TestPatches::nearEqualScoresAreSaid_data() {
  QTest::addColumn<QList<double>>("scores");
  QTest::addColumn<QString>("sentence");
  QTest::newRow("one") << QList<double>{22.0} << QString();
  QTest::newRow("apart") << QList<double>{22.0, 21.0} << QString();
  QTest::newRow("two") << QList<double>{22.24, 22.06, 21.0} << "Keys 1 and 2 differ by less than 3 %: near-equal.";
  QTest::newRow("three") << QList<double>{22.24, 22.06, 21.95, 21.04}
                         << "Keys 1 to 3 differ by less than 3 %: near-equal.";
  QTest::newRow("exactly three per cent is not") << QList<double>{100.0, 97.0} << QString();
}

void TestPatches::nearEqualScoresAreSaid() {
  QFETCH(QList<double>, scores);
  QFETCH(QString, sentence);
  QCOMPARE(ui::nearEqualSentence(scoresWith({scores.begin(), scores.end()})), sentence);
}

void TestPatches::barsAddUpAndNegativePartsStandLeft() {
  ui::PatchScores scores = scoresWith({10.0, 6.0});
  scores.row = 1;
  scores.groups = {{"colour", 3}, {"edges", 4}};
  scores.strongest[0].parts = {8.0, 2.0};
  scores.strongest[1].parts = {8.0, -2.0};
  const auto patches = std::make_shared<ui::PatchPicture>(countedPicture(40, 40), QRect(0, 0, 40, 40), 2, 2);
  const ui::StrongestKeys figure(scores, patches, QStringLiteral("Strongest keys"));
  // 10 to the right and 2 to the left of the line share 120 pixels.
  QCOMPARE(figure.zero(0, 120), 20.0);
  const auto first = figure.barParts(figure.keys()[0], 0, 120);
  QCOMPARE(first[0].from, 20.0);
  QCOMPARE(first[0].to, 100.0);
  QCOMPARE(first[1].to, 120.0);
  const auto second = figure.barParts(figure.keys()[1], 0, 120);
  QCOMPARE(second[1].from, 0.0);
  QCOMPARE(second[1].to, 20.0);
  QCOMPARE(figure.placeOf(figure.keys()[1]), QString("row 0, column 1 (itself)"));
  QCOMPARE(figure.placeOf(figure.keys()[0]), QString("row 0, column 0"));
}

void TestPatches::axesOfPatchesHaveCrops() {
  WalkedDocument walked("image-patches");
  const ui::StageMatrix& weights = *walked.walk.weights();
  const ui::PatchPicture* patches = walked.walk.content()->patches.get();
  QVERIFY(patches != nullptr);
  const auto labels = ui::axisLabels(weights.columns, weights.columnCount(), patches);
  QCOMPARE(labels.size(), std::size_t{192});
  QCOMPARE(labels[117].crop, patches->crop(117));
  QCOMPARE(labels[117].text, QString("row 7, column 5"));
  QVERIFY(ui::axisLabels(weights.columns, weights.columnCount()).empty());
  // A label takes 16 to 24 pixels for its crop.
  const ui::Appearance appearance;
  const ui::PlacedLabel label =
      ui::makeLabel(ui::shownLabels(labels, 192)[117], appearance.figureStyle(), 12, ui::Role::Query, "q");
  QCOMPARE(label.width, 18.0);
  QCOMPARE(label.ascent + label.descent, 18.0);
}

void TestPatches::clickingAPatchMovesTheFocus() {
  PatchStage shown;
  QVERIFY(shown.settles());
  QTest::mouseClick(&shown.stage, Qt::LeftButton, {}, shown.patchPoint(9, 5));
  QVERIFY(shown.walked.walk.focus().isLocked());
  QCOMPARE(shown.walked.walk.focus().locked()->row, std::int64_t{9 * 16 + 5});
}

void TestPatches::spaceShowsThePictureAlone() {
  PatchStage shown;
  QVERIFY(shown.settles());
  const QPoint place = shown.patchPoint(6, 6);
  QTest::mouseClick(&shown.stage, Qt::LeftButton, {}, place);
  QVERIFY(shown.settles());
  QCursor::setPos(shown.stage.mapToGlobal(place));
  const QImage marked = shown.stage.grab().toImage();
  QTest::keyPress(&shown.stage, Qt::Key_Space);
  const QImage alone = shown.stage.grab().toImage();
  QVERIFY(alone != marked);
  QVERIFY(!shown.walked.walk.isPlaying());
  // A veiled patch far from the query shows its own colours: those of the picture at its size.
  const QRect area = shown.stage.toWidget(shown.stage.stageLayout().picture->whole).toRect().adjusted(4, 4, -4, -4);
  const QImage expected =
      shown.walked.walk.content()->patches->whole().scaledToWidth(area.width() + 8, Qt::SmoothTransformation);
  const QColor seen = alone.pixelColor(area.left() + 20, area.top() + 20);
  const QColor own = expected.pixelColor(24, 24);
  QVERIFY(std::abs(seen.red() - own.red()) < 12 && std::abs(seen.blue() - own.blue()) < 12);
  QTest::keyRelease(&shown.stage, Qt::Key_Space);
  QCOMPARE(shown.stage.grab().toImage(), marked);
}

void TestPatches::theSpotlightIsThatOfTheDesign() {
  QCOMPARE(ui::spotlightVeil(0.0), 0.74);
  QCOMPARE(ui::spotlightVeil(1.0), 0.0);
  // .74 (1 - min(1, 1.15 sqrt(.25))) = .74 x .425
  QVERIFY(std::abs(ui::spotlightVeil(0.25) - 0.3145) < 1e-12);
  ui::FigureStyle style = ui::Appearance().figureStyle();
  const core::Tensor weights = core::Tensor::fromFloats({1, 3}, {1.0F, 0.09F, 0.07F});
  const ui::PatchWeights shares{weights, {}, 1, 3};
  QImage image(66, 22, QImage::Format_RGB32);
  image.fill(Qt::black);
  QPainter painter(&image);
  ui::PatchPainter(shares, ui::OverlayMode::Spotlight, QRectF(0, 0, 66, 22), style).paintPatches(painter);
  painter.end();
  const QColor strongest = ui::ColorMap::fromStops(style.theme.viridis).at(1.0);
  QCOMPARE(image.pixelColor(1, 11), strongest);                   // an edge of 4 pixels
  QCOMPARE(image.pixelColor(11, 11), QColor(Qt::black));          // and no veil inside
  QVERIFY(image.pixelColor(23, 11) != image.pixelColor(33, 11));  // .09 has an edge
  QCOMPARE(image.pixelColor(45, 11), image.pixelColor(55, 11));   // .07 has none
}

void TestPatches::theExplanationNamesTheGroups() {
  PatchStage shown;
  shown.walked.walk.focus().lock({117, 101});
  QVERIFY(shown.settles());
  const ui::Explanation said = ui::explain(shown.walked.walk);
  QVERIFY(said.readout.has_value());
  QCOMPARE(said.readout->row, QString("query row 7, column 5"));
  QCOMPARE(said.readout->column, QString("key row 6, column 5"));
  QVERIFY(!said.readout->pair.first().crop.isNull());
  QVERIFY2(ui::plainText(said.why).contains(QString::fromUtf8("\u00A0% of it")), qPrintable(ui::plainText(said.why)));
  // The line of the groups is true as it is written.
  QString line = ui::plainText(said.row);
  QVERIFY(!line.isEmpty());
  line.replace(QChar(0x2212), '-').remove(" (rounded)").replace("- ", "-");
  const QStringList sides = line.split(" = ");
  double sum = 0;
  const QStringList terms = QString(sides[0]).replace(" + ", " ").split(' ', Qt::SkipEmptyParts);
  for (const QString& term : terms) sum += term.toDouble();
  QVERIFY2(std::abs(sum - sides[1].toDouble()) < 5e-3, qPrintable(line));
}

void TestPatches::hoveringIsQuick() {
  PatchStage shown;
  QVERIFY(shown.settles());
  shown.walked.walk.focus().release();
  QVERIFY(shown.settles());
  static_cast<void>(shown.stage.grab());
  const int made = shown.stage.images().madeCount();
  for (int i = 0; i < 20; ++i) {
    shown.walked.walk.focus().hover(ui::Focus::Cell{i * 9, i * 7});
    static_cast<void>(shown.stage.grab());
  }
  // What moves is painted over the picture and the map: neither is made again.
  QCOMPARE(shown.stage.images().madeCount(), made);
}

void TestPatches::theBarSaysPixelsPatchesAndTokens() {
  WalkedDocument walked("image-patches");
  ui::Appearance appearance;
  for (const int width : {1216, 1856}) {
    ui::StepBar bar(walked.walk, appearance);
    bar.resize(width, 44);
    QCOMPARE(bar.countText(), QString::fromUtf8("640 × 480, 16 × 12 patches, 192 tokens"));
  }
}

QTEST_MAIN(TestPatches)
#include "tst_patches.moc"
