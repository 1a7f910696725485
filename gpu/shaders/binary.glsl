// Two real operands with broadcasting. The including shader defines combine().
#include "gpu/shaders/pairs.glsl"

float combine(float a, float b);

void main() {
  const uint i = invocation();
  if (i >= push.count) return;
  const uvec2 offsets = pairOffsets(i);
  Reals(push.result).at[i] = combine(Reals(push.a).at[offsets.x], Reals(push.b).at[offsets.y]);
}
