#include "core/blocks/shared/mask.h"
#include "core/blocks/shared/sequence.h"

namespace heed::core {

namespace {

constexpr const char* kContext = "WindowMask";

void build(BlockBuild& build) {
  const std::int64_t radius = build.integer("radius");
  finishMask(
      build, [&](std::int64_t query, std::int64_t key) { return (query > key ? query - key : key - query) <= radius; },
      text(kContext, "Window mask"), text(kContext, "A query may attend to keys at most the radius away."));
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  return {{"five items", {}, {{"sequence", real({5, 2})}}, {}}, {"one item", {}, {{"sequence", real({1, 3})}}, {}}};
}

}  // namespace

const BlockType& windowMaskBlock() {
  static const BlockType type{
      .id = "window_mask",
      .category = "masks",
      .title = text(kContext, "Window mask"),
      .words = {.summary = text(kContext, "An item may look at its neighbours only."),
                .what = text(kContext, "A query may attend to keys at most the radius away."),
                .why = text(kContext, "Near items often matter most."),
                .caution = {},
                .synonyms = {"local attention", "band mask", "restricted attention"}},
      .formula = "M_{ij} = [|i - j| \\leq r]",
      .paper = "",
      .inputs = {{"sequence", text(kContext, "Sequence"), PortKind::Tensor, 2, false, Role::None}},
      .outputs = {{"mask", text(kContext, "Mask"), PortKind::Mask, 2, false, Role::None}},
      .params = {{.id = "radius",
                  .label = text(kContext, "Radius"),
                  .type = ParamType::Integer,
                  .defaultValue = std::int64_t{2},
                  .minimum = 0,
                  .maximum = 20000,
                  .choices = {},
                  .help = text(kContext, "How far a query may look to each side.")}},
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
