#include "tests/ui/styled_stage.h"
#include "ui/step/explanation.h"
#include "ui/step/stage_figure.h"

#include <QAction>
#include <QToolButton>
#include <QtTest>

#include <numeric>

using namespace heed;
using namespace heed::test;

namespace {

constexpr ui::Focus::Cell kCell{7, 1};  ///< "it", the second channel

/// A stage at the weighted values of the example, gone into tile by tile.
struct Tiled : StyledStage {
  explicit Tiled(const QString& words = {}, QSize size = {832, 728}) : StyledStage("self-attention", words, size) {
    if (!walked.goesTo(mixRow())) qFatal("the output did not come");
    walked.walk.focus().lock(kCell);
  }

  [[nodiscard]] int mixRow() const {
    return walked.walk.list().rowOfStep(walked.session.result()->program().stepIndex("attention/mechanism/output"));
  }
  [[nodiscard]] bool writesFormula(const std::string& tex) const {
    return std::ranges::any_of(stage.stageLayout().formulas,
                               [&](const ui::StageFormula& formula) { return formula.tex == tex; });
  }
  [[nodiscard]] bool opens() {
    walked.walk.openTiles();
    return QTest::qWaitFor([this] { return stage.picture().tiles().has_value(); }, 20000);
  }
};

/// The weights of a row from the tiles: what each key still counts after the last.
std::vector<double> weightsOf(const core::AttentionTiles& tiles) {
  std::vector<double> weights;
  const core::AttentionTile& last = tiles.tiles.back();
  for (const core::AttentionTile& tile : tiles.tiles) {
    for (const double score : tile.scores) weights.push_back(std::exp(score - last.maximum) / last.sum);
  }
  return weights;
}

}  // namespace

class TestTiles : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theLastTileGivesTheStepsOutput() {
    Tiled tiled;
    QVERIFY(tiled.walked.walk.hasTiles());
    QVERIFY(tiled.opens());
    const ui::TileContent& content = *tiled.walked.walk.tiles();
    QCOMPARE(content.tiles.tileKeys, std::int64_t{4});
    QCOMPARE(content.tiles.tiles.size(), std::size_t{3});
    const ui::StageMatrix& output = tiled.walked.walk.content()->result;
    for (std::int64_t channel = 0; channel < output.columnCount(); ++channel) {
      // The tiles work in float64, the step in float32 on 11 terms.
      QVERIFY(std::abs(content.tiles.result[static_cast<std::size_t>(channel)] - output.value(kCell.row, channel)) <
              1e-5);
    }
    const std::vector<double> weights = weightsOf(content.tiles);
    const ui::StageMatrix& expected = *tiled.walked.walk.weights();
    QCOMPARE(weights.size(), std::size_t{11});
    for (std::size_t key = 0; key < weights.size(); ++key) {
      QVERIFY(std::abs(weights[key] - expected.value(kCell.row, static_cast<std::int64_t>(key))) < 1e-5);
    }
  }

  void stepsGoTileByTileAndOn() {
    Tiled tiled;
    QVERIFY(tiled.opens());
    ui::Walk& walk = tiled.walked.walk;
    QCOMPARE(walk.subStepCount(), 3);
    QVERIFY(tiled.texts().contains(QStringLiteral("tile 1 of 3")));
    walk.stepForward();
    QVERIFY(tiled.texts().contains(QStringLiteral("tile 2 of 3")));
    QVERIFY(!tiled.writesFormula("o / l"));
    walk.stepForward();
    QVERIFY(tiled.writesFormula("o / l"));
    walk.stepBack();
    QCOMPARE(walk.subStep(), 1);
    tiled.transport.outAction()->trigger();
    QVERIFY(!tiled.stage.picture().tiles().has_value());
    QCOMPARE(walk.current(), tiled.mixRow());
    QVERIFY(walk.hasTiles());
  }

  /// The card has o as it stands after the tile, and the output only after the last.
  void theCardSaysWhatIsReached() {
    Tiled tiled;
    QVERIFY(tiled.opens());
    ui::Walk& walk = tiled.walked.walk;
    QTRY_VERIFY(walk.cell() != nullptr);
    const core::AttentionTiles& tiles = walk.tiles()->tiles;
    for (std::size_t i = 0; i + 1 < tiles.tiles.size(); ++i) {
      const ui::Explanation said = ui::explain(walk);
      QCOMPARE(said.cell, ui::Explanation::Cell::Unfinished);
      QCOMPARE(said.readout->rank, QString("tile %1 of 3").arg(i + 1));
      // Three decimals are written.
      QVERIFY(std::abs(said.readout->number.toDouble() - tiles.tiles[i].output[kCell.column]) < 6e-4);
      walk.stepForward();
    }
    QCOMPARE(ui::explain(walk).cell, ui::Explanation::Cell::Computed);
    QVERIFY(std::abs(ui::explain(walk).readout->number.toDouble() - tiles.result[kCell.column]) < 6e-4);
  }

  /// I goes into the product, and from there into the tiles.
  void intoLeadsThroughTheProduct() {
    Tiled tiled;
    ui::Walk& walk = tiled.walked.walk;
    walk.stepInto();
    QVERIFY(walk.inside() == ui::Walk::Inside::Product);
    walk.stepInto();
    QVERIFY(walk.inside() == ui::Walk::Inside::Tiles);
    QVERIFY(!walk.canStepInto());
    QTRY_VERIFY(walk.tiles() != nullptr);
  }

  void theButtonOnTheStageOpensThem() {
    Tiled tiled;
    auto* button = tiled.stage.findChild<QToolButton*>(QStringLiteral("stageKernel"));
    QVERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(tiled.stage.picture().tiles().has_value());
    QVERIFY(!button->isVisible());
    QVERIFY(tiled.walked.goesTo(4));
    QVERIFY(!button->isVisible());
    QVERIFY(!tiled.walked.walk.hasTiles());
  }

  /// max(m', max of the tile), exp(m' - m), and so on with this tile's numbers.
  void arithmeticIsThatOfTheTile() {
    Tiled tiled;
    QVERIFY(tiled.opens());
    tiled.walked.walk.stepForward();
    const core::AttentionTile& tile = tiled.walked.walk.tiles()->tiles.tiles[1];
    const auto number = [](double value) {
      return QString::number(value, 'f', 3).replace(QLatin1Char('-'), QChar(0x2212));
    };
    const QStringList texts = tiled.texts();
    QVERIFY(texts.contains(QStringLiteral("max(%1, %2) = %3")
                               .arg(number(tile.earlierMaximum), number(tile.tileMaximum), number(tile.maximum))));
    // Beside the numbers stands what they are, set as a formula.
    for (const core::TileFormula& formula : core::tileFormulas()) {
      QVERIFY2(tiled.writesFormula(formula.tex), formula.tex.c_str());
      QVERIFY(!ui::FormulaLayout(formula.tex, tiled.look.figureStyle(), 16, ui::lineFormulaOptions()).isMalformed());
    }
    // The first row's sum is written in the table beside the second's.
    QVERIFY(texts.contains(number(tiled.walked.walk.tiles()->tiles.tiles[0].sum)));
    QVERIFY(texts.contains(number(tile.sum)));
  }

  void anotherRowHasItsOwnTiles() {
    Tiled tiled;
    QVERIFY(tiled.opens());
    tiled.walked.walk.stepForward();
    const double before = tiled.walked.walk.tiles()->tiles.tiles[1].sum;
    tiled.walked.walk.focus().lock({2, 0});
    QTRY_COMPARE(tiled.walked.walk.tiles()->row, std::int64_t{2});
    QCOMPARE(tiled.walked.walk.subStep(), 1);
    QVERIFY(tiled.walked.walk.tiles()->tiles.tiles[1].sum != before);
    tiled.walked.walk.focus().setHead(1);
    QTRY_COMPARE(tiled.walked.walk.tiles()->head, std::int64_t{1});
  }

  void maskedKeysCountForNothing() {
    Tiled tiled;
    ui::setMaskKind(tiled.walked.document, *tiled.walked.session.result(), tiled.walked.walk.weights()->step,
                    ui::MaskKind::Causal);
    QVERIFY(tiled.walked.waits());
    QVERIFY(tiled.walked.goesTo(tiled.mixRow()));
    tiled.walked.walk.focus().lock({2, 0});
    QVERIFY(tiled.opens());
    const core::AttentionTiles& tiles = tiled.walked.walk.tiles()->tiles;
    QCOMPARE(tiles.tiles[1].tileSum, 0.0);
    QCOMPARE(tiles.tiles[1].sum, tiles.tiles[0].sum);
    QVERIFY(!tiled.walked.walk.tiles()->matrix(ui::TileMatrix::Scores).allowed.isNull());
    const ui::StageMatrix& output = tiled.walked.walk.content()->result;
    QVERIFY(std::abs(tiles.result[0] - output.value(2, 0)) < 1e-5);
  }

  void scoresLeadToTheirStep() {
    Tiled tiled;
    QVERIFY(tiled.opens());
    const ui::PlacedMatrix* scores = nullptr;
    for (const ui::PlacedMatrix& placed : tiled.stage.stageLayout().matrices) {
      if (placed.index == static_cast<int>(ui::TileMatrix::Scores) && !placed.isEmptyFrame) scores = &placed;
    }
    QVERIFY(scores != nullptr);
    const auto cell = tiled.stage.stageLayout().cellArea(*scores, {0, 1});
    QVERIFY(cell.has_value());
    const int step = tiled.walked.walk.tiles()->matrix(ui::TileMatrix::Scores).step;
    QTest::mouseClick(&tiled.stage, Qt::LeftButton, {}, tiled.stage.toWidget(*cell).center().toPoint());
    QVERIFY(tiled.walked.waits());
    QCOMPARE(tiled.walked.walk.content()->result.step, step);
    QCOMPARE(tiled.walked.walk.focus().locked(), std::optional(ui::Focus::Cell{7, 1}));
    QVERIFY(tiled.walked.walk.inside() == ui::Walk::Inside::Nothing);
  }

  void nothingIsCutOrOverlaps_data() {
    QTest::addColumn<int>("tokens");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("isLecture");
    for (const int tokens : {1, 11, 30, 60, 300}) {
      for (const QSize size : {QSize(888, 628), QSize(832, 728), QSize(1312, 908)}) {
        QTest::newRow(qPrintable(QString("%1 tokens, %2 wide").arg(tokens).arg(size.width())))
            << tokens << size << false;
      }
    }
    QTest::newRow("lecture size") << 11 << QSize(1920, 1024) << true;
  }
  void nothingIsCutOrOverlaps() {
    QFETCH(int, tokens);
    QFETCH(QSize, size);
    QFETCH(bool, isLecture);
    Tiled tiled(sentenceOf(tokens), size);
    tiled.look.setLectureSize(isLecture);
    tiled.walked.walk.focus().lock({0, 0});
    QVERIFY(tiled.opens());
    const int count = tiled.walked.walk.subStepCount();
    for (int i = 0; i < count; ++i) {
      const ui::StageLayout& layout = tiled.stage.stageLayout();
      const QRectF whole(QPointF(0, 0), layout.size);
      for (std::size_t a = 0; a < layout.texts.size(); ++a) {
        const ui::StageText& text = layout.texts[a];
        QVERIFY2(whole.contains(text.area), qPrintable(QString("tile %1: \"%2\" is cut").arg(i).arg(text.text)));
        for (std::size_t b = a + 1; b < layout.texts.size(); ++b) {
          const QRectF other = layout.texts[b].area.adjusted(1, 1, -1, -1);
          QVERIFY2(!text.area.adjusted(1, 1, -1, -1).intersects(other),
                   qPrintable(QString("tile %1: \"%2\" and \"%3\"").arg(i).arg(text.text, layout.texts[b].text)));
        }
        for (const ui::PlacedMatrix& placed : layout.matrices) {
          QVERIFY2(!placed.area().adjusted(1, 1, -1, -1).intersects(text.area.adjusted(1, 1, -1, -1)),
                   qPrintable(QString("tile %1: \"%2\" over a matrix").arg(i).arg(text.text)));
        }
      }
      for (const ui::PlacedMatrix& placed : layout.matrices) QVERIFY(whole.contains(placed.area()));
      for (const ui::StageFormula& formula : layout.formulas) {
        const QRectF ink = formula.area.adjusted(1, 3, -1, -3);
        QVERIFY2(whole.contains(ink), formula.tex.c_str());
        for (const ui::StageText& text : layout.texts) {
          QVERIFY2(!ink.intersects(text.area.adjusted(1, 1, -1, -1)),
                   qPrintable(QString("tile %1: %2 and \"%3\"").arg(i).arg(formula.tex.c_str(), text.text)));
        }
        for (const ui::PlacedMatrix& placed : layout.matrices) {
          QVERIFY2(!placed.area().adjusted(1, 1, -1, -1).intersects(ink), formula.tex.c_str());
        }
      }
      if (i + 1 < count) tiled.walked.walk.stepForward();
    }
  }
};

QTEST_MAIN(TestTiles)
#include "tst_tiles.moc"
