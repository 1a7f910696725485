#version 450
// the hyperbolic tangent
#include "gpu/shaders/unary.glsl"

float map(float x) { return hyperbolicTangent(x); }
