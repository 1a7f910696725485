#include "ui/step/weights_before.h"

#include <algorithm>
#include <utility>

namespace heed::ui {

namespace {

/// What is kept of attention that is not shown: its cells in all.
constexpr std::int64_t kMostCellsLeft = std::int64_t{1} << 24U;

bool haveSamePlaces(const core::Axis& a, const core::Axis& b) {
  if (a.labels == b.labels) return true;
  return a.labels != nullptr && b.labels != nullptr && *a.labels == *b.labels;
}

bool areEqual(const core::Tensor& a, const core::Tensor& b) {
  return a.isNull() || b.isNull() ? a.isNull() == b.isNull() : a.identicalTo(b);
}

bool areEqual(const StageMatrix& a, const StageMatrix& b) {
  return areEqual(a.values, b.values) && areEqual(a.allowed, b.allowed);
}

}  // namespace

bool areComparable(const StageMatrix& a, const StageMatrix& b) {
  return a.base == b.base && a.values.shape() == b.values.shape() && haveSamePlaces(a.rows, b.rows) &&
         haveSamePlaces(a.columns, b.columns);
}

WeightsBefore::WeightsBefore(Walk& walk, QObject* parent) : QObject(parent), m_walk(walk) {
  connect(&walk, &Walk::weightsChanged, this, &WeightsBefore::takeWeights);
  takeWeights();
}

void WeightsBefore::takeWeights() {
  const StageMatrix* weights = m_walk.weights();
  const auto& result = m_walk.session().result();
  m_before.reset();
  if (result == nullptr) {
    m_shown.reset();
    m_left.clear();
  } else if (weights == nullptr) {
    leave();
  } else {
    const std::string id = result->step(weights->step).id;
    // What is shown is gone: this is another model.
    if (m_shown && result->program().stepIndex(m_shown->step) < 0) {
      m_shown.reset();
      m_left.clear();
    }
    const bool isSame = m_shown && m_shown->step == id && m_shown->weights.base == weights->base;
    if (!isSame) {
      leave();
      m_shown = oldOf(id, *weights);
    } else if (!areComparable(m_shown->weights, *weights)) {
      m_shown->weights = *weights;
    }
    if (!areEqual(m_shown->weights, *weights)) m_before = m_shown->weights;
  }
  Q_EMIT changed();
}

/// What was shown is remembered for when one comes back; of very many large ones the oldest is given up.
void WeightsBefore::leave() {
  if (!m_shown) return;
  m_left.push_back(std::move(*m_shown));
  m_shown.reset();
  std::int64_t cells = 0;
  auto first = m_left.end();
  while (first != m_left.begin() && cells <= kMostCellsLeft) {
    --first;
    cells += first->weights.values.elementCount();
  }
  if (cells > kMostCellsLeft) m_left.erase(m_left.begin(), first + 1);
}

/// What is remembered of these weights; themselves where that is nothing, or of another input.
WeightsBefore::Old WeightsBefore::oldOf(const std::string& step, const StageMatrix& weights) {
  Old old{step, weights};
  const auto found = std::ranges::find_if(
      m_left, [&](const Old& left) { return left.step == step && left.weights.base == weights.base; });
  if (found == m_left.end()) return old;
  if (areComparable(found->weights, weights)) old.weights = std::move(found->weights);
  m_left.erase(found);
  return old;
}

void WeightsBefore::keep() {
  m_left.clear();
  m_before.reset();
  if (m_shown && m_walk.weights() != nullptr) m_shown->weights = *m_walk.weights();
  Q_EMIT changed();
}

}  // namespace heed::ui
