#include "ui/document/mask_edits.h"

#include "core/base/error.h"
#include "ui/document/mask_wiring.h"
#include "ui/document/step_places.h"
#include "ui/session/computation.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace heed::ui {

namespace {

QString words(const char* text) {
  return QCoreApplication::translate("Edits", text);
}

struct MaskType {
  MaskKind kind;
  const char* block;
};
constexpr std::array<MaskType, 5> kMaskTypes{{{MaskKind::None, ""},
                                              {MaskKind::Causal, "causal_mask"},
                                              {MaskKind::Window, "window_mask"},
                                              {MaskKind::Painted, "matrix_mask"},
                                              {MaskKind::NotSelf, "not_self_mask"}}};
constexpr const char* kRadius = "radius";

/// The block of the mask in front of a step's block; null where there is none.
const core::Block* maskBlock(const core::DocumentData& data, const std::string& stepId) {
  core::DocumentData copy = data;
  const core::BlockId base = MaskWiring(copy, blockOfStep(copy, stepId)).base();
  return data.model.block(base);
}

/// The block that a mask block feeds, through at most one AND.
core::BlockId maskedBlock(const core::DocumentData& data, core::BlockId mask) {
  core::BlockId target = mask;
  while (true) {
    const core::BlockType* type = core::findBlockType(data.model.block(target)->type);
    if (type == nullptr || type->category != "masks") return target;
    const auto edges = data.model.edgesFrom(target);
    if (edges.empty()) return target;
    target = edges.front()->to;
  }
}

core::MatrixInput matrixOf(const Computation& computation, int step, const core::Tensor& values) {
  const PairPlaces places = pairsOf(computation, step);
  return {"painted", values.converted(core::ElementKind::Float64), namesOf(places.rows, places.queries),
          namesOf(places.columns, places.keys)};
}

core::MatrixInput allAllowed(core::MatrixInput matrix) {
  const core::Shape shape = matrix.values.shape();
  matrix.values =
      core::Tensor::fromDoubles(shape, std::vector<double>(static_cast<std::size_t>(shape.elementCount()), 1.0));
  return matrix;
}

/// The base of the mask as the run used it, else every pair.
core::MatrixInput baseOfRun(const core::DocumentData& data, const Computation& computation, int weightsStep) {
  const core::Block* base = maskBlock(data, computation.step(weightsStep).id);
  const PairPlaces places = pairsOf(computation, weightsStep);
  const core::Shape shape{places.queries, places.keys};
  const int step = base == nullptr ? -1 : computation.program().stepIndex(base->name + "/mask");
  const core::Tensor kept = step < 0 ? core::Tensor() : computation.trace().kept(step);
  if (!kept.isNull() && kept.shape() == shape) return matrixOf(computation, weightsStep, kept);
  core::MatrixInput pairs{"painted", core::Tensor::zeros(core::ElementKind::Float64, shape),
                          namesOf(places.rows, places.queries), namesOf(places.columns, places.keys)};
  return allAllowed(std::move(pairs));
}

}  // namespace

MaskKind maskKind(const core::DocumentData& data, const std::string& stepId) {
  const core::Block* base = maskBlock(data, stepId);
  if (base == nullptr) return MaskKind::None;
  const auto found = std::ranges::find_if(kMaskTypes, [&](const MaskType& entry) { return base->type == entry.block; });
  return found == kMaskTypes.end() ? MaskKind::Other : found->kind;
}

void setMaskKind(Document& document, const Computation& computation, int weightsStep, MaskKind kind) {
  const auto type = std::ranges::find(kMaskTypes, kind, &MaskType::kind);
  if (type == kMaskTypes.end()) return;
  const std::string id = computation.step(weightsStep).id;
  document.edit(words(QT_TRANSLATE_NOOP("Edits", "change the mask")), [&](core::DocumentData& data) {
    MaskWiring wiring(data, blockOfStep(data, id));
    if (kind == MaskKind::Painted) {
      wiring.setPainted(baseOfRun(data, computation, weightsStep));
    } else {
      wiring.setBase(type->block);
    }
  });
}

std::int64_t windowRadius(const core::DocumentData& data, const std::string& stepId) {
  const core::Block* base = maskBlock(data, stepId);
  const core::BlockType* type = base == nullptr ? nullptr : core::findBlockType(base->type);
  if (type == nullptr || type->id != "window_mask") return -1;
  return std::get<std::int64_t>(core::parameterOrDefault(*type, base->parameters, kRadius));
}

void setWindowRadius(Document& document, const Computation& computation, int weightsStep, std::int64_t radius,
                     const QString& mergeKey) {
  const std::string id = computation.step(weightsStep).id;
  document.edit(
      words(QT_TRANSLATE_NOOP("Edits", "change the window")),
      [&](core::DocumentData& data) {
        const core::BlockId base = MaskWiring(data, blockOfStep(data, id)).base();
        if (base.isValid()) data.model.setParameter(base, kRadius, radius);
      },
      mergeKey);
}

void PaintedMask::set(std::span<const std::int64_t> offsets, bool allowed) {
  std::vector<double> cells = matrix.values.toDoubles();
  for (const std::int64_t offset : offsets) cells[static_cast<std::size_t>(offset)] = allowed ? 1.0 : 0.0;
  matrix.values = core::Tensor::fromDoubles(matrix.values.shape(), cells);
}

PaintedMask maskToPaint(const core::DocumentData& data, const Computation& computation, int maskStep) {
  const core::Step& step = computation.step(maskStep);
  const core::Shape& shape = computation.program().type(step.value).shape;
  const core::Tensor& values = computation.trace().kept(maskStep);
  if (shape.rank() != 2 || values.isNull()) {
    throw core::Error(
        core::ErrorKind::Model,
        core::text("Edits", "the mask \"%1\" is %2; one of two dimensions can be painted", step.id, shape.toString()));
  }
  core::DocumentData copy = data;
  const core::BlockId owner = blockOfStep(copy, step.id);
  PaintedMask mask{maskedBlock(copy, owner), matrixOf(computation, maskStep, values), PaintedMask::Part::Whole};
  const MaskWiring wiring(copy, mask.attention);
  if (wiring.base() == owner) mask.part = PaintedMask::Part::Base;
  if (wiring.hiddenName() == copy.model.block(owner)->name) mask.part = PaintedMask::Part::HiddenPairs;
  return mask;
}

void setMask(Document& document, const PaintedMask& mask, const QString& mergeKey) {
  document.edit(
      words(QT_TRANSLATE_NOOP("Edits", "paint the mask")),
      [&](core::DocumentData& data) {
        MaskWiring wiring(data, mask.attention);
        if (mask.part == PaintedMask::Part::HiddenPairs) {
          wiring.setHidden(mask.matrix);
          return;
        }
        if (mask.part == PaintedMask::Part::Whole && wiring.hidden() != nullptr)
          wiring.setHidden(allAllowed(mask.matrix));
        wiring.setPainted(mask.matrix);
      },
      mergeKey);
}

}  // namespace heed::ui
