#pragma once

#include "core/data/input.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

/// How a picture is cut into square patches of whole pixels: the short side in 12 patches, the long side in as many as
/// its aspect asks for, at most 20, the rest cut evenly from both ends. A picture smaller than that has patches of one
/// pixel.
struct PatchGrid {
  int rows = 0;
  int columns = 0;
  int patchSize = 0;  ///< in pixels
  int left = 0;       ///< of the first patch, in pixels: what is cut there
  int top = 0;
  int width = 0;  ///< of the whole picture
  int height = 0;

  [[nodiscard]] int patchCount() const { return rows * columns; }
  [[nodiscard]] bool cutsSomething() const { return rows * patchSize != height || columns * patchSize != width; }
  bool operator==(const PatchGrid&) const = default;
};

inline constexpr int kPatchesOnShortSide = 12;
inline constexpr int kMostPatchesOnLongSide = 20;

/// Throws Error{Shape} for a picture without pixels.
[[nodiscard]] PatchGrid patchGrid(int width, int height, int shortSide = kPatchesOnShortSide,
                                  int longSide = kMostPatchesOnLongSide);

/// Numbers for each patch, row-major over the grid, with the names of the columns.
struct PatchFeatures {
  Tensor values;  ///< Float64 [rows * columns, features]
  std::vector<std::string> names;
  std::vector<std::string> groups;  ///< for each column: "colour", "texture", "edges" or "position"
};

/// Hand-made features of a patch: mean colour as red minus green, yellow minus blue and brightness; texture as the
/// contrast inside; edges as the mean slope across four directions; position as cosines and sines of row and column.
/// All but the position are standardised over the picture and squeezed by 1.8 tanh(z / 1.8), so that one bright patch
/// does not own the scale; a feature without any spread is 0.
[[nodiscard]] PatchFeatures patchFeatures(const ImageInput& image, const PatchGrid& grid);

/// The group of a feature of patches by its name, as PatchFeatures::groups has it; empty for other names.
[[nodiscard]] std::string patchFeatureGroup(std::string_view name);

/// The pixels of each patch in the order channel, row, column (as a strided convolution sees them): Float64
/// [rows * columns, 3 * patchSize * patchSize], in [0, 1].
[[nodiscard]] PatchFeatures patchPixels(const ImageInput& image, const PatchGrid& grid);

}  // namespace heed::core
