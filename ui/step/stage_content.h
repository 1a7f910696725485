#pragma once

#include "core/exec/arithmetic.h"
#include "ui/step/step_list.h"
#include "ui/tensorview/patch_picture.h"
#include "ui/tensorview/value_scale.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed::ui {

/// A matrix as the stage draws it, and where its cells are in the step that it comes from: cell (row, column) is the
/// element base + row * rowStride + column * columnStride. So a transposed or cut-out operand is the same thing.
struct StageMatrix {
  int step = -1;         ///< position in the program; -1 where no step shows it
  core::Tensor values;   ///< Float32 [rows, columns], as drawn; Float64 of a run in float64
  core::Tensor allowed;  ///< Bool of the same shape; null where nothing is masked
  core::Axis rows;
  core::Axis columns;
  core::Role role = core::Role::None;
  std::string letter;  ///< in the TeX subset: "Q", "K^\\top", "S"
  QString name;        ///< "queries"
  ValueKind kind = ValueKind::Other;
  bool isMask = false;   ///< which pairs are allowed: no numbers on a scale
  bool isIndex = false;  ///< whole numbers that name a place: no scale and no decimals
  core::Axis choices;    ///< of indices that were chosen: the places that they name; without labels where none is known
  bool isInput = false;  ///< a person may change its numbers in place
  std::int64_t base = 0;
  std::int64_t rowStride = 0;
  std::int64_t columnStride = 0;
  bool isGradient = false;
  core::Tensor
      forward;  ///< of a gradient: the numbers of the forward pass in the same cells; null where there are none
  ValueKind forwardKind = ValueKind::Other;
  std::vector<std::int64_t> columnBases;  ///< the first element of each column, where these are not evenly apart

  [[nodiscard]] std::int64_t rowCount() const { return values.isNull() ? 0 : values.shape()[0]; }
  [[nodiscard]] std::int64_t columnCount() const { return values.isNull() ? 0 : values.shape()[1]; }
  [[nodiscard]] std::int64_t offset(std::int64_t row, std::int64_t column) const {
    return (columnBases.empty() ? base + column * columnStride : columnBases[static_cast<std::size_t>(column)]) +
           row * rowStride;
  }
  [[nodiscard]] double value(std::int64_t row, std::int64_t column) const {
    return values.at(row * columnCount() + column);
  }
  [[nodiscard]] bool isAllowed(std::int64_t row, std::int64_t column) const {
    return allowed.isNull() || allowed.at(row * columnCount() + column) != 0.0;
  }
  /// The cell that an element of the step is, where it is drawn.
  [[nodiscard]] std::optional<Focus::Cell> cellOf(std::int64_t offset) const;
};

/// The way back through softmax, a (g - sum of a g), in matrices of the same rows and columns.
struct Pushes {
  StageMatrix gradient;       ///< g, at the weights
  StageMatrix difference;     ///< g - mean
  StageMatrix weights;        ///< a
  core::Tensor products;      ///< a g, [rows, columns]
  core::Tensor means;         ///< their sum in each row, [rows]
  bool isFromOutput = false;  ///< the pass starts from a number of an output
  double startNumber = 0.0;   ///< that number
  QString startName;          ///< "O[it, alive]"
  std::string startLetter;    ///< "O"

  [[nodiscard]] double product(std::int64_t row, std::int64_t column) const {
    return products.at(row * gradient.columnCount() + column);
  }
  /// Whether g of a row are values and their mean is the mix, so that both may be called so.
  [[nodiscard]] bool isMix(std::int64_t row) const;
};

/// Where the gradient ends: what was chosen, and why nothing flows back through the choice.
struct WallContent {
  std::string op;                     ///< "arg_max"
  std::string reason;                 ///< of the op, in English
  std::optional<StageMatrix> behind;  ///< the step that no gradient reaches
};

/// How a step is drawn.
enum class FrameKind {
  Product,    ///< left operand, upper operand, the result where they meet
  RowWise,    ///< the result, with the operand of the same shape and perhaps one number per row
  Reduction,  ///< one number per row, beside the matrix that it is made of
  Plain,      ///< the numbers alone: inputs, joined heads
  Pushes,     ///< the way back through softmax, for one row
  Wall,       ///< the end of the gradient
};

/// What becomes of a row after the step: one line below the result.
struct PipelineRow {
  int row = -1;  ///< position in the list of steps
  QString caption;
  StageMatrix matrix;
};

/// Everything that the stage shows of one step in one head.
struct StageContent {
  int row = -1;
  std::int64_t head = 0;
  std::int64_t headCount = 1;  ///< how many matrices the step has
  FrameKind kind = FrameKind::Plain;
  StageMatrix result;
  std::optional<StageMatrix> left;    ///< Product
  std::optional<StageMatrix> top;     ///< Product
  std::optional<StageMatrix> before;  ///< RowWise and Reduction: what the step starts from
  std::optional<StageMatrix> column;  ///< RowWise: n x 1, the number per row
  QString operation;                  ///< "÷ √4", "− row maximum"; of RowWise and Reduction
  bool isMaximum = false;             ///< Reduction: each number is the largest of its row
  std::vector<PipelineRow> pipeline;
  std::optional<PipelineRow> later;             ///< of a mask and of scaled scores: the weights that the rows become
  std::optional<StageMatrix> without;           ///< of scaled scores: the weights had nothing been divided
  std::int64_t width = 0;                       ///< with `without`: the channels of queries and keys
  std::optional<Pushes> pushes;                 ///< Pushes
  std::optional<WallContent> wall;              ///< Wall
  std::shared_ptr<const PatchPicture> patches;  ///< the picture whose patches are the tokens; null without one
};

/// Looks the step up in the computation; runs what was not kept. Throws core::Error or core::Cancelled.
[[nodiscard]] StageContent stageContent(core::Evaluator& evaluator, const Computation& computation,
                                        const StepList& list, int row, std::int64_t head);

/// What a step is called in formulas: "Q"; "\partial Q" for its gradient.
[[nodiscard]] std::string stepLetter(const core::Program& program, int position);

/// A cell as formulas call it: "O[it, alive]".
[[nodiscard]] QString cellName(const core::Program& program, int step, std::int64_t offset);

/// The matrix of any step, as weights that open from another one.
[[nodiscard]] StageMatrix stageMatrix(core::Evaluator& evaluator, const core::Program& program, int step,
                                      std::int64_t head);
[[nodiscard]] StageMatrix stageMatrix(core::Evaluator& evaluator, const Computation& computation, int step,
                                      std::int64_t head);

/// A number of a matrix in words: with so many decimals, or an index with the word that it names: "10 (tired)".
[[nodiscard]] QString cellNumberText(const StageMatrix& matrix, Focus::Cell cell, int decimals);
/// The word of an index; empty where it names none.
[[nodiscard]] QString chosenWord(const StageMatrix& matrix, double index);

/// The cells of a matrix in the value of its step, Float32; Float64 where the run was in float64.
[[nodiscard]] core::Tensor matrixCells(const core::Tensor& value, const StageMatrix& matrix, std::int64_t rows,
                                       std::int64_t columns);
/// The first cell of a matrix that is not masked, as an element of its step: its arithmetic stands for all.
[[nodiscard]] std::int64_t exampleOffset(const StageMatrix& matrix);

/// One cell in numbers.
struct CellContent {
  int step = -1;
  std::int64_t offset = 0;
  double number = 0.0;
  bool isMasked = false;
  bool isOverridden = false;
  std::optional<double> computed;  ///< of an overridden cell: the number that would stand there
  core::ExplainedCell explained;
  core::Arithmetic arithmetic;
};
[[nodiscard]] CellContent cellContent(core::Evaluator& evaluator, const Computation& computation, int step,
                                      std::int64_t offset);

/// The words of what a row does to the one before: "÷ √4", "− row maximum", "exp".
[[nodiscard]] QString operationCaption(const core::Program& program, int step, const core::ExplainedCell& cell);

}  // namespace heed::ui
