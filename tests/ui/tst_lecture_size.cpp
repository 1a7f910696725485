#include "tests/ui/opened_window.h"

using namespace heed;
using namespace heed::test;

/// The layout for a projector: the stage alone, on the whole screen, in large letters.
class TestLectureSize : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theStageIsAlone();
  void rowsOfAStepAreNamed_data();
  void rowsOfAStepAreNamed();
};

void TestLectureSize::theStageIsAlone() {
  Opened opened;
  QTest::keyClick(&opened.window, Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
  QVERIFY(opened.appearance.isLectureSize());
  QVERIFY(!opened.window.header().isVisible());
  QVERIFY(!opened.window.statusLine().isVisible());
  for (const QDockWidget* dock : opened.window.workspace().docks()) QVERIFY(!dock->isVisible());
  QVERIFY(opened.window.workspace().stage().isVisible());
  opened.window.resize(1280, 800);
  QTest::qWait(50);
  keepPicture(opened.window, "lecture");
  const int before = opened.walk.current();
  QTest::keyClick(&opened.window, Qt::Key_PageDown);
  QCOMPARE(opened.walk.current(), before + 1);
  QVERIFY(opened.waits());
  QTest::keyClick(&opened.window, Qt::Key_Escape);
  QVERIFY(!opened.appearance.isLectureSize());
  QVERIFY(opened.window.header().isVisible());
  for (const QDockWidget* dock : opened.window.workspace().docks()) QVERIFY(dock->isVisible());
}

void TestLectureSize::rowsOfAStepAreNamed_data() {
  QTest::addColumn<QSize>("size");
  QTest::newRow("projector") << QSize(1280, 800);
  QTest::newRow("screen") << QSize(1920, 1080);
}

/// Of a row-wise step, the row before and the row after are called what they are, whole and in large letters.
void TestLectureSize::rowsOfAStepAreNamed() {
  QFETCH(QSize, size);
  Opened opened;
  QTest::keyClick(&opened.window, Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
  // The screen of the tests is small: the window takes the place of a larger one.
  opened.window.setWindowState(Qt::WindowNoState);
  opened.window.resize(size);
  QTest::qWait(50);
  QCOMPARE(opened.window.workspace().stage().width(), size.width());
  QVERIFY(opened.appearance.isLectureSize());
  opened.session.focus().lock({7, 1});
  int seen = 0;
  for (int row = 0; row < opened.walk.list().count(); ++row) {
    opened.walk.goTo(row);
    QVERIFY(opened.waits());
    QTRY_VERIFY(opened.walk.content() != nullptr && opened.walk.content()->row == row);
    const ui::FrameKind kind = opened.walk.content()->kind;
    if (kind != ui::FrameKind::RowWise && kind != ui::FrameKind::Reduction) continue;
    const ui::Stage& stage = opened.window.workspace().stage();
    const ui::StageLayout& layout = stage.stageLayout();
    const ui::StageMatrix* before = stage.picture().matrix(ui::StagePart::Before);
    QVERIFY(before != nullptr);
    // A row that becomes one number has the number under it instead of a second row.
    const bool isReduced = kind == ui::FrameKind::Reduction;
    const QStringList names = isReduced ? QStringList{QString::fromStdString(before->letter)}
                                        : QStringList{before->name, stage.picture().result().name};
    for (const QString& name : names) {
      const auto found = std::ranges::find(layout.texts, name, &ui::StageText::text);
      QVERIFY2(found != layout.texts.end(), qPrintable(QString("step %1: %2").arg(row).arg(name)));
      QVERIFY2(QRectF(QPointF(), layout.size).contains(found->area), qPrintable(name));
      // A fortieth of the screen's height, in pixels of a letter.
      QVERIFY2(found->style.size >= size.height() / 40.0 - 0.5,
               qPrintable(QString("%1: %2").arg(name).arg(found->style.size)));
      ++seen;
    }
    if (!isReduced) continue;
    const auto number =
        std::ranges::find_if(layout.texts, [](const ui::StageText& text) { return text.text.startsWith("= "); });
    QVERIFY(number != layout.texts.end());
    QVERIFY2(number->style.size >= size.height() / 32.0 - 0.5, qPrintable(QString::number(number->style.size)));
  }
  QVERIFY2(seen >= 6, qPrintable(QString::number(seen)));
}

QTEST_MAIN(TestLectureSize)
#include "tst_lecture_size.moc"
