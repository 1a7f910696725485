#version 450
// x where it is positive, else 0
#include "gpu/shaders/unary.glsl"

float map(float x) { return x <= 0.0 ? 0.0 : x; }
