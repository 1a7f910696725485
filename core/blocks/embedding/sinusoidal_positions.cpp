#include "core/blocks/shared/sequence.h"
#include "core/ops/ops.h"

#include <cmath>
#include <string>

namespace heed::core {

namespace {

constexpr const char* kContext = "SinusoidalPositions";

Tensor positionTable(std::int64_t places, std::int64_t width, double base) {
  std::vector<double> values;
  for (std::int64_t p = 0; p < places; ++p) {
    for (std::int64_t c = 0; c < width; ++c) {
      const double angle =
          static_cast<double>(p) / std::pow(base, static_cast<double>(c - c % 2) / static_cast<double>(width));
      values.push_back(c % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
  return Tensor::fromDoubles({places, width}, values);
}

std::shared_ptr<const AxisLabels> appendedLabels(const Axis& channels, std::int64_t before, std::int64_t added) {
  std::vector<std::string> names;
  for (std::int64_t c = 0; c < before; ++c) names.push_back(axisPlace(channels, c));
  for (std::int64_t c = 0; c < added; ++c) names.push_back(fmt::format("{} {}", c % 2 == 0 ? "sin" : "cos", c / 2));
  return axisLabels(std::move(names));
}

void build(BlockBuild& build) {
  Builder& builder = build.builder();
  requireSequence(build, "sequence");
  const Signal& sequence = build.input("sequence");
  const Shape shape = builder.shape(sequence.value);
  const bool append = build.string("mode") == "append";
  const std::int64_t width = append ? build.integer("width") : shape[-1];
  const Value positions = builder.constant(positionTable(shape[-2], width, build.real("base")));
  builder.step(positions, {.id = "positions",
                           .phase = Phase::Input,
                           .role = Role::None,
                           .caption = text(kContext, "Positions"),
                           .explanation = text(kContext, "Every place has its own pattern of waves."),
                           .term = "positions",
                           .expression = "PE",
                           .axes = {sequence.axes[sequence.axes.size() - 2], {AxisMeaning::Channel, nullptr}}});
  Value result;
  std::vector<Axis> axes = sequence.axes;
  if (append) {
    const std::vector<Value> parts = {sequence.value, ops::broadcastTo(builder, positions, shape.withSize(-1, width))};
    result = ops::concatenate(builder, parts, -1);
    axes.back() = {AxisMeaning::Channel, appendedLabels(sequence.axes.back(), shape[-1], width)};
  } else {
    result = ops::add(builder, sequence.value, positions);
  }
  builder.step(result, {.id = "output",
                        .phase = Phase::Input,
                        .role = Role::None,
                        .caption = text(kContext, "With positions"),
                        .explanation = {},
                        .term = {},
                        .expression = append ? "[X, PE]" : "X + PE",
                        .axes = axes});
  build.setOutput("output", derived(sequence, result, axes));
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  return {{"added", {}, {{"sequence", real({5, 6})}}, {}},
          {"odd width", {}, {{"sequence", real({3, 5})}}, {}},
          {"appended, with a batch",
           {{"mode", std::string("append")}, {"width", std::int64_t{4}}},
           {{"sequence", real({2, 4, 3})}},
           {}}};
}

}  // namespace

const BlockType& sinusoidalPositionsBlock() {
  static const BlockType type{
      .id = "sinusoidal_positions",
      .category = "embedding",
      .title = text(kContext, "Sinusoidal positions"),
      .words = {.summary = text(kContext, "Marks every place with sines and cosines of different lengths."),
                .what =
                    text(kContext,
                         "Place p gets sin(p / b^(2i/d)) and cos of the same in pairs of channels, with the base b. "
                         "They are added to the input, or appended to it as channels of their own."),
                .why = text(kContext, "Attention itself does not know the order of its items; the positions tell it."),
                .caution = {},
                .synonyms = {"positional encoding", "PE"}},
      .formula =
          "x_p + \\term{positions}{PE_p}, \\quad PE_{p,2i} = \\sin(p / b^{2i/d}), PE_{p,2i+1} = \\cos(p / b^{2i/d})",
      .paper = "Vaswani et al., Attention Is All You Need, NeurIPS 2017",
      .inputs = {{"sequence", text(kContext, "Sequence"), PortKind::Tensor, 2, false, Role::None}},
      .outputs = {{"output", text(kContext, "With positions"), PortKind::Tensor, 2, false, Role::None}},
      .params = {{.id = "mode",
                  .label = text(kContext, "Positions are"),
                  .type = ParamType::Choice,
                  .defaultValue = std::string("add"),
                  .choices = {{"add", text(kContext, "Added")}, {"append", text(kContext, "Appended")}},
                  .help = text(kContext, "Added to the channels, or appended as channels of their own.")},
                 {.id = "width",
                  .label = text(kContext, "Appended channels"),
                  .type = ParamType::Integer,
                  .defaultValue = std::int64_t{8},
                  .minimum = 2,
                  .maximum = 1024,
                  .choices = {},
                  .help = text(kContext, "How many channels are appended; the last of an odd number is a sine alone.")},
                 {.id = "base",
                  .label = text(kContext, "Base"),
                  .type = ParamType::Real,
                  .defaultValue = 10000.0,
                  .minimum = 2,
                  .maximum = 1e9,
                  .choices = {},
                  .help = text(kContext, "The longest wave is about this many places times 2 pi.")}},
      .build = build,
      .isMechanism = false,
      .isBilinear = false,
      .claims = {},
      .equalities = {},
      .examples = examples,
      .reference = nullptr,
  };
  return type;
}

}  // namespace heed::core
