#pragma once

#include "ui/step/flow_runs.h"
#include "ui/step/lift.h"
#include "ui/step/patch_scores.h"
#include "ui/step/place_words.h"
#include "ui/step/softmax_backward.h"
#include "ui/step/stage_content.h"
#include "ui/step/stage_formula.h"
#include "ui/step/sub_steps.h"
#include "ui/step/tile_content.h"
#include "ui/tensorview/axis_labels.h"
#include "ui/tensorview/patch_painter.h"

#include <optional>
#include <vector>

namespace heed::ui {

/// The matrices of a frame.
enum class StagePart {
  Result,
  Left,
  Top,
  Before,
  Column,
  Pipeline,
  Mask,
  Head,
  Later,       ///< the weights under a mask or scaled scores
  Ghost,       ///< weights as they were, or as they would be, under those
  Map,         ///< the result once more, small and whole
  Gradient,    ///< Pushes: g
  Difference,  ///< Pushes: g - mean
  StepBefore,  ///< Pushes: the row's weights before a step, [1, keys]
  StepAfter,
  Behind,  ///< Wall: what no gradient reaches
  Tile,    ///< of attention tile by tile; see TileMatrix
};

/// Whether query patches meet key patches, too many for a number each: the stage shows the picture beside an even map.
[[nodiscard]] bool isPatchPair(const StageContent& content);

/// Everything that is drawn of one step, as plain data: the matrices, the cell under the focus, and what may be seen.
class StagePicture {
 public:
  StagePicture() = default;
  explicit StagePicture(StageContent content);

  [[nodiscard]] const StageContent& content() const { return m_content; }
  [[nodiscard]] const StageMatrix& result() const { return m_content.result; }
  /// Shows the step in all heads side by side in the place of its frame; none for the frame again.
  void setHeads(std::vector<StageMatrix> heads);
  [[nodiscard]] const std::vector<StageMatrix>& heads() const { return m_heads; }

  /// Shows a row of attention tile by tile in the place of its frame; nothing for the frame again.
  void setTiles(std::optional<TileContent> tiles);
  [[nodiscard]] const std::optional<TileContent>& tiles() const { return m_tiles; }

  /// A matrix of the frame; `index` counts the rows of the pipeline, the heads, or is a TileMatrix. Null where the
  /// frame does not have it.
  [[nodiscard]] const StageMatrix* matrix(StagePart part, int index = 0) const;
  [[nodiscard]] const ValueScale& scale(StagePart part, int index = 0) const;
  /// The result's values from before the last change, of the same shape, and their mask; nothing where it is kept.
  void setEarlier(std::optional<core::Tensor> values, core::Tensor allowed);
  [[nodiscard]] const std::optional<core::Tensor>& earlier() const { return m_earlier; }
  [[nodiscard]] const core::Tensor& earlierAllowed() const { return m_earlierAllowed; }
  [[nodiscard]] const ValueScale& earlierScale() const { return m_earlierScale; }

  /// The cell that is shown in numbers; null while it belongs to another focus.
  [[nodiscard]] const CellContent* cell() const;
  /// The keys that stay wide in a long row: the locked column and the five largest others of its row.
  [[nodiscard]] std::vector<std::int64_t> wideColumns() const;
  /// The largest values of the row under the focus, the largest first.
  [[nodiscard]] std::vector<std::int64_t> strongestColumns(std::size_t count) const;
  [[nodiscard]] bool isFullyMasked(std::int64_t row) const;
  /// Weights that stand under the later row, to be compared with it; `buttons` offers to keep or undo what made them
  /// old. None takes them away.
  void setGhost(std::optional<StageMatrix> weights, QString caption, bool hasButtons);
  [[nodiscard]] const QString& ghostCaption() const { return m_ghostCaption; }
  [[nodiscard]] bool hasGhostButtons() const { return m_hasGhostButtons; }
  /// Whether a cell of the result has its number yet: all of them but while a product fills.
  [[nodiscard]] bool isFilled(std::int64_t row, std::int64_t column) const;

  std::optional<CellContent> cellContent;
  std::optional<OneStep> oneStep;  ///< of the row under the focus, once it is computed
  std::optional<Focus::Cell> focus;
  std::optional<Focus::Cell> layoutFocus;  ///< the locked cell: what is wide follows it and not the pointer
  bool isLocked = false;
  std::optional<Filling> filling;         ///< how far a product is filled, where it was stepped into
  std::vector<Focus::Cell> replaced;      ///< numbers of the result that a person put in
  std::vector<bool> isRevealed;           ///< of the pipeline's rows
  StepFormula formula;                    ///< that the step is part of
  FlowRuns sentence;                      ///< of the cell, for a projector
  std::vector<int> chips;                 ///< laid on the keys of the focus row; empty where none are
  bool isLaterRevealed = true;            ///< whether the later row may be seen
  bool isMask = false;                    ///< the step says which keys a query may look at
  bool isPaintable = false;               ///< its cells change under a brush
  QString origin;                         ///< where the weights come from: "weights set by hand"
  double controlsWidth = 0;               ///< taken at the upper right by what lies on the stage
  double toolsHeight = 0;                 ///< taken at the foot by it
  double viewToolsWidth = 0;              ///< taken at the upper right by copy and export, left of the head control
  double leastSize = 11;                  ///< of text: 12 in Chinese
  std::optional<std::int64_t> liftedKey;  ///< a key that was taken out, until that is kept or undone
  std::optional<Lift> lift;               ///< what that did to the row under the focus, where it can be said
  int decimals = 2;
  bool isLectureSize = false;
  int tile = 0;                        ///< the last of tiles() that was gone through
  std::optional<StageMatrix> weights;  ///< of the head, for the spotlight; none where they are not to be seen yet
  int weightsRow = -1;                 ///< their step, as the list counts
  std::optional<PatchScores> scores;   ///< of the row under the focus
  OverlayMode overlayMode = OverlayMode::Spotlight;
  bool isPictureAlone = false;  ///< the picture without marks

  /// The picture whose patches are the places of an axis; null for words and numbers.
  [[nodiscard]] const PatchPicture* patchesOf(const core::Axis& axis) const;
  /// Whether the picture stands beside an even map.
  [[nodiscard]] bool isPatchPair() const { return m_heads.empty() && heed::ui::isPatchPair(m_content); }
  /// Whether the places of an axis have names or crops, and the label of one.
  [[nodiscard]] bool hasLabels(const core::Axis& axis) const;
  [[nodiscard]] ShownLabel label(const core::Axis& axis, std::int64_t place) const;

 private:
  StageContent m_content;
  std::optional<core::Tensor> m_earlier;
  core::Tensor m_earlierAllowed;
  ValueScale m_earlierScale;
  std::vector<StageMatrix> m_heads;
  ValueScale m_headScale;  ///< one for all heads, so that they can be compared
  std::optional<TileContent> m_tiles;
  std::vector<ValueScale> m_tileScales;  ///< by TileMatrix
  std::optional<StageMatrix> m_ghost;
  QString m_ghostCaption;
  bool m_hasGhostButtons = false;
  ValueScale m_laterScale;           ///< one for the later row and its ghost
  std::vector<ValueScale> m_scales;  ///< result, left, top, before, column, then the pipeline
};

/// The scale of one row alone: its own maximum, not rounded.
[[nodiscard]] ValueScale rowScale(const StageMatrix& matrix, std::int64_t row);

/// Whether an axis stands for words that a person typed, patches or nodes, rather than channels.
[[nodiscard]] bool isTokenAxis(const core::Axis& axis);
/// Whether its places are the patches of this picture.
[[nodiscard]] bool isPatchAxis(const core::Axis& axis, const PatchPicture& patches);
/// Whether its places have names.
[[nodiscard]] bool hasWords(const core::Axis& axis);
/// The label of a place; without a name it is its index.
[[nodiscard]] ShownLabel placeLabel(const core::Axis& axis, std::int64_t place);

/// Red, green and so on of what an axis holds: queries are the query's colour, keys the key's.
[[nodiscard]] core::Role axisRole(const core::Axis& axis, core::Role otherwise);
/// What the rows of a matrix are: queries, keys, or what is gathered as values; no role else.
[[nodiscard]] core::Role rowRole(const StageMatrix& matrix);
/// The letter on a chip: "q", "k", "v"; empty for other roles.
[[nodiscard]] QString roleLetter(core::Role role);

}  // namespace heed::ui
