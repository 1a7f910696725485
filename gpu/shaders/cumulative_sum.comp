#version 450
// Running sums along rows, from the left or from the right. Parameters: length of a row.
#include "gpu/shaders/common.glsl"

layout(constant_id = 1) const uint kFromRight = 0;

void main() {
  const uint row = invocation();
  if (row >= push.count) return;
  const uint length = parameter(0);
  float sum = 0.0;
  for (uint k = 0; k < length; ++k) {
    const uint i = row * length + (kFromRight != 0 ? length - 1 - k : k);
    sum += Reals(push.a).at[i];
    Reals(push.result).at[i] = sum;
  }
}
