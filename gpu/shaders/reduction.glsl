// Puts together the elements of an operand along some axes. Parameters: elements of a result, parts of a result,
// elements in a part, then rank, sizes and strides of the axes that stay, rank, sizes and strides of those that go.
//
// A few results of many elements are made in parts: the first dispatch has a row of threads for each part and leaves
// what it found in the scratch memory, the second one puts the parts together.
#include "gpu/shaders/rows.glsl"

layout(constant_id = 2) const uint kKeptRank = 2;     // of the axes that stay
layout(constant_id = 3) const uint kReducedRank = 2;  // of those that go

const uint kWhole = 0;
const uint kParts = 1;
const uint kJoin = 2;
layout(constant_id = 4) const uint kStage = kWhole;

/// The elements [begin, end) of a result that a row of threads takes.
struct Elements {
  uint first;  ///< where the result's elements begin
  uint begin;
  uint end;
  uint step;  ///< how far apart they lie, where that is even
};

uint reducedWalk() { return 4 + 2 * parameter(3); }
uint reducedStep() { return kReducedRank == 1 ? parameter(reducedWalk() + 2) : 0; }

uint firstOfResult(uint result) {
  if (kKeptRank == 0) return 0;
  if (kKeptRank == 1) return result * parameter(5);
  const uint rank = parameter(3);
  return stridedOffset(result, rank, 4, 4 + rank);
}

Elements ownElements() {
  if (row() >= push.count) return Elements(0, 0, 0, 0);
  const uint parts = parameter(1);
  if (kStage == kJoin) return Elements(row() * parts, 0, parts, 1);
  if (kStage == kWhole) return Elements(firstOfResult(row()), 0, parameter(0), reducedStep());
  const uint begin = row() % parts * parameter(2);
  return Elements(firstOfResult(row() / parts), begin, min(begin + parameter(2), parameter(0)), reducedStep());
}

float elementAt(Elements elements, uint i) {
  if (kStage == kJoin) return Reals(push.scratch).at[elements.first + i];
  if (kReducedRank <= 1) return Reals(push.a).at[elements.first + i * elements.step];
  const uint walk = reducedWalk();
  return Reals(push.a).at[elements.first + stridedOffset(i, kReducedRank, walk + 1, walk + 1 + kReducedRank)];
}

void writeFound(float found) {
  if (row() >= push.count || lane() != 0) return;
  if (kStage == kParts) {
    Reals(push.scratch).at[row()] = found;
  } else {
    Reals(push.result).at[row()] = found;
  }
}
