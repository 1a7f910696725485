#include "core/base/json.h"
#include "core/io/file.h"
#include "tests/core/oracles/oracle_adapters.h"

#include <fmt/format.h>

#include <QTest>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

using heed::core::JsonValue;
using heed::core::parseJson;
using heed::test::CaseResult;
using heed::test::CaseRunner;
using heed::test::OracleAdapter;
using heed::test::OracleReader;
using heed::test::Outcome;

namespace {

/// Another folder than the project's own copy, or empty.
std::string otherFolder() {
  const char* other = std::getenv("HEED_ORACLES");
  return other == nullptr ? std::string() : std::string(other);
}

/// The folder with article1 and article2.
std::filesystem::path oracleFolder() {
  const std::string other = otherFolder();
  return other.empty() ? std::filesystem::path(HEED_TEST_DATA) / "oracles" : std::filesystem::path(other);
}

/// "article1/04_sdpa", sorted.
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

JsonValue readOracle(const std::string& file) {
  return parseJson(heed::core::readFile(oracleFolder() / (file + ".json")));
}

/// One file of article 1, or one case of article 2. What the adapter leaves unread is not there yet.
void runAdapter(const OracleAdapter* adapter, const JsonValue& json, const std::string& prefix, CaseRunner& cases) {
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

std::vector<CaseResult> resultsOf(const std::string& file) {
  const JsonValue json = readOracle(file);
  const auto adapters = heed::test::oracleAdapters();
  const auto found = std::ranges::find(adapters, file, &OracleAdapter::file);
  const OracleAdapter* adapter = found == adapters.end() ? nullptr : &*found;
  const JsonValue* list = json.find("cases");
  if (list == nullptr) {
    CaseRunner cases;
    runAdapter(adapter, json, "", cases);
    return cases.results();
  }
  std::vector<CaseResult> results;
  for (const JsonValue& item : list->array()) {
    CaseRunner cases;
    runAdapter(adapter, item, item.find("name")->string(), cases);
    results.insert(results.end(), cases.results().begin(), cases.results().end());
  }
  return results;
}

const char* word(Outcome outcome) {
  switch (outcome) {
    case Outcome::Passed:
      return "passed";
    case Outcome::Failed:
      return "failed";
    case Outcome::NoBlock:
      break;
  }
  return "no such block yet";
}

}  // namespace

class TestOracles : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyCaseIsAsExpected_data();
  void everyCaseIsAsExpected();
  void filesOfWhatIsBuiltAreWhole_data();
  void filesOfWhatIsBuiltAreWhole();
  void everyAdapterHasItsFile();
  void cleanupTestCase();

 private:
  int m_passed = 0;
  int m_failed = 0;
  int m_missing = 0;
};

void TestOracles::everyCaseIsAsExpected_data() {
  QTest::addColumn<QString>("file");
  const std::vector<std::string> files = oracleFiles();
  for (const std::string& file : files) QTest::newRow(file.c_str()) << QString::fromStdString(file);
  if (files.empty()) QTest::newRow("no oracles") << QString();
}

void TestOracles::everyCaseIsAsExpected() {
  QFETCH(QString, file);
  QVERIFY2(!file.isEmpty(), fmt::format("there are no oracles in {}", oracleFolder().string()).c_str());
  int failed = 0;
  for (const CaseResult& result : resultsOf(file.toStdString())) {
    std::puts(fmt::format("{:<18} {}: {}{}", word(result.outcome), file.toStdString(), result.name,
                          result.detail.empty() ? "" : " (" + result.detail + ")")
                  .c_str());
    m_passed += result.outcome == Outcome::Passed ? 1 : 0;
    failed += result.outcome == Outcome::Failed ? 1 : 0;
    m_missing += result.outcome == Outcome::NoBlock ? 1 : 0;
  }
  std::fflush(stdout);
  m_failed += failed;
  QVERIFY2(failed == 0, fmt::format("{} cases failed", failed).c_str());
}

void TestOracles::filesOfWhatIsBuiltAreWhole_data() {
  QTest::addColumn<QString>("file");
  for (const char* file :
       {"article1/01_softmax_masks", "article1/04_sdpa", "article1/05_mha", "article1/06_global_local",
        "article1/07_sinusoidal_positions", "article1/08_layernorm_gelu_ffn", "article1/09_encoder_layer",
        "article1/40_gat", "article2/09_self_attention"}) {
    QTest::newRow(file) << QString::fromUtf8(file);
  }
}

void TestOracles::filesOfWhatIsBuiltAreWhole() {
  QFETCH(QString, file);
  const std::string name = file.toStdString();
  if (!otherFolder().empty()) QSKIP("the files of another folder may hold more");
  for (const CaseResult& result : resultsOf(name)) {
    const bool isUnread = result.outcome == Outcome::NoBlock && result.detail.empty();
    QVERIFY2(!isUnread, fmt::format("nothing reads \"{}\"", result.name).c_str());
  }
}

void TestOracles::everyAdapterHasItsFile() {
  for (const OracleAdapter& adapter : heed::test::oracleAdapters()) {
    const auto path = std::filesystem::path(HEED_TEST_DATA) / "oracles" / (std::string(adapter.file) + ".json");
    QVERIFY2(std::filesystem::exists(path), path.c_str());
  }
}

void TestOracles::cleanupTestCase() {
  std::puts(fmt::format("{} passed, {} failed, {} no such block yet", m_passed, m_failed, m_missing).c_str());
  std::fflush(stdout);
}

QTEST_GUILESS_MAIN(TestOracles)
#include "tst_oracles.moc"
