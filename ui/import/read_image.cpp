#include "core/base/error.h"
#include "core/io/file.h"
#include "ui/import/import_file.h"

#include <QBuffer>
#include <QImage>
#include <QImageReader>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

using core::Error;
using core::ErrorKind;
using core::text;

constexpr const char* kContext = "Image";
constexpr std::uint64_t kImageFileLimit = std::uint64_t{256} << 20U;
constexpr std::int64_t kMostPixels = std::int64_t{200} * 1000 * 1000;
/// Some formats are decoded whole before they are scaled, with four bytes a pixel; Qt's own limit is 128 MB.
constexpr int kMostMegabytes = 1024;
constexpr std::size_t kChannels = 3;

/// The size to decode at: QImageReader refuses large pictures, so they are scaled while they are read.
QSize decodedSize(QSize size) {
  const int longest = std::max(size.width(), size.height());
  if (longest <= kLongestImageSide) return size;
  const double factor = static_cast<double>(kLongestImageSide) / longest;
  return {std::max(1, static_cast<int>(std::lround(size.width() * factor))),
          std::max(1, static_cast<int>(std::lround(size.height() * factor)))};
}

QImage onWhite(const QImage& image) {
  if (!image.hasAlphaChannel()) return image.convertToFormat(QImage::Format_RGB888);
  QImage opaque(image.size(), QImage::Format_RGB888);
  opaque.fill(qRgb(255, 255, 255));
  QPainter painter(&opaque);
  painter.drawImage(0, 0, image);
  return opaque;
}

/// Qt's own sentences are not in every language, and say little.
[[noreturn]] void refuse(const QImageReader& reader, const std::string& name) {
  if (reader.error() == QImageReader::UnsupportedFormatError) {
    throw Error(ErrorKind::Format, text(kContext,
                                        "%1 cannot be read as a picture: its beginning is none of PNG, JPEG, WebP, BMP "
                                        "and SVG",
                                        name));
  }
  throw Error(
      ErrorKind::Format,
      text(kContext, "%1 cannot be read as a picture: its data are broken, incomplete or without a size", name));
}

}  // namespace

core::ImageInput readImage(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  const std::string bytes = core::readFile(path, kImageFileLimit);
  QByteArray array = QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size()));
  QBuffer buffer(&array);
  buffer.open(QIODevice::ReadOnly);
  QImageReader::setAllocationLimit(kMostMegabytes);
  QImageReader reader(&buffer);
  reader.setDecideFormatFromContent(true);
  reader.setAutoTransform(true);
  const QSize size = reader.size();
  if (!reader.canRead() || !size.isValid() || size.isEmpty()) refuse(reader, name);
  if (std::int64_t{size.width()} * size.height() > kMostPixels) {
    throw Error(ErrorKind::Limit, text(kContext, "%1 has %2 x %3 pixels; at most %4 million are read", name,
                                       size.width(), size.height(), kMostPixels / 1000000));
  }
  reader.setScaledSize(decodedSize(size));
  const QImage image = reader.read();
  if (image.isNull()) refuse(reader, name);
  // The size in the file is that before the picture is turned as its metadata says.
  const bool isTurned = (reader.transformation() & QImageIOHandler::TransformationRotate90) != 0;
  return withFileSize(fromImage(image, QString::fromStdString(name)), isTurned ? size.transposed() : size);
}

core::ImageInput withFileSize(core::ImageInput image, const QSize& size) {
  const core::Shape& shape = image.pixels.shape();
  if (size.width() > shape[1] || size.height() > shape[0]) {
    image.fileWidth = size.width();
    image.fileHeight = size.height();
  }
  return image;
}

core::ImageInput fromImage(const QImage& image, const QString& name) {
  const QImage rgb = onWhite(image);
  core::TensorBuffer pixels(core::ElementKind::Float32, {rgb.height(), rgb.width(), std::int64_t{kChannels}});
  const auto out = pixels.floats();
  std::size_t position = 0;
  for (int y = 0; y < rgb.height(); ++y) {
    const uchar* line = rgb.constScanLine(y);
    const auto count = static_cast<std::size_t>(rgb.width()) * kChannels;
    for (std::size_t i = 0; i < count; ++i) out[position++] = static_cast<float>(line[i]) / 255.0F;
  }
  return {.name = name.toStdString(), .pixels = pixels.finish()};
}

QImage toImage(const core::ImageInput& image) {
  const core::Shape& shape = image.pixels.shape();
  QImage result(static_cast<int>(shape[1]), static_cast<int>(shape[0]), QImage::Format_RGB888);
  const auto pixels = image.pixels.floats();
  std::size_t position = 0;
  for (int y = 0; y < result.height(); ++y) {
    uchar* line = result.scanLine(y);
    const auto count = static_cast<std::size_t>(result.width()) * kChannels;
    for (std::size_t i = 0; i < count; ++i) {
      line[i] = static_cast<uchar>(std::lround(std::clamp(pixels[position++], 0.0F, 1.0F) * 255.0F));
    }
  }
  return result;
}

}  // namespace heed::ui
