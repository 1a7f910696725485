#include "gpu/backend/product_tile.h"

#include <algorithm>
#include <array>

namespace heed::gpu {

namespace {

/// Largest first: a large tile reads each element of the operands less often.
constexpr std::array<ProductTile, 3> kTiles{{{128, 128, 16, 8, 8}, {64, 64, 16, 4, 4}, {32, 32, 16, 4, 4}}};

/// Workgroups that keep a device busy: several for each of the hundred or so processors of a card, one for each
/// processor of a computer.
std::int64_t busyGroups(DeviceKind kind) {
  return kind == DeviceKind::Software ? 8 : 256;
}

/// Terms below which a part of a product is not worth the sum over the parts, and what the number must divide by.
constexpr std::int64_t kFewestTerms = 256;
constexpr std::int64_t kTermStep = 64;

std::int64_t dividedUp(std::int64_t number, std::int64_t by) {
  return (number + by - 1) / by;
}

}  // namespace

std::int64_t tileCount(const ProductSize& size, std::int64_t rows, std::int64_t columns) {
  return size.batch * dividedUp(size.rows, rows) * dividedUp(size.columns, columns);
}

ProductTile chosenTile(const ProductSize& size, const KernelTarget& target) {
  for (const ProductTile& tile : kTiles) {
    const bool fits =
        tile.threads() <= target.limits.groupInvocations && tile.sharedBytes() <= target.limits.sharedMemoryBytes;
    if (fits && tileCount(size, tile.rows, tile.columns) >= busyGroups(target.kind)) return tile;
  }
  return kTiles.back();
}

std::int64_t termsInPart(const ProductSize& size, std::int64_t tiles, const KernelTarget& target) {
  const std::int64_t wanted = tiles == 0 ? 1 : dividedUp(busyGroups(target.kind), tiles);
  const std::int64_t parts = std::clamp<std::int64_t>(size.terms / kFewestTerms, 1, wanted);
  return std::max<std::int64_t>(dividedUp(dividedUp(size.terms, parts), kTermStep) * kTermStep, kTermStep);
}

}  // namespace heed::gpu
