#version 450
// Uniforms in [0, 1) by Philox 4x32 with 10 rounds, bit for bit those of core/base/philox.h: element i is word i mod 4
// of counter i / 4. Parameters: the stream's low and high half.
#include "gpu/shaders/common.glsl"

void main() {
  const uint i = invocation();
  if (i >= push.count) return;
  uvec4 c = uvec4(i / 4, 0, parameter(0), parameter(1));
  uvec2 key = uvec2(push.run.seedLow, push.run.seedHigh);
  for (int round = 0; round < 10; ++round) {
    uvec2 high;
    uvec2 low;
    umulExtended(0xD2511F53u, c.x, high.x, low.x);
    umulExtended(0xCD9E8D57u, c.z, high.y, low.y);
    c = uvec4(high.y ^ c.y ^ key.x, low.y, high.x ^ c.w ^ key.y, low.x);
    key += uvec2(0x9E3779B9u, 0xBB67AE85u);
  }
  Reals(push.result).at[i] = float(c[i % 4] >> 8) * 5.9604644775390625e-8;
}
