#include "core/autodiff/gradients.h"

#include "core/base/error.h"
#include "core/ops/ops.h"
#include "core/program/rewrite.h"

#include <algorithm>

namespace heed::core {

namespace {

/// The reverse walk: cotangents by value, from the outputs back to what they were made of.
class ReverseWalk {
 public:
  ReverseWalk(Builder& builder, LabelGradients labels) : m_builder(builder), m_labels(labels) {}

  std::vector<Value> run(std::span<const Value> outputs, std::span<const Value> cotangents,
                         std::span<const Value> wrt) {
    const auto nodeCount = m_builder.soFar().nodes().size();
    const auto valueCount = m_builder.soFar().values().size();
    m_cotangents.assign(valueCount, Value());
    findDependents(wrt, valueCount, nodeCount);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      if (cotangents[i].isValid()) accumulate(outputs[i], cotangents[i]);
    }
    for (std::size_t i = nodeCount; i-- > 0;) visit(i);
    for (const ProgramInput& input : m_builder.soFar().inputs()) label(input.value);
    std::vector<Value> result;
    for (const Value value : wrt) result.push_back(cotangentOrZeros(value));
    return result;
  }

 private:
  /// Marks the values that depend on what is asked for: only they need cotangents.
  void findDependents(std::span<const Value> wrt, std::size_t valueCount, std::size_t nodeCount) {
    m_dependent.assign(valueCount, 0);
    for (const Value value : wrt) m_dependent[static_cast<std::size_t>(value.id)] = 1;
    for (std::size_t i = 0; i < nodeCount; ++i) {
      const Node& node = m_builder.soFar().nodes()[i];
      if (std::ranges::none_of(node.inputs, [&](Value input) { return isDependent(input); })) continue;
      for (const Value output : node.outputs) {
        if (m_builder.type(output).kind == ValueKind::Real) m_dependent[static_cast<std::size_t>(output.id)] = 1;
      }
    }
  }

  [[nodiscard]] bool isDependent(Value value) const { return m_dependent[static_cast<std::size_t>(value.id)] != 0; }

  void visit(std::size_t position) {
    const Node node = m_builder.soFar().nodes()[position];  // a copy: appending moves the nodes
    std::vector<Value> cotangents;
    bool reached = false;
    for (const Value output : node.outputs) {
      cotangents.push_back(m_cotangents[static_cast<std::size_t>(output.id)]);
      reached = reached || cotangents.back().isValid();
    }
    if (!reached) return;
    const auto scope = m_builder.enter(node.group);
    for (const Value output : node.outputs) label(output);
    if (node.op->vjp == nullptr) return;
    std::vector<char> wanted;
    for (const Value input : node.inputs) wanted.push_back(isDependent(input) ? 1 : 0);
    if (std::ranges::count(wanted, 1) == 0) return;
    const std::vector<Value> back = node.op->vjp(
        {m_builder, node.inputs, node.outputs, node.attributes, cotangents, wanted, &ReverseWalk::bodyGradients});
    for (std::size_t i = 0; i < back.size(); ++i) {
      if (back[i].isValid() && wanted[i] != 0) accumulate(node.inputs[i], back[i]);
    }
  }

  void accumulate(Value value, Value cotangent) {
    HEED_ASSERT(m_builder.type(value) == m_builder.type(cotangent));
    Value& sum = m_cotangents[static_cast<std::size_t>(value.id)];
    sum = sum.isValid() ? ops::add(m_builder, sum, cotangent) : cotangent;
  }

  /// A labelled step's cotangent is a step too; by now it is complete, since all users of the value were visited.
  void label(Value value) {
    const Value cotangent = m_cotangents[static_cast<std::size_t>(value.id)];
    if (m_labels == LabelGradients::No || !cotangent.isValid()) return;
    const Step* found = m_builder.labelOf(value);
    if (found == nullptr) return;
    const Step step = *found;
    const std::size_t slash = step.id.rfind('/');
    const auto scope = m_builder.enter(step.group);
    m_builder.step(cotangent, {.id = (slash == std::string::npos ? step.id : step.id.substr(slash + 1)) + ".gradient",
                               .phase = step.phase,
                               .role = Role::None,
                               .caption = text("Gradient", "Gradient of: %1", step.caption),
                               .explanation = text("Gradient", "How the chosen number changes with each of these."),
                               .term = step.term,
                               .expression = {},
                               .axes = step.axes,
                               .mask = step.mask,
                               .depth = step.depth});
  }

  Value cotangentOrZeros(Value value) {
    const Value cotangent = m_cotangents[static_cast<std::size_t>(value.id)];
    if (cotangent.isValid()) return cotangent;
    return ops::broadcastTo(m_builder, m_builder.constant(0.0), m_builder.shape(value));
  }

  static std::vector<Value> bodyGradients(Builder& builder, std::span<const Value> outputs,
                                          std::span<const Value> cotangents, std::span<const Value> wrt) {
    return ReverseWalk(builder, LabelGradients::No).run(outputs, cotangents, wrt);
  }

  Builder& m_builder;
  LabelGradients m_labels;
  std::vector<Value> m_cotangents;
  std::vector<char> m_dependent;
};

}  // namespace

std::vector<Value> gradients(Builder& builder, Value loss, std::span<const Value> wrt, LabelGradients labels) {
  HEED_ASSERT(builder.type(loss) == (ValueType{ValueKind::Real, Shape()}));
  const Value one = builder.constant(1.0);
  return ReverseWalk(builder, labels).run(std::span(&loss, 1), std::span(&one, 1), wrt);
}

std::shared_ptr<const Program> withGradients(const Program& program, GradientStart start) {
  Builder builder(program);
  const ValueType type = builder.type(start.value);
  if (type.kind != ValueKind::Real) {
    throw Error(ErrorKind::Parameter,
                text("Gradient", "a gradient starts from a real number; this value is %1", toString(type)));
  }
  if (start.offset < 0 || start.offset >= type.shape.elementCount()) {
    throw Error(ErrorKind::Parameter, text("Gradient", "element %1 is outside the value, which has %2 elements",
                                           start.offset, type.shape.elementCount()));
  }
  const Value flat = ops::reshape(builder, start.value, Shape{type.shape.elementCount()});
  const Value cell = ops::reshape(builder, ops::slice(builder, flat, 0, start.offset, start.offset + 1), Shape());
  std::vector<Value> wrt;
  std::vector<ProgramOutput> outputs = program.outputs();
  for (const ProgramInput& input : program.inputs()) {
    if (builder.type(input.value).kind == ValueKind::Real) wrt.push_back(input.value);
  }
  const std::vector<Value> results = gradients(builder, cell, wrt, LabelGradients::Yes);
  for (std::size_t i = 0; i < wrt.size(); ++i) {
    const auto& input = program.inputs()[static_cast<std::size_t>(builder.soFar().info(wrt[i]).input)];
    outputs.push_back({"gradient of " + input.name, results[i]});
  }
  return builder.finish(std::move(outputs));
}

std::shared_ptr<const Program> expandedButSoftmax(const Program& program) {
  return expanded(program, [](const Program&, const Node& node) { return node.op->name != "softmax"; });
}

}  // namespace heed::core
