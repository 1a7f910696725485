#version 450
// the mean along axes
#include "gpu/shaders/sum.glsl"

float finish(float sum, uint count) { return count == 0 ? notANumber() : sum / float(count); }
