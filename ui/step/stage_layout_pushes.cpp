#include "ui/step/stage_draft.h"

#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::ui {

namespace {

constexpr double kLeastResultLeft = 288;
constexpr double kFormulaBottom = 62;
constexpr double kRowHeight = 40;
constexpr double kLectureRowHeight = 60;
constexpr double kLectureSentence = 84;  ///< two lines under the arrows
constexpr double kRowGap = 8;
constexpr double kLongestPush = 104;
constexpr double kShortestPush = 5;
constexpr double kLeastPush = 24;   ///< of the longest, where the room is small
constexpr double kNumberRoom = 28;  ///< over the tip of the longest arrow
constexpr double kStepRow = 28;
constexpr double kLeastStepRow = 22;
constexpr double kMapSide = 92;
constexpr int kPushDecimals = 3;
constexpr std::size_t kMeanTerms = 4;
constexpr std::size_t kMapArrows = 24;  ///< of a map, whose places have no room for an arrow each
constexpr double kExact = 1e-6;         ///< below it a sum of float32 pushes is 0

QString phrase(const char* text) {
  return QCoreApplication::translate("Stage", text);
}

double rounded(double value, int decimals) {
  const double factor = std::pow(10.0, decimals);
  return std::round(value * factor) / factor;
}

/// The way back through softmax for the row under the focus: a (g - mean) as four rows on the same columns, what it
/// does to each score, and what one step in that direction does to the weights.
class PushesLayout {
 public:
  PushesLayout(StageDraft& draft, const Pushes& pushes)
      : m_draft(draft),
        m_metrics(draft.metrics),
        m_result(draft.picture.result()),
        m_pushes(pushes),
        m_theme(draft.theme()),
        m_row(std::clamp<std::int64_t>(draft.picture.focus.value_or(Focus::Cell{}).row, 0, m_result.rowCount() - 1)),
        m_rowHeight(m_metrics.isLectureSize ? std::floor(kLectureRowHeight * m_metrics.lecture) : kRowHeight) {}

  void run() {
    chooseColumns();
    placeRows();
    placeMean();
    placeFocus();
    measurePushes();
    placePushes();
    placeTotals();
    placeMap();
    if (m_metrics.isLectureSize) {
      const QPointF corner(m_draft.width() - m_metrics.left, m_draft.height() - 8);
      layoutLectureSentence(m_draft, QRectF(QPointF(m_metrics.left, m_lowest + 12), corner));
    }
    if (m_hasStep) layoutOneStep(m_draft, m_pushes, m_columnPlan, m_row, m_lowest, m_stepRow);
  }

 private:
  [[nodiscard]] const Bands& columns() const { return m_columnPlan.bands; }
  [[nodiscard]] double rowTop(int row) const { return m_top + row * (m_rowHeight + kRowGap); }
  [[nodiscard]] double labelRight() const { return columns().from() - 10; }

  void chooseColumns() {
    const double from = m_metrics.isLectureSize ? m_metrics.left + 150 * m_metrics.lecture : kLeastResultLeft;
    const double room = m_draft.width() - std::max(m_metrics.legendRoom, 82.0) - from;
    const BandWish wish{.count = m_result.columnCount(),
                        .preferred = m_metrics.cellWidth,
                        .least = m_metrics.leastNumberWidth,
                        .wide = m_draft.picture.wideColumns(),
                        .wideSize = m_metrics.cellWidth};
    m_columnPlan = planBands(from, room, wish);
    const double start = from + std::floor((room - columns().extent()) / 2);
    if (!m_columnPlan.isMap) m_columnPlan = planBands(start, room - (start - from), wish);
    const double labels =
        m_draft.columnLabelHeight(m_result.columns, std::min(m_result.columnCount(), kMostCells), columns().largest());
    m_top = std::max(m_metrics.top, std::min(kFormulaBottom + labels, 210.0));
    m_draft.columnLabels(columns(), m_top, m_result.columns, axisRole(m_result.columns, core::Role::Key));
  }

  void placeRows() {
    placeRowName();
    place(StagePart::Gradient, 0, 2);
    caption(0, QStringLiteral("g"), phrase(QT_TRANSLATE_NOOP("Stage", "gradient at the weights")));
    legend(0, m_pushes.gradient, phrase(QT_TRANSLATE_NOOP("Stage", "small: a")));
    caption(1, phrase(QT_TRANSLATE_NOOP("Stage", "mean of g")), phrase(QT_TRANSLATE_NOOP("Stage", "weighted by a")));
    place(StagePart::Difference, 2, 2);
    caption(2, phrase(QT_TRANSLATE_NOOP("Stage", "g \u2212 mean")), {});
    legend(2, m_pushes.difference, {});
    place(StagePart::Result, 3, kPushDecimals);
    caption(3, QStringLiteral("\u00D7 a"), phrase(QT_TRANSLATE_NOOP("Stage", "gradient at the scores")));
    const QString small = m_result.forward.isNull() ? QString() : phrase(QT_TRANSLATE_NOOP("Stage", "small: z"));
    legend(3, m_result, small);
  }

  void place(StagePart part, int row, int decimals) {
    const Bands rows = Bands::one(m_row, rowTop(row), m_rowHeight);
    PlacedMatrix& placed = m_draft.place(part, rows, columns());
    placed.isMap = m_columnPlan.isMap;
    placed.columnBlock = m_columnPlan.block;
    placed.decimals = decimals;
    placed.isStrong = true;
    placed.scale = rowScale(*m_draft.picture.matrix(part), m_row);
  }

  void placeRowName() {
    if (m_metrics.isLectureSize) return;
    const double y = rowTop(0) + m_rowHeight / 2 + 4;
    const double after = m_draft.text({m_metrics.left, y}, phrase(QT_TRANSLATE_NOOP("Stage", "row")),
                                      m_draft.words(m_metrics.labelSize, m_theme.text2));
    const TextStyle strong = m_draft.words(m_metrics.labelSize, m_theme.role(core::Role::Query).line, 700);
    const double room = labelRight() - 150 - after;
    QString name = placeLabel(m_result.rows, m_row).text;
    while (name.size() > 2 && m_draft.measure(name, strong) > room) name = name.left(name.size() - 2) + QChar(0x2026);
    m_draft.text({after + 4, y}, name, strong);
  }

  /// What a row is, right-aligned before it: its name and a line on it.
  void caption(int row, const QString& name, const QString& words) {
    const double middle = rowTop(row) + m_rowHeight / 2;
    const TextStyle strong = m_draft.digits(m_metrics.labelSize, m_theme.text, 600);
    const TextStyle soft = m_draft.words(m_metrics.smallSize, m_theme.text2);
    const bool hasWords = !words.isEmpty() && !m_metrics.isLectureSize &&
                          m_draft.measure(words, soft) < labelRight() - m_metrics.left - (row == 0 ? 90 : 0);
    m_draft.text({labelRight(), middle + (hasWords ? -2 : m_metrics.labelSize * 0.36)}, name, strong, Qt::AlignRight);
    if (hasWords) m_draft.text({labelRight(), middle + 13}, words, soft, Qt::AlignRight);
  }

  void legend(int row, const StageMatrix& matrix, const QString& small) {
    if (m_metrics.isLectureSize) return;
    const double x = columns().to() + 10;
    const ValueScale scale = rowScale(matrix, m_row);
    double y = rowTop(row) + m_rowHeight / 2 + (small.isEmpty() ? 4 : -3);
    if (!small.isEmpty()) {
      const TextStyle words = m_draft.words(m_metrics.leastSize, m_theme.text2);
      if (m_draft.measure(small, words) < m_draft.width() - x - 4) m_draft.text({x, y}, small, words);
      y += 16;
    }
    m_draft.layout.legends.push_back({QRectF(x, y - 8, 24, 8), scale.centred});
    QString end = shortText(scale.high, kPushDecimals);
    while (end.contains(u'.') && (end.endsWith(u'0') || end.endsWith(u'.'))) end.chop(1);
    if (scale.high > 0 && scale.high < 0.001) end = scaleEndText(scale.high);
    m_draft.text({x + 29, y}, QChar(0x00B1) + (end.isEmpty() ? QStringLiteral("0") : end),
                 m_draft.digits(m_metrics.leastSize, m_theme.text2));
  }

  /// The mean as one box: its largest terms, the rest of them together, and their sum.
  void placeMean() {
    const QRectF area(columns().from(), rowTop(1), columns().extent() - 1, m_rowHeight - 1);
    m_draft.box(area.adjusted(0.5, 0.5, -0.5, -0.5), m_theme.strong, 1, 3, m_theme.surface);
    const double mean = m_pushes.means.at(m_row);
    const double baseline = area.center().y() + m_metrics.arithmeticSize * 0.36;
    const TextStyle strong = m_draft.digits(m_metrics.arithmeticSize, m_theme.text, 700);
    const QString total = shortText(mean, kPushDecimals);
    const TextStyle soft = m_draft.digits(m_metrics.smallSize, m_theme.text);
    const TextStyle note = m_draft.words(m_metrics.leastSize, m_theme.text3);
    for (std::size_t terms = kMeanTerms; terms > 0; --terms) {
      const auto [sum, isRounded] = meanTerms(terms, mean);
      const QString result = QStringLiteral("= ") + total;
      const QString word = isRounded ? phrase(QT_TRANSLATE_NOOP("Stage", "rounded")) : QString();
      const double needed = m_draft.measure(sum, soft) + m_draft.measure(word, note) + m_draft.measure(result, strong);
      if (needed + 52 > area.width()) continue;
      m_draft.text({area.left() + 14, baseline}, sum, soft);
      const double edge = area.right() - 10 - m_draft.measure(result, strong);
      m_draft.text({area.right() - 10, baseline}, result, strong, Qt::AlignRight);
      if (!word.isEmpty()) m_draft.text({edge - 12, baseline}, word, note, Qt::AlignRight);
      return;
    }
    const TextStyle fitting = m_draft.digits(std::min(m_metrics.arithmeticSize, 12.0), m_theme.text, 700);
    m_draft.text({area.center().x(), baseline}, total,
                 m_draft.measure(total, strong) < area.width() - 8 ? strong : fitting, Qt::AlignHCenter);
  }

  [[nodiscard]] std::pair<QString, bool> meanTerms(std::size_t count, double mean) const {
    std::vector<std::int64_t> order = byLength([this](std::int64_t key) { return m_pushes.product(m_row, key); });
    const std::size_t shown = std::min(count, order.size());
    QString text = QStringLiteral("\u03A3 a g = ");
    double written = 0;
    const auto add = [&](double term, bool isFirst) {
      const double value = rounded(term, kPushDecimals);
      written += value;
      const bool isNegative = value < 0;
      if (!isFirst) text += isNegative ? QStringLiteral(" \u2212 ") : QStringLiteral(" + ");
      text += shortText(isFirst ? value : std::abs(value), kPushDecimals);
    };
    for (std::size_t i = 0; i < shown; ++i) add(m_pushes.product(m_row, order[i]), i == 0);
    if (shown < order.size()) {
      double rest = 0;
      for (std::size_t i = shown; i < order.size(); ++i) rest += m_pushes.product(m_row, order[i]);
      add(rest, false);
    }
    return {text, std::abs(rounded(written, kPushDecimals) - rounded(mean, kPushDecimals)) > kExact};
  }

  /// The keys that the row may look at, the largest magnitude first.
  template <typename Number>
  [[nodiscard]] std::vector<std::int64_t> byLength(Number number) const {
    std::vector<std::int64_t> order;
    for (std::int64_t key = 0; key < m_result.columnCount(); ++key) {
      if (m_result.isAllowed(m_row, key) && std::isfinite(number(key))) order.push_back(key);
    }
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::int64_t key) { return std::abs(number(key)); });
    return order;
  }

  [[nodiscard]] std::optional<Band> focusBand() const {
    return m_draft.picture.focus ? columns().band(m_draft.picture.focus->column) : std::nullopt;
  }

  /// The locked column through the four rows.
  void placeFocus() {
    const auto band = focusBand();
    if (!band) return;
    const double wide = std::max(band->size(), 4.0);
    for (const int row : {0, 2}) {
      m_draft.box(QRectF(band->from - 1, rowTop(row) - 1, wide + 1, m_rowHeight + 1), m_theme.ink, 2, 2);
    }
    for (const double x : {band->from - 0.5, band->from + wide - 0.5}) {
      for (const int row : {0, 1, 2}) {
        m_draft.line({x, rowTop(row) + m_rowHeight}, {x, rowTop(row + 1) - 1}, m_theme.ink, 1.5);
      }
    }
    m_draft.ring(QRectF(band->from, rowTop(3), band->size(), m_rowHeight));
  }

  /// How long the arrows may be, so that they and the step below have room.
  void measurePushes() {
    for (std::int64_t key = 0; key < m_result.columnCount(); ++key) {
      if (!m_result.isAllowed(m_row, key)) continue;
      const double push = m_result.value(m_row, key);
      if (!std::isfinite(push)) continue;
      (push > 0 ? m_up : m_down) += std::abs(push);
      m_total += push;
      (push > 0 ? m_mostUp : m_mostDown) = std::max(push > 0 ? m_mostUp : m_mostDown, std::abs(push));
    }
    m_most = std::max(m_mostUp, m_mostDown);
    const double under = rowTop(3) + m_rowHeight;
    const double share = m_most > 0 ? (m_mostUp + m_mostDown) / m_most : 1;
    const double numbers = kNumberRoom + m_metrics.smallSize + 12;
    m_stepRow = m_draft.height() < 700 ? kLeastStepRow : kStepRow;
    const double step = 30 + 2 * m_stepRow + kRowGap + 28;
    const double sentence = m_metrics.isLectureSize ? kLectureSentence * m_metrics.lecture : 0;
    const double room = m_draft.height() - under - numbers - 8 - sentence;
    m_hasStep = !m_metrics.isLectureSize && room - step >= 2 * kLeastPush;
    m_length = std::clamp(std::floor((m_hasStep ? room - step : room) / share), kLeastPush, kLongestPush);
    m_base = under + kNumberRoom + std::max(m_most > 0 ? m_length * m_mostUp / m_most : 0.0, kShortestPush);
    m_lowest = m_base + (m_most > 0 ? m_length * m_mostDown / m_most : 0.0) + m_metrics.smallSize + 8;
  }

  void placePushes() {
    m_draft.line({columns().from(), m_base}, {columns().to() - 1, m_base}, m_theme.text, 1.5);
    std::vector<std::int64_t> order = byLength([this](std::int64_t key) { return m_result.value(m_row, key); });
    if (m_columnPlan.isMap && order.size() > kMapArrows) order.resize(kMapArrows);
    if (const auto band = focusBand()) {
      std::ranges::stable_partition(order, [&](std::int64_t key) { return key == band->place; });
    }
    for (const std::int64_t key : order) placeArrow(key);
    std::vector<QRectF> taken = m_arrows;
    for (const std::int64_t key : order) placeNumber(key, taken);
  }

  [[nodiscard]] double tipOf(double push) const {
    const double length = std::max(m_length * std::abs(push) / m_most, kShortestPush);
    return push > 0 ? m_base - 1 - length : m_base + 1 + length;
  }

  [[nodiscard]] bool isLoud(std::int64_t key, double push) const {
    const auto band = focusBand();
    return (band && band->place == key) || std::abs(push) > 0.15 * m_most;
  }

  void placeArrow(std::int64_t key) {
    const double push = m_result.value(m_row, key);
    const auto band = columns().band(key);
    if (!band || push == 0 || m_most <= 0) return;
    const double x = band->centre() - 0.5;
    const double width = std::clamp(band->size() * 0.12, 1.0, 5.0);
    const bool isLong = isLoud(key, push);
    m_draft.arrow({x, m_base}, {x, tipOf(push)}, isLong ? m_theme.ink : m_theme.text3, width / m_metrics.lineScale);
    const double half = std::max(3.0, width * 1.2);
    m_arrows.push_back(
        QRectF(QPointF(x - half, std::min(m_base, tipOf(push))), QPointF(x + half, std::max(m_base, tipOf(push)))));
  }

  /// The number beyond the tip, where it stands in nobody's way.
  void placeNumber(std::int64_t key, std::vector<QRectF>& taken) {
    const double push = m_result.value(m_row, key);
    const auto band = columns().band(key);
    if (!band || m_most <= 0) return;
    const double size = m_metrics.isLectureSize ? m_metrics.numberSize : m_metrics.smallSize;
    const TextStyle style =
        m_draft.digits(size, isLoud(key, push) ? m_theme.text : m_theme.text2, isLoud(key, push) ? 700 : 400);
    const QString text = push == 0 ? QStringLiteral("0") : changeText(push, kPushDecimals);
    const double wide = m_draft.measure(text, style);
    double x = band->centre() - 0.5;
    x = std::clamp(x, m_metrics.left + wide / 2, m_draft.width() - 4 - wide / 2);
    const double baseline = push > 0 ? tipOf(push) - 7 : (push == 0 ? m_base + 1 : tipOf(push)) + size + 3;
    const QRectF area(x - wide / 2 - 1, baseline - size * 0.78, wide + 2, size);
    const bool isFree = std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(area); });
    if (!isFree || baseline - size < rowTop(3) + m_rowHeight || baseline + 4 > m_draft.height()) return;
    taken.push_back(area);
    m_draft.text({x, baseline}, text, style, Qt::AlignHCenter);
  }

  /// What the arrows are, and that they add up to nothing.
  void placeTotals() {
    const double right = labelRight();
    m_draft.text({right, m_base - (m_metrics.isLectureSize ? 6 : 40)}, phrase(QT_TRANSLATE_NOOP("Stage", "pushes")),
                 m_draft.words(m_metrics.labelSize, m_theme.text, 600), Qt::AlignRight);
    if (m_metrics.isLectureSize) return;
    const TextStyle soft = m_draft.words(m_metrics.smallSize, m_theme.text2);
    double y = m_base - 23;
    const double room = right - m_metrics.left - kMapSide - 16;
    const QString words = phrase(QT_TRANSLATE_NOOP("Stage", "on the score of each key, to raise this number"));
    for (const QString& line : m_draft.style.letters.wrapped(words, soft, room)) {
      m_draft.text({right, y}, line, soft, Qt::AlignRight);
      y += m_metrics.smallSize + 4;
    }
    const double x = columns().to() + 10;
    const TextStyle number = m_draft.digits(m_metrics.leastSize, m_theme.text);
    const auto total = [&](double baseline, const QString& sentence, int weight) {
      TextStyle style = number;
      style.weight = weight;
      if (m_draft.measure(sentence, style) <= m_draft.width() - x - 2) m_draft.text({x, baseline}, sentence, style);
    };
    total(m_base - 30, phrase(QT_TRANSLATE_NOOP("Stage", "up %1")).arg(shortText(m_up, kPushDecimals)), 400);
    total(m_base - 14, phrase(QT_TRANSLATE_NOOP("Stage", "down %1")).arg(shortText(m_down, kPushDecimals)), 400);
    const bool isNothing = std::abs(m_total) <= kExact * std::max(1.0, m_up);
    total(m_base + 4,
          phrase(QT_TRANSLATE_NOOP("Stage", "sum %1"))
              .arg(isNothing ? QStringLiteral("0") : readoutText(m_total, kPushDecimals)),
          700);
  }

  /// All rows at once, small, in the corner: which of them the number depends on.
  void placeMap() {
    if (m_metrics.isLectureSize || m_result.rowCount() < 2) return;
    const double upper = rowTop(3) + m_rowHeight + 24;
    const double side = std::min(kMapSide, labelRight() - m_metrics.left - 130);
    const std::int64_t count = std::max(m_result.rowCount(), m_result.columnCount());
    const double texel = std::floor(side / static_cast<double>(count));
    const auto block = static_cast<std::int64_t>(std::ceil(static_cast<double>(count) / side));
    const auto bands = [&](double from, std::int64_t places) {
      return texel >= 1 ? Bands::each(from, texel, places) : Bands::blocks(from, places, block);
    };
    const Bands rows = bands(upper, m_result.rowCount());
    if (rows.to() + 18 > m_draft.height() - 8 || side < 40) return;
    if (m_hasStep && rows.to() + 18 > m_lowest + 6) m_lowest = rows.to() + 14;
    PlacedMatrix& map = m_draft.place(StagePart::Map, rows, bands(m_metrics.left, m_result.columnCount()));
    map.isMap = true;
    map.rowBlock = map.columnBlock = texel >= 1 ? 1 : block;
    map.numberSize = 0;
    m_draft.box(map.area().adjusted(-0.5, -0.5, 0.5, 0.5), m_theme.control, 1, 0);
    if (const auto row = rows.band(m_row)) {
      m_draft.box(
          QRectF(map.columns.from() - 1.5, row->from - 1, map.columns.extent() + 3, std::max(row->size(), 2.0) + 1),
          m_theme.ink, 1.5, 0);
    }
    const double after = m_draft.letter({m_metrics.left, upper - 8}, m_result.letter, m_theme.text, 15);
    m_draft.text({after + 6, upper - 8},
                 QStringLiteral("%1 \u00D7 %2").arg(m_result.rowCount()).arg(m_result.columnCount()),
                 m_draft.digits(m_metrics.leastSize, m_theme.text3));
  }

  StageDraft& m_draft;
  const StageMetrics& m_metrics;
  const StageMatrix& m_result;
  const Pushes& m_pushes;
  const Theme& m_theme;
  std::int64_t m_row;
  double m_rowHeight;
  BandPlan m_columnPlan;
  std::vector<QRectF> m_arrows;
  double m_top = 0, m_base = 0, m_lowest = 0, m_length = 0, m_stepRow = kStepRow;
  double m_up = 0, m_down = 0, m_total = 0, m_mostUp = 0, m_mostDown = 0, m_most = 0;
  bool m_hasStep = false;
};

}  // namespace

void layoutPushes(StageDraft& draft) {
  if (const auto& pushes = draft.picture.content().pushes) PushesLayout(draft, *pushes).run();
}

}  // namespace heed::ui
