// Where the elements of two broadcast operands lie. Parameters: rank, sizes, strides of a, strides of b.
#include "gpu/shaders/common.glsl"

layout(constant_id = 2) const uint kIsOneWalk = 0;  // both operands are walked along in even steps

uvec2 pairOffsets(uint element) {
  if (kIsOneWalk != 0) return element * uvec2(parameter(2), parameter(3));
  const uint rank = parameter(0);
  uvec2 offsets = uvec2(0);
  for (uint axis = rank; axis-- > 0;) {
    const uint size = parameter(1 + axis);
    const uint index = element % size;
    element /= size;
    offsets += index * uvec2(parameter(1 + rank + axis), parameter(1 + 2 * rank + axis));
  }
  return offsets;
}
