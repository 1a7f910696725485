// What every kernel shares: how it reaches its operands and which piece of the work it does.
//
// A value is an array of 32-bit words in row-major order: float32, int32, or a truth as the word 0 or 1. Operands and
// parameters are reached by address. gpu/backend/kernel.h writes the push constants and the parameters.
#extension GL_EXT_buffer_reference : require

layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Reals { float at[]; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer FourReals { vec4 at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Ints { int at[]; };
/// What belongs to one run: the seed, and the first error that a kernel found.
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Run {
  uint seedLow;
  uint seedHigh;
  uint errorKernel;  ///< number of the kernel, 0 for none
  int errorIndex;
  uint errorPosition;
};

layout(local_size_x_id = 0) in;

layout(push_constant, std430) uniform Push {
  Words a;
  Words b;
  Words c;
  Words d;
  Words e;
  Words f;
  Words g;
  Words h;
  Words result;
  Words parameters;
  Run run;
  Words scratch;  ///< what the dispatches of one op hand on to each other
  uint count;   ///< elements, rows or tiles to do
  uint kernel;  ///< number of this kernel in the plan, from 1
} push;

uint groupNumber() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
uint invocation() { return groupNumber() * gl_WorkGroupSize.x + gl_LocalInvocationID.x; }

uint parameter(uint i) { return push.parameters.at[i]; }
float realParameter(uint i) { return uintBitsToFloat(push.parameters.at[i]); }

// By bits: compilers take x != x for false.
bool isNotANumber(float x) { return (floatBitsToUint(x) & 0x7FFFFFFFu) > 0x7F800000u; }
float notANumber() { return uintBitsToFloat(0x7FC00000u); }
float infinity() { return uintBitsToFloat(0x7F800000u); }

float largerOf(float a, float b) { return a >= b || isNotANumber(a) ? a : b; }
float smallerOf(float a, float b) { return a <= b || isNotANumber(a) ? a : b; }

/// Whether a stands before b in descending order; NaN counts as larger than every number.
bool ranksBefore(float a, float b) { return isNotANumber(a) ? !isNotANumber(b) : a > b; }

/// Where an element of a strided operand lies: sizes are at parameters[sizes], strides at parameters[strides].
uint stridedOffset(uint element, uint rank, uint sizes, uint strides) {
  uint offset = 0;
  for (uint axis = rank; axis-- > 0;) {
    const uint size = parameter(sizes + axis);
    offset += element % size * parameter(strides + axis);
    element /= size;
  }
  return offset;
}

/// Notes an index that is outside [0, size), once; the host throws the error after the run.
bool isInside(int index, uint size, uint position) {
  if (index >= 0 && uint(index) < size) return true;
  if (atomicCompSwap(push.run.errorKernel, 0u, push.kernel) == 0u) {
    push.run.errorIndex = index;
    push.run.errorPosition = position;
  }
  return false;
}
