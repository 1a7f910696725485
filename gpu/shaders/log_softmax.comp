#version 450
// The logarithm of softmax of each row. Parameters: length of a row.
#include "gpu/shaders/kept_rows.glsl"

void readOnce(uint first, uint length) {
  float own = -infinity();
  [[unroll]] for (uint k = 0; k < kEach; ++k) {
    kept[k] = elementOf(k) < length ? Reals(push.a).at[first + elementOf(k)] : -infinity();
    own = largerOf(own, kept[k]);
  }
  const float largest = largestOfLanes(own);
  own = 0.0;
  [[unroll]] for (uint k = 0; k < kEach; ++k) own += elementOf(k) < length ? exponential(kept[k] - largest) : 0.0;
  const float logOfSum = logarithm(sumOfLanes(own));
  [[unroll]] for (uint k = 0; k < kEach; ++k) {
    if (elementOf(k) < length) Reals(push.result).at[first + elementOf(k)] = kept[k] - largest - logOfSum;
  }
}

void main() {
  const bool isThere = row() < push.count;
  const uint length = isThere ? parameter(0) : 0;
  const uint first = row() * length;
  if (kEach > 0) {
    readOnce(first, length);
    return;
  }
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
