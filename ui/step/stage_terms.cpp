#include "ui/step/reached_number.h"
#include "ui/step/stage_draft.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

constexpr int kFewestDecimals = 2;
constexpr int kMostDecimals = 4;
constexpr double kLargeShare = 0.02;

QString phrase(const char* text) {
  return QCoreApplication::translate("Stage", text);
}

QString shown(double number, int decimals) {
  return QString::fromStdString(core::shownNumber(number, decimals));
}

double rounded(double number, int decimals) {
  const double power = std::pow(10.0, decimals);
  return std::round(number * power) / power;
}

double restOf(const core::ExplainedCell& cell, const std::vector<std::int64_t>& terms) {
  double rest = 0;
  for (std::size_t i = 0; i < cell.terms.size(); ++i) {
    if (!std::ranges::binary_search(terms, static_cast<std::int64_t>(i))) rest += cell.terms[i].value;
  }
  return rest;
}

/// The least decimals with which the shown terms add up to the shown result; none where there are none.
std::optional<int> closingDecimals(const core::ExplainedCell& cell, const std::vector<std::int64_t>& terms) {
  for (int decimals = kFewestDecimals; decimals <= kMostDecimals; ++decimals) {
    double sum = rounded(restOf(cell, terms), decimals);
    for (const std::int64_t term : terms) sum += rounded(cell.terms[static_cast<std::size_t>(term)].value, decimals);
    if (std::abs(sum - rounded(cell.explanation.result, decimals)) < 1e-6) return decimals;
  }
  return std::nullopt;
}

/// How many products of the cell are there.
std::int64_t reachedTerms(const StageDraft& draft, const CellContent& cell) {
  const auto all = static_cast<std::int64_t>(cell.explained.terms.size());
  const auto& filling = draft.picture.filling;
  return filling && filling->phase == FillPhase::Terms ? filling->shownOf(all) : all;
}

/// What the products that are there add up to, for the cell, the sum below them, and the line of those that are not
/// shown one by one.
void takeRunning(StageDraft& draft, const CellContent& cell, TermLines& lines) {
  const auto& filling = draft.picture.filling;
  if (!filling || filling->phase != FillPhase::Terms) return;
  const auto all = static_cast<std::int64_t>(cell.explained.terms.size());
  const std::int64_t reached = reachedTerms(draft, cell);
  const double sum = sumOfFirst(cell.explained, reached);
  draft.layout.running = sum;
  if (filling->count == all) draft.layout.runningTerm = reached - 1;
  if (reached >= all) return;
  lines.result = shown(sum, lines.decimals);
  lines.note.clear();
  double rest = sum;
  std::int64_t there = reached;
  for (const TermLine& line : lines.lines) {
    if (line.term >= reached) continue;
    rest -= cell.explained.terms[static_cast<std::size_t>(line.term)].value;
    --there;
  }
  lines.remainingCount = static_cast<int>(there);
  lines.remainingSum = there > 0 ? shown(rest, lines.decimals) : QString();
}

bool isSumOfProducts(const CellContent& cell) {
  if (cell.explained.explanation.combination != core::Combination::Sum) return false;
  return std::ranges::all_of(cell.explained.terms,
                             [](const core::ExplainedTerm& term) { return !term.factors.empty(); });
}

class TermSetter {
 public:
  TermSetter(StageDraft& draft, const Bands& rows, double right, double lower)
      : m_draft(draft),
        m_leftMatrix(*draft.picture.matrix(StagePart::Left)),
        m_topMatrix(*draft.picture.matrix(StagePart::Top)),
        m_rows(rows),
        m_lower(lower),
        m_right(right) {}

  void set(const CellContent& cell) {
    std::vector<std::int64_t> visible;
    double pitch = 1e9;
    for (const Band& band : m_rows.all()) {
      visible.push_back(band.place);
      pitch = std::min(pitch, band.size());
    }
    if (pitch < 16) visible.clear();
    const bool isAligned =
        !visible.empty() && static_cast<std::int64_t>(cell.explained.terms.size()) == m_topMatrix.rowCount();
    TermLines lines = termLines(cell, m_topMatrix.rows, isAligned ? visible : std::vector<std::int64_t>());
    m_shift = factorShift(lines);
    const bool hasRest = lines.remainingCount > 0;
    takeRunning(m_draft, cell, lines);
    m_left = firstLeft(lines);
    heads(cell);
    progress(cell);
    const std::int64_t there = reachedTerms(m_draft, cell);
    const double slots = static_cast<double>(lines.lines.size()) + (hasRest ? 1 : 0);
    const double step = std::clamp((m_lower - m_rows.from()) / std::max(slots, 1.0), 18.0, 22.0);
    double y = m_rows.from() + step / 2;
    for (const TermLine& line : lines.lines) {
      const auto band = isAligned ? m_rows.band(line.term) : std::nullopt;
      const double centre = band ? band->centre() : y;
      if (line.term < there) row(line, centre, band.has_value());
      y = centre + step;
    }
    rest(lines, isAligned ? foldCentre() : y);
    sum(lines, isAligned ? m_lower : y + (hasRest ? step / 2 : -step / 2));
  }

 private:
  /// Words that are wider than the channels' names move the left edge out.
  [[nodiscard]] double firstLeft(const TermLines& lines) const {
    constexpr double kUsual = 238;
    double widest = 48;
    for (const TermLine& line : lines.lines) {
      const TextStyle label = m_draft.words(m_draft.metrics.labelSize, m_draft.theme().text);
      widest = std::max(widest, m_draft.measure(placeLabelText(line.place), label) + 2);
    }
    return std::max(m_draft.metrics.left, m_right - kUsual - m_shift - std::min(widest - 48, 70.0));
  }
  /// Products of four decimals need more than their column: the factors make room for the equals sign.
  [[nodiscard]] double factorShift(const TermLines& lines) const {
    constexpr double kEquals = 18;
    const TextStyle factor = m_draft.digits(m_draft.metrics.arithmeticSize, m_draft.theme().text, 600);
    double widest = 0;
    for (const TermLine& line : lines.lines) {
      if (line.factors.size() < 2) continue;
      const double factors =
          std::max(m_draft.measure(line.factors[0], factor), m_draft.measure(line.factors[1], factor));
      widest = std::max(widest, factors + kEquals + m_draft.measure(line.product, factor));
    }
    return std::clamp(widest - (product() - (m_right - 116)), 0.0, 60.0);
  }
  [[nodiscard]] double q() const { return m_right - 138 - m_shift; }
  [[nodiscard]] double k() const { return m_right - 116 - m_shift; }
  [[nodiscard]] double product() const { return m_right - 6; }

  [[nodiscard]] QColor roleColor(const StageMatrix& matrix) const { return m_draft.theme().role(matrix.role).line; }

  /// "q(it)": the operand's letter over the place that its column shares.
  void head(QPointF baseline, const StageMatrix& matrix, const QString& place, const QColor& color,
            Qt::Alignment alignment, double limit = 92) {
    const double size = m_draft.metrics.smallSize;
    QString letter = QString::fromStdString(matrix.letter).section(u'^', 0, 0).section(u'_', 0, 0).toLower();
    letter.replace(QStringLiteral("\\partial "), QStringLiteral("\u2202"));
    QString named = letter + u'(' + placeLabelText(place) + u')';
    if (place.isEmpty()) named = letter;
    if (m_draft.measure(named, m_draft.words(size, color, 600)) > limit) named = letter;
    m_draft.text(baseline, named, m_draft.words(size, color, 600), alignment);
  }

  [[nodiscard]] static QString placeLabelText(const QString& place) {
    return shownLabels({AxisLabel{place, false}}, 1).front().text;
  }

  void heads(const CellContent& cell) {
    const double y = m_rows.from() - 9;
    const TextStyle hint = m_draft.words(m_draft.metrics.smallSize, m_draft.theme().text3);
    const QString axis = axisWord(cell.arithmetic.axis);
    m_draft.text({m_left, y}, axis, hint);
    const QString leftPlace =
        m_draft.picture.focus ? placeText(m_leftMatrix.rows, m_draft.picture.focus->row) : QString();
    const QString topPlace =
        m_draft.picture.focus ? placeText(m_topMatrix.columns, m_draft.picture.focus->column) : QString();
    const double room = q() - m_left - m_draft.measure(axis, hint) - 6;
    head({q(), y}, m_leftMatrix, leftPlace, roleColor(m_leftMatrix), Qt::AlignRight, std::min(92.0, room));
    head({k(), y}, m_topMatrix, topPlace, roleColor(m_topMatrix), Qt::AlignLeft);
    m_draft.text({product(), y}, phrase(QT_TRANSLATE_NOOP("Stage", "product")), hint, Qt::AlignRight);
  }

  /// Which of the sub-steps this is, above the arithmetic.
  void progress(const CellContent& cell) {
    const auto& filling = m_draft.picture.filling;
    if (!filling) return;
    const StageMatrix& result = m_draft.picture.result();
    QString words;
    switch (filling->phase) {
      case FillPhase::Terms:
        words = phrase(QT_TRANSLATE_NOOP("Stage", "one cell: product %1 of %2"))
                    .arg(reachedTerms(m_draft, cell))
                    .arg(cell.explained.terms.size());
        break;
      case FillPhase::Row:
        words = phrase(QT_TRANSLATE_NOOP("Stage", "one row: cell %1 of %2"))
                    .arg(filling->shownOf(result.columnCount() - 1) + 1)
                    .arg(result.columnCount());
        break;
      case FillPhase::Rows:
        words = phrase(QT_TRANSLATE_NOOP("Stage", "all: row %1 of %2"))
                    .arg(filling->shownOf(result.rowCount() - 1) + 1)
                    .arg(result.rowCount());
        break;
    }
    m_draft.text({m_left, m_rows.from() - 9 - 20}, words,
                 m_draft.words(m_draft.metrics.labelSize, m_draft.theme().text, 600));
  }

  [[nodiscard]] static QString axisWord(const std::string& axis) {
    if (axis == "channel") return phrase(QT_TRANSLATE_NOOP("Stage", "channel"));
    if (axis == "feature") return phrase(QT_TRANSLATE_NOOP("Stage", "feature"));
    if (axis == "query") return phrase(QT_TRANSLATE_NOOP("Stage", "query"));
    if (axis == "key" || axis == "token") return phrase(QT_TRANSLATE_NOOP("Stage", "key"));
    return phrase(QT_TRANSLATE_NOOP("Stage", "index"));
  }

  void row(const TermLine& line, double centre, bool isAligned) {
    const Theme& theme = m_draft.theme();
    const double size =
        isAligned && m_rows.largest() < 20 ? m_draft.metrics.arithmeticSize - 2 : m_draft.metrics.arithmeticSize;
    const double y = centre + size * 0.34;
    const double room = q() - 52 - m_left;
    const TextStyle label = m_draft.words(m_draft.metrics.labelSize, line.isLarge ? theme.text : theme.text2);
    QString place = placeLabelText(line.place);
    while (place.size() > 2 && m_draft.measure(place, label) > room)
      place = place.left(place.size() - 2) + QChar(0x2026);
    m_draft.text({m_left, centre + 4.5}, place, label);
    const TextStyle sign = m_draft.digits(size - 1, theme.text3);
    if (line.factors.size() >= 2) {
      const bool isSwapped = line.origins[0].step != m_leftMatrix.step && line.origins[1].step == m_leftMatrix.step;
      const std::size_t first = isSwapped ? 1 : 0;
      m_draft.operand({q(), y}, line.factors[first], roleColor(m_leftMatrix), size, Qt::AlignRight,
                      line.origins[first]);
      m_draft.text({(q() + k()) / 2, y}, QStringLiteral("\u00D7"), sign, Qt::AlignHCenter);
      m_draft.operand({k(), y}, line.factors[1 - first], roleColor(m_topMatrix), size, Qt::AlignLeft,
                      line.origins[1 - first]);
      const double after = k() + m_draft.measure(line.factors[1 - first], m_draft.digits(size, theme.text, 600));
      const double before = product() - m_draft.measure(line.product, m_draft.digits(size, theme.text, 600));
      m_draft.text({std::max(std::min(product() - 62, before - 9), after + 8), y}, QStringLiteral("="), sign,
                   Qt::AlignHCenter);
    }
    m_draft.text({product(), y}, line.product, m_draft.digits(size, theme.text, line.isLarge ? 600 : 500),
                 Qt::AlignRight);
    if (isAligned && !m_draft.metrics.isLectureSize) {
      m_draft.line({m_right, centre}, {m_right + 18, centre}, theme.strong, 1, {2, 3});
    }
  }

  [[nodiscard]] double foldCentre() const {
    double last = m_rows.from();
    for (const Band& band : m_rows.all()) {
      if (band.from - last > 10) return (band.from + last) / 2;
      last = band.to;
    }
    return last - 6;
  }

  void rest(const TermLines& lines, double centre) {
    if (lines.remainingCount == 0) return;
    const Theme& theme = m_draft.theme();
    const TextStyle hint = m_draft.words(m_draft.metrics.smallSize, theme.text2);
    m_draft.text({m_left, centre + 4.5},
                 QCoreApplication::translate("Stage", "\u2026 %n more", nullptr, lines.remainingCount), hint);
    m_draft.text({product(), centre + 5}, lines.remainingSum,
                 m_draft.digits(m_draft.metrics.arithmeticSize, theme.text, 500), Qt::AlignRight);
  }

  void sum(const TermLines& lines, double lower) {
    const Theme& theme = m_draft.theme();
    const double size = m_draft.metrics.arithmeticSize;
    m_draft.line({q() - 36, lower + 3}, {product(), lower + 3}, theme.ink, 1.5);
    const TextStyle strong = m_draft.digits(size, theme.text, 700);
    const double wide = m_draft.measure(lines.result, strong) + 14;
    m_draft.box(QRectF(m_right - wide, lower + 8, wide, 23), theme.ink, 2, 3);
    m_draft.text({m_right - 7, lower + 25}, lines.result, strong, Qt::AlignRight);
    m_draft.text({m_right - wide - 8, lower + 24}, phrase(QT_TRANSLATE_NOOP("Stage", "sum")),
                 m_draft.words(m_draft.metrics.labelSize, theme.text2), Qt::AlignRight);
  }

  StageDraft& m_draft;
  const StageMatrix& m_leftMatrix;
  const StageMatrix& m_topMatrix;
  const Bands& m_rows;
  double m_lower;
  double m_right;
  double m_left = 0;
  double m_shift = 0;
};

}  // namespace

TermLines termLines(const CellContent& cell, const core::Axis& axis, const std::vector<std::int64_t>& shownTerms) {
  TermLines result;
  std::vector<std::int64_t> terms = shownTerms;
  const auto count = static_cast<std::int64_t>(cell.explained.terms.size());
  std::erase_if(terms, [count](std::int64_t term) { return term >= count; });
  if (terms.empty()) {
    for (const core::ArithmeticLine& line : cell.arithmetic.lines) terms.push_back(line.term);
  }
  const std::optional<int> closing = closingDecimals(cell.explained, terms);
  const int decimals = closing.value_or(kFewestDecimals);
  result.decimals = decimals;
  double largest = 0;
  for (const core::ExplainedTerm& term : cell.explained.terms) largest = std::max(largest, std::abs(term.value));
  // Weights below .01 need a third decimal to be numbers at all; the column then has it throughout.
  std::vector<int> places(2, kFewestDecimals);
  for (const core::ExplainedTerm& term : cell.explained.terms) {
    for (std::size_t i = 0; i < term.factors.size() && i < places.size(); ++i) {
      const double size = std::abs(term.factors[i].number);
      if (size > 0 && size < 0.0095) places[i] = kFewestDecimals + 1;
    }
  }
  for (const std::int64_t index : terms) {
    const core::ExplainedTerm& term = cell.explained.terms[static_cast<std::size_t>(index)];
    TermLine line;
    line.term = index;
    line.place = placeText(axis, index);
    for (std::size_t i = 0; i < term.factors.size(); ++i) {
      const core::ExplainedFactor& factor = term.factors[i];
      const int decimalsHere = i < places.size() ? places[i] : kFewestDecimals;
      line.factors.push_back(factor.number == 0 ? QStringLiteral("0") : shown(factor.number, decimalsHere));
      line.origins.push_back(factor);
    }
    line.product = term.value == 0 ? QStringLiteral("0") : shown(term.value, decimals);
    line.isLarge = std::abs(term.value) > kLargeShare * largest;
    result.lines.push_back(std::move(line));
  }
  result.remainingCount = static_cast<int>(count) - static_cast<int>(terms.size());
  if (result.remainingCount > 0) result.remainingSum = shown(restOf(cell.explained, terms), decimals);
  result.result = shown(cell.explained.explanation.result, decimals);
  if (!closing) result.note = translated(cell.arithmetic.note);
  return result;
}

void layoutTerms(StageDraft& draft, const Bands& rows, double right, double lower) {
  const CellContent* cell = draft.picture.cell();
  if (cell == nullptr || !isSumOfProducts(*cell)) return;
  if (right < 230) {
    layoutRunning(draft);
    return;
  }
  TermSetter(draft, rows, right, lower).set(*cell);
}

void layoutRunning(StageDraft& draft) {
  const CellContent* cell = draft.picture.cell();
  if (cell == nullptr || !isSumOfProducts(*cell)) return;
  TermLines lines = termLines(*cell, draft.picture.matrix(StagePart::Top)->rows, {});
  takeRunning(draft, *cell, lines);
}

}  // namespace heed::ui
