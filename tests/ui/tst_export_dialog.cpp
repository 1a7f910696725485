#include "tests/ui/opened_session.h"
#include "ui/shell/export_dialog.h"
#include "ui/theme/style.h"

#include <QClipboard>
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
    dialog.emplace(walk, appearance);
  }
  [[nodiscard]] bool waitsForPreview() {
    const QImage before = dialog->preview();
    QSignalSpy spy(&*dialog, &ui::ExportDialog::previewChanged);
    return spy.wait(20000);
  }

  test::OpenedSession opened;
  ui::Walk walk;
  ui::Appearance appearance;
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
  void greyHasNoColour();
  void picturesAreCopied();
  void picturesHaveAnOverlay();

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
  for (const ui::FigureView view :
       {ui::FigureView::TokenLines, ui::FigureView::Row, ui::FigureView::AllSteps, ui::FigureView::HeatMap}) {
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
  QVERIFY(!QApplication::clipboard()->image().isNull());
}

void TestExportDialog::picturesHaveAnOverlay() {
  Dialog shown("image-patches");
  shown.dialog->setView(ui::FigureView::Overlay);
  QCOMPARE(shown.dialog->view(), ui::FigureView::Overlay);
  QVERIFY(shown.waitsForPreview());
  QVERIFY(!shown.dialog->preview().isNull());
}

QTEST_MAIN(TestExportDialog)
#include "tst_export_dialog.moc"
