#pragma once

#include "core/data/input.h"
#include "core/io/document.h"

#include <QSize>
#include <QString>

#include <filesystem>
#include <variant>

class QImage;

namespace heed::ui {

/// The longest side that a picture is read at; a larger one is scaled while it is decoded.
inline constexpr int kLongestImageSide = 2048;

/// What a file holds: a document or template of Heed, or data for an input block.
using Imported = std::variant<core::DocumentData, core::InputData>;

/// Reads a file by its content and, where that says nothing, its extension: documents (.heed), templates (.json), text,
/// pictures (PNG, JPEG, WebP, BMP, SVG), edge lists and matrices (.csv, .tsv), graphs (.graphml), .npy and .npz. Throws
/// core::Error with a sentence that says what was found and what is possible. Nothing found in a file is executed.
[[nodiscard]] Imported importFile(const std::filesystem::path& path);

/// Decodes a picture, turned as its metadata says, on white where it is transparent. Throws core::Error{Format} or
/// {Limit}.
[[nodiscard]] core::ImageInput readImage(const std::filesystem::path& path);

/// The pixels as a QImage, and back.
[[nodiscard]] QImage toImage(const core::ImageInput& image);
[[nodiscard]] core::ImageInput fromImage(const QImage& image, const QString& name);

/// The picture with the size that its file has, where the pixels are fewer.
[[nodiscard]] core::ImageInput withFileSize(core::ImageInput image, const QSize& size);

/// A text file: UTF-8 (a byte order mark is dropped) or UTF-16 with one. Throws core::Error{Format} or {Limit}.
[[nodiscard]] core::TextInput readText(const std::filesystem::path& path);

/// Decodes the samples that a template names instead of holding their pixels.
void loadSamples(core::DocumentData& document);

}  // namespace heed::ui
