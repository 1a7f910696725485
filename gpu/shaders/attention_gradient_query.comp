#version 450
// The gradient of attention for the queries, by blocks.
const bool kByKeys = false;
#include "gpu/shaders/attention_gradient_blocks.glsl"
