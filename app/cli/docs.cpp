#include "app/cli/json_writer.h"
#include "app/cli/shown.h"
#include "app/cli/subcommand.h"
#include "app/cli/work.h"
#include "core/model/block_type.h"
#include "core/model/formula_text.h"
#include "ui/import/templates.h"

#include <QString>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

namespace heed::app {

namespace {

/// Names are compared without case, blanks, hyphens and underscores.
std::string comparable(std::string_view name) {
  QString text = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())).toCaseFolded();
  for (const char* dropped : {" ", "-", "_"}) text.remove(QLatin1String(dropped));
  return text.toStdString();
}

const core::BlockType* findByUsualName(const std::string& name) {
  const std::string wanted = comparable(name);
  for (const core::BlockType* type : core::allBlockTypes()) {
    if (comparable(type->id) == wanted || comparable(type->title.english()) == wanted) return type;
  }
  for (const core::BlockType* type : core::allBlockTypes()) {
    const bool isUsual =
        std::ranges::any_of(type->words.synonyms, [&](const std::string& word) { return comparable(word) == wanted; });
    if (isUsual) return type;
  }
  return nullptr;
}

std::string paramRange(const core::ParamSpec& spec) {
  if (!spec.choices.empty()) {
    std::vector<std::string> ids;
    for (const core::ParamChoice& choice : spec.choices) ids.push_back(choice.id);
    return fmt::format("{}", fmt::join(ids, " | "));
  }
  if (spec.type == core::ParamType::Block) {
    std::vector<std::string_view> ids;
    for (const core::BlockType* type : core::allBlockTypes()) {
      if (type->isMechanism) ids.push_back(type->id);
    }
    return fmt::format("{}", fmt::join(ids, " | "));
  }
  const bool isNumber = spec.type == core::ParamType::Integer || spec.type == core::ParamType::Real;
  return isNumber ? fmt::format("{} to {}", spec.minimum, spec.maximum) : std::string();
}

void printPorts(const char* title, const std::vector<core::PortSpec>& ports) {
  if (ports.empty()) return;
  fmt::print("\n{}:\n", title);
  for (const core::PortSpec& port : ports) {
    fmt::print("  {:<14} {} ({}{})\n", port.id, port.label.english(), core::toString(port.kind),
               port.optional ? ", optional" : "");
  }
}

void printBlock(const core::BlockType& type) {
  fmt::print("{} ({}, {})\n\n{}\n\n{}\n\n{}\n", type.title.english(), type.id, type.category,
             type.words.summary.english(), type.words.what.english(), type.words.why.english());
  if (!type.words.caution.isEmpty()) fmt::print("\nCaution: {}\n", type.words.caution.english());
  fmt::print("\nFormula: {}\nTeX: {}\n", core::formulaAsText(type.formula), core::formulaAsTex(type.formula));
  if (!type.paper.empty()) fmt::print("Source: {}\n", type.paper);
  if (!type.words.synonyms.empty()) fmt::print("Also called: {}\n", fmt::join(type.words.synonyms, ", "));
  printPorts("Inputs", type.inputs);
  printPorts("Outputs", type.outputs);
  if (!type.params.empty()) fmt::print("\nParameters (--param BLOCK.PARAMETER=VALUE):\n");
  for (const core::ParamSpec& spec : type.params) {
    const std::string range = paramRange(spec);
    fmt::print("  {:<18} {} (default {}{})\n", spec.id, spec.help.english(), core::toString(spec.defaultValue),
               range.empty() ? "" : "; " + range);
  }
  for (const core::Equality& equality : type.equalities) fmt::print("\nEqual: {}\n", equality.statement.english());
}

void printOp(const core::OpDef& op) {
  fmt::print("{} ({} op)\n\n{}\n\n", op.name, op.expand != nullptr ? "composite" : "primitive", op.summary);
  if (op.vjp == nullptr) {
    fmt::print("No gradient: {}\n", op.noGradient);
  } else {
    fmt::print("Has a gradient.\n");
  }
  fmt::print("float32 is within {} of float64: {}.\n", op.tolerance.float32, op.tolerance.reason);
}

void printTemplate(const std::string& id) {
  const core::DocumentData document = ui::openTemplate(id);
  fmt::print("{} ({}, template)\n\n{}\n\nBlocks:\n", document.title, id, document.summary);
  for (const core::Block& block : document.model.blocks()) {
    fmt::print("  {:<14} {}\n", block.name, block.type);
  }
  fmt::print("\nheed run --template {}\n", id);
}

void writePorts(JsonWriter& json, const char* name, const std::vector<core::PortSpec>& ports) {
  json.key(name).beginArray();
  for (const core::PortSpec& port : ports) {
    json.beginObject()
        .member("id", port.id)
        .member("label", port.label.english())
        .member("kind", core::toString(port.kind));
    json.member("optional", port.optional).member("role", core::toString(port.role)).endObject();
  }
  json.endArray();
}

void writeBlock(const core::BlockType& type) {
  JsonWriter json;
  json.beginObject()
      .member("command", "docs")
      .member("kind", "block")
      .member("id", type.id)
      .member("category", type.category);
  json.member("title", type.title.english())
      .member("summary", type.words.summary.english())
      .member("what", type.words.what.english());
  json.member("why", type.words.why.english())
      .member("caution", type.words.caution.english())
      .member("synonyms", type.words.synonyms);
  json.member("formula", core::formulaAsText(type.formula))
      .member("tex", core::formulaAsTex(type.formula))
      .member("paper", type.paper);
  writePorts(json, "inputs", type.inputs);
  writePorts(json, "outputs", type.outputs);
  json.key("parameters").beginArray();
  for (const core::ParamSpec& spec : type.params) {
    json.beginObject().member("id", spec.id).member("label", spec.label.english()).member("help", spec.help.english());
    json.member("default", core::toString(spec.defaultValue)).member("range", paramRange(spec)).endObject();
  }
  json.endArray().endObject().finish();
}

void writeOp(const core::OpDef& op) {
  JsonWriter json;
  json.beginObject().member("command", "docs").member("kind", "op").member("id", op.name).member("summary", op.summary);
  json.member("composite", op.expand != nullptr)
      .member("gradient", op.vjp != nullptr)
      .member("no_gradient", op.noGradient);
  json.member("tolerance", op.tolerance.float32).member("tolerance_reason", op.tolerance.reason).endObject();
  json.finish();
}

void writeTemplate(const std::string& id) {
  const core::DocumentData document = ui::openTemplate(id);
  JsonWriter json;
  json.beginObject()
      .member("command", "docs")
      .member("kind", "template")
      .member("id", id)
      .member("title", document.title);
  json.member("summary", document.summary).key("blocks").beginArray();
  for (const core::Block& block : document.model.blocks()) {
    json.beginObject().member("name", block.name).member("type", block.type).endObject();
  }
  json.endArray().endObject().finish();
}

void addOptions(QCommandLineParser& parser) {
  parser.addPositionalArgument("name", "A block, mechanism, op or template: its id or its usual name.", "NAME");
  parser.addOption({"json", "Prints the page as JSON."});
}

ExitStatus docs(const QCommandLineParser& parser, std::stop_token /*stop*/) {
  const std::string name = parser.positionalArguments().join(' ').toStdString();
  if (name.empty()) throw UsageError{"a name is needed, as heed docs scaled_dot_product"};
  const bool json = parser.isSet("json");
  const auto ids = ui::templateIds();
  const bool isTemplate = std::ranges::find(ids, name) != ids.end();
  const core::OpDef* op = core::findOp(name);
  const core::BlockType* type = core::findBlockType(name);
  if (type == nullptr && !isTemplate && op == nullptr) type = findByUsualName(name);
  if (type != nullptr) {
    json ? writeBlock(*type) : printBlock(*type);
  } else if (isTemplate) {
    json ? writeTemplate(name) : printTemplate(name);
  } else if (op != nullptr) {
    json ? writeOp(*op) : printOp(*op);
  } else {
    throw UsageError{fmt::format(
        "nothing is called \"{}\"; heed list blocks, heed list ops and heed list templates name what there is", name)};
  }
  return ExitStatus::Done;
}

}  // namespace

const Subcommand& docsSubcommand() {
  static const Subcommand subcommand{
      .name = "docs",
      .arguments = "NAME",
      .summary = "Tells what a block, mechanism, op or template is.",
      .details =
          "Names may be ids or what people call it: scaled_dot_product, \"Bahdanau\", \"soft attention\". An id goes "
          "first.\n",
      .examples =
          "  heed docs scaled_dot_product\n"
          "  heed docs Bahdanau\n"
          "  heed docs self-attention --json\n",
      .toolkit = Toolkit::None,
      .addOptions = addOptions,
      .run = docs,
  };
  return subcommand;
}

}  // namespace heed::app
