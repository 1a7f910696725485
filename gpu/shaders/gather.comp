#version 450
// Rows of a chosen by the indices b. Parameters: size of the axis, elements behind it, indices for each place before
// the axis, and how far apart those of neighbouring places lie (0 where all share them).
#include "gpu/shaders/common.glsl"

void main() {
  const uint i = invocation();
  if (i >= push.count) return;
  const uint size = parameter(0);
  const uint inner = parameter(1);
  const uint count = parameter(2);
  const uint outer = i / inner / count;
  const uint position = outer * parameter(3) + i / inner % count;
  const int index = Ints(push.b).at[position];
  push.result.at[i] = isInside(index, size, position) ? push.a.at[(outer * size + uint(index)) * inner + i % inner] : 0;
}
