// Two real operands with broadcasting, four elements for each thread. The including shader defines combine().
#include "gpu/shaders/pairs.glsl"

float combine(float a, float b);

/// Four neighbours of an operand that is walked along by that step, which is 1 or 0.
vec4 fourOf(Words operand, uint first, uint step) {
  return step == 1 ? FourReals(operand).at[first / 4] : vec4(Reals(operand).at[first * step]);
}

void main() {
  const uint first = 4 * invocation();
  if (kIsOneWalk != 0 && first + 4 <= push.count) {
    const vec4 a = fourOf(push.a, first, parameter(2));
    const vec4 b = fourOf(push.b, first, parameter(3));
    FourReals(push.result).at[first / 4] =
        vec4(combine(a.x, b.x), combine(a.y, b.y), combine(a.z, b.z), combine(a.w, b.w));
    return;
  }
  for (uint i = first; i < min(first + 4, push.count); ++i) {
    const uvec2 offsets = pairOffsets(i);
    Reals(push.result).at[i] = combine(Reals(push.a).at[offsets.x], Reals(push.b).at[offsets.y]);
  }
}
