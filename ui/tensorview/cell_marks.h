#pragma once

#include "ui/tensorview/figure_style.h"

#include <QPolygonF>
#include <QRectF>

#include <vector>

class QPainter;

namespace heed::ui {

/// The stripes of the hatch inside a cell, as polygons that are cut at its edges by geometry: vector formats lose clips
/// and turn brush patterns into dots. The stripes of neighbouring cells meet, since all follow one grid from the
/// origin.
[[nodiscard]] std::vector<QPolygonF> hatchStripes(const QRectF& cell, double width, double period);

/// A masked cell: ground and hatch.
void paintHatch(QPainter& painter, const QRectF& cell, const FigureStyle& style);

/// Why a cell has no map colour.
enum class CellGlyph { None, NotANumber, PositiveInfinity, NegativeInfinity, AboveScale, BelowScale };
inline constexpr CellGlyph kCellGlyphs[] = {CellGlyph::NotANumber, CellGlyph::PositiveInfinity,
                                            CellGlyph::NegativeInfinity, CellGlyph::AboveScale, CellGlyph::BelowScale};

/// The glyph on its own ground with a frame, so that no map colour can look the same.
void paintGlyph(QPainter& painter, const QRectF& cell, CellGlyph glyph, const FigureStyle& style);

/// The triangle of a row in which nothing is allowed.
void paintTriangle(QPainter& painter, const QRectF& box, const FigureStyle& style);

/// The die of a word whose features are drawn from a seed, because the table does not hold it.
void paintDie(QPainter& painter, const QRectF& box, const FigureStyle& style);

/// The focus cell's ring: ink inside a halo of surface, readable on every map colour.
void paintRing(QPainter& painter, const QRectF& cell, const FigureStyle& style);

}  // namespace heed::ui
