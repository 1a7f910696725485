#include "ui/step/patch_scores.h"

#include "core/data/image_patches.h"
#include "ui/step/feature_expansion.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace heed::ui {

namespace {

/// How far the parts may be from the score, as a share of it (at least of 1): the score is a float32 sum.
constexpr double kTolerance = 1e-4;

struct Words {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::PatchScores)
};

struct GroupWords {
  const char* name;
  const char* title;
  const char* letter;
};
/// In the order in which they are shown.
constexpr std::array<GroupWords, 4> kGroups{{
    {"colour", QT_TRANSLATE_NOOP("heed::ui::PatchScores", "colour"), QT_TRANSLATE_NOOP("heed::ui::PatchScores", "c")},
    {"texture", QT_TRANSLATE_NOOP("heed::ui::PatchScores", "texture"), QT_TRANSLATE_NOOP("heed::ui::PatchScores", "t")},
    {"position", QT_TRANSLATE_NOOP("heed::ui::PatchScores", "position"),
     QT_TRANSLATE_NOOP("heed::ui::PatchScores", "p")},
    {"edges", QT_TRANSLATE_NOOP("heed::ui::PatchScores", "edges"), QT_TRANSLATE_NOOP("heed::ui::PatchScores", "e")},
}};

std::size_t placeOfGroup(const std::string& name) {
  const auto found = std::ranges::find(kGroups, name, &GroupWords::name);
  return static_cast<std::size_t>(found - kGroups.begin());
}

/// Whether a cell is a sum of query times key by channel.
bool isProductSum(const core::ExplainedCell& cell) {
  return cell.explanation.combination == core::Combination::Sum && !cell.terms.empty() &&
         std::ranges::all_of(cell.terms, [](const core::ExplainedTerm& term) {
           return term.factors.size() == 2 && term.factors[0].step >= 0 && term.factors[1].step >= 0;
         });
}

/// Splits the scores of one row: a query channel is a sum over features, so its group's part of it times the key's
/// channel, added over channels, is the group's part of the score.
class RowSplitter {
 public:
  RowSplitter(core::Evaluator& evaluator, const Computation& computation, int step)
      : m_evaluator(evaluator), m_computation(computation), m_step(step), m_expansion(evaluator, computation) {}

  /// The groups of the query's features; none where the score is made another way.
  [[nodiscard]] std::vector<PatchScores::Group> groups(std::int64_t offset) {
    const core::ExplainedCell cell = explained(offset);
    if (!isProductSum(cell)) return {};
    for (const core::ExplainedTerm& term : cell.terms) {
      if (!addChannel(m_expansion.partsOf(term.factors[0].step, term.factors[0].stepOffset))) {
        m_groups.clear();
        return {};
      }
    }
    return m_groups;
  }

  /// The parts of one score; empty where they do not add up to it.
  [[nodiscard]] std::vector<double> parts(std::int64_t offset, double score) {
    const core::ExplainedCell cell = explained(offset);
    if (m_groups.empty() || !isProductSum(cell) || cell.terms.size() != m_channels.size()) return {};
    std::vector<double> parts(m_groups.size(), 0.0);
    for (std::size_t channel = 0; channel < cell.terms.size(); ++channel) {
      for (std::size_t group = 0; group < m_channels[channel].size(); ++group) {
        parts[group] += m_channels[channel][group] * cell.terms[channel].factors[1].number;
      }
    }
    const double sum = std::accumulate(parts.begin(), parts.end(), 0.0);
    const bool addsUp = std::abs(sum - score) <= kTolerance * std::max(1.0, std::abs(score));
    return addsUp ? parts : std::vector<double>();
  }

 private:
  [[nodiscard]] core::ExplainedCell explained(std::int64_t offset) {
    return core::explainCell(m_evaluator, m_computation.step(m_step).value, offset);
  }

  /// The names along the last axis of a leaf's step; null where it has none.
  [[nodiscard]] const std::vector<std::string>* namesOf(const FeatureLeaf& leaf) const {
    const core::Step& step = m_computation.step(leaf.step);
    return step.axes.empty() || step.axes.back().labels == nullptr ? nullptr : &step.axes.back().labels->names;
  }

  /// The group of a feature, by its name; empty where it belongs to none.
  [[nodiscard]] std::string groupOf(const FeatureLeaf& leaf) const {
    const core::Shape& shape = m_computation.program().type(m_computation.step(leaf.step).value).shape;
    const std::vector<std::string>* names = namesOf(leaf);
    if (names == nullptr || shape.rank() == 0) return {};
    const auto place = static_cast<std::size_t>(leaf.offset % shape[-1]);
    return place < names->size() ? core::patchFeatureGroup((*names)[place]) : std::string();
  }

  /// False where a feature belongs to no group.
  bool addChannel(const FeatureParts& features) {
    std::vector<double> shares(m_groups.size(), 0.0);
    for (const auto& [leaf, value] : features) {
      const std::string name = groupOf(leaf);
      if (name.empty()) {
        if (value == 0.0) continue;
        return false;
      }
      auto group = std::ranges::find(m_groups, name, &PatchScores::Group::name);
      if (group == m_groups.end()) {
        countChannels(leaf, name);
        group = m_groups.end() - 1;
        shares.push_back(0.0);
      }
      shares[static_cast<std::size_t>(group - m_groups.begin())] += value;
    }
    m_channels.push_back(std::move(shares));
    return true;
  }

  void countChannels(const FeatureLeaf& leaf, const std::string& name) {
    const auto count = std::ranges::count_if(
        *namesOf(leaf), [&](const std::string& feature) { return core::patchFeatureGroup(feature) == name; });
    m_groups.push_back({name, static_cast<int>(count)});
  }

  core::Evaluator& m_evaluator;
  const Computation& m_computation;
  int m_step;
  FeatureExpansion m_expansion;
  std::vector<PatchScores::Group> m_groups;
  std::vector<std::vector<double>> m_channels;  ///< of the query, by group
};

/// Groups in the order in which they are shown; parts follow them.
void sortGroups(PatchScores& scores) {
  std::vector<std::size_t> order(scores.groups.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return placeOfGroup(scores.groups[i].name); });
  const auto sorted = [&order](const auto& given) {
    auto result = given;
    for (std::size_t i = 0; i < order.size(); ++i) result[i] = given[order[i]];
    return result;
  };
  scores.groups = sorted(scores.groups);
  const auto sortKey = [&](PatchScores::Key& key) {
    if (!key.parts.empty()) key.parts = sorted(key.parts);
  };
  std::ranges::for_each(scores.strongest, sortKey);
  sortKey(scores.itself);
  sortKey(scores.focus);
}

}  // namespace

std::size_t PatchScores::nearEqualCount() const {
  if (strongest.empty()) return 0;
  const double first = strongest.front().score;
  const auto differs = [first](const Key& key) { return first - key.score >= kNearEqual * std::abs(first); };
  return static_cast<std::size_t>(std::ranges::find_if(strongest, differs) - strongest.begin());
}

int scoreStepOf(const core::Program& program, int step) {
  const auto& steps = program.steps();
  if (step < 0 || step >= static_cast<int>(steps.size())) return -1;
  const core::Shape& shape = program.type(steps[static_cast<std::size_t>(step)].value).shape;
  if (shape.rank() < 2) return -1;
  for (int i = step; i >= 0; --i) {
    const core::Step& candidate = steps[static_cast<std::size_t>(i)];
    const core::Shape& other = program.type(candidate.value).shape;
    if (candidate.phase == core::Phase::Score && !candidate.isInput && other == shape) return i;
  }
  return -1;
}

PatchScores patchScores(core::Evaluator& evaluator, const Computation& computation, int scoreStep, std::int64_t head,
                        Focus::Cell focus) {
  PatchScores scores;
  const core::Step& step = computation.step(scoreStep);
  const core::Shape& shape = computation.program().type(step.value).shape;
  const core::Tensor values = evaluator.value(step.value);
  const std::int64_t queries = shape[-2];
  const std::int64_t keys = shape[-1];
  const std::int64_t heads = shape.elementCount() / std::max<std::int64_t>(queries * keys, 1);
  scores.step = scoreStep;
  scores.row = focus.row;
  scores.count = keys;
  const std::int64_t first = (std::clamp<std::int64_t>(head, 0, heads - 1) * queries + focus.row) * keys;
  std::vector<std::int64_t> order;
  for (std::int64_t key = 0; key < keys; ++key) {
    if (std::isfinite(values.at(first + key))) order.push_back(key);
  }
  std::ranges::stable_sort(order, std::ranges::greater(), [&](std::int64_t key) { return values.at(first + key); });
  RowSplitter splitter(evaluator, computation, scoreStep);
  scores.groups = splitter.groups(first + focus.column);
  const auto keyAt = [&](std::int64_t place) {
    PatchScores::Key key;
    key.place = place;
    key.rank = std::ranges::find(order, place) - order.begin() + 1;
    key.score = values.at(first + place);
    key.parts = splitter.parts(first + place, key.score);
    return key;
  };
  for (std::size_t i = 0; i < std::min(kMostPatchKeys, order.size()); ++i) scores.strongest.push_back(keyAt(order[i]));
  if (queries == keys) scores.itself = keyAt(focus.row);
  scores.focus = keyAt(focus.column);
  const bool isSplit = std::ranges::none_of(scores.strongest, [](const auto& key) { return key.parts.empty(); });
  if (!isSplit) scores.groups.clear();
  sortGroups(scores);
  return scores;
}

QString groupTitle(const std::string& group) {
  const std::size_t place = placeOfGroup(group);
  return place < kGroups.size() ? Words::tr(kGroups[place].title) : QString::fromStdString(group);
}

QString groupLetter(const std::string& group) {
  const std::size_t place = placeOfGroup(group);
  return place < kGroups.size() ? Words::tr(kGroups[place].letter) : QString::fromStdString(group).left(1);
}

}  // namespace heed::ui
