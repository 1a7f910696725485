#include "app/cli/work.h"

#include "app/cli/progress_line.h"
#include "app/cli/subcommand.h"
#include "core/autodiff/gradients.h"
#include "core/base/error.h"
#include "core/exec/backward_program.h"
#include "core/io/build_resources.h"
#include "core/io/model_json.h"
#include "core/program/rewrite.h"
#include "ui/import/import_file.h"
#include "ui/import/templates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>

namespace heed::app {

namespace {

std::string option(const QCommandLineParser& parser, const char* name) {
  return parser.value(name).toStdString();
}

template <typename Number>
std::optional<Number> parsed(const std::string& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::size_t physicalMemory() {
  return static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

core::BlockId blockOfType(const core::Model& model, std::string_view type) {
  const auto found = std::ranges::find(model.blocks(), type, &core::Block::type);
  return found == model.blocks().end() ? core::BlockId() : found->id;
}

std::vector<std::string> splitAtCommas(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

/// A place along an axis by number or by word: the first place with that name.
std::int64_t placeOf(const core::Axis& axis, std::int64_t size, const std::string& wanted, const core::Step& step) {
  const auto number = parsed<std::int64_t>(wanted);
  if (number && *number >= 0 && *number < size) return *number;
  if (axis.labels != nullptr) {
    const auto found = std::ranges::find(axis.labels->names, wanted);
    if (found != axis.labels->names.end()) return found - axis.labels->names.begin();
  }
  throw UsageError{fmt::format("\"{}\" is no {} of step \"{}\": give a number from 0 to {} or a name", wanted,
                               core::toString(axis.meaning), step.id, size - 1)};
}

}  // namespace

void addWorkOptions(QCommandLineParser& parser) {
  parser.addPositionalArgument("file", "A document (.heed), template (.json), text, picture, table or array.",
                               "[FILE]");
  parser.addOptions({
      {{"t", "template"}, "The template to start from; heed list templates names them.", "ID"},
      {"text", "The text for the model's text input.", "TEXT"},
      {"image", "The picture for the model's image input.", "FILE"},
      {"seed", "The seed of random weights, unknown words and draws; else that of the model.", "NUMBER"},
      {"set",
       "Replaces a computed number before going on, as scores[7,1]=0, weights[it,animal]=0 or, in head 1, "
       "scores[1,7,1]=0. May be given more than once.",
       "STEP[R,C]=X"},
      {"param",
       "Sets a parameter, as attention.mechanism=cosine; heed docs names the parameters of a block. May be given more "
       "than once.",
       "BLOCK.PARAMETER=VALUE"},
      {"threads", "Threads to compute with; 0 takes all cores. Default: 0.", "NUMBER", "0"},
  });
}

void addPrecisionOption(QCommandLineParser& parser) {
  parser.addOption({"precision", "float32 (as in the window) or float64. Default: float32.", "KIND", "float32"});
}

core::Precision precisionOption(const QCommandLineParser& parser) {
  const std::string precision = option(parser, "precision");
  if (precision == "float32") return core::Precision::Float32;
  if (precision == "float64") return core::Precision::Float64;
  throw UsageError{fmt::format("--precision is \"{}\"; it must be float32 or float64", precision)};
}

void addSaveOption(QCommandLineParser& parser) {
  parser.addOption({{"o", "output"}, "Saves what was run as a document, .heed.", "FILE"});
}

std::optional<std::filesystem::path> savePath(const QCommandLineParser& parser) {
  if (!parser.isSet("output")) return std::nullopt;
  std::filesystem::path path = option(parser, "output");
  if (!path.has_extension()) path += ".heed";
  if (path.extension() != ".heed")
    throw UsageError{fmt::format("-o is \"{}\"; a document's name ends in .heed", path.string())};
  return path;
}

Work::Work(const QCommandLineParser& parser, core::Backend& backend, std::stop_token stop, Inside inside,
           core::Precision precision)
    : m_precision(precision),
      m_pool(static_cast<int>(integerOption(parser, "threads", 0, 0, 256))),
      m_kernel{std::move(stop), m_pool, 0},
      m_context{m_kernel, &m_progress},
      m_backend(backend) {
  open(parser);
  if (parser.isSet("text")) setTextInput(option(parser, "text"));
  if (parser.isSet("image")) setImageInput(option(parser, "image"));
  if (parser.isSet("seed")) {
    const auto seed = parsed<std::uint64_t>(option(parser, "seed"));
    if (!seed)
      throw UsageError{fmt::format("--seed is \"{}\"; it must be a whole number from 0", option(parser, "seed"))};
    m_document.seed = *seed;
  }
  setParameters(parser.values("param"));
  m_kernel.seed = m_document.seed;
  m_lowered = core::lower(m_document.model, m_document.inputs, m_document.weights,
                          {m_document.seed, core::readBuildResources()});
  const bool isChanged = parser.isSet("set") || !m_document.replaced.empty();
  m_inside = isChanged ? Inside::Open : inside;
  m_program = m_inside == Inside::Open ? core::fullyExpanded(*m_lowered.program) : m_lowered.program;
  readOverrides(parser.values("set"));
  applyOverrides();
}

void Work::open(const QCommandLineParser& parser) {
  const QStringList files = parser.positionalArguments();
  if (files.size() > 1) throw UsageError{fmt::format("{} files were given; one can be opened at a time", files.size())};
  if (files.isEmpty()) {
    const bool isImage = parser.isSet("image") && !parser.isSet("text");
    const core::InputData input = isImage ? core::InputData(core::ImageInput()) : core::InputData(core::TextInput());
    m_document = ui::openTemplate(parser.isSet("template") ? option(parser, "template") : ui::templateFor(input));
  } else {
    openFile(files.front().toStdString(), parser);
  }
}

void Work::openFile(const std::string& path, const QCommandLineParser& parser) {
  ui::Imported imported = ui::importFile(path);
  if (auto* document = std::get_if<core::DocumentData>(&imported)) {
    if (parser.isSet("template"))
      throw UsageError{"a document or template file already is a model; --template cannot be added"};
    m_document = std::move(*document);
    return;
  }
  auto& input = std::get<core::InputData>(imported);
  const char* blockType = ui::inputBlockFor(input);
  m_document = ui::openTemplate(parser.isSet("template") ? option(parser, "template") : ui::templateFor(input));
  const core::BlockId block = blockOfType(m_document.model, blockType);
  if (!block.isValid()) {
    throw UsageError{fmt::format("the template \"{}\" has no {} block for {}", m_document.id, blockType, path)};
  }
  m_document.inputs[block] = std::move(input);
}

void Work::setTextInput(const std::string& text) {
  const core::BlockId block = blockOfType(m_document.model, "text_input");
  if (!block.isValid()) throw UsageError{fmt::format("\"{}\" has no text input for --text", m_document.title)};
  m_document.inputs[block] = core::TextInput{text};
}

void Work::setImageInput(const std::string& path) {
  const core::BlockId block = blockOfType(m_document.model, "image_input");
  if (!block.isValid()) throw UsageError{fmt::format("\"{}\" has no image input for --image", m_document.title)};
  m_document.inputs[block] = ui::readImage(path);
}

void Work::setParameters(const QStringList& settings) {
  for (const QString& setting : settings) {
    const std::string text = setting.toStdString();
    const std::size_t equals = text.find('=');
    const std::size_t dot = text.find('.');
    if (equals == std::string::npos || dot == std::string::npos || dot > equals) {
      throw UsageError{fmt::format("--param is \"{}\"; it must read BLOCK.PARAMETER=VALUE", text)};
    }
    const std::string name = text.substr(0, dot);
    const core::Block* block = m_document.model.blockNamed(name);
    if (block == nullptr) {
      std::vector<std::string> names;
      for (const core::Block& candidate : m_document.model.blocks()) names.push_back(candidate.name);
      throw UsageError{fmt::format("there is no block \"{}\"; there are {}", name, fmt::join(names, ", "))};
    }
    const core::BlockType* type = core::findBlockType(block->type);
    const std::string id = text.substr(dot + 1, equals - dot - 1);
    if (type == nullptr)
      throw UsageError{fmt::format("the type \"{}\" of block \"{}\" is not known", block->type, name)};
    const auto spec = std::ranges::find(type->params, id, &core::ParamSpec::id);
    if (spec == type->params.end()) throw UsageError{fmt::format("{} has no parameter \"{}\"", type->id, id)};
    m_document.model.setParameter(block->id, id, core::parameterFromText(text.substr(equals + 1), *spec));
  }
}

void Work::readOverrides(const QStringList& settings) {
  for (const QString& setting : settings) {
    const std::string text = setting.toStdString();
    const std::size_t open = text.find('[');
    const std::size_t close = text.find("]=");
    if (open == std::string::npos || close == std::string::npos || close < open) {
      throw UsageError{fmt::format("--set is \"{}\"; it must read STEP[R,C]=X, as scores[7,1]=0", text)};
    }
    const auto number = parsed<double>(text.substr(close + 2));
    if (!number) throw UsageError{fmt::format("--set is \"{}\"; what follows the = must be a number", text)};
    const int step = findStep(text.substr(0, open));
    const std::int64_t offset = findCell(step, text.substr(open + 1, close - open - 1), std::nullopt);
    const core::Step& entry = m_program->steps()[static_cast<std::size_t>(step)];
    const auto index = m_program->type(entry.value).shape.index(offset);
    core::ReplacedNumber replaced{entry.id, {}, *number};
    for (int i = 0; i < m_program->type(entry.value).shape.rank(); ++i)
      replaced.cell.push_back(index[static_cast<std::size_t>(i)]);
    std::erase_if(m_document.replaced, [&](const core::ReplacedNumber& older) {
      return older.step == replaced.step && older.cell == replaced.cell;
    });
    m_document.replaced.push_back(std::move(replaced));
  }
}

void Work::applyOverrides() {
  for (const core::ReplacedNumber& replaced : m_document.replaced) {
    const int step = m_program->stepIndex(replaced.step);
    if (step < 0) {
      throw core::Error(
          core::ErrorKind::Model,
          core::text("Run", "a number of step \"%1\" is replaced, but this model has no such step", replaced.step));
    }
    const core::Shape& shape = m_program->type(m_program->steps()[static_cast<std::size_t>(step)].value).shape;
    bool isInside = static_cast<std::size_t>(shape.rank()) == replaced.cell.size();
    for (int i = 0; isInside && i < shape.rank(); ++i) isInside = replaced.cell[static_cast<std::size_t>(i)] < shape[i];
    if (!isInside) {
      throw core::Error(
          core::ErrorKind::Model,
          core::text("Run", "the number [%1] of step \"%2\" is replaced, but with this input the step is %3",
                     fmt::format("{}", fmt::join(replaced.cell, ", ")), replaced.step, shape.toString()));
    }
    m_overrides.push_back({replaced.step, shape.offset(replaced.cell), replaced.number});
  }
  if (!m_overrides.empty()) m_program = core::withOverrides(*m_program, m_overrides);
}

std::vector<std::string> Work::replacedNumbers() const {
  std::vector<std::string> names;
  for (const core::Override& entry : m_overrides) {
    names.push_back(
        fmt::format("{} = {}", placeName(*m_program, m_program->stepIndex(entry.step), entry.offset), entry.number));
  }
  return names;
}

void Work::addGradients(int step, std::int64_t offset) {
  const core::Step& start = m_program->steps()[static_cast<std::size_t>(step)];
  const auto backward =
      m_inside == Inside::Open ? core::backwardProgram(*m_lowered.program, m_overrides, {start.id, offset}) : nullptr;
  m_program = backward != nullptr ? backward : core::withGradients(*m_program, {start.value, offset});
}

void Work::run(const core::TraceRequest& request) {
  const auto plan = m_backend.prepare(m_program, core::Keep::Steps, m_precision);
  const std::size_t memory = physicalMemory();
  if (plan->peakBytes() > memory) {
    throw core::Error(core::ErrorKind::Limit,
                      core::text("Run", "the computation needs %1 GB of memory and this machine has %2 GB",
                                 fmt::format("{:.1f}", static_cast<double>(plan->peakBytes()) / 1e9),
                                 fmt::format("{:.1f}", static_cast<double>(memory) / 1e9)));
  }
  m_trace = std::make_unique<core::Trace>(m_program, request);
  m_context.trace = m_trace.get();
  const ProgressLine line("computing", m_progress);
  m_result = m_backend.run(*plan, m_lowered.inputs, m_context);
  m_context.trace = nullptr;
  m_ranOn = m_backend.name();
  m_ranOnReason = m_backend.note().english();
}

core::Evaluator& Work::evaluator() {
  if (m_evaluator == nullptr) {
    m_evaluator = std::make_unique<core::Evaluator>(m_backend, m_program, m_lowered.inputs, m_precision, m_context);
    if (m_trace != nullptr) m_evaluator->use(*m_trace);
  }
  return *m_evaluator;
}

core::Tensor Work::stepValue(int step) {
  if (m_trace != nullptr && !m_trace->kept(step).isNull()) return m_trace->kept(step);
  core::Evaluator once(m_backend, m_program, m_lowered.inputs, m_precision, m_context);
  if (m_trace != nullptr) once.use(*m_trace);
  return once.value(m_program->steps()[static_cast<std::size_t>(step)].value);
}

int Work::findStep(const std::string& wanted) const {
  const auto& steps = m_program->steps();
  const auto number = parsed<std::int64_t>(wanted);
  if (number && *number >= 0 && *number < static_cast<std::int64_t>(steps.size())) return static_cast<int>(*number);
  if (const int exact = m_program->stepIndex(wanted); exact >= 0) return exact;
  std::vector<int> matches;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].id.ends_with("/" + wanted)) matches.push_back(static_cast<int>(i));
  }
  if (matches.size() == 1) return matches.front();
  std::vector<std::string> names;
  const char* counted = matches.empty() ? "no step is" : "several steps are";
  for (const core::Step& step : steps) {
    const bool near = matches.empty() || step.id.ends_with("/" + wanted);
    if (near && names.size() < 24) names.push_back(step.id);
  }
  throw UsageError{fmt::format("{} called \"{}\"; give one of: {}", counted, wanted, fmt::join(names, ", "))};
}

std::int64_t Work::findCell(int step, const std::string& wanted, std::optional<std::int64_t> head) const {
  const core::Step& entry = m_program->steps()[static_cast<std::size_t>(step)];
  const core::Shape& shape = m_program->type(entry.value).shape;
  std::vector<std::string> places = splitAtCommas(wanted);
  const auto rank = static_cast<std::size_t>(shape.rank());
  if (places.size() > rank || (places.size() < rank && places.size() + 1 < rank)) {
    throw UsageError{fmt::format("\"{}\" names {} of the {} places of a cell; step \"{}\" is {}", wanted, places.size(),
                                 rank, entry.id, shape.toString())};
  }
  if (places.size() < rank) places.insert(places.begin(), std::to_string(head.value_or(0)));
  std::vector<std::int64_t> index;
  for (std::size_t i = 0; i < rank; ++i)
    index.push_back(placeOf(entry.axes[i], shape[static_cast<int>(i)], places[i], entry));
  return shape.offset(index);
}

int Work::firstStep(core::Role role) const {
  const auto found = std::ranges::find(m_program->steps(), role, &core::Step::role);
  return found == m_program->steps().end() ? -1 : static_cast<int>(found - m_program->steps().begin());
}

void Work::save(const std::optional<std::filesystem::path>& path) const {
  if (path) core::writeDocumentFile(*path, m_document);
}

std::string placeName(const core::Program& program, int step, std::int64_t offset) {
  if (step < 0) return {};
  const core::Step& entry = program.steps()[static_cast<std::size_t>(step)];
  const core::Shape& shape = program.type(entry.value).shape;
  const auto index = shape.index(offset);
  std::string places;
  for (std::size_t i = 0; i < static_cast<std::size_t>(shape.rank()); ++i) {
    places += (i == 0 ? "" : ", ") + core::axisPlace(entry.axes[i], index[i]);
  }
  return entry.id + " [" + places + "]";
}

std::int64_t integerOption(const QCommandLineParser& parser, const QString& name, std::int64_t fallback,
                           std::int64_t lowest, std::int64_t highest) {
  if (!parser.isSet(name)) return fallback;
  const std::string text = parser.value(name).toStdString();
  const auto number = parsed<std::int64_t>(text);
  if (!number || *number < lowest || *number > highest) {
    throw UsageError{fmt::format("--{} is \"{}\"; it must be a whole number from {} to {}", name.toStdString(), text,
                                 lowest, highest)};
  }
  return *number;
}

}  // namespace heed::app
