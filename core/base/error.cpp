#include "core/base/error.h"

#include <cstdio>
#include <cstdlib>
#include <ranges>
#include <stdexcept>
#include <utility>

namespace heed::core {

Error::Error(ErrorKind kind, Text text) : m_kind(kind), m_text(std::move(text)), m_what(m_text.english()) {}

void Error::addWhere(std::string place) {
  m_where.push_back(std::move(place));
  m_what = m_text.english();
  std::string places;
  for (const std::string& outer : std::views::reverse(m_where)) places += (places.empty() ? "" : " > ") + outer;
  if (!places.empty()) m_what += " (" + places + ")";
}

void assertionFailed(const char* condition, const char* file, int line) {
  const std::string message = fmt::format("assertion failed: {} ({}:{})", condition, file, line);
#ifdef NDEBUG
  throw std::logic_error(message);
#else
  std::fprintf(stderr, "%s\n", message.c_str());
  std::abort();
#endif
}

}  // namespace heed::core
