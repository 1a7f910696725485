#include "ui/step/patch_words.h"

#include "ui/tensorview/axis_labels.h"
#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::ui {

namespace {

constexpr double kLeastShare = 0.05;  ///< smaller ones are not named

struct Words {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::PatchWords)
};

/// For the beginning of a sentence.
QString capital(QString word) {
  if (!word.isEmpty()) word[0] = word[0].toUpper();
  return word;
}

double roundedTo(double value, int places) {
  const double factor = std::pow(10.0, places);
  return std::round(value * factor) / factor;
}

/// The fewest decimals with which the shown parts give the shown sum; 0 where four are not enough.
int closingPlaces(const PatchScores::Key& key) {
  for (int places = 2; places <= 4; ++places) {
    double sum = 0;
    for (const double part : key.parts) sum += roundedTo(part, places);
    if (std::abs(sum - roundedTo(key.score, places)) < 0.1 * std::pow(10.0, -places)) return places;
  }
  return 0;
}

}  // namespace

FlowRuns groupReasons(const PatchScores& scores) {
  const PatchScores::Key& key = scores.focus;
  if (key.parts.size() != scores.groups.size() || key.parts.empty() || key.score == 0.0) return {};
  std::vector<std::size_t> order(key.parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [&](std::size_t group) { return std::abs(key.parts[group]); });
  const auto percent = [&](std::size_t group) {
    // Its sign stays on the line of the number.
    return numberRun(
        Words::tr("%1 %").arg(std::lround(100.0 * key.parts[group] / key.score)).replace(u' ', QChar::Nbsp));
  };
  const auto title = [&](std::size_t group) { return groupTitle(scores.groups[group].name); };
  const FlowRun first = strongRun(capital(title(order[0])));
  const bool isAlone = order.size() < 2 || std::abs(key.parts[order[1]]) < kLeastShare * std::abs(key.score);
  FlowRuns runs = isAlone ? flowOf(Words::tr("%1 gives %2 of it."), {first, percent(order[0])})
                          : flowOf(Words::tr("%1 gives %2 of it, %3 %4."),
                                   {first, percent(order[0]), strongRun(title(order[1])), percent(order[1])});
  const QString equal = nearEqualSentence(scores);
  const bool needsSpace = !equal.isEmpty() && !isStackable(equal.left(1));
  if (!equal.isEmpty()) runs << FlowRun{FlowRun::Kind::Text, needsSpace ? u' ' + equal : equal};
  return runs;
}

FlowRuns groupSum(const PatchScores& scores) {
  const PatchScores::Key& key = scores.focus;
  if (key.parts.empty()) return {};
  const int closing = closingPlaces(key);
  const int places = closing > 0 ? closing : 4;
  QString sum;
  for (const double part : key.parts) {
    if (!sum.isEmpty()) sum += part < 0 ? QStringLiteral(" \u2212 ") : QStringLiteral(" + ");
    sum += fixedText(sum.isEmpty() ? part : std::abs(part), places);
  }
  const QString line = QStringLiteral("%1 = %2").arg(sum, fixedText(key.score, places));
  if (closing > 0) return {numberRun(line)};
  return flowOf(Words::tr("%1 (rounded)"), {numberRun(line)});
}

QString nearEqualSentence(const PatchScores& scores) {
  const std::size_t count = scores.nearEqualCount();
  if (count < 2) return {};
  if (count == 2) return Words::tr("Keys 1 and 2 differ by less than 3 %: near-equal.");
  return Words::tr("Keys 1 to %1 differ by less than 3 %: near-equal.").arg(count);
}

}  // namespace heed::ui
