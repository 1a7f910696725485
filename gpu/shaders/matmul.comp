#version 450
// Matrix products of a batch: a group of 8 x 8 threads makes a tile of 32 x 32 results, 4 x 4 for each thread, from
// pieces of a and b in shared memory. Parameters: rows m, terms k, columns n, then rank, sizes, strides of a and strides
// of b of the leading dimensions.
#extension GL_EXT_control_flow_attributes : require
#include "gpu/shaders/common.glsl"

layout(constant_id = 1) const uint kTransposeA = 0;
layout(constant_id = 2) const uint kTransposeB = 0;

const uint kThreads = 64;
const uint kAcross = 8;
const uint kEach = 4;
const uint kTile = 32;
const uint kDepth = 16;

// One column more than needed, so that threads of a column find different banks.
shared float pieceA[kDepth][kTile + 1];
shared float pieceB[kDepth][kTile + 1];

void main() {
  const uint m = parameter(0);
  const uint k = parameter(1);
  const uint n = parameter(2);
  const uint tilesDown = (m + kTile - 1) / kTile;
  const uint tilesAcross = (n + kTile - 1) / kTile;
  const uint tile = groupNumber();
  if (tile >= push.count) return;
  const uint batch = tile / (tilesDown * tilesAcross);
  const uint firstRow = tile / tilesAcross % tilesDown * kTile;
  const uint firstColumn = tile % tilesAcross * kTile;
  const uint rank = parameter(3);
  const uint startA = stridedOffset(batch, rank, 4, 4 + rank);
  const uint startB = stridedOffset(batch, rank, 4, 4 + 2 * rank);
  const uint thread = gl_LocalInvocationID.x;
  const uint ownRow = thread / kAcross;
  const uint ownColumn = thread % kAcross;
  float sums[kEach][kEach];
  [[unroll]] for (uint i = 0; i < kEach; ++i) {
    [[unroll]] for (uint j = 0; j < kEach; ++j) sums[i][j] = 0.0;
  }
  for (uint begin = 0; begin < k; begin += kDepth) {
    for (uint i = thread; i < kTile * kDepth; i += kThreads) {
      // Neighbouring threads read neighbouring elements.
      const uint rowA = kTransposeA != 0 ? i % kTile : i / kDepth;
      const uint termA = kTransposeA != 0 ? i / kTile : i % kDepth;
      const bool isInA = firstRow + rowA < m && begin + termA < k;
      const uint placeA = kTransposeA != 0 ? (begin + termA) * m + firstRow + rowA : (firstRow + rowA) * k + begin + termA;
      pieceA[termA][rowA] = isInA ? Reals(push.a).at[startA + placeA] : 0.0;
      const uint columnB = kTransposeB != 0 ? i / kDepth : i % kTile;
      const uint termB = kTransposeB != 0 ? i % kDepth : i / kTile;
      const bool isInB = firstColumn + columnB < n && begin + termB < k;
      const uint placeB =
          kTransposeB != 0 ? (firstColumn + columnB) * k + begin + termB : (begin + termB) * n + firstColumn + columnB;
      pieceB[termB][columnB] = isInB ? Reals(push.b).at[startB + placeB] : 0.0;
    }
    barrier();
    [[unroll]] for (uint term = 0; term < kDepth; ++term) {
      float left[kEach];
      float right[kEach];
      [[unroll]] for (uint i = 0; i < kEach; ++i) {
        left[i] = pieceA[term][ownRow + i * kAcross];
        right[i] = pieceB[term][ownColumn + i * kAcross];
      }
      [[unroll]] for (uint i = 0; i < kEach; ++i) {
        [[unroll]] for (uint j = 0; j < kEach; ++j) sums[i][j] += left[i] * right[j];
      }
    }
    barrier();
  }
  [[unroll]] for (uint i = 0; i < kEach; ++i) {
    [[unroll]] for (uint j = 0; j < kEach; ++j) {
      const uint row = firstRow + ownRow + i * kAcross;
      const uint column = firstColumn + ownColumn + j * kAcross;
      if (row < m && column < n) Reals(push.result).at[(batch * m + row) * n + column] = sums[i][j];
    }
  }
}
