#include "core/base/error.h"
#include "core/blocks/shared/mask.h"
#include "core/blocks/shared/sequence.h"

namespace heed::core {

namespace {

constexpr const char* kContext = "MatrixMask";

void build(BlockBuild& build) {
  const auto* matrix = build.data() == nullptr ? nullptr : std::get_if<MatrixInput>(build.data());
  if (matrix == nullptr) throw Error(ErrorKind::Model, text(kContext, "there is no matrix yet; drop or open one"));
  if (matrix->values.shape().rank() != 2) {
    throw Error(ErrorKind::Shape, text(kContext, "the matrix \"%1\" is %2; a mask has two dimensions, queries x keys",
                                       matrix->name, matrix->values.shape().toString()));
  }
  const Value value = build.dataInput("mask", matrix->values.converted(ElementKind::Bool));
  labelMask(build, value, nullptr, text(kContext, "Mask from a matrix"),
            text(kContext, "The given matrix: 0 forbids, anything else allows."));
}

std::vector<BlockExample> examples() {
  return {{"three by three",
           {},
           {},
           MatrixInput{"mask.csv", Tensor::fromDoubles({3, 3}, {1, 0, 0, 1, 1, 0, 0, 0, 0}), {}, {}}}};
}

}  // namespace

const BlockType& matrixMaskBlock() {
  static const BlockType type{
      .id = "matrix_mask",
      .category = "masks",
      .title = text(kContext, "Mask from a matrix"),
      .words = {.summary = text(kContext, "A mask given as a matrix: 0 forbids, anything else allows."),
                .what = text(kContext, "Row i, column j of the matrix says whether query i may attend to key j."),
                .why = text(kContext, "Any pattern can be tried."),
                .caution = {},
                .synonyms = {"custom mask", "attention mask"}},
      .formula = "M_{ij} = [m_{ij} \\neq 0]",
      .paper = "",
      .inputs = {},
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
