// The largest element along axes, each times kSign: 1 for the largest, -1 for the smallest. There is at least one.
#include "gpu/shaders/reduction.glsl"

void main() {
  const Elements elements = ownElements();
  float own = -infinity();
  for (uint i = elements.begin + lane(); i < elements.end; i += kLanes) {
    own = largerOf(own, kSign * elementAt(elements, i));
  }
  writeFound(kSign * largestOfLanes(own));
}
