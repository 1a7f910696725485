#include "tests/support/oracles/oracle_adapters.h"

namespace heed::test {

std::span<const OracleAdapter> oracleAdapters() {
  static constexpr OracleAdapter adapters[] = {
      {"article1/01_softmax_masks", softmaxMasks},
      {"article1/04_sdpa", scaledDotProduct},
      {"article1/05_mha", multiHeadOfArticle1},
      {"article1/06_global_local", globalLocal},
      {"article1/07_sinusoidal_positions", sinusoidalPositions},
      {"article1/08_layernorm_gelu_ffn", layerNormGeluFfn},
      {"article1/09_encoder_layer", encoderLayer},
      {"article1/36_swin", swin},
      {"article1/40_gat", gat},
      {"article1/41_hard_attention", hardAttention},
      {"article2/01_similarity", similarity},
      {"article2/02_sparse_norm", sparseNorm},
      {"article2/05_gating", gating},
      {"article2/09_self_attention", selfAttention},
      {"article2/11_multi_head", multiHeadOfArticle2},
      {"article2/17_soft_vs_hard", softVersusHard},
  };
  return adapters;
}

}  // namespace heed::test
