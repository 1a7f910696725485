#pragma once

#include "ui/tensorview/cell_marks.h"
#include "ui/tensorview/color_map.h"
#include "ui/tensorview/value_scale.h"

#include <QPointF>
#include <QSizeF>
#include <QString>

#include <functional>
#include <vector>

class QPainter;

namespace heed::ui {

/// A piece of what stands beside or below a map: legend, number of the focus cell, notes.
struct PanelItem {
  /// Whether it may stand beside the item before it, where items flow in rows.
  enum class Place { Beside, OwnRow };

  QSizeF size;
  std::function<void(QPainter&, QPointF topLeft)> paint;
  Place place = Place::Beside;
};

/// The pieces in a column at the right of a map, or in rows below it.
class Panel {
 public:
  enum class Flow { Column, Rows };

  /// Items must not be wider than `width`. They hold a reference to `style`, as the panel does.
  Panel(Flow flow, double width, const FigureStyle& style)
      : m_flow(flow), m_width(width), m_spacing(style.px(flow == Flow::Column ? 12 : 8)), m_style(&style) {}

  [[nodiscard]] double width() const { return m_width; }
  [[nodiscard]] bool isEmpty() const { return m_items.empty(); }
  /// The distance between items one below another.
  void setSpacing(double spacing) { m_spacing = spacing; }
  void add(PanelItem item) { m_items.push_back(std::move(item)); }

  [[nodiscard]] double height() const;
  /// The width that the items take.
  [[nodiscard]] double usedWidth() const;
  void paint(QPainter& painter, QPointF topLeft) const;

 private:
  /// Where each item stands, and the height of all.
  [[nodiscard]] std::vector<QPointF> places(double& height) const;

  Flow m_flow;
  double m_width;
  double m_spacing;
  const FigureStyle* m_style;
  std::vector<PanelItem> m_items;
};

/// The colour ramp with its ends, its range and what it is called.
struct RampLegend {
  QString word;   ///< "weight"
  QString scale;  ///< "fixed scale, linear"
  QString low, middle, high;
};
[[nodiscard]] PanelItem rampItem(const RampLegend& legend, const ColorMap& map, double width, const FigureStyle& style);

/// The sentence of a scale and its ends, as a ramp shows them.
[[nodiscard]] RampLegend describeScale(const ValueScale& scale, const QString& word);

/// A swatch with its meaning: the hatch, a glyph, a die.
[[nodiscard]] PanelItem swatchItem(std::function<void(QPainter&, const QRectF&)> swatch, const QString& meaning,
                                   double width, const FigureStyle& style);

/// The hatch of masked cells with its meaning.
[[nodiscard]] PanelItem maskedItem(double width, const FigureStyle& style);

/// A glyph with its meaning and, where several cells have it, their count.
[[nodiscard]] PanelItem glyphItem(CellGlyph glyph, std::int64_t count, double width, const FigureStyle& style);

/// The pair of the focus cell and its number.
struct Readout {
  QString row, column;
  Role rowRole = Role::Query;
  Role columnRole = Role::Key;
  QString number;
};
[[nodiscard]] PanelItem readoutItem(const Readout& readout, double width, const FigureStyle& style);

/// The strongest keys of the focus row with their numbers, where the cells have no room for them.
struct RankedKey {
  QString label;
  QString number;
};
[[nodiscard]] PanelItem rankedItem(const QString& heading, const std::vector<RankedKey>& keys, double width,
                                   const FigureStyle& style);

/// Running text in secondary colour.
[[nodiscard]] PanelItem noteItem(const QString& note, double width, const FigureStyle& style);

/// Lines of a text one below another; the height of all. Draws only where a painter is given.
double setLines(QPainter* painter, QPointF topLeft, const QString& text, const TextStyle& style, double width,
                const FigureStyle& figureStyle);

}  // namespace heed::ui
