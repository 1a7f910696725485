#pragma once

#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QWidget>

#include <string>

class QLabel;
class QPushButton;
class QSlider;

namespace heed::ui {

/// At the step that divides the scores: another divisor by a slider, one edit a drag, and the square root of the width
/// again.
class DivisorTools : public QWidget {
  Q_OBJECT

 public:
  DivisorTools(Walk& walk, Appearance& appearance, QWidget* parent);

  /// Takes the divisor of the step on the stage; false where the step divides by nothing that can be set.
  bool takeStep();
  void retranslate();

 Q_SIGNALS:
  void refused(const QString& sentence);

 private:
  void slide(int position);
  void set(double divisor, const QString& mergeKey);
  void showDivisor(double divisor);

  Walk& m_walk;
  Appearance& m_appearance;
  QLabel* m_name;
  QSlider* m_slider;
  QLabel* m_number;
  QPushButton* m_root;
  std::string m_stepId;
  double m_width = 1.0;  ///< channels of queries and keys
};

}  // namespace heed::ui
