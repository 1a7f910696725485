#include "core/blocks/shared/mask.h"

#include "core/blocks/shared/sequence.h"

namespace heed::core {

void finishMask(BlockBuild& build, const std::function<bool(std::int64_t query, std::int64_t key)>& allows,
                Text caption, Text explanation) {
  requireSequence(build, "sequence");
  const Signal& sequence = build.input("sequence");
  const std::int64_t count = build.builder().shape(sequence.value)[-2];
  TensorBuffer mask(ElementKind::Bool, {count, count});
  const auto cells = mask.bools();
  for (std::int64_t query = 0; query < count; ++query) {
    for (std::int64_t key = 0; key < count; ++key) {
      cells[static_cast<std::size_t>(query * count + key)] = allows(query, key) ? 1 : 0;
    }
  }
  labelMask(build, build.builder().constant(mask.finish()), sequence.items, std::move(caption), std::move(explanation));
}

void labelMask(BlockBuild& build, Value mask, std::shared_ptr<const AxisLabels> items, Text caption, Text explanation) {
  const std::vector<Axis> axes = {{AxisMeaning::Query, items}, {AxisMeaning::Key, items}};
  build.builder().step(mask, {.id = "mask",
                              .phase = Phase::Mask,
                              .role = Role::None,
                              .caption = std::move(caption),
                              .explanation = std::move(explanation),
                              .term = "mask",
                              .expression = "M",
                              .axes = axes,
                              .mask = mask,
                              .depth = StepDepth::Step,
                              .isInput = true});
  build.setOutput("mask", {PortKind::Mask, mask, {}, axes, std::move(items), 0, false});
}

}  // namespace heed::core
