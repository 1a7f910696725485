// What the kernels of attention and of its gradient share. Operands: a queries, b keys, c values, d mask, e bias, f the
// gradient of the output. Parameters: queries, keys,
// depth, width (of the values), scale, tiles of queries or keys, tiles of width, how far apart rows and columns of the
// mask lie, the same of the bias, then rank, sizes and strides of a to e of the leading dimensions.
#extension GL_EXT_control_flow_attributes : require
#include "gpu/shaders/common.glsl"
#include "gpu/shaders/numbers.glsl"

layout(constant_id = 1) const uint kHasMask = 0;
layout(constant_id = 2) const uint kHasBias = 0;

/// What no score lies below: the largest number so far before there is one. Infinity less infinity would be no number.
const float kLowest = -3.40282347e38;

uint queryCount() { return parameter(0); }
uint keyCount() { return parameter(1); }
uint depthCount() { return parameter(2); }
uint widthCount() { return parameter(3); }
float scaleOfScores() { return realParameter(4); }
uint tilesDown() { return parameter(5); }
uint tilesAcross() { return parameter(6); }

/// One product of attention: where its matrices begin.
struct Head {
  uint number;
  uint query;
  uint key;
  uint value;
  uint mask;
  uint bias;
  uint cotangent;
};

Head headOf(uint number) {
  const uint rank = parameter(11);
  Head head;
  head.number = number;
  head.query = stridedOffset(number, rank, 12, 12 + rank);
  head.key = stridedOffset(number, rank, 12, 12 + 2 * rank);
  head.value = stridedOffset(number, rank, 12, 12 + 3 * rank);
  head.mask = kHasMask == 0 ? 0 : stridedOffset(number, rank, 12, 12 + 4 * rank);
  head.bias = kHasBias == 0 ? 0 : stridedOffset(number, rank, 12, 12 + 5 * rank);
  head.cotangent = number * queryCount() * widthCount();
  return head;
}

/// Both for a query and a key that exist.
bool isAllowed(Head head, uint query, uint key) {
  return kHasMask == 0 || push.d.at[head.mask + query * parameter(7) + key * parameter(8)] != 0;
}

float biasOf(Head head, uint query, uint key) {
  return kHasBias == 0 ? 0.0 : Reals(push.e).at[head.bias + query * parameter(9) + key * parameter(10)];
}

/// What the gradient needs of each query's softmax lies in the scratch memory: the largest score, the sum of the
/// exponentials, and the mean of the weights' gradients. No query without a key is asked for.
struct Statistics {
  float largest;
  float total;
  float mean;
};

void writeStatistics(Head head, uint query, Statistics statistics) {
  const uint place = 3 * (head.number * queryCount() + query);
  Reals(push.scratch).at[place] = statistics.largest;
  Reals(push.scratch).at[place + 1] = statistics.total;
  Reals(push.scratch).at[place + 2] = statistics.mean;
}

Statistics statisticsOf(Head head, uint query) {
  const uint place = 3 * (head.number * queryCount() + query);
  return Statistics(Reals(push.scratch).at[place], Reals(push.scratch).at[place + 1],
                    Reals(push.scratch).at[place + 2]);
}
