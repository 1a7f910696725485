#include "ui/theme/lettering.h"

#include <QFontMetricsF>
#include <QGlyphRun>
#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <QRawFont>
#include <QTextLayout>
#include <QTextOption>

#include <algorithm>

namespace heed::ui {

namespace {

QFont fontOf(const Fonts& fonts, const TextStyle& style) {
  QFont font = fonts.font(style.use, style.weight);
  font.setItalic(style.isItalic);
  return font;
}

QFontMetricsF metrics(const Fonts& fonts, const TextStyle& style) {
  return QFontMetricsF(fontOf(fonts, style));
}

/// A width that no label reaches.
constexpr double kUnbroken = 1e6;

double scaleOf(const TextStyle& style) {
  return style.size / Fonts::kReferenceSize;
}

QList<QGlyphRun> glyphRuns(const QString& text, const QFont& font) {
  QTextLayout layout(text, font);
  QTextOption option;
  option.setUseDesignMetrics(true);
  layout.setTextOption(option);
  layout.beginLayout();
  QTextLine line = layout.createLine();
  line.setLineWidth(kUnbroken);
  line.setPosition(QPointF(0, -line.ascent()));
  layout.endLayout();
  return layout.glyphRuns();
}

/// Whether a text can hold emoji at all; numbers and words of most languages cannot, and need no layout to know it.
bool mayHavePictures(const QString& text) {
  constexpr char16_t kFirst = 0x2190;
  return std::ranges::any_of(text, [](QChar letter) {
    const char16_t code = letter.unicode();
    const bool isMathematics = code >= 0x2200 && code <= 0x22FF;
    const bool isHan = code >= 0x4E00 && code <= 0x9FFF;
    return (code >= kFirst && !isMathematics && !isHan) || code == 0xA9 || code == 0xAE || code == 0x203C ||
           code == 0x2049 || code == 0x2122 || code == 0x2139;
  });
}

/// Colour fonts have pictures in place of outlines.
bool hasPictures(const QGlyphRun& run, const QString& emojiFamily) {
  return !emojiFamily.isEmpty() && run.rawFont().familyName() == emojiFamily;
}

/// A run of emoji as a picture of `kReferenceSize` pixels a letter, whatever the device: print gets all the font has.
void drawPictures(QPainter& painter, const QGlyphRun& run) {
  QRectF box;
  const QList<quint32> glyphs = run.glyphIndexes();
  const QList<QPointF> positions = run.positions();
  const QRawFont font = run.rawFont();
  for (qsizetype i = 0; i < glyphs.size(); ++i) {
    box |= QRectF(positions[i].x(), positions[i].y() - font.ascent(), Fonts::kReferenceSize * 1.4,
                  font.ascent() + font.descent());
  }
  const QRect pixels = box.toAlignedRect().adjusted(-4, -4, 4, 4);
  QImage image(pixels.size(), QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  QPainter inner(&image);
  inner.translate(-pixels.topLeft());
  inner.drawGlyphRun(QPointF(0, 0), run);
  inner.end();
  painter.save();
  painter.setRenderHint(QPainter::SmoothPixmapTransform, true);
  painter.drawImage(QRectF(pixels), image);
  painter.restore();
}

QPainterPath outline(const QGlyphRun& run) {
  QPainterPath path;
  path.setFillRule(Qt::WindingFill);
  const QList<quint32> glyphs = run.glyphIndexes();
  const QList<QPointF> positions = run.positions();
  const QRawFont font = run.rawFont();
  for (qsizetype i = 0; i < glyphs.size(); ++i) {
    path.addPath(font.pathForGlyph(glyphs[i]).translated(positions[i]));
  }
  path.setFillRule(Qt::WindingFill);
  return path;
}

}  // namespace

double Lettering::width(const QString& text, const TextStyle& style) const {
  return metrics(m_fonts, style).horizontalAdvance(text) * scaleOf(style);
}

double Lettering::capHeight(const TextStyle& style) const {
  return metrics(m_fonts, style).capHeight() * scaleOf(style);
}

double Lettering::ascent(const TextStyle& style) const {
  return metrics(m_fonts, style).ascent() * scaleOf(style);
}

double Lettering::descent(const TextStyle& style) const {
  return metrics(m_fonts, style).descent() * scaleOf(style);
}

QRectF Lettering::inkBounds(const QString& text, const TextStyle& style) const {
  const QRectF ink = metrics(m_fonts, style).tightBoundingRect(text);
  const double scale = scaleOf(style);
  return {ink.topLeft() * scale, ink.size() * scale};
}

QStringList Lettering::wrapped(const QString& text, const TextStyle& style, double width) const {
  QStringList lines;
  QTextLayout layout(text, fontOf(m_fonts, style));
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(option);
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(std::max(width / scaleOf(style), 1.0));
    lines << text.mid(line.textStart(), line.textLength()).trimmed();
  }
  layout.endLayout();
  return lines;
}

void Lettering::draw(QPainter& painter, QPointF baseline, const QString& text, const TextStyle& style,
                     Qt::Alignment alignment) const {
  if (text.isEmpty()) return;
  const QFont font = fontOf(m_fonts, style);
  if (!alignment.testFlag(Qt::AlignLeft)) {
    const double shift = width(text, style);
    baseline.rx() -= alignment.testFlag(Qt::AlignHCenter) ? shift / 2 : shift;
  }
  const bool isPlain = m_mode == TextMode::Text && !mayHavePictures(text);
  const QList<QGlyphRun> runs = isPlain ? QList<QGlyphRun>() : glyphRuns(text, font);
  const bool pictures =
      std::ranges::any_of(runs, [&](const QGlyphRun& run) { return hasPictures(run, m_fonts.emoji); });

  painter.save();
  painter.translate(baseline);
  painter.scale(scaleOf(style), scaleOf(style));
  if (m_mode == TextMode::Text && !pictures) {
    painter.setPen(style.color);
    painter.setFont(font);
    painter.drawText(QPointF(0, 0), text);
  } else {
    for (const QGlyphRun& run : runs) {
      if (hasPictures(run, m_fonts.emoji)) {
        drawPictures(painter, run);
      } else {
        painter.fillPath(outline(run), style.color);
      }
    }
  }
  painter.restore();
}

}  // namespace heed::ui
