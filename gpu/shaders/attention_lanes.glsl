// The gradient of attention without shared memory: each lane of a subgroup has one query or one key, and goes over all of
// the others, which the lanes load together and hand to each other.
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#include "gpu/shaders/attention.glsl"

layout(constant_id = 3) const uint kLanes = 8;
layout(constant_id = 4) const uint kDepth = 1;
layout(constant_id = 5) const uint kWidth = 1;

// Loops go over parts and their elements rather than over all: compilers unroll none with more than some 32 rounds.
const uint kDepthParts = (kDepth + kLanes - 1) / kLanes;
const uint kWidthParts = (kWidth + kLanes - 1) / kLanes;

uint lane() { return gl_SubgroupInvocationID; }
