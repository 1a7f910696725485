#include "core/io/document.h"
#include "tests/ui/shown_stage.h"
#include "ui/step/key_lift.h"

#include <QMenu>
#include <QtTest>

using namespace heed;

namespace {

constexpr int kWeights = 11;

std::string bytes(const ui::Document& document) {
  return core::writeDocument(document.data());
}

/// Presses the label of a key and moves it away, in the small steps of a hand.
QPoint lifted(ShownStage& shown, std::int64_t key) {
  const ui::StageTarget* label = shown.target(ui::TargetKind::ColumnLabel, key);
  if (label == nullptr) qFatal("the label is not drawn");
  const QPoint at = shown.stage.toWidget(label->area).center().toPoint();
  QTest::mousePress(&shown.stage, Qt::LeftButton, {}, at);
  for (int i = 1; i <= 10; ++i) QTest::mouseMove(&shown.stage, at - QPoint(3 * i, 4 * i));
  return at - QPoint(30, 40);
}

}  // namespace

/// Taking a word out of a row by its label, with real events.
class TestLift : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theCaptionIsTrue();
  void thePreviewIsWhatTheRunGives();
  void droppingHidesTheKey();
  void escapePutsTheLabelBack();
  void aClickOpensTheMenu();
  void theKeyboardLiftsAndDrops();
  void whatHardAttentionWouldDoIsNotForetold();
  void keysAreLiftedOutOfTheBlockOnTheStage();
  void whatBecameOfTheShareStaysUntilItIsKept();
  void whatBecameOfTheShareStandsUnderTheMask();
};

void TestLift::theCaptionIsTrue() {
  ShownStage shown;
  const auto lift = ui::liftOf(*shown.walk().weights(), 7, 1);
  QVERIFY(lift.has_value());
  // The example: animal has .80547 of the row of "it"; 1 / (1 - .80547) = 5.1406, while 1 / (1 - .805) = 5.128.
  QCOMPARE(ui::liftCaption(*lift), QString::fromUtf8("every other weight × 5.14 = 1 / (1 − .8055)"));
}

void TestLift::thePreviewIsWhatTheRunGives() {
  ShownStage shown;
  QVERIFY(shown.walked.goesTo(kWeights));
  shown.focus().lock({7, 1});
  const auto foretold = ui::liftOf(*shown.walk().weights(), 7, 1);
  QVERIFY(foretold.has_value());
  const QPoint at = lifted(shown, 1);
  QTest::mouseRelease(&shown.stage, Qt::LeftButton, {}, at);
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(!shown.walk().weights()->isAllowed(7, 1));
  for (std::int64_t key = 0; key < 11; ++key) {
    const double found = key == 1 ? 0.0 : shown.walk().weights()->value(7, key);
    // Renormalised float32 weights: each is within some 1e-7 of the exact one,
    // times 5.
    QVERIFY(std::abs(foretold->after.weights[static_cast<std::size_t>(key)] - found) < 2e-6);
  }
}

void TestLift::droppingHidesTheKey() {
  ShownStage shown;
  QVERIFY(shown.walked.goesTo(4));
  shown.focus().lock({7, 1});
  const std::string before = bytes(shown.document());
  const QImage still = shown.stage.grab().toImage();
  const QPoint at = lifted(shown, 3);
  QCOMPARE(bytes(shown.document()), before);
  QVERIFY(shown.stage.grab().toImage() != still);
  QTest::mouseRelease(&shown.stage, Qt::LeftButton, {}, at);
  QCOMPARE(shown.document().undoStack().count(), 1);
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(!shown.walk().weights()->isAllowed(0, 3));
  shown.document().undoStack().undo();
  QCOMPARE(bytes(shown.document()), before);
}

void TestLift::escapePutsTheLabelBack() {
  ShownStage shown;
  QVERIFY(shown.walked.goesTo(4));
  shown.focus().lock({7, 1});
  const QPoint at = lifted(shown, 1);
  QTest::keyClick(&shown.stage, Qt::Key_Escape);
  QTest::mouseRelease(&shown.stage, Qt::LeftButton, {}, at);
  QCOMPARE(shown.document().undoStack().count(), 0);
  // The lock is another Escape's.
  QVERIFY(shown.focus().isLocked());
}

void TestLift::aClickOpensTheMenu() {
  ShownStage shown;
  QVERIFY(shown.walked.goesTo(4));
  const ui::StageTarget* label = shown.target(ui::TargetKind::ColumnLabel, 1);
  QVERIFY(label != nullptr);
  QTest::mouseClick(&shown.stage, Qt::LeftButton, {}, shown.stage.toWidget(label->area).center().toPoint());
  auto* menu = shown.stage.findChild<QMenu*>(QStringLiteral("keyMenu"));
  QVERIFY(menu != nullptr);
  menu->close();
}

void TestLift::theKeyboardLiftsAndDrops() {
  ShownStage shown;
  QVERIFY(shown.walked.goesTo(kWeights));
  shown.focus().lock({7, 1});
  shown.stage.liftKey();
  QTest::keyClick(&shown.stage, Qt::Key_Escape);
  QCOMPARE(shown.document().undoStack().count(), 0);
  shown.stage.liftKey();
  QTest::keyClick(&shown.stage, Qt::Key_Return);
  QCOMPARE(shown.document().undoStack().count(), 1);
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(!shown.walk().weights()->isAllowed(7, 1));
}

void TestLift::whatHardAttentionWouldDoIsNotForetold() {
  ShownStage shown;
  shown.focus().lock({7, 3});
  ui::KeyLift soft(shown.walk());
  soft.lift(3, {0, 0});
  QVERIFY(soft.preview().has_value());
  shown.document().edit("hard", [](core::DocumentData& data) {
    data.model.setParameter(data.model.blockNamed("attention")->id, "mechanism", core::BlockRef{"hard_argmax", {}});
  });
  QVERIFY(shown.walked.waits());
  QTRY_COMPARE(shown.walk().weights()->value(7, 1), 1.0);
  shown.focus().lock({7, 3});
  ui::KeyLift hard(shown.walk());
  hard.lift(3, {0, 0});
  QVERIFY(hard.isLifted() && !hard.preview().has_value());
  ui::StageMatrix all = *shown.walk().weights();
  all.allowed = {};
  std::vector<float> numbers(static_cast<std::size_t>(all.values.elementCount()), 0.0F);
  numbers[7 * static_cast<std::size_t>(all.columnCount()) + 1] = 1.0F;
  all.values = core::Tensor::fromFloats(all.values.shape(), numbers);
  // A key with all of the weight leaves nothing that could grow.
  QVERIFY(!ui::liftOf(all, 7, 1).has_value());
}

void TestLift::keysAreLiftedOutOfTheBlockOnTheStage() {
  ShownStage shown("soft-and-hard");
  const auto& program = shown.walked.session.result()->program();
  QVERIFY(shown.walked.goesTo(shown.walk().list().rowOfStep(program.stepIndex("hard/scores"))));
  shown.focus().lock({7, 1});
  shown.stage.liftKey();
  QTest::keyClick(&shown.stage, Qt::Key_Return);
  QCOMPARE(shown.document().undoStack().count(), 1);
  QVERIFY(shown.walked.waits());
  for (const std::string block : {"soft", "hard"}) {
    const auto& after = shown.walked.session.result()->program();
    QVERIFY(shown.walked.goesTo(shown.walk().list().rowOfStep(after.stepIndex(block + "/weights"))));
    QVERIFY(shown.walk().weights() != nullptr);
    QCOMPARE(shown.walk().weights()->isAllowed(7, 1), block == "soft");
  }
}

void TestLift::whatBecameOfTheShareStaysUntilItIsKept() {
  ShownStage shown;
  QVERIFY(shown.walked.goesTo(kWeights));
  shown.focus().lock({7, 1});
  QVERIFY(!shown.stage.stageLayout().lift);
  QTest::mouseRelease(&shown.stage, Qt::LeftButton, {}, lifted(shown, 1));
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(shown.stage.stageLayout().lift.has_value());
  QVERIFY(shown.writes(QString::fromUtf8("every other weight × 5.14 = 1 / (1 − .8055)")));
  // Bars and bands lie between the row and the one from before, over neither of them.
  const QRectF area = shown.stage.stageLayout().lift->area;
  for (const ui::PlacedMatrix& placed : shown.stage.stageLayout().matrices) {
    QVERIFY(!placed.area().adjusted(1, 1, -1, -1).intersects(area));
  }
  QCOMPARE(shown.stage.picture().lift->after.weights[1], 0.0);
  const ui::StageTarget* keep = shown.target(ui::TargetKind::Keep);
  QVERIFY(keep != nullptr);
  QTest::mouseClick(&shown.stage, Qt::LeftButton, {}, shown.stage.toWidget(keep->area).center().toPoint());
  QVERIFY(!shown.stage.stageLayout().lift);
  shown.document().undoStack().undo();
  QVERIFY(shown.walked.waits());
  // What comes back is no key that was taken out.
  QTRY_VERIFY(shown.walk().weights()->isAllowed(7, 1));
  QVERIFY(!shown.stage.stageLayout().lift);
}

void TestLift::whatBecameOfTheShareStandsUnderTheMask() {
  ShownStage shown;
  QVERIFY(shown.walked.goesTo(6));
  shown.focus().lock({7, 1});
  QTest::mouseRelease(&shown.stage, Qt::LeftButton, {}, lifted(shown, 1));
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(shown.stage.stageLayout().lift.has_value());
  QVERIFY(shown.writes("before"));
  shown.document().undoStack().undo();
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(!shown.stage.stageLayout().lift.has_value());
}

QTEST_MAIN(TestLift)
#include "tst_lift.moc"
