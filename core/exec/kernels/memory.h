#pragma once

namespace heed::core {

/// Keeps the C library from giving big blocks back to the kernel at each free, which makes the next product pay for
/// fresh pages (4 to 25 times slower where it was measured). Called first in main; does nothing where the C library has
/// no such setting.
void tuneAllocator();

}  // namespace heed::core
