#version 450
// x times a number. Parameters: the number.
#include "gpu/shaders/unary.glsl"

float map(float x) { return x * realParameter(0); }
