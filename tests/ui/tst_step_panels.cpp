#include "tests/ui/step_workspace_bench.h"
#include "ui/step/link_button.h"
#include "ui/step/readout_card.h"
#include "ui/widgets/segmented_control.h"

#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

using namespace heed;
using namespace heed::test;

namespace {

/// The card of the score of "it" and "animal", and its field, opened by its link.
struct Card {
  explicit Card(Workspace& workspace) : space(workspace) { space.showCell(kScores, {kIt, kAnimal}); }

  [[nodiscard]] QAbstractButton* link(const QString& text) const {
    for (auto* button : card->findChildren<QAbstractButton*>()) {
      if (button->text() == text && button->isVisible()) return button;
    }
    return nullptr;
  }
  void open() const {
    auto* button = link(QStringLiteral("Override"));
    if (button == nullptr) qFatal("the number cannot be replaced");
    click(button, button->rect().center());
  }
  [[nodiscard]] double score() const { return space.walk.content()->result.value(kIt, kAnimal); }
  [[nodiscard]] double weight() const { return space.walk.weights()->value(kIt, kAnimal); }

  Workspace& space;
  ui::ReadoutCard* card = space.explanation->findChild<ui::ReadoutCard*>();
  QLineEdit* field = card->findChild<QLineEdit*>();
};

}  // namespace

/// The weights beside the stage, and all panels together.
class TestStepPanels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void wordsMoveTheFocus();
  void weightsWaitForTheirStep();
  void patchesMoveTheFocus();
  void aNumberIsReplacedInItsCard();
  void whatIsNoNumberIsRefusedInTheCard();
  void theFieldOfTheCardHasItsLine_data();
  void theFieldOfTheCardHasItsLine();
  void nothingIsCut_data();
  void nothingIsCut();
};

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
  // While the stage has the picture, the strongest keys stand here.
  QVERIFY(view->keys() != nullptr);
  QVERIFY(view->accessibleDescription().contains("(itself)"));
  const std::int64_t first = view->keys()->keys()[0].place;
  const std::int64_t third = view->keys()->keys()[2].place;
  view->setFocus();
  space.walk.focus().lock({space.walk.focus().locked()->row, first});
  space.waits();
  QTest::keyPress(view, Qt::Key_Down);
  space.waits();
  QTest::keyPress(view, Qt::Key_Down);
  space.waits();
  QCOMPARE(space.walk.focus().locked()->column, third);
  space.walk.goTo(0);
  space.waits();
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

void TestStepPanels::aNumberIsReplacedInItsCard() {
  Workspace space;
  const Card shown(space);
  const double score = shown.score();
  const double weight = shown.weight();
  const QString number = shown.card->numberText();
  QVERIFY(shown.field->isHidden());
  shown.open();
  QVERIFY(shown.field->isVisible() && shown.field->hasFocus());
  // The whole number stands there, selected, so that typing replaces it.
  QVERIFY(std::abs(shown.field->text().toDouble() - score) < 1e-5);
  QTest::keyClicks(shown.field, "-2.5");
  QTest::keyClick(shown.field, Qt::Key_Return);
  QVERIFY(shown.field->isHidden());
  space.waits();
  QTRY_COMPARE(shown.score(), -2.5);
  QTRY_VERIFY(shown.card->numberText().contains("2.5"));
  // What follows from it is computed anew: the weight of a score that was the largest.
  QTRY_VERIFY(shown.weight() < 0.1 * weight);
  QCOMPARE(space.session.result()->overrides().size(), std::size_t{1});
  QVERIFY(shown.link("Override") == nullptr && shown.link("Release") != nullptr);

  space.document.undoStack().undo();
  space.waits();
  QTRY_COMPARE(shown.score(), score);
  QTRY_COMPARE(shown.weight(), weight);
  QTRY_COMPARE(shown.card->numberText(), number);
  QVERIFY(space.session.result()->overrides().empty());

  space.document.undoStack().redo();
  space.waits();
  QTRY_VERIFY(shown.link("Release") != nullptr);
  click(shown.link("Release"), shown.link("Release")->rect().center());
  space.waits();
  QTRY_COMPARE(shown.score(), score);
  QTRY_VERIFY(shown.link("Override") != nullptr);
}

void TestStepPanels::whatIsNoNumberIsRefusedInTheCard() {
  Workspace space;
  const Card shown(space);
  const double score = shown.score();
  const int edits = space.document.undoStack().count();
  const auto sentences = [&] {
    QString all;
    for (const auto* text : shown.card->findChildren<ui::FlowText*>()) {
      if (text->isVisible()) all += ui::plainText(text->runs()) + u'\n';
    }
    return all;
  };
  shown.open();
  QVERIFY(!sentences().contains("no number"));
  QTest::keyClicks(shown.field, "much");
  QTest::keyClick(shown.field, Qt::Key_Return);
  QVERIFY2(sentences().contains("\"much\" is no number"), qPrintable(sentences()));
  // The field stays, with what was typed, to be mended.
  QVERIFY(shown.field->isVisible());
  QCOMPARE(shown.field->text(), QString("much"));
  QCOMPARE(space.document.undoStack().count(), edits);
  QCOMPARE(shown.score(), score);
  QTest::keyClick(shown.field, Qt::Key_Escape);
  QVERIFY(shown.field->isHidden());
  QVERIFY(!sentences().contains("no number"));
  QCOMPARE(space.document.undoStack().count(), edits);
  // A comma and the true minus sign are read as they are written elsewhere.
  shown.open();
  QTest::keyClick(shown.field, Qt::Key_A, Qt::ControlModifier);
  shown.field->insert(QString(QChar(0x2212)) + "1,5");
  QTest::keyClick(shown.field, Qt::Key_Return);
  space.waits();
  QTRY_COMPARE(shown.score(), -1.5);
}

void TestStepPanels::theFieldOfTheCardHasItsLine_data() {
  QTest::addColumn<QSize>("size");
  QTest::newRow("1280") << QSize(1280, 800);
  QTest::newRow("1440") << QSize(1440, 900);
}

/// Row and column stand beside the number, not beside or under the field.
void TestStepPanels::theFieldOfTheCardHasItsLine() {
  QFETCH(QSize, size);
  Workspace space("self-attention", size);
  const Card shown(space);
  shown.open();
  QCoreApplication::processEvents();
  const QRect field = shown.field->geometry();
  QVERIFY(shown.card->rect().contains(field));
  QVERIFY(shown.field->width() >= shown.field->fontMetrics().horizontalAdvance(shown.field->text()));
  const auto isBeside = [&](const QWidget* widget) {
    return widget != shown.field && widget->isVisible() && widget->geometry().intersects(field);
  };
  for (const auto* widget : shown.card->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
    QVERIFY2(!isBeside(widget), qPrintable(widget->accessibleName()));
  }
  QTest::keyClick(shown.field, Qt::Key_Escape);
  int labels = 0;
  for (const auto* label : shown.card->findChildren<QLabel*>()) labels += label->isVisible() ? 1 : 0;
  QVERIFY(labels >= 3);
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
