#version 450
// The index of the first largest element of each row; NaN counts as larger than every number. Parameters: length of a
// row.
#include "gpu/shaders/rows.glsl"

/// A whole number that orders real ones: both zeros are the same, and NaN is the largest.
uint rankOf(float x) {
  if (isNotANumber(x)) return 0xFFFFFFFFu;
  const uint bits = floatBitsToUint(x == 0.0 ? 0.0 : x);
  return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

shared uint ranks[kLargestGroup];
shared uint places[kLargestGroup];

void main() {
  const bool isThere = row() < push.count;
  const uint length = isThere ? parameter(0) : 0;
  uint best = 0;
  uint rank = 0;
  for (uint i = lane(); i < length; i += kLanes) {
    const uint other = rankOf(Reals(push.a).at[row() * length + i]);
    if (i == lane() || other > rank) {
      rank = other;
      best = i;
    }
  }
  const bool hasElement = lane() < length;
#ifdef SUBGROUPS
  const uint largest = subgroupMax(hasElement ? rank : 0u);
  const uint place = subgroupMin(hasElement && rank == largest ? best : 0xFFFFFFFFu);
  if (hasOneSubgroup()) {
    if (isThere && lane() == 0) push.result.at[row()] = place;
    return;
  }
  ranks[gl_SubgroupID] = largest;
  places[gl_SubgroupID] = place;
  const uint parts = gl_NumSubgroups;
  const uint firstPart = 0;
#else
  ranks[gl_LocalInvocationID.x] = hasElement ? rank : 0u;
  places[gl_LocalInvocationID.x] = hasElement ? best : 0xFFFFFFFFu;
  const uint parts = kLanes;
  const uint firstPart = gl_LocalInvocationID.x - lane();
#endif
  barrier();
  if (!isThere || lane() != 0) return;
  uint winner = firstPart;
  for (uint i = firstPart + 1; i < firstPart + parts; ++i) {
    const bool isEqual = ranks[i] == ranks[winner];
    if (ranks[i] > ranks[winner] || (isEqual && places[i] < places[winner])) winner = i;
  }
  push.result.at[row()] = places[winner];
}
