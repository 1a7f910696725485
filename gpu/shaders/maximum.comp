#version 450
// the larger of a and b; NaN if either is
#include "gpu/shaders/binary.glsl"

float combine(float a, float b) { return largerOf(a, b); }
