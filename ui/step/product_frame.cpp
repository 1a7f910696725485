#include "ui/step/product_frame.h"

#include "ui/step/stage_matrix.h"

#include <array>
#include <utility>

namespace heed::ui {

namespace {

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
    std::vector<std::int64_t> columnBases;
    if (!fits(left, top, leftFactor)) {
      columnBases = gathered(left, top, leftFactor);
      if (columnBases.empty()) return false;
      top.alongResult = 1;
    }
    content.left = operand(left, m_result.rowCount(), true, {});
    content.top = operand(top, m_result.columnCount(), false, std::move(columnBases));
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

  /// Where each column of an upper operand begins that is put together, as that of all heads side by side is; empty if
  /// that does not describe it.
  std::vector<std::int64_t> gathered(const OperandPlaces& left, const OperandPlaces& top, int leftFactor) {
    std::vector<std::int64_t> bases;
    for (std::int64_t column = 0; column < m_result.columnCount(); ++column) {
      const auto pair = factors(0, column);
      if (!pair) return {};
      const OperandPlaces& here = (*pair)[static_cast<std::size_t>(1 - leftFactor)];
      const OperandPlaces& beside = (*pair)[static_cast<std::size_t>(leftFactor)];
      const bool isSame = here.step == top.step && here.alongTerms == top.alongTerms && beside.step == left.step &&
                          beside.first == left.first && beside.alongTerms == left.alongTerms;
      if (!isSame) return {};
      bases.push_back(here.first);
    }
    const std::int64_t row = m_result.rowCount() - 1;
    const auto last = factors(row, m_result.columnCount() - 1);
    if (!last || (*last)[static_cast<std::size_t>(leftFactor)].first != left.first + row * left.alongResult) return {};
    return (*last)[static_cast<std::size_t>(1 - leftFactor)].first == bases.back() ? bases
                                                                                   : std::vector<std::int64_t>();
  }

  StageMatrix operand(const OperandPlaces& places, std::int64_t along, bool isLeft,
                      std::vector<std::int64_t> columnBases) {
    const core::Step& step = m_computation.step(places.step);
    const core::Shape shape = m_computation.program().type(step.value).shape;
    StageMatrix matrix;
    describeMatrix(matrix, m_computation.program(), places.step);
    matrix.base = places.first;
    matrix.rowStride = isLeft ? places.alongResult : places.alongTerms;
    matrix.columnStride = isLeft ? places.alongTerms : places.alongResult;
    matrix.columnBases = std::move(columnBases);
    const std::int64_t rows = isLeft ? along : m_terms;
    const std::int64_t columns = isLeft ? m_terms : along;
    matrix.values = matrixCells(m_evaluator.value(step.value), matrix, rows, columns);
    matrix.allowed = allowedCells(m_evaluator, step, shape, matrix, rows, columns);
    addForward(m_evaluator, m_computation.program(), matrix);
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

}  // namespace

bool describeProduct(core::Evaluator& evaluator, const Computation& computation, StageContent& content) {
  if (!ProductFrame(evaluator, computation, content.result).describe(content)) return false;
  content.kind = FrameKind::Product;
  return true;
}

}  // namespace heed::ui
