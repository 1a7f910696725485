#include "ui/step/push_table.h"

#include "ui/tensorview/number_text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::PushTable)
};

constexpr double kTitleHeight = 24;
constexpr double kHeadHeight = 24;
constexpr double kLineHeight = 24;
constexpr std::size_t kMostEntries = 16;
constexpr int kDecimals = 4;
constexpr double kExact = 1e-6;  ///< below it a sum of float32 numbers is 0

/// Right edges of the columns, from the right edge of the table.
constexpr double kWeightEdge = 76;
constexpr double kGradientEdge = 132;

}  // namespace

PushTable::PushTable(const StageMatrix& result, const Pushes& pushes, Focus::Cell focus, QString title)
    : m_title(std::move(title)), m_focus(focus.column) {
  for (std::int64_t key = 0; key < result.columnCount(); ++key) {
    if (!result.isAllowed(focus.row, key)) continue;
    m_entries.push_back({QString::fromStdString(core::axisPlace(result.columns, key)), key,
                         pushes.gradient.value(focus.row, key), pushes.weights.value(focus.row, key),
                         result.value(focus.row, key)});
    m_sum += m_entries.back().push;
  }
  std::ranges::stable_sort(m_entries, std::ranges::greater(),
                           [](const Entry& entry) { return std::isfinite(entry.push) ? std::abs(entry.push) : 0.0; });
}

std::size_t PushTable::shownCount() const {
  return std::min(m_entries.size(), kMostEntries);
}

QSizeF PushTable::sizeFor(double width, const FigureStyle& style) const {
  const double lines = static_cast<double>(shownCount()) + (shownCount() < m_entries.size() ? 2 : 1);
  return {width, style.px(kTitleHeight + kHeadHeight + lines * kLineHeight + 6)};
}

void PushTable::paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(rect.topLeft());
  paintHeads(painter, rect.width(), style);
  double y = style.px(kTitleHeight + kHeadHeight);
  for (std::size_t i = 0; i < shownCount(); ++i, y += style.px(kLineHeight)) {
    paintEntry(painter, y, rect.width(), m_entries[i], style);
  }
  if (shownCount() < m_entries.size()) {
    const auto more = static_cast<int>(m_entries.size() - shownCount());
    style.letters.draw(painter, {style.px(8), y + style.px(16)},
                       QCoreApplication::translate("heed::ui::PushTable", "%n more", nullptr, more),
                       style.small(style.theme.text3));
    y += style.px(kLineHeight);
  }
  paintSum(painter, y, rect.width(), style);
  painter.restore();
}

void PushTable::paintHeads(QPainter& painter, double width, const FigureStyle& style) const {
  const Theme& theme = style.theme;
  const TextStyle strong{style.px(13), theme.text, FontUse::Interface, 600};
  style.letters.draw(painter, {0, style.px(15)}, m_title, strong);
  const double baseline = style.px(kTitleHeight + 15);
  const double right = width - style.px(8);
  const TextStyle head{style.px(12), theme.text2, FontUse::Interface, 400};
  style.letters.draw(painter, {style.px(8), baseline}, Words::tr("key"), head);
  TextStyle letter{style.px(12), theme.text2, FontUse::Numbers, 400};
  style.letters.draw(painter, {right - style.px(kGradientEdge), baseline}, QStringLiteral("g"), letter, Qt::AlignRight);
  letter.color = theme.role(core::Role::Weights).line;
  style.letters.draw(painter, {right - style.px(kWeightEdge), baseline}, QStringLiteral("a"), letter, Qt::AlignRight);
  style.letters.draw(painter, {right, baseline}, Words::tr("push"), head, Qt::AlignRight);
}

void PushTable::paintEntry(QPainter& painter, double y, double width, const Entry& entry,
                           const FigureStyle& style) const {
  const Theme& theme = style.theme;
  const bool isFocus = entry.place == m_focus;
  if (isFocus) painter.fillRect(QRectF(0, y, width, style.px(kLineHeight)), theme.selected);
  const double baseline = y + style.px(16.5);
  const double right = width - style.px(8);
  const TextStyle name{style.px(13), theme.text, FontUse::Interface, isFocus ? 600 : 400};
  const double room = right - style.px(kGradientEdge + 70);
  QString word = entry.key;
  while (word.size() > 2 && style.letters.width(word, name) > room) word = word.left(word.size() - 2) + QChar(0x2026);
  style.letters.draw(painter, {style.px(8), baseline}, word, name);
  if (word != QString::number(entry.place)) {
    style.letters.draw(painter, {style.px(8) + style.letters.width(word, name) + style.px(5), baseline},
                       QString::number(entry.place), style.number(style.leastSize, theme.text3, 400));
  }
  const TextStyle number = style.number(style.px(12), theme.text, isFocus ? 600 : 400);
  style.letters.draw(painter, {right - style.px(kGradientEdge), baseline}, signedCellText(entry.gradient, 2), number,
                     Qt::AlignRight);
  style.letters.draw(painter, {right - style.px(kWeightEdge), baseline}, weightCellText(entry.weight, 2), number,
                     Qt::AlignRight);
  style.letters.draw(painter, {right, baseline},
                     entry.push == 0 ? QStringLiteral("0") : changeText(entry.push, kDecimals), number, Qt::AlignRight);
}

void PushTable::paintSum(QPainter& painter, double y, double width, const FigureStyle& style) const {
  const Theme& theme = style.theme;
  painter.fillRect(QRectF(0, y + style.px(1), width, style.px(1.5)), theme.ink);
  const double baseline = y + style.px(18);
  const double right = width - style.px(8);
  const TextStyle words{style.px(12), theme.text2, FontUse::Interface, 400};
  style.letters.draw(painter, {style.px(8), baseline}, Words::tr("sum (exact; the terms are rounded)"), words);
  const bool isNothing =
      std::abs(m_sum) <= kExact * std::max(1.0, std::abs(m_entries.empty() ? 0 : m_entries.front().push));
  style.letters.draw(painter, {right, baseline}, isNothing ? QStringLiteral("0") : readoutText(m_sum, kDecimals),
                     style.number(style.px(12), theme.text, 700), Qt::AlignRight);
}

std::vector<FigureNumbers> PushTable::numbers() const {
  core::TensorBuffer values(core::ElementKind::Float64, {static_cast<std::int64_t>(m_entries.size()), 3});
  std::int64_t next = 0;
  for (const Entry& entry : m_entries) {
    for (const double value : {entry.gradient, entry.weight, entry.push}) values.setAt(next++, value);
  }
  return {{m_title, values.finish()}};
}

}  // namespace heed::ui
