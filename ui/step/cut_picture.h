#pragma once

#include "core/data/image_patches.h"
#include "core/io/document.h"
#include "ui/tensorview/patch_picture.h"

#include <memory>
#include <optional>

namespace heed::ui {

/// A picture with the patches that its block cuts it into.
struct PatchedPicture {
  const core::ImageInput* image = nullptr;
  core::PatchGrid grid;
};
[[nodiscard]] std::optional<PatchedPicture> patchedPicture(const core::DocumentData& document);

/// The picture of a document as labels and the stage show it, and the pixels that it was made of: it is made once for
/// each picture.
struct CutPicture {
  std::shared_ptr<const PatchPicture> patches;
  core::Tensor pixels;
};
/// The one that is known where the document still has its picture, else a new one; takes as long as scaling it.
[[nodiscard]] CutPicture cutPicture(const core::DocumentData& document, const CutPicture& known = {});

}  // namespace heed::ui
