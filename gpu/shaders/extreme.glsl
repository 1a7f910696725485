// The largest element along axes, each times kSign: 1 for the largest, -1 for the smallest. There is at least one.
#include "gpu/shaders/reduction.glsl"

void main() {
  const bool isThere = row() < push.count;
  const uint count = isThere ? parameter(0) : 0;
  const uint first = isThere ? firstOfResult(row()) : 0;
  float own = -infinity();
  for (uint i = lane(); i < count; i += kLanes) own = largerOf(own, kSign * elementOfResult(first, i));
  const float largest = largestOfLanes(own);
  if (isThere && lane() == 0) Reals(push.result).at[row()] = kSign * largest;
}
