// Kernels that put the elements of a row together: kLanes neighbouring threads share a row, each takes every kLanes-th
// element, and a tree in shared memory joins what they found.
#include "gpu/shaders/common.glsl"
#include "gpu/shaders/numbers.glsl"

layout(constant_id = 1) const uint kLanes = 1;  // a power of two

const uint kLargestGroup = 256;
shared float partial[kLargestGroup];

uint lane() { return gl_LocalInvocationID.x % kLanes; }
uint row() { return invocation() / kLanes; }

/// Of all lanes of the row, for each of them. Every thread of the group must come here.
float sumOfLanes(float own) {
  if (kLanes == 1) return own;
  const uint place = gl_LocalInvocationID.x;
  partial[place] = own;
  for (uint step = kLanes / 2; step > 0; step /= 2) {
    barrier();
    if (lane() < step) partial[place] += partial[place + step];
  }
  barrier();
  const float total = partial[place - lane()];
  barrier();
  return total;
}

float largestOfLanes(float own) {
  if (kLanes == 1) return own;
  const uint place = gl_LocalInvocationID.x;
  partial[place] = own;
  for (uint step = kLanes / 2; step > 0; step /= 2) {
    barrier();
    if (lane() < step) partial[place] = largerOf(partial[place], partial[place + step]);
  }
  barrier();
  const float total = partial[place - lane()];
  barrier();
  return total;
}
