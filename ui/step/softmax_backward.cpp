#include "ui/step/softmax_backward.h"

#include "ui/step/gradient_steps.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

/// The one factor of a term, where it has one that is a value of the program.
const core::ExplainedFactor* onlyFactor(const core::ExplainedCell& cell, std::size_t term) {
  if (term >= cell.terms.size() || cell.terms[term].factors.size() != 1) return nullptr;
  const core::ExplainedFactor& factor = cell.terms[term].factors.front();
  return factor.value.isValid() ? &factor : nullptr;
}

/// The values that one cell a (g - sum of a g) is made of.
struct Parts {
  core::ExplainedFactor weight, difference, gradient, mean, product;
};

/// Fills what the difference is made of; false where it is none of that kind.
bool findDifference(core::Evaluator& evaluator, Parts& parts) {
  const core::ExplainedCell cell = core::explainCell(evaluator, parts.difference.value, parts.difference.offset);
  if (cell.explanation.combination != core::Combination::Difference) return false;
  const core::ExplainedFactor* gradient = onlyFactor(cell, 0);
  const core::ExplainedFactor* mean = onlyFactor(cell, 1);
  if (gradient == nullptr || mean == nullptr || gradient->step < 0 || mean->step >= 0) return false;
  if (forwardOf(evaluator.program(), gradient->step) < 0) return false;
  parts.gradient = *gradient;
  parts.mean = *mean;
  const core::ExplainedCell sum = core::explainCell(evaluator, mean->value, mean->offset);
  if (sum.explanation.combination != core::Combination::Sum) return false;
  const core::ExplainedFactor* product = onlyFactor(sum, 0);
  if (product == nullptr || product->step >= 0) return false;
  parts.product = *product;
  const core::ExplainedCell weighted = core::explainCell(evaluator, product->value, product->offset);
  return weighted.explanation.combination == core::Combination::Product && onlyFactor(weighted, 0) != nullptr &&
         onlyFactor(weighted, 0)->step == gradient->step;
}

std::optional<Parts> partsOf(core::Evaluator& evaluator, const core::Step& step, std::int64_t offset) {
  const core::ExplainedCell cell = core::explainCell(evaluator, step.value, offset);
  if (cell.explanation.combination != core::Combination::Product) return std::nullopt;
  for (const std::size_t weight : {std::size_t{0}, std::size_t{1}}) {
    const core::ExplainedFactor* first = onlyFactor(cell, weight);
    const core::ExplainedFactor* second = onlyFactor(cell, 1 - weight);
    if (first == nullptr || second == nullptr || second->step >= 0) continue;
    Parts parts;
    parts.weight = *first;
    parts.difference = *second;
    if (findDifference(evaluator, parts)) return parts;
  }
  return std::nullopt;
}

/// A matrix of the same cells as the result, of a value that is no step.
StageMatrix unnamed(core::Evaluator& evaluator, const StageMatrix& result, core::Value value) {
  StageMatrix matrix = result;
  matrix.step = -1;
  matrix.forward = core::Tensor();
  matrix.values = matrixCells(evaluator.value(value), result, result.rowCount(), result.columnCount());
  return matrix;
}

}  // namespace

bool Pushes::isMix(std::int64_t row) const {
  constexpr double kSame = 1e-5;  // a sum in float32, once as the mean of the gradients and once as the output
  return isFromOutput && std::abs(means.at(row) - startNumber) <= kSame * std::max(1.0, std::abs(startNumber));
}

std::optional<Pushes> pushesOf(core::Evaluator& evaluator, const Computation& computation, const StageMatrix& result) {
  const std::optional<StepCell>& from = computation.gradientOf();
  if (!result.isGradient || !from || result.values.elementCount() == 0) return std::nullopt;
  const core::Program& program = computation.program();
  const core::Step& step = computation.step(result.step);
  const auto parts = partsOf(evaluator, step, exampleOffset(result));
  if (!parts) return std::nullopt;
  const core::Shape& shape = program.type(step.value).shape;
  const bool hasRows = program.type(parts->difference.value).shape == shape &&
                       program.type(parts->product.value).shape == shape &&
                       program.type(parts->weight.value).shape == shape &&
                       program.type(parts->mean.value).shape == shape.withSize(-1, 1);
  if (!hasRows) return std::nullopt;
  Pushes pushes;
  const std::int64_t head = result.base / std::max<std::int64_t>(1, result.rowCount() * result.columnCount());
  pushes.gradient = stageMatrix(evaluator, program, parts->gradient.step, head);
  pushes.difference = unnamed(evaluator, result, parts->difference.value);
  pushes.difference.name = QCoreApplication::translate("Stage", "g \u2212 mean");
  pushes.weights = unnamed(evaluator, result, parts->weight.value);
  pushes.weights.kind = ValueKind::Weights;
  pushes.weights.role = core::Role::Weights;
  pushes.products = unnamed(evaluator, result, parts->product.value).values;
  const core::Tensor means = evaluator.value(parts->mean.value);
  core::TensorBuffer ofRows(core::ElementKind::Float64, {result.rowCount()});
  for (std::int64_t row = 0; row < result.rowCount(); ++row) {
    ofRows.setAt(row, means.at(result.offset(row, 0) / result.columnCount()));
  }
  pushes.means = ofRows.finish();
  const int start = program.stepIndex(from->step);
  pushes.isFromOutput = computation.step(start).role == core::Role::Output;
  pushes.startName = cellName(program, start, from->offset);
  pushes.startLetter = stepLetter(program, start);
  pushes.startNumber = evaluator.value(computation.step(start).value).at(from->offset);
  return pushes;
}

OneStep oneStep(core::Evaluator& evaluator, const Computation& computation, const StageMatrix& result, int weights,
                std::int64_t row) {
  const core::Program& program = computation.program();
  OneStep taken;
  taken.step = result.step;
  taken.base = result.base;
  taken.row = row;
  std::vector<core::Override> moved;
  const int scores = forwardOf(program, result.step);
  const core::Tensor& before = evaluator.value(computation.step(scores).value);
  for (std::int64_t column = 0; column < result.columnCount(); ++column) {
    if (!result.isAllowed(row, column)) continue;
    const double push = result.value(row, column);
    const std::int64_t offset = result.offset(row, column);
    moved.push_back({computation.step(scores).id, offset, before.at(offset) + push});
    taken.foretold += push * push;
  }
  core::Evaluator after = evaluator.withProgram(core::withOverrides(program, moved));
  const std::int64_t head = result.base / std::max<std::int64_t>(1, result.rowCount() * result.columnCount());
  const auto rowOf = [&](core::Evaluator& of) {
    StageMatrix whole = stageMatrix(of, of.program(), weights, head);
    core::TensorBuffer cells(core::ElementKind::Float32, {1, whole.columnCount()});
    for (std::int64_t column = 0; column < whole.columnCount(); ++column) {
      cells.setAt(column, whole.value(row, column));
    }
    if (!whole.allowed.isNull()) {
      core::TensorBuffer allowed(core::ElementKind::Bool, {1, whole.columnCount()});
      for (std::int64_t column = 0; column < whole.columnCount(); ++column) {
        allowed.setAt(column, whole.isAllowed(row, column) ? 1.0 : 0.0);
      }
      whole.allowed = allowed.finish();
    }
    whole.values = cells.finish();
    whole.step = -1;
    return whole;
  };
  const StepCell from = computation.gradientOf().value_or(StepCell{});
  const int start = program.stepIndex(from.step);
  const auto numberOf = [&](core::Evaluator& of) {
    return of.value(of.program().steps()[static_cast<std::size_t>(start)].value).at(from.offset);
  };
  taken.before = rowOf(evaluator);
  taken.after = rowOf(after);
  taken.outputBefore = numberOf(evaluator);
  taken.outputAfter = numberOf(after);
  return taken;
}

}  // namespace heed::ui
