#include "ui/step/root_figure.h"

#include "ui/tensorview/number_text.h"

#include <QCoreApplication>
#include <QPainter>

namespace heed::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::RootFigure)
};

// Lengths in pixels of the design.
constexpr double kTitleHeight = 24;
constexpr double kHeadHeight = 36;
constexpr double kRowHeight = 34;
constexpr double kBarHeight = 8;
constexpr double kWidthColumn = 34;
constexpr double kNumberColumn = 34;
constexpr double kSlopeColumn = 48;
constexpr double kSourceLine = 17;

}  // namespace

QString RootFigure::title() const {
  return Words::tr("Why divide by √d?");
}

QString RootFigure::source() const {
  return Words::tr("%1 draws, seed %2: random queries and %3 random keys, all channels standard normal.")
      .arg(m_trial.draws)
      .arg(m_trial.seed)
      .arg(m_trial.keys);
}

QSizeF RootFigure::sizeFor(double width, const FigureStyle& style) const {
  const auto lines = static_cast<double>(style.letters.wrapped(source(), style.small(style.theme.text3), width).size());
  return {width, style.px(kTitleHeight + kHeadHeight + kSourceLine * lines + 4) +
                     style.px(kRowHeight) * static_cast<double>(m_rows.size())};
}

void RootFigure::paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
  const Theme& theme = style.theme;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(rect.topLeft());
  const double width = rect.width();
  style.letters.draw(painter, {0, style.px(15)}, title(), {style.px(14), theme.text, FontUse::Interface, 600});
  const TextStyle head = style.small(theme.text2);
  double y = style.px(kTitleHeight);
  style.letters.draw(painter, {style.px(kWidthColumn) - style.px(10), y + style.px(28)}, QStringLiteral("d"),
                     {head.size, theme.text2, FontUse::Mathematics, 400, true}, Qt::AlignRight);
  style.letters.draw(painter, {style.px(kWidthColumn), y + style.px(12)}, Words::tr("mean largest weight"), head);
  double x = style.px(kWidthColumn);
  x += style.letters.width(Words::tr("without"), {head.size, theme.text2, FontUse::Interface, 600});
  style.letters.draw(painter, {style.px(kWidthColumn), y + style.px(28)}, Words::tr("without"),
                     {head.size, theme.text2, FontUse::Interface, 600});
  style.letters.draw(painter, {x + style.px(10), y + style.px(28)}, Words::tr("with ÷ √d"),
                     {head.size, theme.weights.line, FontUse::Interface, 600});
  style.letters.draw(painter, {width, y + style.px(12)}, Words::tr("slope"), head, Qt::AlignRight);
  style.letters.draw(painter, {width, y + style.px(28)}, QStringLiteral("a(1 \u2212 a)"),
                     {head.size, theme.text2, FontUse::Mathematics, 400}, Qt::AlignRight);
  y += style.px(kHeadHeight);
  for (const core::RootOfWidthRow& row : m_rows) {
    paintRow(painter, row, y, width, style);
    y += style.px(kRowHeight);
  }
  y += style.px(13);
  const TextStyle small = style.small(theme.text3);
  for (const QString& line : style.letters.wrapped(source(), small, width)) {
    style.letters.draw(painter, {0, y}, line, small);
    y += style.px(kSourceLine);
  }
  painter.restore();
}

void RootFigure::paintRow(QPainter& painter, const core::RootOfWidthRow& row, double y, double width,
                          const FigureStyle& style) const {
  const Theme& theme = style.theme;
  const double left = style.px(kWidthColumn);
  const double room = width - left - style.px(kNumberColumn + kSlopeColumn);
  style.letters.draw(painter, {left - style.px(10), y + style.px(18)}, QString::number(row.width),
                     style.number(style.px(12), theme.text, 600), Qt::AlignRight);
  const auto bar = [&](double upper, double largest, double slope, const QColor& color) {
    painter.fillRect(QRectF(left, upper + style.px(2), room * largest, style.px(kBarHeight)), color);
    const TextStyle number = style.number(style.leastSize, color, 500);
    const double baseline = upper + style.px(10);
    style.letters.draw(painter, {left + room * largest + style.px(5), baseline}, weightCellText(largest), number);
    style.letters.draw(painter, {width, baseline}, weightCellText(slope), number, Qt::AlignRight);
  };
  bar(y, row.largestWithout, row.slopeWithout, theme.text3);
  bar(y + style.px(14), row.largestWith, row.slopeWith, theme.weights.line);
}

std::vector<FigureNumbers> RootFigure::numbers() const {
  const auto count = static_cast<std::int64_t>(m_rows.size());
  constexpr std::int64_t kColumns = 5;
  core::TensorBuffer values(core::ElementKind::Float64, {count, kColumns});
  for (std::int64_t i = 0; i < count; ++i) {
    const core::RootOfWidthRow& row = m_rows[static_cast<std::size_t>(i)];
    const double numbers[] = {static_cast<double>(row.width), row.largestWithout, row.largestWith, row.slopeWithout,
                              row.slopeWith};
    for (std::int64_t column = 0; column < kColumns; ++column) values.setAt(kColumns * i + column, numbers[column]);
  }
  return {{title(), values.finish()}};
}

}  // namespace heed::ui
