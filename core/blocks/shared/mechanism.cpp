#include "core/blocks/shared/mechanism.h"

#include "core/base/error.h"
#include "core/blocks/shared/sequence.h"
#include "core/ops/ops.h"

#include <algorithm>
#include <string>

namespace heed::core {

namespace {

constexpr const char* kContext = "Mechanism";

void requireRanks(BlockBuild& build) {
  for (const char* port : {"query", "key", "value"}) {
    const Shape& shape = build.builder().shape(build.input(port).value);
    if (shape.rank() < 2) {
      throw Error(ErrorKind::Shape, text(kContext, "the %1 is %2; it needs at least two dimensions, items x channels",
                                         port, shape.toString()));
    }
  }
}

}  // namespace

std::vector<PortSpec> mechanismInputs() {
  return {{"query", text(kContext, "Queries"), PortKind::Tensor, 2, false, Role::Query},
          {"key", text(kContext, "Keys"), PortKind::Tensor, 2, false, Role::Key},
          {"value", text(kContext, "Values"), PortKind::Tensor, 2, false, Role::Value},
          {"mask", text(kContext, "Mask"), PortKind::Mask, 2, true, Role::None}};
}

std::vector<PortSpec> mechanismOutputs() {
  return {{"output", text(kContext, "Output"), PortKind::Tensor, 2, false, Role::Output},
          {"weights", text(kContext, "Weights"), PortKind::Weights, 2, false, Role::Weights}};
}

std::vector<Axis> scoreAxes(const BlockBuild& build) {
  std::vector<Axis> axes = leadingAxes(build.input("query"));
  axes.push_back(itemAxis(build.input("query"), AxisMeaning::Query));
  axes.push_back(itemAxis(build.input("key"), AxisMeaning::Key));
  return axes;
}

std::vector<Axis> mixedAxes(const BlockBuild& build) {
  std::vector<Axis> axes = leadingAxes(build.input("query"));
  axes.push_back(itemAxis(build.input("query"), AxisMeaning::Query));
  axes.push_back(build.input("value").axes.back());
  return axes;
}

void requireFittingItems(BlockBuild& build) {
  requireRanks(build);
  const Shape& key = build.builder().shape(build.input("key").value);
  const Shape& value = build.builder().shape(build.input("value").value);
  if (key[-2] != value[-2]) {
    throw Error(ErrorKind::Shape, text(kContext, "there are %1 keys (%2) and %3 values (%4); every key needs one value",
                                       key[-2], key.toString(), value[-2], value.toString()));
  }
}

void requireFittingOperands(BlockBuild& build) {
  requireFittingItems(build);
  const Shape& query = build.builder().shape(build.input("query").value);
  const Shape& key = build.builder().shape(build.input("key").value);
  if (query[-1] != key[-1]) {
    throw Error(ErrorKind::Shape,
                text(kContext, "queries have %1 channels (%2) and keys %3 (%4); a dot product needs the same number",
                     query[-1], query.toString(), key[-1], key.toString()));
  }
}

Value headWeight(BlockBuild& build, WeightSpec spec) {
  const Signal& query = build.input("query");
  const Shape& shape = build.builder().shape(query.value);
  const std::size_t rank = query.axes.size();
  if (rank >= 3 && query.axes[rank - 3].meaning == AxisMeaning::Head) {
    spec.shape = spec.shape.withInserted(0, shape[-3]);
    spec.axes.insert(spec.axes.begin(), query.axes[rank - 3]);
    spec.perHead = true;
  }
  return build.weight(std::move(spec));
}

Value allowedKeys(BlockBuild& build) {
  Builder& builder = build.builder();
  Value allowed = build.hasInput("mask") ? build.input("mask").value : Value();
  if (allowed.isValid()) {
    const std::int64_t queries = builder.shape(build.input("query").value)[-2];
    const std::int64_t keys = builder.shape(build.input("key").value)[-2];
    const Shape& shape = builder.shape(allowed);
    const bool fits = shape.rank() >= 2 && shape.rank() <= builder.shape(build.input("query").value).rank() &&
                      (shape[-1] == keys || shape[-1] == 1) && (shape[-2] == queries || shape[-2] == 1);
    if (!fits) {
      throw Error(ErrorKind::Shape, text(kContext, "the mask is %1; it must be %2 x %3, queries x keys",
                                         shape.toString(), queries, keys));
    }
  }
  const Value valid = build.input("key").valid;
  if (!valid.isValid()) return allowed;
  const Shape& shape = builder.shape(valid);
  const Value keys = ops::reshape(builder, valid, shape.withInserted(shape.rank() - 1, 1));
  return allowed.isValid() ? ops::logicalAnd(builder, allowed, keys) : keys;
}

Value scoreStep(BlockBuild& build, Value scores, Text caption, Text explanation, std::string_view expression) {
  return build.builder().step(scores, {.id = "scores",
                                       .phase = Phase::Score,
                                       .role = Role::None,
                                       .caption = std::move(caption),
                                       .explanation = std::move(explanation),
                                       .term = "scores",
                                       .expression = std::string(expression),
                                       .axes = scoreAxes(build),
                                       .mask = {},
                                       .depth = StepDepth::Step});
}

void maskStep(BlockBuild& build, Value allowed) {
  if (!allowed.isValid()) return;
  const Shape& shape = build.builder().shape(allowed);
  const std::vector<Axis> scores = scoreAxes(build);
  std::vector<Axis> axes(scores.end() - std::min(shape.rank(), static_cast<int>(scores.size())), scores.end());
  for (int i = 0; i < shape.rank(); ++i) {
    if (shape[i] == 1) axes[static_cast<std::size_t>(i)].labels = nullptr;
  }
  build.builder().step(allowed,
                       {.id = "mask",
                        .phase = Phase::Mask,
                        .role = Role::None,
                        .caption = text(kContext, "Mask"),
                        .explanation = text(kContext, "Which keys may a query attend to? The others get the weight 0."),
                        .term = "mask",
                        .expression = "M",
                        .axes = std::move(axes),
                        .mask = {},
                        .depth = StepDepth::Step});
}

void softmaxAndMix(BlockBuild& build, Value scores) {
  const Value allowed = allowedKeys(build);
  maskStep(build, allowed);
  softmaxAndMix(build, scores, allowed);
}

void softmaxAndMix(BlockBuild& build, Value scores, Value allowed) {
  const Value weights = ops::softmax(build.builder(), scores, allowed);
  mixAndFinish(build, weights, allowed, text(kContext, "Attention weights"),
               text(kContext, "Softmax turns each row of scores into shares that add up to 1."));
}

void mixAndFinish(BlockBuild& build, Value weights, Value mask, Text weightsCaption, Text weightsExplanation) {
  Builder& builder = build.builder();
  const std::vector<Axis> axes = scoreAxes(build);
  builder.step(weights, {.id = "weights",
                         .phase = Phase::Normalise,
                         .role = Role::Weights,
                         .caption = std::move(weightsCaption),
                         .explanation = std::move(weightsExplanation),
                         .term = "weights",
                         .expression = "A",
                         .axes = axes,
                         .mask = mask,
                         .depth = StepDepth::Step});
  const Value mixed = ops::matmul(builder, weights, build.input("value").value);
  const std::vector<Axis> outputAxes = mixedAxes(build);
  builder.step(
      mixed, {.id = "output",
              .phase = Phase::Mix,
              .role = Role::Output,
              .caption = text(kContext, "Weighted values"),
              .explanation = text(kContext, "Each query takes the mean of the values, weighted by its row of weights."),
              .term = "output",
              .expression = "A V",
              .axes = outputAxes,
              .mask = {},
              .depth = StepDepth::Step});
  const Signal& query = build.input("query");
  Signal output{PortKind::Tensor, mixed, query.valid, outputAxes, query.items, 0, false};
  Signal weightsSignal{PortKind::Weights, weights, query.valid, axes, query.items, 0, false};
  build.setOutput("output", std::move(output));
  build.setOutput("weights", std::move(weightsSignal));
}

}  // namespace heed::core
