#pragma once

#include "tests/support/oracles/oracle_run.h"

#include <filesystem>
#include <string>
#include <vector>

namespace heed::test {

/// The folder that HEED_ORACLES names instead of the project's own copy, or empty.
[[nodiscard]] std::string otherOracleFolder();
/// The folder with article1 and article2.
[[nodiscard]] std::filesystem::path oracleFolder();
/// "article1/04_sdpa", sorted.
[[nodiscard]] std::vector<std::string> oracleFiles();

/// How each case of a file went on a machine; what no adapter reads is among them as not there yet.
[[nodiscard]] std::vector<CaseResult> oracleResults(const std::string& file, const OracleMachine& machine);

}  // namespace heed::test
