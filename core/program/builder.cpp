#include "core/program/builder.h"

#include "core/base/error.h"
#include "core/base/philox.h"

#include <algorithm>
#include <utility>

namespace heed::core {

namespace {

/// Text and constants: two programs that differ only in a constant must not be taken for each other.
std::uint64_t hashOf(const Program& program) {
  std::string material = program.toText();
  for (const ValueInfo& info : program.values()) {
    if (info.constant.isNull()) continue;
    material +=
        std::to_string(stableHash(reinterpret_cast<const char*>(info.constant.data()), info.constant.byteCount()));
  }
  return stableHash(material.data(), material.size());
}

}  // namespace

Builder::Builder(Program program) : m_program(std::move(program)) {
  m_program.m_outputs.clear();
  for (const Group& group : m_program.m_groups) m_groupIds.emplace(group.parent, group.id);
}

Value Builder::input(std::string name, ValueType type, InputRole role) {
  HEED_ASSERT(std::ranges::find(m_program.m_inputs, name, &ProgramInput::name) == m_program.m_inputs.end());
  const Value value = addValue({type, -1, 0, static_cast<int>(m_program.m_inputs.size()), {}});
  m_program.m_inputs.push_back({std::move(name), role, value});
  return value;
}

Value Builder::constant(Tensor tensor) {
  const ValueType type{valueKind(tensor.kind()), tensor.shape()};
  return addValue({type, -1, 0, -1, std::move(tensor)});
}

Value Builder::constant(double number) {
  return constant(Tensor::scalar(number));
}

std::vector<Value> Builder::append(const OpDef& op, std::span<const Value> inputs, Attributes attributes) {
  std::vector<ValueType> types;
  for (const Value input : inputs) {
    HEED_ASSERT(input.isValid() && input.id < static_cast<std::int32_t>(m_program.m_values.size()));
    types.push_back(type(input));
  }
  std::vector<ValueType> outputTypes;
  try {
    outputTypes = op.infer(types, attributes);
  } catch (Error& error) {
    error.addWhere(std::string(op.name));
    for (int group = m_group; group >= 0; group = m_program.m_groups[static_cast<std::size_t>(group)].parent) {
      error.addWhere(m_program.m_groups[static_cast<std::size_t>(group)].id);
    }
    throw;
  }
  Node node{&op, {inputs.begin(), inputs.end()}, {}, std::move(attributes), m_group};
  const int position = static_cast<int>(m_program.m_nodes.size());
  for (std::size_t i = 0; i < outputTypes.size(); ++i) {
    node.outputs.push_back(addValue({outputTypes[i], position, static_cast<int>(i), -1, {}}));
  }
  m_program.m_nodes.push_back(node);
  return node.outputs;
}

Value Builder::appendOne(const OpDef& op, std::initializer_list<Value> inputs, Attributes attributes) {
  return append(op, std::span(inputs.begin(), inputs.size()), std::move(attributes)).front();
}

Value Builder::step(Value value, StepSpec spec) {
  HEED_ASSERT(spec.axes.empty() || static_cast<int>(spec.axes.size()) == shape(value).rank());
  if (spec.axes.empty()) spec.axes.resize(static_cast<std::size_t>(shape(value).rank()));
  const int position = static_cast<int>(m_program.m_steps.size());
  m_program.m_steps.push_back({uniqueStepId(spec.id), spec.phase, spec.role, std::move(spec.caption),
                               std::move(spec.explanation), std::move(spec.term), std::move(spec.expression), value,
                               spec.mask, std::move(spec.axes), m_group, spec.depth, spec.isInput});
  m_program.m_stepIds.emplace(m_program.m_steps.back().id, position);
  m_program.m_labels[static_cast<std::size_t>(value.id)] = position;
  return value;
}

Builder::Scope Builder::group(std::string id, Text title) {
  std::string unique = id;
  for (int i = 2; !m_groupIds.emplace(m_group, unique).second; ++i) unique = fmt::format("{}~{}", id, i);
  const int previous = m_group;
  m_program.m_groups.push_back({std::move(unique), std::move(title), previous});
  m_group = static_cast<int>(m_program.m_groups.size()) - 1;
  return Scope(*this, previous);
}

Builder::Scope Builder::enter(int group) {
  return Scope(*this, std::exchange(m_group, group));
}

std::shared_ptr<const Program> Builder::finish(std::vector<ProgramOutput> outputs) {
  m_program.m_outputs = std::move(outputs);
  m_program.m_hash = hashOf(m_program);
  m_group = -1;
  m_groupIds.clear();
  return std::make_shared<const Program>(std::exchange(m_program, Program()));
}

Value Builder::addValue(ValueInfo info) {
  m_program.m_values.push_back(std::move(info));
  m_program.m_labels.push_back(-1);
  return {static_cast<std::int32_t>(m_program.m_values.size()) - 1};
}

std::string Builder::uniqueStepId(const std::string& localId) const {
  const std::string path = m_program.groupPath(m_group);
  const std::string id = path.empty() ? localId : path + "/" + localId;
  std::string unique = id;
  for (int i = 2; m_program.stepIndex(unique) >= 0; ++i) unique = fmt::format("{}~{}", id, i);
  return unique;
}

}  // namespace heed::core
