#include "core/base/error.h"
#include "core/blocks/shared/mask.h"
#include "core/blocks/shared/sequence.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

namespace {

constexpr const char* kContext = "MatrixMask";

/// For each item the line of the matrix with its name, the second "the" being the second line of that name; -1 where
/// the matrix has none. Without names on either side lines are items.
std::vector<std::int64_t> linesOf(const std::vector<std::string>& names, const std::vector<std::string>& items,
                                  std::int64_t count) {
  std::vector<std::int64_t> lines(static_cast<std::size_t>(count), -1);
  if (names.empty() || items.empty()) {
    for (std::int64_t i = 0; i < count; ++i) lines[static_cast<std::size_t>(i)] = i;
    return lines;
  }
  std::multimap<std::string_view, std::int64_t> places;
  for (std::size_t i = 0; i < names.size(); ++i) places.emplace(names[i], static_cast<std::int64_t>(i));
  for (std::size_t i = 0; i < items.size() && i < lines.size(); ++i) {
    const auto place = places.lower_bound(items[i]);
    if (place == places.end() || place->first != items[i]) continue;
    lines[i] = place->second;
    places.erase(place);
  }
  return lines;
}

/// The matrix as it is meant for the items of a sequence.
Tensor fitted(const MatrixInput& matrix, const Signal& sequence, std::int64_t count) {
  const std::vector<std::string> items = sequence.items == nullptr ? std::vector<std::string>() : sequence.items->names;
  const Shape& given = matrix.values.shape();
  const bool hasNames = !matrix.rowLabels.empty() && !matrix.columnLabels.empty() && !items.empty();
  if (!hasNames && given != Shape{count, count}) {
    throw Error(ErrorKind::Shape, text(kContext, "the matrix \"%1\" is %2; the sequence has %3 items", matrix.name,
                                       given.toString(), count));
  }
  const auto rows = linesOf(matrix.rowLabels, items, count);
  const auto columns = linesOf(matrix.columnLabels, items, count);
  TensorBuffer mask(ElementKind::Bool, {count, count});
  for (std::int64_t i = 0; i < count; ++i) {
    for (std::int64_t j = 0; j < count; ++j) {
      const std::int64_t row = rows[static_cast<std::size_t>(i)];
      const std::int64_t column = columns[static_cast<std::size_t>(j)];
      const bool isGiven = row >= 0 && column >= 0 && row < given[0] && column < given[1];
      mask.setAt(i * count + j, !isGiven || matrix.values.at(row * given[1] + column) != 0.0 ? 1.0 : 0.0);
    }
  }
  return mask.finish();
}

void build(BlockBuild& build) {
  const auto* matrix = build.data() == nullptr ? nullptr : std::get_if<MatrixInput>(build.data());
  if (matrix == nullptr) throw Error(ErrorKind::Model, text(kContext, "there is no matrix yet; drop or open one"));
  if (matrix->values.shape().rank() != 2) {
    throw Error(ErrorKind::Shape, text(kContext, "the matrix \"%1\" is %2; a mask has two dimensions, queries x keys",
                                       matrix->name, matrix->values.shape().toString()));
  }
  const Text caption = text(kContext, "Mask from a matrix");
  const Text explanation = text(kContext, "The given matrix: 0 forbids, anything else allows.");
  if (!build.hasInput("sequence")) {
    labelMask(build, build.dataInput("mask", matrix->values.converted(ElementKind::Bool)), nullptr, caption,
              explanation);
    return;
  }
  requireSequence(build, "sequence");
  const Signal& sequence = build.input("sequence");
  const std::int64_t count = build.builder().shape(sequence.value)[-2];
  labelMask(build, build.dataInput("mask", fitted(*matrix, sequence, count)), sequence.items, caption, explanation);
}

std::vector<BlockExample> examples() {
  const Tensor threeByThree = Tensor::fromDoubles({3, 3}, {1, 0, 0, 1, 1, 0, 0, 0, 0});
  return {{"three by three", {}, {}, MatrixInput{"mask.csv", threeByThree, {}, {}}},
          {"for a sequence",
           {},
           {{"sequence", {{ValueKind::Real, {3, 2}}}}},
           MatrixInput{"mask.csv", threeByThree, {}, {}}}};
}

}  // namespace

const BlockType& matrixMaskBlock() {
  static const BlockType type{
      .id = "matrix_mask",
      .category = "masks",
      .title = text(kContext, "Mask from a matrix"),
      .words = {.summary = text(kContext, "A mask given as a matrix: 0 forbids, anything else allows."),
                .what = text(kContext,
                             "Row i, column j of the matrix says whether query i may attend to key j. With a sequence, "
                             "rows and columns are found by the names of its items, and items that the matrix does not "
                             "name are allowed."),
                .why = text(kContext, "Any pattern can be tried."),
                .caution = {},
                .synonyms = {"custom mask", "attention mask"}},
      .formula = "M_{ij} = [m_{ij} \\neq 0]",
      .paper = "",
      .inputs = {{"sequence", text(kContext, "Sequence that it is fitted to"), PortKind::Tensor, 2, true, Role::None}},
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
