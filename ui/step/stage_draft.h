#pragma once

#include "ui/step/stage_layout.h"

#include <QMarginsF>

namespace heed::ui {

/// The lengths of the design that a frame is built from; lecture size has its own.
struct StageMetrics {
  double cellWidth = 42;
  double leastCell = 18;  ///< height
  double mostCell = 28;   ///< height
  double leastNumberWidth = 30;
  double labelSize = 13;
  double smallSize = 12;
  double leastSize = 11;
  double numberSize = 12;
  double arithmeticSize = 15;
  double lineScale = 1;
  double left = 24;
  double top = 140;
  double gap = 34;
  double legendRoom = 82;  ///< right of the result
  bool isLectureSize = false;
  double lecture = 1;  ///< in lecture size: the screen's height by the 800 of the design, at least 1

  [[nodiscard]] static StageMetrics of(const StagePicture& picture, QSizeF size);
};

/// A layout in the making: places words, lines and boxes, and measures them.
class StageDraft {
 public:
  StageDraft(const StagePicture& shown, const FigureStyle& figureStyle, QSizeF size);

  const StagePicture& picture;
  const FigureStyle& style;
  const StageMetrics metrics;
  StageLayout layout;
  bool marksFocusColumn = true;              ///< off while other columns than the result's are labelled
  std::optional<std::int64_t> markedColumn;  ///< is marked in the place of the focus's column

  [[nodiscard]] double width() const { return layout.size.width(); }
  [[nodiscard]] double height() const { return layout.size.height(); }
  [[nodiscard]] const Theme& theme() const { return style.theme; }
  [[nodiscard]] TextStyle words(double size, const QColor& color, int weight = 400) const {
    return {size, color, FontUse::Interface, weight};
  }
  [[nodiscard]] TextStyle digits(double size, const QColor& color, int weight = 400) const {
    return {size, color, FontUse::Numbers, weight};
  }
  [[nodiscard]] double measure(const QString& text, const TextStyle& textStyle) const {
    return style.letters.width(text, textStyle);
  }

  /// Adds a text and gives its right edge.
  double text(QPointF baseline, const QString& written, const TextStyle& textStyle,
              Qt::Alignment alignment = Qt::AlignLeft);
  void line(QPointF from, QPointF to, const QColor& color, double lineWidth, const QList<qreal>& dashes = {});
  void arrow(QPointF from, QPointF to, const QColor& color, double lineWidth);
  void box(const QRectF& area, const QColor& color, double lineWidth, double radius, const QColor& fill = {},
           const QList<qreal>& dashes = {});

  /// A formula in a line of text; gives its right edge.
  double formula(QPointF baseline, const std::string& tex, Qt::Alignment alignment = Qt::AlignLeft);
  /// What it takes; its scripts are no smaller than the least text.
  [[nodiscard]] FormulaLayout lineFormula(const std::string& tex) const;

  /// A matrix's letter with its superscript, in italics.
  double letter(QPointF baseline, const std::string& name, const QColor& color, double size = 20);
  /// Letter, name, shape and legend right of a matrix.
  /// What does not fit above `lower` is left out.
  void nameBlock(QPointF origin, StagePart part, bool saysScale, double lower);
  void legend(QPointF baseline, StagePart part, double rampWidth);
  void legend(QPointF baseline, const ValueScale& scale, double rampWidth);

  /// The words over the columns with their indices; `upper` is the matrix's upper edge. Draws only where there is room.
  void columnLabels(const Bands& columns, double upper, const core::Axis& axis, core::Role focusRole);
  /// The words under the columns.
  void columnLabelsBelow(const Bands& columns, double lower, const core::Axis& axis);
  /// The words that the indices in the result's only row name, under it.
  void chosenWords(const Bands& columns, double lower);
  void rowLabels(const Bands& rows, double rightEdge, const core::Axis& axis, core::Role focusRole);
  /// Index and name of each channel: of rows before the matrix at `leftEdge`, of columns above the one at `upper`.
  void channelRows(const Bands& rows, double leftEdge, const core::Axis& axis);
  void channelColumns(const Bands& columns, double upper, const core::Axis& axis);
  /// Height that the labels over columns of this size take.
  [[nodiscard]] double columnLabelHeight(const core::Axis& axis, std::int64_t count, double pitch) const;
  /// Width that the labels before rows take, with their index.
  [[nodiscard]] double rowLabelWidth(const core::Axis& axis, std::int64_t count) const;

  /// The outline of an operand's row or column in its role.
  void outline(const QRectF& area, const QColor& color);
  /// A tab with the operand's letter.
  void tab(QPointF centre, const std::string& name, const QColor& color);
  /// The ring on the focus cell.
  void ring(const QRectF& cell);
  /// A number that leads to the step which made it: dotted underline and a target; gives its box's right edge.
  void operand(QPointF baseline, const QString& number, const QColor& color, double size, Qt::Alignment alignment,
               const core::ExplainedFactor& factor);

  /// A button that is drawn, such as Undo and Keep beside old values.
  void button(const QRectF& area, const QString& label, TargetKind kind, bool isPrimary);
  /// Undo and Keep, from the left edge of the stage if no other is given; `y` is their upper edge.
  void undoAndKeep(double y, std::optional<double> left = std::nullopt);
  static constexpr double kUndoAndKeepWidth = 110;

  /// Places a matrix with numbers where its cells have room for them.
  PlacedMatrix& place(StagePart part, const Bands& rows, const Bands& columns, int index = 0);

 private:
  /// The die of a word is pointed at by a box that a finger hits; it lies over the word's own.
  void dieTarget(const PlacedLabel& label, std::int64_t place);
  void stackedLegend(QPointF origin, StagePart part);
  /// The legend of a matrix under its name; gives its last line, or nothing where the room ended.
  [[nodiscard]] std::optional<double> scaleBlock(QPointF origin, StagePart part, bool saysScale, double lower);
  [[nodiscard]] ColumnLabelMode labelMode(const std::vector<ShownLabel>& labels, double pitch) const;
  void columnLabel(const Band& band, double upper, const core::Axis& axis, core::Role focusRole, ColumnLabelMode mode);
  void labelBelow(const Band& band, double upper, const ShownLabel& shown, std::optional<core::Role> role);
  [[nodiscard]] bool isFocusColumn(std::int64_t place) const;
  [[nodiscard]] bool isFocusRow(std::int64_t place) const;
};

/// The frames; each fills the draft's layout.
void layoutProduct(StageDraft& draft);
void layoutRowWise(StageDraft& draft);
void layoutReduction(StageDraft& draft);
void layoutPlain(StageDraft& draft);
/// The way back through softmax: four rows, the pushes, and one step along them.
void layoutPushes(StageDraft& draft);
/// One step along the pushes, from `upper` on: the row's weights before and after, and what it does to the number.
void layoutOneStep(StageDraft& draft, const Pushes& pushes, const BandPlan& columns, std::int64_t row, double upper,
                   double rowHeight);
/// The end of the gradient at a choice.
void layoutWall(StageDraft& draft);
/// The picture with what the query patch gives to the others, beside an even map of all pairs.
void layoutPatches(StageDraft& draft);
/// The strongest keys of the row below them, their scores split by feature group. Where there is little height its rows
/// are lower, and the weights are left to the spotlight.
struct PatchStripForm {
  double row = 22;
  bool hasWeights = true;
};
[[nodiscard]] double patchStripHeight(const StagePicture& picture, const PatchStripForm& form);
/// `upper` is its upper edge.
void layoutPatchStrip(StageDraft& draft, double left, double upper, const PatchStripForm& form);
/// The step in every head, side by side.
void layoutHeads(StageDraft& draft);
/// A row of attention as the kernel computes it, some keys at a time.
void layoutTiles(StageDraft& draft);
/// The row's eight largest keys, below a map.
void layoutStrip(StageDraft& draft, double left, double upper);
/// Under the strip of scaled scores: the weights that these keys get, and would get had nothing been divided. Its
/// height, 0 where there are none.
[[nodiscard]] double stripWeightsHeight(const StagePicture& picture);
/// `keys` are cells of `pitch` from `left` on, `upper` the lower edge of the strip.
void layoutStripWeights(StageDraft& draft, const std::vector<std::int64_t>& keys, double left, double pitch,
                        double upper);

/// What the row under the focus becomes in the steps behind a product: a line for each, from `upper` on, on the columns
/// of the result.
void layoutPipeline(StageDraft& draft, const Bands& columns, const Bands& resultRows, double upper, double rowHeight);
/// Height that the rows of layoutLaterRows() take under a matrix; 0 where the picture has none.
[[nodiscard]] double laterRowsHeight(const StagePicture& picture, bool isMap);
/// The weights that the row under the focus becomes, and their ghost; `lower` is the lower edge of the matrix.
void layoutLaterRows(StageDraft& draft, const BandPlan& columns, double lower);

/// Height that layoutSettledLift() takes beside old weights; 0 where no key was taken out.
[[nodiscard]] double settledLiftHeight(const StagePicture& picture);
/// What the share of a key that was taken out became: its sentence, and under it the bars and the bands between them.
void layoutSettledLift(StageDraft& draft, const Bands& columns, double upper);

/// The chips that were laid on the keys of the focus row, and how far they are from its weights.
void layoutChips(StageDraft& draft);

/// What the narrow columns of the focus row hold together, and that the row adds up.
void layoutOthers(StageDraft& draft, const BandPlan& columns, double y);
/// The row's weights add up to one, as shown and exactly; gives the left edge of what it says.
[[nodiscard]] double layoutRowCheck(StageDraft& draft, const BandPlan& columns, double y);
/// The sentence of the picture, wrapped into `area`; false where it does not fit.
bool layoutLectureSentence(StageDraft& draft, const QRectF& area);
/// On a projector the corner says the cell in one sentence; where that does not fit, the pair and its number.
void layoutLectureNumber(StageDraft& draft, const QRectF& area);

/// One line of the arithmetic that stands in a corner of the product frame.
struct TermLine {
  QString place;
  std::vector<QString> factors;
  std::vector<core::ExplainedFactor> origins;
  QString product;
  bool isLarge = false;
  std::int64_t term = 0;
};
/// The terms of a sum in numbers that close, and the rest of them together.
struct TermLines {
  std::vector<TermLine> lines;
  int remainingCount = 0;
  QString remainingSum;
  QString result;
  QString note;
  int decimals = 2;  ///< of products and result
};
/// `shownTerms` are the terms wanted; empty for those that core chose.
[[nodiscard]] TermLines termLines(const CellContent& cell, const core::Axis& axis,
                                  const std::vector<std::int64_t>& shownTerms);

/// The arithmetic of the focus cell over the rows of the upper operand, right-aligned at `right`; `lower` is the lower
/// edge of these rows.
void layoutTerms(StageDraft& draft, const Bands& rows, double right, double lower);
/// Only what was added up so far in a product that fills, where the arithmetic has no room.
void layoutRunning(StageDraft& draft);
/// The arithmetic of a row-wise cell in one line: operands, operator, result.
void layoutOperation(StageDraft& draft, QPointF origin, double available);

}  // namespace heed::ui
