#include "tests/ui/step_workspace_bench.h"
#include "tests/ui/styled_stage.h"
#include "ui/document/divisor_edits.h"
#include "ui/document/edits.h"
#include "ui/step/readout_card.h"
#include "ui/step/step_trail.h"
#include "ui/tensorview/number_text.h"

#include <QRegularExpression>
#include <QSignalSpy>

using namespace heed;
using namespace heed::test;

namespace {

QStringList crumbs(const Workspace& space) {
  QStringList words;
  for (const ui::StepTrail::Crumb& crumb : space.bar->trail()->crumbs()) {
    words << crumb.letter + QLatin1Char(' ') + crumb.number;
  }
  return words;
}

/// From the weight of a pair to the score behind it.
void followToTheScore(Workspace& space) {
  space.showCell(kWeights, {kIt, kAnimal});
  const int scores = space.walk.list().row(kScores).step;
  space.walk.follow(scores, space.walk.content()->result.offset(kIt, kAnimal));
  space.waits();
}

}  // namespace

/// What several views say of the same number agrees, also after a change.
class TestAgreement : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void trailHasTheNumbersOfTheResult();
  void trailForgetsCellsOfOtherWords();
  void trailEndsWithTheLock();
  void needleIsTheNumberOnTheCard();
  void overriddenWeightIsNoArithmetic();
  void statusFollowsTheContentUnderThePointer();
  void keysOfTheWayBackAreKeys();
  void forwardNumberStandsAboveTheGradient();
  void maximumIsMarkedWhereItStands();
  void tokenLinesAreOfTheAttentionOnTheStage();
  void formulaHasTheDivisor();
  void formulaMarksSoftmaxThroughout_data();
  void formulaMarksSoftmaxThroughout();
  void rowFromBeforeHasItsOwnScale();
  void chosenKeysAreIndicesWithTheirWords();
  void sharesOfBothSignsAreNumbers();
};

void TestAgreement::trailHasTheNumbersOfTheResult() {
  Workspace space;
  followToTheScore(space);
  QCOMPARE(crumbs(space), QStringList({"S 8.77", "A .81"}));
  const int weights = space.walk.list().row(kWeights).step;
  ui::setCell(space.document, *space.session.result(), weights, space.walk.content()->result.offset(kIt, kAnimal),
              0.25);
  space.waits();
  QCOMPARE(crumbs(space), QStringList({"S 8.77", "A .25"}));
}

void TestAgreement::trailForgetsCellsOfOtherWords() {
  Workspace space;
  followToTheScore(space);
  ui::setText(space.document, QStringLiteral("My students like long books because they are good to read"));
  space.waits();
  QCOMPARE(crumbs(space).size(), 1);
}

void TestAgreement::trailEndsWithTheLock() {
  Workspace space;
  followToTheScore(space);
  QCOMPARE(crumbs(space).size(), 2);
  space.walk.focus().release();
  space.waits();
  QVERIFY(crumbs(space).isEmpty());
  QVERIFY(space.walk.trail().empty());
}

void TestAgreement::needleIsTheNumberOnTheCard() {
  Workspace space("soft-and-hard");
  const auto drawn = std::ranges::find(space.walk.list().rows(), QString("Random numbers"), &ui::StepRow::title);
  QVERIFY(drawn != space.walk.list().rows().end());
  // One number for each query, in one row.
  for (const std::int64_t query : {kAnimal, kIt}) {
    space.showCell(drawn->number, {0, query});
    QVERIFY(space.explanation->ruler().has_value());
    QCOMPARE(QString::number(space.explanation->ruler()->ruler().needle, 'f', 3),
             space.explanation->card()->numberText());
  }
}

void TestAgreement::overriddenWeightIsNoArithmetic() {
  StyledStage shown;
  QVERIFY(shown.walked.goesTo(kWeights));
  shown.walk().focus().lock({kIt, kAnimal});
  const ui::StageMatrix& weights = shown.walk().content()->result;
  ui::setCell(shown.walked.document, *shown.walked.session.result(), weights.step, weights.offset(kIt, kAnimal), 0.2);
  QVERIFY(shown.walked.waits());
  QVERIFY2(shown.texts().contains("overridden: computed 0.805"), qPrintable(shown.texts().join('|')));
  QVERIFY(!shown.texts().contains(","));
  const ui::Explanation said = ui::explain(shown.walk());
  QVERIFY2(ui::plainText(said.why).contains("where 0.805 was computed"), qPrintable(ui::plainText(said.why)));
  // The computed row adds up to 1, so that this one misses it by 0.8053 - 0.2.
  QVERIFY2(ui::plainText(said.row).startsWith("The row does not add up to 1"), qPrintable(ui::plainText(said.row)));
  QVERIFY2(ui::plainText(said.row).endsWith("exact 0.3945."), qPrintable(ui::plainText(said.row)));
}

void TestAgreement::statusFollowsTheContentUnderThePointer() {
  StyledStage shown;
  QVERIFY(shown.walked.goesTo(kWeights));
  QSignalSpy said(&shown.stage, &ui::Stage::pointedAt);
  const auto area = shown.stage.cellRect(ui::StagePart::Result, {kIt, kAnimal});
  QVERIFY(area.has_value());
  QTest::mouseMove(&shown.stage, area->center().toPoint());
  QTRY_VERIFY(!said.isEmpty());
  QVERIFY(said.last().first().toString().startsWith("row it, column animal, 0.80"));
  const ui::StageMatrix& weights = shown.walk().content()->result;
  ui::setCell(shown.walked.document, *shown.walked.session.result(), weights.step, weights.offset(kIt, kAnimal), 0.25);
  QVERIFY(shown.walked.waits());
  QCOMPARE(said.last().first().toString(), QString("row it, column animal, 0.2500"));
}

/// The labels of a part of the stage that are chips.
QStringList chips(const ui::Stage& stage) {
  QStringList words;
  for (const ui::PlacedLabel& label : stage.stageLayout().labels) {
    if (label.chip) words << label.label.text + QLatin1Char(' ') + label.letter;
  }
  return words;
}

/// The row of the list with this title.
int rowCalled(ui::Walk& walk, const QString& title) {
  const auto found = std::ranges::find(walk.list().rows(), title, &ui::StepRow::title);
  return found == walk.list().rows().end() ? -1 : found->number;
}

/// On the way back from the weight of "it" and "animal".
void goBack(StyledStage& shown) {
  QVERIFY(shown.walked.goesTo(kWeights));
  shown.walk().focus().lock({kIt, kAnimal});
  QVERIFY(shown.walked.waits());
  shown.walk().startBackward();
  QTRY_COMPARE(shown.walk().list().direction(), ui::Direction::Backward);
  QVERIFY(shown.walked.waits());
}

void TestAgreement::keysOfTheWayBackAreKeys() {
  StyledStage shown;
  goBack(shown);
  const int keys = rowCalled(shown.walk(), QStringLiteral("Keys"));
  QVERIFY(keys >= 0);
  QVERIFY(shown.walked.goesTo(keys));
  shown.walk().focus().lock({kIt, 1});
  QVERIFY(shown.walked.waits());
  QVERIFY2(chips(shown.stage).contains("it k"), qPrintable(chips(shown.stage).join('|')));
  // The products run over the queries, which is the shared axis of the transposed gradient and of Q.
  QVERIFY2(shown.texts().contains("query"), qPrintable(shown.texts().join('|')));
}

void TestAgreement::forwardNumberStandsAboveTheGradient() {
  StyledStage shown;
  goBack(shown);
  QVERIFY(shown.walked.goesTo(rowCalled(shown.walk(), QStringLiteral("Keys"))));
  shown.walk().focus().lock({kIt, 1});
  QVERIFY(shown.walked.waits());
  const auto cell = shown.stage.cellRect(ui::StagePart::Result, {kIt, 1});
  QVERIFY(cell.has_value());
  // Two numbers of 12 and 11 pixels, one above the other.
  QVERIFY2(cell->height() >= 26, qPrintable(QString::number(cell->height())));
  const ui::Explanation said = ui::explain(shown.walk());
  QVERIFY(!ui::plainText(said.sentence).contains("stands above"));
  const ui::StageMatrix& gradient = shown.walk().content()->result;
  const double forward = gradient.forward.at(kIt * gradient.columnCount() + 1);
  QVERIFY2(ui::plainText(said.row).contains(ui::readoutText(forward, 3)), qPrintable(ui::plainText(said.row)));
}

void TestAgreement::maximumIsMarkedWhereItStands() {
  StyledStage shown;
  QVERIFY(shown.walked.goesTo(rowCalled(shown.walk(), QStringLiteral("Row maximum"))));
  shown.walk().focus().lock({kIt, 0});
  QVERIFY(shown.walked.waits());
  QVERIFY2(chips(shown.stage).contains("animal k"), qPrintable(chips(shown.stage).join('|')));
  QVERIFY(!chips(shown.stage).contains("The k"));
  QVERIFY(shown.walked.goesTo(rowCalled(shown.walk(), QStringLiteral("Row sum"))));
  QVERIFY2(!chips(shown.stage).contains("The k"), qPrintable(chips(shown.stage).join('|')));
}

void TestAgreement::tokenLinesAreOfTheAttentionOnTheStage() {
  Workspace space("soft-and-hard");
  const auto& program = space.session.result()->program();
  const auto& steps = program.steps();
  int attentions = 0;
  for (const ui::StepRow& row : space.walk.list().rows()) {
    if (row.role != core::Role::Weights) continue;
    space.walk.goTo(row.number);
    space.waits();
    QVERIFY(space.walk.weights() != nullptr);
    QCOMPARE(QString::fromStdString(steps[static_cast<std::size_t>(space.walk.weights()->step)].id),
             QString::fromStdString(steps[static_cast<std::size_t>(row.step)].id));
    ++attentions;
  }
  QVERIFY(attentions > 1);
}

void TestAgreement::formulaHasTheDivisor() {
  StyledStage shown;
  constexpr int kScaled = 5;
  QVERIFY(shown.walked.goesTo(kScaled));
  QVERIFY(shown.stage.picture().formula.tex.find("sqrt{d_k}") != std::string::npos);
  ui::setDivisor(shown.walked.document, "attention/mechanism/scaled", 10.2);
  QVERIFY(shown.walked.waits());
  const std::string tex = shown.stage.picture().formula.tex;
  QVERIFY2(tex.find("sqrt") == std::string::npos && tex.find("10.2") != std::string::npos, tex.c_str());
}

void TestAgreement::formulaMarksSoftmaxThroughout_data() {
  QTest::addColumn<QString>("title");
  for (const char* title : {"Row maximum", "Subtract maximum", "Exponential", "Row sum", "Attention weights"}) {
    QTest::newRow(title) << QString(title);
  }
}

void TestAgreement::formulaMarksSoftmaxThroughout() {
  QFETCH(QString, title);
  StyledStage shown;
  QVERIFY(shown.walked.goesTo(rowCalled(shown.walk(), title)));
  QCOMPARE(QString::fromStdString(shown.stage.picture().formula.term), QString("weights"));
}

void TestAgreement::rowFromBeforeHasItsOwnScale() {
  StyledStage shown;
  constexpr int kScaled = 5;
  QVERIFY(shown.walked.goesTo(kScaled));
  shown.walk().focus().lock({kIt, kAnimal});
  QVERIFY(shown.walked.waits());
  ui::setDivisor(shown.walked.document, "attention/mechanism/scaled", 10.2);
  QVERIFY(shown.walked.waits());
  const auto& matrices = shown.stage.stageLayout().matrices;
  const auto before = std::ranges::find_if(matrices, [](const ui::PlacedMatrix& placed) { return !!placed.values; });
  QVERIFY(before != matrices.end());
  QVERIFY(before->scale.has_value());
  // 8.766 / 2 was in the row.
  QVERIFY(before->scale->high >= 4.38);
}

void TestAgreement::chosenKeysAreIndicesWithTheirWords() {
  StyledStage shown("soft-and-hard");
  QVERIFY(shown.walked.goesTo(rowCalled(shown.walk(), QStringLiteral("Chosen key"))));
  const ui::StageMatrix& chosen = shown.walk().content()->result;
  QVERIFY(chosen.isIndex);
  shown.walk().focus().lock({0, kAnimal});
  QVERIFY(shown.walked.waits());
  QVERIFY(shown.stage.stageLayout().placed(ui::StagePart::Result)->isPlain);
  const auto index = static_cast<std::size_t>(chosen.value(0, kAnimal));
  // Queries and keys are the same words.
  const QString word = QString::fromStdString(chosen.columns.labels->names.at(index));
  QVERIFY(!word.isEmpty());
  const ui::Explanation said = ui::explain(shown.walk());
  QCOMPARE(said.readout->number, QString::number(index));
  QCOMPARE(said.readout->rank, QString("the key %1").arg(word));
  QVERIFY2(ui::plainText(said.why).endsWith(QString("stands at %1.").arg(word)), qPrintable(ui::plainText(said.why)));
  QVERIFY2(shown.texts().contains(word), qPrintable(shown.texts().join('|')));
  QVERIFY(std::ranges::any_of(shown.stage.stageLayout().labels,
                              [&](const ui::PlacedLabel& label) { return label.label.text == word && !label.chip; }));
}

void TestAgreement::sharesOfBothSignsAreNumbers() {
  Workspace space("encoder-block");
  int seen = 0;
  for (const ui::StepRow& row : space.walk.list().rows()) {
    space.walk.goTo(row.number);
    space.waits();
    const ui::StageMatrix& matrix = space.walk.content()->result;
    if (matrix.isInput || matrix.rowCount() < 8 || matrix.columnCount() < 2) continue;
    space.walk.focus().lock({kIt, 1});
    space.waits();
    const QString why = ui::plainText(space.explanation->explanation().why);
    const QRegularExpressionMatch share = QRegularExpression("give[s]? ([0-9.]+) %").match(why);
    if (share.hasMatch()) QVERIFY2(share.captured(1).toDouble() <= 100.0, qPrintable(why));
    if (why.contains(", the others ")) ++seen;
  }
  QVERIFY(seen > 0);
}

QTEST_MAIN(TestAgreement)
#include "tst_agreement.moc"
