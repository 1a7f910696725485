#include "gpu/backend/action_list.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace heed::gpu {

namespace {

double costOf(const core::Program& program, const core::Node& node) {
  std::vector<core::ValueType> inputs;
  std::vector<core::ValueType> outputs;
  for (const core::Value value : node.inputs) inputs.push_back(program.type(value));
  for (const core::Value value : node.outputs) outputs.push_back(program.type(value));
  const core::Cost cost = node.op->cost(inputs, outputs, node.attributes);
  return cost.multiplyAdds + cost.bytes / static_cast<double>(kElementBytes);
}

}  // namespace

ActionList::ActionList(Machine& machine, const PlacedProgram& placed, MemoryBlocks& blocks)
    : m_machine(machine), m_blocks(blocks) {
  appendNodes(placed, -1);
  takeMemory();
}

std::uint64_t ActionList::bytes() const {
  std::uint64_t bytes = m_scratchWords * kElementBytes;
  for (const auto& scan : m_scans) bytes += scan->body().bytes();
  return bytes;
}

/// `scan` is the node whose body the program is, or -1.
void ActionList::appendNodes(const PlacedProgram& placed, int scan) {
  for (const int number : placed.nodes()) {
    const core::Node& node = placed.program().nodes()[static_cast<std::size_t>(number)];
    std::int64_t& started = m_dispatchCounts[std::string(node.op->name)];
    if (node.op->name == kScanOp) {
      ++started;
      appendScan(placed, number);
      continue;
    }
    if (placed.isAlreadyThere(node)) {
      started += m_rounds;
      continue;
    }
    std::vector<Dispatch> dispatches = findKernel(node.op->name)({placed.program(), node, m_machine.target()});
    std::erase_if(dispatches, [](const Dispatch& dispatch) { return dispatch.count == 0 || dispatch.groups == 0; });
    Action action;
    action.node = scan < 0 ? number : scan;
    action.inner = scan < 0 ? nullptr : &node;
    action.cost = costOf(placed.program(), node) / static_cast<double>(std::max<std::size_t>(dispatches.size(), 1));
    for (const Dispatch& dispatch : dispatches) {
      appendDispatch(placed, node, dispatch, action);
      started += m_rounds;
    }
  }
}

void ActionList::appendDispatch(const PlacedProgram& placed, const core::Node& node, const Dispatch& dispatch,
                                Action action) {
  std::vector<std::uint32_t> constants = {dispatch.groupSize};
  constants.insert(constants.end(), dispatch.constants.begin(), dispatch.constants.end());
  action.shader = dispatch.shader;
  action.groups = dispatch.groups;
  action.isBesidePrevious = dispatch.isBesidePrevious;
  action.indexLimit = dispatch.indexLimit;
  for (std::size_t i = 0; i < dispatch.operands.size() && i < action.push.operands.size(); ++i) {
    const core::Value operand = dispatch.operands[i];
    if (!operand.isValid()) continue;
    const MemoryRange range = placed.rangeOf(operand);
    action.push.operands[i] = range.begin;
    action.reads.push_back(range);
    if (std::ranges::find(node.outputs, operand) != node.outputs.end()) action.writes.push_back(range);
  }
  action.writes.push_back(placed.rangeOf(dispatch.result));
  action.push.result = action.writes.back().begin;
  action.push.scratch = dispatch.scratchWords;
  action.push.count = dispatch.count;
  m_scratchWords = std::max(m_scratchWords, dispatch.scratchWords);
  append(std::move(action), constants, dispatch.parameters);
}

/// The rounds are actions that stand here once.
void ActionList::appendScan(const PlacedProgram& placed, int number) {
  m_scans.push_back(
      std::make_unique<ScanLoop>(placed, placed.program().nodes()[static_cast<std::size_t>(number)], m_blocks));
  const ScanLoop& scan = *m_scans.back();
  appendCounter("fill", scan.counter(), number);
  appendMoves(scan.beginnings(), scan.counter(), number);
  if (scan.rounds() > 0) {
    const std::size_t first = m_actions.size();
    m_rounds = scan.rounds();
    appendMoves(scan.readings(), scan.counter(), number);
    appendCounter("loop_next", scan.counter(), number);
    appendNodes(scan.body(), number);
    appendMoves(scan.writings(), scan.counter(), number);
    m_rounds = 1;
    m_loops.push_back({first, m_actions.size() - first, scan.rounds()});
  }
  appendMoves(scan.endings(), scan.counter(), number);
}

void ActionList::appendMoves(const std::vector<LoopMove>& moves, MemoryRange counter, int node) {
  for (const LoopMove& move : moves) {
    if (move.count == 0) continue;
    Action action;
    action.node = node;
    action.shader = "loop_move";
    action.groups = (move.count + kGroupSize - 1) / kGroupSize;
    action.cost = 2.0 * move.count;
    action.reads = {move.from, counter};
    action.writes = {move.to};
    action.push.operands[0] = move.from.begin;
    action.push.operands[1] = counter.begin;
    action.push.result = move.to.begin;
    action.push.count = move.count;
    append(std::move(action), std::vector{kGroupSize},
           std::vector{move.fromFirst, move.fromStride, move.toFirst, move.toStride});
  }
}

void ActionList::appendCounter(std::string_view shader, MemoryRange counter, int node) {
  Action action;
  action.node = node;
  action.shader = shader;
  action.groups = 1;
  action.cost = 1.0;
  action.reads = {counter};
  action.writes = {counter};
  action.push.result = counter.begin;
  action.push.count = 1;
  append(std::move(action), std::vector{kGroupSize}, {});
}

/// Addresses of what the kernels share are not known yet: takeMemory() fills them in.
void ActionList::append(Action action, std::span<const std::uint32_t> constants,
                        std::span<const std::uint32_t> parameters) {
  action.pipeline = &m_machine.pipeline(action.shader, {constants.begin(), constants.end()});
  action.push.parameters = m_parameters.size() * sizeof(std::uint32_t);
  action.push.kernel = static_cast<std::uint32_t>(m_actions.size()) + 1;
  m_parameters.insert(m_parameters.end(), parameters.begin(), parameters.end());
  m_actions.push_back(std::move(action));
}

void ActionList::takeMemory() {
  if (m_parameters.empty()) m_parameters.push_back(0);
  m_parameterPiece = m_blocks.take(m_parameters.size() * sizeof(std::uint32_t));
  const std::uint64_t scratch = m_scratchWords > 0 ? m_blocks.take(m_scratchWords * kElementBytes).address() : 0;
  m_runPiece = m_blocks.take(sizeof(RunBlock));
  for (Action& action : m_actions) {
    action.push.parameters += m_parameterPiece.address();
    action.push.run = m_runPiece.address();
    if (action.push.scratch == 0) continue;
    action.writes.push_back({scratch, scratch + action.push.scratch * kElementBytes});
    action.push.scratch = scratch;
  }
}

void ActionList::upload(CommandBuffer& commands, MemoryBlocks& staging) const {
  const std::size_t bytes = m_parameters.size() * sizeof(std::uint32_t);
  const MemoryPiece host = staging.take(bytes);
  std::memcpy(hostBytes(host, bytes).data(), m_parameters.data(), bytes);
  commands.copy(host, m_parameterPiece, bytes);
  for (const auto& scan : m_scans) scan->body().uploadConstants(commands, staging);
}

}  // namespace heed::gpu
