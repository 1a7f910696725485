#include "ui/export/color_vision.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed::ui {

namespace {

using Matrix = std::array<std::array<float, 3>, 3>;

constexpr Matrix kGrey{{{0.2126F, 0.7152F, 0.0722F}, {0.2126F, 0.7152F, 0.0722F}, {0.2126F, 0.7152F, 0.0722F}}};
constexpr Matrix kProtanopia{
    {{0.152286F, 1.052583F, -0.204868F}, {0.114503F, 0.786281F, 0.099216F}, {-0.003882F, -0.048116F, 1.051998F}}};
constexpr Matrix kDeuteranopia{
    {{0.367322F, 0.860646F, -0.227968F}, {0.280085F, 0.672501F, 0.047413F}, {-0.011820F, 0.042940F, 0.968881F}}};
constexpr Matrix kTritanopia{
    {{1.255528F, -0.076749F, -0.178779F}, {-0.078411F, 0.930809F, 0.147602F}, {0.004733F, 0.691367F, 0.303900F}}};

const Matrix& matrixOf(ColorVision vision) {
  switch (vision) {
    case ColorVision::Protanopia:
      return kProtanopia;
    case ColorVision::Deuteranopia:
      return kDeuteranopia;
    case ColorVision::Tritanopia:
      return kTritanopia;
    default:
      return kGrey;
  }
}

/// sRGB's transfer curve (IEC 61966-2-1) for each byte.
const std::array<float, 256>& linearOfByte() {
  static const std::array<float, 256> table = [] {
    std::array<float, 256> values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
      const float encoded = static_cast<float>(i) / 255.0F;
      values[i] = encoded <= 0.04045F ? encoded / 12.92F : std::pow((encoded + 0.055F) / 1.055F, 2.4F);
    }
    return values;
  }();
  return table;
}

int byteOfLinear(float linear) {
  const float bounded = std::clamp(linear, 0.0F, 1.0F);
  const float encoded = bounded <= 0.0031308F ? bounded * 12.92F : 1.055F * std::pow(bounded, 1.0F / 2.4F) - 0.055F;
  return static_cast<int>(std::lround(encoded * 255.0F));
}

QRgb seenPixel(QRgb pixel, const Matrix& matrix) {
  const auto& linear = linearOfByte();
  const std::array<float, 3> in{linear[static_cast<std::size_t>(qRed(pixel))],
                                linear[static_cast<std::size_t>(qGreen(pixel))],
                                linear[static_cast<std::size_t>(qBlue(pixel))]};
  std::array<int, 3> out{};
  for (std::size_t i = 0; i < 3; ++i) {
    out[i] = byteOfLinear(matrix[i][0] * in[0] + matrix[i][1] * in[1] + matrix[i][2] * in[2]);
  }
  return qRgba(out[0], out[1], out[2], qAlpha(pixel));
}

}  // namespace

QImage seenWith(ColorVision vision, const QImage& picture) {
  if (vision == ColorVision::Full || picture.isNull()) return picture;
  const Matrix& matrix = matrixOf(vision);
  QImage seen = picture.convertToFormat(QImage::Format_ARGB32);
  for (int y = 0; y < seen.height(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(seen.scanLine(y));
    QRgb last = line[0];
    QRgb lastSeen = seenPixel(last, matrix);
    for (int x = 0; x < seen.width(); ++x) {
      if (line[x] != last) {
        last = line[x];
        lastSeen = seenPixel(last, matrix);
      }
      line[x] = lastSeen;
    }
  }
  return seen;
}

}  // namespace heed::ui
