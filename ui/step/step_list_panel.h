#pragma once

#include "ui/step/step_list_delegate.h"

#include <QListView>
#include <QWidget>

class QAction;

namespace heed::ui {

class IconButton;
class SearchField;

/// The lines of the list, walked with the arrow keys; Enter opens the weights of a step, Right and Left as well.
class StepListView : public QListView {
  Q_OBJECT

 public:
  StepListView(Walk& walk, Appearance& appearance, StepListModel& model, Thumbnails& thumbnails,
               QWidget* parent = nullptr);

  void setForm(ListForm form);
  void showCurrent();
  /// The first step of the list, as after a search.
  void goToFirst();
  [[nodiscard]] QRect weightsRect(const QModelIndex& index) const;

 Q_SIGNALS:
  /// A letter was typed on the list.
  void searchWanted(const QString& text);
  void stepChosen();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void choose(const QModelIndex& index);
  void openWeights(const QModelIndex& index, bool isOpen);
  [[nodiscard]] QModelIndex neighbour(const QModelIndex& from, int direction) const;

  Walk& m_walk;
  StepListModel& m_model;
  StepListDelegate* m_delegate;
};

/// The list of steps: what is on the stage, what comes before and after, to go there with a click or the arrow keys.
/// Folded it is a strip of numbers that opens over the stage.
class StepListPanel : public QWidget {
  Q_OBJECT

 public:
  StepListPanel(Walk& walk, Appearance& appearance, QWidget* parent = nullptr);

  /// The strip of numbers of 40 pixels, for windows under 1400 pixels of the design.
  void setFolded(bool isFolded);
  [[nodiscard]] bool isFolded() const { return m_isFolded; }
  /// Opens the search above the list; for menus and the title of the dock.
  [[nodiscard]] QAction* searchAction() const { return m_search; }
  [[nodiscard]] StepListView* view() const { return m_view; }
  [[nodiscard]] Thumbnails& thumbnails() { return m_thumbnails; }

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

  /// Widths in pixels of the design.
  static constexpr double kFoldedWidth = 40;
  static constexpr double kWidth = 224;
  /// A window narrower than this folds the list.
  static constexpr double kFoldsBelow = 1400;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void applyAppearance();
  void retranslate();
  void openSearch(const QString& text);
  void closeSearch();
  void openOverStage();

  Walk& m_walk;
  Appearance& m_appearance;
  StepListModel m_model;
  Thumbnails m_thumbnails;
  QAction* m_search;
  SearchField* m_field;
  IconButton* m_unfold;
  StepListView* m_view;
  bool m_isFolded = false;
};

}  // namespace heed::ui
