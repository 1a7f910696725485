#include "core/exec/cpu_plan.h"

#include "core/base/error.h"
#include "core/exec/fast_kernels.h"
#include "core/exec/fusion.h"
#include "core/program/rewrite.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

namespace heed::core {

namespace {

std::shared_ptr<std::byte> allocateSlot(std::size_t bytes) {
  TensorBuffer buffer(ElementKind::Bool, Shape{static_cast<std::int64_t>(bytes)});
  const Tensor tensor = buffer.finish();
  auto owner = std::make_shared<Tensor>(tensor);
  return {owner, const_cast<std::byte*>(tensor.data())};
}

std::vector<ValueType> typesOf(const Program& program, const std::vector<Value>& values) {
  std::vector<ValueType> types;
  for (const Value value : values) types.push_back(program.type(value));
  return types;
}

void copyElements(const MutableView& to, const ConstView& from) {
  const auto bytes = static_cast<std::size_t>(from.shape.elementCount()) * bytesPerElement(from.kind);
  if (bytes > 0) std::memcpy(to.data, from.data, bytes);
}

}  // namespace

struct CpuPlan::RunState {
  std::span<const ConstView> inputs;
  std::span<const MutableView> outputs;
  RunContext& context;
  BodyRunner& bodies;
};

/// Runs the bodies of scans, each with a plan that is made at the first step and kept.
class CpuPlan::Bodies : public BodyRunner {
 public:
  Bodies(CpuPlan& plan, RunContext& context) : m_plan(plan), m_context{context.kernel} {}

  void run(const Program& body, std::span<const ConstView> inputs, std::span<const MutableView> outputs) override {
    std::unique_ptr<CpuPlan>& plan = m_plan.m_bodies[body.hash()];
    if (plan == nullptr) {
      const auto shared = std::make_shared<const Program>(body);
      plan = makeCpuPlan(shared, Keep::Outputs, m_plan.m_precision, {Composites::Direct, m_plan.m_fastKernels});
    }
    plan->execute(inputs, outputs, m_context);
  }

 private:
  CpuPlan& m_plan;
  RunContext m_context;
};

CpuPlan::CpuPlan(std::shared_ptr<const Program> program, std::vector<int> stepNumbers, Keep keep, Precision precision,
                 FastKernels fastKernels)
    : m_program(std::move(program)),
      m_stepNumbers(std::move(stepNumbers)),
      m_precision(precision),
      m_fastKernels(fastKernels),
      m_placements(m_program->values().size()),
      m_stepsOf(m_program->values().size()) {
  if (keep == Keep::Steps) {
    for (std::size_t i = 0; i < m_program->steps().size(); ++i) {
      m_stepsOf[static_cast<std::size_t>(m_program->steps()[i].value.id)].push_back(static_cast<int>(i));
    }
  }
  placeInputsAndConstants();
  foldConstants();
  chooseActions(neededNodes(keep));
  placeOutputs();
  placeNodes();
  for (const std::size_t size : m_slotSizes) m_slots.push_back(allocateSlot(size));
  makeViews();
}

std::size_t CpuPlan::peakBytes() const {
  std::size_t total = 0;
  for (const std::size_t size : m_slotSizes) total += size;
  for (const Tensor& constant : m_constants) total += constant.byteCount();
  for (const ProgramOutput& output : m_program->outputs()) total += byteCount(output.value);
  return total;
}

std::size_t CpuPlan::byteCount(Value value) const {
  return static_cast<std::size_t>(m_program->type(value).shape.elementCount()) * bytesPerElement(kindOf(value));
}

ElementKind CpuPlan::kindOf(Value value) const {
  return elementKind(m_program->type(value).kind, m_precision);
}

void CpuPlan::placeInputsAndConstants() {
  for (std::size_t i = 0; i < m_program->values().size(); ++i) {
    const ValueInfo& info = m_program->values()[i];
    if (info.input >= 0) {
      m_placements[i] = {Placement::Kind::Input, info.input};
    } else if (!info.constant.isNull()) {
      m_placements[i] = {Placement::Kind::Constant, static_cast<int>(m_constants.size())};
      m_constants.push_back(info.constant.converted(elementKind(info.type.kind, m_precision)));
    }
  }
}

/// Nodes without operands (random draws) depend on the run, and so may the body of a scan.
bool CpuPlan::isFoldable(const Node& node) const {
  const bool hasBody = std::ranges::any_of(node.attributes.entries(), [](const auto& entry) {
    return std::holds_alternative<std::shared_ptr<const Program>>(entry.second);
  });
  return !hasBody && !node.inputs.empty() && std::ranges::all_of(node.inputs, [&](Value input) {
    return m_placements[static_cast<std::size_t>(input.id)].kind == Placement::Kind::Constant;
  });
}

/// Runs the nodes whose operands are all constants now, once.
void CpuPlan::foldConstants() {
  ThreadPool pool(1);
  KernelContext kernel{{}, pool, 0};
  RunContext context{kernel};
  Bodies bodies(*this, context);
  const RunState state{{}, {}, context, bodies};
  for (const Node& node : m_program->nodes()) {
    if (!isFoldable(node)) continue;
    std::vector<ConstView> inputs;
    for (const Value input : node.inputs) inputs.push_back(readView(input, state));
    std::vector<TensorBuffer> buffers;
    std::vector<MutableView> outputs;
    for (const Value output : node.outputs) {
      buffers.emplace_back(kindOf(output), m_program->type(output).shape);
      outputs.push_back({kindOf(output), m_program->type(output).shape, buffers.back().data()});
    }
    runKernel(node.op->evaluate, node, inputs, outputs, state);
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      m_placements[static_cast<std::size_t>(node.outputs[i].id)] = {Placement::Kind::Constant,
                                                                    static_cast<int>(m_constants.size())};
      m_constants.push_back(buffers[i].finish());
    }
  }
}

std::vector<char> CpuPlan::neededNodes(Keep keep) const {
  std::vector<char> needed(m_program->nodes().size(), 0);
  const auto mark = [&](Value value) {
    if (m_placements[static_cast<std::size_t>(value.id)].kind == Placement::Kind::Constant) return;
    if (const int node = m_program->info(value).node; node >= 0) needed[static_cast<std::size_t>(node)] = 1;
  };
  for (const ProgramOutput& output : m_program->outputs()) mark(output.value);
  if (keep == Keep::Steps) {
    for (const Step& step : m_program->steps()) mark(step.value);
  }
  for (std::size_t i = needed.size(); i-- > 0;) {
    if (needed[i] == 0) continue;
    for (const Value input : m_program->nodes()[i].inputs) mark(input);
  }
  return needed;
}

std::vector<int> CpuPlan::lastUses() const {
  std::vector<int> last(m_program->values().size(), -1);
  for (std::size_t i = 0; i < m_actions.size(); ++i) {
    const Node& node = m_program->nodes()[static_cast<std::size_t>(m_actions[i].node)];
    for (const Value input : node.inputs) last[static_cast<std::size_t>(input.id)] = static_cast<int>(i);
    for (const Value output : node.outputs) last[static_cast<std::size_t>(output.id)] = static_cast<int>(i);
  }
  return last;
}

int CpuPlan::takeSlot(std::size_t bytes, std::vector<int>& freeSlots) {
  auto best = freeSlots.end();
  for (auto it = freeSlots.begin(); it != freeSlots.end(); ++it) {
    const std::size_t size = m_slotSizes[static_cast<std::size_t>(*it)];
    if (size >= bytes && (best == freeSlots.end() || size < m_slotSizes[static_cast<std::size_t>(*best)])) best = it;
  }
  if (best == freeSlots.end() && !freeSlots.empty()) best = std::prev(freeSlots.end());
  if (best == freeSlots.end()) {
    m_slotSizes.push_back(bytes);
    return static_cast<int>(m_slotSizes.size()) - 1;
  }
  const int slot = *best;
  freeSlots.erase(best);
  m_slotSizes[static_cast<std::size_t>(slot)] = std::max(m_slotSizes[static_cast<std::size_t>(slot)], bytes);
  return slot;
}

void CpuPlan::chooseActions(const std::vector<char>& needed) {
  const bool mayBeFast = m_precision == Precision::Float32 && m_fastKernels == FastKernels::Use;
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const Node& node = m_program->nodes()[i];
    if (needed[i] == 0) continue;
    const CpuKernel fast = mayBeFast ? fastKernel(node.op->name) : nullptr;
    const Cost cost =
        node.op->cost(typesOf(*m_program, node.inputs), typesOf(*m_program, node.outputs), node.attributes);
    m_actions.push_back(
        {static_cast<int>(i), fast != nullptr ? fast : node.op->evaluate, cost.multiplyAdds + cost.bytes / 4, {}, {}});
    m_totalCost += m_actions.back().cost;
  }
}

void CpuPlan::placeOutputs() {
  for (std::size_t i = 0; i < m_program->outputs().size(); ++i) {
    const Value value = m_program->outputs()[i].value;
    Placement& placement = m_placements[static_cast<std::size_t>(value.id)];
    if (placement.kind == Placement::Kind::Unused) {
      placement = {Placement::Kind::Output, static_cast<int>(i)};
    } else {
      m_copies.emplace_back(static_cast<int>(i), value);
    }
  }
}

/// Whether output 0 may lie where input 0 does: the op allows it and nobody needs the input any more.
bool CpuPlan::canOverwriteFirst(const Node& node, const std::vector<char>& dies) const {
  return node.op->inPlace && !node.inputs.empty() && dies[0] != 0 &&
         std::ranges::count(node.inputs, node.inputs[0]) == 1 &&
         m_placements[static_cast<std::size_t>(node.outputs[0].id)].kind == Placement::Kind::Unused &&
         m_program->type(node.inputs[0]) == m_program->type(node.outputs[0]);
}

void CpuPlan::placeNodes() {
  const std::vector<int> last = lastUses();
  std::vector<int> freeSlots;
  const auto placementOf = [&](Value value) -> Placement& { return m_placements[static_cast<std::size_t>(value.id)]; };
  for (std::size_t i = 0; i < m_actions.size(); ++i) {
    const Node& node = m_program->nodes()[static_cast<std::size_t>(m_actions[i].node)];
    const auto diesHere = [&](Value value) {
      return placementOf(value).kind == Placement::Kind::Slot &&
             last[static_cast<std::size_t>(value.id)] == static_cast<int>(i);
    };
    const auto release = [&](Value value) {
      const int slot = placementOf(value).index;
      if (std::ranges::find(freeSlots, slot) == freeSlots.end()) freeSlots.push_back(slot);
    };
    std::vector<char> dies;
    for (const Value input : node.inputs) dies.push_back(diesHere(input) ? 1 : 0);
    const bool overwritesFirst = canOverwriteFirst(node, dies);
    if (overwritesFirst) placementOf(node.outputs[0]) = placementOf(node.inputs[0]);
    for (const Value output : node.outputs) {
      Placement& placement = placementOf(output);
      if (placement.kind == Placement::Kind::Unused)
        placement = {Placement::Kind::Slot, takeSlot(byteCount(output), freeSlots)};
    }
    for (std::size_t k = overwritesFirst ? 1 : 0; k < node.inputs.size(); ++k) {
      if (dies[k] != 0) release(node.inputs[k]);
    }
    for (const Value output : node.outputs) {
      if (diesHere(output)) release(output);
    }
  }
}

void CpuPlan::makeViews() {
  for (std::size_t i = 0; i < m_actions.size(); ++i) {
    Action& action = m_actions[i];
    const Node& node = m_program->nodes()[static_cast<std::size_t>(action.node)];
    const auto memoryOf = [&](Value value, bool isWritten) -> std::byte* {
      const Placement placement = m_placements[static_cast<std::size_t>(value.id)];
      if (placement.kind == Placement::Kind::Slot) return m_slots[static_cast<std::size_t>(placement.index)].get();
      const auto operand = isWritten ? action.outputs.size() : action.inputs.size();
      m_bindings.push_back({static_cast<int>(i), static_cast<int>(operand), placement, isWritten});
      return nullptr;
    };
    for (const Value input : node.inputs) {
      const Placement placement = m_placements[static_cast<std::size_t>(input.id)];
      const std::byte* memory = placement.kind == Placement::Kind::Constant
                                    ? m_constants[static_cast<std::size_t>(placement.index)].data()
                                    : memoryOf(input, false);
      action.inputs.push_back({kindOf(input), m_program->type(input).shape, memory});
    }
    for (const Value output : node.outputs) {
      action.outputs.push_back({kindOf(output), m_program->type(output).shape, memoryOf(output, true)});
    }
  }
}

void CpuPlan::bindViews(const RunState& state) {
  for (const Binding& binding : m_bindings) {
    Action& action = m_actions[static_cast<std::size_t>(binding.action)];
    const auto index = static_cast<std::size_t>(binding.placement.index);
    const auto operand = static_cast<std::size_t>(binding.operand);
    if (binding.isWritten) {
      action.outputs[operand].data = state.outputs[index].data;
    } else if (binding.placement.kind == Placement::Kind::Input) {
      action.inputs[operand].data = state.inputs[index].data;
    } else {
      action.inputs[operand].data = state.outputs[index].data;
    }
  }
}

ConstView CpuPlan::readView(Value value, const RunState& state) const {
  const Placement placement = m_placements[static_cast<std::size_t>(value.id)];
  const auto index = static_cast<std::size_t>(placement.index);
  switch (placement.kind) {
    case Placement::Kind::Input:
      return state.inputs[index];
    case Placement::Kind::Constant:
      return {m_constants[index].kind(), m_constants[index].shape(), m_constants[index].data()};
    case Placement::Kind::Slot:
      return {kindOf(value), m_program->type(value).shape, m_slots[index].get()};
    case Placement::Kind::Output:
      return {state.outputs[index].kind, state.outputs[index].shape, state.outputs[index].data};
    case Placement::Kind::Unused:
      break;
  }
  HEED_ASSERT(false);
}

void CpuPlan::runKernel(CpuKernel kernel, const Node& node, std::span<const ConstView> inputs,
                        std::span<const MutableView> outputs, const RunState& state) const {
  try {
    kernel({inputs, outputs, node.attributes, m_precision, state.context.kernel, state.bodies});
  } catch (Error& error) {
    error.addWhere(std::string(node.op->name));
    if (node.group >= 0) error.addWhere(m_program->groupPath(node.group));
    throw;
  }
}

void CpuPlan::runAction(const Action& action, const Node& node, const RunState& state) const {
  TimeSink* times = state.context.times;
  if (times == nullptr) {
    runKernel(action.kernel, node, action.inputs, action.outputs, state);
    return;
  }
  const auto start = std::chrono::steady_clock::now();
  runKernel(action.kernel, node, action.inputs, action.outputs, state);
  times->record(action.node, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

void CpuPlan::recordSteps(Value value, const RunState& state) const {
  for (const int step : m_stepsOf[static_cast<std::size_t>(value.id)]) {
    const int number = m_stepNumbers[static_cast<std::size_t>(step)];
    if (number < 0 || !state.context.trace->wants(number)) continue;
    const ConstView view = readView(value, state);
    TensorBuffer buffer(view.kind, view.shape);
    copyElements({view.kind, view.shape, buffer.data()}, view);
    state.context.trace->record(number, buffer.finish());
  }
}

void CpuPlan::execute(std::span<const ConstView> inputs, std::span<const MutableView> outputs, RunContext& context) {
  Bodies bodies(*this, context);
  const RunState state{inputs, outputs, context, bodies};
  bindViews(state);
  for (std::size_t i = 0; context.trace != nullptr && i < m_placements.size(); ++i) {
    const bool ready =
        m_placements[i].kind == Placement::Kind::Input || m_placements[i].kind == Placement::Kind::Constant;
    if (ready) recordSteps({static_cast<std::int32_t>(i)}, state);
  }
  double done = 0.0;
  for (const Action& action : m_actions) {
    context.kernel.throwIfStopped();
    const Node& node = m_program->nodes()[static_cast<std::size_t>(action.node)];
    runAction(action, node, state);
    for (std::size_t i = 0; context.trace != nullptr && i < node.outputs.size(); ++i)
      recordSteps(node.outputs[i], state);
    done += action.cost;
    if (context.progress != nullptr) context.progress->set(done / m_totalCost);
  }
  for (const auto& [output, value] : m_copies)
    copyElements(outputs[static_cast<std::size_t>(output)], readView(value, state));
}

std::unique_ptr<CpuPlan> makeCpuPlan(const std::shared_ptr<const Program>& program, Keep keep, Precision precision,
                                     CpuOptions options) {
  const bool expandAll = options.composites == Composites::Expanded;
  const auto wanted = [&](const Program&, const Node& node) { return expandAll || node.op->evaluate == nullptr; };
  const bool mustExpand = std::ranges::any_of(
      program->nodes(), [&](const Node& node) { return node.op->expand != nullptr && wanted(*program, node); });
  std::shared_ptr<const Program> planned = mustExpand ? expanded(*program, wanted) : program;
  if (keep == Keep::Outputs && !expandAll) {
    if (auto fused = withFusedAttention(*planned, kKeysForFusion)) planned = std::move(fused);
  }
  std::vector<int> stepNumbers;
  for (const Step& step : planned->steps()) stepNumbers.push_back(program->stepIndex(step.id));
  return std::make_unique<CpuPlan>(planned, std::move(stepNumbers), keep, precision, options.fastKernels);
}

}  // namespace heed::core
