#pragma once

#include "core/tensor/tensor.h"
#include "ui/tensorview/figure_style.h"

#include <QRectF>
#include <QSizeF>
#include <QString>

#include <vector>

class QPainter;

namespace heed::ui {

/// Numbers that a figure shows, under a name where there are several.
struct FigureNumbers {
  QString name;
  core::Tensor values;
};

/// What a window shows and an export writes, by the same paintTo. Figures are plain data: they keep no painter, no
/// widget and no style, and may be painted from any thread.
class Figure {
 public:
  virtual ~Figure() = default;

  /// What it is about; the title of an exported file.
  [[nodiscard]] virtual QString title() const = 0;

  /// The width and height that it takes where `width` is offered: the width may be less, the height is what its content
  /// needs.
  [[nodiscard]] virtual QSizeF sizeFor(double width, const FigureStyle& style) const = 0;

  /// Paints it into `rect`; where the height is less than sizeFor says, cells shrink and labels fold, so nothing is
  /// cut.
  virtual void paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const = 0;

  /// The size of the smallest text in it where it has this room; a figure whose letters follow the style has that of
  /// the style.
  [[nodiscard]] virtual double smallestText(QSizeF room, const FigureStyle& style) const {
    static_cast<void>(room);
    return style.leastSize;
  }

  /// Whether numbers that it is to show do not fit into this room.
  [[nodiscard]] virtual bool leavesNumbersOut(QSizeF room, const FigureStyle& style) const {
    static_cast<void>(room);
    static_cast<void>(style);
    return false;
  }

  /// The numbers behind it, as CSV and NPY hold them.
  [[nodiscard]] virtual std::vector<FigureNumbers> numbers() const = 0;

  /// What a format with pages puts on one page each; a figure that is one picture has itself.
  [[nodiscard]] virtual std::vector<const Figure*> pages() const { return {this}; }
};

}  // namespace heed::ui
