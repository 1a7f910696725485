#include "tests/ui/opened_session.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/figure_preview.h"
#include "ui/step/stage.h"

#include <QSignalSpy>
#include <QStandardPaths>
#include <QtTest>

using namespace heed;

namespace {

constexpr double kRatio = 2.0;

/// Lines of one pixel: whatever is drawn at another size than its own turns them grey.
QImage lines(QSize size) {
  QImage image(size, QImage::Format_RGB32);
  for (int y = 0; y < size.height(); ++y) {
    for (int x = 0; x < size.width(); ++x) image.setPixel(x, y, x % 2 == 0 ? qRgb(255, 255, 255) : qRgb(0, 0, 0));
  }
  return image;
}

/// Where a picture stands on another one, pixel for pixel; nowhere if it was drawn at another size.
std::optional<QPoint> placeOf(const QImage& part, const QImage& whole) {
  const QImage wanted = part.convertToFormat(QImage::Format_RGB32);
  const QPoint middle((whole.width() - part.width()) / 2, (whole.height() - part.height()) / 2);
  for (int dy = -2; dy <= 2; ++dy) {
    for (int dx = -2; dx <= 2; ++dx) {
      const QPoint place = middle + QPoint(dx, dy);
      if (whole.copy(QRect(place, part.size())).convertToFormat(QImage::Format_RGB32) == wanted) return place;
    }
  }
  return std::nullopt;
}

}  // namespace

/// On a screen with two pixels for each pixel of the layout, pictures have all of them.
class TestDevicePixels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aPreviewIsAsSharpAsTheScreen();
  void aPreviewThatIsTooLargeTakesAllPixels();
  void thePreviewOfAnExportIsThePictureItself();
};

void TestDevicePixels::aPreviewIsAsSharpAsTheScreen() {
  const ui::Appearance look;
  ui::FigurePreview preview(look, nullptr);
  preview.resize(502, 302);
  const QImage picture = lines({1000, 600});
  preview.setPicture(picture);
  const QImage grabbed = preview.grab().toImage();
  QCOMPARE(grabbed.devicePixelRatio(), kRatio);
  QCOMPARE(grabbed.size(), QSize(1004, 604));
  QVERIFY(placeOf(picture, grabbed).has_value());
}

void TestDevicePixels::aPreviewThatIsTooLargeTakesAllPixels() {
  const ui::Appearance look;
  ui::FigurePreview preview(look, nullptr);
  preview.resize(502, 402);
  QImage picture(4000, 2000, QImage::Format_RGB32);
  picture.fill(Qt::red);
  preview.setPicture(picture);
  const QImage grabbed = preview.grab().toImage();
  const int middle = grabbed.height() / 2;
  int width = 0;
  for (int x = 0; x < grabbed.width(); ++x) width += grabbed.pixelColor(x, middle) == QColor(Qt::red) ? 1 : 0;
  QCOMPARE(width, 1000);
}

void TestDevicePixels::thePreviewOfAnExportIsThePictureItself() {
  test::OpenedSession opened;
  QVERIFY(opened.waits());
  ui::Walk walk(opened.session);
  ui::Appearance look;
  ui::Stage stage(walk, look);
  stage.resize(832, 728);
  QVERIFY(QTest::qWaitFor([&] { return walk.content() != nullptr && !opened.session.jobs().isBusy(); }, 20000));
  ui::ExportDialog dialog(walk, look, stage.figure());
  QSignalSpy shown(&dialog, &ui::ExportDialog::previewChanged);
  QVERIFY(shown.wait(20000));
  dialog.resize(1400, 1000);
  dialog.show();
  QVERIFY(QTest::qWaitForWindowExposed(&dialog));
  const auto* canvas = dialog.findChild<ui::FigurePreview*>();
  QVERIFY(canvas != nullptr);
  const QImage picture = dialog.preview();
  QVERIFY2(picture.width() > canvas->width(), "the picture would fit without the pixels of the screen");
  QVERIFY(picture.width() < kRatio * canvas->width() && picture.height() < kRatio * canvas->height());
  const QImage grabbed = const_cast<ui::FigurePreview*>(canvas)->grab().toImage();
  QCOMPARE(grabbed.size(), canvas->size() * kRatio);
  QVERIFY(placeOf(picture, grabbed).has_value());
}

int main(int argc, char** argv) {
  // Before the application, which asks for it once.
  qputenv("QT_SCALE_FACTOR", "2");
  QStandardPaths::setTestModeEnabled(true);
  QApplication application(argc, argv);
  TestDevicePixels test;
  return QTest::qExec(&test, argc, argv);
}

#include "tst_device_pixels.moc"
