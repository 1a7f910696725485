#include "core/ops/shared/sub_step.h"

#include "core/ops/shared/op_support.h"

#include <utility>

namespace heed::core {

Value subStep(const ExpandCall& call, Value value, SubStepSpec spec) {
  if (call.label == nullptr) return value;
  const Shape& shape = call.builder.shape(value);
  const Shape& whole = call.builder.shape(call.inputs[0]);
  std::vector<Axis> axes(static_cast<std::size_t>(shape.rank()));
  const bool comparable = shape.rank() == whole.rank() && call.label->axes.size() == axes.size();
  for (int i = 0; comparable && i < shape.rank(); ++i) {
    const auto axis = static_cast<std::size_t>(i);
    if (shape[i] == whole[i]) axes[axis] = call.label->axes[axis];
  }
  StepSpec step;
  step.id = subStepId(call, spec.part);
  step.phase = Phase::Normalise;
  step.caption = std::move(spec.caption);
  step.explanation = std::move(spec.explanation);
  step.expression = std::move(spec.expression);
  step.axes = std::move(axes);
  step.mask = spec.mask;
  step.depth = StepDepth::SubStep;
  return call.builder.step(value, std::move(step));
}

}  // namespace heed::core
