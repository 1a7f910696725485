#include "core/exec/kernels/memory.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace heed::core {

void tuneAllocator() {
#ifdef __GLIBC__
  constexpr int kGibibyte = 1 << 30;
  mallopt(M_TRIM_THRESHOLD, kGibibyte);
  mallopt(M_MMAP_THRESHOLD, kGibibyte);
#endif
}

}  // namespace heed::core
