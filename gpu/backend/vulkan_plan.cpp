#include "gpu/backend/vulkan_plan.h"

#include "core/base/error.h"
#include "gpu/backend/recorder.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace heed::gpu {

namespace {

/// Outputs, and labelled values where they are kept.
std::vector<core::Value> wantedValues(const core::Program& program, core::Keep keep) {
  std::vector<core::Value> wanted = outputsOf(program);
  if (keep == core::Keep::Outputs) return wanted;
  for (const core::Step& step : program.steps()) {
    if (program.info(step.value).node >= 0) wanted.push_back(step.value);
  }
  return wanted;
}

/// How long the device may be out of reach: between two submissions a stop is seen.
constexpr double kSubmissionSeconds = 0.02;

}  // namespace

VulkanPlan::VulkanPlan(std::shared_ptr<Machine> machine, std::shared_ptr<const core::Program> program,
                       std::vector<int> stepNumbers, core::Keep keep)
    : m_machine(std::move(machine)),
      m_stepNumbers(std::move(stepNumbers)),
      m_keep(keep),
      m_deviceBlocks(m_machine->device(), MemoryPlace::Device),
      m_hostBlocks(m_machine->device(), MemoryPlace::Host),
      m_placed(program, wantedValues(*program, keep), m_deviceBlocks),
      m_list(*m_machine, m_placed, m_deviceBlocks),
      m_transfers(m_placed, m_list.runPiece(), m_hostBlocks),
      m_pace(*m_machine, m_list),
      m_cutter(kSubmissionSeconds) {
  uploadConstants();
  recordLoops();
  appendSegment();
}

/// Constants and the parameters of all kernels go to the device once.
void VulkanPlan::uploadConstants() {
  MemoryBlocks staging(m_machine->device(), MemoryPlace::Host);
  const auto commands = CommandBuffer::create(m_machine->device());
  commands->begin();
  m_placed.uploadConstants(*commands, staging);
  m_list.upload(*commands, staging);
  commands->end();
  const Settling settling(m_machine->queue());
  m_machine->queue().wait(m_machine->queue().submit(*commands));
}

void VulkanPlan::recordLoops() {
  for (const Loop& loop : m_list.loops()) {
    m_rounds.push_back(CommandBuffer::create(m_machine->device(), CommandLevel::Secondary));
    CommandBuffer& commands = *m_rounds.back();
    commands.begin();
    Recorder recorder(commands);
    for (std::size_t i = loop.first; i < loop.end(); ++i) {
      recorder.add(m_list.actions()[i], 0, m_list.actions()[i].groups);
    }
    commands.end();
  }
}

/// Records the next submission of a run.
void VulkanPlan::appendSegment() {
  m_pace.predict(m_cutter.position());
  Segment segment;
  Cutter cutter = m_cutter;
  segment.parts = cutter.next(m_pace.works(), m_list.loops());
  segment.commands = CommandBuffer::create(m_machine->device());
  segment.commands->begin();
  if (m_segments.empty()) m_transfers.recordUploads(*segment.commands);
  recordParts(*segment.commands, segment.parts, nullptr, 0);
  if (cutter.isDone(m_pace.works())) m_transfers.recordDownloads(*segment.commands);
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
    segments.push_back({CommandBuffer::create(m_machine->device()), cutter.next(m_pace.works(), m_list.loops()), 0.0});
    count += static_cast<std::uint32_t>(segments.back().parts.size());
  } while (!cutter.isDone(m_pace.works()));
  m_times = Timestamps::create(m_machine->device(), count);
  std::uint32_t place = 1;
  for (Segment& segment : segments) {
    segment.commands->begin();
    if (&segment == &segments.front()) {
      segment.commands->forgetTimes(*m_times, 0, count);
      m_transfers.recordUploads(*segment.commands);
      segment.commands->noteTime(*m_times, 0);
    }
    recordParts(*segment.commands, segment.parts, m_times.get(), place);
    place += static_cast<std::uint32_t>(segment.parts.size());
    if (&segment == &segments.back()) m_transfers.recordDownloads(*segment.commands);
    segment.commands->end();
  }
  m_timedSegments = std::move(segments);
}

/// With `times`, notes one behind each part, and the parts run one after the other.
void VulkanPlan::recordParts(CommandBuffer& commands, std::span<const Part> parts, const Timestamps* times,
                             std::uint32_t firstPlace) const {
  Recorder recorder(commands);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (times != nullptr && i > 0) recorder.wait();
    if (parts[i].rounds > 0) {
      const auto loop = std::ranges::find(m_list.loops(), parts[i].action, &Loop::first);
      recorder.repeat(*m_rounds[static_cast<std::size_t>(loop - m_list.loops().begin())], parts[i].rounds);
    } else {
      recorder.add(actionOf(parts[i]), parts[i].firstGroup, parts[i].groups);
    }
    if (times != nullptr) commands.noteTime(*times, firstPlace + static_cast<std::uint32_t>(i));
  }
}

std::vector<core::Tensor> VulkanPlan::execute(std::span<const core::Tensor> inputs, core::RunContext& context) {
  m_transfers.write(inputs, context.kernel.seed);
  if (context.times != nullptr && Timestamps::areThereOn(m_machine->device())) {
    runTimed(context);
  } else {
    runMeasured(context);
  }
  throwKernelError(m_transfers.readRun());
  m_machine->countDispatches(m_list.dispatchCounts());
  if (context.trace != nullptr && m_keep == core::Keep::Steps) traceSteps(inputs, *context.trace);
  return m_transfers.readOutputs();
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
  for (std::size_t i = 0; i < m_segments.size() || !m_cutter.isDone(m_pace.works()); ++i) {
    if (i == m_segments.size()) appendSegment();
    Segment& segment = m_segments[i];
    segment.seconds = runSegment(segment, context);
    m_pace.learn(segment.parts, segment.seconds);
    for (const Part& part : segment.parts) done += m_pace.costOf(part);
    if (context.progress != nullptr) context.progress->set(done / m_pace.totalCost());
  }
  context.kernel.throwIfStopped();
  if (isCutBadly()) cutAgain();
}

/// Whether a submission took more than twice its time, or there are more than twice as many as the time needs.
bool VulkanPlan::isCutBadly() const {
  double total = 0.0;
  bool isTooLong = false;
  for (const Segment& segment : m_segments) {
    total += segment.seconds;
    const bool isDivisible =
        segment.parts.size() > 1 ||
        (segment.parts.size() == 1 && std::max(segment.parts[0].groups, segment.parts[0].rounds) > 1);
    isTooLong = isTooLong || (isDivisible && segment.seconds > 2.0 * kSubmissionSeconds);
  }
  const double needed = std::ceil(total / kSubmissionSeconds);
  return isTooLong || static_cast<double>(m_segments.size()) > 2.0 * needed;
}

void VulkanPlan::cutAgain() {
  std::vector<Part> parts;
  for (const Segment& segment : m_segments) parts.insert(parts.end(), segment.parts.begin(), segment.parts.end());
  m_pace.settle(parts);
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
      secondsOf[actionOf(part).node] = 0.0;
      done += m_pace.costOf(part);
    }
    if (context.progress != nullptr) context.progress->set(done / m_pace.totalCost());
  }
  context.kernel.throwIfStopped();
  const std::vector<double> seconds = m_times->differences();
  std::size_t place = 0;
  for (const Segment& segment : m_timedSegments) {
    for (const Part& part : segment.parts) secondsOf[actionOf(part).node] += seconds[place++];
  }
  for (const auto& [node, sum] : secondsOf) context.times->record(node, sum);
}

void VulkanPlan::throwKernelError(const RunBlock& block) const {
  if (block.errorKernel == 0) return;
  const Action& action = m_list.actions()[block.errorKernel - 1];
  const core::Node& node = program().nodes()[static_cast<std::size_t>(action.node)];
  const std::string_view op = action.inner == nullptr ? node.op->name : action.inner->op->name;
  try {
    throw core::Error(core::ErrorKind::Parameter, core::text("Op", "%1: index %2 at position %3 is outside [0, %4)", op,
                                                             block.errorIndex, block.errorPosition, action.indexLimit));
  } catch (core::Error& error) {
    if (action.inner != nullptr) error.addWhere(std::string(op));
    error.addWhere(std::string(node.op->name));
    if (node.group >= 0) error.addWhere(program().groupPath(node.group));
    throw;
  }
}

void VulkanPlan::traceSteps(std::span<const core::Tensor> inputs, core::TraceSink& trace) {
  MemoryBlocks staging(m_machine->device(), MemoryPlace::Host);
  struct Copy {
    int number = 0;
    core::Value value;
    MemoryPiece host;
  };
  std::vector<Copy> copies;
  if (m_stepCommands == nullptr) m_stepCommands = CommandBuffer::create(m_machine->device());
  m_stepCommands->begin();
  for (std::size_t i = 0; i < m_stepNumbers.size(); ++i) {
    if (m_stepNumbers[i] < 0 || !trace.wants(m_stepNumbers[i])) continue;
    const core::Value value = program().steps()[i].value;
    const core::ValueInfo& info = program().info(value);
    if (info.node < 0) {
      trace.record(m_stepNumbers[i], info.input >= 0 ? inputs[static_cast<std::size_t>(info.input)]
                                                     : info.constant.converted(m_placed.kindOf(value)));
      continue;
    }
    const std::uint64_t bytes = m_placed.byteCount(value);
    copies.push_back({m_stepNumbers[i], value, staging.take(bytes)});
    m_stepCommands->copy(m_placed.pieceOf(value), copies.back().host, bytes);
  }
  m_stepCommands->barrierToHost();
  m_stepCommands->end();
  if (copies.empty()) return;
  const Settling settling(m_machine->queue());
  m_machine->queue().wait(m_machine->queue().submit(*m_stepCommands));
  for (const Copy& copy : copies) trace.record(copy.number, readValue(m_placed, copy.value, copy.host));
}

}  // namespace heed::gpu
