#pragma once

#include "core/program/builder.h"
#include "core/program/op_def.h"

#include <span>
#include <string>
#include <string_view>

namespace heed::core {

/// What an expansion says of a part of its result.
struct SubStepSpec {
  std::string_view part;  ///< the end of the step's id: "maximum"
  Text caption;
  Text explanation;
  std::string expression;
  Value mask;
};

/// Labels a part of a composite op's result as a sub-step of the phase Normalise, if the op's result is labelled. Axes
/// are those of the label, but for dimensions whose size differs (reduced ones), which mean nothing.
Value subStep(const ExpandCall& call, Value value, SubStepSpec spec);

}  // namespace heed::core
