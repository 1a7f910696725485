#pragma once

#include "ui/step/step_figures.h"
#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QMenu>

#include <functional>
#include <memory>
#include <vector>

namespace heed::ui {

/// The views that can be exported with small pictures of what they show now: the menu of the Export button. The
/// pictures are drawn away from the interface when the menu opens; until one is there its command's icon stands in its
/// place.
class ExportMenu : public QMenu {
  Q_OBJECT

 public:
  using StageSource = std::function<std::shared_ptr<const StageFigure>()>;

  /// `stage` gives what is on the stage; null where there is none.
  ExportMenu(Walk& walk, const Appearance& appearance, StageSource stage, QWidget* parent);
  ~ExportMenu() override;

  void addView(FigureView view, QAction& command);

 Q_SIGNALS:
  /// The picture of a view is there.
  void pictureShown(heed::ui::FigureView view);

 private:
  struct Entry {
    FigureView view = FigureView::Stage;
    QAction* command = nullptr;
    QAction* shown = nullptr;  ///< the same words with another icon
  };
  void prepare();
  void ask();
  [[nodiscard]] QSize pictureSize() const;

  Walk& m_walk;
  const Appearance& m_appearance;
  StageSource m_stage;
  std::vector<Entry> m_entries;
};

}  // namespace heed::ui
