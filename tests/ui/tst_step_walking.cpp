#include "tests/ui/step_workspace_bench.h"
#include "ui/step/lock_chip.h"
#include "ui/step/step_trail.h"
#include "ui/widgets/segmented_control.h"

#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

using namespace heed;
using namespace heed::test;

/// The transport, the scrubber and the bar: what a person walks with.
class TestStepWalking : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void transportSteps();
  void theLockedKeyOutlivesReductions();
  void transportPlays();
  void spaceGoesToTheFocusedButton();
  void scrubberGoesToSteps();
  void scrubberNamesNeverTouch_data();
  void scrubberNamesNeverTouch();
  void fieldAppliesText();
  void lockChipReleases();
  void trailGoesBack();
  void directionNeedsANumber();
  void whatIsShownBelongsToTheResult();
};

void TestStepWalking::transportSteps() {
  Workspace space;
  QTest::keyClick(&space.window, Qt::Key_N);
  QCOMPARE(space.walk.current(), kScores + 1);
  QTest::keyClick(&space.window, Qt::Key_P);
  QTest::keyClick(&space.window, Qt::Key_F10, Qt::ShiftModifier);
  QCOMPARE(space.walk.current(), kScores - 1);
  QTest::keyClick(&space.window, Qt::Key_End);
  QCOMPARE(space.walk.current(), space.walk.list().count() - 1);
  QVERIFY(!space.transport->forwardAction()->isEnabled());
  QTest::keyClick(&space.window, Qt::Key_Home);
  QCOMPARE(space.walk.current(), 0);
  QTest::keyClick(&space.window, Qt::Key_F10);
  space.waits();
  QVERIFY(space.transport->intoAction()->isEnabled());
  // First into the product, then into its weights.
  QTest::keyClick(&space.window, Qt::Key_I);
  space.waits();
  QVERIFY(space.walk.filling().has_value());
  QTest::keyClick(&space.window, Qt::Key_I);
  space.waits();
  QVERIFY(!space.walk.filling().has_value());
  QVERIFY(space.walk.openedInput() >= 0);
  QTest::keyClick(&space.window, Qt::Key_I, Qt::ShiftModifier);
  space.waits();
  QCOMPARE(space.walk.openedInput(), -1);
  // The weights were taken apart into the steps before them.
  space.walk.goTo(kWeights);
  space.waits();
  QTest::keyClick(&space.window, Qt::Key_F11);
  QCOMPARE(space.walk.list().row(space.walk.current()).title, QString("Row maximum"));
  space.waits();
  QTest::keyClick(&space.window, Qt::Key_F11, Qt::ShiftModifier);
  QCOMPARE(space.walk.current(), kWeights);
  for (const QAction* action : space.transport->commands()) QVERIFY(!action->text().isEmpty());
}

void TestStepWalking::theLockedKeyOutlivesReductions() {
  Workspace space;
  space.showCell(kScores, {kIt, kAnimal});
  bool wentThroughReduction = false;
  while (space.walk.current() < kWeights) {
    space.walk.stepForward();
    space.waits();
    wentThroughReduction = wentThroughReduction || space.walk.content()->result.columnCount() == 1;
  }
  QVERIFY(wentThroughReduction);
  QCOMPARE(space.walk.focus().locked(), std::optional(ui::Focus::Cell{kIt, kAnimal}));
}

void TestStepWalking::transportPlays() {
  Workspace space;
  space.walk.setSpeed(4);
  QTest::keyClick(&space.window, Qt::Key_Space);
  QVERIFY(space.walk.isPlaying());
  QCOMPARE(space.transport->playAction()->text(), QString("Pause"));
  QTRY_COMPARE_WITH_TIMEOUT(space.walk.current(), kScores + 1, 5000);
  QTest::keyClick(&space.window, Qt::Key_Space);
  QVERIFY(!space.walk.isPlaying());
  space.transport->speedMenu()->actions().front()->trigger();
  QCOMPARE(space.walk.speed(), 0.5);
}

void TestStepWalking::spaceGoesToTheFocusedButton() {
  Workspace space;
  auto* reset = space.transport->findChild<QToolButton*>();
  reset->setFocus(Qt::TabFocusReason);
  QTest::keyClick(reset, Qt::Key_Space);
  QVERIFY(!space.walk.isPlaying());
  QCOMPARE(space.walk.current(), 0);
}

void TestStepWalking::scrubberGoesToSteps() {
  Workspace space;
  auto* scrubber = space.transport->findChild<ui::Scrubber*>();
  const int pitch = scrubber->width() / space.walk.list().count();
  const int half = pitch / 2;
  click(scrubber, QPoint(pitch * 2 + half, 20));
  QCOMPARE(space.walk.current(), 2);
  QTest::mousePress(scrubber, Qt::LeftButton, Qt::NoModifier, QPoint(half, 20));
  QTest::mouseMove(scrubber, QPoint(pitch * 5 + half, 20));
  QMouseEvent move(QEvent::MouseMove, QPointF(pitch * 5 + half, 20), QPointF(), Qt::NoButton, Qt::LeftButton,
                   Qt::NoModifier);
  QApplication::sendEvent(scrubber, &move);
  QTest::mouseRelease(scrubber, Qt::LeftButton, Qt::NoModifier, QPoint(pitch * 5 + half, 20));
  QCOMPARE(space.walk.current(), 5);
  QTest::keyClick(scrubber, Qt::Key_Right);
  QCOMPARE(space.walk.current(), 6);
  QVERIFY(scrubber->accessibleName().contains("No mask"));
}

void TestStepWalking::scrubberNamesNeverTouch_data() {
  QTest::addColumn<QString>("id");
  QTest::addColumn<int>("width");
  for (const char* id : {"self-attention", "encoder-block", "image-patches"}) {
    for (const int width : {200, 360, 520}) {
      QTest::newRow(qPrintable(QString("%1, %2").arg(id).arg(width))) << QString(id) << width;
    }
  }
}

void TestStepWalking::scrubberNamesNeverTouch() {
  QFETCH(QString, id);
  QFETCH(int, width);
  Workspace space(qPrintable(id));
  auto* scrubber = space.transport->findChild<ui::Scrubber*>();
  for (int step = 0; step < space.walk.list().count(); ++step) {
    space.walk.goTo(step);
    scrubber->resize(width, scrubber->height());
    double right = -1;
    bool isCurrentNamed = false;
    for (const ui::Scrubber::Group& group : scrubber->groups()) {
      if (!group.isNamed) continue;
      QVERIFY(group.nameLeft > right);
      right = group.nameLeft + group.nameWidth;
      isCurrentNamed = isCurrentNamed || (step >= group.first && step < group.first + group.count);
    }
    QVERIFY(right <= width + 0.5);
    QVERIFY(isCurrentNamed);
  }
}

void TestStepWalking::fieldAppliesText() {
  Workspace space;
  QLineEdit* field = space.bar->field();
  QCOMPARE(space.bar->countText(), QString("11 tokens"));
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, "the dog saw it");
  QCOMPARE(space.bar->countText(), QString("11 tokens"));
  QTest::keyClick(field, Qt::Key_Return);
  space.waits();
  QCOMPARE(space.bar->countText(), QString("4 tokens"));
  space.document.undoStack().undo();
  space.waits();
  QVERIFY(field->text().startsWith("The animal"));
  field->selectAll();
  QTest::keyClicks(field, "half a");
  QTest::keyClick(field, Qt::Key_Escape);
  QVERIFY(field->text().startsWith("The animal"));
}

void TestStepWalking::lockChipReleases() {
  Workspace space;
  space.showCell(kScores, {kIt, kAnimal});
  ui::LockChip* chip = space.bar->lockChip();
  QVERIFY(chip->isVisible());
  QCOMPARE(chip->rowWord(), QString("it"));
  QCOMPARE(chip->columnWord(), QString("animal"));
  click(chip, chip->rect().center());
  QVERIFY(!space.walk.focus().isLocked());
  QVERIFY(!chip->isVisible());
  space.walk.focus().lock({kIt, kAnimal});
  QVERIFY(chip->isVisible());
  chip->setFocus();
  QTest::keyClick(chip, Qt::Key_Space);
  QVERIFY(!space.walk.focus().isLocked());
}

void TestStepWalking::trailGoesBack() {
  Workspace space;
  space.showCell(kScores, {kIt, kAnimal});
  const core::ExplainedFactor query = space.walk.cell()->explained.terms.front().factors.front();
  space.walk.follow(query.step, query.stepOffset);
  space.waits();
  QCOMPARE(space.walk.current(), kQueries);
  const auto crumbs = space.bar->trail()->crumbs();
  QCOMPARE(crumbs.size(), std::size_t{2});
  QCOMPARE(crumbs[0].letter + ' ' + crumbs[0].number, QString("Q 2.18"));
  QCOMPARE(crumbs[1].letter + ' ' + crumbs[1].number, QString("S 8.77"));
  click(space.bar->trail(), crumbs[1].rect.center().toPoint());
  space.waits();
  QCOMPARE(space.walk.current(), kScores);
  QCOMPARE(space.walk.focus().locked(), std::optional(ui::Focus::Cell{kIt, kAnimal}));
  QVERIFY(space.walk.trail().empty());
  space.walk.follow(query.step, query.stepOffset);
  space.waits();
  space.bar->trail()->setFocus();
  QTest::keyClick(space.bar->trail(), Qt::Key_Return);
  space.waits();
  QCOMPARE(space.walk.current(), kScores);
}

void TestStepWalking::directionNeedsANumber() {
  Workspace space;
  space.walk.focus().release();
  space.waits();
  const auto buttons = space.bar->direction()->findChildren<QAbstractButton*>();
  QCOMPARE(buttons.size(), 2);
  QVERIFY(!buttons[1]->isEnabled());
  QVERIFY(!buttons[1]->toolTip().isEmpty());
  space.showCell(space.walk.list().count() - 1, {kIt, 1});
  QVERIFY(buttons[1]->isEnabled());
  click(buttons[1], buttons[1]->rect().center());
  space.waits();
  QTRY_COMPARE(space.walk.list().direction(), ui::Direction::Backward);
  click(buttons[0], buttons[0]->rect().center());
  space.waits();
  QTRY_COMPARE(space.walk.list().direction(), ui::Direction::Forward);
}

/// Steps are positions in a program: whoever hears of a new result must not look up those of the one before.
void TestStepWalking::whatIsShownBelongsToTheResult() {
  Workspace space;
  int heard = 0;
  int lost = 0;
  const auto look = [&] {
    const auto count = static_cast<int>(space.session.result()->program().steps().size());
    const ui::StageContent* content = space.walk.content();
    const bool isThere = (content == nullptr || content->result.step < count) &&
                         (space.walk.cell() == nullptr || space.walk.cell()->step < count) &&
                         (space.walk.weights() == nullptr || space.walk.weights()->step < count);
    ++heard;
    lost += isThere ? 0 : 1;
  };
  space.showCell(kWeights, {kIt, kAnimal});
  connect(&space.session, &ui::Session::stateChanged, this, look);
  connect(&space.session, &ui::Session::resultChanged, this, look);
  space.walk.startBackward();
  space.waits();
  QCOMPARE(space.walk.list().direction(), ui::Direction::Backward);
  space.walk.goToEnd();
  space.waits();
  space.walk.focus().lock({0, 0});
  space.waits();
  QVERIFY(space.walk.cell() != nullptr);
  space.walk.endBackward();
  space.waits();
  QCOMPARE(space.walk.list().direction(), ui::Direction::Forward);
  QVERIFY(heard > 2);
  QCOMPARE(lost, 0);
}

QTEST_MAIN(TestStepWalking)
#include "tst_step_walking.moc"
