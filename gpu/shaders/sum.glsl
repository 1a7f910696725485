// The sum along axes; the including shader defines finish().
#include "gpu/shaders/reduction.glsl"

float finish(float sum, uint count);

void main() {
  const Elements elements = ownElements();
  float own = 0.0;
  for (uint i = elements.begin + lane(); i < elements.end; i += kLanes) own += elementAt(elements, i);
  const float sum = sumOfLanes(own);
  writeFound(kStage == kParts ? sum : finish(sum, parameter(0)));
}
