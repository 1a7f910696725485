#pragma once

#include "core/model/block_build.h"

#include <memory>
#include <string>
#include <vector>

/// What blocks on sequences share: signals, labels and the usual steps.
namespace heed::core {

/// Labels from strings.
[[nodiscard]] std::shared_ptr<const AxisLabels> axisLabels(std::vector<std::string> names);

/// The signal of a new value that has the same items as `source`: its valid mask and item names, with new axes.
[[nodiscard]] Signal derived(const Signal& source, Value value, std::vector<Axis> axes);

/// The axes of `source` with the last one (channels) replaced by one without labels.
[[nodiscard]] std::vector<Axis> withPlainChannels(const Signal& source);

/// Throws Error{Shape} unless the tensor has at least `rank` dimensions.
void requireSequence(BlockBuild& build, std::string_view port, int rank = 2);

/// x W + b with labelled weights W [in, out] and b [out] (if `bias`), as steps of the open group.
[[nodiscard]] Value linearMap(BlockBuild& build, Value input, const std::string& weightName,
                              const std::string& biasName, std::int64_t outputWidth, bool bias,
                              const std::vector<Axis>& outputAxes,
                              Initialisation initialisation = Initialisation::Glorot);

}  // namespace heed::core
