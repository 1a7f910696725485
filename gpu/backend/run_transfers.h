#pragma once

#include "gpu/backend/kernel.h"
#include "gpu/backend/placed_program.h"

#include <cstdint>
#include <span>
#include <vector>

namespace heed::gpu {

/// Reads a value that was copied to the host.
[[nodiscard]] core::Tensor readValue(const PlacedProgram& placed, core::Value value, const MemoryPiece& host);

/// What a run copies between host and device: the inputs that are used, the outputs, and what belongs to the run.
class RunTransfers {
 public:
  RunTransfers(const PlacedProgram& placed, MemoryPiece runPiece, MemoryBlocks& hostBlocks);

  void recordUploads(CommandBuffer& commands) const;
  void recordDownloads(CommandBuffer& commands) const;

  /// Before a run: inputs in the kinds of float32 plans.
  void write(std::span<const core::Tensor> inputs, std::uint64_t seed);
  /// After it.
  [[nodiscard]] RunBlock readRun() const;
  [[nodiscard]] std::vector<core::Tensor> readOutputs() const;

 private:
  struct Copy {
    core::Value value;
    MemoryPiece host;
  };

  const PlacedProgram& m_placed;
  MemoryPiece m_runPiece;
  MemoryPiece m_runUpload;
  MemoryPiece m_runDownload;
  std::vector<Copy> m_uploads;
  std::vector<Copy> m_downloads;  ///< one for each output
};

}  // namespace heed::gpu
