#include "core/program/step.h"

#include "core/base/error.h"

namespace heed::core {

std::string toString(Phase phase) {
  switch (phase) {
    case Phase::Input:
      return "input";
    case Phase::Project:
      return "project";
    case Phase::Score:
      return "score";
    case Phase::Scale:
      return "scale";
    case Phase::Mask:
      return "mask";
    case Phase::Normalise:
      return "normalise";
    case Phase::Mix:
      return "mix";
    case Phase::Transform:
      return "transform";
    case Phase::Output:
      return "output";
  }
  HEED_ASSERT(false);
}

std::string toString(Role role) {
  switch (role) {
    case Role::None:
      return "none";
    case Role::Query:
      return "query";
    case Role::Key:
      return "key";
    case Role::Value:
      return "value";
    case Role::Weights:
      return "weights";
    case Role::Output:
      return "output";
  }
  HEED_ASSERT(false);
}

std::string toString(AxisMeaning meaning) {
  switch (meaning) {
    case AxisMeaning::Batch:
      return "batch";
    case AxisMeaning::Head:
      return "head";
    case AxisMeaning::Query:
      return "query";
    case AxisMeaning::Key:
      return "key";
    case AxisMeaning::Token:
      return "token";
    case AxisMeaning::Time:
      return "time";
    case AxisMeaning::Channel:
      return "channel";
    case AxisMeaning::Feature:
      return "feature";
    case AxisMeaning::PatchRow:
      return "patch row";
    case AxisMeaning::PatchColumn:
      return "patch column";
    case AxisMeaning::Window:
      return "window";
    case AxisMeaning::Node:
      return "node";
    case AxisMeaning::Edge:
      return "edge";
    case AxisMeaning::Class:
      return "class";
    case AxisMeaning::Other:
      return "index";
  }
  HEED_ASSERT(false);
}

std::string axisPlace(const Axis& axis, std::int64_t index) {
  if (axis.labels != nullptr) {
    const auto position = static_cast<std::size_t>(index);
    if (position < axis.labels->names.size()) return axis.labels->names[position];
    if (axis.labels->gridColumns > 0) {
      return fmt::format("row {}, column {}", index / axis.labels->gridColumns, index % axis.labels->gridColumns);
    }
  }
  return std::to_string(index);
}

}  // namespace heed::core
