#include "core/blocks/shared/mask.h"
#include "core/blocks/shared/sequence.h"
#include "core/ops/ops.h"

namespace heed::core {

namespace {

constexpr const char* kContext = "CombineMasks";

void build(BlockBuild& build) {
  const Value value = ops::logicalAnd(build.builder(), build.input("a").value, build.input("b").value);
  labelMask(build, value, build.input("a").items, text(kContext, "Both masks"),
            text(kContext, "A pair is allowed if both masks allow it."));
}

std::vector<BlockExample> examples() {
  const auto mask = [](Shape shape) { return ExampleInput{{ValueKind::Bool, shape}, 0.0, 0.6}; };
  return {{"two masks", {}, {{"a", mask({4, 4})}, {"b", mask({4, 4})}}, {}}};
}

}  // namespace

const BlockType& combineMasksBlock() {
  static const BlockType type{
      .id = "combine_masks",
      .category = "masks",
      .title = text(kContext, "Both masks"),
      .words = {.summary = text(kContext, "Allows a pair only if both masks allow it."),
                .what = text(kContext, "The two masks are joined by AND."),
                .why = text(kContext, "A causal mask and hidden words, for instance, belong together."),
                .caution = {},
                .synonyms = {"and", "intersection"}},
      .formula = "M = A \\wedge B",
      .paper = "",
      .inputs = {{"a", text(kContext, "First"), PortKind::Mask, 2, false, Role::None},
                 {"b", text(kContext, "Second"), PortKind::Mask, 2, false, Role::None}},
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
