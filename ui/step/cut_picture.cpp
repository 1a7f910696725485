#include "ui/step/cut_picture.h"

#include "core/model/block_type.h"
#include "ui/import/import_file.h"

namespace heed::ui {

CutPicture cutPicture(const core::DocumentData& document, const CutPicture& known) {
  const auto picture = patchedPicture(document);
  if (!picture || picture->image->pixels.isNull()) return {};
  const core::PatchGrid& grid = picture->grid;
  const core::Tensor& pixels = picture->image->pixels;
  const bool isKnown = known.patches != nullptr && known.pixels.floats().data() == pixels.floats().data() &&
                       known.patches->rows() == grid.rows && known.patches->columns() == grid.columns;
  if (isKnown) return known;
  const QRect area(grid.left, grid.top, grid.columns * grid.patchSize, grid.rows * grid.patchSize);
  return {std::make_shared<PatchPicture>(toImage(*picture->image), area, grid.rows, grid.columns), pixels};
}

std::optional<PatchedPicture> patchedPicture(const core::DocumentData& document) {
  for (const auto& [id, input] : document.inputs) {
    const auto* image = std::get_if<core::ImageInput>(&input);
    const core::Block* block = document.model.block(id);
    if (image == nullptr || block == nullptr || block->type != "image_input") continue;
    const auto side = [&](const char* parameter) {
      const auto value = core::parameterOrDefault(*core::findBlockType(block->type), block->parameters, parameter);
      return static_cast<int>(std::get<std::int64_t>(value));
    };
    const core::Shape& shape = image->pixels.shape();
    return PatchedPicture{image, core::patchGrid(static_cast<int>(shape[1]), static_cast<int>(shape[0]),
                                                 side("short_side"), side("long_side"))};
  }
  return std::nullopt;
}

}  // namespace heed::ui
