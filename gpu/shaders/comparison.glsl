// Two real or two int operands with broadcasting give truths. The including shader defines holds() for both.
#include "gpu/shaders/pairs.glsl"

layout(constant_id = 1) const uint kAreIntegers = 0;

bool holds(float a, float b);
bool holds(int a, int b);

void main() {
  const uint i = invocation();
  if (i >= push.count) return;
  const uvec2 offsets = pairOffsets(i);
  const bool truth = kAreIntegers != 0 ? holds(Ints(push.a).at[offsets.x], Ints(push.b).at[offsets.y])
                                       : holds(Reals(push.a).at[offsets.x], Reals(push.b).at[offsets.y]);
  push.result.at[i] = truth ? 1 : 0;
}
