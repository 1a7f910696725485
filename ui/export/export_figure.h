#pragma once

#include "ui/tensorview/figure.h"
#include "ui/theme/theme.h"

#include <QByteArray>
#include <QString>

namespace heed::ui {

enum class FigureFormat { Png, Svg, Pdf, Csv, Npy };

/// Sizes of letters and lines: those of a page in print, or those of a slide.
enum class FigureType { Print, Slide };

/// The ground of the picture. White is the theme's surface, so it is dark with the dark theme.
enum class FigureGround { White, Transparent };

/// How letters are kept. Automatic: outlines in SVG, because it names fonts without holding them; text with embedded
/// fonts in PDF, so that it can be searched.
enum class FigureText { Automatic, Text, Outlines };

/// Whether the page keeps its width, or is cut to what is drawn.
enum class PageFit { Page, Content };

/// Width of a column and of a page in print.
inline constexpr double kColumnMillimetres = 84;
inline constexpr double kPageMillimetres = 174;

struct ExportOptions {
  double widthMillimetres = kPageMillimetres;
  double heightMillimetres = 0;  ///< 0: as much as the content needs
  int dotsPerInch = 300;         ///< of PNG
  FigureType type = FigureType::Print;
  ThemeName theme = ThemeName::Light;
  FigureGround ground = FigureGround::White;
  FigureText text = FigureText::Automatic;
  PageFit fit = PageFit::Page;
  QString caption;                                    ///< a sentence or more below the figure
  FigureFormat withoutExtension = FigureFormat::Png;  ///< what a path without an extension becomes

  [[nodiscard]] static ExportOptions column();
  [[nodiscard]] static ExportOptions page();
  /// 254 x 143 mm with the letters of a slide.
  [[nodiscard]] static ExportOptions slide();
};

/// The format that a path's extension asks for. Throws core::Error{Usage} listing the possible ones.
[[nodiscard]] FigureFormat figureFormat(const QString& path, FigureFormat withoutExtension);

/// The file's bytes. Equal input gives equal bytes, but for the date that Qt puts into a PDF. Needs a QGuiApplication.
/// Throws core::Error{Parameter} for sizes that cannot be drawn.
[[nodiscard]] QByteArray figureBytes(const Figure& figure, FigureFormat format, const ExportOptions& options);

/// The size in points of the smallest text that the file would have.
[[nodiscard]] double smallestTextOf(const Figure& figure, const ExportOptions& options);

/// Whether numbers that the figure is asked for do not fit into its cells, so that only those of the focus row and
/// column stand there, or none.
[[nodiscard]] bool leavesNumbersOut(const Figure& figure, const ExportOptions& options);

/// Writes a figure (PNG, SVG, PDF) or its numbers (CSV, NPY), as the path's extension says, whole or not at all.
/// Returns the path that was written, with the extension added where there was none. Throws core::Error{Usage} for an
/// unknown extension and core::Error{File} where the file cannot be written.
QString exportFigure(const Figure& figure, const QString& path, const ExportOptions& options = {});

}  // namespace heed::ui
