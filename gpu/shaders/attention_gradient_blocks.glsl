// The gradient for the queries, or where the including shader says kByKeys for the keys and the values: a group has a
// block of them and kColumns columns of the results. Results: the gradient of the queries or keys, and g that of the
// values.
#include "gpu/shaders/attention_blocks.glsl"

/// Adds the products of the tile with columns [firstColumn, firstColumn + kColumns) of the first kBlock rows.
void addProducts(Rows rows, uint firstColumn, inout float sums[kMostSums]) {
  for (uint begin = 0; begin < kBlock; begin += kStep) {
    for (uint i = thread(); i < kStep * kColumns; i += kThreads) {
      const uint row = begin + i / kColumns;
      const uint column = firstColumn + i % kColumns;
      const bool isInside = row < rows.count && column < rows.width;
      pieceB[i / kColumns * (kColumns + 1) + i % kColumns] =
          isInside ? rows.data.at[rows.start + row * rows.width + column] : 0.0;
    }
    barrier();
    for (uint item = 0; item < kStep; ++item) {
      [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
        const float factor = tile[ownRow(i) * kTileRow + begin + item];
        [[unroll]] for (uint j = 0; j < kEach; ++j) {
          sums[i * kEach + j] += factor * pieceB[item * (kColumns + 1) + ownColumn(j)];
        }
      }
    }
    barrier();
  }
}

void writeRows(Words result, uint firstRow, uint count, uint width, uint firstColumn,
               const float sums[kMostSums], uint number) {
  [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
    [[unroll]] for (uint j = 0; j < kEach; ++j) {
      const uint row = firstRow + ownRow(i);
      const uint column = firstColumn + ownColumn(j);
      if (row < count && column < width) Reals(result).at[(number * count + row) * width + column] = sums[i * kEach + j];
    }
  }
}

void main() {
  const uint number = groupNumber();
  if (number >= push.count) return;
  const Head head = headOf(number / (tilesDown() * tilesAcross()));
  const uint first = number / tilesAcross() % tilesDown() * kBlock;
  const uint firstColumn = number % tilesAcross() * kColumns;
  const uint others = kByKeys ? queryCount() : keyCount();
  float sums[kMostSums];
  float wideSums[kMostSums];
  [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
    [[unroll]] for (uint j = 0; j < kEach; ++j) {
      sums[i * kEach + j] = 0.0;
      wideSums[i * kEach + j] = 0.0;
    }
  }
  for (uint firstOther = 0; firstOther < others; firstOther += kBlock) {
    const uint firstQuery = kByKeys ? firstOther : first;
    const uint firstKey = kByKeys ? first : firstOther;
    const uint seen = seenPairs(head, firstQuery, firstKey, !kByKeys);
    if (!isAnySeen(seen)) continue;
    Rows queries = rowsFrom(push.a, head.query, firstQuery, queryCount(), depthCount());
    Rows keys = rowsFrom(push.b, head.key, firstKey, keyCount(), depthCount());
    Rows values = rowsFrom(push.c, head.value, firstKey, keyCount(), widthCount());
    Rows given = rowsFrom(push.f, head.cotangent, firstQuery, queryCount(), widthCount());
    const float scores[kPairs] = kByKeys ? dotProducts(keys, queries) : dotProducts(queries, keys);
    float slopes[kPairs] = kByKeys ? dotProducts(values, given) : dotProducts(given, values);
    [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
      [[unroll]] for (uint j = 0; j < kRowsEach; ++j) {
        const uint place = i * kRowsEach + j;
        const uint query = firstQuery + (kByKeys ? ownColumn(j) : ownRow(i));
        const uint key = firstKey + (kByKeys ? ownRow(i) : ownColumn(j));
        float weight = 0.0;
        float pull = 0.0;
        if ((seen >> place & 1u) != 0) {
          const Statistics statistics = statisticsOf(head, query);
          const float score = scores[place] * scaleOfScores() + biasOf(head, query, key);
          weight = exponential(score - statistics.largest) / statistics.total;
          pull = weight * (slopes[place] - statistics.mean) * scaleOfScores();
        }
        tile[ownRow(i) * kTileRow + ownColumn(j)] = kByKeys ? weight : pull;
        slopes[place] = pull;
      }
    }
    if (kByKeys) {
      addProducts(given, firstColumn, wideSums);
      [[unroll]] for (uint i = 0; i < kRowsEach; ++i) {
        [[unroll]] for (uint j = 0; j < kRowsEach; ++j) {
          tile[ownRow(i) * kTileRow + ownColumn(j)] = slopes[i * kRowsEach + j];
        }
      }
    }
    addProducts(kByKeys ? queries : keys, firstColumn, sums);
  }
  const uint count = kByKeys ? keyCount() : queryCount();
  writeRows(push.result, first, count, depthCount(), firstColumn, sums, head.number);
  if (kByKeys) writeRows(push.g, first, count, widthCount(), firstColumn, wideSums, head.number);
}
