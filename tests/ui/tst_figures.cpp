#include "core/base/error.h"
#include "tests/ui/recording_device.h"
#include "ui/tensorview/figures.h"

#include <QPainter>
#include <QTest>

#include <cmath>
#include <limits>

using namespace heed::ui;
using heed::core::Shape;
using heed::core::Tensor;

namespace {

std::vector<AxisLabel> numbered(int count) {
  std::vector<AxisLabel> labels;
  for (int i = 0; i < count; ++i) labels.push_back({QStringLiteral("w%1").arg(i), false});
  return labels;
}

TokenLinesOptions lineOptions(int count) {
  TokenLinesOptions options;
  options.queryLabels = options.keyLabels = numbered(count);
  return options;
}

Tensor evenWeights(int count) {
  const auto size = static_cast<std::size_t>(count);
  return Tensor::fromFloats(Shape{count, count}, std::vector<float>(size * size, 1.0F / static_cast<float>(count)));
}

QImage picture() {
  QImage image(40, 30, QImage::Format_RGB32);
  image.fill(QColor(200, 40, 90));
  return image;
}

FigureStyle screenStyle() {
  return FigureStyle::screen(Theme::load(ThemeName::Light), Fonts::installed());
}

RecordingEngine& paint(const Figure& figure, RecordingDevice& device, QSizeF size) {
  QPainter painter(&device);
  figure.paintTo(painter, QRectF(QPointF(0, 0), size), screenStyle());
  painter.end();
  return device.engine();
}

}  // namespace

/// Token lines, overlays and sheets of steps.
class FiguresTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void valuesStandAtTheKeysOfTheFocusRow() {
    TokenLinesOptions options = lineOptions(3);
    options.focusRow = 1;
    options.allowed = Tensor::fromBools(Shape{3, 3}, {1, 1, 1, 1, 1, 0, 1, 1, 1});
    const TokenLines figure(Tensor::fromFloats(Shape{3, 3}, {1, 0, 0, 0.19F, 0.81F, 0.5F, 0, 0, 1}), options);
    RecordingDevice device;
    const QStringList texts = paint(figure, device, QSizeF(500, 300)).texts;
    QVERIFY(texts.contains(QStringLiteral(".19")) && texts.contains(QStringLiteral(".81")));
    QVERIFY(!texts.contains(QStringLiteral(".50")));
    QCOMPARE(figure.weight(1, 2), 0.0);
  }

  void longTextsAreWrappedWords() {
    QVERIFY(!TokenLines(evenWeights(24), lineOptions(24)).isText());
    const TokenLines figure(evenWeights(25), lineOptions(25));
    QVERIFY(figure.isText());
    const QSizeF wide = figure.sizeFor(2000, screenStyle());
    const QSizeF narrow = figure.sizeFor(200, screenStyle());
    QVERIFY(narrow.width() <= 200);
    QVERIFY(narrow.height() > wide.height());
    RecordingDevice device;
    QCOMPARE(paint(figure, device, narrow).texts.filter(QStringLiteral("w")).size(), 26);
  }

  void theStrongestPatchesAreRanked() {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const ImageOverlay figure(picture(), Tensor::fromFloats(Shape{2, 3}, {0.1F, 0.4F, 0, 0.4F, nan, 0.1F}), {});
    QCOMPARE(figure.strongest(5), (std::vector<std::int64_t>{1, 3, 0, 5}));
    QCOMPARE(figure.strongest(2), (std::vector<std::int64_t>{1, 3}));
  }

  void masksAndNumbersThatAreNoneAreMarked_data() {
    QTest::addColumn<int>("mode");
    QTest::newRow("spotlight") << int(OverlayMode::Spotlight);
    QTest::newRow("overlay") << int(OverlayMode::Overlay);
    QTest::newRow("map only") << int(OverlayMode::MapOnly);
  }
  void masksAndNumbersThatAreNoneAreMarked() {
    QFETCH(int, mode);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    ImageOverlayOptions options;
    options.mode = static_cast<OverlayMode>(mode);
    options.allowed = Tensor::fromBools(Shape{2, 2}, {1, 0, 1, 1});
    const ImageOverlay figure(picture(), Tensor::fromFloats(Shape{2, 2}, {0.3F, 0.9F, nan, -0.5F}), options);
    QCOMPARE(figure.strongest(5), (std::vector<std::int64_t>{0}));
    QVERIFY(!figure.isAllowed(1));
    QCOMPARE(figure.glyph(2), CellGlyph::NotANumber);
    QCOMPARE(figure.glyph(3), CellGlyph::BelowScale);
    RecordingDevice device;
    const QStringList texts = paint(figure, device, QSizeF(400, 400)).texts;
    QVERIFY(texts.contains(QStringLiteral("masked")));
    QVERIFY(texts.contains(QStringLiteral("not a number")));
    QVERIFY(texts.contains(QStringLiteral("below the scale")));
    options.allowed = Tensor::fromBools(Shape{4}, {1, 1, 1, 1});
    QVERIFY_EXCEPTION_THROWN(ImageOverlay(picture(), evenWeights(2), options), heed::core::Error);
  }

  void aLineOfNoNumberSaysSo() {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    TokenLinesOptions options;
    options.focusRow = 0;
    RecordingDevice device;
    const TokenLines figure(Tensor::fromFloats(Shape{1, 2}, {nan, 0.5F}), options);
    QVERIFY(paint(figure, device, QSizeF(400, 400)).texts.contains(QStringLiteral("NaN")));
  }

  void aRowOfWeightsBecomesAGrid() {
    const Tensor weights = Tensor::fromFloats(Shape{2, 6}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    const Tensor grid = ImageOverlay::rowAsGrid(weights, 1, 2, 3);
    QVERIFY(grid.identicalTo(Tensor::fromFloats(Shape{2, 3}, {6, 7, 8, 9, 10, 11})));
    QVERIFY_EXCEPTION_THROWN((void)ImageOverlay::rowAsGrid(weights, 1, 2, 2), heed::core::Error);
  }

  void overlaysPaintInTheirMode_data() {
    QTest::addColumn<int>("mode");
    QTest::addColumn<int>("images");
    QTest::newRow("spotlight") << int(OverlayMode::Spotlight) << 1;
    QTest::newRow("overlay") << int(OverlayMode::Overlay) << 1;
    QTest::newRow("map only") << int(OverlayMode::MapOnly) << 0;
  }
  void overlaysPaintInTheirMode() {
    QFETCH(int, mode);
    QFETCH(int, images);
    ImageOverlayOptions options;
    options.mode = static_cast<OverlayMode>(mode);
    options.query = 2;
    RecordingDevice device;
    const RecordingEngine& engine = paint(ImageOverlay(picture(), evenWeights(3), options), device, QSizeF(400, 400));
    QCOMPARE(int(engine.images.size()), images);
    QVERIFY(engine.texts.contains(QStringLiteral("q")));
    if (static_cast<OverlayMode>(mode) == OverlayMode::Overlay) {
      // 110 + 0.55 Y of (200, 40, 90): Y = 0.299 * 200 + 0.587 * 40 + 0.114 * 90 = 93.54, so the grey is 161.
      QCOMPARE(QColor(engine.images[0].pixel(1, 1)), QColor(161, 161, 161));
    }
  }

  void figuresFitTheRoomTheyAreGiven_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<double>("width");
    for (const int which : {0, 1, 2}) {
      for (const double width : {240.0, 640.0}) QTest::addRow("figure %d, %g", which, width) << which << width;
    }
  }
  void figuresFitTheRoomTheyAreGiven() {
    QFETCH(int, which);
    QFETCH(double, width);
    std::unique_ptr<Figure> figure;
    if (which == 0) figure = std::make_unique<TokenLines>(evenWeights(11), lineOptions(11));
    if (which == 1) figure = std::make_unique<TokenLines>(evenWeights(60), lineOptions(60));
    if (which == 2) figure = std::make_unique<ImageOverlay>(picture(), evenWeights(12), ImageOverlayOptions());
    const QSizeF size = figure->sizeFor(width, screenStyle());
    QVERIFY2(size.width() <= width + 0.01, qPrintable(QString::number(size.width())));
    // What is painted reaches no further than the size that was asked for: the frame around it stays empty.
    QImage image((size + QSizeF(20, 20)).toSize(), QImage::Format_RGB32);
    const QRgb ground = QColor(1, 2, 3).rgb();
    image.fill(ground);
    QPainter painter(&image);
    figure->paintTo(painter, QRectF(QPointF(10, 10), size), screenStyle());
    painter.end();
    for (int x = 0; x < image.width(); ++x) {
      QCOMPARE(image.pixel(x, 3), ground);
      QCOMPARE(image.pixel(x, image.height() - 4), ground);
    }
    for (int y = 0; y < image.height(); ++y) {
      QCOMPARE(image.pixel(3, y), ground);
      QCOMPARE(image.pixel(image.width() - 4, y), ground);
    }
  }

  void aSheetHoldsItsStepsInOrder() {
    StepSheet sheet(QStringLiteral("Steps"));
    MatrixOptions options;
    options.title = QStringLiteral("Scores");
    sheet.add(evenWeights(2), options);
    options.title = QStringLiteral("Weights");
    sheet.add(evenWeights(3), options);
    QCOMPARE(sheet.pages().size(), std::size_t{2});
    QCOMPARE(sheet.pages()[1]->title(), QStringLiteral("Weights"));
    QCOMPARE(sheet.numbers()[0].name, QStringLiteral("Scores"));
    const double one = sheet.pages()[0]->sizeFor(400, screenStyle()).height();
    const double two = sheet.pages()[1]->sizeFor(400, screenStyle()).height();
    QVERIFY(sheet.sizeFor(400, screenStyle()).height() > one + two);
  }

  void wrongInputIsRefused() {
    QVERIFY_EXCEPTION_THROWN(TokenLines(Tensor::fromFloats(Shape{2}, {1, 2}), {}), heed::core::Error);
    QVERIFY_EXCEPTION_THROWN(ImageOverlay(QImage(), evenWeights(2), {}), heed::core::Error);
    ImageOverlayOptions outside;
    outside.patchArea = QRect(30, 0, 20, 20);
    QVERIFY_EXCEPTION_THROWN(ImageOverlay(picture(), evenWeights(2), outside), heed::core::Error);
  }
};

QTEST_MAIN(FiguresTest)
#include "tst_figures.moc"
