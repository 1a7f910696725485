#include "ui/step/stage_matrix.h"

#include "core/model/formula_text.h"
#include "ui/step/gradient_steps.h"
#include "ui/step/place_words.h"
#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

QString nameOf(const core::Step& step) {
  // One number for each node is a part of a score and no matrix of queries or keys.
  const bool isPerNode = !step.axes.empty() && step.axes.back().meaning == core::AxisMeaning::Node;
  const bool isShare = isPerNode && (step.role == core::Role::Query || step.role == core::Role::Key);
  if (isShare) return QCoreApplication::translate("Stage", "part of the scores");
  const auto words = [](const char* text) { return QCoreApplication::translate("Stage", text); };
  switch (step.role) {
    case core::Role::Query:
      return words(QT_TRANSLATE_NOOP("Stage", "queries"));
    case core::Role::Key:
      return words(QT_TRANSLATE_NOOP("Stage", "keys"));
    case core::Role::Value:
      return words(QT_TRANSLATE_NOOP("Stage", "values"));
    case core::Role::Weights:
      return words(QT_TRANSLATE_NOOP("Stage", "weights"));
    case core::Role::Output:
      return words(QT_TRANSLATE_NOOP("Stage", "output"));
    case core::Role::None:
      break;
  }
  if (step.phase == core::Phase::Score) return words(QT_TRANSLATE_NOOP("Stage", "scores"));
  if (step.phase == core::Phase::Scale) return words(QT_TRANSLATE_NOOP("Stage", "scaled scores"));
  if (step.phase == core::Phase::Input) return words(QT_TRANSLATE_NOOP("Stage", "input"));
  return translated(step.caption).toLower();
}

bool isOneLetter(const std::string& expression) {
  return !expression.empty() && expression.find_first_of(" +-/[(=") == std::string::npos;
}

/// What a matrix is called in formulas: by its expression where that is one letter, by its role or its place else.
std::string letterOf(const core::Step& step) {
  if (step.isInput && step.depth == core::StepDepth::SubStep) {
    const std::string name = step.id.substr(step.id.rfind('/') + 1);
    const bool isWeight = name.starts_with("W_") && name.size() > 2;
    if (!isWeight) return name.substr(0, 1);
    const char letter = static_cast<char>(std::toupper(static_cast<unsigned char>(name[2])));
    return std::string("W_") + letter;
  }
  if (isOneLetter(step.expression)) return step.expression;
  if (step.term == "chosen") return "c_i";
  switch (step.role) {
    case core::Role::Query:
      return "Q";
    case core::Role::Key:
      return "K";
    case core::Role::Value:
      return "V";
    case core::Role::Weights:
      return "A";
    case core::Role::Output:
      return "O";
    case core::Role::None:
      break;
  }
  if (step.phase == core::Phase::Score) return "S";
  if (step.phase == core::Phase::Scale) return "Z";
  if (step.id.ends_with(".exponential")) return "E";
  return step.phase == core::Phase::Mix ? "O" : "Y";
}

ValueKind kindOf(const core::Step& step) {
  if (step.role == core::Role::Weights && !step.isInput && step.phase == core::Phase::Normalise) {
    return ValueKind::Weights;
  }
  return ValueKind::Other;
}

}  // namespace

MatrixPlace matrixPlace(const core::Shape& shape) {
  const int rank = shape.rank();
  MatrixPlace place;
  if (rank >= 1) place.columns = shape[rank - 1];
  if (rank >= 2) place.rows = shape[rank - 2];
  const std::int64_t cells = place.rows * place.columns;
  place.count = cells == 0 ? 0 : shape.elementCount() / cells;
  return place;
}

core::Axis axisFromEnd(const core::Step& step, std::size_t fromEnd) {
  return step.axes.size() < fromEnd ? core::Axis{} : step.axes[step.axes.size() - fromEnd];
}

core::Tensor allowedCells(core::Evaluator& evaluator, const core::Step& step, const core::Shape& shape,
                          const StageMatrix& matrix, std::int64_t rows, std::int64_t columns) {
  if (!step.mask.isValid()) return {};
  const core::Tensor mask = evaluator.value(step.mask);
  const core::Shape& given = mask.shape();
  core::TensorBuffer allowed(core::ElementKind::Bool, {rows, columns});
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t column = 0; column < columns; ++column) {
      const auto index = shape.index(matrix.offset(row, column));
      std::int64_t place = 0;
      for (int axis = 0; axis < given.rank(); ++axis) {
        const auto along = static_cast<std::size_t>(shape.rank() - given.rank() + axis);
        place = place * given[axis] + (given[axis] == 1 ? 0 : index[along]);
      }
      allowed.setAt(row * columns + column, mask.at(place));
    }
  }
  return allowed.finish();
}

void describeMatrix(StageMatrix& matrix, const core::Program& program, int position) {
  const core::Step& step = program.steps()[static_cast<std::size_t>(position)];
  matrix.step = position;
  matrix.letter = stepLetter(program, position);
  matrix.isInput = step.isInput;
  const int forward = forwardOf(program, position);
  matrix.isGradient = forward >= 0;
  const core::Step& named = matrix.isGradient ? program.steps()[static_cast<std::size_t>(forward)] : step;
  matrix.role = named.role;
  matrix.kind = matrix.isGradient ? ValueKind::Signed : kindOf(step);
  matrix.name = matrix.isGradient ? QCoreApplication::translate("Stage", "gradient of the %1")
                                        .arg(named.isInput ? translated(named.caption).toLower() : nameOf(named))
                                  : nameOf(step);
}

void addForward(core::Evaluator& evaluator, const core::Program& program, StageMatrix& matrix) {
  constexpr std::int64_t kMostCells = std::int64_t{512} * 512;
  const int forward = matrix.isGradient ? forwardOf(program, matrix.step) : -1;
  if (forward < 0 || matrix.values.elementCount() > kMostCells) return;
  const core::Step& step = program.steps()[static_cast<std::size_t>(forward)];
  const core::Value own = program.steps()[static_cast<std::size_t>(matrix.step)].value;
  if (program.type(step.value).shape != program.type(own).shape) return;
  matrix.forward = matrixCells(evaluator.value(step.value), matrix, matrix.rowCount(), matrix.columnCount());
  matrix.forwardKind = kindOf(step);
}

core::Tensor matrixCells(const core::Tensor& value, const StageMatrix& matrix, std::int64_t rows,
                         std::int64_t columns) {
  const bool isFloat = value.kind() == core::ElementKind::Float32;
  const bool isDouble = value.kind() == core::ElementKind::Float64;
  core::TensorBuffer cells(isDouble ? core::ElementKind::Float64 : core::ElementKind::Float32, {rows, columns});
  std::int64_t next = 0;
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t column = 0; column < columns; ++column) {
      const std::int64_t offset = matrix.offset(row, column);
      if (isFloat) {
        cells.floats()[static_cast<std::size_t>(next++)] = value.floats()[static_cast<std::size_t>(offset)];
      } else {
        cells.setAt(next++, value.at(offset));
      }
    }
  }
  return cells.finish();
}

std::int64_t exampleOffset(const StageMatrix& matrix) {
  for (std::int64_t row = 0; row < matrix.rowCount(); ++row) {
    for (std::int64_t column = 0; column < matrix.columnCount(); ++column) {
      if (matrix.isAllowed(row, column)) return matrix.offset(row, column);
    }
  }
  return matrix.base;
}

std::optional<Focus::Cell> StageMatrix::cellOf(std::int64_t offset) const {
  const std::int64_t place = offset - base;
  if (place < 0 || rowCount() == 0 || columnCount() == 0) return std::nullopt;
  const bool rowsAreOuter = rowStride >= columnStride;
  const std::int64_t outer = std::max<std::int64_t>(rowsAreOuter ? rowStride : columnStride, 1);
  const std::int64_t inner = std::max<std::int64_t>(rowsAreOuter ? columnStride : rowStride, 1);
  const std::int64_t first = place / outer;
  const std::int64_t second = (place % outer) / inner;
  const Focus::Cell cell = rowsAreOuter ? Focus::Cell{first, second} : Focus::Cell{second, first};
  const bool isDrawn = cell.row < rowCount() && cell.column < columnCount();
  return isDrawn && this->offset(cell.row, cell.column) == offset ? std::optional(cell) : std::nullopt;
}

StageMatrix stageMatrix(core::Evaluator& evaluator, const core::Program& program, int position, std::int64_t head) {
  const core::Step& step = program.steps()[static_cast<std::size_t>(position)];
  const core::Shape shape = program.type(step.value).shape;
  const MatrixPlace place = matrixPlace(shape);
  StageMatrix matrix;
  describeMatrix(matrix, program, position);
  matrix.base =
      std::clamp<std::int64_t>(head, 0, std::max<std::int64_t>(place.count - 1, 0)) * place.rows * place.columns;
  matrix.rowStride = place.columns;
  matrix.columnStride = 1;
  matrix.rows = axisFromEnd(step, 2);
  matrix.columns = axisFromEnd(step, 1);
  matrix.values = matrixCells(evaluator.value(step.value), matrix, place.rows, place.columns);
  matrix.allowed = allowedCells(evaluator, step, shape, matrix, place.rows, place.columns);
  // A mask is drawn as it acts: what it hides is hatched.
  if (program.type(step.value).kind == core::ValueKind::Bool) {
    matrix.isMask = true;
    matrix.allowed = matrix.values.converted(core::ElementKind::Bool);
  }
  matrix.isIndex = program.type(step.value).kind == core::ValueKind::Int;
  addForward(evaluator, program, matrix);
  return matrix;
}

QString chosenWord(const StageMatrix& matrix, double index) {
  const bool isWord = matrix.isIndex && matrix.choices.labels != nullptr && index >= 0;
  return isWord ? placeText(matrix.choices, static_cast<std::int64_t>(std::llround(index))) : QString();
}

QString cellNumberText(const StageMatrix& matrix, Focus::Cell cell, int decimals) {
  const double number = matrix.value(cell.row, cell.column);
  if (!matrix.isIndex) return readoutText(number, decimals);
  const QString index = readoutText(number, 0);
  const QString word = chosenWord(matrix, number);
  return word.isEmpty() ? index : QStringLiteral("%1 (%2)").arg(index, word);
}

QString cellName(const core::Program& program, int position, std::int64_t offset) {
  const core::Step& step = program.steps()[static_cast<std::size_t>(position)];
  const core::Shape& shape = program.type(step.value).shape;
  const auto place = shape.index(offset);
  const auto rank = static_cast<std::size_t>(shape.rank());
  QStringList names;
  // A head is chosen beside the stage; the cell is named by its row and its column.
  for (std::size_t i = rank > 2 ? rank - 2 : 0; i < rank; ++i) {
    names << QString::fromStdString(i < step.axes.size() ? core::axisPlace(step.axes[i], place[i])
                                                         : std::to_string(place[i]));
  }
  const QString letter = QString::fromStdString(core::formulaAsText(stepLetter(program, position)));
  return names.isEmpty() ? letter : QStringLiteral("%1[%2]").arg(letter, names.join(QStringLiteral(", ")));
}

std::string stepLetter(const core::Program& program, int position) {
  const int forward = forwardOf(program, position);
  const core::Step& step = program.steps()[static_cast<std::size_t>(forward < 0 ? position : forward)];
  return forward < 0 ? letterOf(step) : "\\partial " + letterOf(step);
}

StageMatrix stageMatrix(core::Evaluator& evaluator, const Computation& computation, int position, std::int64_t head) {
  return stageMatrix(evaluator, computation.program(), position, head);
}

}  // namespace heed::ui
