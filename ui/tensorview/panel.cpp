#include "ui/tensorview/panel.h"

#include "ui/tensorview/number_text.h"

#include <QCoreApplication>
#include <QLinearGradient>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace heed::ui {

namespace {

/// In labels' heights.
constexpr double kRampLength = 7;
constexpr double kRampText = 10;
constexpr double kLine = 1.35;  ///< line height of running text, as a share of its size

struct PanelText {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::PanelText)
};

QString meaningOf(CellGlyph glyph) {
  switch (glyph) {
    case CellGlyph::NotANumber:
      return PanelText::tr("not a number");
    case CellGlyph::PositiveInfinity:
      return PanelText::tr("infinite");
    case CellGlyph::NegativeInfinity:
      return PanelText::tr("minus infinite");
    case CellGlyph::AboveScale:
      return PanelText::tr("above the scale");
    case CellGlyph::BelowScale:
      return PanelText::tr("below the scale");
    case CellGlyph::None:
      break;
  }
  return {};
}

/// The map as the one gradient of the interface: 33 of its 256 entries, between which it is nearly straight.
QLinearGradient gradientOf(const ColorMap& map, const QRectF& ramp) {
  QLinearGradient gradient(ramp.topLeft(), ramp.topRight());
  for (int i = 0; i <= 32; ++i) gradient.setColorAt(i / 32.0, QColor(map.at(i / 32.0)));
  return gradient;
}

}  // namespace

std::vector<QPointF> Panel::places(double& height) const {
  std::vector<QPointF> result;
  QPointF at(0, 0);
  double rowHeight = 0;
  for (const PanelItem& item : m_items) {
    const bool full = at.x() + item.size.width() > m_width + 0.01 || item.place == PanelItem::Place::OwnRow;
    if (m_flow == Flow::Rows && at.x() > 0 && full) {
      at = QPointF(0, at.y() + rowHeight + m_spacing);
      rowHeight = 0;
    }
    result.push_back(at);
    rowHeight = std::max(rowHeight, item.size.height());
    if (m_flow == Flow::Rows) {
      at.rx() += item.size.width() + m_style->px(20);
    } else {
      at.ry() += item.size.height() + m_spacing;
    }
  }
  height = m_items.empty() ? 0 : m_flow == Flow::Rows ? at.y() + rowHeight : at.y() - m_spacing;
  return result;
}

double Panel::height() const {
  double height = 0;
  (void)places(height);
  return height;
}

double Panel::usedWidth() const {
  double height = 0;
  const std::vector<QPointF> at = places(height);
  double used = 0;
  for (std::size_t i = 0; i < m_items.size(); ++i) used = std::max(used, at[i].x() + m_items[i].size.width());
  return used;
}

void Panel::paint(QPainter& painter, QPointF topLeft) const {
  double height = 0;
  const std::vector<QPointF> at = places(height);
  for (std::size_t i = 0; i < m_items.size(); ++i) m_items[i].paint(painter, topLeft + at[i]);
}

double setLines(QPainter* painter, QPointF topLeft, const QString& text, const TextStyle& style, double width,
                const FigureStyle& figureStyle) {
  if (text.isEmpty()) return 0;
  const QStringList lines = figureStyle.letters.wrapped(text, style, width);
  if (painter != nullptr) {
    QPointF baseline = topLeft + QPointF(0, style.size * 0.98);
    for (const QString& line : lines) {
      figureStyle.letters.draw(*painter, baseline, line, style);
      baseline.ry() += style.size * kLine;
    }
  }
  return style.size * kLine * static_cast<double>(lines.size());
}

RampLegend describeScale(const ValueScale& scale, const QString& word) {
  RampLegend legend;
  legend.word = word;
  legend.high = scaleEndText(scale.high);
  legend.low = scale.logarithmic ? QChar(0x2264) + scaleEndText(scale.low) : scaleEndText(scale.low);
  if (scale.centred) legend.middle = QStringLiteral("0");
  if (scale.logarithmic) {
    legend.scale =
        scale.fixed ? PanelText::tr("fixed scale, logarithmic") : PanelText::tr("to its maximum, logarithmic");
  } else {
    legend.scale = scale.fixed ? PanelText::tr("fixed scale, linear") : PanelText::tr("to its maximum, linear");
  }
  return legend;
}

PanelItem rampItem(const RampLegend& legend, const ColorMap& map, double width, const FigureStyle& style) {
  const double rampWidth = std::min(kRampLength * style.labelSize, width);
  const double rampHeight = style.px(12);
  const double rampTop = style.labelSize * kLine + style.px(2);
  const double numbers = rampTop + rampHeight + style.leastSize * 1.2;
  const double textTop = numbers + style.px(4);
  const double textWidth = std::min(width, kRampText * style.labelSize);
  const TextStyle small = style.small(style.theme.text3);
  const double height = textTop + setLines(nullptr, {}, legend.scale, small, textWidth, style);
  const double wordWidth = style.letters.width(legend.word, style.label(style.theme.text2, 600));
  const double lineWidth = std::min(textWidth, style.letters.width(legend.scale, small) + style.px(1));
  const QSizeF size(std::max({rampWidth, std::min(wordWidth, width), lineWidth}), height);
  return {size, [=, &style](QPainter& painter, QPointF at) {
            style.letters.draw(painter, at + QPointF(0, style.labelSize * 0.98), legend.word,
                               style.label(style.theme.text2, 600));
            const QRectF ramp(at + QPointF(0, rampTop), QSizeF(rampWidth, rampHeight));
            painter.save();
            painter.fillRect(ramp, gradientOf(map, ramp));
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(style.theme.strong, style.line, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
            painter.drawRect(ramp);
            painter.restore();
            const TextStyle number = style.number(style.leastSize, style.theme.text2, 400);
            const double baseline = at.y() + numbers;
            style.letters.draw(painter, {at.x(), baseline}, legend.low, number);
            style.letters.draw(painter, {at.x() + rampWidth / 2, baseline}, legend.middle, number, Qt::AlignHCenter);
            style.letters.draw(painter, {at.x() + rampWidth, baseline}, legend.high, number, Qt::AlignRight);
            setLines(&painter, at + QPointF(0, textTop), legend.scale, small, textWidth, style);
          }};
}

PanelItem swatchItem(std::function<void(QPainter&, const QRectF&)> swatch, const QString& meaning, double width,
                     const FigureStyle& style) {
  const QSizeF box(style.px(24), style.px(14));
  const double textLeft = box.width() + style.px(6);
  const TextStyle text = style.small(style.theme.text2);
  const double lines = setLines(nullptr, {}, meaning, text, width - textLeft, style);
  const double textWidth = std::min(width - textLeft, style.letters.width(meaning, text) + style.px(1));
  const double height = std::max(box.height(), lines);
  const double lineHeight = text.size * kLine;
  return {QSizeF(textLeft + textWidth, height), [=, &style, swatch = std::move(swatch)](QPainter& painter, QPointF at) {
            swatch(painter, QRectF(at, box));
            const double top = std::max(0.0, (box.height() - lineHeight) / 2);
            setLines(&painter, at + QPointF(textLeft, top), meaning, text, width - textLeft, style);
          }};
}

PanelItem maskedItem(double width, const FigureStyle& style) {
  return swatchItem([&style](QPainter& painter, const QRectF& box) { paintHatch(painter, box, style); },
                    PanelText::tr("masked"), width, style);
}

PanelItem glyphItem(CellGlyph glyph, std::int64_t count, double width, const FigureStyle& style) {
  const QString meaning = meaningOf(glyph);
  const QString words = count == 1 ? meaning : PanelText::tr("%1, %2 cells").arg(meaning).arg(count);
  return swatchItem([&style, glyph](QPainter& painter, const QRectF& box) { paintGlyph(painter, box, glyph, style); },
                    words, width, style);
}

PanelItem readoutItem(const Readout& readout, double width, const FigureStyle& style) {
  const TextStyle row = style.label(style.theme.role(readout.rowRole).line, 600);
  const TextStyle arrow = style.label(style.theme.text3);
  const TextStyle column = style.label(style.theme.role(readout.columnRole).line, 600);
  const TextStyle number = style.number(style.readoutSize, style.theme.text, 600);
  const QString sign = QStringLiteral(" \u2192 ");
  const double rowWidth = style.letters.width(readout.row, row);
  const double arrowWidth = style.letters.width(sign, arrow);
  const double columnWidth = style.letters.width(readout.column, column);
  const bool oneLine = rowWidth + arrowWidth + columnWidth <= width;
  const double line = style.labelSize * kLine;
  const double pairHeight = oneLine ? line : 2 * line;
  const double used =
      std::max({oneLine ? rowWidth + arrowWidth + columnWidth : std::max(rowWidth, arrowWidth + columnWidth),
                style.letters.width(readout.number, number), style.px(40)});
  return {QSizeF(std::min(used, width), pairHeight + style.readoutSize * 1.15),
          [=, &style](QPainter& painter, QPointF at) {
            QPointF baseline = at + QPointF(0, style.labelSize * 0.98);
            style.letters.draw(painter, baseline, readout.row, row);
            baseline = oneLine ? baseline + QPointF(rowWidth, 0) : baseline + QPointF(0, line);
            style.letters.draw(painter, baseline, sign, arrow);
            style.letters.draw(painter, baseline + QPointF(arrowWidth, 0), readout.column, column);
            style.letters.draw(painter, at + QPointF(0, pairHeight + style.readoutSize * 0.92), readout.number, number);
          }};
}

PanelItem rankedItem(const QString& heading, const std::vector<RankedKey>& keys, double width,
                     const FigureStyle& style) {
  const TextStyle head = style.label(style.theme.text2, 600);
  const TextStyle word = style.small(style.theme.text);
  const TextStyle number = style.number(style.leastSize, style.theme.text);
  double words = 0;
  double numbers = 0;
  for (const RankedKey& key : keys) {
    words = std::max(words, style.letters.width(key.label, word));
    numbers = std::max(numbers, style.letters.width(key.number, number));
  }
  const double line = style.leastSize * 1.4;
  const double inner = std::min(width, words + style.px(10) + numbers);
  const double headHeight = setLines(nullptr, {}, heading, head, width, style);
  const double headWidth = std::min(width, style.letters.width(heading, head) + style.px(1));
  return {QSizeF(std::max(inner, headWidth), headHeight + line * static_cast<double>(keys.size())),
          [=, &style](QPainter& painter, QPointF at) {
            setLines(&painter, at, heading, head, width, style);
            double baseline = at.y() + headHeight + style.leastSize;
            for (const RankedKey& key : keys) {
              style.letters.draw(painter, {at.x(), baseline}, key.label, word);
              style.letters.draw(painter, {at.x() + inner, baseline}, key.number, number, Qt::AlignRight);
              baseline += line;
            }
          }};
}

PanelItem noteItem(const QString& note, double width, const FigureStyle& style) {
  const TextStyle text = style.small(style.theme.text2);
  const double used = std::min(width, style.letters.width(note, text) + style.px(1));
  return {QSizeF(used, setLines(nullptr, {}, note, text, width, style)),
          [=, &style](QPainter& painter, QPointF at) { setLines(&painter, at, note, text, width, style); },
          PanelItem::Place::OwnRow};
}

}  // namespace heed::ui
