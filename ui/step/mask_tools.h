#pragma once

#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QWidget>

class QSpinBox;

namespace heed::ui {

class SegmentedControl;

/// At the step of a mask: which rule makes it, how far a window sees, or painting it by hand.
class MaskTools : public QWidget {
  Q_OBJECT

 public:
  MaskTools(Walk& walk, Appearance& appearance, QWidget* parent);

  /// Takes the mask of the step on the stage; false where the step is no mask.
  bool takeStep();
  /// Whether cells of the step on the stage can be painted.
  [[nodiscard]] bool isPainting() const { return m_isPainting; }
  void retranslate();

 Q_SIGNALS:
  /// A mask could not be set.
  void refused(const QString& sentence);

 private:
  void choose(int index);
  void setRadius(int radius);

  Walk& m_walk;
  SegmentedControl* m_kinds;
  QSpinBox* m_radius;
  bool m_isPainting = false;
};

/// Whether a row of the list is about which keys a query may look at.
[[nodiscard]] bool isMaskRow(const StepRow& row);
/// A step of the block that the mask on the stage belongs to; -1 where the step is no mask.
[[nodiscard]] int maskedStep(const Walk& walk, const Computation& computation);

}  // namespace heed::ui
