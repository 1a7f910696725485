#include "core/ops/shared/body_values.h"
#include "core/ops/shared/op_support.h"
#include "core/program/rewrite.h"

#include <fmt/ranges.h>

#include <cstring>

namespace heed::core {

namespace {

/// How the operands and results of a scan divide, with its length in time.
struct Layout {
  std::size_t constants = 0;
  std::size_t carries = 0;
  std::size_t sequences = 0;
  std::size_t stacked = 0;
  std::int64_t steps = 0;
  bool isBackward = false;

  [[nodiscard]] std::size_t firstSequence() const { return constants + carries; }
  [[nodiscard]] std::size_t firstSaved() const { return carries + stacked; }
  /// The time of the step that comes `position`-th.
  [[nodiscard]] std::int64_t time(std::int64_t position) const { return isBackward ? steps - 1 - position : position; }
};

Layout layoutOf(const Attributes& attributes, std::size_t operandCount) {
  Layout layout;
  layout.constants = static_cast<std::size_t>(attributes.integer("constantCount"));
  layout.carries = static_cast<std::size_t>(attributes.integer("carryCount"));
  layout.stacked = static_cast<std::size_t>(attributes.integer("stackedCount"));
  layout.isBackward = attributes.string("direction") == "backward";
  HEED_ASSERT(operandCount >= layout.firstSequence());
  layout.sequences = operandCount - layout.firstSequence();
  return layout;
}

template <typename View>
Layout layoutOf(const Attributes& attributes, std::span<const View> operands) {
  Layout layout = layoutOf(attributes, operands.size());
  layout.steps = operands[layout.firstSequence()].shape[0];
  return layout;
}

std::string operandName(const Layout& layout, std::size_t position) {
  if (position < layout.constants) return fmt::format("constant {}", position);
  if (position < layout.firstSequence()) return fmt::format("carry {}", position - layout.constants);
  return fmt::format("sequence {}", position - layout.firstSequence());
}

void checkOperands(const Program& body, const Layout& layout, std::span<const ValueType> inputs) {
  if (layout.sequences == 0) {
    throw Error(ErrorKind::Shape, text("Op", "scan: has no sequence; it needs at least 1, whose first axis is time"));
  }
  if (body.inputs().size() != inputs.size()) {
    throw Error(ErrorKind::Shape, text("Op", "scan: has %1 operands and its body takes %2; the numbers must be equal",
                                       inputs.size(), body.inputs().size()));
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    ValueType type = inputs[i];
    if (i >= layout.firstSequence()) {
      requireRank("scan", inputs, i, 1);
      if (type.shape[0] != inputs[layout.firstSequence()].shape[0]) {
        throw Error(ErrorKind::Shape,
                    text("Op", "scan: %1 has %2 steps and sequence 0 has %3; they must be equal",
                         operandName(layout, i), type.shape[0], inputs[layout.firstSequence()].shape[0]));
      }
      type.shape = type.shape.without(0);
    }
    const ValueType& wanted = body.type(body.inputs()[i].value);
    if (type != wanted) {
      throw Error(ErrorKind::Shape, text("Op", "scan: %1 gives %2 to the body, which takes %3", operandName(layout, i),
                                         toString(type), toString(wanted)));
    }
  }
}

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  const Program& body = *attributes.program("body");
  const Layout layout = layoutOf(attributes, inputs.size());
  checkOperands(body, layout, inputs);
  if (body.outputs().size() < layout.carries) {
    throw Error(ErrorKind::Shape, text("Op", "scan: its body has %1 outputs; it needs at least %2, one for each carry",
                                       body.outputs().size(), layout.carries));
  }
  HEED_ASSERT(body.outputs().size() == layout.firstSaved());
  const std::int64_t steps = inputs[layout.firstSequence()].shape[0];
  std::vector<ValueType> outputs;
  for (std::size_t i = 0; i < body.outputs().size(); ++i) {
    const ValueType& type = body.type(body.outputs()[i].value);
    if (i < layout.carries) {
      const ValueType& carry = inputs[layout.constants + i];
      if (type != carry) {
        throw Error(ErrorKind::Shape, text("Op", "scan: carry %1 is %2 and its body makes %3 of it; they must be equal",
                                           i, toString(carry), toString(type)));
      }
      outputs.push_back(type);
    } else {
      outputs.push_back({type.kind, type.shape.withInserted(0, steps)});
    }
  }
  for (std::size_t i = 0; i < layout.carries; ++i) {
    const ValueType& carry = inputs[layout.constants + i];
    outputs.push_back({carry.kind, carry.shape.withInserted(0, steps)});
  }
  return outputs;
}

std::size_t byteCountOf(const ConstView& view) {
  return static_cast<std::size_t>(view.shape.elementCount()) * bytesPerElement(view.kind);
}

void copyTo(std::byte* target, const ConstView& source) {
  if (const std::size_t bytes = byteCountOf(source); bytes > 0) std::memcpy(target, source.data, bytes);
}

ConstView sliceAt(const ConstView& sequence, std::int64_t time) {
  ConstView slice{sequence.kind, sequence.shape.without(0), sequence.data};
  slice.data += static_cast<std::size_t>(time) * byteCountOf(slice);
  return slice;
}

MutableView sliceAt(const MutableView& sequence, std::int64_t time) {
  const ConstView slice = sliceAt(ConstView{sequence.kind, sequence.shape, sequence.data}, time);
  return {slice.kind, slice.shape, sequence.data + (slice.data - sequence.data)};
}

/// Carries live in the saved ones: a step reads its own place there and writes the place of the step that follows.
void evaluate(const KernelCall& call) {
  const Program& body = *call.attributes.program("body");
  const Layout layout = layoutOf(call.attributes, call.inputs);
  const auto saved = [&](std::size_t carry) { return call.outputs[layout.firstSaved() + carry]; };
  for (std::size_t i = 0; i < layout.carries; ++i) {
    const ConstView& start = call.inputs[layout.constants + i];
    copyTo(layout.steps == 0 ? call.outputs[i].data : sliceAt(saved(i), layout.time(0)).data, start);
  }
  std::vector<ConstView> inputs(call.inputs.begin(), call.inputs.end());
  std::vector<MutableView> outputs(layout.firstSaved());
  for (std::int64_t position = 0; position < layout.steps; ++position) {
    call.context.throwIfStopped();
    const std::int64_t time = layout.time(position);
    const bool isLast = position + 1 == layout.steps;
    for (std::size_t i = 0; i < layout.carries; ++i) {
      const MutableView carry = sliceAt(saved(i), time);
      inputs[layout.constants + i] = {carry.kind, carry.shape, carry.data};
      outputs[i] = isLast ? call.outputs[i] : sliceAt(saved(i), layout.time(position + 1));
    }
    for (std::size_t i = layout.firstSequence(); i < inputs.size(); ++i) inputs[i] = sliceAt(call.inputs[i], time);
    for (std::size_t i = layout.carries; i < outputs.size(); ++i) outputs[i] = sliceAt(call.outputs[i], time);
    call.bodies.run(body, inputs, outputs);
  }
}

/// Builds the scan that goes back in time. Its body takes the forward body's inputs again, the cotangents that have
/// come from later steps, and sums for the constants; it stacks the cotangents of the sequences.
class BackwardScan {
 public:
  explicit BackwardScan(const GradientCall& call)
      : m_call(call),
        m_builder(call.builder),
        m_forward(*call.attributes.program("body")),
        m_layout(layoutOf(call.attributes, call.inputs.size())) {}

  std::vector<Value> run() {
    addConstants();
    addCarries();
    addSequences();
    const auto body = finishBody();
    const auto direction = m_layout.isBackward ? ops::Direction::Forward : ops::Direction::Backward;
    return distribute(ops::scan(m_builder, body, m_constants, m_starts, m_sequences, direction));
  }

 private:
  [[nodiscard]] bool isReal(std::size_t operand) const {
    return m_builder.type(m_call.inputs[operand]).kind == ValueKind::Real;
  }
  [[nodiscard]] bool isWanted(std::size_t operand) const { return m_call.wanted[operand] != 0 && isReal(operand); }

  [[nodiscard]] Value zeros(Shape shape) { return ops::broadcastTo(m_builder, m_builder.constant(0.0), shape); }
  [[nodiscard]] Value bodyInput(const ValueType& type) {
    return m_body.input(fmt::format("input {}", m_body.soFar().inputs().size()), type);
  }
  [[nodiscard]] const ValueType& forwardInputType(std::size_t operand) const {
    return m_forward.type(m_forward.inputs()[operand].value);
  }

  void addConstants() {
    for (std::size_t i = 0; i < m_layout.constants; ++i) {
      m_constants.push_back(m_call.inputs[i]);
      m_forwardInputs.push_back(bodyInput(forwardInputType(i)));
    }
  }

  void addCarries() {
    for (std::size_t i = 0; i < m_layout.carries; ++i) {
      if (!isReal(m_layout.constants + i)) continue;
      const ValueType type = m_builder.type(m_call.inputs[m_layout.constants + i]);
      m_starts.push_back(m_call.cotangents[i].isValid() ? m_call.cotangents[i] : zeros(type.shape));
      m_seeds.push_back({i, bodyInput(type)});
    }
    for (std::size_t i = 0; i < m_layout.constants; ++i) {
      if (!isWanted(i)) continue;
      m_starts.push_back(zeros(m_builder.shape(m_call.inputs[i])));
      m_sums.push_back({i, bodyInput(forwardInputType(i))});
    }
  }

  void addSequences() {
    const auto add = [&](Value sequence) {
      m_sequences.push_back(sequence);
      const ValueType type = m_builder.type(sequence);
      return bodyInput({type.kind, type.shape.without(0)});
    };
    for (std::size_t i = 0; i < m_layout.carries; ++i) {
      m_forwardInputs.push_back(add(m_call.outputs[m_layout.firstSaved() + i]));
    }
    for (std::size_t i = m_layout.firstSequence(); i < m_call.inputs.size(); ++i) {
      m_forwardInputs.push_back(add(m_call.inputs[i]));
    }
    for (std::size_t i = m_layout.carries; i < m_call.cotangents.size(); ++i) {
      if (!m_call.cotangents[i].isValid()) continue;
      if (i < m_layout.firstSaved()) {
        m_seeds.push_back({i, add(m_call.cotangents[i])});
      } else {
        m_savedCotangents.push_back({i - m_layout.firstSaved(), add(m_call.cotangents[i])});
      }
    }
  }

  std::shared_ptr<const Program> finishBody() {
    const std::vector<Value> copy = copyBody(m_body, m_forward, m_forwardInputs);
    std::vector<Value> results;
    std::vector<Value> cotangents;
    for (const auto& [output, cotangent] : m_seeds) {
      results.push_back(copy[static_cast<std::size_t>(m_forward.outputs()[output].value.id)]);
      cotangents.push_back(cotangent);
    }
    std::vector<Value> wrt;
    for (std::size_t i = 0; i < m_layout.carries; ++i) {
      if (isReal(m_layout.constants + i)) wrt.push_back(m_forwardInputs[m_layout.constants + i]);
    }
    for (const auto& [constant, sum] : m_sums) wrt.push_back(m_forwardInputs[constant]);
    for (std::size_t i = m_layout.firstSequence(); i < m_call.inputs.size(); ++i) {
      if (isWanted(i)) wrt.push_back(m_forwardInputs[i]);
    }
    std::vector<Value> back = m_call.bodyGradients(m_body, results, cotangents, wrt);
    const std::size_t carries = m_starts.size() - m_sums.size();
    addSavedCotangents(back);
    for (std::size_t i = 0; i < m_sums.size(); ++i) {
      back[carries + i] = ops::add(m_body, m_sums[i].value, back[carries + i]);
    }
    std::vector<ProgramOutput> outputs;
    for (const Value value : back) outputs.push_back({fmt::format("output {}", outputs.size()), value});
    return m_body.finish(std::move(outputs));
  }

  /// What the loss takes from a saved carry directly comes on top of what the step makes of it.
  void addSavedCotangents(std::vector<Value>& back) {
    for (const auto& [carry, cotangent] : m_savedCotangents) {
      std::size_t position = 0;
      for (std::size_t i = 0; i < carry; ++i) position += isReal(m_layout.constants + i) ? 1U : 0U;
      back[position] = ops::add(m_body, back[position], cotangent);
    }
  }

  std::vector<Value> distribute(const ops::ScanResult& result) const {
    std::vector<Value> cotangents(m_call.inputs.size());
    std::size_t carry = 0;
    for (std::size_t i = m_layout.constants; i < m_layout.firstSequence(); ++i) {
      if (isReal(i)) cotangents[i] = result.carries[carry++];
    }
    for (const auto& [constant, sum] : m_sums) cotangents[constant] = result.carries[carry++];
    std::size_t stacked = 0;
    for (std::size_t i = m_layout.firstSequence(); i < m_call.inputs.size(); ++i) {
      if (isWanted(i)) cotangents[i] = result.stacked[stacked++];
    }
    return cotangents;
  }

  /// A body input and the output, constant or carry that it belongs to.
  struct Entry {
    std::size_t position = 0;
    Value value;
  };

  const GradientCall& m_call;
  Builder& m_builder;
  const Program& m_forward;
  Layout m_layout;
  Builder m_body;
  std::vector<Value> m_constants;
  std::vector<Value> m_starts;
  std::vector<Value> m_sequences;
  std::vector<Value> m_forwardInputs;
  std::vector<Entry> m_seeds;
  std::vector<Entry> m_sums;
  std::vector<Entry> m_savedCotangents;
};

std::vector<Value> vjp(const GradientCall& call) {
  HEED_ASSERT(call.bodyGradients != nullptr);
  return BackwardScan(call).run();
}

/// The body's inputs at one time, taken from the run: carries from the saved ones.
std::vector<Tensor> bodyInputsAt(const ExplainCall& call, const Program& body, const Layout& layout,
                                 std::int64_t time) {
  std::vector<Tensor> inputs;
  for (std::size_t i = 0; i < body.inputs().size(); ++i) {
    if (i < layout.constants) {
      inputs.push_back(call.inputs[i]);
      continue;
    }
    const bool isCarry = i < layout.firstSequence();
    const Tensor& sequence = isCarry ? call.outputs[layout.firstSaved() + i - layout.constants] : call.inputs[i];
    const Shape& shape = body.type(body.inputs()[i].value).shape;
    inputs.push_back(elementsOf(sequence, time * shape.elementCount(), shape));
  }
  return inputs;
}

/// An element of a value of the body as a factor of the scan: only what is an operand of the scan itself can be named.
Factor outerFactor(const Program& body, Value value, std::int64_t offset, double number, const Layout& layout,
                   std::int64_t time) {
  const int input = body.info(value).input;
  const auto position = static_cast<std::size_t>(input);
  const bool isSlice = input >= 0 && position >= layout.firstSequence();
  const bool isCarry = input >= 0 && position >= layout.constants && !isSlice;
  if (input < 0 || (isCarry && time != layout.time(0))) return {-1, 0, number};
  return {input, (isSlice ? time * body.type(value).shape.elementCount() : 0) + offset, number};
}

/// What the last op of the body that made the element says, with the numbers at that time.
CellExplanation explainInBody(const ExplainCall& call, const Layout& layout, std::size_t output, std::int64_t time,
                              std::int64_t offset) {
  const auto runnable = expanded(*call.attributes.program("body"),
                                 [](const Program&, const Node& node) { return node.op->evaluate == nullptr; });
  const Program& body = *runnable;
  const Value value = body.outputs()[output].value;
  const bool isFloat64 =
      std::ranges::any_of(call.outputs, [](const Tensor& tensor) { return tensor.kind() == ElementKind::Float64; });
  const std::vector<Tensor> values =
      bodyValues(body, bodyInputsAt(call, body, layout, time), isFloat64 ? Precision::Float64 : Precision::Float32);
  const auto tensorOf = [&](Value id) { return values[static_cast<std::size_t>(id.id)]; };
  if (body.info(value).node < 0) {
    CellExplanation copy;
    const double number = tensorOf(value).at(offset);
    copy.terms = {{{outerFactor(body, value, offset, number, layout, time)}, number}};
    return copy;
  }
  const Node& node = body.nodes()[static_cast<std::size_t>(body.info(value).node)];
  std::vector<Tensor> inputs;
  std::vector<Tensor> outputs;
  for (const Value id : node.inputs) inputs.push_back(tensorOf(id));
  for (const Value id : node.outputs) outputs.push_back(tensorOf(id));
  CellExplanation explanation = node.op->explain({inputs, outputs, node.attributes, body.info(value).output, offset});
  for (Term& term : explanation.terms) {
    for (Factor& factor : term.factors) {
      if (factor.input < 0) continue;
      const Value operand = node.inputs[static_cast<std::size_t>(factor.input)];
      factor = outerFactor(body, operand, factor.offset, factor.number, layout, time);
    }
  }
  return explanation;
}

CellExplanation explainCarry(const ExplainCall& call, const Layout& layout, std::size_t carry, std::int64_t stepsDone,
                             std::int64_t offset) {
  if (stepsDone > 0) return explainInBody(call, layout, carry, layout.time(stepsDone - 1), offset);
  CellExplanation start;
  start.terms = {elementTerm(call, static_cast<int>(layout.constants + carry), offset)};
  return start;
}

CellExplanation explain(const ExplainCall& call) {
  const auto output = static_cast<std::size_t>(call.output);
  Layout layout = layoutOf(call.attributes, call.inputs.size());
  layout.steps = call.inputs[layout.firstSequence()].shape()[0];
  CellExplanation explanation;
  if (output < layout.carries) {
    explanation = explainCarry(call, layout, output, layout.steps, call.offset);
  } else {
    const std::int64_t count = call.outputs[output].shape().without(0).elementCount();
    const std::int64_t time = call.offset / count;
    const std::int64_t offset = call.offset % count;
    if (output < layout.firstSaved()) {
      explanation = explainInBody(call, layout, output, time, offset);
    } else {
      const std::int64_t stepsDone = layout.isBackward ? layout.steps - 1 - time : time;
      explanation = explainCarry(call, layout, output - layout.firstSaved(), stepsDone, offset);
    }
  }
  explanation.result = call.outputs[output].at(call.offset);
  return explanation;
}

Cost cost(std::span<const ValueType> inputs, std::span<const ValueType> outputs, const Attributes& attributes) {
  const Layout layout = layoutOf(attributes, inputs);
  const Cost step = attributes.program("body")->cost();
  const auto steps = static_cast<double>(layout.steps);
  return {steps * step.multiplyAdds, steps * step.bytes + byteCount(inputs) + byteCount(outputs)};
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  const Layout layout = layoutOf(attributes, operands.size());
  return fmt::format("scan(body_{:016x}, constants=[{}], carries=[{}], sequences=[{}], reverse={})",
                     attributes.program("body")->hash(), fmt::join(operands.first(layout.constants), ", "),
                     fmt::join(operands.subspan(layout.constants, layout.carries), ", "),
                     fmt::join(operands.subspan(layout.firstSequence()), ", "), layout.isBackward ? "True" : "False");
}

Attributes attributesOf(std::shared_ptr<const Program> body, std::int64_t constants, std::int64_t carries,
                        ops::Direction direction) {
  const auto outputs = static_cast<std::int64_t>(body->outputs().size());
  return {{"body", std::move(body)},
          {"constantCount", constants},
          {"carryCount", carries},
          {"stackedCount", outputs - carries},
          {"direction", std::string(direction == ops::Direction::Forward ? "forward" : "backward")}};
}

/// carry + slice, stacked as well.
std::shared_ptr<const Program> runningSum() {
  Builder body;
  const Value carry = body.input("sum", {ValueKind::Real, {3}});
  const Value slice = body.input("slice", {ValueKind::Real, {3}});
  const Value sum = ops::add(body, carry, slice);
  return body.finish({{"sum", sum}, {"stacked", sum}});
}

/// tanh(slice + state weights): the simplest recurrent network, for a batch of two.
std::shared_ptr<const Program> recurrentNetwork() {
  Builder body;
  const Value weights = body.input("weights", {ValueKind::Real, {3, 3}});
  const Value state = body.input("state", {ValueKind::Real, {2, 3}});
  const Value slice = body.input("slice", {ValueKind::Real, {2, 3}});
  const Value mixed = ops::add(body, slice, ops::matmul(body, state, weights));
  const Value next = ops::tanh(body, mixed);
  return body.finish({{"state", next}, {"mixed", mixed}});
}

std::vector<OpExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  const auto forward = ops::Direction::Forward;
  const auto backward = ops::Direction::Backward;
  const std::vector<ExampleInput> network = {real({3, 3}), real({2, 3}), real({5, 2, 3})};
  return {{"running sum", {real({3}), real({7, 3})}, attributesOf(runningSum(), 0, 1, forward)},
          {"running sum from the end", {real({3}), real({7, 3})}, attributesOf(runningSum(), 0, 1, backward)},
          {"recurrent network", network, attributesOf(recurrentNetwork(), 1, 1, forward)},
          {"recurrent network from the end", network, attributesOf(recurrentNetwork(), 1, 1, backward)},
          {"one step", {real({3}), real({1, 3})}, attributesOf(runningSum(), 0, 1, forward)},
          {"no steps", {real({3}), real({0, 3})}, attributesOf(runningSum(), 0, 1, forward)}};
}

}  // namespace

const OpDef& scanOp() {
  static const OpDef op{
      .name = "scan",
      .summary =
          "Runs a body once for each time of its sequences, handing carries from step to step; gives the last "
          "carries, what the body stacks, and the carry before each step.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .noGradient = {},
      .explain = explain,
      .cost = cost,
      .expand = nullptr,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Sequence,
      .tolerance = {2e-6, "seven sums one after the other in float32"},
      .inPlace = false,
  };
  return op;
}

ops::ScanResult ops::scan(Builder& builder, std::shared_ptr<const Program> body, std::span<const Value> constants,
                          std::span<const Value> carries, std::span<const Value> sequences, Direction direction) {
  std::vector<Value> inputs(constants.begin(), constants.end());
  inputs.insert(inputs.end(), carries.begin(), carries.end());
  inputs.insert(inputs.end(), sequences.begin(), sequences.end());
  const auto stackedCount = static_cast<std::ptrdiff_t>(body->outputs().size() - carries.size());
  const std::vector<Value> outputs =
      builder.append(scanOp(), inputs,
                     attributesOf(std::move(body), static_cast<std::int64_t>(constants.size()),
                                  static_cast<std::int64_t>(carries.size()), direction));
  const auto stacked = outputs.begin() + static_cast<std::ptrdiff_t>(carries.size());
  return {{outputs.begin(), stacked}, {stacked, stacked + stackedCount}, {stacked + stackedCount, outputs.end()}};
}

}  // namespace heed::core
