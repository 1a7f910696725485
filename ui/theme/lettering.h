#pragma once

#include "ui/theme/fonts.h"

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <utility>

class QPainter;

namespace heed::ui {

/// How letters leave the program: as text that a viewer sets with its own copy of the font, or as their outlines.
enum class TextMode { Text, Outlines };

struct TextStyle {
  double size = 12;  ///< in the painter's units
  QColor color;
  FontUse use = FontUse::Interface;
  int weight = 400;
  bool isItalic = false;
};

/// Measures and draws text at any size, also fractions, without hinting, so that a figure is laid out alike in a window
/// and on paper. Positions are those of the baseline.
class Lettering {
 public:
  Lettering(Fonts fonts, TextMode mode) : m_fonts(std::move(fonts)), m_mode(mode) {}

  [[nodiscard]] double width(const QString& text, const TextStyle& style) const;
  /// Height of a capital letter: what is centred in a cell.
  [[nodiscard]] double capHeight(const TextStyle& style) const;
  [[nodiscard]] double ascent(const TextStyle& style) const;
  [[nodiscard]] double descent(const TextStyle& style) const;

  /// What ink covers, with the start of the baseline as origin.
  [[nodiscard]] QRectF inkBounds(const QString& text, const TextStyle& style) const;

  /// The text broken into lines no wider than `width`, at the places where its language allows.
  [[nodiscard]] QStringList wrapped(const QString& text, const TextStyle& style, double width) const;

  /// Draws one line; `alignment` says which part of it stands at `baseline`: Qt::AlignLeft, AlignHCenter or AlignRight.
  void draw(QPainter& painter, QPointF baseline, const QString& text, const TextStyle& style,
            Qt::Alignment alignment = Qt::AlignLeft) const;

 private:
  Fonts m_fonts;
  TextMode m_mode;
};

}  // namespace heed::ui
