#include "ui/export/export_figure.h"

#include "core/base/error.h"
#include "core/io/file.h"
#include "ui/export/export_numbers.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace heed::ui {

namespace {

using core::Error;
using core::ErrorKind;

constexpr double kPointsPerInch = 72;
constexpr double kMillimetresPerInch = 25.4;
constexpr double kPointsPerMillimetre = kPointsPerInch / kMillimetresPerInch;
constexpr double kMarginMillimetres = 3;
constexpr double kLeastMillimetres = 30;
constexpr double kMostMillimetres = 2000;
constexpr double kMostPixels = 1.5e8;
constexpr int kPdfResolution = 1200;
/// Units of an SVG's size: hundredths of a millimetre, since Qt takes whole numbers.
constexpr int kSvgUnitsPerMillimetre = 100;

constexpr std::pair<const char*, FigureFormat> kExtensions[] = {
    {"png", FigureFormat::Png}, {"svg", FigureFormat::Svg}, {"pdf", FigureFormat::Pdf},
    {"csv", FigureFormat::Csv}, {"npy", FigureFormat::Npy},
};

/// A figure with its page, in points: the size is known before the device that it is painted on.
class Page {
 public:
  Page(const Figure& figure, const ExportOptions& options, const FigureStyle& style)
      : m_figure(figure), m_options(options), m_style(style) {
    const double width = options.widthMillimetres * kPointsPerMillimetre;
    const double height = options.heightMillimetres * kPointsPerMillimetre;
    const double inner = width - 2 * margin();
    if (!options.caption.isEmpty()) m_captionHeight = caption(nullptr, inner) + style.px(10);
    const QSizeF needed = figure.sizeFor(inner, style);
    const double room = height - 2 * margin() - m_captionHeight;
    m_inner = QSizeF(inner, height > 0 ? room : needed.height());
    // What is cut to the content is laid out alike, so the layout's width stays.
    m_size.setWidth(options.fit == PageFit::Content ? std::min(width, needed.width() + 2 * margin()) : width);
    m_size.setHeight(height > 0 && options.fit == PageFit::Page
                         ? height
                         : std::min(needed.height(), m_inner.height()) + m_captionHeight + 2 * margin());
  }

  [[nodiscard]] QSizeF size() const { return m_size; }
  [[nodiscard]] QSizeF inner() const { return m_inner; }

  void paint(QPainter& painter) const {
    if (m_options.ground == FigureGround::White) painter.fillRect(QRectF(QPointF(0, 0), m_size), m_style.theme.surface);
    m_figure.paintTo(painter, QRectF(QPointF(margin(), margin()), m_inner), m_style);
    if (m_captionHeight > 0) caption(&painter, m_inner.width());
  }

 private:
  static double margin() { return kMarginMillimetres * kPointsPerMillimetre; }

  double caption(QPainter* painter, double width) const {
    const TextStyle text = m_style.label(m_style.theme.text2);
    const double line = text.size * 1.35;
    const QStringList lines = m_style.letters.wrapped(m_options.caption, text, width);
    if (painter != nullptr) {
      QPointF baseline(margin(), m_size.height() - margin() - line * (static_cast<double>(lines.size()) - 0.75));
      for (const QString& part : lines) {
        m_style.letters.draw(*painter, baseline, part, text);
        baseline.ry() += line;
      }
    }
    return line * static_cast<double>(lines.size());
  }

  const Figure& m_figure;
  const ExportOptions& m_options;
  const FigureStyle& m_style;
  double m_captionHeight = 0;
  QSizeF m_inner;
  QSizeF m_size;
};

FigureStyle styleOf(FigureFormat format, const ExportOptions& options) {
  const bool outlines =
      options.text == FigureText::Outlines || (options.text == FigureText::Automatic && format == FigureFormat::Svg);
  const TextMode mode = outlines ? TextMode::Outlines : TextMode::Text;
  const Theme theme = Theme::load(options.theme);
  const Fonts fonts = Fonts::installed();
  FigureStyle style = options.type == FigureType::Slide ? FigureStyle::slide(theme, fonts, mode)
                                                        : FigureStyle::print(theme, fonts, mode);
  if (format == FigureFormat::Png) style.imageResolution = options.dotsPerInch / kPointsPerInch;
  return style;
}

void checkSizes(const ExportOptions& options) {
  const auto check = [](double millimetres, const core::Text& what) {
    // A comparison with what is not a number is false, so that is refused too.
    const bool possible = millimetres >= kLeastMillimetres && millimetres <= kMostMillimetres;
    if (!possible) {
      throw Error(ErrorKind::Parameter, core::text("Export", "A figure is %1 to %2 mm; %3 mm were asked for as its %4.",
                                                   kLeastMillimetres, kMostMillimetres, millimetres, what));
    }
  };
  check(options.widthMillimetres, core::text("Export", "width"));
  if (options.heightMillimetres != 0) check(options.heightMillimetres, core::text("Export", "height"));
  if (options.dotsPerInch < 36 || options.dotsPerInch > 2400) {
    throw Error(ErrorKind::Parameter, core::text("Export", "A picture has 36 to 2400 dots per inch; %1 were asked for.",
                                                 options.dotsPerInch));
  }
}

QByteArray png(const Figure& figure, const ExportOptions& options) {
  const FigureStyle style = styleOf(FigureFormat::Png, options);
  const Page page(figure, options, style);
  const double scale = options.dotsPerInch / kPointsPerInch;
  const QSizeF size = page.size() * scale;
  if (size.width() * size.height() > kMostPixels) {
    throw Error(ErrorKind::Limit, core::text("Export", "The picture would have %1 x %2 pixels; %3 are the most.",
                                             std::lround(size.width()), std::lround(size.height()), kMostPixels));
  }
  QImage image(static_cast<int>(std::lround(size.width())), static_cast<int>(std::lround(size.height())),
               options.ground == FigureGround::White ? QImage::Format_RGB32 : QImage::Format_ARGB32_Premultiplied);
  image.fill(options.ground == FigureGround::White ? style.theme.surface : QColor(Qt::transparent));
  const int dotsPerMetre = static_cast<int>(std::lround(options.dotsPerInch / kMillimetresPerInch * 1000));
  image.setDotsPerMeterX(dotsPerMetre);
  image.setDotsPerMeterY(dotsPerMetre);
  QPainter painter(&image);
  painter.scale(scale, scale);
  page.paint(painter);
  painter.end();
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  return bytes;
}

QByteArray svg(const Figure& figure, const ExportOptions& options) {
  const FigureStyle style = styleOf(FigureFormat::Svg, options);
  const Page page(figure, options, style);
  const QSizeF units = page.size() * (kSvgUnitsPerMillimetre / kPointsPerMillimetre);
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setResolution(static_cast<int>(kSvgUnitsPerMillimetre * kMillimetresPerInch));
  generator.setSize(QSize(static_cast<int>(std::lround(units.width())), static_cast<int>(std::lround(units.height()))));
  generator.setViewBox(QRectF(QPointF(0, 0), page.size()));
  generator.setTitle(figure.title());
  generator.setDescription(QStringLiteral("Heed"));
  QPainter painter(&generator);
  page.paint(painter);
  painter.end();
  return bytes;
}

QByteArray pdf(const Figure& figure, const ExportOptions& options) {
  const FigureStyle style = styleOf(FigureFormat::Pdf, options);
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setTitle(figure.title());
  writer.setCreator(QStringLiteral("Heed"));
  writer.setResolution(kPdfResolution);
  writer.setPageMargins(QMarginsF());
  QPainter painter;
  for (const Figure* part : figure.pages()) {
    const Page page(*part, options, style);
    // Qt writes a PDF's page in whole points, a fraction of the margin.
    const QSizeF whole(std::round(page.size().width()), std::round(page.size().height()));
    writer.setPageSize(QPageSize(whole, QPageSize::Point, QString(), QPageSize::ExactMatch));
    if (painter.isActive()) {
      writer.newPage();
    } else {
      painter.begin(&writer);
    }
    painter.resetTransform();
    painter.scale(kPdfResolution / kPointsPerInch, kPdfResolution / kPointsPerInch);
    page.paint(painter);
  }
  painter.end();
  return bytes;
}

}  // namespace

ExportOptions ExportOptions::column() {
  ExportOptions options;
  options.widthMillimetres = kColumnMillimetres;
  return options;
}

ExportOptions ExportOptions::page() {
  return {};
}

ExportOptions ExportOptions::slide() {
  ExportOptions options;
  options.widthMillimetres = 254;
  options.heightMillimetres = 143;
  options.type = FigureType::Slide;
  return options;
}

FigureFormat figureFormat(const QString& path, FigureFormat withoutExtension) {
  const QString extension = QFileInfo(path).suffix().toLower();
  if (extension.isEmpty()) return withoutExtension;
  for (const auto& [name, format] : kExtensions) {
    if (extension == QLatin1String(name)) return format;
  }
  throw Error(
      ErrorKind::Usage,
      core::text("Export", "A figure cannot be written as \".%1\"; its file ends with .png, .svg, .pdf, .csv or .npy.",
                 extension.toStdString()));
}

QByteArray figureBytes(const Figure& figure, FigureFormat format, const ExportOptions& options) {
  switch (format) {
    case FigureFormat::Csv:
      return numbersAsCsv(figure.numbers());
    case FigureFormat::Npy:
      return numbersAsNpy(figure.numbers());
    case FigureFormat::Png:
      checkSizes(options);
      return png(figure, options);
    case FigureFormat::Svg:
      checkSizes(options);
      return svg(figure, options);
    case FigureFormat::Pdf:
      checkSizes(options);
      return pdf(figure, options);
  }
  return {};
}

double smallestTextOf(const Figure& figure, const ExportOptions& options) {
  checkSizes(options);
  const FigureStyle style = styleOf(FigureFormat::Pdf, options);
  return figure.smallestText(Page(figure, options, style).inner(), style);
}

bool leavesNumbersOut(const Figure& figure, const ExportOptions& options) {
  checkSizes(options);
  const FigureStyle style = styleOf(FigureFormat::Pdf, options);
  return figure.leavesNumbersOut(Page(figure, options, style).inner(), style);
}

QString exportFigure(const Figure& figure, const QString& path, const ExportOptions& options) {
  const FigureFormat format = figureFormat(path, options.withoutExtension);
  QString target = path;
  if (QFileInfo(path).suffix().isEmpty()) {
    const auto entry = std::ranges::find(kExtensions, format, [](const auto& extension) { return extension.second; });
    if (target.endsWith(u'.')) target.chop(1);
    target += QLatin1Char('.') + QLatin1String(entry->first);
  }
  const QByteArray bytes = figureBytes(figure, format, options);
  core::writeFileAtomically(std::filesystem::path(target.toStdU16String()),
                            {bytes.constData(), static_cast<std::size_t>(bytes.size())});
  return target;
}

}  // namespace heed::ui
