#include "core/base/error.h"
#include "core/exec/trace.h"
#include "core/program/rewrite.h"

#include <algorithm>

namespace heed::core {

namespace {

/// Copies only the nodes between the known values and the wanted ones; known values become inputs behind the program's
/// own.
class Cutter : public ProgramCopier {
 public:
  Cutter(const Program& from, Builder& to, const std::map<Value, Tensor>& known, std::span<const Value> wanted)
      : ProgramCopier(from, to), m_known(known), m_needed(from.nodes().size(), 0), m_used(from.values().size(), 0) {
    for (const Value value : wanted) mark(value);
    for (std::size_t i = m_needed.size(); i-- > 0;) {
      if (m_needed[i] == 0) continue;
      for (const Value input : from.nodes()[i].inputs) mark(input);
    }
  }

  /// The known values that became inputs, in the order of these inputs.
  [[nodiscard]] const std::vector<Value>& taken() const { return m_taken; }

 protected:
  std::vector<Value> copyNode(const Node& node, std::span<const Value> inputs) override {
    if (m_needed[static_cast<std::size_t>(source().info(node.outputs.front()).node)] != 0) {
      return ProgramCopier::copyNode(node, inputs);
    }
    std::vector<Value> outputs;
    for (const Value output : node.outputs) {
      outputs.push_back(m_used[static_cast<std::size_t>(output.id)] != 0 ? asInput(output) : Value());
    }
    return outputs;
  }

 private:
  void mark(Value value) {
    const int node = source().info(value).node;
    if (node < 0) return;
    if (m_known.contains(value)) {
      m_used[static_cast<std::size_t>(value.id)] = 1;
    } else {
      m_needed[static_cast<std::size_t>(node)] = 1;
    }
  }

  Value asInput(Value value) {
    m_taken.push_back(value);
    return target().input(fmt::format("known value {}", value.id), source().type(value));
  }

  const std::map<Value, Tensor>& m_known;
  std::vector<char> m_needed;  ///< by node
  std::vector<char> m_used;    ///< by value: known, and an operand of what is needed
  std::vector<Value> m_taken;
};

}  // namespace

Evaluator::Evaluator(Backend& backend, std::shared_ptr<const Program> program, std::vector<Tensor> inputs,
                     Precision precision, RunContext& context)
    : m_backend(backend),
      m_program(std::move(program)),
      m_inputs(std::move(inputs)),
      m_precision(precision),
      m_context(context) {
  HEED_ASSERT(m_inputs.size() == m_program->inputs().size());
}

void Evaluator::use(const Trace& trace) {
  HEED_ASSERT(trace.program().hash() == m_program->hash());
  for (std::size_t i = 0; i < m_program->steps().size(); ++i) {
    const Tensor& kept = trace.kept(static_cast<int>(i));
    const Value value = m_program->steps()[i].value;
    if (!kept.isNull())
      m_values.insert_or_assign(value, kept.converted(elementKind(m_program->type(value).kind, m_precision)));
  }
}

const Tensor& Evaluator::value(Value value) {
  require(std::span(&value, 1));
  return m_values.at(value);
}

void Evaluator::require(std::span<const Value> values) {
  std::vector<Value> missing;
  for (const Value value : values) {
    if (m_values.contains(value) || std::ranges::find(missing, value) != missing.end()) continue;
    const ValueInfo& info = m_program->info(value);
    if (info.node >= 0) {
      missing.push_back(value);
      continue;
    }
    const Tensor& given = info.input >= 0 ? m_inputs[static_cast<std::size_t>(info.input)] : info.constant;
    m_values.emplace(value, given.converted(elementKind(info.type.kind, m_precision)));
  }
  if (!missing.empty()) compute(missing);
}

void Evaluator::compute(const std::vector<Value>& missing) {
  Builder builder;
  Cutter cutter(*m_program, builder, m_values, missing);
  cutter.run();
  std::vector<ProgramOutput> outputs;
  for (const Value value : missing) outputs.push_back({fmt::format("{}", value.id), cutter.mapped(value)});
  std::vector<Tensor> inputs = m_inputs;
  for (const Value value : cutter.taken()) inputs.push_back(m_values.at(value));
  const auto plan = m_backend.prepare(builder.finish(std::move(outputs)), Keep::Outputs, m_precision);
  RunContext context{m_context.kernel};
  RunResult result = m_backend.run(*plan, inputs, context);
  for (std::size_t i = 0; i < missing.size(); ++i) m_values.insert_or_assign(missing[i], std::move(result.outputs[i]));
}

}  // namespace heed::core
