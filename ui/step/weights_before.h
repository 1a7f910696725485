#pragma once

#include "ui/step/walk.h"

#include <QObject>

#include <optional>
#include <string>
#include <vector>

namespace heed::ui {

/// Remembers the weights from before the first edit that was neither kept nor undone, wherever one is in the walk, so
/// that the old values can stand beside the new ones; also of attention that one walked away from, until one comes
/// back.
class WeightsBefore : public QObject {
  Q_OBJECT

 public:
  explicit WeightsBefore(Walk& walk, QObject* parent = nullptr);

  /// The old weights of the head that is shown; none where nothing changed since they were kept.
  [[nodiscard]] const std::optional<StageMatrix>& weights() const { return m_before; }
  /// All weights stay as they are now.
  void keep();

 Q_SIGNALS:
  void changed();

 private:
  /// The weights of a step in a head that were there before the first edit.
  struct Old {
    std::string step;
    StageMatrix weights;
  };

  void takeWeights();
  void leave();
  [[nodiscard]] Old oldOf(const std::string& step, const StageMatrix& weights);

  Walk& m_walk;
  std::optional<Old> m_shown;
  std::vector<Old> m_left;  ///< of what one walked away from, the latest last
  std::optional<StageMatrix> m_before;
};

/// Whether two matrices are the same step in the same head over the same words.
[[nodiscard]] bool areComparable(const StageMatrix& a, const StageMatrix& b);

}  // namespace heed::ui
