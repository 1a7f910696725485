#include "tests/ui/opened_window.h"
#include "tests/ui/stage_layout_checks.h"
#include "ui/step/flow_text.h"
#include "ui/widgets/buttons.h"

#include <QLabel>
#include <QtTest>

using namespace heed;
using namespace heed::test;

namespace {

/// From a bubble to what it speaks of, in pixels of the design; the longest that is still seen as beside.
constexpr int kShort = 44;

/// The bubbles that are shown. They lie on the window itself and have a mask.
std::vector<const QWidget*> bubblesOf(const QWidget& window) {
  std::vector<const QWidget*> found;
  const auto children = window.findChildren<QWidget*>(Qt::FindDirectChildrenOnly);
  for (const QWidget* child : children) {
    if (child->isVisible() && !child->mask().isEmpty() && child->findChild<ui::IconButton*>() != nullptr)
      found.push_back(child);
  }
  return found;
}

/// The words of a bubble without its line: the largest box of its mask.
QRect bodyOf(const QWidget& bubble) {
  QRect largest;
  for (const QRect& box : bubble.mask()) {
    if (box.width() * box.height() > largest.width() * largest.height()) largest = box;
  }
  return largest.translated(bubble.pos());
}

/// What a bubble covers of what a stage shows; empty if nothing.
QString coveredOnStage(const QWidget& bubble, const ui::Stage& stage, const QWidget& window,
                       const ui::FigureStyle& style) {
  const QPointF corner = stage.mapTo(&window, QPoint(0, 0));
  const QRegion ink = bubble.mask().translated(bubble.pos());
  const auto covers = [&](QPolygonF area) {
    for (QPointF& point : area) point = stage.toWidget(QRectF(point, QSizeF(1, 1))).topLeft() + corner;
    return ink.intersects(QRegion(area.toPolygon()));
  };
  const ui::StageLayout& layout = stage.stageLayout();
  for (const ui::PlacedMatrix& matrix : layout.matrices) {
    if (covers(QPolygonF(matrix.area()))) return QStringLiteral("a matrix");
  }
  for (const Inked& written : writtenOn(layout, style)) {
    if (covers(written.area)) return written.name;
  }
  if (layout.formula && covers(QPolygonF(layout.formula->area))) return QStringLiteral("the formula");
  if (layout.picture && covers(QPolygonF(layout.picture->whole))) return QStringLiteral("the picture");
  return {};
}

/// A control or a text of the window under a bubble; empty if there is none.
QString coveredInWindow(const QWidget& bubble, const QWidget& window) {
  const QRegion ink = bubble.mask().translated(bubble.pos());
  const auto widgets = window.findChildren<QWidget*>();
  for (const QWidget* widget : widgets) {
    const bool isInked =
        qobject_cast<const QLabel*>(widget) != nullptr || qobject_cast<const QAbstractButton*>(widget) != nullptr ||
        qobject_cast<const QLineEdit*>(widget) != nullptr || qobject_cast<const ui::FlowText*>(widget) != nullptr;
    if (!isInked || !widget->isVisible() || bubble.isAncestorOf(widget)) continue;
    // The line ends at the edge of what the hint speaks of, and may touch it.
    const QRect inside = QRect(widget->mapTo(&window, QPoint(0, 0)), widget->size()).adjusted(5, 5, -5, -5);
    if (ink.intersects(inside)) return QString::fromLatin1(widget->metaObject()->className());
  }
  return {};
}

/// Goes there, and lets the hints take their places.
bool showsRow(Opened& opened, int row) {
  opened.walk.goTo(row);
  const bool isThere = opened.waits();
  QCoreApplication::sendPostedEvents();
  QCoreApplication::processEvents();
  return isThere;
}

}  // namespace

/// The three hints of the first start: beside what they speak of, over nothing, and gone for good once they are closed.
class TestHints : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void coverNothing_data();
  void coverNothing();
  void coverNoPicture();
  void doNotComeBack();
  void theBarKeepsRoomOnlyWhileItsHintIsThere();
};

void TestHints::coverNothing_data() {
  QTest::addColumn<QSize>("size");
  QTest::addColumn<ui::LanguageChoice>("language");
  for (const QSize size : {QSize(1280, 800), QSize(1440, 900), QSize(1920, 1080)}) {
    QTest::addRow("%d x %d, English", size.width(), size.height()) << size << ui::LanguageChoice::English;
    QTest::addRow("%d x %d, Chinese", size.width(), size.height()) << size << ui::LanguageChoice::Chinese;
  }
}

void TestHints::coverNothing() {
  QFETCH(QSize, size);
  QFETCH(ui::LanguageChoice, language);
  Opened opened;
  opened.settings.change([&](ui::Settings& values) { values.language = language; });
  opened.window.resize(size);
  QVERIFY(opened.waits());
  QTest::qWait(50);
  // All of them are there at first.
  QTRY_COMPARE(bubblesOf(opened.window).size(), std::size_t{3});
  const ui::Stage& stage = opened.window.workspace().stage();
  for (int row = 0; row < opened.walk.list().count(); ++row) {
    QVERIFY(showsRow(opened, row));
    for (const QWidget* bubble : bubblesOf(opened.window)) {
      const QString words = QStringLiteral("row %1, \"%2\": ").arg(row).arg(bubble->accessibleName());
      QVERIFY2(opened.window.rect().contains(bubble->geometry()), qPrintable(words));
      const QString onStage = coveredOnStage(*bubble, stage, opened.window, opened.appearance.figureStyle());
      QVERIFY2(onStage.isEmpty(), qPrintable(words + onStage));
      const QString inWindow = coveredInWindow(*bubble, opened.window);
      QVERIFY2(inWindow.isEmpty(), qPrintable(words + inWindow));
      const QRect body = bodyOf(*bubble);
      const int line = std::max(bubble->width() - body.width(), bubble->height() - body.height());
      QVERIFY2(line <= opened.appearance.px(kShort), qPrintable(words + QString::number(line)));
    }
  }
}

void TestHints::coverNoPicture() {
  Opened opened;
  opened.document.replace("picture", ui::openTemplate("image-patches"));
  opened.window.resize(1280, 800);
  QVERIFY(opened.waits());
  const ui::Stage& stage = opened.window.workspace().stage();
  std::size_t shown = 0;
  for (int row = 0; row < opened.walk.list().count(); ++row) {
    QVERIFY(showsRow(opened, row));
    for (const QWidget* bubble : bubblesOf(opened.window)) {
      const QString covered = coveredOnStage(*bubble, stage, opened.window, opened.appearance.figureStyle());
      QVERIFY2(covered.isEmpty(), qPrintable(covered));
      ++shown;
    }
  }
  QVERIFY(shown > 0);
}

void TestHints::doNotComeBack() {
  const QTemporaryDir folder;
  const QString path = folder.filePath("heed.ini");
  int all = 0;
  const auto hints = [](Opened& opened) { return opened.window.findChild<ui::Hints*>(); };
  {
    Opened opened(path);
    all = hints(opened)->count();
    QVERIFY(all > 1);
    opened.walk.play();
    QCOMPARE(hints(opened)->count(), all - 1);
    opened.walk.pause();
  }
  Opened again(path);
  QCOMPARE(hints(again)->count(), all - 1);
  hints(again)->dismissAll();
  QCOMPARE(hints(again)->count(), 0);
  again.run("help.hints");
  QCOMPARE(hints(again)->count(), all);
}

void TestHints::theBarKeepsRoomOnlyWhileItsHintIsThere() {
  Opened opened;
  const QLineEdit& field = *opened.window.workspace().bar().field();
  const auto gap = [&] {
    QCoreApplication::sendPostedEvents();
    int nearest = opened.window.width();
    const auto labels = field.parentWidget()->findChildren<QLabel*>(Qt::FindDirectChildrenOnly);
    for (const QLabel* label : labels) {
      if (label->isVisible()) nearest = std::min(nearest, label->x() - field.geometry().right());
    }
    return nearest;
  };
  QTRY_VERIFY(gap() > 200);
  opened.window.findChild<ui::Hints*>()->dismissAll();
  QVERIFY(gap() < 20);
  // A bar that is full keeps none.
  QVERIFY(!opened.window.workspace().bar().keepRoom(5000));
  QVERIFY(gap() < 20);
}

QTEST_MAIN(TestHints)
#include "tst_hints.moc"
