#version 450
// e to the power of x
#include "gpu/shaders/unary.glsl"

float map(float x) { return exponential(x); }
