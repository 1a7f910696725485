// Where the elements of two broadcast operands lie. Parameters: rank, sizes, strides of a, strides of b.
#include "gpu/shaders/common.glsl"

uvec2 pairOffsets(uint element) {
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
