#pragma once

#include "ui/step/step_figures.h"
#include "ui/step/strongest_keys.h"
#include "ui/step/walk.h"
#include "ui/tensorview/figures.h"
#include "ui/theme/appearance.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QScrollArea;

namespace heed::ui {

class SegmentedControl;
class ViewTools;

/// The weights of the head as lines between words, as text with bars, or over a picture; the strongest keys while the
/// stage has the picture. Hovering and clicking on words
/// and patches moves the focus of all views.
class TokenView : public QWidget {
  Q_OBJECT

 public:
  TokenView(Walk& walk, Appearance& appearance, QWidget* parent = nullptr);

  /// What is painted; null while there is nothing.
  [[nodiscard]] const Figure* figure() const;
  /// The same for another thread; null while there is nothing.
  [[nodiscard]] std::shared_ptr<const Figure> copyOfFigure() const;
  [[nodiscard]] const TokenLines* lines() const { return m_lines ? &*m_lines : nullptr; }
  [[nodiscard]] const ImageOverlay* overlay() const { return m_overlay ? &*m_overlay : nullptr; }
  /// In the place of the picture, while that is on the stage.
  [[nodiscard]] const StrongestKeys* keys() const { return m_keys ? &*m_keys : nullptr; }
  [[nodiscard]] OverlayMode mode() const { return m_mode; }
  void setMode(OverlayMode mode);
  /// Whether the weights are kept back until their step is reached, and which that is.
  [[nodiscard]] bool isHidden() const { return m_isHidden; }
  void refresh();

  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override;
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;
  [[nodiscard]] QRectF area() const;

 Q_SIGNALS:
  void figureChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  [[nodiscard]] std::optional<std::int64_t> focusRow() const;
  /// The cell of the stage that a word or patch means; none where the stage shows no such row or column.
  [[nodiscard]] std::optional<Focus::Cell> cellAt(QPointF point) const;
  [[nodiscard]] std::optional<Focus::Cell> cellOf(Role role, std::int64_t place) const;
  void makeLines(const StageMatrix& weights);
  void makeOverlay(const StageMatrix& weights);
  void setAlone(bool alone);
  /// The focus moved: at once for lines, a moment later for long texts, so that they do not slow the pointer down.
  void followFocus();
  [[nodiscard]] bool isSameWeights(const StageMatrix& weights) const;
  void moveRow(std::int64_t change);
  void moveKey(std::int64_t change);

  Walk& m_walk;
  Appearance& m_appearance;
  std::optional<TokenLines> m_lines;
  std::optional<ImageOverlay> m_overlay;
  std::optional<StrongestKeys> m_keys;
  core::Tensor m_shown;  ///< the weights that the labels and the height belong to
  std::vector<AxisLabel> m_queryLabels;
  std::vector<AxisLabel> m_keyLabels;
  mutable QSize m_measured;  ///< the width and the height that the text needs in it
  QTimer m_later;
  OverlayMode m_mode = OverlayMode::Spotlight;
  bool m_isHidden = false;
  bool m_isAlone = false;  ///< Space is held: the picture without marks
};

/// The view with its controls: the mode of a picture, copy and export on hover and focus.
class TokenPanel : public QWidget {
  Q_OBJECT

 public:
  TokenPanel(Walk& walk, Appearance& appearance, QWidget* parent = nullptr);

  [[nodiscard]] TokenView* view() const { return m_view; }
  /// What the dock is called for this input, and its tag: "Token lines", "weights, head 0".
  [[nodiscard]] QString title() const;
  [[nodiscard]] QString tag() const;
  /// What the export dialog calls what is shown.
  [[nodiscard]] FigureView exportView() const;

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void titleChanged();
  void copyRequested();
  void exportRequested();

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void retranslate();
  void applyAppearance();
  void refresh();
  void placeTools();

  Walk& m_walk;
  Appearance& m_appearance;
  QScrollArea* m_scroll;
  TokenView* m_view;
  SegmentedControl* m_modes;
  ViewTools* m_tools;
};

}  // namespace heed::ui
