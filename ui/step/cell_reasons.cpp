#include "ui/step/cell_reasons.h"

#include "ui/step/place_runs.h"
#include "ui/step/place_words.h"
#include "ui/step/reached_number.h"
#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::Explanation)
};

/// The fewest terms that make this much of a sum are named as its reason, if they are few.
constexpr double kEnough = 0.8;
constexpr std::size_t kMostReasons = 3;
constexpr int kScoreDecimals = 2;
/// Products that stand alone in the arithmetic so far.
constexpr std::int64_t kMostAdded = 4;

QString qt(const std::string& text) {
  return QString::fromStdString(text);
}

}  // namespace

bool CellReasons::isPair() const {
  return m_matrix.rows.meaning == core::AxisMeaning::Query && m_matrix.columns.meaning == core::AxisMeaning::Key;
}

FlowRuns CellReasons::brief() const {
  if (!isPair() || m_cell.isMasked || !std::isfinite(m_cell.number)) return {};
  const FlowRun query = placeRun(m_matrix, m_matrix.rows, m_place.row, nullptr);
  const FlowRun key = placeRun(m_matrix, m_matrix.columns, m_place.column, nullptr);
  if (m_matrix.kind == ValueKind::Weights) {
    return flowOf(Words::tr("%1 gives %2 of its attention to %3."),
                  {query, numberRun(weightCellText(m_cell.number)), key});
  }
  if (m_computation.step(m_cell.step).phase != core::Phase::Score) return {};
  const FlowRun score = numberRun(fixedText(m_cell.number, kScoreDecimals));
  const std::vector<Reason> top = reasons();
  if (top.empty() || top.size() > 2 || !isMeant(top)) {
    return flowOf(Words::tr("What %1 looks for meets what %2 offers: a score of %3."), {query, key, score});
  }
  const FlowRun first = strongRun(top[0].place);
  if (top.size() == 1) {
    return flowOf(Words::tr("What %1 looks for fits what %2 offers, %3: a score of %4."), {query, key, first, score});
  }
  return flowOf(Words::tr("What %1 looks for fits what %2 offers, %3 and %4: a score of %5."),
                {query, key, first, strongRun(top[1].place), score});
}

FlowRuns CellReasons::soFar(std::int64_t count) const {
  const auto& terms = m_cell.explained.terms;
  const int decimals = m_cell.arithmetic.decimals;
  const auto number = [decimals](double value) { return qt(core::shownNumber(value, decimals)); };
  const std::int64_t from = std::max<std::int64_t>(count - kMostAdded, 0);
  // Of many products the first ones stand together.
  QString added = from > 0 ? number(sumOfFirst(m_cell.explained, from)) : QString();
  for (std::int64_t i = from; i < count; ++i) {
    const double value = terms[static_cast<std::size_t>(i)].value;
    const bool isFirst = added.isEmpty();
    if (!isFirst) added += value < 0 ? QStringLiteral(" \u2212 ") : QStringLiteral(" + ");
    added += number(isFirst ? value : std::abs(value));
  }
  const FlowRun sum = numberRun(number(sumOfFirst(m_cell.explained, count)));
  if (count == 1) return flowOf(Words::tr("The first product: %1."), {sum});
  return flowOf(Words::tr("%1 = %2 so far."), {numberRun(added), sum});
}

FlowRuns CellReasons::why() const {
  const core::Arithmetic& shown = m_cell.arithmetic;
  if (shown.combination == core::Combination::Sum && m_cell.explained.terms.size() > 1) return sumReasons();
  if (shown.lines.empty()) return {};
  const FlowRun result = numberRun(qt(shown.result));
  const auto number = [&](std::size_t line) { return numberRun(qt(shown.lines[line].product)); };
  switch (shown.combination) {
    case core::Combination::Quotient:
      if (shown.lines.size() < 2) break;
      return flowOf(QStringLiteral("%1 ÷ %2 = %3"), {number(0), number(1), result});
    case core::Combination::Difference:
      if (shown.lines.size() < 2) break;
      return flowOf(QStringLiteral("%1 − %2 = %3"), {number(0), number(1), result});
    case core::Combination::Product:
      if (shown.lines.size() < 2) break;
      return flowOf(QStringLiteral("%1 × %2 = %3"), {number(0), number(1), result});
    case core::Combination::Maximum:
      return extreme(Words::tr("The largest of %1 numbers, %2, stands at %3."));
    case core::Combination::Minimum:
      return extreme(Words::tr("The smallest of %1 numbers, %2, stands at %3."));
    case core::Combination::Mean:
      return flowOf(Words::tr("The mean of %1 numbers."), {numberRun(QString::number(m_cell.explained.terms.size()))});
    case core::Combination::Function:
      if (m_matrix.isIndex) return chosen();
      if (shown.lines.size() != 1) break;
      return flowOf(QStringLiteral("%1(%2) = %3"),
                    {FlowRun{FlowRun::Kind::Text, qt(shown.function)}, number(0), result});
    default:
      break;
  }
  return {};
}

/// Which key won, and with what.
FlowRuns CellReasons::chosen() const {
  const QString word = chosenWord(m_matrix, m_cell.number);
  const auto line = std::ranges::find(m_cell.arithmetic.lines, true, &core::ArithmeticLine::isSelected);
  if (word.isEmpty() || line == m_cell.arithmetic.lines.end()) return {};
  const FlowRun number = numberRun(qt(line->product));
  if (m_cell.arithmetic.function == "arg_max") {
    return flowOf(Words::tr("The largest of %1 numbers, %2, stands at %3."),
                  {numberRun(QString::number(m_cell.explained.terms.size())), number, strongRun(word)});
  }
  if (m_cell.arithmetic.function != "sample_index") return {};
  return flowOf(Words::tr("The random number %1 falls on the stretch of %2, which is %3 long."),
                {numberRun(qt(m_cell.arithmetic.lines.back().product)), strongRun(word), number});
}

FlowRuns CellReasons::extreme(const QString& sentence) const {
  const auto chosen = std::ranges::find(m_cell.arithmetic.lines, true, &core::ArithmeticLine::isSelected);
  if (chosen == m_cell.arithmetic.lines.end()) return {};
  return flowOf(sentence, {numberRun(QString::number(m_cell.explained.terms.size())),
                           numberRun(qt(m_cell.arithmetic.result)), strongRun(placeWord(chosen->place))});
}

QString CellReasons::placeWord(const std::string& place) const {
  const bool isFeature = m_cell.arithmetic.axis == core::toString(core::AxisMeaning::Feature) ||
                         m_cell.arithmetic.axis == core::toString(core::AxisMeaning::Channel);
  return isFeature ? featureWord(qt(place)) : qt(place);
}

std::vector<CellReasons::Reason> CellReasons::reasons() const {
  std::vector<Reason> all;
  const double factor = std::pow(10.0, m_cell.arithmetic.decimals);
  for (const core::ArithmeticLine& line : m_cell.arithmetic.lines) {
    const double value = m_cell.explained.terms[static_cast<std::size_t>(line.term)].value;
    all.push_back({placeWord(line.place), value, std::round(value * factor) / factor, line.term});
  }
  std::ranges::stable_sort(all, [](const Reason& a, const Reason& b) { return std::abs(a.value) > std::abs(b.value); });
  double magnitude = 0.0;
  for (const core::ExplainedTerm& term : m_cell.explained.terms) magnitude += std::abs(term.value);
  double covered = 0.0;
  std::size_t count = 0;
  while (count < std::min(all.size(), kMostReasons) && (magnitude == 0.0 || covered < kEnough * magnitude)) {
    covered += std::abs(all[count++].value);
  }
  all.resize(count);
  return all;
}

FlowRuns CellReasons::sumReasons() const {
  const std::vector<Reason> top = reasons();
  if (top.empty() || m_cell.number == 0.0) return {};
  double shown = 0.0;
  for (const Reason& reason : top) shown += reason.shown;
  const int decimals = m_cell.arithmetic.decimals;
  const FlowRun part = numberRun(qt(core::shownNumber(shown, decimals)));
  const FlowRun whole = numberRun(qt(m_cell.arithmetic.result));
  if (top.size() == m_cell.explained.terms.size()) {
    return flowOf(Words::tr("All its terms count; together they give %1."), {whole});
  }
  const bool isNamed = m_cell.arithmetic.axis != "index" && !top.front().place.isEmpty() &&
                       std::ranges::none_of(top, [](const Reason& reason) { return reason.place.front().isDigit(); });
  if (!isNamed) return channelReasons(top, shown);
  FlowRuns sentence;
  switch (top.size()) {
    case 1:
      sentence = flowOf(Words::tr("%1 gives %2 of the %3"), {strongRun(top[0].place), part, whole});
      break;
    case 2:
      sentence = flowOf(Words::tr("%1 and %2 give %3 of the %4"),
                        {strongRun(top[0].place), strongRun(top[1].place), part, whole});
      break;
    default:
      sentence = flowOf(Words::tr("%1, %2 and %3 give %4 of the %5"),
                        {strongRun(top[0].place), strongRun(top[1].place), strongRun(top[2].place), part, whole});
      break;
  }
  return sentence + others(shown) + meaning(top);
}

bool CellReasons::hasBothSigns() const {
  const auto isOf = [this](double sign) {
    return std::ranges::any_of(m_cell.explained.terms,
                               [sign](const core::ExplainedTerm& term) { return term.value * sign > 0.0; });
  };
  return isOf(1.0) && isOf(-1.0);
}

/// What the other terms add up to, where they work against the ones that are named: these alone are no share then.
FlowRuns CellReasons::others(double shown) const {
  const double factor = std::pow(10.0, m_cell.arithmetic.decimals);
  const double rest = std::round(m_cell.number * factor) / factor - shown;
  if (!(rest * m_cell.number < 0.0) || std::abs(rest) < 0.5 / factor) return {};
  return flowOf(Words::tr(", the others %1"), {numberRun(qt(core::shownNumber(rest, m_cell.arithmetic.decimals)))});
}

/// A share of the whole, or numbers where terms of both signs make shares meaningless.
FlowRuns CellReasons::channelReasons(const std::vector<Reason>& top, double shown) const {
  const double share = 100.0 * shown / m_cell.number;
  const bool isShare = !hasBothSigns() && share > 0.0;
  const FlowRun part = numberRun(isShare ? Words::tr("%1 %").arg(std::round(share))
                                         : qt(core::shownNumber(shown, m_cell.arithmetic.decimals)));
  const FlowRun whole = numberRun(qt(m_cell.arithmetic.result));
  FlowRuns sentence;
  switch (top.size()) {
    case 1:
      sentence = flowOf(Words::tr("Channel %1 gives %2 of %3"), {strongRun(top[0].place), part, whole});
      break;
    case 2:
      sentence = flowOf(Words::tr("Channels %1 and %2 give %3 of %4"),
                        {strongRun(top[0].place), strongRun(top[1].place), part, whole});
      break;
    default:
      sentence = flowOf(Words::tr("Channels %1, %2 and %3 give %4 of %5"),
                        {strongRun(top[0].place), strongRun(top[1].place), strongRun(top[2].place), part, whole});
      break;
  }
  return sentence + (isShare ? FlowRuns() : others(shown)) + flowOf(Words::tr("."));
}

bool CellReasons::isMeant(const std::vector<Reason>& top) const {
  const bool isScore = isPair() && m_computation.step(m_cell.step).phase == core::Phase::Score;
  if (!isScore || !isKnownWord(m_matrix.rows, m_place.row) || !isKnownWord(m_matrix.columns, m_place.column))
    return false;
  return std::ranges::all_of(top, [this](const Reason& reason) {
    if (reason.place.isEmpty() || reason.place.front().isDigit()) return false;
    const auto line = std::ranges::find(m_cell.arithmetic.lines, reason.term, &core::ArithmeticLine::term);
    if (line == m_cell.arithmetic.lines.end()) return false;
    const core::ExplainedTerm& term = m_cell.explained.terms[static_cast<std::size_t>(line->term)];
    return term.factors.size() == 2 && term.factors[0].number > 0.0 && term.factors[1].number > 0.0;
  });
}

FlowRuns CellReasons::meaning(const std::vector<Reason>& top) const {
  if (!isMeant(top)) return flowOf(Words::tr("."));
  if (top.size() == 1) {
    return flowOf(Words::tr(": the query asks for %1, and the key offers it."), {strongRun(top[0].place)});
  }
  if (top.size() == 2) {
    return flowOf(Words::tr(": the query asks for %1 and %2, and the key offers both."),
                  {strongRun(top[0].place), strongRun(top[1].place)});
  }
  return flowOf(Words::tr(": the query asks for these three, and the key offers them."));
}

}  // namespace heed::ui
