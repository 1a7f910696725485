#pragma once

#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace heed::gpu {

/// Warnings and errors of the validation layer. Shared, as what is not freed is told when its owner goes.
class ValidationLog {
 public:
  void add(std::string message) {
    const std::scoped_lock lock(m_mutex);
    m_messages.push_back(std::move(message));
  }

  [[nodiscard]] std::vector<std::string> messages() const {
    const std::scoped_lock lock(m_mutex);
    return m_messages;
  }

 private:
  mutable std::mutex m_mutex;
  std::vector<std::string> m_messages;
};

}  // namespace heed::gpu
