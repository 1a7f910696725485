// Puts together the elements of an operand along some axes. Parameters: elements of a result, rank, sizes and strides
// of the axes that stay, rank, sizes and strides of those that go.
#include "gpu/shaders/rows.glsl"

float elementOfResult(uint first, uint i) {
  const uint keptRank = parameter(1);
  const uint base = 2 + 2 * keptRank;
  const uint rank = parameter(base);
  return Reals(push.a).at[first + stridedOffset(i, rank, base + 1, base + 1 + rank)];
}

uint firstOfResult(uint result) {
  const uint rank = parameter(1);
  return stridedOffset(result, rank, 2, 2 + rank);
}
