#pragma once

#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QSpinBox;

namespace heed::ui {

class Switch;

/// At a step that chance had a hand in: the seed, drawing again, and holding
/// the seed with the document.
class SeedTools : public QWidget {
  Q_OBJECT

 public:
  SeedTools(Walk& walk, Appearance& appearance, QWidget* parent);

  /// Takes the seed of the document; false where nothing at the step on the
  /// stage was drawn.
  bool takeStep();
  void retranslate();

 private:
  Walk& m_walk;
  QLabel* m_name;
  QSpinBox* m_seed;
  QPushButton* m_again;
  Switch* m_hold;
};

/// Whether numbers of the step on the stage were drawn: a draw of hard
/// attention, features of words that the table does not hold, weights that
/// start from a seed.
[[nodiscard]] bool isDrawn(const StageContent& content, const Computation& computation);

}  // namespace heed::ui
