#pragma once

#include "core/io/document.h"
#include "ui/session/computation.h"

#include <cstdint>
#include <string>
#include <vector>

/// What edits need to know of a step: the block that it belongs to, and the names of its rows and columns.
namespace heed::ui {

/// The block that a step belongs to: the first part of its id that is a name of a block, behind the layers around it.
/// Null where the model has no such block.
[[nodiscard]] const core::Block* findBlockOfStep(const core::Model& model, const std::string& stepId);
/// The same block's id. Throws core::Error{Model} where the model has no such block.
[[nodiscard]] core::BlockId blockOfStep(const core::DocumentData& data, const std::string& stepId);

/// The rows of queries and the columns of keys of a step's matrices.
struct PairPlaces {
  std::int64_t queries = 0;
  std::int64_t keys = 0;
  core::Axis rows;
  core::Axis columns;
};
/// Of the step at a position of the program. Throws core::Error{Model} where it has less than two dimensions.
[[nodiscard]] PairPlaces pairsOf(const Computation& computation, int position);

[[nodiscard]] std::vector<std::string> namesOf(const core::Axis& axis, std::int64_t count);

}  // namespace heed::ui
