#pragma once

#include "ui/session/computation.h"

#include <compare>
#include <map>

namespace heed::ui {

/// An element of an earlier step that a projected number is made of.
struct FeatureLeaf {
  int step = -1;
  std::int64_t offset = 0;
  auto operator<=>(const FeatureLeaf&) const = default;
};
/// A number as a sum over elements of earlier steps: what each of them has in it.
using FeatureParts = std::map<FeatureLeaf, double>;

/// Expands projected queries and keys into the features that they are made of.
class FeatureExpansion {
 public:
  FeatureExpansion(core::Evaluator& evaluator, const Computation& computation)
      : m_evaluator(evaluator), m_computation(computation) {}

  /// The parts of an element of a step; the element itself where it is no projection.
  [[nodiscard]] FeatureParts partsOf(int step, std::int64_t offset);

 private:
  [[nodiscard]] double number(int step, std::int64_t offset) const;
  [[nodiscard]] bool isProjection(int step) const;
  [[nodiscard]] bool isWeight(const core::ExplainedFactor& factor) const;
  [[nodiscard]] bool add(FeatureParts& parts, const core::ExplainedCell& cell, double factor);
  [[nodiscard]] bool addTerm(FeatureParts& parts, const core::ExplainedTerm& term, double factor);

  core::Evaluator& m_evaluator;
  const Computation& m_computation;
};

}  // namespace heed::ui
