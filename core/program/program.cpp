#include "core/program/program.h"

#include "core/base/error.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace heed::core {

const Step* Program::labelOf(Value value) const {
  const int position = labelIndex(value);
  return position < 0 ? nullptr : &m_steps[static_cast<std::size_t>(position)];
}

int Program::stepIndex(std::string_view id) const {
  const auto found = m_stepIds.find(id);
  return found == m_stepIds.end() ? -1 : found->second;
}

std::string Program::groupPath(int group) const {
  std::string path;
  for (; group >= 0; group = m_groups[static_cast<std::size_t>(group)].parent) {
    const std::string& id = m_groups[static_cast<std::size_t>(group)].id;
    path.insert(0, path.empty() ? id : id + "/");
  }
  return path;
}

std::string Program::toText() const {
  std::string result;
  for (const ProgramInput& input : m_inputs) {
    result += fmt::format("%{} = input \"{}\" : {}\n", input.value.id, input.name, toString(type(input.value)));
  }
  for (std::size_t i = 0; i < m_values.size(); ++i) {
    if (!m_values[i].constant.isNull()) result += fmt::format("%{} = constant : {}\n", i, toString(m_values[i].type));
  }
  const auto idsOf = [](const std::vector<Value>& values) {
    std::vector<std::string> ids;
    for (const Value value : values) ids.push_back(fmt::format("%{}", value.id));
    return fmt::format("{}", fmt::join(ids, ", "));
  };
  for (const Node& node : m_nodes) {
    const std::string attributes = node.attributes.entries().empty() ? "" : " {" + node.attributes.toString() + "}";
    result += fmt::format("{} = {}({}){} : {}\n", idsOf(node.outputs), node.op->name, idsOf(node.inputs), attributes,
                          toString(type(node.outputs.front())));
  }
  for (const Step& step : m_steps) result += fmt::format("step {} = %{}\n", step.id, step.value.id);
  for (const ProgramOutput& output : m_outputs)
    result += fmt::format("output \"{}\" = %{}\n", output.name, output.value.id);
  return result;
}

Cost Program::cost() const {
  Cost total;
  for (const Node& node : m_nodes) {
    std::vector<ValueType> inputs;
    std::vector<ValueType> outputs;
    for (const Value value : node.inputs) inputs.push_back(type(value));
    for (const Value value : node.outputs) outputs.push_back(type(value));
    const Cost cost = node.op->cost(inputs, outputs, node.attributes);
    total.multiplyAdds += cost.multiplyAdds;
    total.bytes += cost.bytes;
  }
  return total;
}

const OpDef* findOp(std::string_view name) {
  const auto ops = allOps();
  const auto found = std::ranges::find_if(ops, [&](const OpDef* op) { return op->name == name; });
  return found == ops.end() ? nullptr : *found;
}

}  // namespace heed::core
