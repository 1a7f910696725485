#version 450
// The logarithm of softmax of each row. Parameters: length of a row.
#include "gpu/shaders/rows.glsl"

void main() {
  const bool isThere = row() < push.count;
  const uint length = isThere ? parameter(0) : 0;
  const uint first = row() * length;
  float own = -infinity();
  for (uint i = lane(); i < length; i += kLanes) own = largerOf(own, Reals(push.a).at[first + i]);
  const float largest = largestOfLanes(own);
  own = 0.0;
  for (uint i = lane(); i < length; i += kLanes) own += exponential(Reals(push.a).at[first + i] - largest);
  const float logOfSum = logarithm(sumOfLanes(own));
  for (uint i = lane(); i < length; i += kLanes) {
    Reals(push.result).at[first + i] = Reals(push.a).at[first + i] - largest - logOfSum;
  }
}
