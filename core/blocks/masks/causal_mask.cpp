#include "core/blocks/shared/mask.h"
#include "core/blocks/shared/sequence.h"

namespace heed::core {

namespace {

constexpr const char* kContext = "CausalMask";

void build(BlockBuild& build) {
  finishMask(
      build, [&](std::int64_t query, std::int64_t key) { return key <= query; }, text(kContext, "Causal mask"),
      text(kContext, "A query may attend to a key only if the key does not come after it."));
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  return {{"five items", {}, {{"sequence", real({5, 2})}}, {}}, {"one item", {}, {{"sequence", real({1, 3})}}, {}}};
}

}  // namespace

const BlockType& causalMaskBlock() {
  static const BlockType type{
      .id = "causal_mask",
      .category = "masks",
      .title = text(kContext, "Causal mask"),
      .words = {.summary = text(kContext, "An item may look at itself and at what came before."),
                .what = text(kContext, "A query may attend to a key only if the key does not come after it."),
                .why = text(kContext, "Whoever predicts the next word must not see it."),
                .caution = {},
                .synonyms = {"autoregressive mask", "triangular mask", "decoder mask"}},
      .formula = "M_{ij} = [j \\leq i]",
      .paper = "",
      .inputs = {{"sequence", text(kContext, "Sequence"), PortKind::Tensor, 2, false, Role::None}},
      .outputs = {{"mask", text(kContext, "Mask"), PortKind::Mask, 2, false, Role::None}},
      .params = {},
      .build = build,
      .isMechanism = false,
      .isBilinear = false,
      .claims = {},
      .equalities = {},
      .examples = examples,
      .reference = nullptr,
  };
  return type;
}

}  // namespace heed::core
