#include "ui/document/mask_wiring.h"

#include "core/base/error.h"

#include <algorithm>

namespace heed::ui {

namespace {

constexpr std::string_view kCombine = "combine_masks";
constexpr std::string_view kMatrix = "matrix_mask";
constexpr const char* kHiddenName = "hidden";

bool isHiddenMask(const core::Block* block) {
  return block != nullptr && block->type == kMatrix && block->name.starts_with(kHiddenName);
}

/// Whether queries and keys are the same items.
bool isOfOneSequence(const core::MatrixInput& matrix) {
  return matrix.rowLabels == matrix.columnLabels && matrix.values.shape()[0] == matrix.values.shape()[1];
}

}  // namespace

MaskWiring::MaskWiring(core::DocumentData& data, core::BlockId block) : m_data(data), m_block(block) {
  const core::Block* owner = data.model.block(block);
  const core::BlockType* type = owner == nullptr ? nullptr : core::findBlockType(owner->type);
  const bool hasPort = type != nullptr && std::ranges::any_of(type->inputs, [](const core::PortSpec& port) {
                         return port.id == "mask" && port.kind == core::PortKind::Mask;
                       });
  if (!hasPort) {
    throw core::Error(core::ErrorKind::Model, core::text("Mask", "\"%1\" takes no mask, so nothing can be hidden in it",
                                                         owner == nullptr ? std::string() : owner->name));
  }
  Source source = sourceOf(block, "mask");
  const core::Block* mask = data.model.block(source.block);
  if (mask != nullptr && mask->type == kCombine) {
    const Source second = sourceOf(mask->id, "b");
    if (isHiddenMask(data.model.block(second.block))) {
      m_hidden = second.block;
      source = sourceOf(mask->id, "a");
      mask = data.model.block(source.block);
    }
  }
  if (isHiddenMask(mask)) {
    m_hidden = mask->id;
  } else if (mask != nullptr) {
    m_base = mask->id;
    m_basePort = source.port;
  }
}

const core::MatrixInput* MaskWiring::hidden() const {
  const auto found = m_data.inputs.find(m_hidden);
  return found == m_data.inputs.end() ? nullptr : std::get_if<core::MatrixInput>(&found->second);
}

std::string MaskWiring::hiddenName() const {
  const core::Block* block = m_data.model.block(m_hidden);
  return block == nullptr ? std::string() : block->name;
}

void MaskWiring::setBase(std::string_view type) {
  disconnect();
  const core::BlockId old = std::exchange(m_base, core::BlockId());
  m_basePort = "mask";
  if (!type.empty()) {
    m_base = m_data.model.addBlock(std::string(type));
    const Source sequence =
        sourceOf(m_block, "query").block.isValid() ? sourceOf(m_block, "query") : sourceOf(m_block, "input");
    if (sequence.block.isValid()) m_data.model.connect(sequence.block, sequence.port, m_base, "sequence");
  }
  connect();
  removeIfUnused(old);
}

void MaskWiring::setHidden(core::MatrixInput matrix) {
  disconnect();
  const auto values = matrix.values.toDoubles();
  const bool hidesSomething = std::ranges::any_of(values, [](double value) { return value == 0.0; });
  const core::BlockId old = hidesSomething ? core::BlockId() : std::exchange(m_hidden, core::BlockId());
  if (hidesSomething && !m_hidden.isValid()) {
    m_hidden = m_data.model.addBlock(std::string(kMatrix), kHiddenName);
    const Source sequence =
        sourceOf(m_block, "query").block.isValid() ? sourceOf(m_block, "query") : sourceOf(m_block, "input");
    if (sequence.block.isValid() && isOfOneSequence(matrix)) {
      m_data.model.connect(sequence.block, sequence.port, m_hidden, "sequence");
    }
  }
  if (m_hidden.isValid()) m_data.inputs[m_hidden] = std::move(matrix);
  connect();
  removeIfUnused(old);
}

void MaskWiring::setPainted(core::MatrixInput matrix) {
  const core::Block* painted = m_data.model.block(m_base);
  if (painted == nullptr || painted->type != kMatrix) {
    setBase(kMatrix);
    if (!isOfOneSequence(matrix)) {
      for (const core::Edge* edge : m_data.model.edgesInto(m_base)) {
        m_data.model.removeEdge(edge->id);
        break;
      }
    }
  }
  m_data.inputs[m_base] = std::move(matrix);
}

MaskWiring::Source MaskWiring::sourceOf(core::BlockId block, std::string_view port) const {
  for (const core::Edge* edge : m_data.model.edgesInto(block)) {
    if (edge->toPort == port) return {edge->from, edge->fromPort};
  }
  return {};
}

void MaskWiring::disconnect() {
  for (const core::Edge* edge : m_data.model.edgesInto(m_block)) {
    if (edge->toPort != "mask") continue;
    const core::BlockId source = edge->from;
    m_data.model.removeEdge(edge->id);
    const core::Block* mask = m_data.model.block(source);
    const bool isOwnJoin = mask->type == kCombine && m_hidden.isValid() && source != m_base;
    if (isOwnJoin) removeIfUnused(source);
    return;
  }
}

void MaskWiring::connect() {
  if (m_base.isValid() && m_hidden.isValid()) {
    const core::BlockId join = m_data.model.addBlock(std::string(kCombine));
    m_data.model.connect(m_base, m_basePort, join, "a");
    m_data.model.connect(m_hidden, "mask", join, "b");
    m_data.model.connect(join, "mask", m_block, "mask");
  } else if (m_base.isValid()) {
    m_data.model.connect(m_base, m_basePort, m_block, "mask");
  } else if (m_hidden.isValid()) {
    m_data.model.connect(m_hidden, "mask", m_block, "mask");
  }
}

void MaskWiring::removeIfUnused(core::BlockId id) {
  if (!id.isValid() || !m_data.model.edgesFrom(id).empty()) return;
  m_data.model.removeBlock(id);
  m_data.inputs.erase(id);
}

}  // namespace heed::ui
