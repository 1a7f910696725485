#version 450
// Attention without shared memory, for devices that compute on the processor: a group is one subgroup, each lane has one
// query and its sums. The lanes load the elements of a key or a value together and hand them to each other. Keys that no
// lane may see are left out.
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#include "gpu/shaders/attention.glsl"

layout(constant_id = 3) const uint kLanes = 8;
layout(constant_id = 4) const uint kDepth = 1;
layout(constant_id = 5) const uint kWidth = 1;

// Loops go over parts and their elements rather than over all: compilers unroll none with more than some 32 rounds.
const uint kDepthParts = (kDepth + kLanes - 1) / kLanes;
const uint kWidthParts = (kWidth + kLanes - 1) / kLanes;

void main() {
  const uint tile = groupNumber();
  if (tile >= push.count) return;
  const Head head = headOf(tile / tilesDown());
  const uint lane = gl_SubgroupInvocationID;
  const uint row = tile % tilesDown() * kLanes + lane;
  const bool isThere = row < queryCount();
  const uint query = min(row, queryCount() - 1);
  float own[kDepthParts * kLanes];
  [[unroll]] for (uint part = 0; part < kDepthParts; ++part) {
    [[unroll]] for (uint i = 0; i < kLanes; ++i) {
      const uint element = part * kLanes + i;
      own[element] = element < kDepth ? Reals(push.a).at[head.query + query * kDepth + element] : 0.0;
    }
  }
  float sums[kWidthParts * kLanes];
  [[unroll]] for (uint part = 0; part < kWidthParts; ++part) {
    [[unroll]] for (uint i = 0; i < kLanes; ++i) sums[part * kLanes + i] = 0.0;
  }
  float largest = kLowest;
  float total = 0.0;
  bool seesAny = false;
  for (uint key = 0; key < keyCount(); ++key) {
    const bool isSeen = isThere && isAllowed(head, query, key);
    if (kHasMask != 0 && subgroupBallot(isSeen) == uvec4(0)) continue;
    float parts[2] = {0.0, 0.0};
    [[unroll]] for (uint part = 0; part < kDepthParts; ++part) {
      const float element = Reals(push.b).at[head.key + key * kDepth + min(part * kLanes + lane, kDepth - 1)];
      [[unroll]] for (uint i = 0; i < kLanes; ++i) {
        parts[i % 2] += own[part * kLanes + i] * subgroupBroadcast(element, i);
      }
    }
    const float score = (parts[0] + parts[1]) * scaleOfScores() + biasOf(head, query, key);
    const float larger = isSeen && score > largest ? score : largest;
    const float shrinking = exponential(largest - larger);
    const float weight = isSeen ? exponential(score - larger) : 0.0;
    largest = larger;
    total = total * shrinking + weight;
    seesAny = seesAny || isSeen;
    [[unroll]] for (uint part = 0; part < kWidthParts; ++part) {
      const float element = Reals(push.c).at[head.value + key * kWidth + min(part * kLanes + lane, kWidth - 1)];
      [[unroll]] for (uint i = 0; i < kLanes; ++i) {
        const uint column = part * kLanes + i;
        sums[column] = sums[column] * shrinking + weight * subgroupBroadcast(element, i);
      }
    }
  }
  if (!isThere) return;
  const uint place = (head.number * queryCount() + query) * kWidth;
  [[unroll]] for (uint part = 0; part < kWidthParts; ++part) {
    [[unroll]] for (uint i = 0; i < kLanes; ++i) {
      const uint element = part * kLanes + i;
      if (element < kWidth) Reals(push.result).at[place + element] = seesAny ? sums[element] / total : 0.0;
    }
  }
}
