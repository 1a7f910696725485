#pragma once

#include "core/data/input.h"
#include "ui/document/document.h"

#include <cstdint>
#include <span>
#include <string>

/// What a person does to the mask of an attention block; each one undoable edit. All throw core::Error with a sentence
/// where it cannot be done, and leave the document as it was.
namespace heed::ui {

class Computation;

/// What the attention block of a step is masked by, apart from single keys and pairs that are hidden.
enum class MaskKind {
  None,
  Causal,
  Window,
  Painted,  ///< a matrix that is painted cell by cell
  NotSelf,
  Other,
};
[[nodiscard]] MaskKind maskKind(const core::DocumentData& data, const std::string& stepId);
/// Painted keeps the pairs that the run allowed, so that painting goes on from what is there.
void setMaskKind(Document& document, const Computation& computation, int weightsStep, MaskKind kind);

/// How far a query of a window mask sees to each side; -1 where the block of the step has no window.
[[nodiscard]] std::int64_t windowRadius(const core::DocumentData& data, const std::string& stepId);
/// Edits with one `mergeKey` are one.
void setWindowRadius(Document& document, const Computation& computation, int weightsStep, std::int64_t radius,
                     const QString& mergeKey = {});

/// A mask while it is painted: it starts as the run used it, and stays valid while the document changes under the
/// strokes of a brush.
struct PaintedMask {
  enum class Part {
    Base,         ///< the mask apart from pairs that are hidden
    HiddenPairs,  ///< those alone
    Whole,        ///< both joined
  };
  core::BlockId attention;   ///< the block that is masked
  core::MatrixInput matrix;  ///< queries x keys, 1 where a pair is allowed
  Part part = Part::Base;

  [[nodiscard]] bool isAllowed(std::int64_t offset) const { return matrix.values.at(offset) != 0.0; }
  /// All at once: the matrix is copied each time.
  void set(std::span<const std::int64_t> offsets, bool allowed);
};
/// By a step whose value is a mask of two dimensions.
[[nodiscard]] PaintedMask maskToPaint(const core::DocumentData& data, const Computation& computation, int maskStep);
/// Puts it in the place of the rule that made the mask. Edits with one `mergeKey` are one.
void setMask(Document& document, const PaintedMask& mask, const QString& mergeKey = {});

}  // namespace heed::ui
