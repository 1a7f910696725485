#include "core/exec/trace.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

namespace heed::core {

namespace {

/// An element of a value of the program.
struct Place {
  Value value;
  std::int64_t offset = 0;
};

/// What the op that made the element says of it. The value must come from an op.
CellExplanation explanationOf(Evaluator& evaluator, const Place& place) {
  const Program& program = evaluator.program();
  const ValueInfo& info = program.info(place.value);
  const Node& node = program.nodes()[static_cast<std::size_t>(info.node)];
  std::vector<Value> all = node.inputs;
  all.insert(all.end(), node.outputs.begin(), node.outputs.end());
  evaluator.require(all);
  std::vector<Tensor> inputs;
  std::vector<Tensor> outputs;
  for (const Value value : node.inputs) inputs.push_back(evaluator.value(value));
  for (const Value value : node.outputs) outputs.push_back(evaluator.value(value));
  return node.op->explain({inputs, outputs, node.attributes, info.output, place.offset});
}

/// The one element that the explained element is a copy of; invalid if it is none. A choice by a fixed condition (an
/// overridden or masked step) is a copy where a computed number was chosen.
Place copiedFrom(const Program& program, Value value, const CellExplanation& explanation) {
  const Node& node = program.nodes()[static_cast<std::size_t>(program.info(value).node)];
  const Term* term = nullptr;
  if (explanation.combination == Combination::Copy) {
    term = &explanation.terms.front();
  } else if (explanation.combination == Combination::Choice && node.op->name == "select" &&
             !program.info(node.inputs.front()).constant.isNull()) {
    term = &explanation.terms[static_cast<std::size_t>(explanation.selected)];
  }
  if (term == nullptr || term->factors.size() != 1 || term->factors.front().input < 0) return {};
  const Place source{node.inputs[static_cast<std::size_t>(term->factors.front().input)], term->factors.front().offset};
  const bool isGiven = explanation.combination == Combination::Choice && !program.info(source.value).constant.isNull();
  return isGiven ? Place() : source;
}

/// The nearest place that is a step, an input, a constant or was computed, going back over copies.
Place nearestSource(Evaluator& evaluator, Place place) {
  const Program& program = evaluator.program();
  while (program.labelIndex(place.value) < 0 && program.info(place.value).node >= 0) {
    const Place source = copiedFrom(program, place.value, explanationOf(evaluator, place));
    if (!source.value.isValid()) break;
    place = source;
  }
  return place;
}

ExplainedFactor explainedFactor(Evaluator& evaluator, const Node& node, const Factor& factor) {
  ExplainedFactor result;
  result.number = factor.number;
  if (factor.input < 0) return result;
  const Place place = nearestSource(evaluator, {node.inputs[static_cast<std::size_t>(factor.input)], factor.offset});
  result.value = place.value;
  result.offset = place.offset;
  result.step = evaluator.program().labelIndex(place.value);
  result.stepOffset = place.offset;
  return result;
}

double sizeOf(const Term& term) {
  return std::isfinite(term.value) ? std::abs(term.value) : 0.0;
}

bool isOneSelected(Combination combination) {
  return combination == Combination::Choice || combination == Combination::Maximum ||
         combination == Combination::Minimum;
}

/// Positions of the terms to follow: the number's own one first, then by share.
std::vector<std::size_t> followedTerms(const CellExplanation& explanation, const std::vector<double>& shares,
                                       int limit) {
  std::vector<std::size_t> order(explanation.terms.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const int own = ownTerm(explanation);
  const auto isOwn = [own](std::size_t i) { return static_cast<int>(i) == own; };
  std::ranges::stable_sort(
      order, [&](std::size_t a, std::size_t b) { return isOwn(a) != isOwn(b) ? isOwn(a) : shares[a] > shares[b]; });
  std::erase_if(order, [&](std::size_t i) { return shares[i] <= 0.0 && !isOwn(i); });
  if (order.size() > static_cast<std::size_t>(limit)) order.resize(static_cast<std::size_t>(limit));
  return order;
}

/// Follows cells back, each of them once: the paths between two cells may be very many.
class Follower {
 public:
  Follower(Evaluator& evaluator, const ThreadOptions& options) : m_evaluator(evaluator), m_options(options) {}

  ThreadNode follow(Value value, std::int64_t offset, int depth) {
    ThreadNode node;
    node.cell = explainCell(m_evaluator, value, offset);
    if (depth >= m_options.maximumDepth || node.cell.terms.empty()) return node;
    node.isRepeated = !m_followed.emplace(value, offset).second;
    if (node.isRepeated) return node;
    const std::vector<double> shares = termShares(node.cell.explanation);
    for (const std::size_t term : followedTerms(node.cell.explanation, shares, m_options.maximumTerms)) {
      for (const ExplainedFactor& factor : node.cell.terms[term].factors) {
        if (!factor.value.isValid()) continue;
        ThreadNode child = follow(factor.value, factor.offset, depth + 1);
        child.term = static_cast<int>(term);
        child.share = shares[term];
        node.children.push_back(std::move(child));
      }
    }
    return node;
  }

 private:
  Evaluator& m_evaluator;
  const ThreadOptions& m_options;
  std::set<std::pair<Value, std::int64_t>> m_followed;
};

}  // namespace

ExplainedCell explainCell(Evaluator& evaluator, Value value, std::int64_t offset) {
  const Program& program = evaluator.program();
  ExplainedCell cell;
  cell.value = value;
  cell.offset = offset;
  cell.step = program.labelIndex(value);
  Place place{value, offset};
  while (program.info(place.value).node >= 0) {
    cell.explanation = explanationOf(evaluator, place);
    const Place source = copiedFrom(program, place.value, cell.explanation);
    const bool goOn =
        source.value.isValid() && program.info(source.value).node >= 0 && program.labelIndex(source.value) < 0;
    if (!goOn) break;
    place = source;
  }
  const ValueInfo& info = program.info(place.value);
  if (info.node < 0) {
    cell.explanation.combination = Combination::Constant;
    cell.explanation.result = evaluator.value(place.value).at(place.offset);
    return cell;
  }
  const Node& node = program.nodes()[static_cast<std::size_t>(info.node)];
  cell.op = node.op;
  for (const Term& term : cell.explanation.terms) {
    ExplainedTerm explained{{}, term.value};
    for (const Factor& factor : term.factors) explained.factors.push_back(explainedFactor(evaluator, node, factor));
    cell.terms.push_back(std::move(explained));
  }
  return cell;
}

std::vector<double> termShares(const CellExplanation& explanation) {
  const std::vector<Term>& terms = explanation.terms;
  std::vector<double> shares(terms.size(), 0.0);
  if (terms.empty()) return shares;
  const auto selected = static_cast<std::size_t>(explanation.selected);
  if (isOneSelected(explanation.combination)) {
    if (explanation.selected >= 0) shares[selected] = 1.0;
    return shares;
  }
  if (explanation.combination == Combination::Product || explanation.combination == Combination::Quotient) {
    std::ranges::fill(shares, 1.0 / static_cast<double>(terms.size()));
    return shares;
  }
  if (explanation.function == "softmax" && explanation.selected < 0) return shares;
  if (explanation.function == "softmax" || explanation.function == "log_sum_exp") {
    const double largest = std::ranges::max(terms, {}, &Term::value).value;
    std::ranges::transform(terms, shares.begin(), [&](const Term& term) { return std::exp(term.value - largest); });
  } else {
    std::ranges::transform(terms, shares.begin(), sizeOf);
  }
  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
  if (terms.size() == 1) {
    shares.front() = 1.0;
  } else if (std::isfinite(total) && total > 0.0) {
    for (double& share : shares) share /= total;
  } else {
    std::ranges::fill(shares, 0.0);
  }
  return shares;
}

int ownTerm(const CellExplanation& explanation) {
  const bool isMeasured =
      explanation.combination == Combination::Difference || explanation.combination == Combination::Quotient;
  return isMeasured && !explanation.terms.empty() ? 0 : explanation.selected;
}

ThreadNode followThread(Evaluator& evaluator, Value value, std::int64_t offset, const ThreadOptions& options) {
  return Follower(evaluator, options).follow(value, offset, 0);
}

}  // namespace heed::core
