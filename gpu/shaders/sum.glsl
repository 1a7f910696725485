// The sum along axes; the including shader defines finish().
#include "gpu/shaders/reduction.glsl"

float finish(float sum, uint count);

void main() {
  const bool isThere = row() < push.count;
  const uint count = isThere ? parameter(0) : 0;
  const uint first = isThere ? firstOfResult(row()) : 0;
  float own = 0.0;
  for (uint i = lane(); i < count; i += kLanes) own += elementOfResult(first, i);
  const float sum = sumOfLanes(own);
  if (isThere && lane() == 0) Reals(push.result).at[row()] = finish(sum, count);
}
