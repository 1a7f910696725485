#pragma once

#include "core/program/program.h"
#include "gpu/vulkan/device_limits.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace heed::gpu {

/// What gpu/shaders/common.glsl declares as push constants: the same members in the same order.
struct PushConstants {
  std::array<std::uint64_t, 8> operands{};  ///< addresses of a to h
  std::uint64_t result = 0;
  std::uint64_t parameters = 0;
  std::uint64_t run = 0;
  std::uint64_t scratch = 0;
  std::uint32_t count = 0;
  std::uint32_t kernel = 0;
};
static_assert(sizeof(PushConstants) == 104, "no gaps, and below the 128 bytes that every device takes");

/// What common.glsl declares as Run.
struct RunBlock {
  std::uint32_t seedLow = 0;
  std::uint32_t seedHigh = 0;
  std::uint32_t errorKernel = 0;
  std::int32_t errorIndex = 0;
  std::uint32_t errorPosition = 0;
};

/// Bytes of an element on the device: one word, truths too. So a kernel that only moves elements serves all kinds, and
/// nothing is asked of the device beyond 32 bits.
/// A value begins at a multiple of four elements, which are read at once where they lie one behind the other.
inline constexpr std::uint64_t kElementBytes = 4;

/// Threads of a workgroup where a kernel has no other need: what every device allows.
inline constexpr std::uint32_t kGroupSize = 128;

/// One start of a kernel. What it reads are its operands and parameters; what it writes are its result and those of its
/// operands that are outputs of its node.
struct Dispatch {
  std::string_view shader;
  std::vector<core::Value> operands;  ///< a to h of the shader
  core::Value result;
  std::vector<std::uint32_t> parameters;
  std::uint32_t count = 0;   ///< elements, rows or tiles; nothing is started for 0
  std::uint32_t groups = 0;  ///< workgroups
  std::uint32_t groupSize = kGroupSize;
  std::vector<std::uint32_t> constants;  ///< specialisation constants behind the group's size
  std::uint32_t indexLimit = 0;          ///< what the kernel's indices must be below, where it checks them
  /// Whether it writes nothing of what the dispatch before it in its node writes, though the result is the same value.
  bool isBesidePrevious = false;
  /// Words of memory that the dispatches of the node hand on to each other. All nodes of a plan share it, so it counts
  /// as read and written by every dispatch that asks for some.
  std::uint64_t scratchWords = 0;
};

/// The device as the makers of dispatches see it.
struct KernelTarget {
  DeviceKind kind = DeviceKind::Software;
  DeviceLimits limits;
};

/// A node as the makers of dispatches see it.
struct KernelNode {
  const core::Program& program;
  const core::Node& node;
  const KernelTarget& target;

  [[nodiscard]] const core::Attributes& attributes() const { return node.attributes; }
  [[nodiscard]] const core::ValueType& input(std::size_t i) const { return program.type(node.inputs[i]); }
  [[nodiscard]] const core::ValueType& output(std::size_t i = 0) const { return program.type(node.outputs[i]); }
};

/// Makes the dispatches of one node.
using Kernel = std::vector<Dispatch> (*)(const KernelNode& node);

/// The kernel of an op, or null.
[[nodiscard]] Kernel findKernel(std::string_view op);

/// A dispatch with one thread for each of `count` things, on the node's operands and its first output.
[[nodiscard]] Dispatch threadsFor(const KernelNode& node, std::string_view shader, std::int64_t count);

/// The number as a word; throws core::Error{Device} above 2^31 - 1, which kernels do not count to.
[[nodiscard]] std::uint32_t word(std::int64_t number);
/// A real number as float32 bits.
[[nodiscard]] std::uint32_t realWord(double number);

}  // namespace heed::gpu
