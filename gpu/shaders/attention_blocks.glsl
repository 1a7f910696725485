// The gradient of attention by blocks in shared memory: a group has kBlock queries or keys and goes over blocks of kBlock
// of the others. A thread has 4 x 4 pairs of each block.
#include "gpu/shaders/attention.glsl"

layout(constant_id = 3) const uint kEach = 4;  // columns of the results for one thread

const uint kBlock = 32;
const uint kRowsEach = 4;
const uint kMostSums = kRowsEach * 8;  // kEach is at most 8
const uint kPairs = kRowsEach * kRowsEach;
const uint kAcross = kBlock / kRowsEach;
const uint kThreads = kAcross * kAcross;
const uint kStep = 16;  // elements, or items, that lie in shared memory at a time
const uint kColumns = kAcross * kEach;
const uint kTileRow = kBlock + 1;  // one more than needed, so that threads of a column find different banks

shared float pieceA[kStep * kTileRow];
shared float pieceB[kStep * ((kBlock > kColumns ? kBlock : kColumns) + 1)];
shared float tile[kBlock * kTileRow];
shared uint anySeen;

uint thread() { return gl_LocalInvocationID.x; }
uint ownRow(uint i) { return thread() / kAcross + i * kAcross; }
uint ownColumn(uint j) { return thread() % kAcross + j * kAcross; }

/// Rows of an operand: where the first one lies, how many there are from there on, and their length.
struct Rows {
  Reals data;
  uint start;
  uint count;
  uint width;
};

/// A bit for each pair of the thread that exists and that the mask allows.
uint seenPairs(Head head, uint firstQuery, uint firstKey, bool queriesAreRows) {
  uint seen = 0;
  [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
    [[unroll]] for (uint j = 0; j < kRowsEach; ++j) {
      const uint query = firstQuery + (queriesAreRows ? ownRow(i) : ownColumn(j));
      const uint key = firstKey + (queriesAreRows ? ownColumn(j) : ownRow(i));
      if (query < queryCount() && key < keyCount() && isAllowed(head, query, key)) seen |= 1u << (i * kRowsEach + j);
    }
  }
  return seen;
}

/// Whether a thread of the group sees a pair. Every thread must come here.
bool isAnySeen(uint seen) {
  if (kHasMask == 0) return true;
  if (thread() == 0) anySeen = 0;
  barrier();
  if (seen != 0) atomicOr(anySeen, 1u);
  barrier();
  const bool result = anySeen != 0;
  barrier();
  return result;
}

/// The dot products of the first kBlock rows of both operands.
float[kPairs] dotProducts(Rows left, Rows right) {
  float products[kPairs];
  [[unroll]] for (uint i = 0; i < kPairs; ++i) products[i] = 0.0;
  for (uint begin = 0; begin < left.width; begin += kStep) {
    for (uint i = thread(); i < kBlock * kStep; i += kThreads) {
      const uint row = i / kStep;
      const uint element = begin + i % kStep;
      const uint place = i % kStep * kTileRow + row;
      const bool isInside = element < left.width;
      pieceA[place] = isInside && row < left.count ? left.data.at[left.start + row * left.width + element] : 0.0;
      pieceB[place] = isInside && row < right.count ? right.data.at[right.start + row * right.width + element] : 0.0;
    }
    barrier();
    for (uint element = 0; element < kStep; ++element) {
      [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
        const float one = pieceA[element * kTileRow + ownRow(i)];
        [[unroll]] for (uint j = 0; j < kRowsEach; ++j) {
          products[i * kRowsEach + j] += one * pieceB[element * kTileRow + ownColumn(j)];
        }
      }
    }
    barrier();
  }
  return products;
}

/// Rows from the item `first` on.
Rows rowsFrom(Words data, uint start, uint first, uint count, uint width) {
  return Rows(Reals(data), start + first * width, count - min(first, count), width);
}
