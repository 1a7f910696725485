#pragma once

#include "ui/step/flow_runs.h"
#include "ui/theme/appearance.h"

#include <QMarginsF>
#include <QWidget>

namespace heed::ui {

/// A sentence of runs, wrapped to the width that there is.
class FlowText : public QWidget {
  Q_OBJECT

 public:
  FlowText(const Appearance& appearance, QWidget* parent = nullptr, double size = 14, double lineHeight = 21);

  void setRuns(FlowRuns runs);
  [[nodiscard]] const FlowRuns& runs() const { return m_runs; }
  /// The width of the text in one line.
  [[nodiscard]] int naturalWidth() const;
  enum class Tone { Text, Soft };
  void setTone(Tone tone);

  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override;
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  /// The room around the text inside the widget.
  [[nodiscard]] virtual QMarginsF textMargins() const { return {}; }

 private:
  [[nodiscard]] QList<PlacedRun> laidOut(double width, double& height) const;
  [[nodiscard]] FlowMeasure measure() const;
  [[nodiscard]] QFont fontOf(FlowRun::Kind kind) const;
  [[nodiscard]] double widthOf(const FlowRun& run) const;

  const Appearance& m_appearance;
  double m_size;
  double m_lineHeight;
  Tone m_tone = Tone::Text;
  FlowRuns m_runs;
};

}  // namespace heed::ui
