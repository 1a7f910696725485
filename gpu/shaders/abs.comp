#version 450
// the distance from 0
#include "gpu/shaders/unary.glsl"

float map(float x) { return abs(x); }
