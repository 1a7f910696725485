#include "gpu/backend/vulkan_plan.h"

#include "core/base/error.h"
#include "gpu/backend/transfer.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

namespace heed::gpu {

namespace {

std::vector<char> keptValues(const core::Program& program, core::Keep keep) {
  std::vector<char> kept(program.values().size(), 0);
  if (keep == core::Keep::Outputs) return kept;
  for (const core::Step& step : program.steps()) {
    if (program.info(step.value).node >= 0) kept[static_cast<std::size_t>(step.value.id)] = 1;
  }
  return kept;
}

/// Multiply-adds that take some 20 ms: a software driver does about 1e9 a second, a card that is not the slowest 1e12.
double submissionCost(DeviceKind kind) {
  return kind == DeviceKind::Software ? 2e7 : 2e10;
}

/// In multiply-adds; an element moved counts as one.
double costOf(const core::Program& program, const core::Node& node) {
  std::vector<core::ValueType> inputs;
  std::vector<core::ValueType> outputs;
  for (const core::Value value : node.inputs) inputs.push_back(program.type(value));
  for (const core::Value value : node.outputs) outputs.push_back(program.type(value));
  const core::Cost cost = node.op->cost(inputs, outputs, node.attributes);
  return cost.multiplyAdds + cost.bytes / static_cast<double>(kElementBytes);
}

std::span<std::byte> hostBytes(const MemoryPiece& piece, std::uint64_t bytes) {
  return piece.buffer->mapped().subspan(piece.offset, bytes);
}

}  // namespace

VulkanPlan::VulkanPlan(std::shared_ptr<Machine> machine, std::shared_ptr<const core::Program> program,
                       std::vector<int> stepNumbers, core::Keep keep)
    : m_machine(std::move(machine)),
      m_program(std::move(program)),
      m_stepNumbers(std::move(stepNumbers)),
      m_keep(keep),
      m_deviceBlocks(m_machine->device(), MemoryPlace::Device),
      m_hostBlocks(m_machine->device(), MemoryPlace::Host) {
  const std::vector<char> kept = keptValues(*m_program, keep);
  const std::vector<int> nodes = neededNodes(*m_program, kept);
  m_memory = planMemory(*m_program, nodes, kept);
  makeActions(nodes);
  placeValues();
  uploadConstants();
  m_segments = recorded(nullptr);
}

std::size_t VulkanPlan::peakBytes() const {
  return std::accumulate(m_memory.slotBytes.begin(), m_memory.slotBytes.end(), m_scratchWords * kElementBytes);
}

core::ElementKind VulkanPlan::kindOf(core::Value value) const {
  return core::elementKind(m_program->type(value).kind, core::Precision::Float32);
}

std::uint64_t VulkanPlan::byteCount(core::Value value) const {
  return static_cast<std::uint64_t>(m_program->type(value).shape.elementCount()) * kElementBytes;
}

MemoryPiece VulkanPlan::pieceOf(core::Value value) const {
  const int slot = m_memory.slotOf[static_cast<std::size_t>(value.id)];
  HEED_ASSERT(slot >= 0);
  return m_slots[static_cast<std::size_t>(slot)];
}

std::span<std::byte> VulkanPlan::mapped(const Copy& copy) const {
  return hostBytes(copy.host, byteCount(copy.value));
}

core::Tensor VulkanPlan::read(const Copy& copy) const {
  return readElements(kindOf(copy.value), m_program->type(copy.value).shape, mapped(copy));
}

void VulkanPlan::makeActions(std::span<const int> nodes) {
  for (const int number : nodes) {
    const core::Node& node = m_program->nodes()[static_cast<std::size_t>(number)];
    double cost = costOf(*m_program, node);
    for (Dispatch& dispatch : findKernel(node.op->name)({*m_program, node, m_machine->target()})) {
      if (dispatch.count == 0 || dispatch.groups == 0) continue;
      m_scratchWords = std::max(m_scratchWords, dispatch.scratchWords);
      const std::size_t firstParameter = m_parameters.size();
      m_parameters.insert(m_parameters.end(), dispatch.parameters.begin(), dispatch.parameters.end());
      m_actions.push_back({number, std::move(dispatch), firstParameter, std::exchange(cost, 0.0)});
      ++m_dispatchCounts[std::string(node.op->name)];
    }
  }
  if (m_parameters.empty()) m_parameters.push_back(0);
}

void VulkanPlan::placeValues() {
  for (const std::uint64_t bytes : m_memory.slotBytes) m_slots.push_back(m_deviceBlocks.take(bytes));
  m_parameterPiece = m_deviceBlocks.take(m_parameters.size() * sizeof(std::uint32_t));
  if (m_scratchWords > 0) m_scratch = m_deviceBlocks.take(m_scratchWords * kElementBytes);
  m_runPiece = m_deviceBlocks.take(sizeof(RunBlock));
  m_runUpload = m_hostBlocks.take(sizeof(RunBlock));
  m_runDownload = m_hostBlocks.take(sizeof(RunBlock));
  for (const core::ProgramInput& input : m_program->inputs()) {
    if (m_memory.slotOf[static_cast<std::size_t>(input.value.id)] < 0) continue;
    m_uploads.push_back({input.value, m_hostBlocks.take(byteCount(input.value))});
  }
  for (const core::ProgramOutput& output : m_program->outputs()) {
    m_downloads.push_back({output.value, m_hostBlocks.take(byteCount(output.value))});
  }
}

/// Constants and the parameters of all kernels go to the device once.
void VulkanPlan::uploadConstants() {
  MemoryBlocks staging(m_machine->device(), MemoryPlace::Host);
  const auto commands = CommandBuffer::create(m_machine->device());
  commands->begin();
  for (std::size_t i = 0; i < m_program->values().size(); ++i) {
    const core::Tensor& constant = m_program->values()[i].constant;
    if (constant.isNull() || m_memory.slotOf[i] < 0) continue;
    const core::Value value{static_cast<std::int32_t>(i)};
    const MemoryPiece host = staging.take(byteCount(value));
    writeElements(constant.converted(kindOf(value)), hostBytes(host, byteCount(value)));
    commands->copy(host, pieceOf(value), byteCount(value));
  }
  const std::size_t bytes = m_parameters.size() * sizeof(std::uint32_t);
  const MemoryPiece host = staging.take(bytes);
  std::memcpy(hostBytes(host, bytes).data(), m_parameters.data(), bytes);
  commands->copy(host, m_parameterPiece, bytes);
  commands->end();
  const Settling settling(m_machine->queue());
  m_machine->queue().wait(m_machine->queue().submit(*commands));
}

/// The commands of a run, with a time noted before the first action and behind each where `times` are given.
std::vector<VulkanPlan::Segment> VulkanPlan::recorded(const Timestamps* times) const {
  const double limit = submissionCost(m_machine->device().physical().kind);
  double total = 1.0;
  for (const Action& action : m_actions) total += action.cost;
  double done = 0.0;
  double open = 0.0;
  std::vector<Segment> segments;
  const auto begin = [&] {
    segments.push_back({CommandBuffer::create(m_machine->device()), 1.0});
    segments.back().commands->begin();
  };
  begin();
  if (times != nullptr) segments.back().commands->forgetTimes(*times, 0, times->count());
  recordUploads(*segments.back().commands);
  if (times != nullptr) segments.back().commands->noteTime(*times, 0);
  for (std::size_t i = 0; i < m_actions.size(); ++i) {
    if (open > 0.0 && open + m_actions[i].cost > limit) {
      segments.back().commands->end();
      segments.back().doneBehind = done / total;
      begin();
      open = 0.0;
    }
    segments.back().commands->barrier();
    recordAction(*segments.back().commands, i);
    if (times != nullptr) segments.back().commands->noteTime(*times, static_cast<std::uint32_t>(i) + 1);
    open += m_actions[i].cost;
    done += m_actions[i].cost;
  }
  recordDownloads(*segments.back().commands);
  segments.back().commands->end();
  return segments;
}

void VulkanPlan::recordUploads(CommandBuffer& commands) const {
  commands.copy(m_runUpload, m_runPiece, sizeof(RunBlock));
  for (const Copy& upload : m_uploads) commands.copy(upload.host, pieceOf(upload.value), byteCount(upload.value));
}

void VulkanPlan::recordDownloads(CommandBuffer& commands) const {
  commands.barrier();
  for (const Copy& download : m_downloads) {
    commands.copy(pieceOf(download.value), download.host, byteCount(download.value));
  }
  commands.copy(m_runPiece, m_runDownload, sizeof(RunBlock));
  commands.barrierToHost();
}

void VulkanPlan::recordAction(CommandBuffer& commands, std::size_t number) const {
  const Action& action = m_actions[number];
  PushConstants push;
  for (std::size_t i = 0; i < action.dispatch.operands.size() && i < push.operands.size(); ++i) {
    const core::Value operand = action.dispatch.operands[i];
    if (operand.isValid()) push.operands[i] = pieceOf(operand).address();
  }
  push.result = pieceOf(action.dispatch.result).address();
  push.parameters = m_parameterPiece.address() + action.firstParameter * sizeof(std::uint32_t);
  push.run = m_runPiece.address();
  if (action.dispatch.scratchWords > 0) push.scratch = m_scratch.address();
  push.count = action.dispatch.count;
  push.kernel = static_cast<std::uint32_t>(number) + 1;
  std::vector<std::uint32_t> constants = {action.dispatch.groupSize};
  constants.insert(constants.end(), action.dispatch.constants.begin(), action.dispatch.constants.end());
  const ComputePipeline& pipeline = m_machine->pipeline(action.dispatch.shader, constants);
  commands.dispatch(pipeline, std::as_bytes(std::span(&push, 1)), action.dispatch.groups);
}

std::vector<core::Tensor> VulkanPlan::execute(std::span<const core::Tensor> inputs, core::RunContext& context) {
  const RunBlock start{static_cast<std::uint32_t>(context.kernel.seed),
                       static_cast<std::uint32_t>(context.kernel.seed >> 32U), 0, 0, 0};
  std::memcpy(hostBytes(m_runUpload, sizeof(start)).data(), &start, sizeof(start));
  for (const Copy& upload : m_uploads) {
    const int input = m_program->info(upload.value).input;
    writeElements(inputs[static_cast<std::size_t>(input)], mapped(upload));
  }
  if (context.times != nullptr && Timestamps::areThereOn(m_machine->device())) {
    runTimed(context);
  } else {
    runSegments(m_segments, context);
  }
  RunBlock end;
  std::memcpy(&end, hostBytes(m_runDownload, sizeof(end)).data(), sizeof(end));
  throwKernelError(end);
  m_machine->countDispatches(m_dispatchCounts);
  if (context.trace != nullptr && m_keep == core::Keep::Steps) traceSteps(inputs, *context.trace);
  std::vector<core::Tensor> outputs;
  for (const Copy& download : m_downloads) outputs.push_back(read(download));
  return outputs;
}

void VulkanPlan::runSegments(std::span<const Segment> segments, core::RunContext& context) {
  const Settling settling(m_machine->queue());
  for (const Segment& segment : segments) {
    context.kernel.throwIfStopped();
    m_machine->queue().wait(m_machine->queue().submit(*segment.commands));
    if (context.progress != nullptr) context.progress->set(segment.doneBehind);
  }
  context.kernel.throwIfStopped();
}

/// Runs commands of its own that note the times; what the host does between two submissions counts for the op behind.
void VulkanPlan::runTimed(core::RunContext& context) {
  if (m_times == nullptr) {
    m_times = Timestamps::create(m_machine->device(), static_cast<std::uint32_t>(m_actions.size()) + 1);
    m_timedSegments = recorded(m_times.get());
  }
  runSegments(m_timedSegments, context);
  std::map<int, double> secondsOf;
  const std::vector<double> seconds = m_times->differences();
  for (std::size_t i = 0; i < seconds.size(); ++i) secondsOf[m_actions[i].node] += seconds[i];
  for (const auto& [node, sum] : secondsOf) context.times->record(node, sum);
}

void VulkanPlan::throwKernelError(const RunBlock& block) const {
  if (block.errorKernel == 0) return;
  const Action& action = m_actions[block.errorKernel - 1];
  const core::Node& node = m_program->nodes()[static_cast<std::size_t>(action.node)];
  try {
    throw core::Error(core::ErrorKind::Parameter,
                      core::text("Op", "%1: index %2 at position %3 is outside [0, %4)", node.op->name,
                                 block.errorIndex, block.errorPosition, action.dispatch.indexLimit));
  } catch (core::Error& error) {
    error.addWhere(std::string(node.op->name));
    if (node.group >= 0) error.addWhere(m_program->groupPath(node.group));
    throw;
  }
}

void VulkanPlan::traceSteps(std::span<const core::Tensor> inputs, core::TraceSink& trace) {
  MemoryBlocks staging(m_machine->device(), MemoryPlace::Host);
  std::vector<std::pair<int, Copy>> copies;
  if (m_stepCommands == nullptr) m_stepCommands = CommandBuffer::create(m_machine->device());
  m_stepCommands->begin();
  for (std::size_t i = 0; i < m_stepNumbers.size(); ++i) {
    if (m_stepNumbers[i] < 0 || !trace.wants(m_stepNumbers[i])) continue;
    const core::Value value = m_program->steps()[i].value;
    const core::ValueInfo& info = m_program->info(value);
    if (info.node < 0) {
      trace.record(m_stepNumbers[i], info.input >= 0 ? inputs[static_cast<std::size_t>(info.input)]
                                                     : info.constant.converted(kindOf(value)));
      continue;
    }
    const Copy copy{value, staging.take(byteCount(value))};
    m_stepCommands->copy(pieceOf(value), copy.host, byteCount(value));
    copies.emplace_back(m_stepNumbers[i], copy);
  }
  m_stepCommands->barrierToHost();
  m_stepCommands->end();
  if (copies.empty()) return;
  const Settling settling(m_machine->queue());
  m_machine->queue().wait(m_machine->queue().submit(*m_stepCommands));
  for (const auto& [number, copy] : copies) trace.record(number, read(copy));
}

}  // namespace heed::gpu
