#include "ui/tensorview/axis_labels.h"

#include "ui/tensorview/cell_marks.h"

#include <QHash>
#include <QPainter>
#include <QTextBoundaryFinder>
#include <QTransform>

#include <algorithm>
#include <utility>

namespace heed::ui {

namespace {

constexpr qsizetype kLongestLabel = 14;
/// Height of lower-case letters with tails, as shares of the size; capitals reach the first.
constexpr double kInkAscent = 0.78;
constexpr double kInkDescent = 0.24;
constexpr double kStackStep = 1.12;

QStringList graphemes(const QString& text) {
  QStringList result;
  QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, text);
  for (qsizetype from = 0, to = finder.toNextBoundary(); to > from; from = to, to = finder.toNextBoundary()) {
    result << text.mid(from, to - from);
  }
  return result;
}

QString shortened(const QString& text) {
  const QStringList letters = graphemes(text);
  if (letters.size() <= kLongestLabel) return text;
  return letters.mid(0, 7).join(QString()) + QChar(0x2026) + letters.mid(letters.size() - 6).join(QString());
}

/// Blanks have no ink of their own.
QString visible(QString text) {
  if (text.isEmpty()) return QStringLiteral("\u2205");
  text.replace(u'\n', QChar(0x21B5)).replace(u'\t', QChar(0x21E5));
  if (std::ranges::all_of(text, [](QChar c) { return c.isSpace(); })) text.fill(QChar(0x2423));
  return text;
}

double indexGap(const FigureStyle& style) {
  return style.px(2);
}
double dieSide(const TextStyle& text) {
  return text.size * 0.8;
}
/// What a die takes of a stack, with its gap to the letters.
double stackedDie(const ShownLabel& label, double size) {
  return label.die ? size : 0;
}
double chipPadding(const FigureStyle& style) {
  return style.px(4);
}

}  // namespace

std::vector<ShownLabel> shownLabels(const std::vector<AxisLabel>& labels, std::int64_t count) {
  QHash<QString, int> seen;
  for (const AxisLabel& label : labels) ++seen[label.text];
  std::vector<ShownLabel> result;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto place = static_cast<std::size_t>(i);
    if (place >= labels.size()) {
      result.push_back({QString::number(i), {}, false});
      continue;
    }
    const AxisLabel& label = labels[place];
    if (!label.crop.isNull()) {
      result.push_back({{}, {}, false, label.crop});
      continue;
    }
    result.push_back(
        {shortened(visible(label.text)), seen[label.text] > 1 ? QString::number(i) : QString(), label.drawnFromSeed});
  }
  return result;
}

bool isStackable(const QString& text) {
  const QList<uint> letters = text.toUcs4();
  return std::ranges::any_of(letters, [](uint letter) {
    switch (QChar::script(letter)) {
      case QChar::Script_Han:
      case QChar::Script_Hiragana:
      case QChar::Script_Katakana:
      case QChar::Script_Hangul:
        return true;
      default:
        return (letter >= 0x3000 && letter < 0x3040) || (letter >= 0xFF00 && letter < 0xFFF0);
    }
  });
}

double stackedHeight(const ShownLabel& label, double size) {
  return stackedDie(label, size) + size * kStackStep * static_cast<double>(graphemes(label.text).size());
}

double cropSide(double textSize) {
  return textSize * 1.5;
}

void paintCrop(QPainter& painter, const QRectF& area, const QImage& crop, const QColor& line, double lineWidth) {
  painter.save();
  painter.setRenderHint(QPainter::SmoothPixmapTransform, true);
  painter.drawImage(area, crop);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(line, lineWidth, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
  painter.drawRect(area);
  painter.restore();
}

PlacedLabel makeLabel(const ShownLabel& label, const FigureStyle& style, double size, std::optional<Role> focus,
                      const QString& letter) {
  PlacedLabel placed;
  placed.label = label;
  placed.focused = focus.has_value();
  placed.letter = focus ? letter : QString();
  const QColor color = focus ? style.theme.role(*focus).line : style.theme.text;
  placed.style = {size, color, FontUse::Interface, focus ? 600 : 400};
  placed.indexStyle = {std::min(size, style.leastSize), focus ? color : style.theme.text3, FontUse::Interface, 400};
  if (label.isCrop()) {
    const double side = cropSide(size);
    placed.letter.clear();
    placed.width = side;
    placed.ascent = side / 2 + style.letters.capHeight(placed.style) / 2;
    placed.descent = side - placed.ascent;
    if (!label.index.isEmpty()) {
      placed.width += style.px(4) + style.letters.width(label.index, placed.indexStyle);
    }
    return placed;
  }
  placed.width = style.letters.width(label.text, placed.style);
  if (!label.index.isEmpty()) placed.width += indexGap(style) + style.letters.width(label.index, placed.indexStyle);
  if (!placed.letter.isEmpty()) placed.width += style.px(4) + style.letters.width(placed.letter, placed.indexStyle);
  if (label.die) placed.width += dieSide(placed.style) + style.px(3);
  placed.ascent = kInkAscent * size;
  placed.descent = kInkDescent * size;
  return placed;
}

QPolygonF PlacedLabel::area(const FigureStyle& figureStyle) const {
  const double along = chip ? chipPadding(figureStyle) : 0;
  const double across = chip ? figureStyle.px(2) : 0;
  if (form == LabelForm::Stacked) {
    const QRectF box(anchor.x() - style.size / 2, anchor.y(), style.size, stackedHeight(label, style.size));
    return QPolygonF(box.adjusted(-across, -across, across, across));
  }
  const QRectF box(-along, -ascent - across, width + 2 * along, ascent + descent + 2 * across);
  return QTransform().translate(anchor.x(), anchor.y()).rotate(angle).map(QPolygonF(box));
}

QRectF PlacedLabel::dieArea() const {
  if (!label.die) return {};
  const double side = dieSide(style);
  if (form == LabelForm::Stacked) return {anchor.x() - side / 2, anchor.y(), side, side};
  return QTransform().translate(anchor.x(), anchor.y()).rotate(angle).mapRect(QRectF(0, -side * 0.92, side, side));
}

ColumnLabelMode columnLabelMode(const std::vector<ShownLabel>& labels, double pitch, const FigureStyle& style) {
  const TextStyle text = style.label(style.theme.text);
  if (!labels.empty() && labels.front().isCrop()) {
    return pitch >= cropSide(style.labelSize) + style.px(2) ? ColumnLabelMode::Flat : ColumnLabelMode::EveryTenth;
  }
  bool allFit = true;
  bool stackable = false;
  for (const ShownLabel& label : labels) {
    stackable = stackable || isStackable(label.text);
    if (allFit && makeLabel(label, style, text.size).width + style.px(6) > pitch) allFit = false;
  }
  if (stackable) return pitch >= style.labelSize * 1.25 ? ColumnLabelMode::Stacked : ColumnLabelMode::EveryTenth;
  if (allFit) return ColumnLabelMode::Flat;
  if (pitch >= style.px(34)) return ColumnLabelMode::Tilted40;
  if (pitch >= style.px(18)) return ColumnLabelMode::Tilted60;
  // Letters of the least size, standing beside each other, need their ink's height.
  if (pitch >= style.leastSize * (kInkAscent + kInkDescent)) return ColumnLabelMode::Upright;
  return ColumnLabelMode::EveryTenth;
}

std::int64_t tickStep(double pitch, double room) {
  constexpr std::int64_t kFactors[] = {1, 2, 5};
  for (std::int64_t power = 10; power < 100'000'000; power *= 10) {
    for (const std::int64_t factor : kFactors) {
      if (static_cast<double>(power * factor) * pitch >= room) return power * factor;
    }
  }
  return 100'000'000;
}

namespace {

/// A crop stands upright whatever the words around it do.
void paintCropLabel(QPainter& painter, const PlacedLabel& label, const FigureStyle& style) {
  const double side = label.ascent + label.descent;
  const QRectF area(label.anchor.x(), label.anchor.y() - label.ascent, side, side);
  const QColor line = label.focused ? label.style.color : style.theme.strong;
  paintCrop(painter, area, label.label.crop, line, label.focused ? style.px(2.5) : style.line);
  if (label.label.index.isEmpty()) return;
  style.letters.draw(painter, QPointF(area.right() + style.px(4), label.anchor.y()), label.label.index,
                     label.indexStyle);
}

}  // namespace

void paintLabel(QPainter& painter, const PlacedLabel& label, const FigureStyle& style) {
  if (label.label.isCrop()) {
    paintCropLabel(painter, label, style);
    return;
  }
  painter.save();
  if (label.chip) {
    painter.setBrush(style.theme.surface);
    painter.setPen(QPen(label.style.color, style.outline));
    if (label.form == LabelForm::Stacked) {
      painter.drawRoundedRect(label.area(style).boundingRect(), style.px(3), style.px(3));
    }
  }
  if (label.form == LabelForm::Stacked) {
    if (label.label.die) paintDie(painter, label.dieArea(), style);
    QPointF baseline = label.anchor + QPointF(0, stackedDie(label.label, label.style.size) + label.style.size * 0.95);
    for (const QString& letter : graphemes(label.label.text)) {
      style.letters.draw(painter, baseline, letter, label.style, Qt::AlignHCenter);
      baseline.ry() += label.style.size * kStackStep;
    }
    painter.restore();
    return;
  }
  painter.translate(label.anchor);
  painter.rotate(label.angle);
  if (label.chip) {
    const double along = chipPadding(style);
    const double across = style.px(2);
    painter.drawRoundedRect(
        QRectF(-along, -label.ascent - across, label.width + 2 * along, label.ascent + label.descent + 2 * across),
        style.px(3), style.px(3));
  }
  double x = 0;
  if (label.label.die) {
    const double side = dieSide(label.style);
    paintDie(painter, QRectF(0, -side * 0.92, side, side), style);
    x += side + style.px(3);
  }
  style.letters.draw(painter, QPointF(x, 0), label.label.text, label.style);
  x += style.letters.width(label.label.text, label.style);
  if (!label.label.index.isEmpty()) {
    x += indexGap(style);
    style.letters.draw(painter, QPointF(x, 0), label.label.index, label.indexStyle);
    x += style.letters.width(label.label.index, label.indexStyle);
  }
  if (!label.letter.isEmpty()) style.letters.draw(painter, QPointF(x + style.px(4), 0), label.letter, label.indexStyle);
  painter.restore();
}

}  // namespace heed::ui
