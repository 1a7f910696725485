#include "core/blocks/shared/sequence.h"
#include "core/ops/ops.h"

#include <string>

namespace heed::core {

namespace {

constexpr const char* kContext = "Pooling";

/// [.., n, d] to [.., d]; items that are not valid take no part, and a sequence without valid items gives zeros.
Value pooled(Builder& builder, const Signal& sequence, const std::string& form) {
  const auto keep = ops::KeepDimensions::No;
  if (!sequence.valid.isValid()) {
    if (form == "max") return ops::reduceMax(builder, sequence.value, {-2}, keep);
    return form == "sum" ? ops::reduceSum(builder, sequence.value, {-2}, keep)
                         : ops::reduceMean(builder, sequence.value, {-2}, keep);
  }
  const Shape& shape = builder.shape(sequence.valid);
  const Value valid = ops::reshape(builder, sequence.valid, shape.withInserted(shape.rank(), 1));
  const Value number = ops::cast(builder, valid, ValueKind::Real);
  const Value count = ops::reduceSum(builder, number, {-2}, keep);
  if (form == "max") {
    const Value lowest = ops::reduceMin(builder, sequence.value, {-2}, ops::KeepDimensions::Yes);
    const Value largest = ops::reduceMax(
        builder, ops::select(builder, valid, sequence.value, ops::stopGradient(builder, lowest)), {-2}, keep);
    return ops::select(builder, ops::greater(builder, count, builder.constant(0.0)), largest, builder.constant(0.0));
  }
  const Value sum =
      ops::reduceSum(builder, ops::select(builder, valid, sequence.value, builder.constant(0.0)), {-2}, keep);
  return form == "sum" ? sum : ops::divide(builder, sum, ops::maximum(builder, count, builder.constant(1.0)));
}

void build(BlockBuild& build) {
  Builder& builder = build.builder();
  requireSequence(build, "sequence");
  const Signal& sequence = build.input("sequence");
  const Value result = pooled(builder, sequence, build.string("form"));
  std::vector<Axis> axes = sequence.axes;
  axes.erase(axes.end() - 2);
  builder.step(result, {.id = "output",
                        .phase = Phase::Mix,
                        .role = Role::Output,
                        .caption = text(kContext, "Pooled"),
                        .explanation = text(kContext, "One row for the whole sequence."),
                        .term = "output",
                        .expression = "\\mathrm{pool}(X)",
                        .axes = axes});
  build.setOutput("output", {PortKind::Tensor, result, {}, axes, nullptr, 0, false});
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}, -1.0, 1.0, true}; };
  return {{"mean", {}, {{"sequence", real({4, 3})}}, {}},
          {"maximum", {{"form", std::string("max")}}, {{"sequence", real({5, 2})}}, {}},
          {"sum of a batch", {{"form", std::string("sum")}}, {{"sequence", real({2, 3, 2})}}, {}}};
}

}  // namespace

const BlockType& poolingBlock() {
  static const BlockType type{
      .id = "pooling",
      .category = "transform",
      .title = text(kContext, "Pooling"),
      .words = {.summary = text(kContext, "Makes one row of many: mean, maximum or sum over the items."),
                .what =
                    text(kContext, "For each channel, the mean, the largest value or the sum over all valid items."),
                .why = text(kContext, "A sentence or a picture needs one row for a decision about the whole."),
                .caution = text(kContext, "The order of the items and their number (for the mean) are lost."),
                .synonyms = {"mean pooling", "max pooling", "sum pooling"}},
      .formula = "\\term{output}{\\mathrm{pool}_i x_i}",
      .paper = "",
      .inputs = {{"sequence", text(kContext, "Sequence"), PortKind::Tensor, 2, false, Role::None}},
      .outputs = {{"output", text(kContext, "Pooled"), PortKind::Tensor, 1, false, Role::None}},
      .params = {{.id = "form",
                  .label = text(kContext, "Form"),
                  .type = ParamType::Choice,
                  .defaultValue = std::string("mean"),
                  .choices = {{"mean", text(kContext, "Mean")},
                              {"max", text(kContext, "Maximum")},
                              {"sum", text(kContext, "Sum")}},
                  .help = text(kContext, "What is taken over the items.")}},
      .build = build,
      .isMechanism = false,
      .isBilinear = false,
      .claims = {},
      .equalities = {},
      .examples = examples,
      .reference = nullptr,
  };
  return type;
}

}  // namespace heed::core
