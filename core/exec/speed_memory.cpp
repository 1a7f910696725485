#include "core/exec/speed_memory.h"

#include "core/base/error.h"
#include "core/base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace heed::core {

namespace {

constexpr int kVersion = 1;
constexpr JsonLimits kLimits{.depth = 4, .values = 5 * static_cast<std::int64_t>(SpeedMemory::kEntries) + 16};

bool isDuration(double seconds) {
  return std::isfinite(seconds) && seconds > 0.0;
}

}  // namespace

SpeedMemory SpeedMemory::fromText(std::string_view text) {
  SpeedMemory memory;
  try {
    const JsonValue json = parseJson(text, kLimits);
    const JsonView root(json);
    if (root["version"].integer() != kVersion) return {};
    for (const JsonView& entry : root["programs"].elements()) {
      const MeasuredSpeed speed{entry["usual"].number(), entry["device"].number()};
      if (!isDuration(speed.usualSeconds) || !isDuration(speed.deviceSeconds)) return {};
      const std::string& program = entry["program"].string();
      if (program.size() != 16 || program.find_first_not_of("0123456789abcdef") != std::string::npos) return {};
      memory.remember(entry["on"].string(), std::stoull(program, nullptr, 16), speed);
    }
  } catch (const Error&) {
    return {};
  }
  return memory;
}

std::string SpeedMemory::toText() const {
  JsonValue json;
  json["version"] = kVersion;
  json["programs"] = JsonValue::Array();
  for (const Entry& entry : m_entries) {
    JsonValue one;
    one["program"] = fmt::format("{:016x}", entry.program);
    one["on"] = entry.device;
    one["usual"] = entry.speed.usualSeconds;
    one["device"] = entry.speed.deviceSeconds;
    json["programs"].append(std::move(one));
  }
  return json.toText(JsonStyle::Indented);
}

std::optional<MeasuredSpeed> SpeedMemory::find(const std::string& device, std::uint64_t program) const {
  const auto found = std::ranges::find_if(
      m_entries, [&](const Entry& entry) { return entry.program == program && entry.device == device; });
  if (found == m_entries.end()) return std::nullopt;
  return found->speed;
}

bool SpeedMemory::knows(std::uint64_t program) const {
  return std::ranges::find(m_entries, program, &Entry::program) != m_entries.end();
}

void SpeedMemory::remember(const std::string& device, std::uint64_t program, MeasuredSpeed speed) {
  std::erase_if(m_entries, [&](const Entry& entry) { return entry.program == program && entry.device == device; });
  m_entries.push_back({device, program, speed});
  if (m_entries.size() > kEntries) m_entries.pop_front();
}

void SpeedMemory::merge(const SpeedMemory& other) {
  for (const Entry& entry : other.m_entries) {
    if (!find(entry.device, entry.program)) m_entries.push_front(entry);
  }
  while (m_entries.size() > kEntries) m_entries.pop_front();
}

}  // namespace heed::core
