#pragma once

#include <cstdint>
#include <functional>  // brings <compare> with it, which Qt's moc cannot read by itself

namespace heed::core {

/// A number that names one thing of one sort. 0 names nothing.
template <typename Tag>
struct Id {
  std::uint32_t value = 0;

  [[nodiscard]] bool isValid() const { return value != 0; }
  auto operator<=>(const Id&) const = default;
};

using BlockId = Id<struct BlockTag>;
using EdgeId = Id<struct EdgeTag>;
using GroupId = Id<struct GroupTag>;

}  // namespace heed::core

template <typename Tag>
struct std::hash<heed::core::Id<Tag>> {
  std::size_t operator()(const heed::core::Id<Tag>& id) const noexcept { return std::hash<std::uint32_t>()(id.value); }
};
