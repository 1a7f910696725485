#pragma once

#include "core/base/json.h"
#include "core/model/model.h"

namespace heed::core {

/// A model as canonical JSON: blocks by name, wires as {"from": "text.tokens", "to": "features.tokens"}, groups in a
/// list, a group inside another with the place of its parent in it. A block of a type that this program does not know
/// is written as it was read.
[[nodiscard]] JsonValue modelToJson(const Model& model);

/// Throws Error{Format} with the path of what is wrong. Ids are given anew, in the order of the file.
[[nodiscard]] Model modelFromJson(const JsonView& json);

[[nodiscard]] JsonValue parametersToJson(const Parameters& parameters);

/// A parameter's value as its spec types it: a whole number is a real where a real is asked for.
[[nodiscard]] ParameterValue parameterFromJson(const JsonView& json, const ParamSpec* spec);
/// The same from text, as the command line and fixes give it: "2", "true", "causal", "hard_argmax".
[[nodiscard]] ParameterValue parameterFromText(const std::string& text, const ParamSpec& spec);

}  // namespace heed::core
