#pragma once

#include "core/program/program.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace heed::gpu {

/// The op whose body runs once for each step of a sequence.
inline constexpr std::string_view kScanOp = "scan";

/// How the operands and results of a scan divide. Operands are constants, carries and sequences; results are the last
/// carries, what the body stacks, and the carries before each step.
struct ScanLayout {
  explicit ScanLayout(const core::Node& node)
      : body(node.attributes.program("body")),
        constants(static_cast<std::size_t>(node.attributes.integer("constantCount"))),
        carries(static_cast<std::size_t>(node.attributes.integer("carryCount"))),
        stacked(static_cast<std::size_t>(node.attributes.integer("stackedCount"))),
        isBackward(node.attributes.string("direction") == "backward") {}

  [[nodiscard]] std::size_t firstSequence() const { return constants + carries; }
  [[nodiscard]] std::size_t firstSaved() const { return carries + stacked; }

  std::shared_ptr<const core::Program> body;
  std::size_t constants = 0;
  std::size_t carries = 0;
  std::size_t stacked = 0;
  bool isBackward = false;
};

}  // namespace heed::gpu
