#pragma once

#include "core/tensor/tensor.h"

#include <string>
#include <variant>
#include <vector>

namespace heed::core {

struct TextInput {
  std::string text;  ///< UTF-8

  bool operator==(const TextInput&) const = default;
};

/// A decoded picture: sRGB, [height, width, 3], Float32 in [0, 1].
struct ImageInput {
  std::string name;  ///< of the file it came from; may be empty
  Tensor pixels;     ///< null in a template: `name` is then a picture of resources/samples, decoded by whoever opens it
  /// The size of the picture in the file, where it was read at a smaller one; 0 where the pixels are all there were.
  std::int64_t fileWidth = 0;
  std::int64_t fileHeight = 0;

  /// The size that a person knows the picture by; the pixels must be there.
  [[nodiscard]] std::int64_t fullWidth() const { return fileWidth > 0 ? fileWidth : pixels.shape()[1]; }
  [[nodiscard]] std::int64_t fullHeight() const { return fileHeight > 0 ? fileHeight : pixels.shape()[0]; }
  [[nodiscard]] bool isReadSmaller() const { return fileWidth > 0; }
};

/// Directed edges from source to target, with named nodes that carry features.
struct GraphInput {
  std::vector<std::string> nodes;
  Tensor edges;     ///< Int32 [e, 2]: source, target
  Tensor features;  ///< [n, f]; null if the nodes have none
  std::vector<std::string> featureNames;
};

/// A matrix as it stands in a file; labels may be empty.
struct MatrixInput {
  std::string name;
  Tensor values;
  std::vector<std::string> rowLabels;
  std::vector<std::string> columnLabels;
};

/// What a person gives to an input block.
using InputData = std::variant<std::monostate, TextInput, ImageInput, GraphInput, MatrixInput>;

}  // namespace heed::core
