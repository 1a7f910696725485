#version 450
// For each row of probabilities a and its uniform b the first index whose running sum exceeds the uniform, at most the
// last with a positive probability; -1 for a row of zeros. Parameters: length of a row.
//
// The CPU adds in float64. Here the sum is a pair of floats: what rounding loses of the first is kept in the second.
#include "gpu/shaders/common.glsl"

void main() {
  const uint row = invocation();
  if (row >= push.count) return;
  const uint length = parameter(0);
  const float uniform0 = Reals(push.b).at[row];
  precise float sum = 0.0;
  precise float lost = 0.0;
  int chosen = -1;
  for (uint i = 0; i < length; ++i) {
    const float probability = Reals(push.a).at[row * length + i];
    precise const float next = sum + probability;
    precise const float added = next - sum;
    precise const float error = (sum - (next - added)) + (probability - added);
    sum = next;
    lost = lost + error;
    if (!(probability > 0.0)) continue;
    chosen = int(i);
    precise const float above = sum - uniform0;
    // What an infinite sum lost is not a number.
    if (above == infinity() || above + lost > 0.0) break;
  }
  Ints(push.result).at[row] = chosen;
}
