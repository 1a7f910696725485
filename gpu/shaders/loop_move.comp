#version 450
// Moves elements of a at the beginning or the end of a round of a loop; b counts the rounds. Parameters: first place in
// the operand and how much further it is with each round, the same in the result. All is modulo 2^32, so that a loop may
// go back.
#include "gpu/shaders/common.glsl"

void main() {
  const uint i = invocation();
  if (i >= push.count) return;
  const uint round = push.b.at[0];
  push.result.at[parameter(2) + round * parameter(3) + i] = push.a.at[parameter(0) + round * parameter(1) + i];
}
