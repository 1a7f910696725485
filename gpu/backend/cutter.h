#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace heed::gpu {

/// A dispatch as the cutter sees it: its workgroups, and how long all of them take.
struct Work {
  std::uint32_t groups = 0;
  double seconds = 0.0;
};

/// Some workgroups of one dispatch.
struct Part {
  std::size_t action = 0;
  std::uint32_t firstGroup = 0;
  std::uint32_t groups = 0;
  double seconds = 0.0;
};

/// Cuts a sequence of dispatches into submissions that take no longer than a limit, inside dispatches too. Only what
/// cannot be divided (one workgroup, or one row of them where there are more than a dimension takes) may take longer.
class Cutter {
 public:
  explicit Cutter(double limitSeconds) : m_limit(limitSeconds) {}

  /// The number of works, where all of them were handed out.
  [[nodiscard]] std::size_t position() const { return m_action; }
  [[nodiscard]] bool isDone(std::span<const Work> works) const { return m_action >= works.size(); }
  /// The parts of the next submission. What is still to come may have new times at each call.
  [[nodiscard]] std::vector<Part> next(std::span<const Work> works);

 private:
  double m_limit;
  std::size_t m_action = 0;
  std::uint32_t m_group = 0;
};

}  // namespace heed::gpu
