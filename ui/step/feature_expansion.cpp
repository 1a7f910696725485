#include "ui/step/feature_expansion.h"

namespace heed::ui {

FeatureParts FeatureExpansion::partsOf(int step, std::int64_t offset) {
  if (!isProjection(step)) return {{{step, offset}, number(step, offset)}};
  FeatureParts parts;
  const core::ExplainedCell cell = core::explainCell(m_evaluator, m_computation.step(step).value, offset);
  if (!add(parts, cell, 1.0)) return {{{step, offset}, number(step, offset)}};
  return parts;
}

double FeatureExpansion::number(int step, std::int64_t offset) const {
  return m_evaluator.value(m_computation.step(step).value).at(offset);
}

bool FeatureExpansion::isProjection(int step) const {
  const core::Step& entry = m_computation.step(step);
  return entry.phase == core::Phase::Project && !entry.isInput;
}

bool FeatureExpansion::isWeight(const core::ExplainedFactor& factor) const {
  return factor.step >= 0 && m_computation.step(factor.step).isInput &&
         m_computation.step(factor.step).phase == core::Phase::Project;
}

/// False where the cell is no sum of features times weights.
bool FeatureExpansion::add(FeatureParts& parts, const core::ExplainedCell& cell, double factor) {
  if (cell.explanation.combination != core::Combination::Sum) return false;
  for (const core::ExplainedTerm& term : cell.terms) {
    if (!addTerm(parts, term, factor)) return false;
  }
  return true;
}

bool FeatureExpansion::addTerm(FeatureParts& parts, const core::ExplainedTerm& term, double factor) {
  if (term.factors.size() == 1) {
    const core::ExplainedFactor& only = term.factors.front();
    if (only.step >= 0) {
      parts[{only.step, only.stepOffset}] += factor * only.number;
      return true;
    }
    return only.value.isValid() && add(parts, core::explainCell(m_evaluator, only.value, only.offset), factor);
  }
  if (term.factors.size() != 2) return false;
  const bool isSecond = isWeight(term.factors[1]);
  if (!isSecond && !isWeight(term.factors[0])) return false;
  const core::ExplainedFactor& feature = term.factors[isSecond ? 0 : 1];
  const double weight = factor * term.factors[isSecond ? 1 : 0].number;
  if (feature.step < 0) return false;
  for (const auto& [leaf, value] : partsOf(feature.step, feature.stepOffset)) parts[leaf] += weight * value;
  return true;
}

}  // namespace heed::ui
