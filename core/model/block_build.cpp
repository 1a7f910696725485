#include "core/model/block_build.h"

#include "core/base/error.h"

#include <algorithm>

namespace heed::core {

namespace {

template <typename T>
const T& parameterAs(const Parameters& parameters, std::string_view id) {
  const ParameterValue* value = findParameter(parameters, id);
  HEED_ASSERT(value != nullptr && std::holds_alternative<T>(*value));
  return std::get<T>(*value);
}

}  // namespace

BlockBuild::BlockBuild(LoweringState& state, const BlockType& type, const Parameters& parameters, std::string path)
    : m_state(state), m_type(type), m_parameters(completeParameters(type, parameters)), m_path(std::move(path)) {}

void BlockBuild::setInput(std::string_view port, Signal signal) {
  m_inputs.insert_or_assign(std::string(port), std::move(signal));
}

bool BlockBuild::hasInput(std::string_view port) const {
  return m_inputs.find(port) != m_inputs.end();
}

const Signal& BlockBuild::input(std::string_view port) const {
  const auto found = m_inputs.find(port);
  HEED_ASSERT(found != m_inputs.end());
  return found->second;
}

bool BlockBuild::flag(std::string_view id) const {
  return parameterAs<bool>(m_parameters, id);
}
std::int64_t BlockBuild::integer(std::string_view id) const {
  return parameterAs<std::int64_t>(m_parameters, id);
}
double BlockBuild::real(std::string_view id) const {
  return parameterAs<double>(m_parameters, id);
}
const std::string& BlockBuild::string(std::string_view id) const {
  return parameterAs<std::string>(m_parameters, id);
}
const BlockRef& BlockBuild::block(std::string_view id) const {
  return parameterAs<BlockRef>(m_parameters, id);
}

Value BlockBuild::weight(WeightSpec spec) {
  const std::string weightPath = m_path + "/" + spec.name;
  const auto known = std::ranges::find(m_state.weights, weightPath, &RequestedWeight::path);
  if (known != m_state.weights.end()) {
    if (known->spec.shape != spec.shape) {
      throw Error(ErrorKind::Shape, text("Weights", "the tied weight \"%1\" is %2 in one copy and %3 in another",
                                         weightPath, known->spec.shape.toString(), spec.shape.toString()));
    }
    return known->value;
  }
  const Value value = builder().input(weightPath, {ValueKind::Real, spec.shape}, InputRole::Weight);
  if (!spec.label.isEmpty()) {
    builder().step(value, {.id = spec.name,
                           .phase = Phase::Project,
                           .role = spec.role,
                           .caption = spec.label,
                           .explanation = {},
                           .term = spec.name,
                           .expression = {},
                           .axes = spec.axes,
                           .mask = {},
                           .depth = StepDepth::SubStep,
                           .isInput = true});
  }
  m_state.weights.push_back({weightPath, std::move(spec), value, m_state.block});
  return value;
}

Value BlockBuild::dataInput(std::string_view name, Tensor tensor) {
  // The copies of a tied group have one path; what they compute from their inputs may still differ.
  const std::string wanted = m_path + "." + std::string(name);
  std::string inputName = wanted;
  const auto isTaken = [&] {
    return std::ranges::find(m_state.data, inputName, &BoundData::name) != m_state.data.end();
  };
  for (int i = 2; isTaken(); ++i) inputName = fmt::format("{}~{}", wanted, i);
  const ValueType type{valueKind(tensor.kind()), tensor.shape()};
  const Value value = builder().input(inputName, type, InputRole::Data);
  m_state.data.push_back({inputName, std::move(tensor)});
  return value;
}

void BlockBuild::setOutput(std::string_view port, Signal signal) {
  HEED_ASSERT(std::ranges::find(m_type.outputs, port, &PortSpec::id) != m_type.outputs.end());
  m_outputs.insert_or_assign(std::string(port), std::move(signal));
}

void BlockBuild::note(Severity severity, Text noteText, std::string port) {
  m_state.notes.push_back({severity, std::move(noteText), m_state.block, std::move(port), std::nullopt});
}

std::map<std::string, Signal, std::less<>> BlockBuild::buildInside(
    std::string_view id, Text title, std::string_view type, const Parameters& parameters,
    const std::map<std::string, Signal, std::less<>>& inputs) {
  const BlockType* inner = findBlockType(type);
  if (inner == nullptr) {
    throw Error(ErrorKind::Parameter, text("Block", "there is no block type \"%1\"", type));
  }
  const auto scope = builder().group(std::string(id), std::move(title));
  BlockBuild build(m_state, *inner, parameters, m_path + "/" + std::string(id));
  for (const auto& [port, signal] : inputs) build.setInput(port, signal);
  inner->build(build);
  return build.outputs();
}

}  // namespace heed::core
