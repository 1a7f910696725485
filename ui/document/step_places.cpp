#include "ui/document/step_places.h"

#include "core/base/error.h"

#include <algorithm>

namespace heed::ui {

const core::Block* findBlockOfStep(const core::Model& model, const std::string& stepId) {
  for (std::size_t start = 0; start < stepId.size();) {
    const std::size_t end = std::min(stepId.find('/', start), stepId.size());
    if (const core::Block* block = model.blockNamed(stepId.substr(start, end - start))) return block;
    start = end + 1;
  }
  return nullptr;
}

core::BlockId blockOfStep(const core::DocumentData& data, const std::string& stepId) {
  if (const core::Block* block = findBlockOfStep(data.model, stepId)) return block->id;
  throw core::Error(core::ErrorKind::Model,
                    core::text("Edits", "the step \"%1\" belongs to no block of the model", stepId));
}

PairPlaces pairsOf(const Computation& computation, int position) {
  const core::Step& step = computation.step(position);
  const core::Shape& shape = computation.program().type(step.value).shape;
  if (shape.rank() < 2) {
    throw core::Error(core::ErrorKind::Model,
                      core::text("Edits", "step \"%1\" has no rows of queries and columns of keys", step.id));
  }
  const std::size_t rank = step.axes.size();
  return {shape[-2], shape[-1], rank >= 2 ? step.axes[rank - 2] : core::Axis{},
          rank >= 1 ? step.axes[rank - 1] : core::Axis{}};
}

std::vector<std::string> namesOf(const core::Axis& axis, std::int64_t count) {
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < count; ++i) names.push_back(core::axisPlace(axis, i));
  return names;
}

}  // namespace heed::ui
