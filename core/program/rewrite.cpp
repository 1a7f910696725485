#include "core/program/rewrite.h"

#include "core/base/error.h"

#include <algorithm>

namespace heed::core {

namespace {

std::string localId(const Program& program, const Step& step) {
  const std::string path = program.groupPath(step.group);
  return path.empty() ? step.id : step.id.substr(path.size() + 1);
}

class Expander : public ProgramCopier {
 public:
  Expander(const Program& from, Builder& to, const std::function<bool(const Program&, const Node&)>& wanted)
      : ProgramCopier(from, to), m_wanted(wanted) {}

 protected:
  std::vector<Value> copyNode(const Node& node, std::span<const Value> inputs) override {
    if (node.op->expand == nullptr || !m_wanted(source(), node)) return ProgramCopier::copyNode(node, inputs);
    std::vector<const Step*> labels;
    for (const Value input : node.inputs) labels.push_back(source().labelOf(input));
    return node.op->expand({target(), inputs, node.attributes, source().labelOf(node.outputs.front()), labels});
  }

 private:
  const std::function<bool(const Program&, const Node&)>& m_wanted;
};

/// Copies only the nodes that the wanted values need.
class Slicer : public ProgramCopier {
 public:
  Slicer(const Program& from, Builder& to, std::vector<char> needed)
      : ProgramCopier(from, to), m_needed(std::move(needed)) {}

 protected:
  std::vector<Value> copyNode(const Node& node, std::span<const Value> inputs) override {
    const auto position = static_cast<std::size_t>(source().info(node.outputs.front()).node);
    if (m_needed[position] == 0) return std::vector<Value>(node.outputs.size());
    return ProgramCopier::copyNode(node, inputs);
  }

 private:
  std::vector<char> m_needed;
};

std::vector<char> nodesNeeded(const Program& program, std::span<const Value> values) {
  std::vector<char> needed(program.nodes().size(), 0);
  const auto mark = [&](Value value) {
    if (const int node = program.info(value).node; node >= 0) needed[static_cast<std::size_t>(node)] = 1;
  };
  for (const Value value : values) mark(value);
  for (std::size_t i = needed.size(); i-- > 0;) {
    if (needed[i] == 0) continue;
    for (const Value input : program.nodes()[i].inputs) mark(input);
  }
  return needed;
}

}  // namespace

ProgramCopier::ProgramCopier(const Program& source, Builder& target)
    : m_source(source), m_target(target), m_map(source.values().size()) {}

void ProgramCopier::run() {
  for (const Group& group : m_source.groups()) {
    const auto parent = m_target.enter(group.parent < 0 ? -1 : m_groupMap[static_cast<std::size_t>(group.parent)]);
    const auto scope = m_target.group(group.id, group.title);
    m_groupMap.push_back(static_cast<int>(m_target.soFar().groups().size()) - 1);
  }
  const auto place = [&](Value original, Value copy) {
    const auto position = static_cast<std::size_t>(original.id);
    if (!copy.isValid()) return;
    m_map[position] = replaced(original, copy);
  };
  for (std::size_t i = 0; i < m_source.values().size(); ++i) {
    const ValueInfo& info = m_source.values()[i];
    const Value original{static_cast<std::int32_t>(i)};
    if (info.input >= 0) {
      const ProgramInput& input = m_source.inputs()[static_cast<std::size_t>(info.input)];
      place(original, m_target.input(input.name, info.type, input.role));
    } else if (info.node < 0) {
      place(original, m_target.constant(info.constant));
    }
  }
  copySteps(-1);
  for (std::size_t position = 0; position < m_source.nodes().size(); ++position) {
    const Node& node = m_source.nodes()[position];
    const auto scope = m_target.enter(node.group < 0 ? -1 : m_groupMap[static_cast<std::size_t>(node.group)]);
    std::vector<Value> inputs;
    for (const Value input : node.inputs) inputs.push_back(mapped(input));
    const std::vector<Value> outputs = copyNode(node, inputs);
    for (std::size_t i = 0; i < outputs.size(); ++i) place(node.outputs[i], outputs[i]);
    copySteps(static_cast<int>(position));
  }
}

Value ProgramCopier::mapped(Value value) const {
  return value.isValid() ? m_map[static_cast<std::size_t>(value.id)] : value;
}

std::vector<ProgramOutput> ProgramCopier::mappedOutputs() const {
  std::vector<ProgramOutput> outputs = m_source.outputs();
  for (ProgramOutput& output : outputs) output.value = mapped(output.value);
  return outputs;
}

std::vector<Value> ProgramCopier::copyNode(const Node& node, std::span<const Value> inputs) {
  return m_target.append(*node.op, inputs, node.attributes);
}

Value ProgramCopier::replaced(Value /*original*/, Value copy) {
  return copy;
}

/// In the source's order. A step whose value was left out is left out as well.
void ProgramCopier::copySteps(int lastNode) {
  const auto& steps = m_source.steps();
  for (; m_copiedSteps < steps.size() && m_source.info(steps[m_copiedSteps].value).node <= lastNode; ++m_copiedSteps) {
    const Step& step = steps[m_copiedSteps];
    const Value value = mapped(step.value);
    if (!value.isValid()) continue;
    const auto scope = m_target.enter(step.group < 0 ? -1 : m_groupMap[static_cast<std::size_t>(step.group)]);
    m_target.step(value, {localId(m_source, step), step.phase, step.role, step.caption, step.explanation, step.term,
                          step.expression, step.axes, mapped(step.mask), step.depth, step.isInput});
  }
}

std::shared_ptr<const Program> expanded(const Program& program,
                                        const std::function<bool(const Program&, const Node&)>& wanted) {
  Builder builder;
  Expander expander(program, builder, wanted);
  expander.run();
  auto result = builder.finish(expander.mappedOutputs());
  const bool isDone = std::ranges::none_of(
      result->nodes(), [&](const Node& node) { return node.op->expand != nullptr && wanted(*result, node); });
  return isDone ? result : expanded(*result, wanted);
}

std::shared_ptr<const Program> fullyExpanded(const Program& program) {
  return expanded(program, [](const Program&, const Node&) { return true; });
}

std::shared_ptr<const Program> sliced(const Program& program, std::span<const Value> values) {
  Builder builder;
  Slicer slicer(program, builder, nodesNeeded(program, values));
  slicer.run();
  std::vector<ProgramOutput> outputs;
  for (std::size_t i = 0; i < values.size(); ++i) outputs.push_back({fmt::format("{}", i), slicer.mapped(values[i])});
  return builder.finish(std::move(outputs));
}

}  // namespace heed::core
