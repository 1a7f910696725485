#include "core/data/image_patches.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace heed::core {

namespace {

constexpr std::size_t kChannels = 3;
constexpr double kSqueeze = 1.8;
constexpr const char* kColourGroup = "colour";
/// The features in their order, and the group of each.
constexpr std::array<std::pair<const char*, const char*>, 12> kFeatures{{{"red - green", kColourGroup},
                                                                         {"yellow - blue", kColourGroup},
                                                                         {"brightness", kColourGroup},
                                                                         {"contrast", "texture"},
                                                                         {"slope across", "edges"},
                                                                         {"slope down", "edges"},
                                                                         {"slope falling", "edges"},
                                                                         {"slope rising", "edges"},
                                                                         {"row cosine", "position"},
                                                                         {"row sine", "position"},
                                                                         {"column cosine", "position"},
                                                                         {"column sine", "position"}}};
constexpr std::array<const char*, kChannels> kPixelNames = {"red", "green", "blue"};

/// Reads pixels of one patch by row, column and channel.
class PatchReader {
 public:
  PatchReader(const ImageInput& image, const PatchGrid& grid, int patch)
      : m_pixels(image.pixels.floats()),
        m_width(grid.width),
        m_top(grid.top + patch / grid.columns * grid.patchSize),
        m_left(grid.left + patch % grid.columns * grid.patchSize) {}

  [[nodiscard]] double operator()(int row, int column, std::size_t channel) const {
    const auto pixel = static_cast<std::size_t>(m_top + row) * static_cast<std::size_t>(m_width) +
                       static_cast<std::size_t>(m_left + column);
    return static_cast<double>(m_pixels[pixel * kChannels + channel]);
  }
  [[nodiscard]] double brightness(int row, int column) const {
    return ((*this)(row, column, 0) + (*this)(row, column, 1) + (*this)(row, column, 2)) / 3.0;
  }

 private:
  std::span<const float> m_pixels;
  int m_width;
  int m_top;
  int m_left;
};

std::array<double, 3> meanColour(const PatchReader& pixel, int size) {
  std::array<double, 3> mean{};
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      for (std::size_t c = 0; c < kChannels; ++c) mean[c] += pixel(row, column, c) / (size * size);
    }
  }
  return mean;
}

double contrast(const PatchReader& pixel, int size) {
  double mean = 0.0;
  double square = 0.0;
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      const double value = pixel.brightness(row, column);
      mean += value / (size * size);
      square += value * value / (size * size);
    }
  }
  return std::sqrt(std::max(0.0, square - mean * mean));
}

/// The mean slope of the brightness along a step of (rows, columns) pixels.
double slope(const PatchReader& pixel, int size, int rows, int columns) {
  double total = 0.0;
  int count = 0;
  for (int row = 0; row + rows < size; ++row) {
    for (int column = std::max(0, -columns); column + std::max(0, columns) < size; ++column) {
      total += std::abs(pixel.brightness(row + rows, column + columns) - pixel.brightness(row, column));
      ++count;
    }
  }
  return count > 0 ? total / count : 0.0;
}

void standardise(std::vector<double>& values, std::size_t columns, std::size_t column) {
  const std::size_t rows = values.size() / columns;
  double mean = 0.0;
  for (std::size_t i = 0; i < rows; ++i) mean += values[i * columns + column] / static_cast<double>(rows);
  double variance = 0.0;
  for (std::size_t i = 0; i < rows; ++i) {
    variance +=
        (values[i * columns + column] - mean) * (values[i * columns + column] - mean) / static_cast<double>(rows);
  }
  const double deviation = std::sqrt(variance);
  for (std::size_t i = 0; i < rows; ++i) {
    double& value = values[i * columns + column];
    value = deviation > 1e-9 ? kSqueeze * std::tanh((value - mean) / deviation / kSqueeze) : 0.0;
  }
}

}  // namespace

PatchGrid patchGrid(int width, int height, int shortSide, int longSide) {
  if (width < 1 || height < 1) {
    throw Error(ErrorKind::Shape,
                text("Image", "the picture is %1 x %2 pixels; it needs at least one pixel", width, height));
  }
  const std::int64_t shorter = std::min(width, height);
  const std::int64_t longer = std::max(width, height);
  const std::int64_t size = std::max<std::int64_t>(1, shorter / shortSide);
  const std::int64_t few = std::min<std::int64_t>(shorter / size, shortSide);
  const std::int64_t many = std::min({longer / size, std::int64_t{longSide}, (few * longer + shorter / 2) / shorter});
  PatchGrid grid;
  grid.patchSize = static_cast<int>(size);
  grid.columns = static_cast<int>(width <= height ? few : many);
  grid.rows = static_cast<int>(width <= height ? many : few);
  grid.width = width;
  grid.height = height;
  grid.left = (width - grid.columns * grid.patchSize) / 2;
  grid.top = (height - grid.rows * grid.patchSize) / 2;
  return grid;
}

PatchFeatures patchFeatures(const ImageInput& image, const PatchGrid& grid) {
  PatchFeatures result;
  for (const auto& [name, group] : kFeatures) {
    result.names.emplace_back(name);
    result.groups.emplace_back(group);
  }
  const std::size_t columns = result.names.size();
  std::vector<double> values;
  for (int patch = 0; patch < grid.patchCount(); ++patch) {
    const PatchReader pixel(image, grid, patch);
    const int size = grid.patchSize;
    const auto [red, green, blue] = meanColour(pixel, size);
    const int gridRow = patch / grid.columns;
    const int gridColumn = patch % grid.columns;
    const double row = static_cast<double>(gridRow) / grid.rows * std::numbers::pi;
    const double column = static_cast<double>(gridColumn) / grid.columns * std::numbers::pi;
    values.insert(values.end(),
                  {red - green, (red + green) / 2.0 - blue, (red + green + blue) / 3.0, contrast(pixel, size),
                   slope(pixel, size, 0, 1), slope(pixel, size, 1, 0), slope(pixel, size, 1, 1),
                   slope(pixel, size, 1, -1), std::cos(row), std::sin(row), std::cos(column), std::sin(column)});
  }
  for (std::size_t column = 0; column < columns; ++column) {
    if (result.groups[column] != "position") standardise(values, columns, column);
  }
  result.values = Tensor::fromDoubles({grid.patchCount(), static_cast<std::int64_t>(columns)}, values);
  return result;
}

std::string patchFeatureGroup(std::string_view name) {
  for (const auto& [feature, group] : kFeatures) {
    if (name == feature) return group;
  }
  // A pixel is "red 3,5".
  const std::string_view channel = name.substr(0, name.find(' '));
  const bool isPixel = channel.size() < name.size() && name.find(',') != std::string_view::npos;
  return isPixel && std::ranges::find(kPixelNames, channel) != kPixelNames.end() ? kColourGroup : "";
}

PatchFeatures patchPixels(const ImageInput& image, const PatchGrid& grid) {
  PatchFeatures result;
  const int size = grid.patchSize;
  for (std::size_t channel = 0; channel < kChannels; ++channel) {
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) {
        result.names.push_back(fmt::format("{} {},{}", kPixelNames[channel], row, column));
        result.groups.emplace_back(kColourGroup);
      }
    }
  }
  std::vector<double> values;
  for (int patch = 0; patch < grid.patchCount(); ++patch) {
    const PatchReader pixel(image, grid, patch);
    for (std::size_t channel = 0; channel < kChannels; ++channel) {
      for (int row = 0; row < size; ++row) {
        for (int column = 0; column < size; ++column) values.push_back(pixel(row, column, channel));
      }
    }
  }
  const auto features = static_cast<std::int64_t>(result.names.size());
  result.values = Tensor::fromDoubles({grid.patchCount(), features}, values);
  return result;
}

}  // namespace heed::core
