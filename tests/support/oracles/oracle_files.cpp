#include "tests/support/oracles/oracle_files.h"

#include "core/base/json.h"
#include "core/io/file.h"
#include "tests/support/oracles/oracle_adapters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace heed::test {

namespace {

/// One file of article 1, or one case of article 2. What the adapter leaves unread is not there yet.
void runAdapter(const OracleAdapter* adapter, const core::JsonValue& json, const std::string& prefix,
                CaseRunner& cases) {
  OracleReader oracle(json);
  const std::size_t before = cases.results().size();
  if (adapter != nullptr) adapter->adapt(oracle, cases);
  const bool isWholeCaseMissing = cases.results().size() == before && !prefix.empty();
  if (isWholeCaseMissing) {
    cases.addMissing(prefix);
    return;
  }
  const auto hasFailed =
      std::ranges::any_of(cases.results(), [](const CaseResult& result) { return result.outcome != Outcome::Passed; });
  // A case that stopped half way has not read everything; it is counted once.
  if (hasFailed && adapter != nullptr) return;
  for (const std::string& path : oracle.unread())
    cases.addMissing(prefix.empty() ? path : fmt::format("{} > {}", prefix, path));
}

}  // namespace

std::string otherOracleFolder() {
  const char* other = std::getenv("HEED_ORACLES");
  return other == nullptr ? std::string() : std::string(other);
}

std::filesystem::path oracleFolder() {
  const std::string other = otherOracleFolder();
  return other.empty() ? std::filesystem::path(HEED_TEST_DATA) / "oracles" : std::filesystem::path(other);
}

std::vector<std::string> oracleFiles() {
  std::vector<std::string> files;
  for (const char* article : {"article1", "article2"}) {
    const std::filesystem::path folder = oracleFolder() / article;
    if (!std::filesystem::is_directory(folder)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".json")
        files.push_back(std::string(article) + "/" + entry.path().stem().string());
    }
  }
  std::ranges::sort(files);
  return files;
}

std::vector<CaseResult> oracleResults(const std::string& file, const OracleMachine& machine) {
  const core::JsonValue json = core::parseJson(core::readFile(oracleFolder() / (file + ".json")));
  const auto adapters = oracleAdapters();
  const auto found = std::ranges::find(adapters, file, &OracleAdapter::file);
  const OracleAdapter* adapter = found == adapters.end() ? nullptr : &*found;
  const core::JsonValue* list = json.find("cases");
  if (list == nullptr) {
    CaseRunner cases(machine);
    runAdapter(adapter, json, "", cases);
    return cases.results();
  }
  std::vector<CaseResult> results;
  for (const core::JsonValue& item : list->array()) {
    CaseRunner cases(machine);
    runAdapter(adapter, item, item.find("name")->string(), cases);
    results.insert(results.end(), cases.results().begin(), cases.results().end());
  }
  return results;
}

}  // namespace heed::test
