#include "app/cli/json_writer.h"
#include "app/cli/shown.h"
#include "app/cli/subcommand.h"
#include "app/cli/work.h"
#include "core/model/block_type.h"
#include "ui/import/templates.h"

#include <fmt/format.h>

#include <cstdio>

namespace heed::app {

namespace {

struct Row {
  std::string id;
  std::string title;
  std::string summary;
  std::string group;
};

std::vector<Row> templateRows() {
  std::vector<Row> rows;
  for (const std::string& id : ui::templateIds()) {
    const core::DocumentData document = ui::openTemplate(id);
    rows.push_back({id, document.title, document.summary, "template"});
  }
  return rows;
}

std::vector<Row> blockRows(bool onlyMechanisms) {
  std::vector<Row> rows;
  for (const core::BlockType* type : core::allBlockTypes()) {
    if (onlyMechanisms && !type->isMechanism) continue;
    rows.push_back(
        {std::string(type->id), type->title.english(), type->words.summary.english(), std::string(type->category)});
  }
  return rows;
}

std::vector<Row> opRows() {
  std::vector<Row> rows;
  for (const core::OpDef* op : core::allOps()) {
    rows.push_back(
        {std::string(op->name), {}, std::string(op->summary), op->expand != nullptr ? "composite" : "primitive"});
  }
  return rows;
}

std::vector<Row> rowsOf(const std::string& what) {
  if (what == "templates") return templateRows();
  if (what == "blocks") return blockRows(false);
  if (what == "variants") return blockRows(true);
  if (what == "ops") return opRows();
  throw UsageError{
      fmt::format("\"{}\" cannot be listed; templates, blocks, variants (the mechanisms) and ops can", what)};
}

void addOptions(QCommandLineParser& parser) {
  parser.addPositionalArgument("what", "templates, blocks, variants or ops.", "WHAT");
  parser.addOption({"json", "Prints the list as JSON."});
}

ExitStatus list(const QCommandLineParser& parser, std::stop_token /*stop*/) {
  const QStringList words = parser.positionalArguments();
  if (words.size() != 1) throw UsageError{"one of templates, blocks, variants and ops is needed"};
  const std::string what = words.front().toStdString();
  const std::vector<Row> rows = rowsOf(what);
  if (parser.isSet("json")) {
    JsonWriter json;
    json.beginObject().member("command", "list").member("what", what).key("entries").beginArray();
    for (const Row& row : rows) {
      json.beginObject()
          .member("id", row.id)
          .member("title", row.title)
          .member("summary", row.summary)
          .member("group", row.group)
          .endObject();
    }
    json.endArray().endObject().finish();
    return ExitStatus::Done;
  }
  std::size_t width = 0;
  for (const Row& row : rows) width = std::max(width, displayWidth(row.id));
  for (const Row& row : rows) {
    fmt::print("{}{}  {}\n", row.id, std::string(width - displayWidth(row.id), ' '), row.summary);
  }
  return ExitStatus::Done;
}

}  // namespace

const Subcommand& listSubcommand() {
  static const Subcommand subcommand{
      .name = "list",
      .arguments = "WHAT",
      .summary = "Lists the templates, blocks, mechanisms or ops.",
      .details = "heed docs NAME tells more of each.\n",
      .examples =
          "  heed list templates\n"
          "  heed list blocks --json\n"
          "  heed list variants\n",
      .toolkit = Toolkit::None,
      .addOptions = addOptions,
      .run = list,
  };
  return subcommand;
}

}  // namespace heed::app
