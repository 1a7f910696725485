// Kernels that put the elements of a row together: kLanes neighbouring threads share a row, each takes every kLanes-th
// element. What they found is joined by a tree in shared memory, or with SUBGROUPS by the subgroups, of which a row has
// exactly one or all of the group's.
#extension GL_EXT_control_flow_attributes : require
#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#endif
#include "gpu/shaders/common.glsl"
#include "gpu/shaders/numbers.glsl"

layout(constant_id = 1) const uint kLanes = 1;  // a power of two

const uint kLargestGroup = 256;
shared float partial[kLargestGroup];

#ifdef SUBGROUPS

bool hasOneSubgroup() { return kLanes < gl_WorkGroupSize.x; }
uint lane() { return hasOneSubgroup() ? gl_SubgroupInvocationID : gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID; }
uint row() { return hasOneSubgroup() ? groupNumber() * gl_NumSubgroups + gl_SubgroupID : groupNumber(); }

/// Of all lanes of the row, for each of them. Every thread of the group must come here.
float sumOfLanes(float own) {
  float total = subgroupAdd(own);
  if (hasOneSubgroup()) return total;
  partial[gl_SubgroupID] = total;
  barrier();
  total = 0.0;
  for (uint i = 0; i < gl_NumSubgroups; ++i) total += partial[i];
  barrier();
  return total;
}

/// The extreme of a subgroup leaves NaN open.
float largestOfSubgroup(float own) {
  if (subgroupBallot(isNotANumber(own)) != uvec4(0)) return notANumber();
  return subgroupMax(own);
}

float largestOfLanes(float own) {
  float largest = largestOfSubgroup(own);
  if (hasOneSubgroup()) return largest;
  partial[gl_SubgroupID] = largest;
  barrier();
  largest = partial[0];
  for (uint i = 1; i < gl_NumSubgroups; ++i) largest = largerOf(largest, partial[i]);
  barrier();
  return largest;
}

#else

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

#endif
