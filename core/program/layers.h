#pragma once

#include "core/program/program.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

/// One of several groups that do the same, each to what the one before gave.
struct Layer {
  int group = -1;    ///< position in Program::groups
  std::string path;  ///< of the group, as step ids begin with it, with the '/' behind it
};

/// The layers of a program in their order: the outermost sibling groups that have the same steps, attention weights
/// among them, where each depends on the one before. Empty where there are fewer than two: mechanisms side by side are
/// no layers, and a block that is alone is none either. Looks at the first `stepCount` steps, those of the forward
/// pass.
[[nodiscard]] std::vector<Layer> layersOf(const Program& program, int stepCount);

/// The layer that a group lies in: a position in `layers`, or -1.
[[nodiscard]] int layerOfGroup(const Program& program, const std::vector<Layer>& layers, int group);

/// A step's id without the part that only its layer has, so that the same step of another layer has the same.
[[nodiscard]] std::string idWithinLayer(std::string_view stepId, const Layer& layer);

}  // namespace heed::core
