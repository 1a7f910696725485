#version 450
// Adds the parts of a product that lie in the scratch memory. Parameters: how many parts there are.
#include "gpu/shaders/common.glsl"

void main() {
  const uint i = invocation();
  if (i >= push.count) return;
  float sum = 0.0;
  for (uint part = 0; part < parameter(0); ++part) sum += Reals(push.scratch).at[part * push.count + i];
  Reals(push.result).at[i] = sum;
}
