#include "tests/support/oracles/oracle_reader.h"

#include "tests/support/oracles/oracle_tensor.h"

#include <stdexcept>

namespace heed::test {

using core::JsonValue;

namespace {

std::string joined(const OracleReader::Path& path) {
  std::string result;
  for (const std::string& key : path) result += (result.empty() ? "" : " > ") + key;
  return result;
}

}  // namespace

const JsonValue* OracleReader::find(const Path& path) const {
  const JsonValue* json = &m_root;
  for (const std::string& key : path) {
    json = json->find(key);
    if (json == nullptr) return nullptr;
  }
  return json;
}

const JsonValue& OracleReader::value(const Path& path) {
  const JsonValue* json = find(path);
  if (json == nullptr) throw std::runtime_error("the file has no \"" + joined(path) + "\"");
  m_read.insert(joined(path));
  return *json;
}

core::Tensor OracleReader::tensor(const Path& path) {
  return tensorOf(value(path));
}

std::string OracleReader::string(const Path& path) {
  return value(path).string();
}

double OracleReader::number(const Path& path) {
  return value(path).number();
}

std::int64_t OracleReader::integer(const Path& path) {
  return value(path).integer();
}

std::vector<std::string> OracleReader::keys(const Path& path) const {
  std::vector<std::string> result;
  const JsonValue* json = find(path);
  if (json == nullptr || !json->isObject()) return result;
  for (const auto& [key, value] : json->object()) result.push_back(key);
  return result;
}

std::vector<std::string> OracleReader::unread() const {
  std::vector<std::string> result;
  for (const Path& path : {Path{"expected"}, Path{"grad", "d"}, Path{"jacobian"}}) {
    if (const JsonValue* json = find(path)) collect(*json, joined(path), result);
  }
  return result;
}

void OracleReader::collect(const JsonValue& json, const std::string& path, std::vector<std::string>& unread) const {
  if (m_read.contains(path)) return;
  if (!json.isObject() || json.find("data") != nullptr) {
    unread.push_back(path);
    return;
  }
  for (const auto& [key, value] : json.object()) collect(value, path + " > " + key, unread);
}

}  // namespace heed::test
