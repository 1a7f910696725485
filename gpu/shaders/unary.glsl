// One real operand, element by element, four for each thread. The including shader defines map().
#include "gpu/shaders/common.glsl"
#include "gpu/shaders/numbers.glsl"

float map(float x);

void main() {
  const uint first = 4 * invocation();
  if (first + 4 <= push.count) {
    const vec4 x = FourReals(push.a).at[first / 4];
    FourReals(push.result).at[first / 4] = vec4(map(x.x), map(x.y), map(x.z), map(x.w));
    return;
  }
  for (uint i = first; i < push.count; ++i) Reals(push.result).at[i] = map(Reals(push.a).at[i]);
}
