#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace heed::core {

/// Uninitialised floats, aligned to a cache line, with a vector's width of slack at the end. None are
/// allocated for a count of 0.
class Scratch {
 public:
  explicit Scratch(std::int64_t count) : m_floats(allocate(count)) {}

  [[nodiscard]] float* data() { return m_floats.get(); }

 private:
  static constexpr std::align_val_t kAlignment{64};
  static constexpr std::int64_t kSlack = 16;

  static float* allocate(std::int64_t count) {
    if (count == 0) return nullptr;
    return static_cast<float*>(::operator new(static_cast<std::size_t>(count + kSlack) * sizeof(float), kAlignment));
  }
  struct Free {
    void operator()(float* memory) const { ::operator delete(memory, kAlignment); }
  };

  std::unique_ptr<float, Free> m_floats;
};

}  // namespace heed::core
