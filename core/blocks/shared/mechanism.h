#pragma once

#include "core/model/block_build.h"

#include <string_view>
#include <vector>

/// What the attention mechanisms share: ports, axes, and the way from scores to the output.
namespace heed::core {

/// Inputs query [.., nq, d], key [.., nk, d], value [.., nk, dv] and an optional mask Bool, broadcastable to [.., nq,
/// nk].
[[nodiscard]] std::vector<PortSpec> mechanismInputs();
/// Outputs output [.., nq, dv] and weights [.., nq, nk].
[[nodiscard]] std::vector<PortSpec> mechanismOutputs();

/// The axes of scores and weights [.., Query, Key] and of the output [.., Query, Channel], from the inputs' axes.
[[nodiscard]] std::vector<Axis> scoreAxes(const BlockBuild& build);
[[nodiscard]] std::vector<Axis> mixedAxes(const BlockBuild& build);

/// Checks that query and key have `width` in common, and key and value their number of items; throws Error{Shape}.
void requireFittingOperands(BlockBuild& build);
/// The same without asking query and key for one width (additive and general scores).
void requireFittingItems(BlockBuild& build);

/// A weight of the mechanism. Where the queries have a head axis in front of their items, every head has its own: the
/// shape and the axes get the heads in front, as [h, ..].
[[nodiscard]] Value headWeight(BlockBuild& build, WeightSpec spec);

/// The mask port and the key's valid mask together, as Bool broadcastable to the scores; invalid if everything is
/// allowed.
[[nodiscard]] Value allowedKeys(BlockBuild& build);

/// Labels scores as the step "scores".
Value scoreStep(BlockBuild& build, Value scores, Text caption, Text explanation, std::string_view expression);

/// Labels what allowedKeys() gave as the step "mask"; nothing if it is invalid.
void maskStep(BlockBuild& build, Value allowed);

/// The usual end: mask, softmax over the allowed keys ("weights"), weighted sum of the values ("output"), and both
/// ports.
void softmaxAndMix(BlockBuild& build, Value scores);
/// The same over the keys that `allowed` allows (invalid if all are), which the caller has labelled.
void softmaxAndMix(BlockBuild& build, Value scores, Value allowed);

/// Labels weights and the mix of the values by them, and sets both ports.
void mixAndFinish(BlockBuild& build, Value weights, Value mask, Text weightsCaption, Text weightsExplanation);

}  // namespace heed::core
