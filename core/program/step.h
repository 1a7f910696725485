#pragma once

#include "core/base/text.h"
#include "core/program/value.h"

#include <memory>
#include <string>
#include <vector>

namespace heed::core {

/// Where a step belongs in the story of a mechanism; the step list is grouped by it.
enum class Phase { Input, Project, Score, Scale, Mask, Normalise, Mix, Transform, Output };

/// What a step's value is to attention. Scores and norms have none.
enum class Role { None, Query, Key, Value, Weights, Output };

enum class AxisMeaning {
  Batch,
  Head,
  Query,
  Key,
  Token,
  Time,
  Channel,
  Feature,
  PatchRow,
  PatchColumn,
  Window,
  Node,
  Edge,
  Class,
  Other
};

/// The names along an axis: tokens, features, nodes. Patches have none but a grid (rows x columns, row-major).
struct AxisLabels {
  std::vector<std::string> names;
  std::vector<bool> unknown;  ///< same length as names or empty: true where a word is not in the hand-set table
  int gridRows = 0;
  int gridColumns = 0;

  bool operator==(const AxisLabels&) const = default;
};

/// What one axis of a step's value means and how its places are called; labels may be null.
struct Axis {
  AxisMeaning meaning = AxisMeaning::Other;
  std::shared_ptr<const AxisLabels> labels;
};

/// How deep a step lies: a recorded step, or a part of one that is only there when the inside was asked for.
enum class StepDepth { Step, SubStep };

/// A value that is worth seeing: made by Builder::step, listed in order by the program.
struct Step {
  std::string id;  ///< unique in its program: the ids of its groups and its own, joined by '/'
  Phase phase = Phase::Transform;
  Role role = Role::None;
  Text caption;            ///< a short name of the value: "Dot products"
  Text explanation;        ///< a sentence: what happens here and why; may be empty
  std::string term;        ///< the id of the term in the block's formula that this step computes; may be empty
  std::string expression;  ///< the step as mathematics in the TeX subset: "Q K^\\top"; may be empty
  Value value;
  Value mask;              ///< Bool, broadcastable to value: false where a cell is masked out; invalid if nothing is
  std::vector<Axis> axes;  ///< one for each dimension of the value
  int group = -1;
  StepDepth depth = StepDepth::Step;
  bool isInput = false;  ///< a person may change these numbers (features, weights, a mask)
};

[[nodiscard]] std::string toString(Phase phase);
[[nodiscard]] std::string toString(Role role);
[[nodiscard]] std::string toString(AxisMeaning meaning);

/// The places along an axis as strings: the labels where there are any, "row 3, column 5" on a grid, else the index.
[[nodiscard]] std::string axisPlace(const Axis& axis, std::int64_t index);

}  // namespace heed::core
