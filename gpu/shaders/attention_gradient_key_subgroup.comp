#version 450
// The gradient of attention for the keys and the values, one for each lane.
const bool kByKeys = true;
#include "gpu/shaders/attention_gradient_lanes.glsl"
