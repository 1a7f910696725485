#pragma once

#include "ui/step/scrubber.h"

#include <QList>
#include <QWidget>

#include <utility>
#include <vector>

class QAction;
class QLabel;
class QMenu;
class QToolButton;

namespace heed::ui {

class IconButton;

/// Walking: reset, back, play, step, step into, the scrubber and the speed.
class Transport : public QWidget {
  Q_OBJECT

 public:
  Transport(Walk& walk, Appearance& appearance, QWidget* parent = nullptr);

  [[nodiscard]] QAction* resetAction() const { return m_reset; }
  [[nodiscard]] QAction* backAction() const { return m_back; }
  [[nodiscard]] QAction* playAction() const { return m_play; }
  [[nodiscard]] QAction* forwardAction() const { return m_forward; }
  [[nodiscard]] QAction* intoAction() const { return m_into; }
  [[nodiscard]] QAction* endAction() const { return m_end; }
  /// All of them with their keys, for menus and the list of commands. They work wherever the window has the focus.
  [[nodiscard]] QList<QAction*> commands() const;
  [[nodiscard]] QMenu* speedMenu() const { return m_speeds; }

  [[nodiscard]] QSize sizeHint() const override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 protected:
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void makeActions();
  void makeLayout();
  void makeSpeeds();
  void applyAppearance();
  void retranslate();
  void refresh();
  void stepInto();
  /// What Step into does at the current step: opens weights, or goes to the first of the steps inside; -1 for neither.
  struct Inside {
    int input = -1;
    int row = -1;
  };
  [[nodiscard]] Inside inside() const;

  Walk& m_walk;
  Appearance& m_appearance;
  QAction* m_reset;
  QAction* m_back;
  QAction* m_play;
  QAction* m_forward;
  QAction* m_into;
  QAction* m_end;
  std::vector<std::pair<IconButton*, QAction*>> m_buttons;
  IconButton* m_playButton;
  QToolButton* m_intoButton;
  Scrubber* m_scrubber;
  QLabel* m_place;
  QToolButton* m_speedButton;
  QMenu* m_speeds;
};

}  // namespace heed::ui
