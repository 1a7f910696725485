#version 450
// (a - mean) / sqrt(variance + epsilon) b + c for each row. Parameters: length of a row, epsilon.
#include "gpu/shaders/rows.glsl"

void main() {
  const bool isThere = row() < push.count;
  const uint length = isThere ? parameter(0) : 0;
  const uint first = row() * length;
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
