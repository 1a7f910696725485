#include "app/cli/backend_options.h"
#include "app/cli/json_writer.h"
#include "app/cli/shown.h"
#include "app/cli/subcommand.h"
#include "app/cli/work.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

namespace heed::app {

namespace {

/// The positions of the steps that hold attention weights.
std::vector<int> weightSteps(const core::Program& program) {
  std::vector<int> steps;
  for (std::size_t i = 0; i < program.steps().size(); ++i) {
    if (program.steps()[i].role == core::Role::Weights && program.steps()[i].depth == core::StepDepth::Step) {
      steps.push_back(static_cast<int>(i));
    }
  }
  return steps;
}

const std::vector<std::string>& itemNames(const core::Lowered& lowered) {
  static const std::vector<std::string> none;
  for (const core::LoweredPort& port : lowered.ports) {
    if (port.signal.items != nullptr && !port.signal.items->names.empty()) return port.signal.items->names;
  }
  return none;
}

void writeWeights(JsonWriter& json, Work& work, int step) {
  const core::Step& entry = work.program()->steps()[static_cast<std::size_t>(step)];
  const core::Tensor value = work.stepValue(step);
  json.beginObject().member("step", entry.id).member("caption", entry.caption.english());
  json.key("shape").shape(value.shape());
  json.key("values").tensor(value);
  json.key("allowed");
  if (entry.mask.isValid()) {
    json.tensor(work.evaluator().value(entry.mask));
  } else {
    json.null();
  }
  json.endObject();
}

void writeJson(Work& work) {
  JsonWriter json(stdout, work.stop());
  json.beginObject();
  json.member("command", "run").member("title", work.document().title).member("summary", work.document().summary);
  json.member("backend", work.ranOn()).member("backend_reason", work.ranOnReason());
  json.member("precision", core::toString(work.precision()));
  json.member("seed", std::to_string(work.document().seed)).member("seconds", work.result().seconds);
  json.member("tokens", itemNames(work.lowered()));
  json.key("weights").beginArray();
  for (const int step : weightSteps(*work.program())) writeWeights(json, work, step);
  json.endArray();
  json.key("outputs").beginArray();
  for (std::size_t i = 0; i < work.result().outputs.size(); ++i) {
    const core::Tensor& output = work.result().outputs[i];
    json.beginObject().member("name", work.program()->outputs()[i].name);
    json.key("shape").shape(output.shape());
    json.key("values").tensor(output);
    json.endObject();
  }
  json.endArray();
  json.key("notes").beginArray();
  for (const core::Issue& note : work.lowered().notes) json.value(std::string_view(note.text.english()));
  json.endArray();
  json.member("replaced", work.replacedNumbers());
  json.key("first_not_finite");
  if (const int first = work.trace().firstNotFinite(); first >= 0) {
    json.value(std::string_view(work.program()->steps()[static_cast<std::size_t>(first)].id));
  } else {
    json.null();
  }
  json.endObject().finish();
}

/// How many rows of a weights matrix have no key at all: every allowed weight is 0.
std::int64_t emptyRows(const core::Tensor& weights) {
  const std::int64_t columns = weights.shape().rank() > 0 ? weights.shape()[-1] : 1;
  std::int64_t empty = 0;
  for (std::int64_t row = 0; columns > 0 && row < weights.elementCount() / columns; ++row) {
    bool isEmpty = true;
    for (std::int64_t j = 0; j < columns && isEmpty; ++j) isEmpty = weights.at(row * columns + j) == 0.0;
    empty += isEmpty ? 1 : 0;
  }
  return empty;
}

void printTensor(const core::Tensor& tensor, const std::vector<core::Axis>& axes) {
  const std::int64_t count = std::min<std::int64_t>(leadingCount(tensor.shape()), 16);
  const core::Axis plain;
  for (std::int64_t i = 0; i < count; ++i) {
    if (leadingCount(tensor.shape()) > 1) fmt::print("{} {}\n", core::toString(axes.front().meaning), i);
    const core::Axis& rows = axes.size() >= 2 ? axes[axes.size() - 2] : plain;
    const core::Axis& columns = axes.empty() ? plain : axes.back();
    fmt::print("{}\n", shownMatrix(matrixAt(tensor, i), rows, columns));
  }
}

void print(Work& work) {
  const core::Program& program = *work.program();
  fmt::print("{}\n{}\n\n", work.document().title, work.document().summary);
  const auto& names = itemNames(work.lowered());
  if (!names.empty() && names.size() <= 40)
    fmt::print("{}: {}\n\n", counted(names.size(), "token"), fmt::join(names, " | "));
  for (const int step : weightSteps(program)) {
    const core::Step& entry = program.steps()[static_cast<std::size_t>(step)];
    const core::Tensor value = work.stepValue(step);
    fmt::print("{} ({}): {}, rows are queries, columns are keys\n", entry.caption.english(), entry.id,
               value.shape().toString());
    printTensor(value, entry.axes);
    if (const std::int64_t empty = emptyRows(value); empty > 0) {
      fmt::print("{} no valid key: weights and output are 0 there.\n\n",
                 empty == 1 ? "1 row has" : fmt::format("{} rows have", empty));
    }
  }
  for (std::size_t i = 0; i < program.outputs().size(); ++i) {
    const core::ProgramOutput& output = program.outputs()[i];
    const core::Step* label = program.labelOf(output.value);
    fmt::print("Output {}: {}\n", output.name, work.result().outputs[i].shape().toString());
    printTensor(work.result().outputs[i], label != nullptr ? label->axes : std::vector<core::Axis>());
  }
  if (const int first = work.trace().firstNotFinite(); first >= 0) {
    fmt::print("The first step with NaN or infinity is {}.\n", program.steps()[static_cast<std::size_t>(first)].id);
  }
  for (const core::Issue& note : work.lowered().notes) fmt::print("{}\n", shownNote(note.text));
  for (const std::string& replaced : work.replacedNumbers()) fmt::print("Replaced by hand: {}.\n", replaced);
  fmt::print("{}, {}, seed {}, {:.3f} ms\n", work.ranOn(), core::toString(work.precision()), work.document().seed,
             work.result().seconds * 1e3);
  if (!work.ranOnReason().empty()) fmt::print("backend: {}: {}\n", work.ranOn(), work.ranOnReason());
}

void addOptions(QCommandLineParser& parser) {
  addWorkOptions(parser);
  addBackendOptions(parser);
  addPrecisionOption(parser);
  addSaveOption(parser);
  parser.addOption({"json", "Prints the result as JSON."});
}

ExitStatus run(const QCommandLineParser& parser, std::stop_token stop) {
  const auto path = savePath(parser);
  Backends backends(backendOptions(parser));
  Work work(parser, openBackend(backends), std::move(stop), Inside::Closed, precisionOption(parser));
  work.run();
  work.save(path);
  if (parser.isSet("json")) {
    writeJson(work);
  } else {
    print(work);
  }
  return ExitStatus::Done;
}

}  // namespace

const Subcommand& runSubcommand() {
  static const Subcommand subcommand{
      .name = "run",
      .arguments = "[FILE]",
      .summary = "Computes a model on an input and prints its attention weights and outputs.",
      .details =
          "Without a file or template, \"self-attention\" is run, or \"image-patches\" with --image. -o F.heed saves "
          "what was run.\n",
      .examples =
          "  heed run --text \"The dog saw the ball and it barked\"\n"
          "  heed run --template soft-and-hard --json\n"
          "  heed run photo.jpg\n"
          "  heed run scores.csv --precision float64\n"
          "  heed run --set 'scores[0,7,1]=0' -o changed.heed\n",
      .toolkit = Toolkit::None,
      .addOptions = addOptions,
      .run = run,
  };
  return subcommand;
}

}  // namespace heed::app
