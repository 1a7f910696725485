#version 450
// x where it is positive, else slope x. Parameters: slope.
#include "gpu/shaders/unary.glsl"

float map(float x) { return x > 0.0 ? x : realParameter(0) * x; }
