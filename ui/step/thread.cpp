#include "ui/step/thread.h"

#include "ui/step/place_words.h"

#include "core/model/formula_text.h"
#include "ui/tensorview/number_text.h"
#include "ui/tensorview/value_scale.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::Thread)
};

QString plainLetter(std::string letter) {
  if (letter.ends_with("^\\top")) letter.resize(letter.size() - 5);
  return QString::fromStdString(core::formulaAsText(letter.substr(0, letter.find('_'))));
}

QString shareText(double share) {
  return Words::tr("%1 %").arg(share > 0.0 && share < 0.005 ? QStringLiteral("<1")
                                                            : QString::number(std::lround(100.0 * share)));
}

QString softmaxText(double share) {
  return Words::tr("softmax, %1 of the row").arg(shareText(share));
}

class ThreadMaker {
 public:
  ThreadMaker(core::Evaluator& evaluator, const Computation& computation)
      : m_evaluator(evaluator), m_computation(computation) {}

  std::vector<ThreadStop> follow(int step, std::int64_t offset) {
    while (step >= 0 && m_stops.size() < kLongestThread) {
      const core::ExplainedCell cell = explained(step, offset);
      addStop(step, offset, cell);
      const std::optional<core::ExplainedFactor> choice = choiceBehind(step, offset);
      const Next next = choice ? Next{&*choice, nullptr, 1.0} : nextOf(cell);
      if (next.factor == nullptr || (next.factor->step == step && next.factor->stepOffset == offset)) break;
      describeLink(cell, next);
      step = next.factor->step;
      offset = next.factor->stepOffset;
    }
    return std::move(m_stops);
  }

 private:
  struct Next {
    const core::ExplainedFactor* factor = nullptr;
    const core::ExplainedFactor* other = nullptr;
    double share = 1.0;
  };

  /// How a step's cell came about; a sum with a bias is looked through to the product in it.
  core::ExplainedCell explained(int step, std::int64_t offset) {
    core::ExplainedCell cell = core::explainCell(m_evaluator, m_computation.step(step).value, offset);
    while (cell.terms.size() == 2 && cell.explanation.combination == core::Combination::Sum) {
      const auto hidden = std::ranges::find_if(cell.terms, [](const core::ExplainedTerm& term) {
        return term.factors.size() == 1 && term.factors.front().step < 0 && term.factors.front().value.isValid();
      });
      if (hidden == cell.terms.end()) break;
      const core::ExplainedFactor factor = hidden->factors.front();
      cell = core::explainCell(m_evaluator, factor.value, factor.offset);
    }
    return cell;
  }

  /// The step that chose the place of the 1 in a row that is else 0; none for other steps.
  [[nodiscard]] std::optional<core::ExplainedFactor> choiceBehind(int step, std::int64_t offset) const {
    const core::Program& program = m_computation.program();
    const core::ValueInfo& info = program.info(m_computation.step(step).value);
    if (info.node < 0) return std::nullopt;
    const core::Node& node = program.nodes()[static_cast<std::size_t>(info.node)];
    if (node.op->name != "one_hot") return std::nullopt;
    const int choice = program.labelIndex(node.inputs.front());
    if (choice < 0) return std::nullopt;
    const std::int64_t place =
        offset / std::max<std::int64_t>(1, program.type(m_computation.step(step).value).shape[-1]);
    return core::ExplainedFactor{node.inputs.front(), place, m_evaluator.value(node.inputs.front()).at(place), choice,
                                 place};
  }

  [[nodiscard]] Next nextOf(const core::ExplainedCell& cell) const {
    const std::vector<double> shares = core::termShares(cell.explanation);
    Next next;
    double best = -1.0;
    for (std::size_t i = 0; i < cell.terms.size(); ++i) {
      const bool isOwn = static_cast<int>(i) == core::ownTerm(cell.explanation);
      const double rank = isOwn ? 2.0 : shares[i];
      if (rank <= best) continue;
      const std::vector<core::ExplainedFactor>& factors = cell.terms[i].factors;
      // What was computed leads on; weights are only what it was multiplied with.
      const auto leads = [&](const core::ExplainedFactor& factor) {
        return factor.step >= 0 && !isWeight(factor.step);
      };
      auto found = std::ranges::find_if(factors, leads);
      if (found == factors.end()) {
        found = std::ranges::find_if(factors, [](const core::ExplainedFactor& factor) { return factor.step >= 0; });
      }
      if (found == factors.end()) continue;
      best = rank;
      next.factor = &*found;
      next.share = shares[i];
      const auto other = std::ranges::find_if(
          factors, [&](const core::ExplainedFactor& factor) { return &factor != next.factor && factor.step >= 0; });
      next.other = other == factors.end() ? nullptr : &*other;
    }
    return next;
  }

  [[nodiscard]] bool isWeight(int step) const {
    const core::Step& entry = m_computation.step(step);
    return entry.isInput && entry.depth == core::StepDepth::SubStep;
  }

  [[nodiscard]] StageMatrix matrixOf(int step, std::int64_t offset) const {
    const core::Shape& shape = m_computation.program().type(m_computation.step(step).value).shape;
    const std::int64_t cells =
        std::max<std::int64_t>(1, (shape.rank() >= 1 ? shape[-1] : 1) * (shape.rank() >= 2 ? shape[-2] : 1));
    return stageMatrix(m_evaluator, m_computation, step, offset / cells);
  }

  [[nodiscard]] QString numberText(int step, double number) const {
    const core::Step& entry = m_computation.step(step);
    if (entry.role == core::Role::Weights && !entry.isInput && number >= 0.0 && number <= 1.0) {
      return weightCellText(number, 3);
    }
    return std::abs(number) < 0.005 && number != 0.0 ? readoutText(number, 2) : fixedText(number, 2);
  }

  void addStop(int step, std::int64_t offset, const core::ExplainedCell& cell) {
    const StageMatrix matrix = matrixOf(step, offset);
    const core::Step& entry = m_computation.step(step);
    ThreadStop stop;
    stop.step = step;
    stop.offset = offset;
    stop.letter = plainLetter(matrix.letter);
    stop.role = entry.role;
    stop.number = m_evaluator.value(entry.value).at(offset);
    stop.shown = numberText(step, stop.number);
    stop.name = stop.letter;
    if (const auto place = matrix.cellOf(offset)) {
      QStringList places;
      if (matrix.rowCount() > 1) places << placeText(matrix.rows, place->row);
      if (matrix.columnCount() > 1) places << placeText(matrix.columns, place->column);
      if (!places.isEmpty()) stop.name += QLatin1Char('[') + places.join(QStringLiteral(", ")) + QLatin1Char(']');
    }
    const ValueScale scale = ValueScale::choose(matrix.values.floats(), {}, matrix.columnCount(), matrix.kind,
                                                ScaleRange::Automatic, 0, ScaleShape::Linear);
    stop.mapPosition = scale.position(stop.number);
    stop.isCentred = scale.centred;
    stop.terms = termsText(cell);
    m_stops.push_back(std::move(stop));
  }

  /// "2.18 × 2.06 + 3 more"
  [[nodiscard]] QString termsText(const core::ExplainedCell& cell) const {
    if (cell.terms.empty()) return {};
    const Next next = nextOf(cell);
    const core::Combination combination = cell.explanation.combination;
    if (combination == core::Combination::Sum && next.factor != nullptr) {
      QString first = fixedText(next.factor->number, 2);
      if (next.other != nullptr) first += QStringLiteral(" × ") + fixedText(next.other->number, 2);
      const auto rest = static_cast<int>(cell.terms.size()) - 1;
      return rest == 0 ? first : Words::tr("%1 + %2 more").arg(first).arg(rest);
    }
    const auto number = [&](std::size_t i) { return fixedText(cell.terms[i].value, 2); };
    if (cell.terms.size() == 2 && combination == core::Combination::Quotient) {
      return QStringLiteral("%1 ÷ %2").arg(number(0), number(1));
    }
    if (cell.terms.size() == 2 && combination == core::Combination::Product) {
      return QStringLiteral("%1 × %2").arg(number(0), number(1));
    }
    if (cell.terms.size() == 2 && combination == core::Combination::Difference) {
      return QStringLiteral("%1 − %2").arg(number(0), number(1));
    }
    return {};
  }

  void describeLink(const core::ExplainedCell& cell, const Next& next) {
    ThreadStop& stop = m_stops.back();
    stop.share = std::clamp(next.share, 0.0, 1.0);
    const bool isSum = cell.explanation.combination == core::Combination::Sum && cell.terms.size() > 1;
    if (isSum) {
      stop.linkWords = shareText(stop.share);
      if (next.other != nullptr) {
        const StageMatrix other = matrixOf(next.other->step, next.other->stepOffset);
        stop.factor = ThreadStop::Factor{next.other->step, next.other->stepOffset, plainLetter(other.letter),
                                         fixedText(next.other->number, 2), m_computation.step(next.other->step).role};
      }
      return;
    }
    const bool isSoftmax = cell.explanation.function == "softmax";
    if (!isSoftmax) stop.share = 1.0;
    stop.linkWords = isSoftmax ? softmaxText(stop.share) : operationCaption(m_computation.program(), stop.step, cell);
    if (isSoftmax) {
      remarkOfSoftmax(stop, cell);
    } else if (cell.explanation.combination == core::Combination::Quotient) {
      remarkOfSum(stop, cell);
    } else if (isChosen(cell.explanation)) {
      const QString place = columnName(next.factor->step, next.factor->stepOffset);
      if (!place.isEmpty()) stop.remark = Words::tr("the largest: %1").arg(place);
    }
  }

  static bool isChosen(const core::CellExplanation& explanation) {
    return explanation.combination == core::Combination::Maximum || explanation.function == "arg_max";
  }

  /// The column of a step's cell by its word; empty where the step has one column only.
  [[nodiscard]] QString columnName(int step, std::int64_t offset) const {
    const StageMatrix matrix = matrixOf(step, offset);
    const auto place = matrix.cellOf(offset);
    return place && matrix.columnCount() > 1 ? placeText(matrix.columns, place->column) : QString();
  }

  static QString sumText(double sum, double largest, const QString& place) {
    return Words::tr("of a row sum %1, of which %2 %3").arg(fixedText(sum, 2), place, fixedText(largest, 2));
  }

  /// Where the divisor is a sum over the row: how much, and whose part is the largest.
  void remarkOfSum(ThreadStop& stop, const core::ExplainedCell& cell) {
    if (cell.terms.size() != 2 || cell.terms[1].factors.size() != 1) return;
    const core::ExplainedFactor& divisor = cell.terms[1].factors.front();
    if (divisor.step < 0) return;
    const core::ExplainedCell sum = explained(divisor.step, divisor.stepOffset);
    if (sum.explanation.combination != core::Combination::Sum || sum.terms.size() < 2) return;
    const auto largest = std::ranges::max_element(sum.terms, {}, &core::ExplainedTerm::value);
    if (largest->factors.size() != 1 || largest->factors.front().step < 0) return;
    const core::ExplainedFactor& part = largest->factors.front();
    const QString place = columnName(part.step, part.stepOffset);
    if (!place.isEmpty()) stop.remark = sumText(divisor.number, largest->value, place);
  }

  /// The same where one op made the weights: exponentials as the softmax takes them, the largest of them 1.
  void remarkOfSoftmax(ThreadStop& stop, const core::ExplainedCell& cell) {
    const auto largest = std::ranges::max_element(cell.terms, {}, &core::ExplainedTerm::value);
    if (largest == cell.terms.end() || largest->factors.size() != 1 || largest->factors.front().step < 0) return;
    double sum = 0.0;
    for (const core::ExplainedTerm& term : cell.terms) sum += std::exp(term.value - largest->value);
    const core::ExplainedFactor& part = largest->factors.front();
    stop.remark = sumText(sum, 1.0, columnName(part.step, part.stepOffset));
  }

  core::Evaluator& m_evaluator;
  const Computation& m_computation;
  std::vector<ThreadStop> m_stops;
};

/// Whether a step is one of those that a softmax was taken apart into.
bool isInsideSoftmax(const core::Step& step) {
  return step.depth == core::StepDepth::SubStep && !step.isInput && step.phase == core::Phase::Normalise;
}

}  // namespace

std::vector<ThreadStop> threadOf(core::Evaluator& evaluator, const Computation& computation, int step,
                                 std::int64_t offset) {
  std::vector<ThreadStop> stops = ThreadMaker(evaluator, computation).follow(step, offset);
  // Who starts inside a softmax wants to see its steps.
  if (isInsideSoftmax(computation.step(step))) return stops;
  std::vector<ThreadStop> shown;
  for (ThreadStop& stop : stops) {
    const bool isInside = !shown.empty() && isInsideSoftmax(computation.step(stop.step));
    if (isInside) {
      ThreadStop& whole = shown.back();
      whole.share = std::clamp(whole.number, 0.0, 1.0);
      whole.linkWords = softmaxText(whole.share);
      whole.factor.reset();
      continue;
    }
    shown.push_back(std::move(stop));
  }
  return shown;
}

}  // namespace heed::ui
