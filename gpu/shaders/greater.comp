#version 450
// whether a > b
#include "gpu/shaders/comparison.glsl"

bool holds(float a, float b) { return a > b; }
bool holds(int a, int b) { return a > b; }
