#pragma once

#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QMenu>

#include <vector>

class QListWidget;

namespace heed::ui {

/// The heads of a step as small pictures to choose from; where the model has layers, a line for each of them, the first
/// at the bottom. Deletes itself when it closes.
class HeadGrid : public QMenu {
  Q_OBJECT

 public:
  /// The pictures are those of the step on the stage, of the attention weights where that has no heads of its own.
  HeadGrid(Walk& walk, Appearance& appearance, bool showsAll, QWidget* parent);

  [[nodiscard]] QListWidget& list() const { return *m_list; }

 Q_SIGNALS:
  /// All heads side by side; choosing one of them is done by the grid itself.
  void allChosen();
  void oneChosen();

 private:
  /// A picture of the grid: a row of the walk's list in one head.
  struct Place {
    int row = -1;
    int layer = 0;
    std::int64_t head = 0;
  };
  void findPlaces();
  void addItems(bool showsAll);
  void choose(int item);
  void requestPictures();

  Walk& m_walk;
  Appearance& m_appearance;
  QListWidget* m_list;
  std::vector<Place> m_places;
  std::int64_t m_heads = 1;
  int m_layers = 0;
};

}  // namespace heed::ui
