#include "gpu/backend/memory_plan.h"

#include "gpu/backend/kernels.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace heed::gpu {

namespace {

std::size_t indexOf(core::Value value) {
  return static_cast<std::size_t>(value.id);
}

/// Hands out slots and takes them back.
class Slots {
 public:
  explicit Slots(std::vector<std::uint64_t>& sizes) : m_sizes(sizes) {}

  [[nodiscard]] int fresh(std::uint64_t bytes) {
    m_sizes.push_back(bytes);
    return static_cast<int>(m_sizes.size()) - 1;
  }

  /// The smallest free slot that is large enough, else the largest one made larger, else a new one.
  [[nodiscard]] int take(std::uint64_t bytes) {
    if (m_free.empty()) return fresh(bytes);
    std::ranges::sort(m_free, {}, [this](int slot) { return size(slot); });
    auto found = std::ranges::find_if(m_free, [&](int slot) { return size(slot) >= bytes; });
    if (found == m_free.end()) --found;
    const int slot = *found;
    m_free.erase(found);
    size(slot) = std::max(size(slot), bytes);
    return slot;
  }

  void giveBack(int slot) { m_free.push_back(slot); }

 private:
  std::uint64_t& size(int slot) { return m_sizes[static_cast<std::size_t>(slot)]; }

  std::vector<std::uint64_t>& m_sizes;
  std::vector<int> m_free;
};

/// By value: the last of the nodes that makes or uses it, or -1.
std::vector<int> lastUses(const core::Program& program, std::span<const int> nodes) {
  std::vector<int> last(program.values().size(), -1);
  for (const int number : nodes) {
    const core::Node& node = program.nodes()[static_cast<std::size_t>(number)];
    for (const core::Value value : node.inputs) last[indexOf(value)] = number;
    for (const core::Value value : node.outputs) last[indexOf(value)] = number;
  }
  return last;
}

/// Whether each element of the result comes from the same element of every operand of the result's shape, so that it
/// may be written over one of them.
bool worksInPlace(const core::Node& node) {
  const Kernel kernel = findKernel(node.op->name);
  return kernel == mapKernel || kernel == pairKernel || kernel == comparisonKernel || kernel == selectKernel ||
         kernel == castKernel || kernel == geluKernel;
}

/// The operand whose memory the result may take; `dies` tells which values nobody needs any more.
std::optional<core::Value> overwritten(const core::Program& program, const core::Node& node,
                                       const std::function<bool(core::Value)>& dies) {
  const core::Shape& shape = program.type(node.outputs.front()).shape;
  if (findKernel(node.op->name) == copyKernel) {
    return dies(node.inputs.front()) ? std::optional(node.inputs.front()) : std::nullopt;
  }
  if (!worksInPlace(node)) return std::nullopt;
  for (const core::Value input : node.inputs) {
    if (dies(input) && program.type(input).shape == shape) return input;
  }
  return std::nullopt;
}

}  // namespace

std::vector<int> neededNodes(const core::Program& program, std::span<const char> kept) {
  std::vector<char> needed(program.nodes().size(), 0);
  const auto mark = [&](core::Value value) {
    if (const int node = program.info(value).node; node >= 0) needed[static_cast<std::size_t>(node)] = 1;
  };
  for (const core::ProgramOutput& output : program.outputs()) mark(output.value);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i] != 0) mark({static_cast<std::int32_t>(i)});
  }
  std::vector<int> nodes;
  for (std::size_t i = needed.size(); i-- > 0;) {
    if (needed[i] == 0) continue;
    for (const core::Value input : program.nodes()[i].inputs) mark(input);
    nodes.push_back(static_cast<int>(i));
  }
  std::ranges::reverse(nodes);
  return nodes;
}

MemoryPlan planMemory(const core::Program& program, std::span<const int> nodes, std::span<const char> kept) {
  MemoryPlan plan{std::vector<int>(program.values().size(), -1), {}};
  Slots slots(plan.slotBytes);
  const std::vector<int> last = lastUses(program, nodes);
  std::vector<char> stays(kept.begin(), kept.end());
  std::vector<char> released(program.values().size(), 0);  // whose slot went on to a result
  for (const core::ProgramOutput& output : program.outputs()) stays[indexOf(output.value)] = 1;
  const auto bytesOf = [&](core::Value value) {
    return static_cast<std::uint64_t>(program.type(value).shape.elementCount()) * kElementBytes;
  };
  for (std::size_t i = 0; i < stays.size(); ++i) {
    const bool isGiven = program.values()[i].node < 0;
    if (isGiven && last[i] >= 0) stays[i] = 1;
    if (stays[i] != 0) plan.slotOf[i] = slots.fresh(bytesOf({static_cast<std::int32_t>(i)}));
  }
  for (const int number : nodes) {
    const core::Node& node = program.nodes()[static_cast<std::size_t>(number)];
    const auto dies = [&](core::Value value) { return stays[indexOf(value)] == 0 && last[indexOf(value)] == number; };
    const std::optional<core::Value> reused = overwritten(program, node, dies);
    if (reused && plan.slotOf[indexOf(node.outputs.front())] < 0) {
      plan.slotOf[indexOf(node.outputs.front())] = plan.slotOf[indexOf(*reused)];
      released[indexOf(*reused)] = 1;
    }
    for (const core::Value output : node.outputs) {
      if (plan.slotOf[indexOf(output)] < 0) plan.slotOf[indexOf(output)] = slots.take(bytesOf(output));
    }
    std::vector<core::Value> done = node.inputs;
    done.insert(done.end(), node.outputs.begin(), node.outputs.end());
    std::ranges::sort(done);
    const auto repeated = std::ranges::unique(done);
    done.erase(repeated.begin(), repeated.end());
    for (const core::Value value : done) {
      if (dies(value) && released[indexOf(value)] == 0) slots.giveBack(plan.slotOf[indexOf(value)]);
    }
  }
  return plan;
}

}  // namespace heed::gpu
