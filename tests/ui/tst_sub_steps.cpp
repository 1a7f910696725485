#include "tests/ui/styled_stage.h"
#include "ui/step/explanation.h"
#include "ui/tensorview/number_text.h"

#include <QAction>
#include <QtTest>

using namespace heed;
using namespace heed::test;

namespace {

constexpr int kScores = 4;
constexpr ui::Focus::Cell kPair{7, 1};  ///< "it" and "animal"
constexpr std::int64_t kChannels = 4;
constexpr std::int64_t kTokens = 11;

std::int64_t filledCells(const ui::Filling& filling, std::int64_t columns, std::int64_t rows) {
  std::int64_t count = 0;
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t column = 0; column < columns; ++column) {
      count += ui::isFilled(filling, {1, 2}, {row, column}, columns, rows) ? 1 : 0;
    }
  }
  return count;
}

/// A stage at the dot products of the example, the pair locked, stepped into.
struct Entered : StyledStage {
  Entered() {
    if (!walked.goesTo(kScores)) qFatal("the scores did not come");
    walked.walk.focus().lock(kPair);
    if (!QTest::qWaitFor([this] { return stage.picture().cell() != nullptr; }, 20000)) qFatal("no arithmetic came");
    walked.walk.stepInto();
  }

  /// 8.766, with as many decimals as close.
  [[nodiscard]] bool writesTheScore() const {
    const QStringList written = texts();
    return std::ranges::any_of(written, [](const QString& text) { return text.startsWith(QLatin1String("8.7")); });
  }
};

}  // namespace

class TestSubSteps : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void fillingsGoFromOneProductToAll() {
    const std::vector<ui::Filling> all = ui::fillings(3, 4, 5);
    QCOMPARE(all.size(), std::size_t{3 + 3 + 4});
    QCOMPARE(all.front(), (ui::Filling{ui::FillPhase::Terms, 0, 3}));
    QCOMPARE(all[2], (ui::Filling{ui::FillPhase::Terms, 2, 3}));
    QCOMPARE(all[3], (ui::Filling{ui::FillPhase::Row, 0, 3}));
    QCOMPARE(all.back(), (ui::Filling{ui::FillPhase::Rows, 3, 4}));
    std::vector<std::int64_t> filled;
    for (const ui::Filling& filling : all) filled.push_back(filledCells(filling, 4, 5));
    QCOMPARE(filled, (std::vector<std::int64_t>{1, 1, 1, 2, 3, 4, 8, 12, 16, 20}));
  }

  void longProductsTakeFewSubSteps() {
    const std::vector<ui::Filling> all = ui::fillings(64, 1000, 1000);
    QCOMPARE(all.size(), std::size_t{48});
    QCOMPARE(all.front().shownOf(64), std::int64_t{4});
    QCOMPARE(all[15].shownOf(64), std::int64_t{64});
    QCOMPARE(all[31].shownOf(999), std::int64_t{999});
    std::int64_t last = 0;
    for (const ui::Filling& filling : all) {
      if (filling.index == 0) last = 0;
      QVERIFY(filling.shownOf(999) > last);
      last = filling.shownOf(999);
    }
  }

  void oneNumberIsOneSubStep() { QCOMPARE(ui::fillings(1, 1, 1).size(), std::size_t{1}); }

  void stepsGoThroughTheProductAndOn() {
    Entered entered;
    ui::Walk& walk = entered.walked.walk;
    QVERIFY(walk.inside() == ui::Walk::Inside::Product);
    QCOMPARE(walk.subStepCount(), static_cast<int>(kChannels + kTokens - 1 + kTokens - 1));
    QCOMPARE(*walk.filling(), (ui::Filling{ui::FillPhase::Terms, 0, 4}));
    for (int i = 1; i < walk.subStepCount(); ++i) {
      walk.stepForward();
      QCOMPARE(walk.subStep(), i);
      QCOMPARE(walk.current(), kScores);
    }
    walk.stepBack();
    QCOMPARE(walk.subStep(), walk.subStepCount() - 2);
    walk.stepForward();
    walk.stepForward();
    QCOMPARE(walk.current(), kScores + 1);
    QVERIFY(!walk.filling());
  }

  void outLeadsBackToTheWholeStep() {
    Entered entered;
    ui::Walk& walk = entered.walked.walk;
    QVERIFY(entered.transport.outAction()->isEnabled());
    walk.stepForward();
    entered.transport.outAction()->trigger();
    QVERIFY(!walk.filling());
    QCOMPARE(walk.current(), kScores);
    QVERIFY(!entered.transport.outAction()->isEnabled());
    walk.stepInto();
    QCOMPARE(walk.subStep(), 0);
    walk.stepBack();
    QVERIFY(!walk.filling());
    QCOMPARE(walk.current(), kScores);
    walk.stepInto();
    walk.goTo(kScores + 2);
    QVERIFY(!walk.filling());
  }

  /// 2.18 x 2.06 and so on: the cell and the sum under the arithmetic show what was added up so far.
  void theSumGrowsTermByTerm() {
    Entered entered;
    ui::Walk& walk = entered.walked.walk;
    const ui::CellContent cell = *entered.stage.picture().cell();
    QCOMPARE(cell.explained.terms.size(), static_cast<std::size_t>(kChannels));
    double sum = 0.0;
    for (const core::ExplainedTerm& term : cell.explained.terms) {
      for (const core::ExplainedFactor& factor : term.factors) QVERIFY(factor.step >= 0);
      sum += term.factors[0].number * term.factors[1].number;
      const auto running = entered.stage.stageLayout().running;
      QVERIFY(running.has_value());
      // Products of float32 against their sum in float32.
      QVERIFY2(std::abs(*running - sum) < 1e-5, qPrintable(QString("%1 and %2").arg(*running).arg(sum)));
      walk.stepForward();
    }
    QVERIFY(!entered.stage.stageLayout().running.has_value());
    QVERIFY(std::abs(sum - 8.766) < 1e-3);
  }

  /// The card, its sentences and what a screen reader says know no more than the stage.
  void theCardSaysWhatIsReached() {
    Entered entered;
    ui::Walk& walk = entered.walked.walk;
    const std::vector<core::ExplainedTerm> terms = entered.stage.picture().cell()->explained.terms;
    double sum = 0.0;
    for (std::size_t i = 0; i + 1 < terms.size(); ++i) {
      sum += terms[i].factors[0].number * terms[i].factors[1].number;
      const ui::Explanation said = ui::explain(walk);
      QCOMPARE(said.cell, ui::Explanation::Cell::Unfinished);
      // Three decimals are written.
      QVERIFY(std::abs(said.readout->number.toDouble() - sum) < 6e-4);
      QCOMPARE(said.readout->rank, QString("%1 of 4 products").arg(i + 1));
      QVERIFY(!said.hasLedger && !said.canChange && said.brief.isEmpty());
      const QString why = ui::plainText(said.why);
      QVERIFY2(why.contains(ui::fixedText(sum, 2)) && !why.contains("8.7"), qPrintable(why));
      QVERIFY2(entered.stage.accessibleDescription().endsWith("so far"),
               qPrintable(entered.stage.accessibleDescription()));
      walk.stepForward();
    }
    QCOMPARE(ui::explain(walk).cell, ui::Explanation::Cell::Computed);
    QCOMPARE(ui::explain(walk).readout->number, QString("8.766"));
    QVERIFY(entered.stage.accessibleDescription().contains("8.766"));
    // A row that is filled later has no number yet.
    walk.focus().lock({0, 0});
    QVERIFY(entered.walked.waits());
    walk.stepBack();
    QVERIFY(!ui::explain(walk).readout->number.contains("8.7"));
  }

  void whatIsNotThereYetIsNotWritten() {
    Entered entered;
    ui::Walk& walk = entered.walked.walk;
    QVERIFY(entered.texts().contains(QStringLiteral("one cell: product 1 of 4")));
    QVERIFY(!entered.writesTheScore());
    QVERIFY(!entered.stage.picture().isFilled(kPair.row, 0));
    for (int i = 0; i < 4; ++i) walk.stepForward();
    QVERIFY(entered.texts().contains(QStringLiteral("one row: cell 2 of 11")));
    QVERIFY(entered.writesTheScore());
    QVERIFY(entered.stage.picture().isFilled(kPair.row, 0));
    QVERIFY(!entered.stage.picture().isFilled(kPair.row, 2));
    QVERIFY(!entered.stage.picture().isFilled(0, 0));
    for (const ui::PlacedMatrix& placed : entered.stage.stageLayout().matrices) {
      if (placed.part == ui::StagePart::Pipeline) QVERIFY(placed.isEmptyFrame);
    }
    for (int i = 0; i < 10; ++i) walk.stepForward();
    QVERIFY(entered.texts().contains(QStringLiteral("all: row 2 of 11")));
    QVERIFY(entered.stage.picture().isFilled(0, 0));
    QVERIFY(!entered.stage.picture().isFilled(1, 0));
    walk.stepOut();
    QVERIFY(entered.stage.picture().isFilled(1, 0));
  }

  void emptyCellsAreDrawnEmpty() {
    Entered entered;
    const auto colorOf = [&](ui::Focus::Cell cell) {
      const QPoint corner = entered.stage.cellRect(ui::StagePart::Result, cell)->topLeft().toPoint() + QPoint(3, 3);
      return entered.stage.grab().toImage().pixelColor(corner);
    };
    QCOMPARE(colorOf({0, 3}), entered.look.theme().surface);
    const QColor before = colorOf(kPair);
    entered.walked.walk.stepOut();
    QVERIFY(colorOf({0, 3}) != entered.look.theme().surface);
    QVERIFY(colorOf(kPair) != before);
  }

  void playingGoesThroughSubStepsQuickly() {
    Entered entered;
    ui::Walk& walk = entered.walked.walk;
    walk.setSpeed(4);
    walk.play();
    QVERIFY(walk.isPlaying());
    QTRY_VERIFY_WITH_TIMEOUT(walk.subStep() >= 3, 5000);
    QCOMPARE(walk.current(), kScores);
    walk.pause();
    QVERIFY(!walk.isPlaying());
  }

  void newWordsKeepTheSubStep() {
    Entered entered;
    ui::Walk& walk = entered.walked.walk;
    walk.stepForward();
    ui::setText(entered.walked.document, QStringLiteral("it saw the animal"));
    QVERIFY(entered.walked.waits());
    QVERIFY(walk.filling().has_value());
    QVERIFY(walk.subStep() < walk.subStepCount());
  }

  void projectionsFillBeforeTheirWeightsOpen() {
    WalkedDocument walked;
    QVERIFY(walked.goesTo(1));
    walked.walk.stepInto();
    QVERIFY(walked.walk.filling().has_value());
    QVERIFY(walked.walk.focus().isLocked());
    walked.walk.stepInto();
    QVERIFY(walked.waits());
    QVERIFY(walked.walk.openedInput() >= 0);
    walked.walk.stepOut();
    QCOMPARE(walked.walk.openedInput(), -1);
    QVERIFY(!walked.walk.canStepOut());
  }
};

QTEST_MAIN(TestSubSteps)
#include "tst_sub_steps.moc"
