#pragma once

#include "core/base/json.h"
#include "core/tensor/tensor.h"

#include <set>
#include <string>
#include <vector>

namespace heed::test {

/// The numbers of one file of article 1 or one case of article 2. It notes which expected values were read, so that
/// what no adapter looks at is reported and not forgotten.
class OracleReader {
 public:
  using Path = std::vector<std::string>;

  explicit OracleReader(const core::JsonValue& root) : m_root(root) {}
  explicit OracleReader(core::JsonValue&&) = delete;

  [[nodiscard]] bool has(const Path& path) const { return find(path) != nullptr; }
  /// What stands there; throws std::runtime_error naming the path if nothing does.
  [[nodiscard]] const core::JsonValue& value(const Path& path);
  [[nodiscard]] core::Tensor tensor(const Path& path);
  [[nodiscard]] std::string string(const Path& path);
  [[nodiscard]] double number(const Path& path);
  [[nodiscard]] std::int64_t integer(const Path& path);
  /// The keys of the object there, in order.
  [[nodiscard]] std::vector<std::string> keys(const Path& path) const;

  [[nodiscard]] core::Tensor input(const std::string& name) { return tensor({"inputs", name}); }
  [[nodiscard]] core::Tensor param(const std::string& name) { return tensor({"params", name}); }
  [[nodiscard]] core::Tensor expected(const std::string& name) { return tensor({"expected", name}); }

  /// The expected values that nobody has read, by their paths.
  [[nodiscard]] std::vector<std::string> unread() const;

 private:
  [[nodiscard]] const core::JsonValue* find(const Path& path) const;
  void collect(const core::JsonValue& json, const std::string& path, std::vector<std::string>& unread) const;

  const core::JsonValue& m_root;
  std::set<std::string> m_read;
};

}  // namespace heed::test
