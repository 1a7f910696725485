#version 450
// the square root
#include "gpu/shaders/unary.glsl"

float map(float x) { return sqrt(x); }
