#version 450
// the smallest element along axes
const float kSign = -1.0;
#include "gpu/shaders/extreme.glsl"
