#version 450
// A row for each index: 1 at the index, 0 elsewhere. Parameters: length of a row.
#include "gpu/shaders/common.glsl"

void main() {
  const uint i = invocation();
  if (i >= push.count) return;
  const uint size = parameter(0);
  Reals(push.result).at[i] = Ints(push.a).at[i / size] == int(i % size) ? 1.0 : 0.0;
}
