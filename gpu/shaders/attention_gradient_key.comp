#version 450
// The gradient of attention for the keys and the values, by blocks.
const bool kByKeys = true;
#include "gpu/shaders/attention_gradient_blocks.glsl"
