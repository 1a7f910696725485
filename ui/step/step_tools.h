#pragma once

#include "ui/step/divisor_tools.h"
#include "ui/step/mask_tools.h"
#include "ui/step/seed_tools.h"

#include <QObject>

namespace heed::ui {

/// The strip at the stage's foot with what can be tried at the step that it shows.
class StepTools : public QObject {
  Q_OBJECT

 public:
  StepTools(Walk& walk, Appearance& appearance, QWidget& stage);

  [[nodiscard]] const MaskTools& mask() const { return *m_mask; }
  /// What the strip takes of the stage's foot, in pixels of the design; 0 where the step has nothing to try.
  [[nodiscard]] double height() const;
  /// Puts the strip at the foot of the stage.
  void arrange();
  void retranslate();
  /// Shows what belongs to the step on the stage.
  void takeStep();

 Q_SIGNALS:
  /// Something could not be done.
  void refused(const QString& sentence);

 private:
  [[nodiscard]] QList<QWidget*> tools() const;

  Appearance& m_appearance;
  QWidget& m_stage;
  MaskTools* m_mask;
  DivisorTools* m_divisor;
  SeedTools* m_seed;
};

}  // namespace heed::ui
