#version 450
// What the gradient of attention needs of each query's softmax, one query for each lane.
#include "gpu/shaders/attention_lanes.glsl"

void main() {
  const uint tile = groupNumber();
  if (tile >= push.count) return;
  const Head head = headOf(tile / tilesDown());
  const uint row = tile % tilesDown() * kLanes + lane();
  const bool isThere = row < queryCount();
  const uint query = min(row, queryCount() - 1);
  float own[kDepthParts * kLanes];
  [[unroll]] for (uint part = 0; part < kDepthParts; ++part) {
    [[unroll]] for (uint i = 0; i < kLanes; ++i) {
      const uint place = part * kLanes + i;
      own[place] = place < kDepth ? Reals(push.a).at[head.query + query * kDepth + place] : 0.0;
    }
  }
  float given[kWidthParts * kLanes];
  [[unroll]] for (uint part = 0; part < kWidthParts; ++part) {
    [[unroll]] for (uint i = 0; i < kLanes; ++i) {
      const uint place = part * kLanes + i;
      given[place] = place < kWidth ? Reals(push.f).at[head.cotangent + query * kWidth + place] : 0.0;
    }
  }
  Statistics statistics = Statistics(kLowest, 0.0, 0.0);
  for (uint key = 0; key < keyCount(); ++key) {
    const bool isSeen = isThere && isAllowed(head, query, key);
    if (kHasMask != 0 && subgroupBallot(isSeen) == uvec4(0)) continue;
    float product = 0.0;
    [[unroll]] for (uint part = 0; part < kDepthParts; ++part) {
      const float element = Reals(push.b).at[head.key + key * kDepth + min(part * kLanes + lane(), kDepth - 1)];
      [[unroll]] for (uint i = 0; i < kLanes; ++i) product += own[part * kLanes + i] * subgroupBroadcast(element, i);
    }
    float slope = 0.0;
    [[unroll]] for (uint part = 0; part < kWidthParts; ++part) {
      const float element = Reals(push.c).at[head.value + key * kWidth + min(part * kLanes + lane(), kWidth - 1)];
      [[unroll]] for (uint i = 0; i < kLanes; ++i) slope += given[part * kLanes + i] * subgroupBroadcast(element, i);
    }
    const float score = product * scaleOfScores() + biasOf(head, query, key);
    const float larger = isSeen && score > statistics.largest ? score : statistics.largest;
    const float shrinking = exponential(statistics.largest - larger);
    const float weight = isSeen ? exponential(score - larger) : 0.0;
    statistics = Statistics(larger, statistics.total * shrinking + weight, statistics.mean * shrinking + weight * slope);
  }
  if (!isThere) return;
  statistics.mean /= statistics.total;
  writeStatistics(head, query, statistics);
}
