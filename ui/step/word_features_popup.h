#pragma once

#include "ui/document/word_edits.h"
#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QAbstractButton>
#include <QFrame>

#include <vector>

class QLabel;
class QPushButton;

namespace heed::ui {

/// A feature as a chip that is filled as far as the word has it: a click turns
/// it on or off, dragging along it, the wheel and the arrow keys set what lies
/// between.
class FeatureChip : public QAbstractButton {
  Q_OBJECT

 public:
  FeatureChip(const Appearance& appearance, QString name, double value, QWidget* parent);

  [[nodiscard]] double value() const { return m_value; }
  void setValue(double value);
  [[nodiscard]] QSize sizeHint() const override;

 Q_SIGNALS:
  void valueChanged(double value);
  /// A drag or a key has come to its end.
  void settled();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void change(double value);

  const Appearance& m_appearance;
  QString m_name;
  double m_value = 0.0;
  QPoint m_pressedAt;
  bool m_isDragging = false;
};

/// The features of a word as chips to set, over the stage: for words that no
/// table holds.
class WordFeaturesPopup : public QFrame {
  Q_OBJECT

 public:
  WordFeaturesPopup(Walk& walk, Appearance& appearance, WordFeatureSet word, QWidget* parent);

  [[nodiscard]] const WordFeatureSet& word() const { return m_word; }
  [[nodiscard]] const std::vector<FeatureChip*>& chips() const { return m_chips; }

 Q_SIGNALS:
  void refused(const QString& sentence);

 private:
  void set(std::size_t feature, double value);
  void forget();
  void describe();

  Walk& m_walk;
  WordFeatureSet m_word;
  std::vector<FeatureChip*> m_chips;
  QLabel* m_origin;
  QPushButton* m_forget;
};

}  // namespace heed::ui
