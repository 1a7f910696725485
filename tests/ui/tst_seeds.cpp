#include "core/io/document.h"
#include "tests/ui/shown_stage.h"
#include "ui/document/seed_edits.h"

#include <QSpinBox>
#include <QtTest>

using namespace heed;

namespace {

std::string bytes(const ui::Document& document) {
  return core::writeDocument(document.data());
}

QWidget* tool(const ShownStage& shown, const char* name) {
  return shown.stage.findChild<QWidget*>(QLatin1String(name));
}

}  // namespace

/// Steps that chance has a hand in: their seed on the stage, drawing again,
/// holding it.
class TestSeeds : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void onlyDrawnStepsOfferTheirSeed();
  void drawingAgainIsAnEdit();
  void aHeldSeedIsKeptAndSaved();
  void theStageSaysWhereWeightsComeFrom();
};

void TestSeeds::onlyDrawnStepsOfferTheirSeed() {
  ShownStage known;
  QVERIFY(known.walked.goesTo(0));
  QVERIFY(tool(known, "stageSeed")->isHidden() || !tool(known, "stageSeed")->isVisible());
  ShownStage unknown("self-attention", QStringLiteral("the zyzzyva slept"));
  QVERIFY(unknown.walked.goesTo(0));
  QVERIFY(tool(unknown, "stageSeed")->isVisible());
  QVERIFY(unknown.walked.goesTo(1));
  QVERIFY(!tool(unknown, "stageSeed")->isVisible());
  ShownStage hard("soft-and-hard");
  const int drawn = hard.row("Drawn key");
  QVERIFY(drawn >= 0);
  QVERIFY(hard.walked.goesTo(drawn));
  QVERIFY(tool(hard, "stageSeed")->isVisible());
}

void TestSeeds::drawingAgainIsAnEdit() {
  ShownStage shown("self-attention", QStringLiteral("the zyzzyva slept"));
  QVERIFY(shown.walked.goesTo(0));
  const std::string before = bytes(shown.document());
  const double number = shown.stage.picture().result().value(1, 0);
  QTest::mouseClick(tool(shown, "stageDrawAgain"), Qt::LeftButton);
  QCOMPARE(shown.document().data().seed, std::uint64_t{8});
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(shown.stage.picture().result().value(1, 0) != number);
  auto* seed = qobject_cast<QSpinBox*>(tool(shown, "stageSeed"));
  QVERIFY(seed != nullptr);
  QCOMPARE(seed->value(), 8);
  seed->setValue(7);
  QVERIFY(shown.walked.waits());
  QTRY_COMPARE(shown.stage.picture().result().value(1, 0), number);
  shown.document().undoStack().undo();
  shown.document().undoStack().undo();
  QCOMPARE(bytes(shown.document()), before);
}

void TestSeeds::aHeldSeedIsKeptAndSaved() {
  ShownStage shown("self-attention", QStringLiteral("the zyzzyva slept"));
  QVERIFY(shown.walked.goesTo(0));
  auto* hold = qobject_cast<QAbstractButton*>(tool(shown, "stageHoldSeed"));
  QVERIFY(hold != nullptr);
  hold->click();
  QVERIFY(ui::isSeedHeld(shown.document().data()));
  QVERIFY(!tool(shown, "stageDrawAgain")->isEnabled());
  ui::drawAgain(shown.document());
  QCOMPARE(shown.document().data().seed, std::uint64_t{7});
  const core::DocumentData read = core::readDocumentBytes(bytes(shown.document()), "held");
  QVERIFY(ui::isSeedHeld(read));
  shown.document().undoStack().undo();
  QVERIFY(!ui::isSeedHeld(shown.document().data()));
  QVERIFY(tool(shown, "stageDrawAgain")->isEnabled());
}

void TestSeeds::theStageSaysWhereWeightsComeFrom() {
  ShownStage shown;
  QVERIFY(shown.walked.goesTo(4));
  QVERIFY(shown.writes("weights set by hand"));
  shown.document().edit("forget", [](core::DocumentData& data) { data.weights.clear(); });
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(shown.writes("random weights, seed 7"));
}

QTEST_MAIN(TestSeeds)
#include "tst_seeds.moc"
