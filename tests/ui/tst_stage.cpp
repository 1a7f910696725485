#include "core/io/document.h"
#include "tests/ui/stage_bench.h"
#include "ui/step/stage.h"
#include "ui/step/stage_figure.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QSignalSpy>
#include <QtTest>

using namespace heed;

namespace {

constexpr int kScores = 4;
constexpr int kWeights = 11;

/// A stage on the example, as a person sees it.
struct Shown {
  explicit Shown(const QString& words = {}, QSize size = {832, 728})
      : walked("self-attention", words), stage(walked.walk, appearance) {
    stage.resize(size);
    stage.show();
    if (!QTest::qWaitForWindowExposed(&stage)) qFatal("the stage was not shown");
    stage.setFocus();
  }

  [[nodiscard]] QPoint centre(ui::StagePart part, ui::Focus::Cell cell) const {
    const auto area = stage.cellRect(part, cell);
    if (!area) qFatal("the cell is not drawn");
    return area->center().toPoint();
  }

  [[nodiscard]] ui::Focus& focus() { return walked.walk.focus(); }

  void press(ui::StagePart part, ui::Focus::Cell cell) {
    QTest::mouseClick(&stage, Qt::LeftButton, {}, centre(part, cell));
  }

  /// Waits for the arithmetic of the cell under the focus.
  [[nodiscard]] bool hasArithmetic() {
    return QTest::qWaitFor([this] { return stage.picture().cell() != nullptr; }, 20000);
  }

  [[nodiscard]] const ui::StageTarget* target(ui::TargetKind kind, std::int64_t place = -1) const {
    for (const ui::StageTarget& target : stage.stageLayout().targets) {
      if (target.kind == kind && (place < 0 || target.place == place)) return &target;
    }
    return nullptr;
  }

  [[nodiscard]] bool writes(const QString& text) const {
    return std::ranges::any_of(stage.stageLayout().texts,
                               [&](const ui::StageText& entry) { return entry.text == text; });
  }

  WalkedDocument walked;
  ui::Appearance appearance;
  ui::Stage stage;
};

QAbstractButton* buttonWith(const QWidget& widget, const QString& text) {
  for (auto* button : widget.findChildren<QAbstractButton*>()) {
    if (button->text() == text && button->isVisible()) return button;
  }
  return nullptr;
}

}  // namespace

/// The stage under a person's hands: real events on the widget.
class TestStage : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void pointingPreviewsAndClickingLocks();
  void escapeReleasesAndArrowsMove();
  void arithmeticAddsUpAndItsOperandsLeadOn();
  void cellsOfOperandsLeadToTheirStep();
  void numbersThatWereNotReachedAreNotShown();
  void draggingAnInputIsOneEdit();
  void wheelAndFieldChangeAnInput();
  void replacedNumbersAreMarkedAndReleased();
  void keysHideFromTheMenu();
  void typingAWordJumpsToItsRow();
  void numbersAreCopiedInFull();
  void theCellUnderTheFocusIsReadAloud();
  void oldWeightsStayUntilTheyAreKept();
  void allHeadsStandSideBySide();
  void maskIsChosenAtItsStep();
  void hoveringOverALargeMapMakesNoPicture();
  void figureKeepsItsProportions();
};

void TestStage::pointingPreviewsAndClickingLocks() {
  Shown shown;
  QVERIFY(shown.walked.goesTo(kScores));
  shown.focus().release();
  QTest::mouseMove(&shown.stage, shown.centre(ui::StagePart::Result, {3, 5}));
  QTRY_COMPARE(shown.focus().hovered(), std::optional(ui::Focus::Cell{3, 5}));
  QVERIFY(!shown.focus().isLocked());
  shown.press(ui::StagePart::Result, {3, 5});
  QCOMPARE(shown.focus().locked(), std::optional(ui::Focus::Cell{3, 5}));
  QTest::mouseMove(&shown.stage, shown.centre(ui::StagePart::Result, {0, 0}));
  QCOMPARE(shown.focus().cell(), std::optional(ui::Focus::Cell{3, 5}));
  QVERIFY(shown.stage.stageLayout().isRingLocked);
}

void TestStage::escapeReleasesAndArrowsMove() {
  Shown shown;
  QVERIFY(shown.walked.goesTo(kScores));
  shown.press(ui::StagePart::Result, {7, 1});
  QTest::keyClick(&shown.stage, Qt::Key_Right);
  QTest::keyClick(&shown.stage, Qt::Key_Up);
  QCOMPARE(shown.focus().locked(), std::optional(ui::Focus::Cell{6, 2}));
  QTest::keyClick(&shown.stage, Qt::Key_Escape);
  QVERIFY(!shown.focus().isLocked());
  QTest::keyClick(&shown.stage, Qt::Key_Left);
  QVERIFY(shown.focus().hovered().has_value());
  const ui::Focus::Cell moved = *shown.focus().hovered();
  QTest::keyClick(&shown.stage, Qt::Key_Return);
  QCOMPARE(shown.focus().locked(), std::optional(moved));
}

void TestStage::arithmeticAddsUpAndItsOperandsLeadOn() {
  Shown shown;
  QVERIFY(shown.walked.goesTo(kScores));
  shown.press(ui::StagePart::Result, {7, 1});
  QVERIFY(shown.hasArithmetic());
  // The example's score of "it" and "animal": 2.18 x 2.06 + 1.90 x 2.04 + .22 x .10 + .82 x .46 = 8.77.
  for (const char* number : {"2.18", "2.06", "4.49", "8.77"}) QVERIFY2(shown.writes(QLatin1String(number)), number);
  const ui::StageTarget* operand = shown.target(ui::TargetKind::Operand);
  QVERIFY(operand != nullptr);
  QTest::mouseClick(&shown.stage, Qt::LeftButton, {}, shown.stage.toWidget(operand->area).center().toPoint());
  QTRY_COMPARE(shown.walked.walk.current(), 1);
  QTRY_COMPARE(shown.focus().locked(), std::optional(ui::Focus::Cell{7, 0}));
  QCOMPARE(shown.walked.walk.trail().size(), std::size_t{1});
}

void TestStage::cellsOfOperandsLeadToTheirStep() {
  Shown shown;
  QVERIFY(shown.walked.goesTo(kScores));
  shown.press(ui::StagePart::Top, {2, 3});
  QTRY_COMPARE(shown.walked.walk.current(), 2);
  // The cell of K transposed at channel 2 of word 3 is row 3, column 2 of the keys.
  QTRY_COMPARE(shown.focus().locked(), std::optional(ui::Focus::Cell{3, 2}));
}

void TestStage::numbersThatWereNotReachedAreNotShown() {
  Shown shown;
  QVERIFY(shown.walked.goesTo(kScores));
  shown.walked.walk.setShowsWhatFollows(false);
  const auto frames = [&] {
    return std::ranges::count_if(shown.stage.stageLayout().matrices,
                                 [](const ui::PlacedMatrix& matrix) { return matrix.isEmptyFrame; });
  };
  QTRY_COMPARE(frames(), std::ptrdiff_t{4});
  shown.walked.walk.setShowsWhatFollows(true);
  QTRY_COMPARE(frames(), std::ptrdiff_t{0});
}

void TestStage::draggingAnInputIsOneEdit() {
  Shown shown;
  QVERIFY(shown.walked.goesTo(1));
  QVERIFY(shown.stage.picture().matrix(ui::StagePart::Top)->isInput);
  const std::string before = core::writeDocument(shown.walked.document.data());
  const double old = shown.stage.picture().matrix(ui::StagePart::Top)->value(2, 1);
  const double result = shown.stage.picture().result().value(7, 1);
  const int edits = shown.walked.document.undoStack().count();
  const QPoint from = shown.centre(ui::StagePart::Top, {2, 1});
  QTest::mousePress(&shown.stage, Qt::LeftButton, {}, from);
  for (int i = 1; i <= 10; ++i) QTest::mouseMove(&shown.stage, from + QPoint(0, -5 * i));
  QTest::mouseRelease(&shown.stage, Qt::LeftButton, {}, from + QPoint(0, -50));
  QVERIFY(shown.walked.waits());
  QCOMPARE(shown.walked.document.undoStack().count(), edits + 1);
  // 50 pixels upwards at 0.02 each.
  QTRY_VERIFY(std::abs(shown.stage.picture().matrix(ui::StagePart::Top)->value(2, 1) - (old + 1.0)) < 1e-3);
  QVERIFY(shown.stage.picture().result().value(7, 1) != result || old == 0.0);
  shown.walked.document.undoStack().undo();
  QCOMPARE(core::writeDocument(shown.walked.document.data()), before);
}

void TestStage::wheelAndFieldChangeAnInput() {
  Shown shown;
  QVERIFY(shown.walked.goesTo(1));
  const double old = shown.stage.picture().matrix(ui::StagePart::Top)->value(0, 0);
  const QPoint at = shown.centre(ui::StagePart::Top, {0, 0});
  QWheelEvent wheel(at, shown.stage.mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                    false);
  QCoreApplication::sendEvent(&shown.stage, &wheel);
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(std::abs(shown.stage.picture().matrix(ui::StagePart::Top)->value(0, 0) - (old + 0.1)) < 1e-3);

  // The weights alone, in a field over the cell.
  const int weights = shown.stage.picture().matrix(ui::StagePart::Top)->step;
  shown.walked.walk.openInput(weights);
  QTRY_COMPARE(shown.stage.picture().content().kind, ui::FrameKind::Plain);
  shown.press(ui::StagePart::Result, {3, 2});
  QTest::keyClick(&shown.stage, Qt::Key_F2);
  auto* field = shown.stage.findChild<QLineEdit*>(QStringLiteral("stageField"));
  QVERIFY(field != nullptr && field->isVisible());
  QTest::keyClicks(field, QStringLiteral("-1.25"));
  QTest::keyClick(field, Qt::Key_Return);
  QVERIFY(shown.walked.waits());
  shown.walked.walk.openInput(
      shown.walked.session.result()->program().stepIndex(shown.walked.session.result()->step(weights).id));
  QTRY_COMPARE(shown.stage.picture().result().value(3, 2), -1.25);
}

void TestStage::replacedNumbersAreMarkedAndReleased() {
  Shown shown;
  QVERIFY(shown.walked.goesTo(kScores));
  shown.press(ui::StagePart::Result, {7, 1});
  QTest::keyClick(&shown.stage, Qt::Key_F2);
  auto* field = shown.stage.findChild<QLineEdit*>(QStringLiteral("stageField"));
  QVERIFY(field != nullptr);
  QTest::keyClicks(field, QStringLiteral("no number"));
  QSignalSpy refused(&shown.stage, &ui::Stage::failed);
  QTest::keyClick(field, Qt::Key_Return);
  QCOMPARE(refused.count(), 1);
  field->selectAll();
  QTest::keyClicks(field, QStringLiteral("0"));
  QTest::keyClick(field, Qt::Key_Return);
  QVERIFY(shown.walked.waits());
  QTRY_COMPARE(shown.stage.picture().result().value(7, 1), 0.0);
  QTRY_COMPARE(shown.stage.stageLayout().hollowDots.size(), std::size_t{1});
  shown.walked.document.undoStack().undo();
  QVERIFY(shown.walked.waits());
  QTRY_COMPARE(shown.stage.stageLayout().hollowDots.size(), std::size_t{0});
}

void TestStage::keysHideFromTheMenu() {
  Shown shown;
  QVERIFY(shown.walked.goesTo(kWeights));
  shown.press(ui::StagePart::Result, {7, 1});
  QTest::keyClick(&shown.stage, Qt::Key_X);
  auto* menu = shown.stage.findChild<QMenu*>(QStringLiteral("keyMenu"));
  QVERIFY(menu != nullptr && menu->isVisible());
  QCOMPARE(menu->actions().size(), qsizetype{4});
  QCOMPARE(menu->actions()[0]->text(), QStringLiteral("Hide this key from all queries"));
  QCOMPARE(menu->actions()[1]->text(), QStringLiteral("Hide from \"it\" only"));
  menu->actions()[1]->trigger();
  menu->close();
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(!shown.stage.picture().result().isAllowed(7, 1));
  QVERIFY(shown.stage.picture().result().isAllowed(6, 1));
}

void TestStage::typingAWordJumpsToItsRow() {
  Shown shown;
  QVERIFY(shown.walked.goesTo(kScores));
  shown.press(ui::StagePart::Result, {0, 1});
  QTest::keyClicks(&shown.stage, QStringLiteral("str"));
  QCOMPARE(shown.focus().locked(), std::optional(ui::Focus::Cell{5, 1}));
  QTest::keyClick(&shown.stage, Qt::Key_G, Qt::ControlModifier);
  auto* field = shown.stage.findChild<QLineEdit*>(QStringLiteral("stageGoTo"));
  QVERIFY(field != nullptr);
  QTest::keyClicks(field, QStringLiteral("it, animal"));
  QTest::keyClick(field, Qt::Key_Return);
  QCOMPARE(shown.focus().locked(), std::optional(ui::Focus::Cell{7, 1}));
  shown.stage.goToCell(QStringLiteral("3, 5"));
  QCOMPARE(shown.focus().locked(), std::optional(ui::Focus::Cell{3, 5}));
  QSignalSpy failed(&shown.stage, &ui::Stage::failed);
  shown.stage.goToCell(QStringLiteral("it, elephant"));
  QCOMPARE(failed.count(), 1);
}

void TestStage::numbersAreCopiedInFull() {
  Shown shown;
  QVERIFY(shown.walked.goesTo(kScores));
  shown.press(ui::StagePart::Result, {7, 1});
  QVERIFY(shown.hasArithmetic());
  QTest::keyClick(&shown.stage, Qt::Key_C, Qt::ControlModifier);
  const double copied = QGuiApplication::clipboard()->text().toDouble();
  QCOMPARE(static_cast<float>(copied), static_cast<float>(shown.stage.picture().result().value(7, 1)));
  QTest::keyClick(&shown.stage, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
  QCOMPARE(QGuiApplication::clipboard()->text().split(u'\n').size(), qsizetype{5});
}

void TestStage::theCellUnderTheFocusIsReadAloud() {
  Shown shown;
  QVERIFY(shown.walked.goesTo(kScores));
  shown.press(ui::StagePart::Result, {7, 1});
  QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(&shown.stage);
  QVERIFY(accessible != nullptr);
  QCOMPARE(accessible->text(QAccessible::Description), QStringLiteral("row it, column animal, 8.766"));
}

void TestStage::oldWeightsStayUntilTheyAreKept() {
  Shown shown;
  QVERIFY(shown.walked.goesTo(kWeights));
  shown.press(ui::StagePart::Result, {7, 5});
  QVERIFY(shown.target(ui::TargetKind::Keep) == nullptr);
  ui::setPairHidden(shown.walked.document, *shown.walked.session.result(), shown.walked.walk.weights()->step, 7, 1,
                    true);
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(shown.target(ui::TargetKind::Keep) != nullptr);
  QVERIFY(shown.writes(QStringLiteral("before")));
  const QPoint keep = shown.stage.toWidget(shown.target(ui::TargetKind::Keep)->area).center().toPoint();
  QTest::mouseClick(&shown.stage, Qt::LeftButton, {}, keep);
  QVERIFY(shown.target(ui::TargetKind::Keep) == nullptr);
  QVERIFY(!shown.stage.picture().result().isAllowed(7, 1));
}

void TestStage::allHeadsStandSideBySide() {
  Shown shown;
  QVERIFY(shown.walked.goesTo(kWeights));
  shown.press(ui::StagePart::Result, {7, 1});
  QAbstractButton* all = buttonWith(shown.stage, QStringLiteral("all"));
  QVERIFY(all != nullptr);
  QTest::mouseClick(all, Qt::LeftButton);
  QTRY_COMPARE(shown.stage.picture().heads().size(), std::size_t{2});
  QVERIFY(shown.writes(QStringLiteral("head 1")));
  // In head 0 "it" looks at "animal" with .805; both heads show the locked cell's number.
  QVERIFY(shown.writes(QStringLiteral("0.805")));
  QAbstractButton* second = buttonWith(shown.stage, QStringLiteral("1"));
  QVERIFY(second != nullptr);
  QTest::mouseClick(second, Qt::LeftButton);
  QTRY_VERIFY(shown.stage.picture().heads().empty());
  QTRY_COMPARE(shown.stage.picture().content().head, std::int64_t{1});
}

void TestStage::maskIsChosenAtItsStep() {
  Shown shown;
  QVERIFY(shown.walked.goesTo(6));
  QAbstractButton* causal = buttonWith(shown.stage, QStringLiteral("Causal"));
  QVERIFY(causal != nullptr);
  QTest::mouseClick(causal, Qt::LeftButton);
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(shown.walked.walk.weights() != nullptr && !shown.walked.walk.weights()->isAllowed(0, 1));
  QVERIFY(shown.walked.walk.weights()->isAllowed(1, 0));
}

void TestStage::hoveringOverALargeMapMakesNoPicture() {
  Shown shown(sentenceOf(1024));
  QVERIFY(shown.walked.goesTo(kWeights));
  shown.focus().release();
  shown.stage.repaint();
  QVERIFY(shown.stage.stageLayout().placed(ui::StagePart::Result)->isMap);
  const QRectF map = shown.stage.toWidget(shown.stage.stageLayout().placed(ui::StagePart::Result)->area());
  QTest::mouseMove(&shown.stage, map.center().toPoint());
  QVERIFY(shown.walked.waits());
  shown.stage.repaint();
  const int made = shown.stage.images().madeCount();
  // Moving along one row: the map and the row above it stay pictures that are there already.
  for (int i = 0; i < 20; ++i) {
    QTest::mouseMove(&shown.stage, map.center().toPoint() + QPoint(3 * i, 0));
    shown.stage.repaint();
  }
  QCOMPARE(shown.stage.images().madeCount(), made);
}

void TestStage::figureKeepsItsProportions() {
  Shown shown;
  QVERIFY(shown.walked.goesTo(kScores));
  const std::unique_ptr<ui::StageFigure> figure = shown.stage.figure();
  QCOMPARE(figure->title(), QStringLiteral("Dot products"));
  const ui::FigureStyle style = shown.appearance.figureStyle();
  // The title takes 1.3 lines of 14 pixels above the stage of 832 x 728, where the weights come from 1.5 of 11 below.
  const double title = 1.3 * 14;
  const QSizeF size = figure->sizeFor(832, style);
  QCOMPARE(size.width(), 832.0);
  QVERIFY(std::abs(size.height() - (728 + title + 1.5 * 11)) < 1e-9);
  // In half the width it is laid out for less, so that its letters are not halved.
  QVERIFY(figure->smallestText(figure->sizeFor(416, style), style) > 5.5);
  QCOMPARE(figure->numbers().size(), std::size_t{3});
  QImage image(832, 763, QImage::Format_RGB32);
  image.fill(style.theme.surface);
  QPainter painter(&image);
  figure->paintTo(painter, QRectF(QPointF(0, 0), size), style);
  painter.end();
  // The cell of "it" and "animal" in S is the darkest blue of its map, beside the number.
  QCOMPARE(image.pixelColor(288 + 42 + 3, 286 + 7 * 28 + 5 + static_cast<int>(title)),
           shown.stage.grab().toImage().pixelColor(288 + 42 + 3, 286 + 7 * 28 + 5));
}

QTEST_MAIN(TestStage)
#include "tst_stage.moc"
