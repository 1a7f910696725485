#include "ui/step/ruler.h"

#include "ui/step/place_words.h"

#include "core/base/philox.h"
#include "ui/tensorview/number_text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::Ruler)
};

// Lengths in pixels of the design.
constexpr double kNeedleHeight = 26;
constexpr double kBarHeight = 26;
constexpr double kScaleHeight = 18;
constexpr double kHeadHeight = 22;
constexpr double kRowHeight = 22;
constexpr double kNameWidth = 82;
constexpr double kNumberWidth = 66;
constexpr std::size_t kShownKeys = 5;

/// The steps of a draw, in the block that a step belongs to.
struct DrawSteps {
  int probabilities = -1;
  int uniform = -1;
  int chosen = -1;
  [[nodiscard]] bool isWhole() const { return probabilities >= 0 && uniform >= 0 && chosen >= 0; }
};

DrawSteps drawSteps(const Computation& computation, int step) {
  const std::string& id = computation.step(step).id;
  const std::string block = id.substr(0, id.rfind('/') + 1);
  const core::Program& program = computation.program();
  return {program.stepIndex(block + "probabilities"), program.stepIndex(block + "uniform"),
          program.stepIndex(block + "chosen")};
}

/// The key whose part of the ruler a number falls into.
std::size_t keyAt(const std::vector<Ruler::Key>& keys, double number) {
  double sum = 0.0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].share <= 0.0) continue;
    last = i;
    sum += keys[i].share;
    if (number < sum) return i;
  }
  return last;
}

}  // namespace

bool hasRuler(const Computation& computation, int step) {
  const core::Phase phase = computation.step(step).phase;
  return phase == core::Phase::Normalise && drawSteps(computation, step).isWhole();
}

DrawPlace drawPlace(const StageMatrix& shown, std::int64_t head, Focus::Cell cell) {
  const bool isOnePerQuery = shown.columns.meaning == core::AxisMeaning::Query;
  return isOnePerQuery ? DrawPlace{cell.row, cell.column} : DrawPlace{head, cell.row};
}

std::optional<Ruler> rulerOf(core::Evaluator& evaluator, const Computation& computation, int step, std::int64_t head,
                             std::int64_t row) {
  const DrawSteps steps = drawSteps(computation, step);
  if (!steps.isWhole()) return std::nullopt;
  const StageMatrix chances = stageMatrix(evaluator, computation, steps.probabilities, head);
  if (row < 0 || row >= chances.rowCount()) return std::nullopt;
  Ruler ruler;
  for (std::int64_t column = 0; column < chances.columnCount(); ++column) {
    const double share = chances.isAllowed(row, column) ? chances.value(row, column) : 0.0;
    if (!std::isfinite(share)) return std::nullopt;
    ruler.keys.push_back({placeText(chances.columns, column), share, 0});
  }
  const std::int64_t place = chances.base / chances.columnCount() + row;
  ruler.needle = evaluator.value(computation.step(steps.uniform).value).at(place);
  ruler.chosen = static_cast<std::int64_t>(evaluator.value(computation.step(steps.chosen).value).at(place));
  if (std::ranges::none_of(ruler.keys, [](const Ruler::Key& key) { return key.share > 0.0; })) return ruler;
  constexpr char kStream[] = "needles of the ruler";
  const std::uint64_t stream = core::stableHash(kStream, sizeof(kStream) - 1);
  for (int i = 0; i < Ruler::kNeedles; ++i) {
    const auto number = static_cast<double>(core::philoxUniform(
        computation.lowered().seed, stream, static_cast<std::uint64_t>(place * Ruler::kNeedles + i)));
    ++ruler.keys[keyAt(ruler.keys, number)].hits;
  }
  return ruler;
}

std::vector<std::size_t> RulerFigure::shownKeys() const {
  std::vector<std::size_t> order(m_ruler.keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto isDrawn = [this](std::size_t i) { return static_cast<std::int64_t>(i) == m_ruler.chosen; };
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return isDrawn(a) != isDrawn(b) ? isDrawn(a) : m_ruler.keys[a].share > m_ruler.keys[b].share;
  });
  if (order.size() > kShownKeys) order.resize(kShownKeys);
  std::ranges::sort(order);
  return order;
}

QSizeF RulerFigure::sizeFor(double width, const FigureStyle& style) const {
  return {width, style.px(kNeedleHeight + kBarHeight + kScaleHeight + kHeadHeight +
                          kRowHeight * static_cast<double>(shownKeys().size()))};
}

void RulerFigure::paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(rect.topLeft());
  paintRuler(painter, rect.width(), style);
  paintKeys(painter, rect.width(), style);
  painter.restore();
}

void RulerFigure::paintRuler(QPainter& painter, double width, const FigureStyle& style) const {
  const Theme& theme = style.theme;
  const double top = style.px(kNeedleHeight);
  const double height = style.px(kBarHeight);
  const TextStyle word{style.leastSize, theme.text, FontUse::Interface, 500};
  double from = 0.0;
  for (std::size_t i = 0; i < m_ruler.keys.size(); ++i) {
    const QRectF part(from * width, top, m_ruler.keys[i].share * width, height);
    from += m_ruler.keys[i].share;
    if (part.width() <= 0) continue;
    const bool isDrawn = static_cast<std::int64_t>(i) == m_ruler.chosen;
    painter.fillRect(part, isDrawn ? theme.weights.tint : theme.sunken);
    painter.setPen(QPen(isDrawn ? theme.weights.line : theme.strong, style.line));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(part);
    if (style.letters.width(m_ruler.keys[i].name, word) + style.px(6) > part.width()) continue;
    style.letters.draw(painter, {part.center().x(), part.center().y() + style.letters.capHeight(word) / 2},
                       m_ruler.keys[i].name, word, Qt::AlignHCenter);
  }
  const TextStyle end = style.number(style.leastSize, theme.text3, 400);
  style.letters.draw(painter, {0, top + height + style.px(13)}, QStringLiteral("0"), end);
  style.letters.draw(painter, {width, top + height + style.px(13)}, QStringLiteral("1"), end, Qt::AlignRight);
  const double x = std::clamp(m_ruler.needle, 0.0, 1.0) * width;
  painter.setPen(QPen(theme.ink, style.px(2)));
  painter.drawLine(QPointF(x, style.px(17)), QPointF(x, top + height));
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.ink);
  painter.drawPolygon(
      QPolygonF({{x, top}, {x - style.px(4), top - style.px(7)}, {x + style.px(4), top - style.px(7)}}));
  const QString number = fixedText(m_ruler.needle, 3);
  const TextStyle label = style.number(style.px(12), theme.text, 600);
  const double half = style.letters.width(number, label) / 2;
  style.letters.draw(painter, {std::clamp(x, half, width - half), style.px(12)}, number, label, Qt::AlignHCenter);
}

void RulerFigure::paintKeys(QPainter& painter, double width, const FigureStyle& style) const {
  const Theme& theme = style.theme;
  double y = style.px(kNeedleHeight + kBarHeight + kScaleHeight);
  style.letters.draw(painter, {0, y + style.px(14)},
                     Words::tr("chance, and hits of %1 further draws").arg(Ruler::kNeedles), style.small(theme.text2));
  y += style.px(kHeadHeight);
  const double left = style.px(kNameWidth);
  const double room = width - left - style.px(kNumberWidth);
  for (const std::size_t i : shownKeys()) {
    const Ruler::Key& key = m_ruler.keys[i];
    const bool isDrawn = static_cast<std::int64_t>(i) == m_ruler.chosen;
    TextStyle name{style.leastSize, isDrawn ? theme.weights.line : theme.text, FontUse::Interface, isDrawn ? 600 : 400};
    const double wide = style.letters.width(key.name, name);
    if (wide > left - style.px(8)) name.size *= (left - style.px(8)) / wide;
    style.letters.draw(painter, {left - style.px(8), y + style.px(14)}, key.name, name, Qt::AlignRight);
    painter.fillRect(QRectF(left, y + style.px(5), room * key.hits / Ruler::kNeedles, style.px(10)),
                     theme.weights.line);
    painter.setPen(QPen(theme.ink, style.px(1.5)));
    const double x = left + room * key.share;
    painter.drawLine(QPointF(x, y + style.px(2)), QPointF(x, y + style.px(18)));
    style.letters.draw(painter, {width, y + style.px(14)},
                       weightCellText(key.share) + QStringLiteral("  ") + QString::number(key.hits),
                       style.number(style.leastSize, theme.text), Qt::AlignRight);
    y += style.px(kRowHeight);
  }
}

std::vector<FigureNumbers> RulerFigure::numbers() const {
  const auto count = static_cast<std::int64_t>(m_ruler.keys.size());
  core::TensorBuffer values(core::ElementKind::Float64, {count, std::int64_t{2}});
  for (std::int64_t i = 0; i < count; ++i) {
    values.setAt(2 * i, m_ruler.keys[static_cast<std::size_t>(i)].share);
    values.setAt(2 * i + 1, m_ruler.keys[static_cast<std::size_t>(i)].hits);
  }
  return {{m_title, values.finish()}};
}

}  // namespace heed::ui
