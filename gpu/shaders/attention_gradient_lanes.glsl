// The gradient for the queries, or where the including shader says kByKeys for the keys and the values, one of them for
// each lane. Results: the gradient of the queries or keys, and g that of the values.
#include "gpu/shaders/attention_lanes.glsl"

void main() {
  const uint tile = groupNumber();
  if (tile >= push.count) return;
  const Head head = headOf(tile / tilesDown());
  const uint count = kByKeys ? keyCount() : queryCount();
  const uint others = kByKeys ? queryCount() : keyCount();
  const uint row = tile % tilesDown() * kLanes + lane();
  const bool isThere = row < count;
  const uint item = min(row, count - 1);
  Reals deep = Reals(kByKeys ? push.b : push.a);  // of depth kDepth
  Reals wide = Reals(kByKeys ? push.c : push.f);  // of width kWidth
  Reals otherDeep = Reals(kByKeys ? push.a : push.b);
  Reals otherWide = Reals(kByKeys ? push.f : push.c);
  const uint deepStart = (kByKeys ? head.key : head.query) + item * kDepth;
  const uint wideStart = (kByKeys ? head.value : head.cotangent) + item * kWidth;
  float own[kDepthParts * kLanes];
  float sums[kDepthParts * kLanes];
  [[unroll]] for (uint part = 0; part < kDepthParts; ++part) {
    [[unroll]] for (uint i = 0; i < kLanes; ++i) {
      const uint place = part * kLanes + i;
      own[place] = place < kDepth ? deep.at[deepStart + place] : 0.0;
      sums[place] = 0.0;
    }
  }
  float ownWide[kWidthParts * kLanes];
  float wideSums[kWidthParts * kLanes];
  [[unroll]] for (uint part = 0; part < kWidthParts; ++part) {
    [[unroll]] for (uint i = 0; i < kLanes; ++i) {
      const uint place = part * kLanes + i;
      ownWide[place] = place < kWidth ? wide.at[wideStart + place] : 0.0;
      wideSums[place] = 0.0;
    }
  }
  for (uint other = 0; other < others; ++other) {
    const uint query = kByKeys ? other : item;
    const uint key = kByKeys ? item : other;
    const bool isSeen = isThere && isAllowed(head, query, key);
    if (kHasMask != 0 && subgroupBallot(isSeen) == uvec4(0)) continue;
    float elements[kDepthParts];
    float product = 0.0;
    [[unroll]] for (uint part = 0; part < kDepthParts; ++part) {
      const uint place = other * kDepth + min(part * kLanes + lane(), kDepth - 1);
      elements[part] = otherDeep.at[(kByKeys ? head.query : head.key) + place];
      [[unroll]] for (uint i = 0; i < kLanes; ++i) {
        product += own[part * kLanes + i] * subgroupBroadcast(elements[part], i);
      }
    }
    float wideElements[kWidthParts];
    float slope = 0.0;
    [[unroll]] for (uint part = 0; part < kWidthParts; ++part) {
      const uint place = other * kWidth + min(part * kLanes + lane(), kWidth - 1);
      wideElements[part] = otherWide.at[(kByKeys ? head.cotangent : head.value) + place];
      [[unroll]] for (uint i = 0; i < kLanes; ++i) {
        slope += ownWide[part * kLanes + i] * subgroupBroadcast(wideElements[part], i);
      }
    }
    const Statistics statistics = statisticsOf(head, query);
    const float score = product * scaleOfScores() + biasOf(head, query, key);
    const float weight = isSeen ? exponential(score - statistics.largest) / statistics.total : 0.0;
    const float pull = isSeen ? weight * (slope - statistics.mean) * scaleOfScores() : 0.0;
    [[unroll]] for (uint part = 0; part < kDepthParts; ++part) {
      [[unroll]] for (uint i = 0; i < kLanes; ++i) {
        sums[part * kLanes + i] += pull * subgroupBroadcast(elements[part], i);
      }
    }
    if (kByKeys) {
      [[unroll]] for (uint part = 0; part < kWidthParts; ++part) {
        [[unroll]] for (uint i = 0; i < kLanes; ++i) {
          wideSums[part * kLanes + i] += weight * subgroupBroadcast(wideElements[part], i);
        }
      }
    }
  }
  if (!isThere) return;
  const uint result = head.number * count + item;
  [[unroll]] for (uint part = 0; part < kDepthParts; ++part) {
    [[unroll]] for (uint i = 0; i < kLanes; ++i) {
      const uint place = part * kLanes + i;
      if (place < kDepth) Reals(push.result).at[result * kDepth + place] = sums[place];
    }
  }
  if (!kByKeys) return;
  [[unroll]] for (uint part = 0; part < kWidthParts; ++part) {
    [[unroll]] for (uint i = 0; i < kLanes; ++i) {
      const uint place = part * kLanes + i;
      if (place < kWidth) Reals(push.g).at[result * kWidth + place] = wideSums[place];
    }
  }
}
