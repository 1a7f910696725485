#version 450
// The gradient of attention for the queries, one for each lane.
const bool kByKeys = false;
#include "gpu/shaders/attention_gradient_lanes.glsl"
