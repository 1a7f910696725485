#version 450
// The first k elements of each row in descending order (result) and their indices (d); equal ones keep their order. Each
// thread counts what stands before its element and so knows its place. Parameters: length of a row, k.
#include "gpu/shaders/common.glsl"

void main() {
  const uint i = invocation();
  if (i >= push.count) return;
  const uint length = parameter(0);
  const uint kept = parameter(1);
  const uint first = i - i % length;
  const float own = Reals(push.a).at[i];
  uint place = 0;
  for (uint j = first; j < first + length; ++j) {
    const float other = Reals(push.a).at[j];
    const bool isEqual = !ranksBefore(other, own) && !ranksBefore(own, other);
    if (ranksBefore(other, own) || (isEqual && j < i)) ++place;
  }
  if (place >= kept) return;
  const uint target = i / length * kept + place;
  Reals(push.result).at[target] = own;
  push.d.at[target] = i - first;
}
