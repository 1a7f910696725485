#version 450
// -1, 0 or 1; NaN stays
#include "gpu/shaders/unary.glsl"

float map(float x) { return x > 0.0 ? 1.0 : (x < 0.0 ? -1.0 : (x == 0.0 ? 0.0 : x)); }
