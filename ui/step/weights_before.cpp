#include "ui/step/weights_before.h"

namespace heed::ui {

namespace {

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
  if (weights == nullptr || result == nullptr) {
    m_now.reset();
    m_before.reset();
    Q_EMIT changed();
    return;
  }
  const std::string id = result->step(weights->step).id;
  const bool goesOn = m_now && id == m_stepId && areComparable(*m_now, *weights);
  if (!goesOn) {
    m_before.reset();
  } else if (!m_before && !areEqual(*m_now, *weights)) {
    m_before = m_now;
  }
  if (m_before && areEqual(*m_before, *weights)) m_before.reset();
  m_now = *weights;
  m_stepId = id;
  Q_EMIT changed();
}

void WeightsBefore::keep() {
  m_before.reset();
  Q_EMIT changed();
}

}  // namespace heed::ui
