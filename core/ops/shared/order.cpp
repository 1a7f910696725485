#include "core/ops/shared/order.h"

namespace heed::core {

CellExplanation explainOrder(const ExplainCall& call, std::int64_t k) {
  const std::int64_t row = call.offset / k;
  CellExplanation explanation;
  explanation.terms = rowTerms(call, row);
  explanation.selected = static_cast<int>(call.outputs[1].at(call.offset));
  explanation.result = call.outputs[static_cast<std::size_t>(call.output)].at(call.offset);
  if (call.output == 0) {
    explanation.combination = Combination::Choice;
  } else {
    explanation.combination = Combination::Function;
    explanation.function = "sort_index";
    explanation.parameters = {static_cast<double>(call.offset % k)};
  }
  return explanation;
}

std::vector<Value> orderVjp(const GradientCall& call) {
  if (!call.cotangents[0].isValid()) return {Value{}};
  const std::int64_t size = call.builder.shape(call.inputs[0])[-1];
  return {ops::scatterAlongLast(call.builder, call.cotangents[0], call.outputs[1], size)};
}

std::vector<Term> rowTerms(const ExplainCall& call, std::int64_t row) {
  const std::int64_t size = call.inputs[0].shape()[-1];
  std::vector<Term> terms;
  for (std::int64_t i = 0; i < size; ++i) terms.push_back(elementTerm(call, 0, row * size + i));
  return terms;
}

}  // namespace heed::core
