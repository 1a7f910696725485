#pragma once

#include "ui/step/stage_layout.h"
#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QObject>

class QLabel;
class QToolButton;

namespace heed::ui {

class SegmentedControl;
class Switch;

/// The controls that lie on the stage: layer and head at its upper edge and the switch "Show what follows".
class StageControls : public QObject {
  Q_OBJECT

 public:
  StageControls(Walk& walk, Appearance& appearance, QWidget& stage);

  [[nodiscard]] bool showsAllHeads() const { return m_showsAll; }
  /// Puts them where the layout has room for them.
  void arrange(const StageLayout& layout);
  /// What the controls of layer and head take of the stage's upper right, in pixels of the widget.
  [[nodiscard]] int width() const;
  void retranslate();

 Q_SIGNALS:
  /// All heads side by side, or one again.
  void allHeadsChosen(bool all);
  /// How the picture shows the weights.
  void overlayChosen(OverlayMode mode);

 private:
  void takeHeads();
  void takeLayers();
  void chooseHead(int index);
  void arrangePicture(const StageLayout& layout);
  void showAllHeads(bool all);
  void openGrid(const QToolButton& below);
  [[nodiscard]] bool hasHeads() const;
  [[nodiscard]] bool hasLayers() const;
  [[nodiscard]] bool hasKernel() const;
  [[nodiscard]] QWidget* headControl() const;
  [[nodiscard]] QWidget* layerControl() const;
  /// Puts a control with its label at the stage's upper edge; gives the left edge.
  int place(QWidget& control, QWidget& label, int right, bool isThere);

  Walk& m_walk;
  Appearance& m_appearance;
  QWidget& m_stage;
  QLabel* m_layerLabel;
  SegmentedControl* m_layers;  ///< up to four layers
  QToolButton* m_layerButton;  ///< more: opens the pictures of all layers and heads
  QLabel* m_headLabel;
  SegmentedControl* m_heads;    ///< up to four heads
  QToolButton* m_headButton;    ///< more: opens their pictures
  QToolButton* m_kernel;        ///< at attention: tile by tile
  SegmentedControl* m_overlay;  ///< of a picture
  QLabel* m_alone;              ///< that Space shows it alone
  Switch* m_follows;
  std::int64_t m_shownHeads = 0;
  int m_shownLayers = 0;
  bool m_joinsHeads = false;
  bool m_showsAll = false;
};

}  // namespace heed::ui
