#version 450
// The index of the first largest element of each row. Parameters: length of a row.
#include "gpu/shaders/common.glsl"

void main() {
  const uint row = invocation();
  if (row >= push.count) return;
  const uint length = parameter(0);
  uint best = 0;
  for (uint i = 1; i < length; ++i) {
    if (ranksBefore(Reals(push.a).at[row * length + i], Reals(push.a).at[row * length + best])) best = i;
  }
  push.result.at[row] = best;
}
