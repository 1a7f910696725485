#include "ui/tensorview/token_lines.h"

#include "core/base/error.h"
#include "ui/tensorview/number_text.h"
#include "ui/tensorview/panel.h"
#include "ui/tensorview/value_scale.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace heed::ui {

namespace {

using core::Error;
using core::ErrorKind;

constexpr std::int64_t kMostLines = 24;
/// Rows outside the focus show only these weights, as hairlines.
constexpr double kLeastHairline = 0.2;
/// Without a focus every row is drawn; smaller weights would be a grey web.
constexpr double kLeastLine = 0.05;

struct TokenLinesText {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::TokenLines)
};

/// What both forms share: the title above, notes and caption below.
class Frame {
 public:
  Frame(const TokenLinesOptions& options, double width, const FigureStyle& style)
      : m_options(options), m_width(width), m_style(style), m_notes(Panel::Flow::Rows, width, style) {
    for (const QString& note : options.notes) m_notes.add(noteItem(note, width, style));
  }

  [[nodiscard]] double top() const {
    return m_options.title.isEmpty()
               ? 0
               : setLines(nullptr, {}, m_options.title, titleStyle(), m_width, m_style) + m_style.px(8);
  }
  [[nodiscard]] double bottom() const {
    double height = m_notes.isEmpty() ? 0 : m_notes.height() + m_style.px(10);
    if (!m_options.caption.isEmpty()) height += m_style.px(8) + captionHeight(nullptr, {});
    return height;
  }
  void paint(QPainter& painter, QPointF at, double contentBottom) const {
    setLines(&painter, at, m_options.title, titleStyle(), m_width, m_style);
    double y = contentBottom;
    if (!m_notes.isEmpty()) {
      m_notes.paint(painter, {at.x(), y + m_style.px(10)});
      y += m_notes.height() + m_style.px(10);
    }
    captionHeight(&painter, {at.x(), y + m_style.px(8)});
  }

 private:
  [[nodiscard]] TextStyle titleStyle() const {
    return {m_style.titleSize, m_style.theme.text, FontUse::Interface, 600};
  }
  double captionHeight(QPainter* painter, QPointF at) const {
    return setLines(painter, at, m_options.caption, m_style.label(m_style.theme.text2), m_width, m_style);
  }

  const TokenLinesOptions& m_options;
  double m_width;
  const FigureStyle& m_style;
  Panel m_notes;
};

/// Queries left, keys right, lines between.
class LinesLayout {
 public:
  LinesLayout(const TokenLines& figure, QSizeF room, const FigureStyle& style)
      : m_figure(figure),
        m_options(figure.options()),
        m_style(style),
        m_frame(figure.options(), room.width(), style),
        m_queries(shownLabels(m_options.queryLabels, figure.queries())),
        m_keys(shownLabels(m_options.keyLabels, figure.keys())),
        m_top(m_frame.top() + headerHeight()),
        m_valueWidth(m_options.focusRow ? numberWidth() + style.px(10) : 0) {
    const double left = widest(m_queries, m_options.queryAxis);
    const double right = widest(m_keys, m_options.keyAxis);
    m_left = left + style.px(10);
    const double free = room.width() - m_left - style.px(10) - right - m_valueWidth;
    m_span = std::clamp(free, style.px(60), style.px(320));
    m_size.setWidth(m_left + m_span + style.px(10) + right + m_valueWidth);
    const auto count = static_cast<double>(std::max(figure.queries(), figure.keys()));
    const double offered = room.height() > 0 ? (room.height() - m_top - m_frame.bottom()) / count : style.px(22);
    m_pitch = std::clamp(offered, style.leastSize * 1.05, style.px(22));
    m_size.setHeight(m_top + count * m_pitch + m_frame.bottom());
  }

  [[nodiscard]] QSizeF size() const { return m_size; }

  [[nodiscard]] std::optional<TokenLines::Word> wordAt(QPointF point) const {
    const auto place = static_cast<std::int64_t>(std::floor((point.y() - m_top) / m_pitch));
    if (point.y() < m_top) return std::nullopt;
    if (point.x() <= queryX() && place < m_figure.queries()) return TokenLines::Word{Role::Query, place};
    if (point.x() >= keyX() && place < m_figure.keys()) return TokenLines::Word{Role::Key, place};
    return std::nullopt;
  }

  void paint(QPainter& painter) const {
    paintLines(painter);
    paintWords(painter);
    m_frame.paint(painter, {0, 0}, m_size.height() - m_frame.bottom());
  }

 private:
  [[nodiscard]] double headerHeight() const {
    return m_options.queryAxis.isEmpty() && m_options.keyAxis.isEmpty() ? 0 : m_style.labelSize * 1.7;
  }
  [[nodiscard]] double widest(const std::vector<ShownLabel>& labels, const QString& axis) const {
    double width = m_style.letters.width(axis, m_style.label(m_style.theme.text2, 600));
    for (const ShownLabel& label : labels) {
      width = std::max(
          width, makeLabel(label, m_style, m_style.labelSize, Role::Query, QStringLiteral("q")).width + m_style.px(9));
    }
    return width;
  }
  [[nodiscard]] double numberWidth() const {
    return m_style.letters.width(QStringLiteral("<.01"), m_style.number(m_style.leastSize, m_style.theme.text));
  }
  [[nodiscard]] double middle(std::int64_t place) const { return m_top + (static_cast<double>(place) + 0.5) * m_pitch; }
  [[nodiscard]] double queryX() const { return m_left; }
  [[nodiscard]] double keyX() const { return m_left + m_span; }

  void paintLine(QPainter& painter, std::int64_t query, std::int64_t key, double width, double opacity) const {
    QColor color = m_style.theme.weights.line;
    color.setAlphaF(static_cast<float>(opacity));
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(queryX(), middle(query)), QPointF(keyX(), middle(key)));
  }

  void paintLines(QPainter& painter) const {
    struct Line {
      double weight;
      std::int64_t query, key;
    };
    std::vector<Line> lines;
    for (std::int64_t i = 0; i < m_figure.queries(); ++i) {
      for (std::int64_t j = 0; j < m_figure.keys(); ++j) {
        const double weight = m_figure.weight(i, j);
        const bool focus = m_options.focusRow == i;
        const double least = !m_options.focusRow ? kLeastLine : focus ? 0.0 : kLeastHairline;
        if (focus ? weight > 0 : weight >= least) lines.push_back({weight, i, j});
      }
    }
    std::ranges::stable_sort(lines, {}, &Line::weight);
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_style.theme.wire);
    for (std::int64_t i = 0; i < m_figure.queries(); ++i)
      painter.drawEllipse(QPointF(queryX(), middle(i)), m_style.px(2), m_style.px(2));
    for (std::int64_t j = 0; j < m_figure.keys(); ++j)
      painter.drawEllipse(QPointF(keyX(), middle(j)), m_style.px(2), m_style.px(2));
    for (const Line& line : lines) {
      if (m_options.focusRow && m_options.focusRow != line.query) {
        paintLine(painter, line.query, line.key, m_style.line, 0.35);
      }
    }
    for (const Line& line : lines) {
      if (m_options.focusRow && m_options.focusRow != line.query) continue;
      const double share = std::min(line.weight, 1.0);
      paintLine(painter, line.query, line.key, m_style.px(1 + 8 * share), 0.35 + 0.65 * share);
    }
    painter.restore();
  }

  void paintWords(QPainter& painter) const {
    const double size = std::min(m_style.labelSize, std::max(m_style.leastSize, m_pitch / 1.05));
    const double headline = m_top - m_style.labelSize * 0.55;
    const TextStyle head = m_style.label(m_style.theme.query.line, 600);
    m_style.letters.draw(painter, {queryX() - m_style.px(10), headline}, m_options.queryAxis, head, Qt::AlignRight);
    const TextStyle keyHead = m_style.label(m_style.theme.key.line, 600);
    m_style.letters.draw(painter, {keyX() + m_style.px(10), headline}, m_options.keyAxis, keyHead);
    for (std::int64_t i = 0; i < m_figure.queries(); ++i) {
      const bool focus = m_options.focusRow == i;
      PlacedLabel label = makeLabel(m_queries[static_cast<std::size_t>(i)], m_style, size,
                                    focus ? std::optional(Role::Query) : std::nullopt, QStringLiteral("q"));
      label.chip = focus && m_pitch >= size * 1.5;
      const double right = queryX() - m_style.px(10) - (label.chip ? m_style.px(4) : 0);
      label.anchor = {right - label.width, middle(i) + m_style.letters.capHeight(label.style) / 2};
      paintLabel(painter, label, m_style);
    }
    for (std::int64_t j = 0; j < m_figure.keys(); ++j) paintKey(painter, j, size);
  }

  void paintKey(QPainter& painter, std::int64_t key, double size) const {
    PlacedLabel label = makeLabel(m_keys[static_cast<std::size_t>(key)], m_style, size);
    label.anchor = {keyX() + m_style.px(10), middle(key) + m_style.letters.capHeight(label.style) / 2};
    paintLabel(painter, label, m_style);
    if (!m_options.focusRow) return;
    const bool allowed = m_figure.isAllowed(*m_options.focusRow, key);
    const TextStyle number = m_style.number(m_style.leastSize, allowed ? m_style.theme.text : m_style.theme.text3);
    const double value = m_figure.value(*m_options.focusRow, key);
    const QString text = !allowed               ? QStringLiteral("\u2013")
                         : std::isfinite(value) ? weightCellText(value)
                                                : readoutText(value);
    m_style.letters.draw(painter, {m_size.width(), middle(key) + m_style.letters.capHeight(number) / 2}, text, number,
                         Qt::AlignRight);
  }

  const TokenLines& m_figure;
  const TokenLinesOptions& m_options;
  const FigureStyle& m_style;
  Frame m_frame;
  std::vector<ShownLabel> m_queries;
  std::vector<ShownLabel> m_keys;
  const double m_top;
  const double m_valueWidth;
  double m_left = 0;
  double m_span = 0;
  double m_pitch = 0;
  QSizeF m_size;
};

/// Running text with a bar under each word.
class TextLayout {
 public:
  TextLayout(const TokenLines& figure, QSizeF room, const FigureStyle& style)
      : m_figure(figure),
        m_options(figure.options()),
        m_style(style),
        m_frame(figure.options(), room.width(), style),
        m_row(figure.options().focusRow.value_or(0)) {
    for (std::int64_t j = 0; j < figure.keys(); ++j) m_largest = std::max(m_largest, figure.weight(m_row, j));
    const std::vector<ShownLabel> keys = shownLabels(m_options.keyLabels, figure.keys());
    const auto queries = shownLabels(m_options.queryLabels, figure.queries());
    const ShownLabel& query = queries[static_cast<std::size_t>(m_row)];
    m_heading = TokenLinesText::tr("row %1: full bar %2")
                    .arg(query.index.isEmpty() ? query.text : query.text + QLatin1Char(' ') + query.index,
                         readoutText(m_largest));
    m_top = m_frame.top() + style.labelSize * 1.9;
    double x = 0;
    double y = m_top;
    const double line = style.px(33);
    for (std::size_t j = 0; j < keys.size(); ++j) {
      const bool itself =
          m_options.keyLabels.size() == m_options.queryLabels.size() && static_cast<std::int64_t>(j) == m_row;
      PlacedLabel label = makeLabel({keys[j].text, {}, keys[j].die}, style, style.labelSize,
                                    itself ? std::optional(Role::Query) : std::nullopt);
      if (x > 0 && x + label.width > room.width()) {
        x = 0;
        y += line;
      }
      label.anchor = {x, y + style.labelSize};
      x += std::max(label.width, style.px(10)) + style.px(9);
      m_used = std::max(m_used, x - style.px(9));
      m_words.push_back(std::move(label));
    }
    m_bottom = y + style.labelSize + style.px(14);
  }

  [[nodiscard]] QSizeF size() const {
    const double heading = m_style.letters.width(m_heading, m_style.label(m_style.theme.text2, 600));
    return {std::max(m_used, heading), m_bottom + m_frame.bottom()};
  }

  [[nodiscard]] std::optional<TokenLines::Word> wordAt(QPointF point) const {
    for (std::size_t j = 0; j < m_words.size(); ++j) {
      const PlacedLabel& word = m_words[j];
      const QRectF area(word.anchor.x(), word.anchor.y() - m_style.labelSize, std::max(word.width, m_style.px(10)),
                        m_style.labelSize + m_style.px(12));
      if (area.contains(point)) return TokenLines::Word{Role::Key, static_cast<std::int64_t>(j)};
    }
    return std::nullopt;
  }

  void paint(QPainter& painter) const {
    m_style.letters.draw(painter, {0, m_frame.top() + m_style.labelSize}, m_heading,
                         m_style.label(m_style.theme.text2, 600));
    const bool isClipped = painter.hasClipping();
    const QRectF seen = isClipped ? painter.clipBoundingRect() : QRectF();
    for (std::size_t j = 0; j < m_words.size(); ++j) {
      const PlacedLabel& word = m_words[j];
      if (isClipped &&
          (word.anchor.y() + m_style.px(14) < seen.top() || word.anchor.y() - 2 * m_style.labelSize > seen.bottom())) {
        continue;
      }
      paintLabel(painter, word, m_style);
      const QRectF track(word.anchor.x(), word.anchor.y() + m_style.px(6), std::max(word.width, m_style.px(10)),
                         m_style.px(5));
      if (!m_figure.isAllowed(m_row, static_cast<std::int64_t>(j))) {
        paintHatch(painter, track, m_style);
        continue;
      }
      const CellGlyph glyph = ValueScale().glyph(m_figure.value(m_row, static_cast<std::int64_t>(j)));
      if (glyph != CellGlyph::None) {
        paintGlyph(painter, track, glyph, m_style);
        continue;
      }
      painter.fillRect(track, m_style.theme.selected);
      const double share = m_largest > 0 ? m_figure.weight(m_row, static_cast<std::int64_t>(j)) / m_largest : 0;
      QRectF bar = track;
      bar.setWidth(track.width() * share);
      painter.fillRect(bar, m_style.theme.weights.line);
    }
    m_frame.paint(painter, {0, 0}, m_bottom);
  }

 private:
  const TokenLines& m_figure;
  const TokenLinesOptions& m_options;
  const FigureStyle& m_style;
  Frame m_frame;
  std::int64_t m_row;
  double m_largest = 0;
  QString m_heading;
  std::vector<PlacedLabel> m_words;
  double m_top = 0;
  double m_used = 0;
  double m_bottom = 0;
};

}  // namespace

TokenLines::TokenLines(core::Tensor weights, TokenLinesOptions options)
    : m_weights(std::move(weights)), m_options(std::move(options)) {
  if (m_weights.isNull() || m_weights.shape().rank() != 2 || m_weights.elementCount() == 0) {
    throw Error(ErrorKind::Shape, core::text("TokenLines", "Token lines need queries and keys; the tensor is %1.",
                                             m_weights.isNull() ? std::string("empty") : m_weights.shape().toString()));
  }
  const core::Tensor& allowed = m_options.allowed;
  if (!allowed.isNull() && (allowed.kind() != core::ElementKind::Bool || allowed.shape() != m_weights.shape())) {
    throw Error(ErrorKind::Shape,
                core::text("TokenLines", "The mask is %1 %2; the weights need bool %3.", core::toString(allowed.kind()),
                           allowed.shape().toString(), m_weights.shape().toString()));
  }
  if (m_options.focusRow && (*m_options.focusRow < 0 || *m_options.focusRow >= queries())) {
    throw Error(ErrorKind::Parameter, core::text("TokenLines", "The focus is row %1, and the weights have %2 of them.",
                                                 *m_options.focusRow, queries()));
  }
}

double TokenLines::value(std::int64_t query, std::int64_t key) const {
  return m_weights.at(query * keys() + key);
}

double TokenLines::weight(std::int64_t query, std::int64_t key) const {
  const double shown = value(query, key);
  return isAllowed(query, key) && std::isfinite(shown) ? std::max(shown, 0.0) : 0.0;
}

bool TokenLines::isAllowed(std::int64_t query, std::int64_t key) const {
  return m_options.allowed.isNull() || m_options.allowed.at(query * keys() + key) != 0;
}

bool TokenLines::isText() const {
  return std::max(queries(), keys()) > kMostLines;
}

std::optional<TokenLines::Word> TokenLines::wordAt(QPointF point, const QRectF& rect, const FigureStyle& style) const {
  const QPointF inside = point - rect.topLeft();
  return isText() ? TextLayout(*this, rect.size(), style).wordAt(inside)
                  : LinesLayout(*this, rect.size(), style).wordAt(inside);
}

std::vector<FigureNumbers> TokenLines::numbers() const {
  return {{m_options.title, m_weights}};
}

QSizeF TokenLines::sizeFor(double width, const FigureStyle& style) const {
  return isText() ? TextLayout(*this, {width, 0}, style).size() : LinesLayout(*this, {width, 0}, style).size();
}

void TokenLines::paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.translate(rect.topLeft());
  if (isText()) {
    TextLayout(*this, rect.size(), style).paint(painter);
  } else {
    LinesLayout(*this, rect.size(), style).paint(painter);
  }
  painter.restore();
}

}  // namespace heed::ui
