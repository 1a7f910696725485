#include "gpu/backend/unroll.h"

#include "core/ops/ops.h"
#include "core/ops/shared/body_values.h"
#include "core/program/rewrite.h"
#include "gpu/backend/scan_layout.h"

#include <algorithm>

namespace heed::gpu {

namespace {

using core::Value;

bool isScan(const core::Node& node) {
  return node.op->name == kScanOp;
}

/// Appends the steps of one scan to a builder.
class ScanUnroller {
 public:
  ScanUnroller(core::Builder& builder, const core::Node& node, std::span<const Value> inputs)
      : m_builder(builder),
        m_layout(node),
        m_body(*m_layout.body),
        m_inputs(inputs.begin(), inputs.end()),
        m_steps(builder.shape(inputs[m_layout.firstSequence()])[0]),
        m_stacks(m_body.outputs().size(), std::vector<Value>(static_cast<std::size_t>(m_steps))) {}

  /// The carries after the last step, what is stacked, and the carry before every step, as the op gives them.
  [[nodiscard]] std::vector<Value> run() {
    std::vector<Value> state = m_inputs;
    for (std::int64_t position = 0; position < m_steps; ++position) {
      appendStep(state, m_layout.isBackward ? m_steps - 1 - position : position);
    }
    std::vector<Value> results(state.begin() + offset(m_layout.constants),
                               state.begin() + offset(m_layout.firstSequence()));
    for (std::size_t i = m_layout.carries; i < m_stacks.size(); ++i) results.push_back(stacked(i));
    for (std::size_t i = 0; i < m_layout.carries; ++i) results.push_back(stacked(i));
    return results;
  }

 private:
  static std::ptrdiff_t offset(std::size_t position) { return static_cast<std::ptrdiff_t>(position); }

  /// `state` holds the body's inputs; its carries are replaced by those after the step. The stacks of the carries take
  /// those before it.
  void appendStep(std::vector<Value>& state, std::int64_t time) {
    for (std::size_t i = m_layout.firstSequence(); i < state.size(); ++i) {
      const core::Shape shape = m_builder.shape(m_inputs[i]).without(0);
      state[i] = core::ops::reshape(m_builder, core::ops::slice(m_builder, m_inputs[i], 0, time, time + 1), shape);
    }
    const std::vector<Value> values = core::copyBody(m_builder, m_body, state);
    for (std::size_t i = 0; i < m_stacks.size(); ++i) {
      const Value result = values[static_cast<std::size_t>(m_body.outputs()[i].value.id)];
      Value& place = m_stacks[i][static_cast<std::size_t>(time)];
      place = i < m_layout.carries ? state[m_layout.constants + i] : result;
    }
    for (std::size_t i = 0; i < m_layout.carries; ++i) {
      state[m_layout.constants + i] = values[static_cast<std::size_t>(m_body.outputs()[i].value.id)];
    }
  }

  [[nodiscard]] Value stacked(std::size_t output) {
    const core::ValueType type = m_body.type(m_body.outputs()[output].value);
    const core::Shape shape = type.shape.withInserted(0, m_steps);
    if (m_steps == 0) {
      return m_builder.constant(core::Tensor::zeros(core::elementKind(type.kind, core::Precision::Float64), shape));
    }
    std::vector<Value> parts;
    for (const Value value : m_stacks[output]) {
      parts.push_back(core::ops::reshape(m_builder, value, type.shape.withInserted(0, 1)));
    }
    return core::ops::concatenate(m_builder, parts, 0);
  }

  core::Builder& m_builder;
  ScanLayout m_layout;
  const core::Program& m_body;
  std::vector<Value> m_inputs;
  std::int64_t m_steps;
  std::vector<std::vector<Value>> m_stacks;  ///< by output of the body: a value for each time
};

class Unroller : public core::ProgramCopier {
 public:
  using core::ProgramCopier::ProgramCopier;

 protected:
  std::vector<Value> copyNode(const core::Node& node, std::span<const Value> inputs) override {
    return isScan(node) ? ScanUnroller(target(), node, inputs).run() : core::ProgramCopier::copyNode(node, inputs);
  }
};

}  // namespace

std::shared_ptr<const core::Program> withScansUnrolled(std::shared_ptr<const core::Program> program) {
  while (std::ranges::any_of(program->nodes(), isScan)) {
    core::Builder builder;
    Unroller unroller(*program, builder);
    unroller.run();
    program = builder.finish(unroller.mappedOutputs());
  }
  return program;
}

}  // namespace heed::gpu
