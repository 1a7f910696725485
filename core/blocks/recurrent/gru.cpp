#include "core/base/error.h"
#include "core/blocks/shared/sequence.h"
#include "core/ops/ops.h"

#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace heed::core {

namespace {

constexpr const char* kContext = "Gru";

/// The three things that a step computes from the input and the state: reset gate, update gate and candidate.
constexpr const char* kParts[] = {"r", "z", "n"};

/// A sequence with time in front, as scan wants it: [n, b.., d], where a single sequence gets a batch of one.
struct TimeFirst {
  std::vector<Value> inputs;  ///< of r, z and n: x W + b, [n, b.., H]
  Value valid;                ///< Bool [n, b.., 1]; invalid if all items are valid
  Value initial;              ///< [b.., H]
  Shape stateShape;           ///< [b.., H]
};

bool isResetAfter(const BlockBuild& build) {
  return build.string("form") == "reset_after";
}

/// Moves the axis `from` to the place `to`.
Value moveAxis(Builder& builder, Value value, int from, int to) {
  const int rank = builder.shape(value).rank();
  std::vector<int> order(static_cast<std::size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  order.erase(order.begin() + from);
  order.insert(order.begin() + to, from);
  return ops::permute(builder, value, order);
}

/// [.., n, d] to [n, b.., d].
Value timeFirst(Builder& builder, Value value) {
  const Shape shape = builder.shape(value);
  if (shape.rank() == 2) return ops::reshape(builder, value, shape.withInserted(1, 1));
  return moveAxis(builder, value, shape.rank() - 2, 0);
}

/// [n, b.., d] back to [.., n, d] of a sequence of that rank.
Value timeBack(Builder& builder, Value value, int rank) {
  const Shape shape = builder.shape(value);
  if (rank == 2) return ops::reshape(builder, value, shape.without(1));
  return moveAxis(builder, value, 0, rank - 2);
}

std::vector<Axis> unitAxes(const Signal& sequence) {
  std::vector<Axis> axes = sequence.axes;
  axes[axes.size() - 2] = itemAxis(sequence, AxisMeaning::Time);
  axes.back() = {AxisMeaning::Channel, nullptr};
  return axes;
}

Value initialState(BlockBuild& build, const Shape& stateShape) {
  Builder& builder = build.builder();
  if (!build.hasInput("initial")) return ops::broadcastTo(builder, builder.constant(0.0), stateShape);
  const Value given = build.input("initial").value;
  const Shape shape = builder.shape(given);
  if (shape.elementCount() != stateShape.elementCount() || shape.rank() < 1 || shape[-1] != stateShape[-1]) {
    throw Error(ErrorKind::Shape, text(kContext, "the initial state is %1; it must have %2 units for each sequence",
                                       shape.toString(), stateShape[-1]));
  }
  return ops::reshape(builder, given, stateShape);
}

/// What does not depend on the state is computed for all times at once and shown as steps.
TimeFirst prepared(BlockBuild& build, const Signal& sequence) {
  Builder& builder = build.builder();
  const std::int64_t width = build.integer("width");
  const std::vector<Axis> axes = unitAxes(sequence);
  TimeFirst result;
  const Text captions[] = {text(kContext, "Input of the reset gate"), text(kContext, "Input of the update gate"),
                           text(kContext, "Input of the candidate")};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string part = kParts[i];
    const Value mapped =
        builder.step(linearMap(build, sequence.value, "W_" + part, "b_" + part, width, true, axes),
                     {.id = "input_" + part,
                      .phase = Phase::Project,
                      .role = Role::None,
                      .caption = captions[i],
                      .explanation = text(kContext, "What each item says by itself, before the state has its say."),
                      .term = "input_" + part,
                      .expression = fmt::format("W_{} x_t + b_{}", part, part),
                      .axes = axes});
    result.inputs.push_back(timeFirst(builder, mapped));
  }
  result.stateShape = builder.shape(result.inputs.front()).without(0);
  if (sequence.valid.isValid()) {
    const Shape validShape = builder.shape(sequence.valid);
    const Value column = ops::reshape(builder, sequence.valid, validShape.withInserted(validShape.rank(), 1));
    result.valid = timeFirst(builder, column);
  }
  result.initial = initialState(build, result.stateShape);
  return result;
}

/// The matrices that act on the state, and the bias inside the reset of the second form: the constants of the scan.
std::vector<Value> stateWeights(BlockBuild& build) {
  const std::int64_t width = build.integer("width");
  const Axis units{AxisMeaning::Channel, nullptr};
  std::vector<Value> weights;
  for (const char* part : kParts) {
    weights.push_back(build.weight({.name = std::string("U_") + part,
                                    .label = text("Weights", "Weights %1", std::string("U_") + part),
                                    .role = Role::None,
                                    .shape = {width, width},
                                    .initialisation = Initialisation::Glorot,
                                    .scale = 1.0,
                                    .axes = {units, units}}));
  }
  if (isResetAfter(build)) {
    weights.push_back(build.weight({.name = "b_hn",
                                    .label = text(kContext, "Bias of the state in the candidate"),
                                    .role = Role::None,
                                    .shape = {width},
                                    .initialisation = Initialisation::Zero,
                                    .scale = 1.0,
                                    .axes = {units}}));
  }
  return weights;
}

/// One step as a program: constants U_r, U_z, U_n (and b_hn); carry h; slices of the three inputs (and valid).
/// Its outputs: the new state; then r, z, n and the new state again, to be stacked.
std::shared_ptr<const Program> stepProgram(const BlockBuild& build, const TimeFirst& sequence) {
  const Shape state = sequence.stateShape;
  const std::int64_t width = state[-1];
  Builder body;
  const auto real = [&](const char* name, const Shape& shape) { return body.input(name, {ValueKind::Real, shape}); };
  const Value resetMap = real("U_r", {width, width});
  const Value updateMap = real("U_z", {width, width});
  const Value candidateMap = real("U_n", {width, width});
  const Value stateBias = isResetAfter(build) ? real("b_hn", {width}) : Value();
  const Value hidden = real("h", state);
  const Value resetInput = real("input_r", state);
  const Value updateInput = real("input_z", state);
  const Value candidateInput = real("input_n", state);
  const auto gate = [&](Value input, Value map) {
    return ops::sigmoid(body, ops::add(body, input, ops::matmul(body, hidden, map)));
  };
  const Value reset = gate(resetInput, resetMap);
  const Value update = gate(updateInput, updateMap);
  const Value remembered =
      isResetAfter(build)
          ? ops::multiply(body, reset, ops::add(body, ops::matmul(body, hidden, candidateMap), stateBias))
          : ops::matmul(body, ops::multiply(body, reset, hidden), candidateMap);
  const Value candidate = ops::tanh(body, ops::add(body, candidateInput, remembered));
  const bool updateKeeps = build.string("update") == "torch";
  const Value kept = updateKeeps ? hidden : candidate;
  const Value other = updateKeeps ? candidate : hidden;
  const Value rest = ops::subtract(body, body.constant(1.0), update);
  Value next = ops::add(body, ops::multiply(body, rest, other), ops::multiply(body, update, kept));
  if (sequence.valid.isValid()) {
    const Value valid = body.input("valid", {ValueKind::Bool, state.withSize(-1, 1)});
    next = ops::select(body, valid, next, hidden);
  }
  return body.finish({{"state", next}, {"r", reset}, {"z", update}, {"n", candidate}, {"h", next}});
}

Value gateStep(BlockBuild& build, const Signal& sequence, Value stacked, StepSpec spec) {
  Builder& builder = build.builder();
  spec.axes = unitAxes(sequence);
  return builder.step(timeBack(builder, stacked, builder.shape(sequence.value).rank()), std::move(spec));
}

Value labelledSteps(BlockBuild& build, const Signal& sequence, const std::vector<Value>& stacked) {
  gateStep(build, sequence, stacked[0],
           {.id = "reset",
            .phase = Phase::Transform,
            .role = Role::None,
            .caption = text(kContext, "Reset gate"),
            .explanation = text(kContext, "How much of the old state the candidate gets to see, for each unit."),
            .term = "reset",
            .expression = "r_t"});
  gateStep(build, sequence, stacked[1],
           {.id = "update",
            .phase = Phase::Transform,
            .role = Role::None,
            .caption = text(kContext, "Update gate"),
            .explanation = build.string("update") == "torch"
                               ? text(kContext, "How much of the old state stays, for each unit.")
                               : text(kContext, "How much of the candidate is taken in, for each unit."),
            .term = "update",
            .expression = "z_t"});
  gateStep(build, sequence, stacked[2],
           {.id = "candidate",
            .phase = Phase::Transform,
            .role = Role::None,
            .caption = text(kContext, "Candidate"),
            .explanation = text(kContext, "The state as it would be if nothing of the old one stayed."),
            .term = "candidate",
            .expression = "n_t"});
  return gateStep(build, sequence, stacked[3],
                  {.id = "states",
                   .phase = Phase::Output,
                   .role = Role::Output,
                   .caption = text(kContext, "States"),
                   .explanation = text(kContext, "Old state and candidate, blended by the update gate, item by item."),
                   .term = "states",
                   .expression = "h_t"});
}

void build(BlockBuild& build) {
  requireSequence(build, "sequence");
  Builder& builder = build.builder();
  const Signal& sequence = build.input("sequence");
  const TimeFirst operands = prepared(build, sequence);
  const std::vector<Value> constants = stateWeights(build);
  std::vector<Value> sequences = operands.inputs;
  if (operands.valid.isValid()) sequences.push_back(operands.valid);
  const ops::ScanResult result =
      ops::scan(builder, stepProgram(build, operands), constants, std::span(&operands.initial, 1), sequences);
  const Value states = labelledSteps(build, sequence, result.stacked);
  const Shape shape = builder.shape(sequence.value);
  const Shape lastShape = shape.without(-2).withSize(-1, build.integer("width"));
  std::vector<Axis> lastAxes = unitAxes(sequence);
  lastAxes.erase(lastAxes.end() - 2);
  const Value last = builder.step(ops::reshape(builder, result.carries[0], lastShape),
                                  {.id = "last",
                                   .phase = Phase::Output,
                                   .role = Role::None,
                                   .caption = text(kContext, "Last state"),
                                   .explanation = text(kContext, "The state after the last item."),
                                   .term = "last",
                                   .expression = "h_T",
                                   .axes = lastAxes});
  build.setOutput("states", derived(sequence, states, unitAxes(sequence)));
  build.setOutput("last", {PortKind::Tensor, last, {}, lastAxes, nullptr, 0, false});
}

/// One sequence in plain loops; `state` starts as the initial one and ends as the last.
void referenceSequence(const ReferenceCall& call, std::int64_t first, std::vector<double>& state,
                       std::vector<double>& states) {
  const Tensor& sequence = call.inputs.at("sequence");
  const std::int64_t items = sequence.shape()[-2];
  const std::int64_t channels = sequence.shape()[-1];
  const auto width = static_cast<std::int64_t>(state.size());
  const bool after = std::get<std::string>(*findParameter(call.parameters, "form")) == "reset_after";
  const bool torch = std::get<std::string>(*findParameter(call.parameters, "update")) == "torch";
  const auto fromInput = [&](const std::string& part, std::int64_t item, std::int64_t unit) {
    double sum = call.weights.at("b_" + part).at(unit);
    for (std::int64_t c = 0; c < channels; ++c)
      sum += sequence.at((first + item) * channels + c) * call.weights.at("W_" + part).at(c * width + unit);
    return sum;
  };
  const auto fromState = [&](const std::string& part, const std::vector<double>& from, std::int64_t unit) {
    double sum = 0.0;
    for (std::int64_t c = 0; c < width; ++c)
      sum += from[static_cast<std::size_t>(c)] * call.weights.at("U_" + part).at(c * width + unit);
    return sum;
  };
  const auto sigmoid = [](double x) { return 1.0 / (1.0 + std::exp(-x)); };
  for (std::int64_t item = 0; item < items; ++item) {
    std::vector<double> reset;
    std::vector<double> shown;
    for (std::int64_t unit = 0; unit < width; ++unit) {
      reset.push_back(sigmoid(fromInput("r", item, unit) + fromState("r", state, unit)));
      shown.push_back(reset.back() * state[static_cast<std::size_t>(unit)]);
    }
    std::vector<double> next;
    for (std::int64_t unit = 0; unit < width; ++unit) {
      const auto place = static_cast<std::size_t>(unit);
      const double update = sigmoid(fromInput("z", item, unit) + fromState("z", state, unit));
      const double remembered = after ? reset[place] * (fromState("n", state, unit) + call.weights.at("b_hn").at(unit))
                                      : fromState("n", shown, unit);
      const double candidate = std::tanh(fromInput("n", item, unit) + remembered);
      const double kept = torch ? update : 1.0 - update;
      next.push_back(kept * state[place] + (1.0 - kept) * candidate);
    }
    state = next;
    states.insert(states.end(), state.begin(), state.end());
  }
}

std::map<std::string, Tensor> referenceOutputs(const ReferenceCall& call) {
  const Shape shape = call.inputs.at("sequence").shape();
  const std::int64_t width = call.weights.at("U_r").shape()[0];
  const std::int64_t sequences = shape.part(0, shape.rank() - 2).elementCount();
  const auto initial = call.inputs.find("initial");
  std::vector<double> states;
  std::vector<double> last;
  for (std::int64_t i = 0; i < sequences; ++i) {
    std::vector<double> state(static_cast<std::size_t>(width), 0.0);
    for (std::int64_t unit = 0; unit < width && initial != call.inputs.end(); ++unit)
      state[static_cast<std::size_t>(unit)] = initial->second.at(i * width + unit);
    referenceSequence(call, i * shape[-2], state, states);
    last.insert(last.end(), state.begin(), state.end());
  }
  return {{"states", Tensor::fromDoubles(shape.withSize(-1, width), states)},
          {"last", Tensor::fromDoubles(shape.without(-2).withSize(-1, width), last)}};
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}, -1.0, 1.0}; };
  const NamedParameter three{"width", std::int64_t{3}};
  const NamedParameter after{"form", std::string("reset_after")};
  const NamedParameter torch{"update", std::string("torch")};
  return {{"article form", {three}, {{"sequence", real({5, 4})}}, {}},
          {"as in PyTorch, from a state of its own",
           {three, after, torch},
           {{"sequence", real({4, 2})}, {"initial", real({3})}},
           {}},
          {"reset after, article update", {three, after}, {{"sequence", real({3, 2})}}, {}},
          {"a batch", {three, torch}, {{"sequence", real({2, 4, 3})}, {"initial", real({2, 3})}}, {}},
          {"one item", {three}, {{"sequence", real({1, 5})}}, {}}};
}

std::vector<ParamSpec> params() {
  return {{.id = "width",
           .label = text(kContext, "Units"),
           .type = ParamType::Integer,
           .defaultValue = std::int64_t{16},
           .minimum = 1.0,
           .maximum = 4096.0,
           .choices = {},
           .help = text(kContext, "How many numbers the state holds.")},
          {.id = "form",
           .label = text(kContext, "Reset"),
           .type = ParamType::Choice,
           .defaultValue = std::string("article"),
           .choices = {{"article", text(kContext, "Before the map (article)")},
                       {"reset_after", text(kContext, "After the map (PyTorch, cuDNN)")}},
           .help = text(kContext, "Whether the reset gate acts on the state before or after U_n maps it.")},
          {.id = "update",
           .label = text(kContext, "Update"),
           .type = ParamType::Choice,
           .defaultValue = std::string("article"),
           .choices = {{"article", text(kContext, "1 takes the candidate (article)")},
                       {"torch", text(kContext, "1 keeps the state (PyTorch)")}},
           .help = text(kContext, "What an update gate of 1 means; negating its weights turns one into the other.")}};
}

}  // namespace

const BlockType& gruBlock() {
  static const BlockType type{
      .id = "gru",
      .category = "recurrent",
      .title = text(kContext, "GRU"),
      .words = {.summary =
                    text(kContext, "Reads a sequence item by item and keeps a state, opened and closed by gates."),
                .what = text(kContext,
                             "For each item the reset gate says how much of the state the candidate sees, and the "
                             "update gate how much of the candidate goes into the state. Both are numbers from 0 to 1 "
                             "for each unit. An item that is padding leaves the state as it is."),
                .why = text(kContext,
                            "It is what attention took over from: everything that was read must pass through one "
                            "state, where attention looks back at each item."),
                .caution = text(kContext,
                                "Two conventions for the update gate and two places of the reset are in use; weights "
                                "made for one give wrong numbers with the other and no error."),
                .synonyms = {"gated recurrent unit", "recurrent network", "RNN", "gating", "nn.GRU"}},
      .formula =
          "\\term{states}{h_t} = (1 - \\term{update}{z_t}) \\odot h_{t-1} + z_t \\odot \\term{candidate}{n_t}, "
          "\\quad n_t = \\tanh(\\term{input_n}{W_n x_t + b_n} + U_n(\\term{reset}{r_t} \\odot h_{t-1}))",
      .paper = "Cho et al., Learning Phrase Representations using RNN Encoder-Decoder, EMNLP 2014",
      .inputs = {{"sequence", text(kContext, "Sequence"), PortKind::Tensor, 2, false, Role::None},
                 {"initial", text(kContext, "Initial state (zeros if nothing is given)"), PortKind::Tensor, 1, true,
                  Role::None}},
      .outputs = {{"states", text(kContext, "States"), PortKind::Tensor, 2, false, Role::Output},
                  {"last", text(kContext, "Last state"), PortKind::Tensor, 1, false, Role::None}},
      .params = params(),
      .build = build,
      .isMechanism = false,
      .isBilinear = false,
      .claims = {},
      .equalities = {},
      .examples = examples,
      .reference = referenceOutputs,
  };
  return type;
}

}  // namespace heed::core
