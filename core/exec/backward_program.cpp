#include "core/exec/backward_program.h"

#include "core/autodiff/gradients.h"
#include "core/program/rewrite.h"

#include <algorithm>

namespace heed::core {

namespace {

GradientStart startIn(const Program& program, const BackwardStart& start) {
  const int position = program.stepIndex(start.step);
  if (position < 0) return {};
  const Value value = program.steps()[static_cast<std::size_t>(position)].value;
  const ValueType& type = program.type(value);
  const bool isInside = start.offset >= 0 && start.offset < type.shape.elementCount();
  return type.kind == ValueKind::Real && isInside ? GradientStart{value, start.offset} : GradientStart{};
}

std::shared_ptr<const Program> replaced(std::shared_ptr<const Program> program, std::span<const Override> overrides) {
  return overrides.empty() ? program : withOverrides(*program, overrides);
}

}  // namespace

std::shared_ptr<const Program> backwardProgram(const Program& lowered, std::span<const Override> overrides,
                                               const BackwardStart& start) {
  const auto closed = expandedButSoftmax(lowered);
  const bool hasAll = closed->stepIndex(start.step) >= 0 && std::ranges::all_of(overrides, [&](const Override& entry) {
                        return closed->stepIndex(entry.step) >= 0;
                      });
  const auto forward = replaced(hasAll ? closed : fullyExpanded(lowered), overrides);
  const GradientStart from = startIn(*forward, start);
  if (!from.value.isValid()) return nullptr;
  const auto backward = withGradients(*forward, from);
  return hasAll ? fullyExpanded(*backward) : backward;
}

}  // namespace heed::core
