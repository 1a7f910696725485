#pragma once

#include "ui/step/flow_text.h"
#include "ui/step/thread_figure.h"
#include "ui/step/walk.h"

#include <QWidget>

#include <optional>

class QLabel;

namespace heed::ui {

class LinkButton;

/// The ribbon with its cells as places to go to: click, or arrows and Enter.
class ThreadRibbon : public QWidget {
  Q_OBJECT

 public:
  ThreadRibbon(Appearance& appearance, QWidget* parent = nullptr);

  void setFigure(ThreadFigure figure);
  [[nodiscard]] const ThreadFigure& figure() const { return m_figure; }

  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override;
  [[nodiscard]] QSize sizeHint() const override;

 Q_SIGNALS:
  void stopChosen(int step, qint64 offset);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;

 private:
  [[nodiscard]] QRectF area() const;
  void setCurrent(int stop);

  Appearance& m_appearance;
  ThreadFigure m_figure;
  int m_current = 0;
};

/// The thread of the number under the focus, followed back away from the interface.
class ThreadView : public QWidget {
  Q_OBJECT

 public:
  ThreadView(Walk& walk, Appearance& appearance, QWidget* parent = nullptr);

  /// Follows a cell back; the ribbon appears when the answer is there.
  void follow(int step, std::int64_t offset);
  [[nodiscard]] ThreadRibbon* ribbon() const { return m_ribbon; }

 Q_SIGNALS:
  void closed();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void retranslate();
  void applyAppearance();

  Walk& m_walk;
  Appearance& m_appearance;
  LinkButton* m_back;
  QLabel* m_title;
  FlowText* m_sentence;
  ThreadRibbon* m_ribbon;
};

}  // namespace heed::ui
