#version 450
// 1 / (1 + exp(-x))
#include "gpu/shaders/unary.glsl"

float map(float x) { return sigmoid(x); }
