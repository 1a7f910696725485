#pragma once

#include "ui/step/stage_layout.h"
#include "ui/step/stage_painter.h"
#include "ui/step/ten_chips.h"
#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <string>

class QContextMenuEvent;
class QMenu;

namespace heed::ui {

class KeyLift;
class MaskBrush;
class StageControls;
class StageEditor;
class StageFigure;
class StepTools;
class WeightsBefore;
class ViewTools;

/// The stage of the Step workspace: the step that is walked to, as matrices that meet, with the arithmetic of the cell
/// under the focus. It writes the focus and edits inputs in place; everything that it shows comes from the walk.
class Stage : public QWidget {
  Q_OBJECT

 public:
  Stage(Walk& walk, Appearance& appearance, QWidget* parent = nullptr);
  ~Stage() override;

  [[nodiscard]] const StagePicture& picture() const { return m_picture; }
  /// The layout in pixels of the design; see toDesign().
  [[nodiscard]] const StageLayout& stageLayout() const { return m_layout; }
  [[nodiscard]] const StageImages& images() const { return m_images; }
  /// What is on the stage, for a file.
  [[nodiscard]] std::unique_ptr<StageFigure> figure() const;
  /// The cell in pixels of the widget; nothing where it is folded away.
  [[nodiscard]] std::optional<QRectF> cellRect(StagePart part, Focus::Cell cell) const;
  [[nodiscard]] QRectF toWidget(const QRectF& design) const;
  [[nodiscard]] QPointF toDesign(QPointF widget) const;
  /// "row it, column animal, 8.766": the cell under the focus as a sentence.
  [[nodiscard]] QString cellSentence() const;

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 public Q_SLOTS:
  void copyNumber();
  void copyTerms();
  /// Lifts the key under the focus out of its row, as dragging its label does: Enter hides it, Escape puts it back.
  void liftKey();
  /// Lays one of ten chips on the key under the focus, or takes one back, before the weights are seen.
  void layChip();
  void takeChip();
  /// Opens the features of a word as chips to set; of the word of the row under the focus if none is given.
  void openWordFeatures(std::optional<std::int64_t> token = std::nullopt);
  [[nodiscard]] bool hasWordFeatures() const;
  /// Opens the field that takes "3, 5" or "it, animal".
  void askForCell();
  /// Locks the cell that such a text names; says in failed() what it does not find.
  void goToCell(const QString& text);

 Q_SIGNALS:
  /// What the pointer is over, for the status bar; empty over nothing.
  void pointedAt(const QString& sentence);
  /// The stage is wanted as a picture in the clipboard, or as a file.
  void copyRequested();
  void exportRequested();
  /// An edit was refused.
  void failed(const QString& sentence);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool event(QEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void takeContent();
  void takeBefore();
  void takeFocus();
  void takeInside();
  void refresh();
  void announce();
  void requestHeads();
  /// What the patches give to each other, where the stage shows a picture.
  void takePatches();
  void showPictureAlone(bool alone);
  void pointAtPatch(std::int64_t patch);
  bool pressPatch(QPointF design);
  bool isOverPicture() const;
  void paintOverlays(QPainter& painter, const FigureStyle& style) const;
  void paintEyes(QPainter& painter, const FigureStyle& style) const;

  void pointAt(QPointF design);
  void sayPointed();
  void pointAgain();
  [[nodiscard]] bool isUnfilled(const StageLayout::Hit& hit) const;
  bool pressTarget(QPointF design);
  void pressCell(const StageLayout::Hit& hit);
  [[nodiscard]] bool isPaintable(const StageLayout::Hit& hit) const;
  [[nodiscard]] bool isEditedInPlace(const StageLayout::Hit& hit) const;
  void paintAt(QPointF design);
  /// What a key that was taken out did to the row under the focus, while its old weights are shown.
  void takeLift();
  void paintLifted(QPainter& painter, const FigureStyle& style) const;
  [[nodiscard]] bool hasKeyColumns() const;
  [[nodiscard]] bool areWeightsHidden() const;
  [[nodiscard]] std::optional<Focus::Cell> hiddenWeightAt(QPointF design) const;
  void changeChips(bool lays, Focus::Cell cell);
  void moveCell(std::int64_t rows, std::int64_t columns);
  bool handleCellKey(QKeyEvent& event);
  bool handleCommandKey(QKeyEvent& event);
  void jumpToWord(const QString& typed);
  void editCell(Focus::Cell cell);
  void showKeyMenu(std::int64_t key, const QPoint& global);
  void showRowMenu(std::int64_t row, const QPoint& global);
  [[nodiscard]] std::optional<std::int64_t> keyOfRow(std::int64_t row) const;
  void addHideKey(QMenu& menu, std::int64_t key, bool isOfRow);
  void addHidePair(QMenu& menu, Focus::Cell pair, bool saysKey);
  void addWordActions(QMenu& menu, std::int64_t token);
  void showMenuAtLabel(std::int64_t key);
  void showCellMenu(Focus::Cell cell, const QPoint& global);
  void edit(const std::function<void(const Computation&)>& change);
  void editStep(const std::string& id, const std::function<void(const Computation&, int step)>& change);
  [[nodiscard]] std::string idOf(int step) const;
  void keepEarlier();
  void undoEarlier();
  [[nodiscard]] int weightsStep() const;
  [[nodiscard]] QString placeName(const core::Axis& axis, std::int64_t place) const;

  Walk& m_walk;
  Appearance& m_appearance;
  StagePicture m_picture;
  StageLayout m_layout;
  StageImages m_images;
  StageEditor* m_editor;
  StageControls* m_controls;
  ViewTools* m_viewTools;
  StepTools* m_tools;
  MaskBrush* m_brush;
  KeyLift* m_lift;
  WeightsBefore* m_before;
  TenChips m_chips;
  std::optional<QPointF> m_pointer;  ///< in pixels of the design, while it is over the stage
  std::optional<StageLayout::Hit> m_pointed;
  std::optional<std::int64_t> m_pointedKey;  ///< the column whose label is under the pointer
  std::string m_stepId;                      ///< of the result that is drawn
  QString m_typed;                           ///< of a word, to jump to its row
  qint64 m_typedAt = 0;
};

}  // namespace heed::ui
