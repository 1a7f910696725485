#include "ui/step/ledger_view.h"

#include "ui/step/figure_area.h"
#include "ui/tensorview/color_map.h"
#include "ui/tensorview/number_text.h"
#include "ui/widgets/follow.h"

#include <QCoreApplication>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

// Lengths in pixels of the design.
constexpr double kMostCellWidth = 62;
constexpr double kCellHeight = 30;
constexpr double kSumWidth = 54;
constexpr double kCellMargin = 3;  ///< between a number and the edge of its cell
constexpr double kHeadHeight = 56;
constexpr double kFootHeight = 34;

struct Words {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::Ledger)
};

/// The text in the largest face, down to the least, in which it is no wider than the room.
TextStyle fitted(const FigureStyle& style, const QString& text, TextStyle wanted, double room) {
  const double width = style.letters.width(text, wanted);
  if (width > room) wanted.size = std::max(style.leastSize, wanted.size * room / width);
  return wanted;
}

}  // namespace

struct LedgerFigure::Layout {
  double left = 0;
  double top = 0;
  double cell = 0;
  double height = 0;
  double sumRight = 0;
};

LedgerFigure::Layout LedgerFigure::layout(double width, const FigureStyle& style) const {
  Layout layout;
  double names = 0;
  for (const Ledger::Feature& feature : m_ledger.rows) {
    names = std::max(names, style.letters.width(feature.name, style.small(style.theme.text)));
  }
  const double value = style.letters.width(QStringLiteral("−0.0"), style.number(style.leastSize, style.theme.text));
  layout.left = std::min(names, style.px(88)) + value + style.px(14);
  layout.top = style.px(kHeadHeight);
  const auto count = static_cast<double>(std::max<std::size_t>(m_ledger.columns.size(), 1));
  layout.cell = std::min(style.px(kMostCellWidth), (width - layout.left - style.px(kSumWidth)) / count);
  layout.height = style.px(kCellHeight);
  layout.sumRight = layout.left + layout.cell * count + style.px(kSumWidth);
  return layout;
}

QSizeF LedgerFigure::sizeFor(double width, const FigureStyle& style) const {
  const Layout places = layout(width, style);
  return {width, places.top + places.height * static_cast<double>(m_ledger.rows.size()) + style.px(kFootHeight)};
}

QString LedgerFigure::cellText(double value, const FigureStyle& style, const TextStyle& letters, double room) {
  for (int decimals = 3; decimals > 0; --decimals) {
    const QString text = signedCellText(value, decimals);
    if (style.letters.width(text, letters) <= room) return text;
  }
  return signedCellText(value, 0);
}

std::vector<std::pair<std::size_t, std::size_t>> LedgerFigure::largest() const {
  std::vector<std::pair<std::size_t, std::size_t>> places;
  for (std::size_t row = 0; row < m_ledger.rows.size(); ++row) {
    for (std::size_t column = 0; column < m_ledger.columns.size(); ++column) places.emplace_back(row, column);
  }
  std::ranges::stable_sort(places, [this](const auto& a, const auto& b) {
    return std::abs(m_ledger.at(a.first, a.second)) > std::abs(m_ledger.at(b.first, b.second));
  });
  if (places.size() > 2) places.resize(2);
  return places;
}

void LedgerFigure::paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(rect.topLeft());
  const Layout places = layout(rect.width(), style);
  paintHeads(painter, places, style);
  paintCells(painter, places, style);
  paintSums(painter, places, style);
  painter.restore();
}

void LedgerFigure::paintHeads(QPainter& painter, const Layout& places, const FigureStyle& style) const {
  const Theme& theme = style.theme;
  const TextStyle query{style.leastSize, theme.query.line, FontUse::Interface, 600};
  const TextStyle key{style.leastSize, theme.key.line, FontUse::Interface, 600};
  style.letters.draw(painter, {0, style.px(12)}, Words::tr("query"), query);
  const double middle = places.left + places.cell * static_cast<double>(m_ledger.columns.size()) / 2;
  style.letters.draw(painter, {middle, style.px(12)}, Words::tr("features of the key"), key, Qt::AlignHCenter);
  for (std::size_t j = 0; j < m_ledger.columns.size(); ++j) {
    const Ledger::Feature& feature = m_ledger.columns[j];
    const double x = places.left + (static_cast<double>(j) + 0.5) * places.cell;
    const TextStyle name = fitted(style, feature.name, style.small(theme.text), places.cell - style.px(2));
    style.letters.draw(painter, {x, style.px(32)}, feature.name, name, Qt::AlignHCenter);
    if (feature.isRest) continue;
    style.letters.draw(painter, {x, style.px(49)}, signedCellText(feature.value, 1),
                       style.number(style.leastSize, theme.key.line, 600), Qt::AlignHCenter);
  }
  style.letters.draw(painter, {places.sumRight - style.px(4), style.px(49)}, Words::tr("row"), style.small(theme.text3),
                     Qt::AlignRight);
  for (std::size_t i = 0; i < m_ledger.rows.size(); ++i) {
    const Ledger::Feature& feature = m_ledger.rows[i];
    const double baseline = places.top + (static_cast<double>(i) + 0.5) * places.height + style.px(4);
    const double value = feature.isRest ? 0 : style.px(30);
    const double right = places.left - style.px(7);
    const TextStyle name = fitted(style, feature.name, style.small(theme.text), right - value);
    style.letters.draw(painter, {right - value, baseline}, feature.name, name, Qt::AlignRight);
    if (feature.isRest) continue;
    style.letters.draw(painter, {right, baseline}, signedCellText(feature.value, 1),
                       style.number(style.leastSize, theme.query.line, 600), Qt::AlignRight);
  }
}

void LedgerFigure::paintCells(QPainter& painter, const Layout& places, const FigureStyle& style) const {
  const Theme& theme = style.theme;
  double limit = 0;
  for (const double value : m_ledger.cells) limit = std::max(limit, std::abs(value));
  const ColorMap map = ColorMap::fromStops(theme.signedMap);
  const auto cellAt = [&](std::size_t i, std::size_t j) {
    return QRectF(places.left + static_cast<double>(j) * places.cell,
                  places.top + static_cast<double>(i) * places.height, places.cell - style.gap,
                  places.height - style.gap);
  };
  for (std::size_t i = 0; i < m_ledger.rows.size(); ++i) {
    for (std::size_t j = 0; j < m_ledger.columns.size(); ++j) {
      const double value = m_ledger.at(i, j);
      const QRgb ground = map.at(limit > 0 ? centredPosition(value, limit) : 0.5);
      const QRectF cell = cellAt(i, j);
      painter.fillRect(cell, QColor(ground));
      const TextStyle number = style.number(style.numberSize, textOn(ground, theme));
      const QString text = cellText(value, style, number, cell.width() - 2 * style.px(kCellMargin));
      style.letters.draw(painter, {cell.center().x(), cell.center().y() + style.letters.capHeight(number) / 2}, text,
                         number, Qt::AlignHCenter);
    }
  }
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.ink, style.px(2)));
  for (const auto& [row, column] : largest()) {
    const double half = style.px(1);
    painter.drawRect(cellAt(row, column).adjusted(half, half, -half, -half));
  }
}

void LedgerFigure::paintSums(QPainter& painter, const Layout& places, const FigureStyle& style) const {
  const Theme& theme = style.theme;
  const TextStyle sum = style.number(style.numberSize, theme.text, 600);
  for (std::size_t i = 0; i < m_ledger.rows.size(); ++i) {
    double total = 0;
    for (std::size_t j = 0; j < m_ledger.columns.size(); ++j) total += m_ledger.at(i, j);
    style.letters.draw(
        painter,
        {places.sumRight - style.px(4), places.top + (static_cast<double>(i) + 0.5) * places.height + style.px(4)},
        cellText(total, style, sum, style.px(kSumWidth - 8)), sum, Qt::AlignRight);
  }
  const double foot = places.top + static_cast<double>(m_ledger.rows.size()) * places.height;
  painter.fillRect(QRectF(places.left, foot + style.px(3), places.sumRight - places.left, style.px(1.5)), theme.ink);
  const double baseline = foot + style.px(22);
  for (std::size_t j = 0; j < m_ledger.columns.size(); ++j) {
    double total = 0;
    for (std::size_t i = 0; i < m_ledger.rows.size(); ++i) total += m_ledger.at(i, j);
    style.letters.draw(painter, {places.left + (static_cast<double>(j) + 0.5) * places.cell, baseline},
                       cellText(total, style, sum, places.cell - 2 * style.px(kCellMargin)), sum, Qt::AlignHCenter);
  }
  style.letters.draw(painter, {places.left - style.px(7), baseline}, Words::tr("sum"), style.small(theme.text2),
                     Qt::AlignRight);
  const QRectF frame(places.sumRight - style.px(kSumWidth - 1), foot + style.px(8), style.px(kSumWidth - 2),
                     style.px(22));
  painter.setPen(QPen(theme.ink, style.px(2)));
  painter.drawRoundedRect(frame, style.px(3), style.px(3));
  const TextStyle total = style.number(style.px(13), theme.text, 700);
  style.letters.draw(painter, {frame.center().x(), frame.center().y() + style.letters.capHeight(total) / 2},
                     cellText(m_ledger.score, style, total, frame.width() - 2 * style.px(kCellMargin)), total,
                     Qt::AlignHCenter);
}

std::vector<FigureNumbers> LedgerFigure::numbers() const {
  const auto rows = static_cast<std::int64_t>(m_ledger.rows.size());
  const auto columns = static_cast<std::int64_t>(m_ledger.columns.size());
  core::TensorBuffer values(core::ElementKind::Float64, {rows, columns});
  for (std::size_t i = 0; i < m_ledger.cells.size(); ++i) values.setAt(static_cast<std::int64_t>(i), m_ledger.cells[i]);
  return {{m_title, values.finish()}};
}

LedgerView::LedgerView(Walk& walk, Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      m_walk(walk),
      m_appearance(appearance),
      m_title(new QLabel(this)),
      m_sentence(new FlowText(appearance, this, 14, 21)),
      m_picture(new FigureArea(
          appearance, [this] { return m_figure ? &*m_figure : nullptr; }, this)),
      m_why(new FlowText(appearance, this, 14, 21)),
      m_note(new FlowText(appearance, this, 13, 18)),
      m_close(new QPushButton(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_title);
  layout->addWidget(m_sentence);
  layout->addWidget(m_picture);
  layout->addWidget(m_why);
  layout->addWidget(m_note);
  layout->addStretch(1);
  layout->addWidget(m_close, 0, Qt::AlignRight);
  m_note->setTone(FlowText::Tone::Soft);
  connect(m_close, &QAbstractButton::clicked, this, &LedgerView::closed);
  heed::ui::follow(*this, appearance, [this] { applyAppearance(); });
  retranslate();
}

void LedgerView::applyAppearance() {
  const int side = m_appearance.px(20);
  layout()->setContentsMargins(side, m_appearance.px(16), side, m_appearance.px(16));
  layout()->setSpacing(m_appearance.px(8));
  m_title->setFont(m_appearance.font(20, 600));
}

void LedgerView::show(int step, std::int64_t offset) {
  const auto& result = m_walk.session().result();
  const bool isShown = m_shownOf.lock() == result && m_step == step && m_offset == offset;
  if (isShown) return;
  m_shownOf = result;
  m_step = step;
  m_offset = offset;
  m_walk.session().ask(
      QStringLiteral("ledger"),
      [step, offset](core::Evaluator& evaluator, const Computation& computation) {
        return ledgerOf(evaluator, computation, step, offset);
      },
      [this](Ledger ledger) { take(std::move(ledger)); },
      [this](const core::Error& error) {
        m_shownOf.reset();
        m_figure.reset();
        retranslate();
        m_sentence->setRuns(flowOf(translated(error.text())));
        Q_EMIT arrived();
      });
}

void LedgerView::take(Ledger ledger) {
  m_figure.emplace(std::move(ledger), tr("Ledger"));
  m_picture->updateGeometry();
  m_picture->update();
  retranslate();
  Q_EMIT arrived();
}

void LedgerView::retranslate() {
  m_close->setText(tr("Close"));
  m_title->setText(m_figure ? tr("Why %1?").arg(fixedText(m_figure->ledger().score, 2)) : tr("Ledger"));
  m_picture->setVisible(m_figure.has_value());
  m_sentence->setRuns({});
  m_why->setRuns({});
  m_note->setRuns({});
  if (!m_figure) return;
  const Ledger& ledger = m_figure->ledger();
  m_sentence->setRuns(flowOf(
      tr("Features of %1 meet those of %2; the head says what each meeting is worth."),
      {chipRun(ledger.query, Role::Query, QStringLiteral("q")), chipRun(ledger.key, Role::Key, QStringLiteral("k"))}));
  m_note->setRuns(flowOf(tr("The cells add up to the score: %1 (rounded; full sum %2)."),
                         {numberRun(fixedText(ledger.score, 3)), numberRun(fixedText(ledger.sum(), 4))}));
  const auto cells = m_figure->largest();
  if (cells.size() < 2 || ledger.score == 0.0) return;
  const auto pair = [&](std::size_t i) {
    return strongRun(ledger.rows[cells[i].first].name + QStringLiteral(" × ") + ledger.columns[cells[i].second].name);
  };
  const double first = ledger.at(cells[0].first, cells[0].second);
  const double second = ledger.at(cells[1].first, cells[1].second);
  const double shown = std::round(first * 100) / 100 + std::round(second * 100) / 100;
  m_why->setRuns(flowOf(tr("%1, %2, and %3, %4, make %5, %6 % of it."),
                        {pair(0), numberRun(fixedText(first, 2)), pair(1), numberRun(fixedText(second, 2)),
                         numberRun(fixedText(shown, 2)),
                         numberRun(QString::number(std::lround(100.0 * (first + second) / ledger.score)))}));
}

void LedgerView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QWidget::changeEvent(event);
}

}  // namespace heed::ui
