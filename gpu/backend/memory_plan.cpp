#include "gpu/backend/memory_plan.h"

#include "gpu/backend/kernels.h"
#include "gpu/backend/scan_layout.h"

#include <algorithm>
#include <functional>

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

/// The operands whose memory the result may take; `dies` tells which values nobody needs any more.
std::vector<core::Value> overwritable(const core::Program& program, const core::Node& node,
                                      const std::function<bool(core::Value)>& dies) {
  const core::Shape& shape = program.type(node.outputs.front()).shape;
  const bool isCopy = findKernel(node.op->name) == copyKernel;
  if (!isCopy && !worksInPlace(node)) return {};
  std::vector<core::Value> found;
  for (const core::Value input : node.inputs) {
    if (dies(input) && (isCopy || program.type(input).shape == shape)) found.push_back(input);
  }
  return found;
}

/// Makes a plan, node by node.
class MemoryPlanner {
 public:
  MemoryPlanner(const core::Program& program, std::span<const int> nodes, std::span<const core::Value> wanted,
                std::span<const Carry> carries)
      : m_program(program),
        m_carries(carries),
        m_last(lastUses(program, nodes)),
        m_stays(program.values().size(), 0),
        m_released(program.values().size(), 0),
        m_plan{std::vector<int>(program.values().size(), -1), {}},
        m_slots(m_plan.slotBytes) {
    for (const core::Value value : wanted) m_stays[indexOf(value)] = 1;
  }

  [[nodiscard]] MemoryPlan run(std::span<const int> nodes) {
    placeLasting();
    for (const int number : nodes) placeOutputs(number);
    return m_plan;
  }

 private:
  [[nodiscard]] std::uint64_t bytesOf(core::Value value) const {
    return static_cast<std::uint64_t>(m_program.type(value).shape.elementCount()) * kElementBytes;
  }
  [[nodiscard]] int& slotOf(core::Value value) { return m_plan.slotOf[indexOf(value)]; }

  [[nodiscard]] const Carry* carryBefore(core::Value after) const {
    const auto found = std::ranges::find(m_carries, after, &Carry::after);
    return found == m_carries.end() ? nullptr : &*found;
  }

  /// What holds memory of its own from the beginning to the end. What comes after a carry gets it with its node.
  void placeLasting() {
    for (const Carry& carry : m_carries) slotOf(carry.before) = m_slots.fresh(bytesOf(carry.before));
    for (std::size_t i = 0; i < m_stays.size(); ++i) {
      const core::Value value{static_cast<std::int32_t>(i)};
      if (slotOf(value) >= 0) continue;
      const bool isGiven = m_program.values()[i].node < 0;
      if (isGiven && m_last[i] >= 0) m_stays[i] = 1;
      if (m_stays[i] != 0 && (isGiven || carryBefore(value) == nullptr)) slotOf(value) = m_slots.fresh(bytesOf(value));
    }
  }

  void placeOutputs(int number) {
    const core::Node& node = m_program.nodes()[static_cast<std::size_t>(number)];
    const auto dies = [&](core::Value value) {
      return m_stays[indexOf(value)] == 0 && m_last[indexOf(value)] == number;
    };
    overwrite(node.outputs.front(), overwritable(m_program, node, dies));
    for (const core::Value output : node.outputs) {
      if (slotOf(output) >= 0 || (node.op->name == kScanOp && dies(output))) continue;
      slotOf(output) = carryBefore(output) != nullptr ? m_slots.fresh(bytesOf(output)) : m_slots.take(bytesOf(output));
    }
    std::vector<core::Value> done = node.inputs;
    done.insert(done.end(), node.outputs.begin(), node.outputs.end());
    std::ranges::sort(done);
    const auto repeated = std::ranges::unique(done);
    done.erase(repeated.begin(), repeated.end());
    for (const core::Value value : done) {
      if (dies(value) && m_released[indexOf(value)] == 0 && slotOf(value) >= 0) m_slots.giveBack(slotOf(value));
    }
  }

  void overwrite(core::Value output, const std::vector<core::Value>& operands) {
    if (slotOf(output) >= 0 || operands.empty()) return;
    const Carry* carry = carryBefore(output);
    auto chosen = operands.begin();
    if (carry != nullptr) {
      const auto isOwn = [&](core::Value operand) { return slotOf(operand) == slotOf(carry->before); };
      const auto isFree = [&](core::Value operand) {
        return std::ranges::none_of(m_carries,
                                    [&](const Carry& other) { return slotOf(operand) == slotOf(other.before); });
      };
      chosen = std::ranges::find_if(operands, isOwn);
      if (chosen == operands.end()) chosen = std::ranges::find_if(operands, isFree);
      if (chosen == operands.end()) return;
    }
    slotOf(output) = slotOf(*chosen);
    m_released[indexOf(*chosen)] = 1;
  }

  const core::Program& m_program;
  std::span<const Carry> m_carries;
  std::vector<int> m_last;
  std::vector<char> m_stays;
  std::vector<char> m_released;  ///< whose slot went on to a result
  MemoryPlan m_plan;
  Slots m_slots;
};

}  // namespace

std::vector<core::Value> outputsOf(const core::Program& program) {
  std::vector<core::Value> values;
  for (const core::ProgramOutput& output : program.outputs()) values.push_back(output.value);
  return values;
}

std::vector<int> neededNodes(const core::Program& program, std::span<const core::Value> wanted) {
  std::vector<char> needed(program.nodes().size(), 0);
  const auto mark = [&](core::Value value) {
    if (const int node = program.info(value).node; node >= 0) needed[static_cast<std::size_t>(node)] = 1;
  };
  for (const core::Value value : wanted) mark(value);
  std::vector<int> nodes;
  for (std::size_t i = needed.size(); i-- > 0;) {
    if (needed[i] == 0) continue;
    for (const core::Value input : program.nodes()[i].inputs) mark(input);
    nodes.push_back(static_cast<int>(i));
  }
  std::ranges::reverse(nodes);
  return nodes;
}

MemoryPlan planMemory(const core::Program& program, std::span<const int> nodes, std::span<const core::Value> wanted,
                      std::span<const Carry> carries) {
  return MemoryPlanner(program, nodes, wanted, carries).run(nodes);
}

}  // namespace heed::gpu
