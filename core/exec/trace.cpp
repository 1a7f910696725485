#include "core/exec/trace.h"

#include <algorithm>
#include <cmath>

namespace heed::core {

Summary summarise(const Tensor& tensor) {
  Summary summary;
  double total = 0.0;
  std::int64_t finiteCount = 0;
  for (std::int64_t i = 0; i < tensor.elementCount(); ++i) {
    const double number = tensor.at(i);
    if (std::isnan(number)) {
      ++summary.nanCount;
    } else if (std::isinf(number)) {
      ++summary.infinityCount;
    } else {
      summary.minimum = finiteCount == 0 ? number : std::min(summary.minimum, number);
      summary.maximum = finiteCount == 0 ? number : std::max(summary.maximum, number);
      total += number;
      ++finiteCount;
    }
  }
  if (finiteCount > 0) summary.mean = total / static_cast<double>(finiteCount);
  return summary;
}

Trace::Trace(std::shared_ptr<const Program> program, TraceRequest request)
    : m_program(std::move(program)), m_request(std::move(request)), m_entries(m_program->steps().size()) {}

bool Trace::wants(int step) const {
  const std::string& id = m_program->steps()[static_cast<std::size_t>(step)].id;
  return m_request.prefixes.empty() ||
         std::ranges::any_of(m_request.prefixes, [&](const std::string& prefix) { return id.starts_with(prefix); });
}

void Trace::record(int step, const Tensor& value) {
  Entry& entry = m_entries[static_cast<std::size_t>(step)];
  entry.summary = summarise(value);
  m_keptBytes -= entry.value.byteCount();
  entry.value = Tensor();
  if (m_keptBytes + value.byteCount() > m_request.byteBudget) return;
  m_keptBytes += value.byteCount();
  entry.value = value;
}

void Trace::restart() {
  m_entries.assign(m_entries.size(), {});
  m_keptBytes = 0;
}

const Tensor& Trace::kept(int step) const {
  return m_entries[static_cast<std::size_t>(step)].value;
}

const std::optional<Summary>& Trace::summary(int step) const {
  return m_entries[static_cast<std::size_t>(step)].summary;
}

int Trace::firstNotFinite() const {
  const auto found = std::ranges::find_if(m_entries, [](const Entry& entry) {
    return entry.summary.has_value() && entry.summary->nanCount + entry.summary->infinityCount > 0;
  });
  return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

}  // namespace heed::core
