#include "gpu/backend/vulkan_plan.h"

#include "core/base/error.h"
#include "gpu/backend/kernels.h"
#include "gpu/backend/transfer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <numeric>
#include <tuple>
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

/// How long the device may be out of reach: between two submissions a stop is seen.
constexpr double kSubmissionSeconds = 0.02;
/// Submissions that ought to be shorter say more about the queue, and what else the computer does, than about kernels.
constexpr double kShortestMeasured = 0.0002;

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
      m_cutter(kSubmissionSeconds),
      m_deviceBlocks(m_machine->device(), MemoryPlace::Device),
      m_hostBlocks(m_machine->device(), MemoryPlace::Host) {
  const std::vector<char> kept = keptValues(*m_program, keep);
  const std::vector<int> nodes = neededNodes(*m_program, kept);
  m_memory = planMemory(*m_program, nodes, kept);
  makeActions(nodes);
  placeValues();
  uploadConstants();
  appendSegment();
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

/// A node that only gives a value another shape needs no dispatch where the result lies in the same memory.
bool VulkanPlan::isAlreadyThere(const core::Node& node) const {
  return findKernel(node.op->name) == copyKernel && m_memory.slotOf[static_cast<std::size_t>(node.inputs[0].id)] ==
                                                        m_memory.slotOf[static_cast<std::size_t>(node.outputs[0].id)];
}

void VulkanPlan::makeActions(std::span<const int> nodes) {
  for (const int number : nodes) {
    const core::Node& node = m_program->nodes()[static_cast<std::size_t>(number)];
    if (isAlreadyThere(node)) {
      ++m_dispatchCounts[std::string(node.op->name)];
      continue;
    }
    std::vector<Dispatch> dispatches = findKernel(node.op->name)({*m_program, node, m_machine->target()});
    std::erase_if(dispatches, [](const Dispatch& dispatch) { return dispatch.count == 0 || dispatch.groups == 0; });
    const double cost = costOf(*m_program, node) / static_cast<double>(std::max<std::size_t>(dispatches.size(), 1));
    for (Dispatch& dispatch : dispatches) {
      m_scratchWords = std::max(m_scratchWords, dispatch.scratchWords);
      const std::size_t firstParameter = m_parameters.size();
      m_parameters.insert(m_parameters.end(), dispatch.parameters.begin(), dispatch.parameters.end());
      std::vector<std::uint32_t> constants = {dispatch.groupSize};
      constants.insert(constants.end(), dispatch.constants.begin(), dispatch.constants.end());
      const ComputePipeline& pipeline = m_machine->pipeline(dispatch.shader, constants);
      m_works.push_back({dispatch.groups, cost * m_machine->secondsPerCost(dispatch.shader)});
      m_actions.push_back({number, std::move(dispatch), &pipeline, firstParameter, cost});
      m_totalCost += cost;
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

/// Records the next submission of a run, by what is known of the speed of the kernels by now.
void VulkanPlan::appendSegment() {
  for (std::size_t i = m_cutter.position(); i < m_works.size() && !m_isMeasured; ++i) {
    m_works[i].seconds = m_actions[i].cost * m_machine->secondsPerCost(m_actions[i].dispatch.shader);
  }
  Segment segment;
  Cutter cutter = m_cutter;
  segment.parts = cutter.next(m_works);
  segment.commands = CommandBuffer::create(m_machine->device());
  segment.commands->begin();
  if (m_segments.empty()) recordUploads(*segment.commands);
  recordParts(*segment.commands, segment.parts, nullptr, 0);
  if (cutter.isDone(m_works)) recordDownloads(*segment.commands);
  segment.commands->end();
  m_segments.push_back(std::move(segment));
  m_cutter = cutter;
}

/// Commands that note a time before the first part and behind each.
void VulkanPlan::recordTimed() {
  Cutter cutter(kSubmissionSeconds);
  std::vector<Segment> segments;
  std::uint32_t count = 1;
  do {
    segments.push_back({CommandBuffer::create(m_machine->device()), cutter.next(m_works), 0.0});
    count += static_cast<std::uint32_t>(segments.back().parts.size());
  } while (!cutter.isDone(m_works));
  m_times = Timestamps::create(m_machine->device(), count);
  std::uint32_t place = 1;
  for (Segment& segment : segments) {
    segment.commands->begin();
    if (&segment == &segments.front()) {
      segment.commands->forgetTimes(*m_times, 0, count);
      recordUploads(*segment.commands);
      segment.commands->noteTime(*m_times, 0);
    }
    recordParts(*segment.commands, segment.parts, m_times.get(), place);
    place += static_cast<std::uint32_t>(segment.parts.size());
    if (&segment == &segments.back()) recordDownloads(*segment.commands);
    segment.commands->end();
  }
  m_timedSegments = std::move(segments);
}

/// With `times`, notes one behind each part, and the parts run one after the other.
void VulkanPlan::recordParts(CommandBuffer& commands, std::span<const Part> parts, const Timestamps* times,
                             std::uint32_t firstPlace) const {
  commands.barrier();
  Hazards hazards;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Access access = accessOf(m_actions[parts[i].action]);
    const bool isBeside = i > 0 && m_actions[parts[i].action].dispatch.isBesidePrevious;
    const bool mustWait = hazards.mustWait(access.reads, isBeside ? std::span<const MemoryRange>() : access.writes);
    if (mustWait || (times != nullptr && i > 0)) {
      commands.barrier();
      hazards.clear();
    }
    hazards.add(access.reads, access.writes);
    recordPart(commands, parts[i]);
    if (times != nullptr) commands.noteTime(*times, firstPlace + static_cast<std::uint32_t>(i));
  }
}

MemoryRange VulkanPlan::rangeOf(core::Value value) const {
  const std::uint64_t begin = pieceOf(value).address();
  return {begin, begin + byteCount(value)};
}

VulkanPlan::Access VulkanPlan::accessOf(const Action& action) const {
  Access access;
  for (const core::Value operand : action.dispatch.operands) {
    if (!operand.isValid()) continue;
    access.reads.push_back(rangeOf(operand));
    if (m_program->info(operand).node == action.node) access.writes.push_back(rangeOf(operand));
  }
  access.writes.push_back(rangeOf(action.dispatch.result));
  if (action.dispatch.scratchWords > 0) {
    const std::uint64_t begin = m_scratch.address();
    access.writes.push_back({begin, begin + action.dispatch.scratchWords * kElementBytes});
  }
  return access;
}

void VulkanPlan::recordUploads(CommandBuffer& commands) const {
  commands.barrier();
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

void VulkanPlan::recordPart(CommandBuffer& commands, const Part& part) const {
  const Action& action = m_actions[part.action];
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
  push.kernel = static_cast<std::uint32_t>(part.action) + 1;
  commands.dispatch(*action.pipeline, std::as_bytes(std::span(&push, 1)), action.dispatch.groups, part.firstGroup,
                    part.groups);
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
    runMeasured(context);
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

/// Runs one submission and returns its seconds.
double VulkanPlan::runSegment(const Segment& segment, core::RunContext& context) const {
  context.kernel.throwIfStopped();
  const auto start = std::chrono::steady_clock::now();
  m_machine->queue().wait(m_machine->queue().submit(*segment.commands));
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// What is not recorded yet is recorded on the way, by what was measured so far.
void VulkanPlan::runMeasured(core::RunContext& context) {
  const Settling settling(m_machine->queue());
  double done = 0.0;
  for (std::size_t i = 0; i < m_segments.size() || !m_cutter.isDone(m_works); ++i) {
    if (i == m_segments.size()) appendSegment();
    learn(m_segments[i], runSegment(m_segments[i], context));
    for (const Part& part : m_segments[i].parts) {
      done += m_actions[part.action].cost * part.groups / m_works[part.action].groups;
    }
    if (context.progress != nullptr) context.progress->set(done / m_totalCost);
  }
  context.kernel.throwIfStopped();
  if (isCutBadly()) cutAgain();
}

/// Shares the measured time among the parts as they were predicted.
void VulkanPlan::learn(Segment& segment, double seconds) const {
  segment.seconds = seconds;
  double predicted = 0.0;
  for (const Part& part : segment.parts) predicted += part.seconds;
  if (predicted < kShortestMeasured) return;
  for (Part& part : segment.parts) {
    part.seconds *= seconds / predicted;
    const Action& action = m_actions[part.action];
    m_machine->noteSpeed(action.dispatch.shader, action.cost * part.groups / action.dispatch.groups, part.seconds);
  }
}

/// Whether a submission took more than twice its time, or there are more than twice as many as the time needs.
bool VulkanPlan::isCutBadly() const {
  double total = 0.0;
  bool isTooLong = false;
  for (const Segment& segment : m_segments) {
    total += segment.seconds;
    const bool isDivisible = segment.parts.size() > 1 || (segment.parts.size() == 1 && segment.parts[0].groups > 1);
    isTooLong = isTooLong || (isDivisible && segment.seconds > 2.0 * kSubmissionSeconds);
  }
  const double needed = std::ceil(total / kSubmissionSeconds);
  return isTooLong || static_cast<double>(m_segments.size()) > 2.0 * needed;
}

void VulkanPlan::cutAgain() {
  for (Work& work : m_works) work.seconds = 0.0;
  for (const Segment& segment : m_segments) {
    for (const Part& part : segment.parts) m_works[part.action].seconds += part.seconds;
  }
  m_isMeasured = true;
  m_cutter = Cutter(kSubmissionSeconds);
  m_segments.clear();
}

/// What the host does between two submissions counts for the op behind.
void VulkanPlan::runTimed(core::RunContext& context) {
  if (m_timedSegments.empty()) recordTimed();
  const Settling settling(m_machine->queue());
  std::map<int, double> secondsOf;
  double done = 0.0;
  for (const Segment& segment : m_timedSegments) {
    std::ignore = runSegment(segment, context);
    for (const Part& part : segment.parts) {
      secondsOf[m_actions[part.action].node] = 0.0;
      done += m_actions[part.action].cost * part.groups / m_works[part.action].groups;
    }
    if (context.progress != nullptr) context.progress->set(done / m_totalCost);
  }
  context.kernel.throwIfStopped();
  const std::vector<double> seconds = m_times->differences();
  std::size_t place = 0;
  for (const Segment& segment : m_timedSegments) {
    for (const Part& part : segment.parts) secondsOf[m_actions[part.action].node] += seconds[place++];
  }
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
