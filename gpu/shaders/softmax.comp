#version 450
// Softmax of each row of a over what the mask b allows; a row with nothing allowed gives zeros. Parameters: length of a
// row, how far apart the truths of a row lie, then rank, sizes and strides of the mask's rows.
#include "gpu/shaders/kept_rows.glsl"

layout(constant_id = 3) const uint kHasMask = 0;

bool isAllowed(uint firstTruth, uint i) { return kHasMask == 0 || push.b.at[firstTruth + i * parameter(1)] != 0; }

void readOnce(uint first, uint firstTruth, uint length) {
  uint seen = 0;
  float own = -infinity();
  [[unroll]] for (uint k = 0; k < kEach; ++k) {
    const uint i = elementOf(k);
    kept[k] = -infinity();
    if (i < length && isAllowed(firstTruth, i)) {
      kept[k] = Reals(push.a).at[first + i];
      own = largerOf(own, kept[k]);
      seen |= 1u << k;
    }
  }
  const float largest = largestOfLanes(own);
  own = 0.0;
  [[unroll]] for (uint k = 0; k < kEach; ++k) {
    kept[k] = (seen >> k & 1u) != 0 ? exponential(kept[k] - largest) : 0.0;
    own += kept[k];
  }
  const float sum = sumOfLanes(own);
  [[unroll]] for (uint k = 0; k < kEach; ++k) {
    const bool isSeen = (seen >> k & 1u) != 0;
    if (elementOf(k) < length) Reals(push.result).at[first + elementOf(k)] = isSeen ? kept[k] / sum : 0.0;
  }
}

void main() {
  const bool isThere = row() < push.count;
  const uint length = isThere ? parameter(0) : 0;
  const uint first = row() * length;
  const uint firstTruth = kHasMask == 0 || !isThere ? 0 : stridedOffset(row(), parameter(2), 3, 3 + parameter(2));
  if (kEach > 0) {
    readOnce(first, firstTruth, length);
    return;
  }
  float own = -infinity();
  for (uint i = lane(); i < length; i += kLanes) {
    if (isAllowed(firstTruth, i)) own = largerOf(own, Reals(push.a).at[first + i]);
  }
  const float largest = largestOfLanes(own);
  own = 0.0;
  for (uint i = lane(); i < length; i += kLanes) {
    const float weight = isAllowed(firstTruth, i) ? exponential(Reals(push.a).at[first + i] - largest) : 0.0;
    Reals(push.result).at[first + i] = weight;
    own += weight;
  }
  const float sum = sumOfLanes(own);
  for (uint i = lane(); i < length; i += kLanes) {
    if (isAllowed(firstTruth, i)) Reals(push.result).at[first + i] /= sum;
  }
}
