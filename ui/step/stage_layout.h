#pragma once

#include "ui/formula/formula_layout.h"
#include "ui/step/bands.h"
#include "ui/step/stage_picture.h"
#include "ui/tensorview/axis_labels.h"

#include <QPolygonF>
#include <QRectF>
#include <QSizeF>

#include <optional>
#include <vector>

namespace heed::ui {

/// A matrix in its place. All lengths of a layout are pixels of the design; the painter scales them.
struct PlacedMatrix {
  StagePart part = StagePart::Result;
  int index = 0;  ///< of the pipeline's rows
  Bands rows;
  Bands columns;
  bool isMap = false;         ///< painted as one picture, a texel or more a cell
  std::int64_t rowBlock = 1;  ///< with isMap: cells that share a pixel
  std::int64_t columnBlock = 1;
  double numberSize = 12;
  int decimals = 0;                    ///< of its numbers; 0 for those that are set
  bool isEmptyFrame = false;           ///< not reached yet: frames without numbers
  bool showsFocusOnly = false;         ///< numbers in the focus row and column alone
  bool isPlain = false;                ///< no map colours: the number per row
  bool isStrong = false;               ///< numbers in bold
  bool showsForward = false;           ///< the number of the forward pass above the gradient, where the cell has room
  std::optional<ValueScale> scale;     ///< in the place of the matrix's own: that of one row
  std::optional<core::Tensor> values;  ///< in the place of the matrix's own: the values before a change

  [[nodiscard]] QRectF area() const { return {columns.from(), rows.from(), columns.extent(), rows.extent()}; }
};

struct StageText {
  QString text;
  QPointF baseline;
  TextStyle style;
  Qt::Alignment alignment = Qt::AlignLeft;
  bool isItalic = false;
  QRectF area;  ///< the ink's box, for tests and for pointing
};

struct StageLine {
  QPointF from, to;
  QColor color;
  double width = 1;
  QList<qreal> dashes;    ///< empty for a solid line
  bool hasArrow = false;  ///< its head grows with the width
};

struct StageBox {
  QRectF area;
  QColor line;
  double width = 1;
  QColor fill;  ///< invalid for none
  double radius = 0;
  QList<qreal> dashes;
};

/// What can be pointed at besides cells.
enum class TargetKind {
  Operand,      ///< a number of the arithmetic: leads to the step that made it
  Die,          ///< at a word that no table holds: opens its features
  ColumnLabel,  ///< a key's word with its eye
  RowLabel,
  Undo,  ///< of the change whose old values are shown
  Keep,
};
struct StageTarget {
  TargetKind kind = TargetKind::Operand;
  QRectF area;
  int step = -1;            ///< Operand
  std::int64_t offset = 0;  ///< Operand
  std::int64_t place = 0;   ///< labels
  QString name;             ///< what a screen reader says
};

/// The formula with the size of its letters.
struct PlacedFormula {
  QPointF at;
  double size = 22;
  QRectF area;
};

/// A formula within the frame, in the size of the text around it.
struct StageFormula {
  std::string tex;
  QPointF at;  ///< upper left
  double size = 16;
  QRectF area;
};

/// Where a lift that was dropped is drawn: bars over the columns, and bands between them.
struct PlacedLift {
  Bands columns;
  QRectF area;
};

/// A colour ramp with its ends.
struct StageLegend {
  QRectF ramp;
  bool isSigned = false;
};

/// The picture beside a map of pairs of patches.
struct PlacedPicture {
  QRectF whole;  ///< with what no patch covers
  QRectF grid;
  std::int64_t rows = 0;
  std::int64_t columns = 0;

  [[nodiscard]] std::optional<std::int64_t> patchAt(QPointF position) const;
};

/// A patch that stands somewhere else than in its picture.
struct StageCrop {
  std::int64_t patch = 0;
  QRectF area;
  QColor line;
  double width = 1;
};

/// Where everything on the stage stands for a size: computed, never typed in.
struct StageLayout {
  QSizeF size;
  std::vector<PlacedMatrix> matrices;
  std::vector<PlacedLabel> labels;
  std::vector<StageText> texts;
  std::vector<StageLine> lines;
  std::vector<StageBox> boxes;
  std::vector<StageLegend> legends;
  std::vector<QRectF> hatches;      ///< of legends
  std::vector<QRectF> triangles;    ///< at fully masked rows
  std::vector<QPointF> dots;        ///< of inputs, at the corner of their matrix
  std::vector<QPointF> hollowDots;  ///< of replaced numbers
  std::optional<QRectF> ring;       ///< the cell under the focus
  bool isRingLocked = false;
  double lineScale = 1;                     ///< 1.5 in lecture size
  double leastSize = 11;                    ///< of text
  std::optional<double> running;            ///< what was added up so far in the cell under the focus
  std::optional<std::int64_t> runningTerm;  ///< the product that was added last; none where several were
  double leastText = 0;                     ///< nothing is written smaller; 0 where numbers may shrink in narrow cells
  std::vector<StageTarget> targets;
  std::optional<PlacedFormula> formula;
  std::vector<StageFormula> formulas;  ///< within the frame
  std::optional<PlacedPicture> picture;
  std::optional<PlacedLift> lift;
  std::vector<StageCrop> crops;
  std::optional<QPointF> overlaySwitch;  ///< where the choice of overlays stands: left, upper
  std::optional<QPointF> followSwitch;   ///< where the switch "Show what follows" stands: left, centre

  struct Hit {
    StagePart part = StagePart::Result;
    int index = 0;
    Focus::Cell cell;
  };
  [[nodiscard]] std::optional<Hit> cellAt(QPointF position) const;
  [[nodiscard]] const StageTarget* targetAt(QPointF position) const;
  [[nodiscard]] const PlacedMatrix* placed(StagePart part) const;
  /// The size of the smallest text that stands on it.
  [[nodiscard]] double smallestText() const;
  /// The box of a cell of the result; nothing where it is folded away.
  [[nodiscard]] std::optional<QRectF> cellArea(const PlacedMatrix& matrix, Focus::Cell cell) const;
};

/// How the stage sets formulas: its own, and those within a frame.
[[nodiscard]] FormulaOptions stageFormulaOptions();
[[nodiscard]] FormulaOptions lineFormulaOptions();

/// `size` in pixels of the design; the style gives fonts and colours.
[[nodiscard]] StageLayout layoutStage(const StagePicture& picture, const FigureStyle& style, QSizeF size);

}  // namespace heed::ui
