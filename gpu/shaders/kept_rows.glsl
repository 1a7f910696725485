// Rows that are read once: each thread keeps its elements of the row where there are few enough of them.
#include "gpu/shaders/rows.glsl"

layout(constant_id = 2) const uint kEach = 0;  // elements that a thread keeps, at most 32; 0 where it reads them again

float kept[kEach > 0 ? kEach : 1];

/// The thread's k-th element of its row.
uint elementOf(uint k) { return lane() + k * kLanes; }
