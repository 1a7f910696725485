#include "core/base/error.h"
#include "core/blocks/shared/sequence.h"

#include <string>

namespace heed::core {

namespace {

constexpr const char* kContext = "MatrixInput";

void build(BlockBuild& build) {
  const auto* matrix = build.data() == nullptr ? nullptr : std::get_if<MatrixInput>(build.data());
  if (matrix == nullptr) throw Error(ErrorKind::Model, text(kContext, "there is no matrix yet; drop or open one"));
  const Shape& shape = matrix->values.shape();
  if (shape.rank() < 1 || shape.rank() > 2 || shape.elementCount() == 0) {
    throw Error(ErrorKind::Shape,
                text(kContext, "the matrix \"%1\" is %2; it needs rows and columns", matrix->name, shape.toString()));
  }
  const Tensor values = shape.rank() == 1 ? matrix->values.reshaped({1, shape[0]}) : matrix->values;
  auto names = matrix->rowLabels;
  for (auto i = static_cast<std::int64_t>(names.size()); i < values.shape()[0]; ++i) names.push_back(std::to_string(i));
  const auto rows = axisLabels(std::move(names));
  const auto columns = matrix->columnLabels.empty() ? nullptr : axisLabels(matrix->columnLabels);
  const std::vector<Axis> axes = {{AxisMeaning::Token, rows}, {AxisMeaning::Feature, columns}};
  const Value value = build.dataInput("values", values.converted(ElementKind::Float64));
  build.builder().step(value, {.id = "values",
                               .phase = Phase::Input,
                               .role = Role::None,
                               .caption = text(kContext, "Matrix X"),
                               .explanation = text(kContext, "The numbers as they stand in the file."),
                               .term = {},
                               .expression = "X",
                               .axes = axes,
                               .mask = {},
                               .depth = StepDepth::Step,
                               .isInput = true});
  build.setOutput("values", {PortKind::Tensor, value, {}, axes, rows, 0, false});
}

std::vector<BlockExample> examples() {
  return {{"two rows", {}, {}, MatrixInput{"m.csv", Tensor::fromDoubles({2, 3}, {1, 2, 3, 4, 5, 6}), {"a", "b"}, {}}},
          {"one number", {}, {}, MatrixInput{"m.npy", Tensor::fromDoubles({1, 1}, {0.5}), {}, {}}}};
}

}  // namespace

const BlockType& matrixInputBlock() {
  static const BlockType type{
      .id = "matrix_input",
      .category = "inputs",
      .title = text(kContext, "Matrix"),
      .words = {.summary = text(kContext, "Numbers from a file: each row an item, each column a channel."),
                .what = text(kContext, "The matrix of a CSV, NPY or NPZ file goes into the model as it is."),
                .why = text(kContext, "Own numbers are the quickest way to ask a mechanism a question."),
                .caution =
                    text(kContext,
                         "NaN and infinities are taken as they are and travel on; the first step that holds one is "
                         "named."),
                .synonyms = {"CSV", "NPY", "table", "numbers"}},
      .formula = "X \\in \\mathbb{R}^{n \\times d}",
      .paper = "",
      .inputs = {},
      .outputs = {{"values", text(kContext, "Values"), PortKind::Tensor, 2, false, Role::None}},
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
