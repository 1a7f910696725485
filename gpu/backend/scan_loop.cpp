#include "gpu/backend/scan_loop.h"

#include "gpu/backend/kernel.h"

namespace heed::gpu {

ScanLoop::ScanLoop(const PlacedProgram& outer, const core::Node& node, MemoryBlocks& blocks)
    : m_outer(outer),
      m_node(node),
      m_layout(node),
      m_rounds(word(outer.program().type(node.inputs[m_layout.firstSequence()]).shape[0])),
      m_body(m_layout.body, wanted(), blocks, special()),
      m_counter(blocks.take(sizeof(std::uint32_t))) {}

core::Value ScanLoop::bodyInput(std::size_t position) const {
  return m_layout.body->inputs()[position].value;
}

core::Value ScanLoop::bodyOutput(std::size_t position) const {
  return m_layout.body->outputs()[position].value;
}

/// All that is carried, and what is stacked for somebody.
std::vector<core::Value> ScanLoop::wanted() const {
  std::vector<core::Value> values;
  for (std::size_t i = 0; i < m_layout.firstSaved(); ++i) {
    if (i < m_layout.carries || m_outer.isPlaced(m_node.outputs[i])) values.push_back(bodyOutput(i));
  }
  return values;
}

BodyValues ScanLoop::special() const {
  BodyValues values;
  for (std::size_t i = 0; i < m_layout.constants; ++i) {
    values.given.push_back({bodyInput(i), m_outer.pieceOf(m_node.inputs[i])});
  }
  for (std::size_t i = 0; i < m_layout.carries; ++i) {
    values.carries.push_back({bodyInput(m_layout.constants + i), bodyOutput(i)});
  }
  return values;
}

MemoryRange ScanLoop::counter() const {
  return {m_counter.address(), m_counter.address() + sizeof(std::uint32_t)};
}

LoopMove ScanLoop::whole(MemoryRange from, MemoryRange to) const {
  return {from, to, word(static_cast<std::int64_t>((to.end - to.begin) / kElementBytes))};
}

ScanLoop::Slices ScanLoop::slicesOf(core::Value sequence) const {
  const core::Shape& shape = m_outer.program().type(sequence).shape;
  const std::uint32_t all = word(shape.elementCount());
  const std::uint32_t one = word(shape.without(0).elementCount());
  if (!m_layout.isBackward) return {0, one};
  return {all - one, 0U - one};
}

std::vector<LoopMove> ScanLoop::beginnings() const {
  std::vector<LoopMove> moves;
  for (std::size_t i = m_layout.constants; i < m_layout.firstSequence(); ++i) {
    moves.push_back(whole(m_outer.rangeOf(m_node.inputs[i]), m_body.rangeOf(bodyInput(i))));
  }
  return moves;
}

std::vector<LoopMove> ScanLoop::readings() const {
  std::vector<LoopMove> moves;
  for (std::size_t i = m_layout.firstSequence(); i < m_node.inputs.size(); ++i) {
    if (!m_body.isPlaced(bodyInput(i))) continue;
    moves.push_back(whole(m_outer.rangeOf(m_node.inputs[i]), m_body.rangeOf(bodyInput(i))));
    const auto [first, stride] = slicesOf(m_node.inputs[i]);
    moves.back().fromFirst = first;
    moves.back().fromStride = stride;
  }
  for (std::size_t i = 0; i < m_layout.carries; ++i) {
    const core::Value saved = m_node.outputs[m_layout.firstSaved() + i];
    if (!m_outer.isPlaced(saved)) continue;
    const MemoryRange carry = m_body.rangeOf(bodyInput(m_layout.constants + i));
    const auto [first, stride] = slicesOf(saved);
    LoopMove move = whole(m_outer.rangeOf(saved), carry);
    std::swap(move.from, move.to);
    move.toFirst = first;
    move.toStride = stride;
    moves.push_back(move);
  }
  return moves;
}

/// A carry that was left where the next round looks for it needs no move.
std::vector<LoopMove> ScanLoop::writings() const {
  std::vector<LoopMove> moves;
  for (std::size_t i = m_layout.carries; i < m_layout.firstSaved(); ++i) {
    const core::Value stacked = m_node.outputs[i];
    if (!m_outer.isPlaced(stacked)) continue;
    const auto [first, stride] = slicesOf(stacked);
    LoopMove move = whole(m_outer.rangeOf(stacked), m_body.rangeOf(bodyOutput(i)));
    std::swap(move.from, move.to);
    move.toFirst = first - stride;
    move.toStride = stride;
    moves.push_back(move);
  }
  for (std::size_t i = 0; i < m_layout.carries; ++i) {
    const MemoryRange after = m_body.rangeOf(bodyOutput(i));
    const MemoryRange before = m_body.rangeOf(bodyInput(m_layout.constants + i));
    if (after.begin != before.begin) moves.push_back(whole(after, before));
  }
  return moves;
}

std::vector<LoopMove> ScanLoop::endings() const {
  std::vector<LoopMove> moves;
  for (std::size_t i = 0; i < m_layout.carries; ++i) {
    if (!m_outer.isPlaced(m_node.outputs[i])) continue;
    moves.push_back(whole(m_body.rangeOf(bodyInput(m_layout.constants + i)), m_outer.rangeOf(m_node.outputs[i])));
  }
  return moves;
}

}  // namespace heed::gpu
