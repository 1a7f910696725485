#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace heed::core {

/// What one program took on the usual backend and on a device, in seconds.
struct MeasuredSpeed {
  double usualSeconds = 0.0;
  double deviceSeconds = 0.0;
};

/// Remembers which programs were measured on which device, at most kEntries of them: the oldest go first. Its text is
/// JSON and kept on disk by whoever owns this.
class SpeedMemory {
 public:
  static constexpr std::size_t kEntries = 512;

  /// What was remembered in that text; nothing where it is not what toText() writes.
  [[nodiscard]] static SpeedMemory fromText(std::string_view text);
  [[nodiscard]] std::string toText() const;

  [[nodiscard]] std::optional<MeasuredSpeed> find(const std::string& device, std::uint64_t program) const;
  /// Whether the program was measured on any device.
  [[nodiscard]] bool knows(std::uint64_t program) const;
  void remember(const std::string& device, std::uint64_t program, MeasuredSpeed speed);
  /// Takes over what the other remembers and this one does not.
  void merge(const SpeedMemory& other);
  [[nodiscard]] std::size_t size() const { return m_entries.size(); }

 private:
  struct Entry {
    std::string device;
    std::uint64_t program = 0;
    MeasuredSpeed speed;
  };
  std::deque<Entry> m_entries;  ///< oldest first
};

}  // namespace heed::core
