#include "tests/ui/step_workspace_bench.h"
#include "ui/document/mask_edits.h"
#include "ui/widgets/search_field.h"

#include <QToolButton>

#include <cmath>

using namespace heed;
using namespace heed::test;

namespace {

/// How far two colours stand apart to the eye: the contrast ratio of WCAG 2.
double contrast(const QColor& a, const QColor& b) {
  const auto luminance = [](const QColor& color) {
    const auto linear = [](double part) {
      return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
  };
  const double first = luminance(a);
  const double second = luminance(b);
  return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

}  // namespace

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
  void masksAreSeenInEveryTheme_data();
  void masksAreSeenInEveryTheme();
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

void TestStepListPanel::masksAreSeenInEveryTheme_data() {
  QTest::addColumn<ui::ThemeName>("name");
  QTest::newRow("light") << ui::ThemeName::Light;
  QTest::newRow("dark") << ui::ThemeName::Dark;
}

/// Hidden pairs stand off the allowed ones, in colours of the theme, in the picture and where the list draws it.
void TestStepListPanel::masksAreSeenInEveryTheme() {
  QFETCH(ui::ThemeName, name);
  Workspace space;
  space.look.setTheme(name);
  const ui::Theme& theme = space.look.theme();
  const auto mask = [&] {
    for (const ui::StepRow& row : space.walk.list().rows()) {
      if (row.isMaskNote || row.phase == core::Phase::Mask) return row.number;
    }
    return -1;
  };
  ui::Thumbnails& pictures = space.list->thumbnails();
  QTRY_VERIFY(!pictures.of(mask()).isNull() && pictures.isIdle());
  QCOMPARE(pictures.of(mask()).pixelColor(5, 5), theme.sunken);

  ui::setMaskKind(space.document, *space.session.result(), space.walk.weights()->step, ui::MaskKind::Causal);
  space.waits();
  const auto picture = [&] { return pictures.of(mask()); };
  QTRY_VERIFY(!picture().isNull() && pictures.isIdle());
  const QImage image = picture();
  const QColor allowed = image.pixelColor(1, image.height() - 2);
  const QColor hidden = image.pixelColor(image.width() - 2, 1);
  QCOMPARE(allowed, theme.surface);
  QVERIFY2(contrast(allowed, hidden) >= 3.0, qPrintable(allowed.name() + u' ' + hidden.name()));
  QVERIFY2(contrast(hidden, theme.surface) >= 3.0, qPrintable(hidden.name()));
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      QVERIFY(image.pixelColor(x, y) == allowed || image.pixelColor(x, y) == hidden);
    }
  }

  // The row of the mask is a step of its own now; what the list draws of it has the same two colours.
  ui::StepListView* view = space.list->view();
  const auto* model = static_cast<ui::StepListModel*>(view->model());
  view->scrollTo(model->indexOfRow(mask()));
  QCoreApplication::processEvents();
  const QRect line = view->visualRect(model->indexOfRow(mask()));
  const QImage list = view->viewport()->grab().toImage();
  const double ratio = list.devicePixelRatio();
  const int middle = line.center().y();
  int left = -1;
  int right = -1;
  for (int x = line.left(); x < line.left() + 90; ++x) {
    if (list.pixelColor(QPoint(x, middle - 8) * ratio) != hidden) continue;
    if (left < 0) left = x;
    right = x;
  }
  // Above the diagonal, hidden pairs take more than half of the picture's width.
  QVERIFY2(right - left > 12 && right - left < 30, qPrintable(QString("%1 to %2").arg(left).arg(right)));
  int below = 0;
  for (int x = left; x <= right; ++x) below += list.pixelColor(QPoint(x, middle + 11) * ratio) == hidden ? 1 : 0;
  QVERIFY2(below < (right - left) / 2, qPrintable(QString::number(below)));
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
