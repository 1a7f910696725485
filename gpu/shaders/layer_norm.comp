#version 450
// (a - mean) / sqrt(variance + epsilon) b + c for each row. Parameters: length of a row, epsilon.
#include "gpu/shaders/kept_rows.glsl"

void readOnce(uint first, uint length) {
  float own = 0.0;
  [[unroll]] for (uint k = 0; k < kEach; ++k) {
    kept[k] = elementOf(k) < length ? Reals(push.a).at[first + elementOf(k)] : 0.0;
    own += kept[k];
  }
  const float mean = sumOfLanes(own) / float(length);
  own = 0.0;
  [[unroll]] for (uint k = 0; k < kEach; ++k) {
    kept[k] -= mean;
    own += elementOf(k) < length ? kept[k] * kept[k] : 0.0;
  }
  const float deviation = sqrt(sumOfLanes(own) / float(length) + realParameter(1));
  [[unroll]] for (uint k = 0; k < kEach; ++k) {
    const uint i = elementOf(k);
    if (i < length) Reals(push.result).at[first + i] = kept[k] / deviation * Reals(push.b).at[i] + Reals(push.c).at[i];
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
  float own = 0.0;
  for (uint i = lane(); i < length; i += kLanes) own += Reals(push.a).at[first + i];
  const float mean = sumOfLanes(own) / float(length);
  own = 0.0;
  for (uint i = lane(); i < length; i += kLanes) {
    const float centred = Reals(push.a).at[first + i] - mean;
    own += centred * centred;
  }
  const float deviation = sqrt(sumOfLanes(own) / float(length) + realParameter(1));
  for (uint i = lane(); i < length; i += kLanes) {
    const float normalised = (Reals(push.a).at[first + i] - mean) / deviation;
    Reals(push.result).at[first + i] = normalised * Reals(push.b).at[i] + Reals(push.c).at[i];
  }
}
