#include "core/exec/cpu_backend.h"
#include "core/io/build_resources.h"
#include "ui/document/edits.h"
#include "ui/import/templates.h"
#include "ui/step/explanation_panel.h"
#include "ui/step/ledger_view.h"
#include "ui/step/link_button.h"
#include "ui/step/lock_chip.h"
#include "ui/step/readout_card.h"
#include "ui/step/step_bar.h"
#include "ui/step/step_list_panel.h"
#include "ui/step/step_trail.h"
#include "ui/step/thread_view.h"
#include "ui/step/token_panel.h"
#include "ui/step/transport.h"
#include "ui/theme/style.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/segmented_control.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QtTest>

using namespace heed;

namespace {

// Rows of the list for the first example.
constexpr int kInput = 0;
constexpr int kQueries = 1;
constexpr int kScores = 4;
constexpr int kWeights = 11;
// "The animal didn't cross the street because it was too tired"
constexpr std::int64_t kIt = 7;
constexpr std::int64_t kAnimal = 1;

/// The panels of the Step workspace around an empty stage, at a size of the window.
struct Workspace {
  explicit Workspace(const char* id = "self-attention", QSize size = {1440, 900})
      : document(ui::openTemplate(id)), session(document, backend, core::readBuildResources()), walk(session) {
    ui::applyStyle(*qApp, look);
    const bool isNarrow = size.width() < 1400;
    const int left = isNarrow ? 40 : 224;
    const int right = isNarrow ? 288 : 320;
    window.resize(size);
    bar = new ui::StepBar(walk, look, &window);
    bar->setGeometry(64, 40, size.width() - 64, 44);
    list = new ui::StepListPanel(walk, look, &window);
    list->setFolded(isNarrow);
    list->setGeometry(64, 116, left, size.height() - 140);
    transport = new ui::Transport(walk, look, &window);
    transport->setGeometry(64 + left, size.height() - 88, size.width() - 64 - left - right, 64);
    explanation = new ui::ExplanationPanel(walk, look, &window);
    explanation->setGeometry(size.width() - right, 116, right, size.height() - 460);
    tokens = new ui::TokenPanel(walk, look, &window);
    tokens->setGeometry(size.width() - right, size.height() - 324, right, 300);
    session.compute();
    window.show();
    window.activateWindow();
    waits();
  }

  void waits() {
    if (!QTest::qWaitFor([this] { return isSettled(); }, 20000)) qFatal("the workspace does not settle");
    QCoreApplication::processEvents();
  }

  [[nodiscard]] bool isSettled() const {
    const bool isComputed = session.state() != ui::SessionState::Computing && !session.isStale();
    return isComputed && !const_cast<ui::Session&>(session).jobs().isBusy() && walk.content() != nullptr &&
           walk.content()->row == walk.current();
  }

  void showCell(int row, ui::Focus::Cell cell) {
    walk.goTo(row);
    waits();
    walk.focus().lock(cell);
    waits();
  }

  ui::Appearance look;
  core::CpuBackend backend;
  ui::Document document;
  ui::Session session;
  ui::Walk walk;
  QWidget window;
  ui::StepBar* bar;
  ui::StepListPanel* list;
  ui::Transport* transport;
  ui::ExplanationPanel* explanation;
  ui::TokenPanel* tokens;
};

QString why(const Workspace& space) {
  return ui::plainText(space.explanation->explanation().why);
}

void click(QWidget* widget, QPoint place) {
  QTest::mouseClick(widget, Qt::LeftButton, Qt::NoModifier, place);
}

}  // namespace

class TestStepPanels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void listIsWalkedByMouseAndKeys();
  void listOpensWeights();
  void listIsSearched();
  void listHidesWhatFollows();
  void listFoldsBlocks();
  void foldedListOpensOverTheStage();
  void transportSteps();
  void transportPlays();
  void spaceGoesToTheFocusedButton();
  void scrubberGoesToSteps();
  void scrubberNamesNeverTouch_data();
  void scrubberNamesNeverTouch();
  void fieldAppliesText();
  void lockChipReleases();
  void trailGoesBack();
  void directionNeedsANumber();
  void explanationSaysTheScore();
  void explanationSaysRowsOfWeights();
  void explanationSaysMaskedCells();
  void explanationSaysWhereInputsComeFrom();
  void explanationFindsTheFirstNaN();
  void numbersAreOverriddenAndReleased();
  void threadFollowsTheLargestTerms();
  void ledgerAddsUpToTheScore();
  void ledgerOfEveryBilinearTemplateAddsUp_data();
  void ledgerOfEveryBilinearTemplateAddsUp();
  void rulerDropsTheNeedleOfTheDraw();
  void wordsMoveTheFocus();
  void weightsWaitForTheirStep();
  void patchesMoveTheFocus();
  void nothingIsCut_data();
  void nothingIsCut();
};

void TestStepPanels::listIsWalkedByMouseAndKeys() {
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

void TestStepPanels::listOpensWeights() {
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

void TestStepPanels::listIsSearched() {
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

void TestStepPanels::listHidesWhatFollows() {
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

void TestStepPanels::listFoldsBlocks() {
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

void TestStepPanels::foldedListOpensOverTheStage() {
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

void TestStepPanels::transportSteps() {
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
  QTest::keyClick(&space.window, Qt::Key_I);
  space.waits();
  QVERIFY(space.walk.openedInput() >= 0);
  // The weights were taken apart into the steps before them.
  space.walk.goTo(kWeights);
  space.waits();
  QTest::keyClick(&space.window, Qt::Key_F11);
  QCOMPARE(space.walk.list().row(space.walk.current()).title, QString("Row maximum"));
  for (const QAction* action : space.transport->commands()) QVERIFY(!action->text().isEmpty());
}

void TestStepPanels::transportPlays() {
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

void TestStepPanels::spaceGoesToTheFocusedButton() {
  Workspace space;
  auto* reset = space.transport->findChild<QToolButton*>();
  reset->setFocus(Qt::TabFocusReason);
  QTest::keyClick(reset, Qt::Key_Space);
  QVERIFY(!space.walk.isPlaying());
  QCOMPARE(space.walk.current(), 0);
}

void TestStepPanels::scrubberGoesToSteps() {
  Workspace space;
  auto* scrubber = space.transport->findChild<ui::Scrubber*>();
  const int pitch = scrubber->width() / space.walk.list().count();
  click(scrubber, QPoint(pitch * 2 + pitch / 2, 20));
  QCOMPARE(space.walk.current(), 2);
  QTest::mousePress(scrubber, Qt::LeftButton, Qt::NoModifier, QPoint(pitch / 2, 20));
  QTest::mouseMove(scrubber, QPoint(pitch * 5 + pitch / 2, 20));
  QMouseEvent move(QEvent::MouseMove, QPointF(pitch * 5 + pitch / 2, 20), QPointF(), Qt::NoButton, Qt::LeftButton,
                   Qt::NoModifier);
  QApplication::sendEvent(scrubber, &move);
  QTest::mouseRelease(scrubber, Qt::LeftButton, Qt::NoModifier, QPoint(pitch * 5 + pitch / 2, 20));
  QCOMPARE(space.walk.current(), 5);
  QTest::keyClick(scrubber, Qt::Key_Right);
  QCOMPARE(space.walk.current(), 6);
  QVERIFY(scrubber->accessibleName().contains("No mask"));
}

void TestStepPanels::scrubberNamesNeverTouch_data() {
  QTest::addColumn<QString>("id");
  QTest::addColumn<int>("width");
  for (const char* id : {"self-attention", "encoder-block", "image-patches"}) {
    for (const int width : {200, 360, 520}) {
      QTest::newRow(qPrintable(QString("%1, %2").arg(id).arg(width))) << QString(id) << width;
    }
  }
}

void TestStepPanels::scrubberNamesNeverTouch() {
  QFETCH(QString, id);
  QFETCH(int, width);
  Workspace space(qPrintable(id));
  auto* scrubber = space.transport->findChild<ui::Scrubber*>();
  scrubber->resize(width, scrubber->height());
  for (int step = 0; step < space.walk.list().count(); ++step) {
    space.walk.goTo(step);
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

void TestStepPanels::fieldAppliesText() {
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

void TestStepPanels::lockChipReleases() {
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

void TestStepPanels::trailGoesBack() {
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

void TestStepPanels::directionNeedsANumber() {
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

void TestStepPanels::explanationSaysTheScore() {
  Workspace space;
  space.showCell(kScores, {kIt, kAnimal});
  const ui::Explanation& said = space.explanation->explanation();
  QCOMPARE(said.place, QString("Step 4 · Score"));
  QCOMPARE(said.title, QString("Dot products"));
  QCOMPARE(said.cell, ui::Explanation::Cell::Computed);
  // The number of the pictures, computed apart from this program.
  QCOMPARE(space.explanation->card()->numberText(), QString("8.766"));
  QCOMPARE(said.readout->row, QString("row 7 (the 8th word)"));
  QCOMPARE(said.readout->column, QString("column 1 (the 2nd word)"));
  QCOMPARE(said.readout->rank, QString("highest of its row"));
  QVERIFY2(why(space).startsWith("thing and alive give 8.37 of the 8.77"), qPrintable(why(space)));
  QCOMPARE(said.next, QString("Divide by √4"));
  QVERIFY(said.caution.contains("not explanation"));
  QVERIFY(said.hasLedger);
  space.walk.focus().release();
  space.waits();
  QCOMPARE(said.cell, ui::Explanation::Cell::None);
  QVERIFY(why(space).startsWith("Point at a number"));
}

void TestStepPanels::explanationSaysRowsOfWeights() {
  Workspace space;
  space.showCell(kWeights, {kIt, kAnimal});
  QCOMPARE(space.explanation->card()->numberText(), QString("0.805"));
  const QString row = ui::plainText(space.explanation->explanation().row);
  QVERIFY2(row.contains("exact 1.0000"), qPrintable(row));
  QVERIFY(!space.explanation->explanation().hasLedger);
}

void TestStepPanels::explanationSaysMaskedCells() {
  Workspace space;
  const int weights = space.walk.list().row(kWeights).step;
  ui::setMaskKind(space.document, *space.session.result(), weights, ui::MaskKind::Causal);
  space.waits();
  const int row = space.walk.list().firstWithRole(core::Role::Weights);
  space.showCell(row, {kAnimal, kIt});
  QCOMPARE(space.explanation->explanation().cell, ui::Explanation::Cell::Masked);
  QCOMPARE(space.explanation->card()->numberText(), QString("masked"));
  QVERIFY(why(space).contains("may not look at this key"));
}

void TestStepPanels::explanationSaysWhereInputsComeFrom() {
  Workspace space;
  space.showCell(kInput, {kIt, 1});
  QCOMPARE(space.explanation->explanation().cell, ui::Explanation::Cell::Input);
  QVERIFY2(why(space).startsWith("Set by hand"), qPrintable(why(space)));
  ui::setText(space.document, "the zyxwvut saw it");
  space.waits();
  space.showCell(kInput, {1, 1});
  QVERIFY2(why(space).contains("drawn from seed 7"), qPrintable(why(space)));
  Workspace random("encoder-block");
  const ui::StepList& list = random.walk.list();
  const auto queries = std::ranges::find(list.rows(), core::Role::Query, &ui::StepRow::role);
  random.walk.goTo(queries->number);
  random.waits();
  random.walk.openInput(queries->inputs.front());
  random.waits();
  random.walk.focus().lock({0, 0});
  random.waits();
  QVERIFY2(why(random).startsWith("A weight, drawn from seed"), qPrintable(why(random)));
}

void TestStepPanels::explanationFindsTheFirstNaN() {
  Workspace space;
  const int scores = space.walk.list().row(kScores).step;
  ui::setCell(space.document, *space.session.result(), scores, kIt * 11 + kAnimal,
              std::numeric_limits<double>::quiet_NaN());
  space.waits();
  space.showCell(kWeights, {kIt, kAnimal});
  const ui::Explanation& said = space.explanation->explanation();
  QCOMPARE(said.cell, ui::Explanation::Cell::NotFinite);
  QCOMPARE(space.explanation->card()->numberText(), QString("NaN"));
  QCOMPARE(said.firstNotFinite, kScores);
  ui::LinkButton* go = nullptr;
  for (auto* link : space.explanation->findChildren<ui::LinkButton*>()) {
    if (link->text() == QString("Go to step 4")) go = link;
  }
  QVERIFY(go != nullptr);
  click(go, go->rect().center());
  QCOMPARE(space.walk.current(), kScores);
}

void TestStepPanels::numbersAreOverriddenAndReleased() {
  Workspace space;
  space.showCell(kScores, {kIt, kAnimal});
  const auto link = [&](const QString& text) -> ui::LinkButton* {
    for (auto* button : space.explanation->card()->findChildren<ui::LinkButton*>()) {
      if (button->text() == text && !button->isHidden()) return button;
    }
    return nullptr;
  };
  QVERIFY(link("Override") != nullptr);
  click(link("Override"), QPoint(20, 8));
  QLineEdit* field = space.explanation->card()->field();
  QVERIFY(field->isVisible());
  QTest::keyClicks(field, "-1.5");
  QTest::keyClick(field, Qt::Key_Return);
  space.waits();
  QCOMPARE(space.explanation->card()->numberText(), QString("−1.500"));
  QCOMPARE(space.explanation->explanation().cell, ui::Explanation::Cell::Overridden);
  QVERIFY(link("Release") != nullptr);
  click(link("Release"), QPoint(20, 8));
  space.waits();
  QCOMPARE(space.explanation->card()->numberText(), QString("8.766"));
}

void TestStepPanels::threadFollowsTheLargestTerms() {
  Workspace space;
  space.showCell(kScores, {kIt, kAnimal});
  space.explanation->showThread();
  space.waits();
  const auto& stops = space.explanation->thread()->ribbon()->figure().stops();
  QStringList names;
  for (const ui::ThreadStop& stop : stops) names << stop.name;
  QCOMPARE(names, QStringList({"S[it, animal]", "Q[it, thing]", "X[it, refers]"}));
  // Shares of the pictures: 51 % and 87 %.
  QVERIFY(std::abs(stops[0].share - 0.51) < 0.005);
  QVERIFY(std::abs(stops[1].share - 0.87) < 0.005);
  QCOMPARE(stops[0].factor->shown, QString("2.06"));
  // Down to the queries by keyboard, and there.
  QTest::keyClick(space.explanation->thread()->ribbon(), Qt::Key_Down);
  QTest::keyClick(space.explanation->thread()->ribbon(), Qt::Key_Return);
  space.waits();
  QCOMPARE(space.walk.current(), kQueries);
  QCOMPARE(space.explanation->card()->numberText(), QString("2.180"));

  space.showCell(kWeights + 1, {kIt, 0});
  space.explanation->showThread();
  space.waits();
  names.clear();
  for (const ui::ThreadStop& stop : space.explanation->thread()->ribbon()->figure().stops()) names << stop.name;
  QCOMPARE(names, QStringList({"O[it, thing]", "A[it, animal]", "Z[it, animal]", "S[it, animal]", "Q[it, thing]",
                               "X[it, refers]"}));
}

void TestStepPanels::ledgerAddsUpToTheScore() {
  Workspace space;
  space.showCell(kScores, {kIt, kAnimal});
  space.explanation->showLedger();
  space.waits();
  QVERIFY(space.explanation->ledger()->figure().has_value());
  const ui::Ledger& ledger = space.explanation->ledger()->figure()->ledger();
  QVERIFY(std::abs(ledger.sum() - ledger.score) < ui::kLedgerTolerance * ledger.score);
  QCOMPARE(ledger.rows.size(), std::size_t{5});
  QCOMPARE(ledger.columns.size(), std::size_t{4});
  // "refers x alive" and "refers x thing" of the pictures, which have three decimals.
  const auto cells = space.explanation->ledger()->figure()->largest();
  QCOMPARE(ledger.rows[cells[0].first].name + ' ' + ledger.columns[cells[0].second].name, QString("refers alive"));
  QVERIFY(std::abs(ledger.at(cells[0].first, cells[0].second) - 4.090) < 0.0006);
  QVERIFY(std::abs(ledger.at(cells[1].first, cells[1].second) - 3.630) < 0.0006);
  // It follows the cell, and goes where there is none.
  space.showCell(kScores, {kIt, 5});
  QVERIFY(std::abs(space.explanation->ledger()->figure()->ledger().score - space.walk.cell()->number) < 1e-9);
  QVERIFY(space.explanation->ledger()->isVisible());
  space.showCell(kWeights, {kIt, 5});
  QVERIFY(!space.explanation->ledger()->isVisible());
}

void TestStepPanels::ledgerOfEveryBilinearTemplateAddsUp_data() {
  QTest::addColumn<QString>("id");
  for (const std::string& id : ui::templateIds()) QTest::newRow(id.c_str()) << QString::fromStdString(id);
}

void TestStepPanels::ledgerOfEveryBilinearTemplateAddsUp() {
  QFETCH(QString, id);
  Workspace space(qPrintable(id));
  int tried = 0;
  for (const ui::StepRow& row : std::vector<ui::StepRow>(space.walk.list().rows())) {
    if (row.phase != core::Phase::Score || row.expression != "Q K^\\top") continue;
    space.showCell(row.number, {1, 2});
    if (!space.explanation->explanation().hasLedger) continue;
    space.explanation->showLedger();
    space.waits();
    QVERIFY2(space.explanation->ledger()->figure().has_value(), qPrintable(row.title));
    const ui::Ledger& ledger = space.explanation->ledger()->figure()->ledger();
    QVERIFY(std::abs(ledger.sum() - ledger.score) <= ui::kLedgerTolerance * std::max(1.0, std::abs(ledger.score)));
    ++tried;
  }
  // Attention over a graph adds its terms; every other template has dot products.
  QCOMPARE(tried > 0, id != "graph");
}

void TestStepPanels::rulerDropsTheNeedleOfTheDraw() {
  Workspace space("soft-and-hard");
  QVERIFY(!space.explanation->ruler().has_value());
  const auto drawn = std::ranges::find(space.walk.list().rows(), QString("Probabilities"), &ui::StepRow::title);
  QVERIFY(drawn != space.walk.list().rows().end());
  space.showCell(drawn->number, {kIt, kAnimal});
  QVERIFY(space.explanation->ruler().has_value());
  const ui::Ruler& ruler = space.explanation->ruler()->ruler();
  double sum = 0.0;
  double before = 0.0;
  int hits = 0;
  for (std::size_t i = 0; i < ruler.keys.size(); ++i) {
    if (static_cast<std::int64_t>(i) < ruler.chosen) before += ruler.keys[i].share;
    sum += ruler.keys[i].share;
    hits += ruler.keys[i].hits;
  }
  // A float32 softmax over 11 keys.
  QVERIFY(std::abs(sum - 1.0) < 1e-6);
  QCOMPARE(hits, ui::Ruler::kNeedles);
  // The key that the run chose is the one that the needle stands on.
  QVERIFY(before <= ruler.needle);
  QVERIFY(ruler.needle < before + ruler.keys[static_cast<std::size_t>(ruler.chosen)].share);
  // Hits of a chance p among 100 spread by less than 5; five times that is never seen.
  for (const ui::Ruler::Key& key : ruler.keys) QVERIFY(std::abs(key.hits - 100.0 * key.share) < 25.0);
}

void TestStepPanels::wordsMoveTheFocus() {
  Workspace space;
  space.walk.focus().release();
  ui::TokenView* view = space.tokens->view();
  const auto placeOf = [&](core::Role role, std::int64_t place) {
    const ui::FigureStyle style = space.look.figureStyle();
    for (int y = 0; y < view->height(); ++y) {
      for (int x = 0; x < view->width(); x += 4) {
        if (view->lines()->wordAt(QPointF(x, y), view->area(), style) == ui::TokenLines::Word{role, place}) {
          return QPoint(x, y + 4);
        }
      }
    }
    return QPoint(-1, -1);
  };
  QTest::mouseMove(view, placeOf(core::Role::Query, 3));
  QMouseEvent move(QEvent::MouseMove, QPointF(placeOf(core::Role::Query, 3)), QPointF(), Qt::NoButton, Qt::NoButton,
                   Qt::NoModifier);
  QApplication::sendEvent(view, &move);
  QCOMPARE(space.walk.focus().cell()->row, std::int64_t{3});
  click(view, placeOf(core::Role::Query, kIt));
  QCOMPARE(space.walk.focus().locked()->row, kIt);
  click(view, placeOf(core::Role::Key, kAnimal));
  QCOMPARE(space.walk.focus().locked(), std::optional(ui::Focus::Cell{kIt, kAnimal}));
  QCOMPARE(view->lines()->options().focusRow, std::optional(kIt));
  QSignalSpy copied(space.tokens, &ui::TokenPanel::copyRequested);
  view->setFocus();
  QTRY_VERIFY(space.tokens->findChild<QToolButton*>()->isVisible());
  click(space.tokens->findChild<QToolButton*>(), QPoint(8, 8));
  QCOMPARE(copied.count(), 1);
}

void TestStepPanels::weightsWaitForTheirStep() {
  Workspace space;
  QVERIFY(!space.tokens->view()->isHidden());
  space.walk.reset();
  space.waits();
  QVERIFY(space.tokens->view()->ui::TokenView::isHidden());
  // Nothing is given away: the figure has no weight.
  QCOMPARE(space.tokens->view()->lines()->weight(kIt, kAnimal), 0.0);
  space.walk.goTo(kWeights);
  space.waits();
  QVERIFY(space.tokens->view()->lines()->weight(kIt, kAnimal) > 0.8);
}

void TestStepPanels::patchesMoveTheFocus() {
  Workspace space("image-patches");
  ui::TokenView* view = space.tokens->view();
  QVERIFY(view->overlay() != nullptr);
  const std::int64_t wanted = 3 * view->overlay()->columns() + 5;
  const ui::FigureStyle style = space.look.figureStyle();
  QPoint place(-1, -1);
  for (int y = 0; y < view->height() && place.x() < 0; ++y) {
    for (int x = 0; x < view->width(); ++x) {
      if (view->overlay()->patchAt(QPointF(x, y), view->area(), style) == wanted) {
        place = QPoint(x + 2, y + 2);
        break;
      }
    }
  }
  QVERIFY(place.x() > 0);
  click(view, place);
  space.waits();
  QCOMPARE(space.walk.focus().locked()->row, wanted);
  QCOMPARE(view->overlay()->options().query, std::optional(wanted));
  const QImage marked = view->grab().toImage();
  view->setFocus();
  QTest::keyPress(view, Qt::Key_Space);
  QVERIFY(view->grab().toImage() != marked);
  QVERIFY(!space.walk.isPlaying());
  QTest::keyRelease(view, Qt::Key_Space);
  QVERIFY(space.bar->countText().contains("192 tokens"));
  const auto modes = space.tokens->findChild<ui::SegmentedControl*>();
  QVERIFY(modes->isVisible());
  const auto buttons = modes->findChildren<QAbstractButton*>();
  click(buttons[2], buttons[2]->rect().center());
  QCOMPARE(view->mode(), ui::OverlayMode::MapOnly);
}

void TestStepPanels::nothingIsCut_data() {
  QTest::addColumn<QString>("id");
  QTest::addColumn<QSize>("size");
  for (const char* id : {"self-attention", "encoder-block", "image-patches"}) {
    QTest::newRow(qPrintable(QString("%1, 1280").arg(id))) << QString(id) << QSize(1280, 800);
    QTest::newRow(qPrintable(QString("%1, 1440").arg(id))) << QString(id) << QSize(1440, 900);
  }
}

void TestStepPanels::nothingIsCut() {
  QFETCH(QString, id);
  QFETCH(QSize, size);
  Workspace space(qPrintable(id), size);
  for (int step = 0; step < space.walk.list().count(); ++step) {
    space.walk.goTo(step);
    space.waits();
    const auto named = [&](const QWidget* widget) {
      return QString("step %1, %2: %3 x %4")
          .arg(step)
          .arg(widget->accessibleName())
          .arg(widget->width())
          .arg(widget->height());
    };
    for (const auto* text : space.window.findChildren<ui::FlowText*>()) {
      if (!text->isVisible()) continue;
      QVERIFY2(text->height() >= text->heightForWidth(text->width()), qPrintable(named(text)));
      QVERIFY2(text->minimumSizeHint().width() <= text->width(), qPrintable(named(text)));
    }
    for (const auto* label : space.window.findChildren<QLabel*>()) {
      if (!label->isVisible() || label->wordWrap()) continue;
      QVERIFY2(label->width() >= label->sizeHint().width(), qPrintable(label->text()));
    }
    for (const auto* button : space.window.findChildren<QAbstractButton*>()) {
      if (!button->isVisible() || qobject_cast<QLineEdit*>(button->parentWidget()) != nullptr) continue;
      QVERIFY2(button->width() >= button->minimumSizeHint().width(), qPrintable(button->accessibleName()));
      const QRect inside(button->mapTo(&space.window, QPoint(0, 0)), button->size());
      QVERIFY2(space.window.rect().contains(inside), qPrintable(button->accessibleName() + button->text()));
    }
  }
}

QTEST_MAIN(TestStepPanels)
#include "tst_step_panels.moc"
