#pragma once

#include "core/data/input.h"

#include <string_view>

namespace heed::core {

/// The most nodes and edges that a graph file may have.
inline constexpr std::int64_t kGraphLimit = 200'000;

/// Reads the first graph of a GraphML file (http://graphml.graphdrawing.org): nodes with their names (the data of a key
/// called "label" or "name", else the id), edges from source to target, and as features the data of keys whose type is
/// int, long, float or double (0 where a node has none). An undirected edge is listed once; the block decides whether
/// edges lead both ways. Throws Error{Format} with the line, or Error{Limit}; entities and external parts are refused.
[[nodiscard]] GraphInput readGraphml(std::string_view text, std::string_view name = "the GraphML file");

}  // namespace heed::core
