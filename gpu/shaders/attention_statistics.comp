#version 450
// What the gradient of attention needs of each query's softmax, a block of queries for each group.
#include "gpu/shaders/attention_blocks.glsl"

shared float rowTotal[kBlock * kAcross];
shared float rowMean[kBlock * kAcross];

void main() {
  const uint number = groupNumber();
  if (number >= push.count) return;
  const Head head = headOf(number / tilesDown());
  const uint firstQuery = number % tilesDown() * kBlock;
  Rows queries = rowsFrom(push.a, head.query, firstQuery, queryCount(), depthCount());
  Rows given = rowsFrom(push.f, head.cotangent, firstQuery, queryCount(), widthCount());
  float largest[kRowsEach];
  float total[kRowsEach];
  float mean[kRowsEach];
  [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
    largest[i] = kLowest;
    total[i] = 0.0;
    mean[i] = 0.0;
  }
  for (uint firstKey = 0; firstKey < keyCount(); firstKey += kBlock) {
    const uint seen = seenPairs(head, firstQuery, firstKey, true);
    if (!isAnySeen(seen)) continue;
    float scores[kPairs] = dotProducts(queries, rowsFrom(push.b, head.key, firstKey, keyCount(), depthCount()));
    const float slopes[kPairs] = dotProducts(given, rowsFrom(push.c, head.value, firstKey, keyCount(), widthCount()));
    [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
      [[unroll]] for (uint j = 0; j < kRowsEach; ++j) {
        const uint place = i * kRowsEach + j;
        const bool isSeen = (seen >> place & 1u) != 0;
        if (isSeen) {
          scores[place] = scores[place] * scaleOfScores() + biasOf(head, firstQuery + ownRow(i), firstKey + ownColumn(j));
        }
        tile[ownRow(i) * kTileRow + ownColumn(j)] = isSeen ? scores[place] : -infinity();
      }
    }
    barrier();
    [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
      float larger = largest[i];
      for (uint key = 0; key < kBlock; ++key) {
        const float score = tile[ownRow(i) * kTileRow + key];
        if (score > larger) larger = score;
      }
      const float shrinking = exponential(largest[i] - larger);
      largest[i] = larger;
      total[i] *= shrinking;
      mean[i] *= shrinking;
      [[unroll]] for (uint j = 0; j < kRowsEach; ++j) {
        const uint place = i * kRowsEach + j;
        if ((seen >> place & 1u) == 0) continue;
        const float weight = exponential(scores[place] - larger);
        total[i] += weight;
        mean[i] += weight * slopes[place];
      }
    }
    barrier();
  }
  [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
    rowTotal[ownRow(i) * kAcross + thread() % kAcross] = total[i];
    rowMean[ownRow(i) * kAcross + thread() % kAcross] = mean[i];
  }
  barrier();
  [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
    if (thread() % kAcross != 0 || firstQuery + ownRow(i) >= queryCount()) continue;
    Statistics statistics = Statistics(largest[i], 0.0, 0.0);
    for (uint k = 0; k < kAcross; ++k) {
      statistics.total += rowTotal[ownRow(i) * kAcross + k];
      statistics.mean += rowMean[ownRow(i) * kAcross + k];
    }
    statistics.mean /= statistics.total;
    writeStatistics(head, firstQuery + ownRow(i), statistics);
  }
}
