// One real operand, element by element. The including shader defines map().
#include "gpu/shaders/common.glsl"
#include "gpu/shaders/numbers.glsl"

float map(float x);

void main() {
  const uint i = invocation();
  if (i < push.count) Reals(push.result).at[i] = map(Reals(push.a).at[i]);
}
