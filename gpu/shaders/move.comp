#version 450
// Moves elements of any kind from strided places to strided places. Parameters: rank, first place in the operand and in
// the result, sizes, strides in the operand, strides in the result.
#include "gpu/shaders/common.glsl"

void main() {
  const uint i = invocation();
  if (i >= push.count) return;
  const uint rank = parameter(0);
  const uint from = parameter(1) + stridedOffset(i, rank, 3, 3 + rank);
  const uint to = parameter(2) + stridedOffset(i, rank, 3, 3 + 2 * rank);
  push.result.at[to] = push.a.at[from];
}
