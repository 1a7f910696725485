// What the kernels of matrix products share. Parameters: rows m, terms k, columns n, tiles down and across, terms in a
// part, then rank, sizes, strides of a and strides of b of the leading dimensions. A product with few results is made
// in parts, each of some of the terms; they go to the scratch memory, one behind the other, and product_join adds them.
#extension GL_EXT_control_flow_attributes : require
#include "gpu/shaders/common.glsl"

layout(constant_id = 1) const uint kTransposeA = 0;
layout(constant_id = 2) const uint kTransposeB = 0;

struct Piece {
  uint batch;
  uint tileRow;
  uint tileColumn;
  uint startA;  ///< where the batch's matrices begin
  uint startB;
  uint firstTerm;
  uint endTerm;
  uint startResult;
  bool isWhole;
};

uint rowCount() { return parameter(0); }
uint termCount() { return parameter(1); }
uint columnCount() { return parameter(2); }

Piece pieceOf(uint tile) {
  const uint tilesDown = parameter(3);
  const uint tilesAcross = parameter(4);
  const uint termsInPart = parameter(5);
  const uint rank = parameter(6);
  const uint parts = max((termCount() + termsInPart - 1) / termsInPart, 1);
  const uint matrix = tile / (tilesDown * tilesAcross);
  const uint part = matrix % parts;
  const uint batches = push.count / (tilesDown * tilesAcross * parts);
  Piece piece;
  piece.batch = matrix / parts;
  piece.tileRow = tile / tilesAcross % tilesDown;
  piece.tileColumn = tile % tilesAcross;
  piece.startA = stridedOffset(piece.batch, rank, 7, 7 + rank);
  piece.startB = stridedOffset(piece.batch, rank, 7, 7 + 2 * rank);
  piece.firstTerm = part * termsInPart;
  piece.endTerm = min(piece.firstTerm + termsInPart, termCount());
  piece.startResult = (part * batches + piece.batch) * rowCount() * columnCount();
  piece.isWhole = parts == 1;
  return piece;
}

void writeResult(Piece piece, uint row, uint column, float sum) {
  if (row >= rowCount() || column >= columnCount()) return;
  const uint place = piece.startResult + row * columnCount() + column;
  if (piece.isWhole) {
    Reals(push.result).at[place] = sum;
  } else {
    Reals(push.scratch).at[place] = sum;
  }
}
