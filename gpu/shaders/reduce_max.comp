#version 450
// the largest element along axes
const float kSign = 1.0;
#include "gpu/shaders/extreme.glsl"
