#include "gpu/backend/placed_program.h"

#include "core/base/error.h"
#include "gpu/backend/kernels.h"
#include "gpu/backend/transfer.h"

#include <numeric>
#include <utility>

namespace heed::gpu {

std::span<std::byte> hostBytes(const MemoryPiece& piece, std::uint64_t bytes) {
  return piece.buffer->mapped().subspan(piece.offset, bytes);
}

PlacedProgram::PlacedProgram(std::shared_ptr<const core::Program> program, std::span<const core::Value> wanted,
                             MemoryBlocks& blocks, const BodyValues& special)
    : m_program(std::move(program)),
      m_nodes(neededNodes(*m_program, wanted)),
      m_memory(planMemory(*m_program, m_nodes, wanted, special.carries)),
      m_slots(m_memory.slotBytes.size()) {
  for (const GivenPlace& place : special.given) {
    if (!isPlaced(place.value)) continue;
    m_slots[static_cast<std::size_t>(slotOf(place.value))] = place.piece;
    m_memory.slotBytes[static_cast<std::size_t>(slotOf(place.value))] = 0;
  }
  for (std::size_t i = 0; i < m_slots.size(); ++i) {
    if (m_slots[i].buffer == nullptr) m_slots[i] = blocks.take(m_memory.slotBytes[i]);
  }
}

std::uint64_t PlacedProgram::bytes() const {
  return std::accumulate(m_memory.slotBytes.begin(), m_memory.slotBytes.end(), std::uint64_t{0});
}

MemoryPiece PlacedProgram::pieceOf(core::Value value) const {
  HEED_ASSERT(isPlaced(value));
  return m_slots[static_cast<std::size_t>(slotOf(value))];
}

MemoryRange PlacedProgram::rangeOf(core::Value value) const {
  const std::uint64_t begin = pieceOf(value).address();
  return {begin, begin + byteCount(value)};
}

std::uint64_t PlacedProgram::byteCount(core::Value value) const {
  return static_cast<std::uint64_t>(m_program->type(value).shape.elementCount()) * kElementBytes;
}

core::ElementKind PlacedProgram::kindOf(core::Value value) const {
  return core::elementKind(m_program->type(value).kind, core::Precision::Float32);
}

bool PlacedProgram::isAlreadyThere(const core::Node& node) const {
  return findKernel(node.op->name) == copyKernel && slotOf(node.inputs[0]) == slotOf(node.outputs[0]);
}

void PlacedProgram::uploadConstants(CommandBuffer& commands, MemoryBlocks& staging) const {
  for (std::size_t i = 0; i < m_program->values().size(); ++i) {
    const core::Value value{static_cast<std::int32_t>(i)};
    const core::Tensor& constant = m_program->info(value).constant;
    if (constant.isNull() || !isPlaced(value)) continue;
    const MemoryPiece host = staging.take(byteCount(value));
    writeElements(constant.converted(kindOf(value)), hostBytes(host, byteCount(value)));
    commands.copy(host, pieceOf(value), byteCount(value));
  }
}

}  // namespace heed::gpu
