#include "core/base/error.h"
#include "tests/ui/recording_device.h"
#include "ui/tensorview/cell_marks.h"
#include "ui/tensorview/heat_image.h"
#include "ui/tensorview/matrix_layout.h"
#include "ui/tensorview/matrix_view.h"
#include "ui/tensorview/number_text.h"

#include <QPainter>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace heed::ui;
using heed::core::Shape;
using heed::core::Tensor;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::vector<AxisLabel> words(const QString& sentence, int count) {
  const QStringList parts = sentence.split(u' ');
  std::vector<AxisLabel> labels;
  for (int i = 0; i < count; ++i) labels.push_back({parts[i % parts.size()], i % 7 == 3});
  return labels;
}

QString english() {
  return QStringLiteral("The animal didn't cross the street because it was internationalisation too tired");
}
QString chinese() {
  return QStringLiteral("那只 动物 没有 穿过 街道 因为 它 实在 太 累 了");
}

Tensor rising(int rows, int columns) {
  std::vector<float> values(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) / static_cast<float>(values.size());
  return Tensor::fromFloats(Shape{rows, columns}, values);
}

MatrixOptions wordOptions(int count, const QString& sentence) {
  MatrixOptions options;
  options.title = QStringLiteral("Where each word looks");
  options.rowLabels = options.columnLabels = words(sentence, count);
  options.rowAxis = QStringLiteral("query");
  options.columnAxis = QStringLiteral("key");
  options.valueWord = QStringLiteral("weight");
  options.kind = ValueKind::Weights;
  options.focusRow = count * 2 / 3;
  options.focusColumn = count / 3;
  options.caption = QStringLiteral("Each row adds up to one.");
  return options;
}

FigureStyle styleNamed(const QString& name, ThemeName theme = ThemeName::Light) {
  const Theme colors = Theme::load(theme);
  const Fonts fonts = Fonts::installed();
  if (name == QLatin1String("screen")) return FigureStyle::screen(colors, fonts);
  if (name == QLatin1String("slide")) return FigureStyle::slide(colors, fonts, TextMode::Text);
  return FigureStyle::print(colors, fonts, TextMode::Text);
}

double area(const QPolygonF& polygon) {
  double twice = 0;
  for (qsizetype i = 0; i < polygon.size(); ++i) {
    const QPointF a = polygon[i];
    const QPointF b = polygon[(i + 1) % polygon.size()];
    twice += a.x() * b.y() - b.x() * a.y();
  }
  return std::abs(twice) / 2;
}

bool overlap(const QPolygonF& a, const QPolygonF& b) {
  return a.boundingRect().intersects(b.boundingRect()) && area(a.intersected(b)) > 0.01;
}

}  // namespace

class MatrixViewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cellNumbersFollowTheRules_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<bool>("weight");
    QTest::addColumn<QString>("expected");
    const auto row = [](double value, bool weight, const char* expected) {
      QTest::addRow("%s %g", weight ? "weight" : "signed", value) << value << weight << QString::fromUtf8(expected);
    };
    row(0.805, true, ".81");
    row(0.001, true, "<.01");
    row(0.0049, true, "<.01");
    row(0.005001, true, ".01");
    row(0.999, true, ">.99");
    row(1, true, "1");
    row(0, true, "0");
    row(-0.58, false, "−.58");
    row(-2.26, false, "−2.26");
    row(8.766, false, "8.77");
    row(-12.34, false, "−12.3");
    row(-123.4, false, "−123");
    row(12345, false, "12345");
    row(-123456, false, "−1e5");
    row(0.002, false, ".00");
    row(-0.002, false, ".00");
    row(0, false, "0");
    row(0.999, false, "1.00");
    row(99.96, false, "99.96");
    row(-9.999, false, "−10.0");
  }
  void cellNumbersFollowTheRules() {
    QFETCH(double, value);
    QFETCH(bool, weight);
    QFETCH(QString, expected);
    QCOMPARE(weight ? weightCellText(value) : signedCellText(value), expected);
  }

  void noCellNumberHasMoreThanFiveCharacters() {
    for (double size = 1e-9; size < 1e15; size *= 1.37) {
      for (const double value : {size, -size}) {
        QVERIFY2(signedCellText(value).size() <= 5, qPrintable(signedCellText(value)));
        QVERIFY2(weightCellText(value).size() <= 5, qPrintable(weightCellText(value)));
      }
    }
  }

  void readoutsKeepTwoDigitsOfSmallNumbers() {
    QCOMPARE(readoutText(0.80549), QStringLiteral("0.805"));
    QCOMPARE(readoutText(0.00058), QStringLiteral("0.00058"));
    QCOMPARE(readoutText(-2.2578), QString::fromUtf8("−2.258"));
    QCOMPARE(readoutText(5.8e-7), QString::fromUtf8("5.8e−7"));
    QCOMPARE(readoutText(0), QStringLiteral("0"));
  }

  void hatchStaysInsideItsCell_data() {
    QTest::addColumn<QRectF>("cell");
    QTest::newRow("usual") << QRectF(10.3, 20.7, 28, 18.7);
    QTest::newRow("smaller than the period") << QRectF(-3, 5, 1.1, 0.7);
    QTest::newRow("far away") << QRectF(900.25, 700.5, 40, 12);
  }
  void hatchStaysInsideItsCell() {
    QFETCH(QRectF, cell);
    for (const QPolygonF& stripe : hatchStripes(cell, 0.5, 2)) {
      for (const QPointF& point : stripe) {
        QVERIFY(point.x() >= cell.left() - 1e-9 && point.x() <= cell.right() + 1e-9);
        QVERIFY(point.y() >= cell.top() - 1e-9 && point.y() <= cell.bottom() + 1e-9);
      }
    }
  }

  // Lines 0.5 wide every 2 cover a quarter of a large area, but for its border.
  void hatchCoversItsShare() {
    double covered = 0;
    for (const QPolygonF& stripe : hatchStripes(QRectF(0, 0, 400, 300), 0.5, 2)) covered += area(stripe);
    QVERIFY(qAbs(covered / (400.0 * 300.0) - 0.25) < 0.005);
  }

  void labelsDoNotOverlap_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<QString>("style");
    QTest::addColumn<QSizeF>("room");
    const std::pair<const char*, QSizeF> rooms[] = {{"print", {221, 0}},    {"print", {476, 0}},
                                                    {"slide", {703, 388}},  {"screen", {832, 728}},
                                                    {"screen", {888, 628}}, {"screen", {400, 0}}};
    for (const int count : {1, 2, 11, 24, 60, 300}) {
      for (const auto& [style, room] : rooms) {
        QTest::addRow("%d English words, %s %g", count, style, room.width()) << count << english() << style << room;
        QTest::addRow("%d Chinese words, %s %g", count, style, room.width()) << count << chinese() << style << room;
      }
    }
  }
  void labelsDoNotOverlap() {
    QFETCH(int, count);
    QFETCH(QString, sentence);
    QFETCH(QString, style);
    QFETCH(QSizeF, room);
    const FigureStyle figureStyle = styleNamed(style);
    const MatrixView view(rising(count, count), wordOptions(count, sentence));
    const MatrixLayout layout = layoutMatrix(view, room, figureStyle);
    std::vector<QPolygonF> areas;
    QStringList names;
    for (const auto* labels : {&layout.rowLabels, &layout.columnLabels, &layout.axisWords}) {
      for (const PlacedLabel& label : *labels) {
        areas.push_back(label.area(figureStyle));
        names << label.label.text;
      }
    }
    // Half a unit: a letter's ink never reaches the whole of its line's box.
    const QRectF whole = QRectF(QPointF(0, 0), layout.size).adjusted(-0.5, -0.5, 0.5, 0.5);
    const QPolygonF cells(layout.cells.adjusted(0.5, 0.5, -0.5, -0.5));
    for (std::size_t i = 0; i < areas.size(); ++i) {
      const QString name = names[static_cast<qsizetype>(i)];
      QVERIFY2(whole.contains(areas[i].boundingRect()), qPrintable(name));
      QVERIFY2(!overlap(areas[i], cells), qPrintable(name));
      for (std::size_t j = i + 1; j < areas.size(); ++j) {
        QVERIFY2(!overlap(areas[i], areas[j]), qPrintable(name + u'|' + names[static_cast<qsizetype>(j)]));
      }
    }
    QVERIFY(layout.size.width() <= room.width() + 0.01);
    if (room.height() > 0)
      QVERIFY2(layout.size.height() <= room.height() + 0.01, qPrintable(QString::number(layout.size.height())));
  }

  void aFigureTakesTheHeightThatItAsksFor_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("width");
    for (const int count : {1, 11, 60}) {
      for (const double width : {221.0, 476.0}) QTest::addRow("%d words, %g", count, width) << count << width;
    }
  }
  void aFigureTakesTheHeightThatItAsksFor() {
    QFETCH(int, count);
    QFETCH(double, width);
    const FigureStyle style = styleNamed(QStringLiteral("print"));
    const MatrixView view(rising(count, count), wordOptions(count, english()));
    const QSizeF asked = view.sizeFor(width, style);
    const MatrixLayout layout = layoutMatrix(view, QSizeF(width, asked.height()), style);
    // The second layout divides and multiplies by the number of rows.
    QVERIFY(qAbs(layout.size.height() - asked.height()) < 0.001);
  }

  void columnLabelsFoldWithThePitch() {
    const FigureStyle style = styleNamed(QStringLiteral("screen"));
    const auto labels = shownLabels(words(english(), 11), 11);
    QCOMPARE(columnLabelMode(shownLabels({}, 9), 40, style), ColumnLabelMode::Flat);
    QCOMPARE(columnLabelMode(labels, 42, style), ColumnLabelMode::Tilted40);
    QCOMPARE(columnLabelMode(labels, 20, style), ColumnLabelMode::Tilted60);
    QCOMPARE(columnLabelMode(labels, 12, style), ColumnLabelMode::Upright);
    QCOMPARE(columnLabelMode(labels, 5, style), ColumnLabelMode::EveryTenth);
    QCOMPARE(columnLabelMode(shownLabels(words(chinese(), 11), 11), 42, style), ColumnLabelMode::Stacked);
  }

  void longAndBlankAndRepeatedLabels() {
    const auto labels = shownLabels({{QStringLiteral("internationalisation"), false},
                                     {QStringLiteral(" "), false},
                                     {QStringLiteral("the"), true},
                                     {QStringLiteral("the"), false}},
                                    5);
    QCOMPARE(labels[0].text, QString::fromUtf8("interna…sation"));
    QCOMPARE(labels[1].text, QString::fromUtf8("␣"));
    QCOMPARE(labels[2].index, QStringLiteral("2"));
    QVERIFY(labels[2].die);
    QCOMPARE(labels[3].index, QStringLiteral("3"));
    QCOMPARE(labels[4].text, QStringLiteral("4"));
  }

  void cellsHaveTheColoursOfTheTheme_data() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
  }
  void cellsHaveTheColoursOfTheTheme() {
    QFETCH(bool, dark);
    const FigureStyle style = styleNamed(QStringLiteral("screen"), dark ? ThemeName::Dark : ThemeName::Light);
    MatrixOptions options;
    options.kind = ValueKind::Signed;
    options.numbers = CellNumbers::None;
    const MatrixView view(Tensor::fromFloats(Shape{1, 3}, {-4, 0, 4}), options);
    QImage image(600, 400, QImage::Format_RGB32);
    image.fill(style.theme.surface);
    QPainter painter(&image);
    view.paintTo(painter, QRectF(0, 0, 600, 400), style);
    painter.end();
    const MatrixLayout layout = layoutMatrix(view, QSizeF(600, 400), style);
    const auto colorAt = [&](std::int64_t column) {
      return image.pixelColor(layout.cell(0, column).center().toPoint());
    };
    QCOMPARE(colorAt(0), style.theme.signedMap.front());
    QCOMPARE(colorAt(2), style.theme.signedMap.back());
    // The middle stop lies between two of 256 entries, so one step of a channel is allowed.
    const QColor middle = style.theme.signedMap[style.theme.signedMap.size() / 2];
    QVERIFY(qAbs(colorAt(1).red() - middle.red()) <= 1 && qAbs(colorAt(1).blue() - middle.blue()) <= 1);
  }

  void numbersAreWrittenIntoCells() {
    const FigureStyle style = styleNamed(QStringLiteral("screen"));
    MatrixOptions options;
    options.kind = ValueKind::Weights;
    options.panel = PanelShown::No;
    options.allowed = Tensor::fromBools(Shape{2, 3}, {1, 1, 1, 1, 1, 0});
    const MatrixView view(Tensor::fromFloats(Shape{2, 3}, {0.81F, 0.004F, 0.186F, 0.25F, 0.75F, 0.33F}), options);
    RecordingDevice device;
    QPainter painter(&device);
    view.paintTo(painter, QRectF(0, 0, 600, 400), style);
    painter.end();
    const QStringList expected = {".81", "<.01", ".19", ".25", ".75"};
    for (const QString& text : expected) QVERIFY2(device.engine().texts.contains(text), qPrintable(text));
    QVERIFY(!device.engine().texts.contains(QStringLiteral(".33")));
    QCOMPARE(device.engine().clips, 0);
  }

  void wholeNumbersHaveNoDecimals() {
    const MatrixView view(Tensor::fromInts(Shape{1, 3}, {7, -12, 0}), {});
    QCOMPARE(view.cellText(0, 0), QStringLiteral("7"));
    QCOMPARE(view.cellText(0, 1), QString::fromUtf8("−12"));
    QCOMPARE(view.cellText(0, 2), QStringLiteral("0"));
  }

  void specialValuesHaveGlyphs() {
    MatrixOptions options;
    options.kind = ValueKind::Signed;
    options.range = ScaleRange::Fixed;
    options.fixedMaximum = 2;
    options.allowed = Tensor::fromBools(Shape{2, 3}, {1, 1, 1, 1, 1, 0});
    const MatrixView view(Tensor::fromFloats(Shape{2, 3}, {kNaN, kInfinity, -kInfinity, 3, -3, kNaN}), options);
    for (const CellGlyph glyph : {CellGlyph::NotANumber, CellGlyph::PositiveInfinity, CellGlyph::NegativeInfinity,
                                  CellGlyph::AboveScale, CellGlyph::BelowScale}) {
      QCOMPARE(view.glyphCount(glyph), 1);
    }
    QVERIFY(view.cellText(0, 0).isEmpty());
    QVERIFY(view.cellText(1, 0).isEmpty());
  }

  void aNegativeWeightHasNoColourOfZero() {
    MatrixOptions options;
    options.kind = ValueKind::Weights;
    options.range = ScaleRange::OwnMaximum;
    const MatrixView view(Tensor::fromFloats(Shape{1, 3}, {0.5F, -0.25F, 0}), options);
    QCOMPARE(view.glyphCount(CellGlyph::BelowScale), 1);
    QVERIFY(view.cellText(0, 1).isEmpty());
    QCOMPARE(view.scale().glyph(0), CellGlyph::None);
  }

  void aRowWithoutAnAllowedKeyIsFlagged() {
    MatrixOptions options;
    options.allowed = Tensor::fromBools(Shape{2, 2}, {1, 0, 0, 0});
    const MatrixView view(rising(2, 2), options);
    QVERIFY(!view.isFullyMasked(0));
    QVERIFY(view.isFullyMasked(1));
    QCOMPARE(layoutMatrix(view, QSizeF(400, 0), styleNamed(QStringLiteral("screen"))).triangles.size(), std::size_t{1});
  }

  void scalesAreChosenByKindAndSize() {
    const auto scaleOf = [](int count, ValueKind kind) {
      MatrixOptions options;
      options.kind = kind;
      return MatrixView(rising(count, count), options).scale();
    };
    QVERIFY(scaleOf(11, ValueKind::Weights).fixed);
    QCOMPARE(scaleOf(11, ValueKind::Weights).high, 1.0);
    QVERIFY(!scaleOf(60, ValueKind::Weights).fixed);
    QVERIFY(scaleOf(65, ValueKind::Weights).logarithmic);
    QVERIFY(!scaleOf(65, ValueKind::Other).logarithmic);
    QVERIFY(scaleOf(11, ValueKind::Signed).centred);
  }

  void maskedValuesDoNotSetTheScale() {
    MatrixOptions options;
    options.kind = ValueKind::Signed;
    options.allowed = Tensor::fromBools(Shape{1, 3}, {1, 1, 0});
    const MatrixView view(Tensor::fromFloats(Shape{1, 3}, {-2, 1, -1e9F}), options);
    QCOMPARE(view.scale().high, 2.0);
  }

  void reductionKeepsTheLargest() {
    const std::vector<float> values = {1, -5, 2,  0,  //
                                       3, 4,  -1, kNaN};
    const CoarseMatrix byValue = reducedByLargest(values, {}, 2, 4, 2, 2, Largest::Value);
    QCOMPARE(byValue.rows, 1);
    QCOMPARE(byValue.columns, 2);
    QCOMPARE(byValue.values[0], 4.0F);
    QVERIFY(std::isnan(byValue.values[1]));
    QCOMPARE(reducedByLargest(values, {}, 2, 4, 2, 3, Largest::Magnitude).values[0], -5.0F);
    const std::vector<std::uint8_t> allowed = {1, 0, 0, 0, 1, 0, 0, 0};
    const CoarseMatrix masked = reducedByLargest(values, allowed, 2, 4, 2, 2, Largest::Magnitude);
    QCOMPARE(masked.values[0], 3.0F);
    QCOMPARE(int(masked.allowed[0]), 1);
    QCOMPARE(int(masked.allowed[1]), 0);
  }

  void texelsAreNotSmoothed() {
    const Theme theme = Theme::load(ThemeName::Light);
    const ColorMap map = ColorMap::fromStops(theme.viridis);
    const std::vector<float> values = {0, 1, 1, 0};
    const QImage image = heatImage({values, {}, 2, 2}, ValueScale(), map, theme, QSize(10, 10), 1, 4);
    for (int y = 0; y < 10; ++y) {
      for (int x = 0; x < 10; ++x)
        QCOMPARE(QColor(image.pixel(x, y)), (x < 5) == (y < 5) ? theme.viridis.front() : theme.viridis.back());
    }
  }

  // The cells of a small matrix are coloured through ValueScale and ColorMap one by one; an image must agree with them.
  void imagesHaveTheColoursOfCells_data() {
    QTest::addColumn<bool>("centred");
    QTest::addColumn<bool>("logarithmic");
    QTest::newRow("linear") << false << false;
    QTest::newRow("logarithmic") << false << true;
    QTest::newRow("centred") << true << false;
  }
  void imagesHaveTheColoursOfCells() {
    QFETCH(bool, centred);
    QFETCH(bool, logarithmic);
    const Theme theme = Theme::load(ThemeName::Light);
    const ColorMap map = ColorMap::fromStops(centred ? theme.signedMap : theme.viridis);
    ValueScale scale;
    scale.centred = centred;
    scale.logarithmic = logarithmic;
    scale.high = 3;
    scale.low = centred ? -3 : logarithmic ? 3e-4 : 0;
    std::vector<float> values;
    // This step meets no place half-way between two entries, where rounding decides.
    for (int i = 0; i < 701; ++i) values.push_back(static_cast<float>(i - (centred ? 350 : 0)) * 0.0103F);
    const QImage image = heatImage({values, {}, 1, 701}, scale, map, theme, QSize(701, 1), 1, 4);
    for (int x = 0; x < 701; ++x) {
      QCOMPARE(image.pixel(x, 0), map.at(scale.position(static_cast<double>(values[static_cast<std::size_t>(x)]))));
    }
  }

  void aLargeMatrixIsOneImage() {
    const FigureStyle style = styleNamed(QStringLiteral("print"));
    const MatrixView view(rising(3000, 3000), wordOptions(3000, english()));
    RecordingDevice device;
    QPainter painter(&device);
    view.paintTo(painter, QRectF(0, 0, 476, 600), style);
    painter.end();
    QCOMPARE(device.engine().images.size(), std::size_t{1});
    QVERIFY(device.engine().images[0].width() <= 3000);
    QVERIFY2(device.engine().texts.join(u' ').contains(QString::fromUtf8("largest of")),
             qPrintable(device.engine().texts.join(u' ')));
    QVERIFY(device.engine().polygons.size() + device.engine().paths.size() < 200);
  }

  void wrongInputIsRefused_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("part");
    QTest::newRow("one dimension") << 0 << "rows and columns";
    QTest::newRow("mask of another shape") << 1 << "needs bool 2 x 2";
    QTest::newRow("focus outside") << 2 << "row 2";
  }
  void wrongInputIsRefused() {
    QFETCH(int, kind);
    QFETCH(QString, part);
    MatrixOptions options;
    if (kind == 1) options.allowed = Tensor::fromBools(Shape{1, 2}, {1, 1});
    if (kind == 2) options.focusRow = 2;
    try {
      const MatrixView view(kind == 0 ? Tensor::fromFloats(Shape{2}, {1, 2}) : rising(2, 2), options);
      QFAIL("nothing was thrown");
    } catch (const heed::core::Error& error) {
      QVERIFY2(QString::fromUtf8(error.what()).contains(part), error.what());
    }
  }
};

QTEST_MAIN(MatrixViewTest)
#include "tst_matrix_view.moc"
