#pragma once

#include <QImage>

namespace heed::ui {

/// How a picture is looked at: as it is, printed without colour, or with one kind of cones missing.
enum class ColorVision { Full, Grey, Protanopia, Deuteranopia, Tritanopia };

/// The picture as it is seen so. The three dichromacies by the matrices of Machado, Oliveira and Fernandes, "A
/// Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 2009, at severity 1, on linear
/// light; grey by the luminance of sRGB.
[[nodiscard]] QImage seenWith(ColorVision vision, const QImage& picture);

}  // namespace heed::ui
