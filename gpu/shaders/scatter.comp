#version 450
// Zeros with the rows of a added at the indices b, equal ones in their order. Parameters as those of gather.
#include "gpu/shaders/common.glsl"

void main() {
  const uint i = invocation();
  if (i >= push.count) return;
  const uint size = parameter(0);
  const uint inner = parameter(1);
  const uint count = parameter(2);
  const uint outer = i / inner / size;
  const uint row = i / inner % size;
  const bool checks = row == 0 && i % inner == 0;
  float sum = 0.0;
  for (uint k = 0; k < count; ++k) {
    const uint position = outer * parameter(3) + k;
    const int index = Ints(push.b).at[position];
    if (checks) isInside(index, size, position);
    if (index == int(row)) sum += Reals(push.a).at[(outer * count + k) * inner + i % inner];
  }
  Reals(push.result).at[i] = sum;
}
