#version 450
// -x
#include "gpu/shaders/unary.glsl"

float map(float x) { return -x; }
