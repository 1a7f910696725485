#version 450
// Zeros.
#include "gpu/shaders/common.glsl"

void main() {
  const uint i = invocation();
  if (i < push.count) push.result.at[i] = 0;
}
