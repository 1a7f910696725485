#pragma once

#include "ui/tensorview/figure_style.h"

#include <QImage>
#include <QPointF>
#include <QPolygonF>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace heed::ui {

/// The word or the patch at a row or column.
struct AxisLabel {
  QString text;
  bool drawnFromSeed = false;  ///< the table of features does not hold the word: it gets a die
  QImage crop = {};            ///< shown in the place of the word
};

/// A label as it is written: shortened in the middle over 14 characters, blanks made visible, and its index where the
/// same word stands twice. A patch of a picture is itself.
struct ShownLabel {
  QString text;
  QString index;
  bool die = false;
  QImage crop = {};

  [[nodiscard]] bool isCrop() const { return !crop.isNull(); }
};

/// The labels of `count` rows or columns; where `labels` is shorter, the rest are indices.
[[nodiscard]] std::vector<ShownLabel> shownLabels(const std::vector<AxisLabel>& labels, std::int64_t count);

/// Whether a text is set upright in columns: Chinese, Japanese and Korean letters.
[[nodiscard]] bool isStackable(const QString& text);

enum class LabelForm { Line, Stacked };

/// The height of a stack of letters of this size, with the die over them where the label has one.
[[nodiscard]] double stackedHeight(const ShownLabel& label, double size);

/// A label with its place. A line starts at `anchor` on its baseline and runs along `angle` (degrees, clockwise); a
/// stack has its upper centre there.
struct PlacedLabel {
  ShownLabel label;
  LabelForm form = LabelForm::Line;
  QPointF anchor;
  double angle = 0;
  TextStyle style;
  TextStyle indexStyle;
  bool focused = false;  ///< semi-bold in the role's colour
  QString letter;        ///< "q" or "k" after a focused word
  bool chip = false;     ///< an outline in the role colour, where there is room
  double width = 0;      ///< along the text
  double ascent = 0;
  double descent = 0;

  /// The ground that it covers, chip included.
  [[nodiscard]] QPolygonF area(const FigureStyle& style) const;
  /// The box around its die; empty where it shows none.
  [[nodiscard]] QRectF dieArea() const;
};

/// Measures a label; the anchor is set afterwards. With a role it is the label of the focus, and `letter` follows it.
[[nodiscard]] PlacedLabel makeLabel(const ShownLabel& label, const FigureStyle& style, double size,
                                    std::optional<Role> focus = {}, const QString& letter = {});

/// The side of a crop beside text of this size: 16 to 24 pixels beside the labels of the design.
[[nodiscard]] double cropSide(double textSize);
/// A patch with its frame, or its outline in a role's colour.
void paintCrop(QPainter& painter, const QRectF& area, const QImage& crop, const QColor& line, double lineWidth);

/// How column labels stand, by the room between two columns.
enum class ColumnLabelMode { Flat, Tilted40, Tilted60, Upright, Stacked, EveryTenth };

[[nodiscard]] ColumnLabelMode columnLabelMode(const std::vector<ShownLabel>& labels, double pitch,
                                              const FigureStyle& style);

/// The step between the indices that are written where not every row or column has room: 10, 20, 50, 100 and so on.
[[nodiscard]] std::int64_t tickStep(double pitch, double room);

void paintLabel(QPainter& painter, const PlacedLabel& label, const FigureStyle& style);

}  // namespace heed::ui
