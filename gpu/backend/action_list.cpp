#include "gpu/backend/action_list.h"

#include <algorithm>
#include <cstring>

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

ActionList::ActionList(Machine& machine, const PlacedProgram& placed, MemoryBlocks& blocks) : m_machine(machine) {
  append(placed);
  takeMemory(blocks);
}

void ActionList::append(const PlacedProgram& placed) {
  for (const int number : placed.nodes()) {
    const core::Node& node = placed.program().nodes()[static_cast<std::size_t>(number)];
    if (placed.isAlreadyThere(node)) {
      ++m_dispatchCounts[std::string(node.op->name)];
      continue;
    }
    std::vector<Dispatch> dispatches = findKernel(node.op->name)({placed.program(), node, m_machine.target()});
    std::erase_if(dispatches, [](const Dispatch& dispatch) { return dispatch.count == 0 || dispatch.groups == 0; });
    const double cost =
        costOf(placed.program(), node) / static_cast<double>(std::max<std::size_t>(dispatches.size(), 1));
    for (const Dispatch& dispatch : dispatches) {
      append(placed, number, dispatch, cost);
      ++m_dispatchCounts[std::string(node.op->name)];
    }
  }
}

/// Addresses of what the kernels share are not known yet: takeMemory() fills them in.
void ActionList::append(const PlacedProgram& placed, int number, const Dispatch& dispatch, double cost) {
  std::vector<std::uint32_t> constants = {dispatch.groupSize};
  constants.insert(constants.end(), dispatch.constants.begin(), dispatch.constants.end());
  Action action;
  action.node = number;
  action.shader = dispatch.shader;
  action.pipeline = &m_machine.pipeline(dispatch.shader, constants);
  action.groups = dispatch.groups;
  action.cost = cost;
  action.isBesidePrevious = dispatch.isBesidePrevious;
  action.indexLimit = dispatch.indexLimit;
  const core::Node& node = placed.program().nodes()[static_cast<std::size_t>(number)];
  for (std::size_t i = 0; i < dispatch.operands.size() && i < action.push.operands.size(); ++i) {
    const core::Value operand = dispatch.operands[i];
    if (!operand.isValid()) continue;
    action.push.operands[i] = placed.pieceOf(operand).address();
    action.reads.push_back(placed.rangeOf(operand));
    if (std::ranges::find(node.outputs, operand) != node.outputs.end())
      action.writes.push_back(placed.rangeOf(operand));
  }
  action.writes.push_back(placed.rangeOf(dispatch.result));
  action.push.result = placed.pieceOf(dispatch.result).address();
  action.push.parameters = m_parameters.size() * sizeof(std::uint32_t);
  action.push.scratch = dispatch.scratchWords;
  action.push.count = dispatch.count;
  action.push.kernel = static_cast<std::uint32_t>(m_actions.size()) + 1;
  m_parameters.insert(m_parameters.end(), dispatch.parameters.begin(), dispatch.parameters.end());
  m_scratchWords = std::max(m_scratchWords, dispatch.scratchWords);
  m_actions.push_back(std::move(action));
}

void ActionList::takeMemory(MemoryBlocks& blocks) {
  if (m_parameters.empty()) m_parameters.push_back(0);
  m_parameterPiece = blocks.take(m_parameters.size() * sizeof(std::uint32_t));
  const std::uint64_t scratch = m_scratchWords > 0 ? blocks.take(scratchBytes()).address() : 0;
  m_runPiece = blocks.take(sizeof(RunBlock));
  for (Action& action : m_actions) {
    action.push.parameters += m_parameterPiece.address();
    action.push.run = m_runPiece.address();
    if (action.push.scratch == 0) continue;
    action.writes.push_back({scratch, scratch + action.push.scratch * kElementBytes});
    action.push.scratch = scratch;
  }
}

void ActionList::uploadParameters(CommandBuffer& commands, MemoryBlocks& staging) const {
  const std::size_t bytes = m_parameters.size() * sizeof(std::uint32_t);
  const MemoryPiece host = staging.take(bytes);
  std::memcpy(hostBytes(host, bytes).data(), m_parameters.data(), bytes);
  commands.copy(host, m_parameterPiece, bytes);
}

}  // namespace heed::gpu
