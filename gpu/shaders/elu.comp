#version 450
// x where it is not negative, else alpha (exp(x) - 1). Parameters: alpha.
#include "gpu/shaders/unary.glsl"

float map(float x) { return x >= 0.0 ? x : realParameter(0) * expm1(x); }
