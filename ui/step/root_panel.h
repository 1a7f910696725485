#pragma once

#include "ui/step/figure_area.h"
#include "ui/step/root_figure.h"
#include "ui/step/walk.h"

#include <QWidget>

#include <optional>

namespace heed::ui {

/// In the explanation, while the stage shows how scores are divided: the experiment that says why. It is computed once,
/// when it is first seen.
class RootPanel : public QWidget {
  Q_OBJECT

 public:
  RootPanel(Walk& walk, Appearance& appearance, QWidget* parent = nullptr);

  /// None until it is computed.
  [[nodiscard]] const std::optional<RootFigure>& figure() const { return m_figure; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void takeStep();
  void describe();

  Walk& m_walk;
  FigureArea* m_area;
  std::optional<RootFigure> m_figure;
};

}  // namespace heed::ui
