#version 450
// the natural logarithm
#include "gpu/shaders/unary.glsl"

float map(float x) { return logarithm(x); }
