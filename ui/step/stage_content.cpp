#include "ui/step/stage_content.h"

#include "core/model/formula_text.h"
#include "ui/step/gradient_steps.h"
#include "ui/step/later_rows.h"
#include "ui/step/product_frame.h"
#include "ui/step/softmax_backward.h"
#include "ui/step/stage_matrix.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

/// Rows below the result are whole matrices, so that the row under the pointer can follow it; of larger ones only the
/// result is shown.
constexpr std::int64_t kMostPipelineCells = std::int64_t{512} * 512;

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

/// The number that a person's own took the place of.
std::optional<double> replacedNumber(core::Evaluator& evaluator, core::Value value, std::int64_t offset) {
  const core::ExplainedCell cell = core::explainCell(evaluator, value, offset);
  if (cell.explanation.combination != core::Combination::Choice) return std::nullopt;
  for (std::size_t i = 0; i < cell.terms.size(); ++i) {
    if (static_cast<int>(i) != cell.explanation.selected) return cell.terms[i].value;
  }
  return std::nullopt;
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
  content.isMaximum = isReduced && cell.explanation.combination == core::Combination::Maximum;
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

/// The places that an index was chosen among: those of the numbers that were compared.
core::Axis choicesOf(core::Evaluator& evaluator, const Computation& computation, const StageMatrix& matrix) {
  const core::Step& step = computation.step(matrix.step);
  const core::ExplainedCell cell = explainedThroughChoice(evaluator, step.value, matrix.base);
  for (const core::ExplainedTerm& term : cell.terms) {
    // A masked one is a constant.
    if (term.factors.empty() || term.factors.front().step < 0) continue;
    return axisFromEnd(computation.step(term.factors.front().step), 1);
  }
  return {};
}

/// The wall of a row: what was chosen as the result, what it was chosen from behind it.
void describeWall(core::Evaluator& evaluator, const Computation& computation, const StepRow& row,
                  StageContent& content) {
  content.kind = FrameKind::Wall;
  WallContent wall{std::string(row.wall->op->name), std::string(row.wall->op->noGradient), std::nullopt};
  if (row.wall->behind >= 0) wall.behind = stageMatrix(evaluator, computation, row.wall->behind, content.head);
  content.wall = std::move(wall);
}

}  // namespace

StageContent stageContent(core::Evaluator& evaluator, const Computation& computation, const StepList& list, int row,
                          std::int64_t head) {
  StageContent content;
  content.row = row;
  const int step = list.row(row).step;
  content.headCount = matrixPlace(computation.program().type(computation.step(step).value).shape).count;
  content.head = std::clamp<std::int64_t>(head, 0, std::max<std::int64_t>(content.headCount - 1, 0));
  content.result = stageMatrix(evaluator, computation, step, head);
  if (list.row(row).wall) {
    describeWall(evaluator, computation, list.row(row), content);
    return content;
  }
  if (list.row(row).isMaskNote || list.row(row).phase == core::Phase::Mask) {
    addLaterRows(evaluator, computation, list, head, content);
    return content;
  }
  if (computation.step(step).isInput || content.result.values.elementCount() == 0) return content;
  if (content.result.isIndex) content.result.choices = choicesOf(evaluator, computation, content.result);
  content.pushes = pushesOf(evaluator, computation, content.result);
  if (content.pushes) {
    content.kind = FrameKind::Pushes;
  } else if (!describeProduct(evaluator, computation, content)) {
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
  const core::Tensor allowed = allowedCells(evaluator, step, computation.program().type(step.value).shape, place, 1, 1);
  content.isMasked = !allowed.isNull() && allowed.at(0) == 0.0;
  content.isOverridden = std::ranges::any_of(computation.overrides(), [&](const core::Override& entry) {
    return entry.step == step.id && entry.offset == offset;
  });
  if (content.isOverridden) content.computed = replacedNumber(evaluator, step.value, offset);
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
