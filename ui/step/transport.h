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

class LinkButton;
class IconButton;

/// Walking: reset, back, play, step, step into and out, the scrubber and the speed.
class Transport : public QWidget {
  Q_OBJECT

 public:
  Transport(Walk& walk, Appearance& appearance, QWidget* parent = nullptr);

  [[nodiscard]] QAction* resetAction() const { return m_reset; }
  [[nodiscard]] QAction* backAction() const { return m_back; }
  [[nodiscard]] QAction* playAction() const { return m_play; }
  [[nodiscard]] const IconButton& playButton() const { return *m_playButton; }
  [[nodiscard]] QAction* forwardAction() const { return m_forward; }
  [[nodiscard]] QAction* intoAction() const { return m_into; }
  [[nodiscard]] QAction* outAction() const { return m_out; }
  [[nodiscard]] QAction* endAction() const { return m_end; }
  /// All of them with their keys, for menus and the list of commands. They work wherever the window has the focus.
  [[nodiscard]] QList<QAction*> commands() const;
  [[nodiscard]] QMenu* speedMenu() const { return m_speeds; }

  [[nodiscard]] QSize sizeHint() const override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 Q_SIGNALS:
  /// The way out of the lecture size, which Esc also is.
  void leaveWanted();

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
  [[nodiscard]] QString placeText() const;

  Walk& m_walk;
  Appearance& m_appearance;
  QAction* m_reset;
  QAction* m_back;
  QAction* m_play;
  QAction* m_forward;
  QAction* m_into;
  QAction* m_out;
  QAction* m_end;
  std::vector<std::pair<IconButton*, QAction*>> m_buttons;
  IconButton* m_playButton;
  QToolButton* m_intoButton;
  IconButton* m_outButton;  ///< there while there is a way out
  Scrubber* m_scrubber;
  QLabel* m_place;
  QToolButton* m_speedButton;
  LinkButton* m_leave;
  QMenu* m_speeds;
};

}  // namespace heed::ui
