#version 450
// a or b, on truths with broadcasting
#include "gpu/shaders/pairs.glsl"

void main() {
  const uint i = invocation();
  if (i >= push.count) return;
  const uvec2 offsets = pairOffsets(i);
  push.result.at[i] = push.a.at[offsets.x] | push.b.at[offsets.y];
}
