#version 450
// Attention by blocks: a group has kBlock queries and kEach columns of the values for each of its threads in a row, and
// goes over blocks of kBlock keys. The softmax is that of the keys so far: sums shrink where a larger score comes. Blocks
// of keys that no query of the block may see are left out.
#include "gpu/shaders/attention.glsl"

layout(constant_id = 3) const uint kBlock = 32;
layout(constant_id = 4) const uint kEach = 4;  // columns of the values for one thread

const uint kRowsEach = 4;
const uint kAcross = kBlock / kRowsEach;
const uint kThreads = kAcross * kAcross;
const uint kStep = 16;  // elements of queries and keys, or keys of values, that lie in shared memory at a time
const uint kWidth = kAcross * kEach;

// Rows are one longer than needed, so that threads of a column find different banks.
shared float pieceA[kStep * (kBlock + 1)];
shared float pieceB[kStep * ((kBlock > kWidth ? kBlock : kWidth) + 1)];
shared float weights[kBlock * (kBlock + 1)];
shared uint anySeen;

uint thread() { return gl_LocalInvocationID.x; }

/// Rows [first, first + kBlock) of the queries, or of the keys, with elements [begin, begin + kStep).
void loadQueries(Head head, uint first, uint begin) {
  for (uint i = thread(); i < kBlock * kStep; i += kThreads) {
    const uint row = i / kStep;
    const uint element = i % kStep;
    const bool isInside = first + row < queryCount() && begin + element < depthCount();
    pieceA[element * (kBlock + 1) + row] =
        isInside ? Reals(push.a).at[head.query + (first + row) * depthCount() + begin + element] : 0.0;
  }
}

void loadKeys(Head head, uint first, uint begin) {
  for (uint i = thread(); i < kBlock * kStep; i += kThreads) {
    const uint row = i / kStep;
    const uint element = i % kStep;
    const bool isInside = first + row < keyCount() && begin + element < depthCount();
    pieceB[element * (kBlock + 1) + row] =
        isInside ? Reals(push.b).at[head.key + (first + row) * depthCount() + begin + element] : 0.0;
  }
}

void loadValues(Head head, uint first, uint firstColumn) {
  for (uint i = thread(); i < kStep * kWidth; i += kThreads) {
    const uint row = i / kWidth;
    const uint column = i % kWidth;
    const bool isInside = first + row < keyCount() && firstColumn + column < widthCount();
    pieceB[row * (kWidth + 1) + column] =
        isInside ? Reals(push.c).at[head.value + (first + row) * widthCount() + firstColumn + column] : 0.0;
  }
}

void main() {
  const uint tile = groupNumber();
  if (tile >= push.count) return;
  const Head head = headOf(tile / (tilesDown() * tilesAcross()));
  const uint firstQuery = tile / tilesAcross() % tilesDown() * kBlock;
  const uint firstColumn = tile % tilesAcross() * kWidth;
  const uint ownRow = thread() / kAcross;
  const uint ownColumn = thread() % kAcross;
  float sums[kRowsEach * kEach];
  float largest[kRowsEach];
  float total[kRowsEach];
  bool seesAny[kRowsEach];
  [[unroll]] for (uint i = 0; i < kRowsEach * kEach; ++i) sums[i] = 0.0;
  [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
    largest[i] = kLowest;
    total[i] = 0.0;
    seesAny[i] = false;
  }
  for (uint firstKey = 0; firstKey < keyCount(); firstKey += kBlock) {
    uint seen = 0;  // a bit for each of the thread's scores
    [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
      [[unroll]] for (uint j = 0; j < kRowsEach; ++j) {
        const uint query = firstQuery + ownRow + i * kAcross;
        const uint key = firstKey + ownColumn + j * kAcross;
        if (query < queryCount() && key < keyCount() && isAllowed(head, query, key)) seen |= 1u << (i * kRowsEach + j);
      }
    }
    if (kHasMask != 0) {
      if (thread() == 0) anySeen = 0;
      barrier();
      if (seen != 0) atomicOr(anySeen, 1u);
      barrier();
      const bool isEmpty = anySeen == 0;
      barrier();
      if (isEmpty) continue;
    }
    float scores[kRowsEach * kRowsEach];
    [[unroll]] for (uint i = 0; i < kRowsEach * kRowsEach; ++i) scores[i] = 0.0;
    for (uint begin = 0; begin < depthCount(); begin += kStep) {
      loadQueries(head, firstQuery, begin);
      loadKeys(head, firstKey, begin);
      barrier();
      for (uint element = 0; element < kStep; ++element) {
        float left[kRowsEach];
        float right[kRowsEach];
        [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
          left[i] = pieceA[element * (kBlock + 1) + ownRow + i * kAcross];
          right[i] = pieceB[element * (kBlock + 1) + ownColumn + i * kAcross];
        }
        [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
          [[unroll]] for (uint j = 0; j < kRowsEach; ++j) scores[i * kRowsEach + j] += left[i] * right[j];
        }
      }
      barrier();
    }
    // Scores that are not seen are left at the lowest number; their weights are set to 0 below.
    [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
      [[unroll]] for (uint j = 0; j < kRowsEach; ++j) {
        const uint query = firstQuery + ownRow + i * kAcross;
        const uint key = firstKey + ownColumn + j * kAcross;
        const uint place = i * kRowsEach + j;
        const bool isSeen = (seen >> place & 1u) != 0;
        scores[place] = isSeen ? scores[place] * scaleOfScores() + biasOf(head, query, key) : kLowest;
        weights[(ownRow + i * kAcross) * (kBlock + 1) + ownColumn + j * kAcross] = isSeen ? scores[place] : -infinity();
      }
    }
    barrier();
    [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
      float larger = largest[i];
      for (uint key = 0; key < kBlock; ++key) {
        const float score = weights[(ownRow + i * kAcross) * (kBlock + 1) + key];
        if (score > larger) larger = score;
      }
      const float shrinking = exponential(largest[i] - larger);
      largest[i] = larger;
      total[i] *= shrinking;
      [[unroll]] for (uint j = 0; j < kEach; ++j) sums[i * kEach + j] *= shrinking;
    }
    barrier();
    [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
      [[unroll]] for (uint j = 0; j < kRowsEach; ++j) {
        const uint place = i * kRowsEach + j;
        const bool isSeen = (seen >> place & 1u) != 0;
        weights[(ownRow + i * kAcross) * (kBlock + 1) + ownColumn + j * kAcross] =
            isSeen ? exponential(scores[place] - largest[i]) : -1.0;
      }
    }
    for (uint begin = 0; begin < kBlock; begin += kStep) {
      loadValues(head, firstKey + begin, firstColumn);
      barrier();
      for (uint key = 0; key < kStep; ++key) {
        float right[kEach];
        [[unroll]] for (uint j = 0; j < kEach; ++j) {
          right[j] = pieceB[key * (kWidth + 1) + ownColumn + j * kAcross];
        }
        [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
          const float given = weights[(ownRow + i * kAcross) * (kBlock + 1) + begin + key];
          const bool isSeen = !(given < 0.0);
          const float weight = isSeen ? given : 0.0;
          seesAny[i] = seesAny[i] || isSeen;
          total[i] += weight;
          [[unroll]] for (uint j = 0; j < kEach; ++j) sums[i * kEach + j] += weight * right[j];
        }
      }
      barrier();
    }
  }
  [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
    const uint query = firstQuery + ownRow + i * kAcross;
    [[unroll]] for (uint j = 0; j < kEach; ++j) {
      const uint column = firstColumn + ownColumn + j * kAcross;
      if (query >= queryCount() || column >= widthCount()) continue;
      const uint place = (head.number * queryCount() + query) * widthCount() + column;
      Reals(push.result).at[place] = seesAny[i] ? sums[i * kEach + j] / total[i] : 0.0;
    }
  }
}
