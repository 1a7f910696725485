#include "tests/ui/opened_session.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/export_menu.h"
#include "ui/shell/folders.h"
#include "ui/step/stage.h"
#include "ui/step/stage_figure.h"
#include "ui/theme/style.h"
#include "ui/widgets/switch.h"

#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace heed;

namespace {

/// A dialog over a computed template.
struct Dialog {
  explicit Dialog(const char* id = "self-attention") : opened(id), walk(opened.session) {
    if (!opened.waits()) qFatal("not computed");
    stage.emplace(walk, appearance);
    stage->resize(832, 728);
    const bool isThere =
        QTest::qWaitFor([this] { return walk.content() != nullptr && !opened.session.jobs().isBusy(); }, 20000);
    if (!isThere) qFatal("nothing is on the stage");
    dialog.emplace(walk, appearance, stage->figure());
  }
  [[nodiscard]] bool waitsForPreview() {
    const QImage before = dialog->preview();
    QSignalSpy spy(&*dialog, &ui::ExportDialog::previewChanged);
    return spy.wait(20000);
  }

  test::OpenedSession opened;
  ui::Walk walk;
  ui::Appearance appearance;
  std::optional<ui::Stage> stage;
  std::optional<ui::ExportDialog> dialog;
};

}  // namespace

class TestExportDialog : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void init();
  void everyViewHasAPreview();
  void filesAreWritten_data();
  void filesAreWritten();
  void failuresAreSaidAndNothingCloses();
  void settingsAreKept();
  void theNameIsTheSentenceInAFolderThatIsThere();
  void theFocusNeedNotBeMarked();
  void slidesKeepAllNumbersThatFit();
  void greyHasNoColour();
  void picturesAreCopied();
  void picturesHaveAnOverlay();
  void theStageIsTheFirstView();
  void slidesHaveLargeLetters();
  void thumbnailsShowTheViews();
  void theMenuShowsTheViewsAsTheyAre();

 private:
  QTemporaryDir m_folder;
};

void TestExportDialog::initTestCase() {
  QCoreApplication::setOrganizationName("HeedTest");
  QCoreApplication::setApplicationName("ExportDialog");
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
}

void TestExportDialog::init() {
  QSettings().clear();
}

void TestExportDialog::everyViewHasAPreview() {
  Dialog shown;
  QVERIFY(shown.waitsForPreview());
  QList<QImage> pictures;
  for (const ui::FigureView view : {ui::FigureView::TokenLines, ui::FigureView::Row, ui::FigureView::AllSteps,
                                    ui::FigureView::HeatMap, ui::FigureView::Stage}) {
    shown.dialog->setView(view);
    QVERIFY(shown.waitsForPreview());
    QVERIFY(!shown.dialog->preview().isNull());
    QVERIFY(!pictures.contains(shown.dialog->preview()));
    pictures << shown.dialog->preview();
  }
}

void TestExportDialog::filesAreWritten_data() {
  QTest::addColumn<QString>("extension");
  QTest::addColumn<QByteArray>("head");
  QTest::newRow("pdf") << "pdf" << QByteArray("%PDF-");
  QTest::newRow("svg") << "svg" << QByteArray("<?xml");
  QTest::newRow("png") << "png" << QByteArray("\x89PNG");
  QTest::newRow("csv") << "csv" << QByteArray();
  QTest::newRow("npy") << "npy" << QByteArray("\x93NUMPY");
}

void TestExportDialog::filesAreWritten() {
  QFETCH(QString, extension);
  QFETCH(QByteArray, head);
  Dialog shown;
  // NPY holds one matrix; the stage has several.
  if (extension == QLatin1String("npy")) shown.dialog->setView(ui::FigureView::HeatMap);
  shown.dialog->setFilePath(m_folder.filePath("figure." + extension));
  QSignalSpy exported(&*shown.dialog, &ui::ExportDialog::exported);
  shown.dialog->exportNow();
  QVERIFY2(exported.wait(20000), qPrintable(shown.dialog->message()));
  QFile file(m_folder.filePath("figure." + extension));
  QVERIFY(file.open(QFile::ReadOnly));
  QVERIFY(file.readAll().startsWith(head));
  QVERIFY(file.size() > 200);
}

void TestExportDialog::failuresAreSaidAndNothingCloses() {
  Dialog shown;
  QVERIFY(shown.waitsForPreview());
  shown.dialog->show();
  shown.dialog->setFilePath(m_folder.filePath("no such folder/figure.pdf"));
  shown.dialog->exportNow();
  QTRY_VERIFY(shown.dialog->message().contains("no such folder"));
  QVERIFY(shown.dialog->isVisible());
  shown.dialog->setFilePath(m_folder.filePath("figure.docx"));
  shown.dialog->exportNow();
  QTRY_VERIFY(shown.dialog->message().contains("docx"));
}

void TestExportDialog::settingsAreKept() {
  {
    Dialog shown;
    shown.dialog->setView(ui::FigureView::Row);
    shown.dialog->setFilePath(m_folder.filePath("kept.pdf"));
    QSignalSpy exported(&*shown.dialog, &ui::ExportDialog::exported);
    shown.dialog->exportNow();
    QVERIFY(exported.wait(20000));
  }
  const Dialog again;
  QCOMPARE(again.dialog->view(), ui::FigureView::Row);
  QCOMPARE(QFileInfo(again.dialog->filePath()).path(), m_folder.path());
}

void TestExportDialog::theNameIsTheSentenceInAFolderThatIsThere() {
  QSettings().setValue("export/folder", m_folder.filePath("was removed"));
  Dialog shown;
  const QFileInfo file(shown.dialog->filePath());
  QVERIFY2(QFileInfo(file.path()).isDir(), qPrintable(file.path()));
  QVERIFY2(file.fileName().startsWith("The animal didn't cross the street"), qPrintable(file.fileName()));
  // What is written without a folder goes where files go.
  shown.dialog->setFilePath("mine.pdf");
  QCOMPARE(QFileInfo(shown.dialog->filePath()).path(), file.path());
  QCOMPARE(ui::nearestFolder(m_folder.filePath("a/b/c.pdf")), m_folder.path());
  QCOMPARE(ui::fileNameOf("What: a/b? \"c\" <d>"), QString("What a b c d"));
  QCOMPARE(ui::fileNameOf("..."), QString());
}

void TestExportDialog::theFocusNeedNotBeMarked() {
  Dialog shown;
  shown.dialog->setView(ui::FigureView::HeatMap);
  QVERIFY(shown.waitsForPreview());
  auto* mark = shown.dialog->findChild<ui::Switch*>("markFocus");
  QVERIFY(mark != nullptr && mark->isChecked());
  for (const ui::FigureView view : {ui::FigureView::HeatMap, ui::FigureView::Stage}) {
    mark->setChecked(true);
    shown.dialog->setView(view);
    QVERIFY(shown.waitsForPreview());
    const QImage marked = shown.dialog->preview();
    mark->setChecked(false);
    QVERIFY(shown.waitsForPreview());
    QVERIFY(shown.dialog->preview() != marked);
  }
}

void TestExportDialog::slidesKeepAllNumbersThatFit() {
  Dialog shown;
  shown.dialog->setView(ui::FigureView::HeatMap);
  QVERIFY(shown.waitsForPreview());
  auto* preset = shown.dialog->findChild<QComboBox*>("preset");
  auto* numbers = shown.dialog->findChild<QComboBox*>("numbers");
  auto* note = shown.dialog->findChild<QLabel*>("numbersNote");
  QVERIFY(preset != nullptr && numbers != nullptr && note != nullptr);
  preset->setCurrentIndex(2);
  Q_EMIT preset->activated(2);
  QVERIFY(shown.waitsForPreview());
  QCOMPARE(numbers->currentIndex(), static_cast<int>(ui::CellNumbers::All));
  // Eleven words on a slide: there is room for four characters of 14 pt in each cell.
  QVERIFY(note->isHidden());
  preset->setCurrentIndex(0);
  Q_EMIT preset->activated(0);
  auto* width = shown.dialog->findChild<QDoubleSpinBox*>("width");
  QVERIFY(width != nullptr);
  width->setValue(40);
  QVERIFY(shown.waitsForPreview());
  QVERIFY(!note->isHidden());
}

void TestExportDialog::greyHasNoColour() {
  QImage picture(3, 1, QImage::Format_RGB32);
  picture.setPixel(0, 0, qRgb(255, 0, 0));
  picture.setPixel(1, 0, qRgb(0, 160, 40));
  picture.setPixel(2, 0, qRgb(250, 250, 250));
  const QImage grey = ui::seenWith(ui::ColorVision::Grey, picture);
  for (int x = 0; x < 3; ++x) QVERIFY(qIsGray(grey.pixel(x, 0)));
  // Red has luminance 0.2126, which is byte 127 in sRGB.
  QCOMPARE(qRed(grey.pixel(0, 0)), 127);
  for (const auto vision : {ui::ColorVision::Protanopia, ui::ColorVision::Deuteranopia, ui::ColorVision::Tritanopia}) {
    const QImage seen = ui::seenWith(vision, picture);
    QVERIFY(seen.pixel(0, 0) != picture.pixel(0, 0));
    // White stays white, to the rounding of the matrices.
    QVERIFY(std::abs(qRed(seen.pixel(2, 0)) - 250) <= 1 && std::abs(qBlue(seen.pixel(2, 0)) - 250) <= 1);
  }
}

void TestExportDialog::picturesAreCopied() {
  Dialog shown;
  QVERIFY(shown.waitsForPreview());
  shown.dialog->copyPicture();
  QTRY_VERIFY(QApplication::clipboard()->mimeData() != nullptr && QApplication::clipboard()->mimeData()->hasImage());
  const QMimeData* copied = QApplication::clipboard()->mimeData();
  QVERIFY(copied->data("image/png").startsWith("\x89PNG"));
  QVERIFY(copied->data("image/svg+xml").contains("<svg"));
  // The picture has the resolution of the export, 300 dots an inch over 174 mm, not that of the preview.
  QCOMPARE(QImage::fromData(copied->data("image/png")).width(), 2055);
}

void TestExportDialog::picturesHaveAnOverlay() {
  Dialog shown("image-patches");
  shown.dialog->setView(ui::FigureView::Overlay);
  QCOMPARE(shown.dialog->view(), ui::FigureView::Overlay);
  QVERIFY(shown.waitsForPreview());
  QVERIFY(!shown.dialog->preview().isNull());
}

void TestExportDialog::theStageIsTheFirstView() {
  Dialog shown;
  QCOMPARE(shown.dialog->view(), ui::FigureView::Stage);
  QVERIFY(shown.waitsForPreview());
  const std::unique_ptr<ui::StageFigure> figure = shown.stage->figure();
  const QByteArray svg = ui::figureBytes(*figure, ui::FigureFormat::Svg, [] {
    ui::ExportOptions options;
    options.text = ui::FigureText::Text;
    return options;
  }());
  QVERIFY(svg.contains("weights set by hand"));
  QVERIFY(svg.contains("animal"));
}

void TestExportDialog::slidesHaveLargeLetters() {
  for (const char* id : {"self-attention", "image-patches"}) {
    Dialog shown(id);
    const std::unique_ptr<ui::StageFigure> figure = shown.stage->figure();
    QVERIFY(ui::smallestTextOf(*figure, ui::ExportOptions::slide()) >= 14.0 - 1e-6);
    QVERIFY(ui::smallestTextOf(*figure, ui::ExportOptions::page()) >= 7.0 - 1e-6);
    // A column is too narrow for a stage, and that is said.
    QVERIFY(ui::smallestTextOf(*figure, ui::ExportOptions::column()) < 7.0);
  }
}

void TestExportDialog::thumbnailsShowTheViews() {
  Dialog shown;
  auto* views = shown.dialog->findChild<QListWidget*>();
  QVERIFY(views->count() >= 4);
  const auto pictureOf = [views](int row) { return views->item(row)->icon().pixmap(views->iconSize()).toImage(); };
  QList<QImage> symbols;
  for (int row = 0; row < views->count(); ++row) symbols << pictureOf(row);
  QTRY_VERIFY_WITH_TIMEOUT(pictureOf(views->count() - 1) != symbols.last(), 20000);
  for (int row = 0; row < views->count(); ++row) QVERIFY(pictureOf(row) != symbols[row]);
}

void TestExportDialog::theMenuShowsTheViewsAsTheyAre() {
  Dialog shown;
  shown.dialog.reset();
  ui::ExportMenu menu(
      shown.walk, shown.appearance, [&] { return std::shared_ptr<const ui::StageFigure>(shown.stage->figure()); },
      nullptr);
  QAction heatMap("Heat map");
  QAction stage("Stage");
  QAction overlay("Overlay");
  overlay.setEnabled(false);
  menu.addView(ui::FigureView::HeatMap, heatMap);
  menu.addView(ui::FigureView::Stage, stage);
  menu.addView(ui::FigureView::Overlay, overlay);
  const auto pictureOf = [&](int row) {
    const QSize size = menu.actions().at(row)->icon().availableSizes().value(0);
    return menu.actions().at(row)->icon().pixmap(size).toImage();
  };
  const auto open = [&] {
    ui::JobRunner& jobs = shown.walk.session().jobs();
    if (!QTest::qWaitFor([&] { return !jobs.isBusy(); }, 20000)) return false;
    QSignalSpy spy(&menu, &ui::ExportMenu::pictureShown);
    menu.popup(QPoint(0, 0));
    // Nothing is drawn, nor asked for, before the menu is there.
    const bool isQuick = spy.count() == 0 && !jobs.isBusy();
    return isQuick && QTest::qWaitFor([&] { return spy.count() == 2; }, 20000);
  };
  menu.popup(QPoint(0, 0));
  const QImage icon = pictureOf(0);
  menu.hide();
  QVERIFY(open());
  QVERIFY(!menu.actions().at(2)->isVisible());
  const QImage map = pictureOf(0);
  QVERIFY(map != icon);
  QVERIFY(map != pictureOf(1));
  menu.hide();
  // Another head has other weights, and so another picture.
  shown.walk.focus().setHead(1);
  QVERIFY(open());
  QVERIFY(pictureOf(0) != map);
  QSignalSpy chosen(&heatMap, &QAction::triggered);
  menu.actions().at(0)->trigger();
  QCOMPARE(chosen.count(), 1);
}

QTEST_MAIN(TestExportDialog)
#include "tst_export_dialog.moc"
