#pragma once

#include <cstdint>
#include <cstdlib>
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
  static constexpr std::size_t kAlignment = 64;

  static float* allocate(std::int64_t count) {
    if (count == 0) return nullptr;
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(float) + 2 * kAlignment - 1;
    void* memory = std::aligned_alloc(kAlignment, bytes / kAlignment * kAlignment);
    if (memory == nullptr) throw std::bad_alloc();
    return static_cast<float*>(memory);
  }
  struct Free {
    void operator()(float* memory) const { std::free(memory); }
  };

  std::unique_ptr<float, Free> m_floats;
};

}  // namespace heed::core
