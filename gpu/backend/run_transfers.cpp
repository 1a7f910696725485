#include "gpu/backend/run_transfers.h"

#include "gpu/backend/transfer.h"

#include <cstring>

namespace heed::gpu {

core::Tensor readValue(const PlacedProgram& placed, core::Value value, const MemoryPiece& host) {
  return readElements(placed.kindOf(value), placed.program().type(value).shape,
                      hostBytes(host, placed.byteCount(value)));
}

RunTransfers::RunTransfers(const PlacedProgram& placed, MemoryPiece runPiece, MemoryBlocks& hostBlocks)
    : m_placed(placed),
      m_runPiece(runPiece),
      m_runUpload(hostBlocks.take(sizeof(RunBlock))),
      m_runDownload(hostBlocks.take(sizeof(RunBlock))) {
  for (const core::ProgramInput& input : placed.program().inputs()) {
    if (!placed.isPlaced(input.value)) continue;
    m_uploads.push_back({input.value, hostBlocks.take(placed.byteCount(input.value))});
  }
  for (const core::ProgramOutput& output : placed.program().outputs()) {
    m_downloads.push_back({output.value, hostBlocks.take(placed.byteCount(output.value))});
  }
}

void RunTransfers::recordUploads(CommandBuffer& commands) const {
  commands.barrier();
  commands.copy(m_runUpload, m_runPiece, sizeof(RunBlock));
  for (const Copy& upload : m_uploads) {
    commands.copy(upload.host, m_placed.pieceOf(upload.value), m_placed.byteCount(upload.value));
  }
}

void RunTransfers::recordDownloads(CommandBuffer& commands) const {
  commands.barrier();
  for (const Copy& download : m_downloads) {
    commands.copy(m_placed.pieceOf(download.value), download.host, m_placed.byteCount(download.value));
  }
  commands.copy(m_runPiece, m_runDownload, sizeof(RunBlock));
  commands.barrierToHost();
}

void RunTransfers::write(std::span<const core::Tensor> inputs, std::uint64_t seed) {
  const RunBlock start{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U), 0, 0, 0};
  std::memcpy(hostBytes(m_runUpload, sizeof(start)).data(), &start, sizeof(start));
  for (const Copy& upload : m_uploads) {
    const int input = m_placed.program().info(upload.value).input;
    writeElements(inputs[static_cast<std::size_t>(input)], hostBytes(upload.host, m_placed.byteCount(upload.value)));
  }
}

RunBlock RunTransfers::readRun() const {
  RunBlock end;
  std::memcpy(&end, hostBytes(m_runDownload, sizeof(end)).data(), sizeof(end));
  return end;
}

std::vector<core::Tensor> RunTransfers::readOutputs() const {
  std::vector<core::Tensor> outputs;
  for (const Copy& download : m_downloads) outputs.push_back(readValue(m_placed, download.value, download.host));
  return outputs;
}

}  // namespace heed::gpu
