#version 450
// the opposite of a truth
#include "gpu/shaders/common.glsl"

void main() {
  const uint i = invocation();
  if (i < push.count) push.result.at[i] = 1 - push.a.at[i];
}
