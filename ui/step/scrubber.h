#pragma once

#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QAbstractSlider>

#include <vector>

namespace heed::ui {

/// One tick for each step with the names of the phases below; where the steps do not fit as ticks, a plain bar. Where
/// the model has layers there are two levels: the layers above, and below them the steps of the part that is walked
/// through. To the keyboard and a screen reader it is a slider whose value is the step.
class Scrubber : public QAbstractSlider {
  Q_OBJECT

 public:
  Scrubber(Walk& walk, Appearance& appearance, QWidget* parent = nullptr);

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

  /// A run of steps of one phase and whether its name has room below it.
  struct Group {
    core::Phase phase = core::Phase::Input;
    int first = 0;
    int count = 0;
    bool isNamed = false;
    double nameLeft = 0;
    double nameWidth = 0;
  };
  /// The groups with their names placed, so that none touches another. The current one is always named.
  [[nodiscard]] std::vector<Group> groups() const;
  /// A layer, or what comes before, between or after layers, in the upper level. Empty without layers.
  struct Part {
    StepPart steps;
    QString name;
    QRectF area;
    bool isNamed = false;  ///< there is room for its name
  };
  [[nodiscard]] std::vector<Part> parts() const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void sliderChange(SliderChange change) override;
  bool event(QEvent* event) override;

 private:
  void takeList();
  void describe();
  /// The steps of the lower level.
  [[nodiscard]] StepPart shownSteps() const;
  [[nodiscard]] const Part* partAt(const std::vector<Part>& parts, QPointF position) const;
  void goToPart(const Part& part);
  void paintParts(QPainter& painter) const;
  [[nodiscard]] double tickTop() const;
  [[nodiscard]] double pitch() const;
  [[nodiscard]] int stepAt(double x) const;
  void place(Group& group, double pitch) const;

  Walk& m_walk;
  Appearance& m_appearance;
  bool m_isOnSteps = false;  ///< the drag began on the steps
};

}  // namespace heed::ui
