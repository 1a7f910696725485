#include "ui/step/strongest_keys.h"

#include "ui/step/patch_words.h"
#include "ui/tensorview/axis_labels.h"
#include "ui/tensorview/color_map.h"
#include "ui/tensorview/number_text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace heed::ui {

namespace {

constexpr double kRow = 48;
constexpr double kCrop = 32;
constexpr double kBar = 11;
constexpr double kRank = 18;
constexpr double kLegendLine = 22;

struct Words {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::StrongestKeys)
};

/// Four greys: colours would say roles or values.
QColor greyOf(std::size_t group, const Theme& theme) {
  const std::array<QColor, 4> greys{theme.ink, theme.text3, theme.strong, theme.border};
  return greys[group % greys.size()];
}

}  // namespace

StrongestKeys::StrongestKeys(PatchScores scores, std::shared_ptr<const PatchPicture> patches, QString title)
    : m_scores(std::move(scores)),
      m_patches(std::move(patches)),
      m_title(std::move(title)),
      m_keys(m_scores.strongest) {
  const bool isListed =
      std::ranges::any_of(m_keys, [&](const PatchScores::Key& key) { return key.place == m_scores.row; });
  if (!isListed && m_scores.itself.rank > 0) m_keys.push_back(m_scores.itself);
  for (const PatchScores::Key& key : m_keys) {
    double positive = 0;
    double negative = 0;
    for (const double part : key.parts) (part < 0 ? negative : positive) += std::abs(part);
    if (key.parts.empty()) (key.score < 0 ? negative : positive) = std::abs(key.score);
    m_positive = std::max(m_positive, positive);
    m_negative = std::max(m_negative, negative);
  }
}

QString StrongestKeys::placeOf(const PatchScores::Key& key) const {
  const std::int64_t columns = std::max(m_patches->columns(), 1);
  const QString words =
      key.place == m_scores.row ? Words::tr("row %1, column %2 (itself)") : Words::tr("row %1, column %2");
  return words.arg(key.place / columns).arg(key.place % columns);
}

double StrongestKeys::zero(double left, double right) const {
  const double all = m_positive + m_negative;
  return all > 0 ? left + (right - left) * m_negative / all : left;
}

std::vector<StrongestKeys::BarPart> StrongestKeys::barParts(const PatchScores::Key& key, double left,
                                                            double right) const {
  const double all = m_positive + m_negative;
  const double unit = all > 0 ? (right - left) / all : 0;
  double after = zero(left, right);
  double before = after;
  std::vector<BarPart> parts;
  const std::vector<double> values = key.parts.empty() ? std::vector<double>{key.score} : key.parts;
  for (std::size_t group = 0; group < values.size(); ++group) {
    const double length = std::abs(values[group]) * unit;
    if (values[group] < 0) {
      parts.push_back({group, before - length, before});
      before -= length;
    } else {
      parts.push_back({group, after, after + length});
      after += length;
    }
  }
  return parts;
}

double StrongestKeys::legendHeight(double width, const FigureStyle& style) const {
  if (m_scores.groups.empty()) return style.px(4);
  double x = 0;
  int lines = 1;
  for (const PatchScores::Group& group : m_scores.groups) {
    const double wide = style.px(20) + style.letters.width(groupTitle(group.name), style.small(style.theme.text2));
    if (x > 0 && x + wide > width) {
      x = 0;
      ++lines;
    }
    x += wide + style.px(12);
  }
  return lines * style.px(kLegendLine) + style.px(4);
}

void StrongestKeys::paintLegend(QPainter& painter, double width, const FigureStyle& style) const {
  double x = 0;
  double y = 0;
  const TextStyle words = style.small(style.theme.text2);
  for (std::size_t i = 0; i < m_scores.groups.size(); ++i) {
    const QString title = groupTitle(m_scores.groups[i].name);
    const double wide = style.px(20) + style.letters.width(title, words);
    if (x > 0 && x + wide > width) {
      x = 0;
      y += style.px(kLegendLine);
    }
    const QColor grey = greyOf(i, style.theme);
    const QRectF box(x, y + style.px(2), style.px(15), style.px(15));
    painter.fillRect(box, grey);
    const TextStyle letter = style.small(textOn(grey.rgb(), style.theme), 600);
    style.letters.draw(painter, box.center() + QPointF(0, letter.size * 0.33), groupLetter(m_scores.groups[i].name),
                       letter, Qt::AlignHCenter);
    style.letters.draw(painter, {box.right() + style.px(5), box.center().y() + words.size * 0.35}, title, words);
    x += wide + style.px(12);
  }
}

QStringList StrongestKeys::notes(double width, const FigureStyle& style) const {
  QStringList lines;
  QStringList sentences{nearEqualSentence(m_scores)};
  if (!m_scores.groups.empty()) sentences << Words::tr("The parts of a bar add up to the score.");
  for (const QString& sentence : sentences) {
    if (!sentence.isEmpty()) lines << style.letters.wrapped(sentence, style.small(style.theme.text2), width);
  }
  return lines;
}

QSizeF StrongestKeys::sizeFor(double width, const FigureStyle& style) const {
  const double notesHeight = static_cast<double>(notes(width, style).size()) * style.leastSize * 1.45;
  return {width,
          legendHeight(width, style) + static_cast<double>(m_keys.size()) * style.px(kRow) + notesHeight + style.px(6)};
}

std::optional<std::size_t> StrongestKeys::keyAt(QPointF point, const QRectF& rect, const FigureStyle& style) const {
  const double y = point.y() - rect.top() - legendHeight(rect.width(), style);
  if (y < 0 || !rect.contains(point)) return std::nullopt;
  const auto place = static_cast<std::size_t>(y / style.px(kRow));
  return place < m_keys.size() ? std::optional(place) : std::nullopt;
}

void StrongestKeys::paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.translate(rect.topLeft());
  painter.setPen(Qt::NoPen);
  paintLegend(painter, rect.width(), style);
  double y = legendHeight(rect.width(), style);
  for (const PatchScores::Key& key : m_keys) {
    paintKey(painter, key, QRectF(0, y, rect.width(), style.px(kRow)), style);
    y += style.px(kRow);
  }
  y += style.leastSize;
  for (const QString& line : notes(rect.width(), style)) {
    style.letters.draw(painter, {0, y}, line, style.small(style.theme.text2));
    y += style.leastSize * 1.45;
  }
  painter.restore();
}

void StrongestKeys::paintKey(QPainter& painter, const PatchScores::Key& key, const QRectF& row,
                             const FigureStyle& style) const {
  const Theme& theme = style.theme;
  const bool isFocus = key.place == m_scores.focus.place;
  const bool isQuery = key.place == m_scores.row;
  const QColor own = theme.role(isFocus ? Role::Key : Role::Query).line;
  if (isFocus) painter.fillRect(row.adjusted(-style.px(6), 0, style.px(6), -style.px(3)), theme.selected);
  const double middle = row.top() + (row.height() - style.px(3)) / 2;
  const TextStyle rank = style.number(style.leastSize, isFocus ? own : theme.text3, isFocus ? 700 : 400);
  style.letters.draw(painter, {row.left() + style.px(kRank - 6), middle + style.leastSize * 0.35},
                     QString::number(key.rank), rank, Qt::AlignRight);
  const QRectF crop(row.left() + style.px(kRank), middle - style.px(kCrop) / 2, style.px(kCrop), style.px(kCrop));
  const bool isMarked = isFocus || isQuery;
  paintCrop(painter, crop, m_patches->crop(key.place), isMarked ? own : theme.strong,
            isMarked ? style.px(2.5) : style.line);
  const double left = crop.right() + style.px(9);
  const double upper = row.top() + style.px(8) + style.leastSize * 0.7;
  const QString number = fixedText(key.score, 2);
  const TextStyle score = style.number(style.leastSize, theme.text, 600);
  style.letters.draw(painter, {row.right(), upper}, number, score, Qt::AlignRight);
  const double room = row.right() - style.letters.width(number, score) - style.px(6) - left;
  const TextStyle words = style.small(theme.text);
  if (style.letters.width(placeOf(key), words) <= room) style.letters.draw(painter, {left, upper}, placeOf(key), words);
  const QRectF bar(left, upper + style.px(6), row.right() - left, style.px(kBar));
  const TextStyle base = style.number(std::min(style.leastSize, style.px(kBar)), theme.text, 600);
  for (const BarPart& part : barParts(key, bar.left(), bar.right())) {
    const QColor grey = greyOf(part.group, theme);
    const QRectF area(part.from, bar.top(), part.to - part.from, bar.height());
    painter.fillRect(area, grey);
    if (key.parts.empty()) continue;
    TextStyle letter = base;
    letter.color = textOn(grey.rgb(), theme);
    const QString text = groupLetter(m_scores.groups[part.group].name);
    if (style.letters.width(text, letter) + style.px(3) > area.width()) continue;
    style.letters.draw(painter, {area.center().x(), area.bottom() - style.px(2)}, text, letter, Qt::AlignHCenter);
  }
  painter.setPen(QPen(theme.text, style.px(1.5), Qt::SolidLine, Qt::FlatCap));
  const double line = zero(bar.left(), bar.right());
  painter.drawLine(QPointF(line, bar.top() - style.px(2)), QPointF(line, bar.bottom() + style.px(2)));
  painter.setPen(Qt::NoPen);
}

std::vector<FigureNumbers> StrongestKeys::numbers() const {
  const auto columns = static_cast<std::int64_t>(m_scores.groups.size()) + 1;
  core::TensorBuffer table(core::ElementKind::Float32, {static_cast<std::int64_t>(m_keys.size()), columns});
  std::int64_t place = 0;
  for (const PatchScores::Key& key : m_keys) {
    for (std::size_t group = 0; group < m_scores.groups.size(); ++group) {
      table.setAt(place++, group < key.parts.size() ? key.parts[group] : 0.0);
    }
    table.setAt(place++, key.score);
  }
  return {{m_title, table.finish()}};
}

}  // namespace heed::ui
