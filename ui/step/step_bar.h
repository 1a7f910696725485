#pragma once

#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QWidget>

class QAction;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QSpacerItem;
class QToolButton;

namespace heed::ui {

class LockChip;
class SegmentedControl;
class StartChip;
class StepTrail;

/// The bar above the stage: the input, what became of it, the way here, the lock, and the direction.
class StepBar : public QWidget {
  Q_OBJECT

 public:
  StepBar(Walk& walk, Appearance& appearance, QWidget* parent = nullptr);

  [[nodiscard]] QLineEdit* field() const { return m_field; }
  [[nodiscard]] StepTrail* trail() const { return m_trail; }
  [[nodiscard]] LockChip* lockChip() const { return m_lock; }
  [[nodiscard]] SegmentedControl* direction() const { return m_direction; }
  [[nodiscard]] QString countText() const;
  /// Keeps so much free behind the field, for a remark beside it; nothing with 0. False where the bar has not so much
  /// to spare: then it keeps nothing.
  bool keepRoom(int width);

  [[nodiscard]] QSize sizeHint() const override;

 Q_SIGNALS:
  void lectureSizeRequested();
  /// What was typed could not be taken; the sentence says why.
  void refused(const QString& sentence);

 protected:
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void applyAppearance();
  void retranslate();
  void takeDocument();
  void takeResult();
  void showCue();
  void showDirection();
  void applyText();
  [[nodiscard]] bool isNarrow() const;

  Walk& m_walk;
  Appearance& m_appearance;
  QHBoxLayout* m_layout;
  QLineEdit* m_field;
  QAction* m_fieldIcon;
  QSpacerItem* m_room;  ///< behind the field
  QLabel* m_count;
  StepTrail* m_trail;
  StartChip* m_start;
  LockChip* m_lock;
  SegmentedControl* m_direction;
  QSpacerItem* m_free;  ///< what nothing needs
  QToolButton* m_lecture;
};

}  // namespace heed::ui
