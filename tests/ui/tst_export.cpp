#include "core/base/error.h"
#include "core/io/npy.h"
#include "ui/export/export_figure.h"
#include "ui/tensorview/figures.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>
#include <limits>
#include <memory>

using namespace heed::ui;
using heed::core::Error;
using heed::core::ErrorKind;
using heed::core::Shape;
using heed::core::Tensor;

namespace {

std::vector<AxisLabel> words() {
  std::vector<AxisLabel> labels;
  for (const char* word : {"The", "动物", "didn't", "😀"}) labels.push_back({QString::fromUtf8(word), false});
  return labels;
}

Tensor weights() {
  return Tensor::fromFloats(Shape{4, 4},
                            {1, 0, 0, 0, 0.25F, 0.75F, 0, 0, 0.1F, 0.2F, 0.7F, 0, 0.125F, 0.5F, 0.0625F, 0.3125F});
}

Tensor causal() {
  return Tensor::fromBools(Shape{4, 4}, {1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1});
}

std::unique_ptr<Figure> matrix() {
  MatrixOptions options;
  options.title = QStringLiteral("Where each word looks");
  options.rowLabels = options.columnLabels = words();
  options.rowAxis = QStringLiteral("query");
  options.columnAxis = QStringLiteral("key");
  options.valueWord = QStringLiteral("weight");
  options.kind = ValueKind::Weights;
  options.allowed = causal();
  options.focusRow = 3;
  options.focusColumn = 1;
  return std::make_unique<MatrixView>(weights(), options);
}

std::unique_ptr<Figure> lines() {
  TokenLinesOptions options;
  options.title = QStringLiteral("Token lines");
  options.queryLabels = options.keyLabels = words();
  options.queryAxis = QStringLiteral("queries");
  options.keyAxis = QStringLiteral("keys");
  options.allowed = causal();
  options.focusRow = 2;
  return std::make_unique<TokenLines>(weights(), options);
}

std::unique_ptr<Figure> overlay() {
  ImageOverlayOptions options;
  options.title = QStringLiteral("Patches");
  options.valueWord = QStringLiteral("weight");
  options.query = 5;
  QImage picture(64, 64, QImage::Format_RGB32);
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) picture.setPixel(x, y, qRgb(4 * x, 4 * y, 128));
  }
  return std::make_unique<ImageOverlay>(picture, weights(), options);
}

std::unique_ptr<Figure> steps() {
  auto sheet = std::make_unique<StepSheet>(QStringLiteral("Steps"));
  MatrixOptions options;
  options.title = QStringLiteral("Scores");
  options.caption = QStringLiteral("Queries times keys.");
  sheet->add(weights(), options);
  options.title = QStringLiteral("Weights");
  sheet->add(causal(), options);
  sheet->add(Tensor::fromDoubles(Shape{1, 2}, {0.1, -2.5}), options);
  return sheet;
}

std::unique_ptr<Figure> figureNamed(const QString& name) {
  if (name == QLatin1String("matrix")) return matrix();
  if (name == QLatin1String("lines")) return lines();
  if (name == QLatin1String("overlay")) return overlay();
  return steps();
}

void figureRows() {
  QTest::addColumn<QString>("name");
  for (const char* name : {"matrix", "lines", "overlay", "steps"}) QTest::newRow(name) << QString::fromLatin1(name);
}

QByteArray contentOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class ExportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  // 84 mm at 300 dots per inch are 84 / 25.4 * 300 = 992.1 pixels, and 300 dpi are 11,811 dots per metre.
  void pngHasTheSizeThatWasAskedFor() {
    ExportOptions options = ExportOptions::column();
    const QString path = exportFigure(*matrix(), file("figure.png"), options);
    QImage image(path);
    QCOMPARE(image.width(), 992);
    QCOMPARE(image.dotsPerMeterX(), 11811);
    options.heightMillimetres = 60;
    options.dotsPerInch = 100;
    exportFigure(*matrix(), path, options);
    QCOMPARE(QImage(path).size(), QSize(331, 236));
  }

  void theGroundIsTheThemesOrTransparent_data() {
    QTest::addColumn<int>("theme");
    QTest::addColumn<int>("ground");
    QTest::addColumn<QColor>("expected");
    QTest::newRow("light") << int(ThemeName::Light) << int(FigureGround::White) << QColor("#FFFFFF");
    QTest::newRow("dark") << int(ThemeName::Dark) << int(FigureGround::White) << QColor("#1C1D20");
    QTest::newRow("transparent") << int(ThemeName::Light) << int(FigureGround::Transparent) << QColor(0, 0, 0, 0);
  }
  void theGroundIsTheThemesOrTransparent() {
    QFETCH(int, theme);
    QFETCH(int, ground);
    QFETCH(QColor, expected);
    ExportOptions options = ExportOptions::column();
    options.theme = static_cast<ThemeName>(theme);
    options.ground = static_cast<FigureGround>(ground);
    QCOMPARE(QImage(exportFigure(*matrix(), file("figure.png"), options)).pixelColor(1, 1), expected);
  }

  void svgIsPlain_data() { figureRows(); }
  void svgIsPlain() {
    QFETCH(QString, name);
    const QString path = exportFigure(*figureNamed(name), file("figure.svg"), ExportOptions::column());
    const QByteArray svg = contentOf(path);
    QXmlStreamReader reader(svg);
    QString width;
    QStringList viewBox;
    while (!reader.atEnd()) {
      reader.readNext();
      if (!reader.isStartElement()) continue;
      const auto element = reader.name();
      for (const char* unwanted : {"style", "clipPath", "pattern", "text", "mask", "filter"}) {
        QVERIFY2(element != QLatin1String(unwanted), unwanted);
      }
      QVERIFY(!reader.attributes().hasAttribute(QLatin1String("style")));
      QVERIFY(!reader.attributes().hasAttribute(QLatin1String("clip-path")));
      if (element != QLatin1String("svg")) continue;
      width = reader.attributes().value(QLatin1String("width")).toString();
      viewBox = reader.attributes().value(QLatin1String("viewBox")).toString().split(u' ');
    }
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    QCOMPARE(width, QStringLiteral("84mm"));
    QCOMPARE(viewBox.size(), 4);
    // 84 mm are 238.11 points; Qt writes six digits.
    QVERIFY(qAbs(viewBox[2].toDouble() - 84 * 72 / 25.4) < 0.001);
  }

  void svgKeepsTextOnRequest() {
    ExportOptions options = ExportOptions::column();
    options.text = FigureText::Text;
    const QByteArray svg = contentOf(exportFigure(*matrix(), file("figure.svg"), options));
    QVERIFY(svg.contains("<text"));
    QVERIFY(svg.contains("Where each word looks"));
    QVERIFY(svg.contains("didn't") || svg.contains("didn&apos;t") || svg.contains("didn&#39;t"));
  }

  void svgOpensInAnotherViewer_data() { figureRows(); }
  void svgOpensInAnotherViewer() {
    QFETCH(QString, name);
    const QString viewer = QStandardPaths::findExecutable(QStringLiteral("rsvg-convert"));
    QVERIFY2(!viewer.isEmpty(), "rsvg-convert is not installed; ./dev setup installs it");
    const QString path = exportFigure(*figureNamed(name), file("figure.svg"), ExportOptions::column());
    QCOMPARE(QProcess::execute(
                 viewer, {QStringLiteral("-z"), QStringLiteral("3"), path, QStringLiteral("-o"), file("seen.png")}),
             0);
    ExportOptions options = ExportOptions::column();
    options.text = FigureText::Outlines;
    const QImage own(exportFigure(*figureNamed(name), file("own.png"), options));
    const QImage seen = QImage(file("seen.png")).scaled(own.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    double difference = 0;
    for (int y = 0; y < own.height(); ++y) {
      for (int x = 0; x < own.width(); ++x) difference += std::abs(qGray(own.pixel(x, y)) - qGray(seen.pixel(x, y)));
    }
    difference /= static_cast<double>(own.width()) * own.height();
    // Another resolution blurs edges; a lost clip, font or cell moves the mean of 256 greys by far more.
    QVERIFY2(difference < 3, qPrintable(QString::number(difference)));
  }

  void pdfHoldsItsFonts() {
    const QString path = exportFigure(*matrix(), file("figure.pdf"), ExportOptions::column());
    const QByteArray pdf = contentOf(path);
    QVERIFY(pdf.startsWith("%PDF-1."));
    QVERIFY(pdf.contains("/FontFile"));
    const QString lister = QStandardPaths::findExecutable(QStringLiteral("pdffonts"));
    if (lister.isEmpty()) return;
    QProcess process;
    process.start(lister, {path});
    QVERIFY(process.waitForFinished());
    const QList<QByteArray> rows = process.readAllStandardOutput().split('\n').mid(2);
    int embedded = 0;
    for (const QByteArray& row : rows) {
      if (row.trimmed().isEmpty()) continue;
      QVERIFY2(row.contains(" yes "), row.constData());
      ++embedded;
    }
    QVERIFY(embedded >= 2);
  }

  void pdfHasAPageForEachStep() {
    const QByteArray pdf = contentOf(exportFigure(*steps(), file("steps.pdf")));
    QCOMPARE(pdf.count("/Type /Page\n"), 3);
    QCOMPARE(contentOf(exportFigure(*matrix(), file("one.pdf"))).count("/Type /Page\n"), 1);
  }

  // Only the date that Qt writes differs.
  void equalFiguresGiveEqualFiles_data() {
    QTest::addColumn<int>("format");
    QTest::newRow("PNG") << int(FigureFormat::Png);
    QTest::newRow("SVG") << int(FigureFormat::Svg);
    QTest::newRow("PDF") << int(FigureFormat::Pdf);
    QTest::newRow("CSV") << int(FigureFormat::Csv);
    QTest::newRow("NPY") << int(FigureFormat::Npy);
  }
  void equalFiguresGiveEqualFiles() {
    QFETCH(int, format);
    const auto bytes = [&] {
      QString content =
          QString::fromLatin1(figureBytes(*matrix(), static_cast<FigureFormat>(format), ExportOptions::column()));
      return content.remove(QRegularExpression(QStringLiteral("/CreationDate \\([^)]*\\)")));
    };
    QCOMPARE(bytes(), bytes());
  }

  void csvReadsBackTheSame() {
    const Tensor tensor = Tensor::fromFloats(Shape{2, 3}, {0.1F, -1e-30F, 3, std::numeric_limits<float>::quiet_NaN(),
                                                           std::numeric_limits<float>::infinity(), 1.0F / 3});
    const QByteArray csv = contentOf(exportFigure(MatrixView(tensor, {}), file("numbers.csv")));
    const QList<QByteArray> rows = csv.trimmed().split('\n');
    QCOMPARE(rows.size(), 2);
    std::vector<float> values;
    for (const QByteArray& row : rows) {
      for (const QByteArray& number : row.split(',')) values.push_back(std::strtof(number.constData(), nullptr));
    }
    QCOMPARE(values.size(), std::size_t{6});
    for (std::size_t i = 0; i < 6; ++i) {
      if (std::isnan(tensor.floats()[i])) {
        QVERIFY(std::isnan(values[i]));
      } else {
        QCOMPARE(values[i], tensor.floats()[i]);
      }
    }
  }

  void csvOfSeveralTensorsNamesThem() {
    const QByteArray csv = contentOf(exportFigure(*steps(), file("steps.csv")));
    QVERIFY(csv.startsWith("# Scores\n1,0,0,0\n"));
    QVERIFY(csv.contains("\n\n# Weights\n1,0,0,0\n1,1,0,0\n"));
    QVERIFY(csv.endsWith("0.1,-2.5\n"));
  }

  void npyIsTheTensor() {
    const QByteArray npy = contentOf(exportFigure(*matrix(), file("numbers.npy")));
    QVERIFY(npy.startsWith("\x93NUMPY\x01"));
    QVERIFY(npy.contains("'descr': '<f4'"));
    QVERIFY(npy.contains("'shape': (4, 4)"));
    QVERIFY(heed::core::readNpy(npy.toStdString()).identicalTo(weights()));
  }

  void aMissingExtensionIsAdded() {
    ExportOptions options = ExportOptions::column();
    QCOMPARE(exportFigure(*matrix(), file("figure"), options), file("figure.png"));
    options.withoutExtension = FigureFormat::Svg;
    QCOMPARE(exportFigure(*matrix(), file("other."), options), file("other.svg"));
    QVERIFY(QFile::exists(file("figure.png")) && QFile::exists(file("other.svg")));
  }

  void whatCannotBeWrittenIsSaid_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("width");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("part");
    QTest::newRow("unknown extension") << "a.bmp" << 84.0 << int(ErrorKind::Usage) << ".png, .svg, .pdf, .csv or .npy";
    QTest::newRow("no such folder") << "missing/a.png" << 84.0 << int(ErrorKind::File) << "missing";
    QTest::newRow("too narrow") << "a.png" << 2.0 << int(ErrorKind::Parameter) << "30 to 2000 mm";
    QTest::newRow("not a number") << "a.svg" << std::nan("") << int(ErrorKind::Parameter) << "width";
    QTest::newRow("several tensors") << "a.npy" << 84.0 << int(ErrorKind::Usage)
                                     << "has 3. A CSV file holds them all, and the heat map is a figure of one alone.";
  }
  void whatCannotBeWrittenIsSaid() {
    QFETCH(QString, name);
    QFETCH(double, width);
    QFETCH(int, kind);
    QFETCH(QString, part);
    ExportOptions options;
    options.widthMillimetres = width;
    try {
      exportFigure(*steps(), file(name), options);
      QFAIL("nothing was thrown");
    } catch (const Error& error) {
      QCOMPARE(int(error.kind()), kind);
      QVERIFY2(QString::fromUtf8(error.what()).contains(part), error.what());
    }
    QVERIFY(QDir(m_folder->path()).isEmpty());
  }

  void aPageCutToItsContentIsSmaller() {
    ExportOptions options = ExportOptions::page();
    const int whole = QImage(exportFigure(*matrix(), file("a.png"), options)).width();
    options.fit = PageFit::Content;
    const int cut = QImage(exportFigure(*matrix(), file("b.png"), options)).width();
    QVERIFY(cut < whole);
    QVERIFY(cut > whole / 4);
  }

  void aCaptionStandsBelow() {
    ExportOptions options = ExportOptions::column();
    const int without = QImage(exportFigure(*matrix(), file("a.png"), options)).height();
    options.caption =
        QStringLiteral("What this figure shows is said here in a sentence that takes more than one line.");
    const QImage with(exportFigure(*matrix(), file("b.png"), options));
    // Two lines of 8 points with their leading, and the distance above: 28.3 points at 300 dots per inch.
    QVERIFY2(qAbs(with.height() - without - 28.3 * 300 / 72) < 2, qPrintable(QString::number(with.height() - without)));
  }

 private:
  QString file(const QString& name) const { return m_folder->filePath(name); }
  QString file(const char* name) const { return file(QString::fromLatin1(name)); }

  std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_MAIN(ExportTest)
#include "tst_export.moc"
