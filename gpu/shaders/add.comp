#version 450
// a + b
#include "gpu/shaders/binary.glsl"

float combine(float a, float b) { return a + b; }
