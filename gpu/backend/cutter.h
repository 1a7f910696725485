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

/// Works that are done several times, one round after the other. Loops lie apart.
struct Loop {
  std::size_t first = 0;
  std::size_t count = 0;     ///< at least one
  std::uint32_t rounds = 0;  ///< at least one

  [[nodiscard]] std::size_t end() const { return first + count; }
  [[nodiscard]] bool holds(std::size_t action) const { return action >= first && action < end(); }
};

/// Some workgroups of one dispatch, or whole rounds of a loop.
struct Part {
  std::size_t action = 0;  ///< the first one of the loop where there are rounds
  std::uint32_t firstGroup = 0;
  std::uint32_t groups = 0;
  double seconds = 0.0;
  std::uint32_t rounds = 0;
};

/// How long one round of the loop takes.
[[nodiscard]] double secondsOfRound(std::span<const Work> works, const Loop& loop);

/// Cuts a sequence of dispatches into submissions that take no longer than a limit: between the rounds of a loop, and
/// inside dispatches too. Only what cannot be divided (one workgroup, or one row of them where there are more than a
/// dimension takes) may take longer.
class Cutter {
 public:
  explicit Cutter(double limitSeconds) : m_limit(limitSeconds) {}

  /// The number of works, where all of them were handed out.
  [[nodiscard]] std::size_t position() const { return m_action; }
  [[nodiscard]] bool isDone(std::span<const Work> works) const { return m_action >= works.size(); }
  /// The parts of the next submission. What is still to come may have new times at each call.
  [[nodiscard]] std::vector<Part> next(std::span<const Work> works, std::span<const Loop> loops = {});

 private:
  [[nodiscard]] bool takeRounds(const Loop& loop, double secondsOfRound);
  [[nodiscard]] bool takeGroups(const Work& work);
  void advance(const Loop* loop);

  double m_limit;
  std::size_t m_action = 0;
  std::uint32_t m_group = 0;
  std::uint32_t m_round = 0;  ///< of the loop that the action is in
  std::vector<Part> m_parts;  ///< of the submission that is being put together
  double m_left = 0.0;        ///< of its time
};

}  // namespace heed::gpu
