#version 450
// Counts a round of a loop.
#include "gpu/shaders/common.glsl"

void main() {
  if (invocation() == 0) push.result.at[0] += 1;
}
