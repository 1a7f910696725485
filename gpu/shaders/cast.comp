#version 450
// From one kind of elements to another. Real to int cuts off towards 0; outside the integers the nearest one, 0 for NaN.
#include "gpu/shaders/common.glsl"

const uint kReal = 0;
const uint kInt = 1;
const uint kBool = 2;
layout(constant_id = 1) const uint kFrom = kReal;
layout(constant_id = 2) const uint kTo = kReal;

int truncated(float x) {
  if (isNotANumber(x)) return 0;
  if (x >= 2147483648.0) return 2147483647;
  if (x <= -2147483648.0) return -2147483647 - 1;
  return int(x);
}

void main() {
  const uint i = invocation();
  if (i >= push.count) return;
  const uint word = push.a.at[i];
  const float real = kFrom == kReal ? uintBitsToFloat(word) : (kFrom == kInt ? float(int(word)) : float(word));
  if (kTo == kReal) {
    Reals(push.result).at[i] = real;
  } else if (kTo == kInt) {
    Ints(push.result).at[i] = kFrom == kReal ? truncated(real) : int(word);
  } else {
    push.result.at[i] = (kFrom == kReal ? real != 0.0 : word != 0) ? 1 : 0;
  }
}
