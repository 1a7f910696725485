#version 450
// a ? b : c with broadcasting, for any kind of elements. Parameters: rank, sizes, strides of a, of b, of c.
#include "gpu/shaders/common.glsl"

void main() {
  const uint i = invocation();
  if (i >= push.count) return;
  const uint rank = parameter(0);
  const bool truth = push.a.at[stridedOffset(i, rank, 1, 1 + rank)] != 0;
  push.result.at[i] = truth ? push.b.at[stridedOffset(i, rank, 1, 1 + 2 * rank)]
                            : push.c.at[stridedOffset(i, rank, 1, 1 + 3 * rank)];
}
