#include "core/blocks/shared/sequence.h"
#include "core/ops/ops.h"

#include <string>

namespace heed::core {

namespace {

constexpr const char* kContext = "Classifier";

/// Null where no class has a name.
std::shared_ptr<const AxisLabels> classLabels(BlockBuild& build) {
  std::vector<std::string> names = namesIn(build.string("names"));
  const std::int64_t classes = build.integer("classes");
  if (!names.empty() && static_cast<std::int64_t>(names.size()) != classes) {
    build.note(Severity::Warning,
               text(kContext, "there are %1 names for %2 classes; the rest has numbers", names.size(), classes));
  }
  return names.empty() ? nullptr : axisLabels(std::move(names));
}

void build(BlockBuild& build) {
  Builder& builder = build.builder();
  requireSequence(build, "input", 1);
  const Signal& input = build.input("input");
  std::vector<Axis> axes = input.axes;
  axes.back() = {AxisMeaning::Class, classLabels(build)};
  const bool isRow = builder.shape(input.value).rank() == 1;
  const std::int64_t classes = build.integer("classes");
  const Value rows = isRow ? ops::reshape(builder, input.value, {1, builder.shape(input.value)[0]}) : input.value;
  const Value mapped = linearMap(build, rows, "W", "b", classes, true, axes);
  const Value logits = builder.step(isRow ? ops::reshape(builder, mapped, {classes}) : mapped,
                                    {.id = "logits",
                                     .phase = Phase::Output,
                                     .role = Role::None,
                                     .caption = text(kContext, "Logits"),
                                     .explanation = text(kContext, "One number for each class."),
                                     .term = "logits",
                                     .expression = "x W + b",
                                     .axes = axes});
  const Value probabilities =
      builder.step(ops::softmax(builder, logits),
                   {.id = "probabilities",
                    .phase = Phase::Output,
                    .role = Role::Output,
                    .caption = text(kContext, "Probabilities"),
                    .explanation = text(kContext, "Softmax makes shares of the logits that add up to 1."),
                    .term = "probabilities",
                    .expression = "\\mathrm{softmax}(z)",
                    .axes = axes});
  build.setOutput("logits", derived(input, logits, axes));
  build.setOutput("probabilities", derived(input, probabilities, axes));
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  return {{"one row", {{"classes", std::int64_t{3}}}, {{"input", real({4})}}, {}},
          {"items", {{"names", std::string("yes, no")}}, {{"input", real({3, 5})}}, {}}};
}

}  // namespace

const BlockType& classifierBlock() {
  static const BlockType type{
      .id = "classifier",
      .category = "transform",
      .title = text(kContext, "Classifier"),
      .words = {.summary = text(kContext, "Turns a row into probabilities of classes."),
                .what = text(kContext,
                             "A linear map gives a number for each class (the logits); softmax turns them into "
                             "probabilities."),
                .why = text(kContext, "It is the head of most models that decide something."),
                .caution = text(kContext, "Probabilities of an untrained model mean nothing."),
                .synonyms = {"head", "logits", "softmax layer"}},
      .formula = "p = \\term{probabilities}{\\mathrm{softmax}(\\term{logits}{x W + b})}",
      .paper = "",
      .inputs = {{"input", text(kContext, "Input"), PortKind::Tensor, 1, false, Role::None}},
      .outputs = {{"logits", text(kContext, "Logits"), PortKind::Tensor, 1, false, Role::None},
                  {"probabilities", text(kContext, "Probabilities"), PortKind::Tensor, 1, false, Role::None}},
      .params = {{.id = "classes",
                  .label = text(kContext, "Classes"),
                  .type = ParamType::Integer,
                  .defaultValue = std::int64_t{2},
                  .minimum = 1,
                  .maximum = 65536,
                  .choices = {},
                  .help = text(kContext, "How many classes there are.")},
                 {.id = "names",
                  .label = text(kContext, "Names of the classes"),
                  .type = ParamType::String,
                  .defaultValue = std::string(""),
                  .choices = {},
                  .help = text(kContext, "Separated by commas; empty for numbers.")}},
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
