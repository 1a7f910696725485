#include "ui/step/later_rows.h"

#include "core/compare/row_softmax.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace heed::ui {

namespace {

/// Rows under larger matrices would be maps without numbers.
constexpr std::int64_t kMostCells = std::int64_t{512} * 512;
/// Between softmax in double and the run's in float32.
constexpr double kSameWeight = 1e-4;

std::vector<double> rowOf(const StageMatrix& matrix, std::int64_t row) {
  std::vector<double> numbers;
  for (std::int64_t column = 0; column < matrix.columnCount(); ++column) numbers.push_back(matrix.value(row, column));
  return numbers;
}

std::vector<std::uint8_t> allowedOf(const StageMatrix& matrix, std::int64_t row) {
  std::vector<std::uint8_t> allowed;
  for (std::int64_t column = 0; column < matrix.columnCount(); ++column) {
    allowed.push_back(matrix.isAllowed(row, column) ? 1 : 0);
  }
  return allowed;
}

/// Softmax of each row of scores, over the keys that the weights allow.
core::Tensor softmaxOf(const StageMatrix& scores, const StageMatrix& weights) {
  core::TensorBuffer made(core::ElementKind::Float32, weights.values.shape());
  std::int64_t next = 0;
  for (std::int64_t row = 0; row < weights.rowCount(); ++row) {
    for (const double weight : core::rowSoftmax(rowOf(scores, row), allowedOf(weights, row)))
      made.setAt(next++, weight);
  }
  return made.finish();
}

bool isSame(const core::Tensor& a, const core::Tensor& b) {
  for (std::int64_t i = 0; i < a.elementCount(); ++i) {
    if (!(std::abs(a.at(i) - b.at(i)) <= kSameWeight)) return false;
  }
  return true;
}

/// The first row of weights behind this one whose pairs are those of the matrix.
const StepRow* weightsBehind(const Computation& computation, const StepList& list, const StageContent& content) {
  for (int position = content.row + 1; position < list.count(); ++position) {
    const StepRow& row = list.row(position);
    if (row.role != core::Role::Weights) continue;
    const core::Shape& shape = computation.program().type(computation.step(row.step).value).shape;
    const bool fits =
        shape.rank() >= 2 && shape[-2] == content.result.rowCount() && shape[-1] == content.result.columnCount();
    return fits ? &row : nullptr;
  }
  return nullptr;
}

}  // namespace

void addLaterRows(core::Evaluator& evaluator, const Computation& computation, const StepList& list, std::int64_t head,
                  StageContent& content) {
  const StepRow& row = list.row(content.row);
  const bool isMask = row.isMaskNote || row.phase == core::Phase::Mask;
  const bool isScaled = row.phase == core::Phase::Scale;
  if ((!isMask && !isScaled) || list.direction() == Direction::Backward ||
      content.result.values.elementCount() > kMostCells) {
    return;
  }
  const StepRow* weights = weightsBehind(computation, list, content);
  if (weights == nullptr) return;
  content.later = PipelineRow{weights->number, {}, stageMatrix(evaluator, computation, weights->step, head)};
  const StageMatrix& made = content.later->matrix;
  if (!isScaled || !content.before || content.before->values.shape() != made.values.shape()) return;
  if (!isSame(softmaxOf(content.result, made), made.values)) return;
  content.without = made;
  content.without->values = softmaxOf(*content.before, made);
  const core::Step& scores = computation.step(content.before->step);
  content.width =
      static_cast<std::int64_t>(core::explainCell(evaluator, scores.value, content.before->offset(0, 0)).terms.size());
}

}  // namespace heed::ui
