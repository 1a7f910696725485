#pragma once

#include "tests/support/oracles/oracle_reader.h"
#include "tests/support/oracles/oracle_run.h"

#include <span>
#include <string_view>

/// One adapter for each oracle file, in a source file of the same name: it binds tensors to ports, weights and operands
/// and says which step or output each expected value belongs to. It permutes and computes nothing by itself.
namespace heed::test {

using Adapter = void (*)(OracleReader& oracle, CaseRunner& cases);

/// The adapter of a file: "article1/04_sdpa". Files of article 2 call it once for each case.
struct OracleAdapter {
  std::string_view file;
  Adapter adapt;
};
[[nodiscard]] std::span<const OracleAdapter> oracleAdapters();

void softmaxMasks(OracleReader& oracle, CaseRunner& cases);         // article1/01
void scaledDotProduct(OracleReader& oracle, CaseRunner& cases);     // article1/04
void multiHeadOfArticle1(OracleReader& oracle, CaseRunner& cases);  // article1/05
void globalLocal(OracleReader& oracle, CaseRunner& cases);          // article1/06
void sinusoidalPositions(OracleReader& oracle, CaseRunner& cases);  // article1/07
void layerNormGeluFfn(OracleReader& oracle, CaseRunner& cases);     // article1/08
void encoderLayer(OracleReader& oracle, CaseRunner& cases);         // article1/09
void swin(OracleReader& oracle, CaseRunner& cases);                 // article1/36
void gat(OracleReader& oracle, CaseRunner& cases);                  // article1/40
void hardAttention(OracleReader& oracle, CaseRunner& cases);        // article1/41
void similarity(OracleReader& oracle, CaseRunner& cases);           // article2/01
void sparseNorm(OracleReader& oracle, CaseRunner& cases);           // article2/02
void gating(OracleReader& oracle, CaseRunner& cases);               // article2/05
void selfAttention(OracleReader& oracle, CaseRunner& cases);        // article2/09
void multiHeadOfArticle2(OracleReader& oracle, CaseRunner& cases);  // article2/11
void softVersusHard(OracleReader& oracle, CaseRunner& cases);       // article2/17

}  // namespace heed::test
