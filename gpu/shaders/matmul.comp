#version 450
// Matrix products by tiles: a group makes kRows x kColumns results, each thread kRowsEach x kColumnsEach of them, from
// pieces of a and b in shared memory that are kDepth terms deep. Where rows of an operand lie at multiples of four
// elements, they are read four at once.
#include "gpu/shaders/product.glsl"

layout(constant_id = 3) const uint kRows = 32;
layout(constant_id = 4) const uint kColumns = 32;
layout(constant_id = 5) const uint kDepth = 16;
layout(constant_id = 6) const uint kRowsEach = 4;
layout(constant_id = 7) const uint kColumnsEach = 4;
layout(constant_id = 8) const uint kFoursOfA = 0;
layout(constant_id = 9) const uint kFoursOfB = 0;

const uint kThreadsDown = kRows / kRowsEach;
const uint kThreadsAcross = kColumns / kColumnsEach;
const uint kThreads = kThreadsDown * kThreadsAcross;

// One column more than needed, so that threads of a column find different banks.
shared float pieceA[kDepth * (kRows + 1)];
shared float pieceB[kDepth * (kColumns + 1)];

// Neighbouring threads read neighbouring elements: along the terms, or across them where the operand lies so.

void loadA(Piece piece, uint begin, uint thread) {
  const bool termIsInner = kTransposeA == 0;
  const uint width = kFoursOfA != 0 ? 4 : 1;
  const uint first = piece.tileRow * kRows;
  for (uint i = thread * width; i < kRows * kDepth; i += kThreads * width) {
    const uint row = termIsInner ? i / kDepth : i % kRows;
    const uint term = termIsInner ? i % kDepth : i / kRows;
    const bool isInside = first + row < rowCount() && begin + term < piece.endTerm;
    const uint place = piece.startA + (termIsInner ? (first + row) * termCount() + begin + term
                                                   : (begin + term) * rowCount() + first + row);
    if (kFoursOfA != 0) {
      const vec4 four = isInside ? FourReals(push.a).at[place / 4] : vec4(0.0);
      [[unroll]] for (uint k = 0; k < 4; ++k) {
        pieceA[(termIsInner ? term + k : term) * (kRows + 1) + (termIsInner ? row : row + k)] = four[k];
      }
    } else {
      pieceA[term * (kRows + 1) + row] = isInside ? Reals(push.a).at[place] : 0.0;
    }
  }
}

void loadB(Piece piece, uint begin, uint thread) {
  const bool termIsInner = kTransposeB != 0;
  const uint width = kFoursOfB != 0 ? 4 : 1;
  const uint first = piece.tileColumn * kColumns;
  for (uint i = thread * width; i < kColumns * kDepth; i += kThreads * width) {
    const uint column = termIsInner ? i / kDepth : i % kColumns;
    const uint term = termIsInner ? i % kDepth : i / kColumns;
    const bool isInside = first + column < columnCount() && begin + term < piece.endTerm;
    const uint place = piece.startB + (termIsInner ? (first + column) * termCount() + begin + term
                                                   : (begin + term) * columnCount() + first + column);
    if (kFoursOfB != 0) {
      const vec4 four = isInside ? FourReals(push.b).at[place / 4] : vec4(0.0);
      [[unroll]] for (uint k = 0; k < 4; ++k) {
        pieceB[(termIsInner ? term + k : term) * (kColumns + 1) + (termIsInner ? column : column + k)] = four[k];
      }
    } else {
      pieceB[term * (kColumns + 1) + column] = isInside ? Reals(push.b).at[place] : 0.0;
    }
  }
}

void main() {
  const uint tile = groupNumber();
  if (tile >= push.count) return;
  const Piece piece = pieceOf(tile);
  const uint thread = gl_LocalInvocationID.x;
  const uint ownRow = thread / kThreadsAcross;
  const uint ownColumn = thread % kThreadsAcross;
  float sums[kRowsEach * kColumnsEach];
  [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
    [[unroll]] for (uint j = 0; j < kColumnsEach; ++j) sums[i * kColumnsEach + j] = 0.0;
  }
  for (uint begin = piece.firstTerm; begin < piece.endTerm; begin += kDepth) {
    loadA(piece, begin, thread);
    loadB(piece, begin, thread);
    barrier();
    for (uint term = 0; term < kDepth; ++term) {
      float left[kRowsEach];
      float right[kColumnsEach];
      [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
        left[i] = pieceA[term * (kRows + 1) + ownRow + i * kThreadsDown];
      }
      [[unroll]] for (uint j = 0; j < kColumnsEach; ++j) {
        right[j] = pieceB[term * (kColumns + 1) + ownColumn + j * kThreadsAcross];
      }
      [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
        [[unroll]] for (uint j = 0; j < kColumnsEach; ++j) sums[i * kColumnsEach + j] += left[i] * right[j];
      }
    }
    barrier();
  }
  [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
    [[unroll]] for (uint j = 0; j < kColumnsEach; ++j) {
      writeResult(piece, piece.tileRow * kRows + ownRow + i * kThreadsDown,
                  piece.tileColumn * kColumns + ownColumn + j * kThreadsAcross, sums[i * kColumnsEach + j]);
    }
  }
}
