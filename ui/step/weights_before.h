#pragma once

#include "ui/step/walk.h"

#include <QObject>

#include <optional>

namespace heed::ui {

/// Remembers the weights from before the first edit that was neither kept nor undone, wherever one is in the walk, so
/// that the old values can stand beside the new ones.
class WeightsBefore : public QObject {
  Q_OBJECT

 public:
  explicit WeightsBefore(Walk& walk, QObject* parent = nullptr);

  /// The old weights of the head that is shown; none where nothing changed since they were kept.
  [[nodiscard]] const std::optional<StageMatrix>& weights() const { return m_before; }
  /// The weights stay as they are now.
  void keep();

 Q_SIGNALS:
  void changed();

 private:
  void takeWeights();

  Walk& m_walk;
  std::string m_stepId;
  std::optional<StageMatrix> m_now;
  std::optional<StageMatrix> m_before;
};

/// Whether two matrices are the same step in the same head over the same words.
[[nodiscard]] bool areComparable(const StageMatrix& a, const StageMatrix& b);

}  // namespace heed::ui
