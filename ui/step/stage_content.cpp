#include "ui/step/stage_content.h"

#include "core/model/formula_text.h"
#include "ui/step/later_rows.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

/// Rows below the result are whole matrices, so that the row under the pointer can follow it; of larger ones only the
/// result is shown.
constexpr std::int64_t kMostPipelineCells = std::int64_t{512} * 512;

struct MatrixPlace {
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  std::int64_t count = 1;
};

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

QString nameOf(const core::Step& step) {
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

/// Float32, or Float64 where the run was in float64.
core::Tensor cellsOf(const core::Tensor& value, const StageMatrix& matrix, std::int64_t rows, std::int64_t columns) {
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

/// The mask of a step, stretched over its value, for the cells of a matrix.
core::Tensor allowedOf(core::Evaluator& evaluator, const core::Step& step, const core::Shape& shape,
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

void describe(StageMatrix& matrix, const core::Step& step, int position) {
  matrix.step = position;
  matrix.role = step.role;
  matrix.letter = letterOf(step);
  matrix.name = nameOf(step);
  matrix.kind = kindOf(step);
  matrix.isInput = step.isInput;
}

/// One operand of a product by the places of its factors: at the first term, the second, and the first term of the
/// next row or column of the result.
struct OperandPlaces {
  int step = -1;
  std::int64_t first = 0;
  std::int64_t alongTerms = 0;
  std::int64_t alongResult = 0;
};

class ProductFrame {
 public:
  ProductFrame(core::Evaluator& evaluator, const Computation& computation, const StageMatrix& result)
      : m_evaluator(evaluator), m_computation(computation), m_result(result) {}

  /// Fills the operands; false where the step is no product of two steps.
  bool describe(StageContent& content) {
    const auto origin = factors(0, 0);
    if (!origin) return false;
    const auto nextRow = m_result.rowCount() > 1 ? factors(1, 0) : origin;
    const auto nextColumn = m_result.columnCount() > 1 ? factors(0, 1) : origin;
    if (!nextRow || !nextColumn) return false;
    int leftFactor = 0;
    if ((*nextColumn)[0].first != (*origin)[0].first) leftFactor = 1;
    const int topFactor = 1 - leftFactor;
    OperandPlaces left = (*origin)[static_cast<std::size_t>(leftFactor)];
    OperandPlaces top = (*origin)[static_cast<std::size_t>(topFactor)];
    left.alongResult = (*nextRow)[static_cast<std::size_t>(leftFactor)].first - left.first;
    top.alongResult = (*nextColumn)[static_cast<std::size_t>(topFactor)].first - top.first;
    if (!fits(left, top, leftFactor)) return false;
    content.left = operand(left, m_result.rowCount(), true);
    content.top = operand(top, m_result.columnCount(), false);
    return true;
  }

 private:
  using Pair = std::array<OperandPlaces, 2>;

  /// The two factors of the first term of a result's cell, and how they move to the second.
  std::optional<Pair> factors(std::int64_t row, std::int64_t column) {
    const core::ExplainedCell cell = explained(row, column);
    if (cell.explanation.combination != core::Combination::Sum || cell.terms.empty()) return std::nullopt;
    m_terms = static_cast<std::int64_t>(cell.terms.size());
    Pair pair;
    for (const core::ExplainedTerm& term : cell.terms) {
      if (term.factors.size() != 2) return std::nullopt;
    }
    for (std::size_t i = 0; i < 2; ++i) {
      const core::ExplainedFactor& first = cell.terms.front().factors[i];
      const core::ExplainedFactor& last = cell.terms.back().factors[i];
      if (first.step < 0 || last.step != first.step) return std::nullopt;
      pair[i].step = first.step;
      pair[i].first = first.stepOffset;
      if (m_terms > 1) pair[i].alongTerms = (last.stepOffset - first.stepOffset) / (m_terms - 1);
    }
    return pair;
  }

  /// The cell's product, also where a bias was added to it.
  core::ExplainedCell explained(std::int64_t row, std::int64_t column) {
    const core::Step& step = m_computation.step(m_result.step);
    core::ExplainedCell cell = core::explainCell(m_evaluator, step.value, m_result.offset(row, column));
    const bool isSum = cell.explanation.combination == core::Combination::Sum && cell.terms.size() == 2;
    if (isSum && cell.terms.front().factors.size() == 1 && cell.terms.front().factors.front().step < 0 &&
        cell.terms.front().factors.front().value.isValid()) {
      const core::ExplainedFactor& factor = cell.terms.front().factors.front();
      return core::explainCell(m_evaluator, factor.value, factor.offset);
    }
    return cell;
  }

  /// Whether the last cell's factors are where the strides say.
  bool fits(const OperandPlaces& left, const OperandPlaces& top, int leftFactor) {
    const std::int64_t row = m_result.rowCount() - 1;
    const std::int64_t column = m_result.columnCount() - 1;
    const auto last = factors(row, column);
    if (!last) return false;
    const OperandPlaces& lastLeft = (*last)[static_cast<std::size_t>(leftFactor)];
    const OperandPlaces& lastTop = (*last)[static_cast<std::size_t>(1 - leftFactor)];
    return lastLeft.step == left.step && lastTop.step == top.step &&
           lastLeft.first == left.first + row * left.alongResult && lastLeft.alongTerms == left.alongTerms &&
           lastTop.first == top.first + column * top.alongResult && lastTop.alongTerms == top.alongTerms;
  }

  StageMatrix operand(const OperandPlaces& places, std::int64_t along, bool isLeft) {
    const core::Step& step = m_computation.step(places.step);
    const core::Shape shape = m_computation.program().type(step.value).shape;
    StageMatrix matrix;
    heed::ui::describe(matrix, step, places.step);
    matrix.base = places.first;
    matrix.rowStride = isLeft ? places.alongResult : places.alongTerms;
    matrix.columnStride = isLeft ? places.alongTerms : places.alongResult;
    const std::int64_t rows = isLeft ? along : m_terms;
    const std::int64_t columns = isLeft ? m_terms : along;
    matrix.values = cellsOf(m_evaluator.value(step.value), matrix, rows, columns);
    matrix.allowed = allowedOf(m_evaluator, step, shape, matrix, rows, columns);
    const bool isTransposed = shape.rank() >= 2 && matrix.columnStride != 1 && matrix.rowStride == 1;
    matrix.rows = axisFromEnd(step, isTransposed ? 1 : 2);
    matrix.columns = axisFromEnd(step, isTransposed ? 2 : 1);
    if (isTransposed) matrix.letter += "^\\top";
    return matrix;
  }

  core::Evaluator& m_evaluator;
  const Computation& m_computation;
  const StageMatrix& m_result;
  std::int64_t m_terms = 0;
};

/// A number that a mask only chose, as the number of the step that it was chosen from.
void lookThroughChoice(core::Evaluator& evaluator, core::ExplainedFactor& factor) {
  while (factor.step < 0 && factor.value.isValid()) {
    const core::ExplainedCell cell = core::explainCell(evaluator, factor.value, factor.offset);
    const int selected = cell.explanation.selected;
    if (cell.explanation.combination != core::Combination::Choice || selected < 0) return;
    const core::ExplainedTerm& term = cell.terms[static_cast<std::size_t>(selected)];
    if (term.factors.size() != 1 || !term.factors.front().value.isValid()) return;
    factor = term.factors.front();
  }
}

/// A cell as a person understands it: a value that is only chosen by a mask is looked through to what made it.
core::ExplainedCell explainedThroughChoice(core::Evaluator& evaluator, core::Value value, std::int64_t offset) {
  core::ExplainedCell cell = core::explainCell(evaluator, value, offset);
  while (cell.explanation.combination == core::Combination::Choice && cell.explanation.selected >= 0 &&
         cell.explanation.selected < static_cast<int>(cell.terms.size())) {
    const core::ExplainedTerm& term = cell.terms[static_cast<std::size_t>(cell.explanation.selected)];
    if (term.factors.size() != 1 || term.factors.front().step >= 0 || !term.factors.front().value.isValid()) break;
    const core::ExplainedFactor factor = term.factors.front();
    core::ExplainedCell inner = core::explainCell(evaluator, factor.value, factor.offset);
    if (inner.terms.empty()) break;
    cell = std::move(inner);
  }
  for (core::ExplainedTerm& term : cell.terms) {
    for (core::ExplainedFactor& factor : term.factors) lookThroughChoice(evaluator, factor);
  }
  return cell;
}

/// The first cell of a matrix that is not masked: its arithmetic stands for the step's.
std::int64_t exampleOffset(const StageMatrix& matrix) {
  for (std::int64_t row = 0; row < matrix.rowCount(); ++row) {
    for (std::int64_t column = 0; column < matrix.columnCount(); ++column) {
      if (matrix.isAllowed(row, column)) return matrix.offset(row, column);
    }
  }
  return matrix.base;
}

/// What a step that is no product starts from: the operand of its shape, and the number per row.
void describeRowWise(core::Evaluator& evaluator, const Computation& computation, StageContent& content) {
  const core::Step& step = computation.step(content.result.step);
  const core::ExplainedCell cell = explainedThroughChoice(evaluator, step.value, exampleOffset(content.result));
  content.operation = operationCaption(computation.program(), content.result.step, cell);
  const core::Shape& shape = computation.program().type(step.value).shape;
  for (const core::ExplainedTerm& term : cell.terms) {
    for (const core::ExplainedFactor& factor : term.factors) {
      if (factor.step < 0 || factor.step == content.result.step) continue;
      const core::Shape& other = computation.program().type(computation.step(factor.step).value).shape;
      const bool isSame = other == shape;
      const bool isRow = content.result.columnCount() == 1 && other.rank() == shape.rank() && other.rank() >= 1 &&
                         other.withSize(-1, 1) == shape;
      const bool isColumn = shape.rank() >= 1 && other.rank() == shape.rank() && other == shape.withSize(-1, 1);
      if ((isSame || isRow) && !content.before)
        content.before = stageMatrix(evaluator, computation, factor.step, content.head);
      if (isColumn && !isSame && !content.column)
        content.column = stageMatrix(evaluator, computation, factor.step, content.head);
    }
  }
  if (!content.before) return;
  const bool isReduced = content.result.columnCount() == 1 && content.before->columnCount() != 1;
  content.kind = isReduced ? FrameKind::Reduction : FrameKind::RowWise;
}

bool isLaterLife(const StepRow& row, const core::Program& program, const core::Step& from) {
  const core::Step& step = program.steps()[static_cast<std::size_t>(row.step)];
  if (row.isMaskNote || step.group != from.group || step.phase == core::Phase::Mask) return false;
  return (step.phase == core::Phase::Scale || step.phase == core::Phase::Normalise) &&
         program.type(step.value).shape == program.type(from.value).shape;
}

void addPipeline(core::Evaluator& evaluator, const Computation& computation, const StepList& list,
                 StageContent& content) {
  const core::Step& step = computation.step(content.result.step);
  const bool isScore = step.phase == core::Phase::Score || step.phase == core::Phase::Scale;
  if (!isScore || content.result.values.elementCount() > kMostPipelineCells) return;
  for (int position = content.row + 1; position < list.count(); ++position) {
    const StepRow& row = list.row(position);
    if (row.phase == core::Phase::Mix) break;
    if (!isLaterLife(row, computation.program(), step)) continue;
    PipelineRow later;
    later.row = position;
    later.matrix = stageMatrix(evaluator, computation, row.step, content.head);
    const core::ExplainedCell cell =
        explainedThroughChoice(evaluator, computation.step(row.step).value, exampleOffset(later.matrix));
    later.caption = operationCaption(computation.program(), row.step, cell);
    content.pipeline.push_back(std::move(later));
  }
}

}  // namespace

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
  describe(matrix, step, position);
  matrix.base =
      std::clamp<std::int64_t>(head, 0, std::max<std::int64_t>(place.count - 1, 0)) * place.rows * place.columns;
  matrix.rowStride = place.columns;
  matrix.columnStride = 1;
  matrix.rows = axisFromEnd(step, 2);
  matrix.columns = axisFromEnd(step, 1);
  matrix.values = cellsOf(evaluator.value(step.value), matrix, place.rows, place.columns);
  matrix.allowed = allowedOf(evaluator, step, shape, matrix, place.rows, place.columns);
  // A mask is drawn as it acts: what it hides is hatched.
  if (program.type(step.value).kind == core::ValueKind::Bool) {
    matrix.isMask = true;
    matrix.allowed = matrix.values.converted(core::ElementKind::Bool);
  }
  return matrix;
}

StageMatrix stageMatrix(core::Evaluator& evaluator, const Computation& computation, int position, std::int64_t head) {
  return stageMatrix(evaluator, computation.program(), position, head);
}

StageContent stageContent(core::Evaluator& evaluator, const Computation& computation, const StepList& list, int row,
                          std::int64_t head) {
  StageContent content;
  content.row = row;
  const int step = list.row(row).step;
  content.headCount = matrixPlace(computation.program().type(computation.step(step).value).shape).count;
  content.head = std::clamp<std::int64_t>(head, 0, std::max<std::int64_t>(content.headCount - 1, 0));
  content.result = stageMatrix(evaluator, computation, step, head);
  if (list.row(row).isMaskNote || list.row(row).phase == core::Phase::Mask) {
    addLaterRows(evaluator, computation, list, head, content);
    return content;
  }
  if (computation.step(step).isInput || content.result.values.elementCount() == 0) return content;
  ProductFrame product(evaluator, computation, content.result);
  if (product.describe(content)) {
    content.kind = FrameKind::Product;
  } else {
    describeRowWise(evaluator, computation, content);
  }
  addPipeline(evaluator, computation, list, content);
  addLaterRows(evaluator, computation, list, head, content);
  return content;
}

CellContent cellContent(core::Evaluator& evaluator, const Computation& computation, int position, std::int64_t offset) {
  const core::Step& step = computation.step(position);
  CellContent content;
  content.step = position;
  content.offset = offset;
  content.number = evaluator.value(step.value).at(offset);
  content.explained = explainedThroughChoice(evaluator, step.value, offset);
  content.arithmetic = core::arithmeticOf(content.explained, computation.program());
  StageMatrix place;
  place.base = offset;
  const core::Tensor allowed = allowedOf(evaluator, step, computation.program().type(step.value).shape, place, 1, 1);
  content.isMasked = !allowed.isNull() && allowed.at(0) == 0.0;
  content.isOverridden = std::ranges::any_of(computation.overrides(), [&](const core::Override& entry) {
    return entry.step == step.id && entry.offset == offset;
  });
  return content;
}

QString operationCaption(const core::Program& program, int position, const core::ExplainedCell& cell) {
  const auto words = [](const char* text) { return QCoreApplication::translate("Stage", text); };
  const core::Step& step = program.steps()[static_cast<std::size_t>(position)];
  if (step.id.ends_with(".maximum")) return words(QT_TRANSLATE_NOOP("Stage", "row maximum"));
  if (step.id.ends_with(".shifted")) return words(QT_TRANSLATE_NOOP("Stage", "− row maximum"));
  if (step.id.ends_with(".exponential")) return QStringLiteral("exp");
  if (step.id.ends_with(".sum")) return words(QT_TRANSLATE_NOOP("Stage", "row sum"));
  if (step.role == core::Role::Weights && cell.explanation.combination == core::Combination::Quotient) {
    return words(QT_TRANSLATE_NOOP("Stage", "÷ row sum"));
  }
  if (step.phase == core::Phase::Scale) {
    double factor = 0.0;
    for (const core::ExplainedTerm& term : cell.terms) {
      for (const core::ExplainedFactor& entry : term.factors) {
        if (!entry.value.isValid() || program.info(entry.value).constant.isNull() == false) factor = entry.number;
      }
    }
    const bool divides = cell.explanation.combination == core::Combination::Quotient;
    const double divisor = divides || factor == 0.0 ? factor : 1.0 / factor;
    const double square = divisor * divisor;
    if (divisor > 0.0 && std::abs(square - std::round(square)) < 1e-4 * square) {
      return QStringLiteral("÷ √%1").arg(std::round(square));
    }
    if (divisor > 0.0 && std::isfinite(divisor)) return QStringLiteral("÷ %1").arg(divisor, 0, 'g', 4);
  }
  return QString::fromStdString(core::formulaAsText(step.expression));
}

}  // namespace heed::ui
