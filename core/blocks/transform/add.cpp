#include "core/blocks/shared/sequence.h"
#include "core/ops/ops.h"

namespace heed::core {

namespace {

constexpr const char* kContext = "Add";

void build(BlockBuild& build) {
  Builder& builder = build.builder();
  const Signal& a = build.input("a");
  const Value result = ops::add(builder, a.value, build.input("b").value);
  const bool keepsAxes = builder.shape(result).rank() == static_cast<int>(a.axes.size());
  const std::vector<Axis> axes = keepsAxes ? a.axes : build.input("b").axes;
  builder.step(result, {.id = "output",
                        .phase = Phase::Transform,
                        .role = Role::None,
                        .caption = text(kContext, "Sum"),
                        .explanation = text(kContext, "The two are added, element by element."),
                        .term = "output",
                        .expression = "A + B",
                        .axes = axes});
  build.setOutput("output", derived(keepsAxes ? a : build.input("b"), result, axes));
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  return {{"same shape", {}, {{"a", real({3, 4})}, {"b", real({3, 4})}}, {}},
          {"a row for every row", {}, {{"a", real({2, 3, 4})}, {"b", real({4})}}, {}}};
}

}  // namespace

const BlockType& addBlock() {
  static const BlockType type{
      .id = "add",
      .category = "transform",
      .title = text(kContext, "Add"),
      .words = {.summary = text(kContext, "Adds two tensors: the residual connection."),
                .what = text(kContext, "The two inputs are added element by element."),
                .why = text(kContext, "A residual path lets a block change its input only as much as it needs to."),
                .caution = {},
                .synonyms = {"residual", "skip connection", "sum"}},
      .formula = "Y = A + B",
      .paper = "He et al., Deep Residual Learning for Image Recognition, CVPR 2016",
      .inputs = {{"a", text(kContext, "First"), PortKind::Tensor, -1, false, Role::None},
                 {"b", text(kContext, "Second"), PortKind::Tensor, -1, false, Role::None}},
      .outputs = {{"output", text(kContext, "Sum"), PortKind::Tensor, -1, false, Role::None}},
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
