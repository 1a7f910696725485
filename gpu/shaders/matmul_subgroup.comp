#version 450
// Matrix products without shared memory, for devices that compute on the processor, where barriers are dear and every
// thread's load costs as much as many multiplications: a group is one subgroup of kLanes threads that makes
// kRows x (kLanes kColumns) results. Each lane loads an element of a for one of the rows, and the subgroup hands it to
// all lanes.
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#include "gpu/shaders/product.glsl"

layout(constant_id = 3) const uint kLanes = 8;
layout(constant_id = 4) const uint kRows = 8;  // a multiple of kLanes
layout(constant_id = 5) const uint kColumns = 8;

void main() {
  const uint tile = groupNumber();
  if (tile >= push.count) return;
  const Piece piece = pieceOf(tile);
  const uint lane = gl_SubgroupInvocationID;
  const uint firstRow = piece.tileRow * kRows;
  const uint firstColumn = piece.tileColumn * kColumns * kLanes + lane;
  const uint rowStride = kTransposeA != 0 ? 1 : termCount();
  const uint termStrideA = kTransposeA != 0 ? rowCount() : 1;
  const uint columnStride = kTransposeB != 0 ? termCount() : 1;
  const uint termStrideB = kTransposeB != 0 ? 1 : columnCount();
  // Rows and columns beyond the end repeat the last one and are not written.
  uint placeA[kRows / kLanes];
  [[unroll]] for (uint i = 0; i < kRows / kLanes; ++i) {
    placeA[i] = piece.startA + min(firstRow + i * kLanes + lane, rowCount() - 1) * rowStride;
  }
  uint placeB[kColumns];
  [[unroll]] for (uint j = 0; j < kColumns; ++j) {
    placeB[j] = piece.startB + min(firstColumn + j * kLanes, columnCount() - 1) * columnStride;
  }
  float sums[kRows * kColumns];
  [[unroll]] for (uint i = 0; i < kRows; ++i) {
    [[unroll]] for (uint j = 0; j < kColumns; ++j) sums[i * kColumns + j] = 0.0;
  }
  for (uint term = piece.firstTerm; term < piece.endTerm; ++term) {
    float right[kColumns];
    [[unroll]] for (uint j = 0; j < kColumns; ++j) right[j] = Reals(push.b).at[placeB[j] + term * termStrideB];
    [[unroll]] for (uint i = 0; i < kRows / kLanes; ++i) {
      const float own = Reals(push.a).at[placeA[i] + term * termStrideA];
      [[unroll]] for (uint k = 0; k < kLanes; ++k) {
        const float left = subgroupBroadcast(own, k);
        [[unroll]] for (uint j = 0; j < kColumns; ++j) sums[(i * kLanes + k) * kColumns + j] += left * right[j];
      }
    }
  }
  [[unroll]] for (uint i = 0; i < kRows; ++i) {
    [[unroll]] for (uint j = 0; j < kColumns; ++j) {
      writeResult(piece, firstRow + i, firstColumn + j * kLanes, sums[i * kColumns + j]);
    }
  }
}
