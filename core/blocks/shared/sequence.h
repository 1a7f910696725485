#pragma once

#include "core/model/block_build.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// What blocks on sequences share: signals, labels and the usual steps.
namespace heed::core {

/// Labels from strings.
[[nodiscard]] std::shared_ptr<const AxisLabels> axisLabels(std::vector<std::string> names);

/// The signal of a new value that has the same items as `source`: its valid mask and item names, with new axes.
[[nodiscard]] Signal derived(const Signal& source, Value value, std::vector<Axis> axes);

/// The axes in front of items and channels: batch and heads.
[[nodiscard]] std::vector<Axis> leadingAxes(const Signal& source);

/// The axis of the items under a meaning, with the items' names.
[[nodiscard]] Axis itemAxis(const Signal& source, AxisMeaning meaning);

/// The axes of `source` with the last one (channels) replaced by one without labels.
[[nodiscard]] std::vector<Axis> withPlainChannels(const Signal& source);

/// The names in a parameter's list, with commas between; blanks around a name are dropped, and so are empty names.
[[nodiscard]] std::vector<std::string> namesIn(std::string_view list);

/// Throws Error{Shape} unless the tensor has at least `rank` dimensions.
void requireSequence(BlockBuild& build, std::string_view port, int rank = 2);

/// x W + b with labelled weights W [in, out] and b [out] (if `bias`), as steps of the open group.
[[nodiscard]] Value linearMap(BlockBuild& build, Value input, const std::string& weightName,
                              const std::string& biasName, std::int64_t outputWidth, bool bias,
                              const std::vector<Axis>& outputAxes,
                              Initialisation initialisation = Initialisation::Glorot);

}  // namespace heed::core
