#include "core/blocks/shared/mask.h"
#include "core/blocks/shared/sequence.h"

namespace heed::core {

namespace {

constexpr const char* kContext = "NotSelfMask";

void build(BlockBuild& build) {
  finishMask(
      build, [&](std::int64_t query, std::int64_t key) { return key != query; }, text(kContext, "Not itself"),
      text(kContext, "A query may attend to every key but its own."));
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  return {{"five items", {}, {{"sequence", real({5, 2})}}, {}}, {"one item", {}, {{"sequence", real({1, 3})}}, {}}};
}

}  // namespace

const BlockType& notSelfMaskBlock() {
  static const BlockType type{
      .id = "not_self_mask",
      .category = "masks",
      .title = text(kContext, "Not itself"),
      .words = {.summary = text(kContext, "An item may look at all others, but not at itself."),
                .what = text(kContext, "A query may attend to every key but its own."),
                .why = text(kContext,
                            "Where queries and keys have the same features, every item is most like itself; this mask "
                            "asks for the next best."),
                .caution = text(kContext, "A single item has nothing left to look at: its row is all zeros."),
                .synonyms = {"exclude diagonal"}},
      .formula = "M_{ij} = [i \\neq j]",
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
