#include "tests/ui/step_workspace_bench.h"
#include "ui/widgets/search_field.h"

#include <QToolButton>

using namespace heed;
using namespace heed::test;

/// The list beside the stage.
class TestStepListPanel : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void listIsWalkedByMouseAndKeys();
  void listOpensWeights();
  void listTellsProjectionsApart();
  void listIsSearched();
  void listHidesWhatFollows();
  void thumbnailsFollowTheTheme();
  void listFoldsBlocks();
  void foldedListOpensOverTheStage();
};

void TestStepListPanel::listIsWalkedByMouseAndKeys() {
  Workspace space;
  ui::StepListView* view = space.list->view();
  const auto* model = static_cast<ui::StepListModel*>(view->model());
  QCOMPARE(space.walk.current(), kScores);
  click(view->viewport(), view->visualRect(model->indexOfRow(kQueries)).center());
  QCOMPARE(space.walk.current(), kQueries);
  QTest::keyClick(view, Qt::Key_Down);
  QTest::keyClick(view, Qt::Key_Down);
  QTest::keyClick(view, Qt::Key_Down);
  QCOMPARE(space.walk.current(), kScores);
  QTest::keyClick(view, Qt::Key_Up);
  QCOMPARE(space.walk.current(), kScores - 1);
  QCOMPARE(view->currentIndex(), model->indexOfRow(kScores - 1));
}

void TestStepListPanel::listOpensWeights() {
  Workspace space;
  ui::StepListView* view = space.list->view();
  const auto* model = static_cast<ui::StepListModel*>(view->model());
  space.walk.goTo(kQueries);
  space.waits();
  const int lines = model->rowCount();
  click(view->viewport(), view->weightsRect(model->indexOfRow(kQueries)).center());
  space.waits();
  QCOMPARE(space.walk.openedInput(), space.walk.list().row(kQueries).inputs.front());
  QCOMPARE(model->rowCount(), lines + 1);
  QCOMPARE(QString::fromStdString(space.walk.content()->result.letter), QString("W_Q"));
  QTest::keyClick(view, Qt::Key_Left);
  space.waits();
  QCOMPARE(space.walk.openedInput(), -1);
  QCOMPARE(model->rowCount(), lines);
  QTest::keyClick(view, Qt::Key_Return);
  space.waits();
  QVERIFY(space.walk.openedInput() >= 0);
}

void TestStepListPanel::listTellsProjectionsApart() {
  Workspace space("soft-and-hard");
  QStringList maps;
  for (int row = 0; row < space.walk.list().count(); ++row) {
    const QString title = space.walk.list().row(row).title;
    if (title.startsWith("Linear map")) maps << title;
  }
  QCOMPARE(maps, QStringList({"Linear map: query", "Linear map: key", "Linear map: value"}));
}

void TestStepListPanel::listIsSearched() {
  Workspace space;
  ui::StepListView* view = space.list->view();
  const auto* model = static_cast<ui::StepListModel*>(view->model());
  auto* field = space.list->findChild<ui::SearchField*>();
  QVERIFY(field->isHidden());
  QTest::keyClicks(view, "w");
  QVERIFY(field->isVisible());
  QTest::keyClicks(field, "eighted");
  // The heading of its phase and the step.
  QCOMPARE(model->rowCount(), 2);
  QTest::keyClick(field, Qt::Key_Return);
  QCOMPARE(space.walk.list().row(space.walk.current()).title, QString("Weighted values"));
  QTest::keyClick(view, Qt::Key_Return);
  QVERIFY(field->isHidden());
  QVERIFY(model->rowCount() > 2);
}

void TestStepListPanel::listHidesWhatFollows() {
  Workspace space;
  QVERIFY(space.walk.isRevealed(kWeights));
  QTRY_VERIFY(space.list->thumbnails().isIdle());
  QVERIFY(!space.list->thumbnails().of(kScores).isNull());
  space.walk.reset();
  space.waits();
  QVERIFY(!space.walk.isRevealed(kWeights));
  // The frame of a step that is not reached stays empty: its middle is the ground of the list.
  ui::StepListView* view = space.list->view();
  const auto* model = static_cast<ui::StepListModel*>(view->model());
  const QRect line = view->visualRect(model->indexOfRow(kScores));
  const QImage picture = view->viewport()->grab().toImage();
  const double ratio = picture.devicePixelRatio();
  const QPoint middle(line.left() + 52, line.top() + 19);
  QCOMPARE(picture.pixelColor(middle * ratio), space.look.theme().surface);
}

void TestStepListPanel::thumbnailsFollowTheTheme() {
  Workspace space;
  ui::Thumbnails& pictures = space.list->thumbnails();
  QTRY_VERIFY(pictures.isIdle());
  const QImage light = pictures.of(kScores);
  // Twice, and while pictures are on their way: those of the last theme must not come late.
  space.look.setTheme(ui::ThemeName::Dark);
  static_cast<void>(pictures.of(kScores));
  QCoreApplication::processEvents();
  space.look.setTheme(ui::ThemeName::Light);
  space.look.setTheme(ui::ThemeName::Dark);
  static_cast<void>(pictures.of(kScores));
  QTRY_VERIFY(pictures.isIdle());
  const QImage dark = pictures.of(kScores);
  QVERIFY(dark != light);
  ui::Thumbnails fresh(space.walk, space.look);
  static_cast<void>(fresh.of(kScores));
  QTRY_VERIFY(!fresh.of(kScores).isNull());
  QCOMPARE(fresh.of(kScores), dark);
}

void TestStepListPanel::listFoldsBlocks() {
  Workspace space("soft-and-hard");
  ui::StepListView* view = space.list->view();
  auto* model = static_cast<ui::StepListModel*>(view->model());
  int block = -1;
  for (int i = 0; i < model->rowCount() && block < 0; ++i) {
    if (model->line(model->index(i)).kind == ui::StepListModel::Kind::Block) block = i;
  }
  QVERIFY(block >= 0);
  const int lines = model->rowCount();
  view->scrollTo(model->index(block));
  click(view->viewport(), view->visualRect(model->index(block)).center());
  QVERIFY(model->rowCount() < lines);
  QVERIFY(model->line(model->index(block)).isFolded);
  click(view->viewport(), view->visualRect(model->index(block)).center());
  QCOMPARE(model->rowCount(), lines);
}

void TestStepListPanel::foldedListOpensOverTheStage() {
  Workspace space("self-attention", {1280, 800});
  QCOMPARE(space.list->width(), 40);
  click(space.list->findChild<QToolButton*>(), QPoint(8, 8));
  ui::StepListView* popup = nullptr;
  for (auto* view : space.list->findChildren<ui::StepListView*>()) {
    if (view != space.list->view()) popup = view;
  }
  QVERIFY(popup != nullptr);
  QVERIFY(popup->isVisible());
  const auto* model = static_cast<ui::StepListModel*>(popup->model());
  click(popup->viewport(), popup->visualRect(model->indexOfRow(kQueries)).center());
  QCOMPARE(space.walk.current(), kQueries);
  QVERIFY(!popup->isVisible());
}

QTEST_MAIN(TestStepListPanel)
#include "tst_step_list_panel.moc"
