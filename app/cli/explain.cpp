#include "app/cli/backend_options.h"
#include "app/cli/explain_tiles.h"
#include "app/cli/json_writer.h"
#include "app/cli/shown.h"
#include "app/cli/subcommand.h"
#include "app/cli/work.h"
#include "core/exec/arithmetic.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace heed::app {

namespace {

std::string opName(const core::ExplainedCell& cell) {
  return cell.op == nullptr ? "input" : std::string(cell.op->name);
}

void writeFactor(JsonWriter& json, const core::ExplainedFactor& factor, const core::Program& program) {
  json.beginObject().member("number", factor.number);
  json.key("from");
  if (factor.step >= 0) {
    json.value(std::string_view(placeName(program, factor.step, factor.stepOffset)));
  } else {
    json.null();
  }
  json.endObject();
}

void writeCell(JsonWriter& json, const core::ExplainedCell& cell, const core::Program& program) {
  json.member("op", opName(cell))
      .member("function", cell.explanation.function)
      .member("number", cell.explanation.result);
  json.key("terms").beginArray();
  for (const core::ExplainedTerm& term : cell.terms) {
    json.beginObject().member("value", term.value).key("factors").beginArray();
    for (const core::ExplainedFactor& factor : term.factors) writeFactor(json, factor, program);
    json.endArray().endObject();
  }
  json.endArray();
}

void writeArithmetic(JsonWriter& json, const core::Arithmetic& arithmetic, const core::Program& program) {
  json.key("shown").beginObject();
  json.member("decimals", arithmetic.decimals).member("closes", arithmetic.closes).member("result", arithmetic.result);
  json.member("note", arithmetic.note.english()).member("axis", arithmetic.axis);
  json.key("columns").beginArray();
  for (const core::ArithmeticColumn& column : arithmetic.columns) {
    json.beginObject().key("step");
    column.step < 0 ? json.null() : json.value(program.steps()[static_cast<std::size_t>(column.step)].id);
    json.member("place", column.place).endObject();
  }
  json.endArray();
  json.key("lines").beginArray();
  for (const core::ArithmeticLine& line : arithmetic.lines) {
    json.beginObject()
        .member("place", line.place)
        .member("factors", line.factors)
        .member("product", line.product)
        .endObject();
  }
  json.endArray();
  json.member("remaining", arithmetic.remainingCount).member("remaining_sum", arithmetic.remainingSum).endObject();
}

/// Whether a node is what its parent's number was before it was measured against others: the score in a softmax.
bool isOwn(const core::ThreadNode& node, const core::ThreadNode* parent) {
  return parent != nullptr && node.term == core::ownTerm(parent->cell.explanation);
}

void writeThread(JsonWriter& json, const core::ThreadNode& node, const core::Program& program,
                 const core::ThreadNode* parent = nullptr) {
  json.beginObject().member("place", placeName(program, node.cell.step, node.cell.offset)).member("share", node.share);
  json.member("op", opName(node.cell)).member("number", node.cell.explanation.result);
  json.member("own", isOwn(node, parent)).member("repeated", node.isRepeated);
  json.key("terms").beginArray();
  for (const core::ThreadNode& child : node.children) writeThread(json, child, program, &node);
  json.endArray().endObject();
}

/// Whether the terms come from several steps, so that each line must say from which.
bool comesFromSeveral(const core::Arithmetic& arithmetic, const core::ExplainedCell& cell) {
  const auto isStep = [&](const core::ArithmeticLine& line) {
    const auto& factors = cell.terms[static_cast<std::size_t>(line.term)].factors;
    return !factors.empty() && factors.front().step >= 0;
  };
  return !arithmetic.columns.empty() && arithmetic.columns.front().step < 0 &&
         std::ranges::any_of(arithmetic.lines, isStep);
}

void printEachFrom(const core::Arithmetic& arithmetic, const core::ExplainedCell& cell, const core::Program& program) {
  std::vector<std::vector<std::string>> rows;
  for (const core::ArithmeticLine& line : arithmetic.lines) {
    std::string from;
    for (const core::ExplainedFactor& factor : cell.terms[static_cast<std::size_t>(line.term)].factors) {
      const std::string place = placeName(program, factor.step, factor.stepOffset);
      from += (from.empty() ? "" : " x ") + (place.empty() ? std::string("constant") : place);
    }
    rows.push_back({from, line.product + (line.isSelected ? " *" : "")});
  }
  std::fputs(shownTable(rows).c_str(), stdout);
}

void printTerms(const core::Arithmetic& arithmetic, const core::Program& program) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> head = {arithmetic.axis};
  for (const core::ArithmeticColumn& column : arithmetic.columns) {
    const std::string step = column.step >= 0 ? program.steps()[static_cast<std::size_t>(column.step)].id : "constant";
    head.push_back(column.place.empty() ? step : step + " (" + column.place + ")");
  }
  head.emplace_back("term");
  rows.push_back(std::move(head));
  for (const core::ArithmeticLine& line : arithmetic.lines) {
    std::vector<std::string> row = {line.place};
    row.insert(row.end(), line.factors.begin(), line.factors.end());
    while (row.size() < arithmetic.columns.size() + 1) row.emplace_back();
    row.push_back(line.product + (line.isSelected ? " *" : ""));
    rows.push_back(std::move(row));
  }
  std::fputs(shownTable(rows).c_str(), stdout);
}

void printArithmetic(const core::Arithmetic& arithmetic, const core::ExplainedCell& cell,
                     const core::Program& program) {
  if (comesFromSeveral(arithmetic, cell)) {
    printEachFrom(arithmetic, cell, program);
  } else {
    printTerms(arithmetic, program);
  }
  if (arithmetic.remainingCount > 0)
    fmt::print("... {} more  {}\n", arithmetic.remainingCount, arithmetic.remainingSum);
  const std::string note = arithmetic.note.english();
  fmt::print("result  {}{}{}\n", arithmetic.result, note.empty() ? "" : " ", note);
}

void printThread(const core::ThreadNode& node, const core::Program& program, int depth,
                 const core::ThreadNode* parent = nullptr) {
  const std::string place = placeName(program, node.cell.step, node.cell.offset);
  const std::string name = place.empty() ? "(" + opName(node.cell) + ")" : place;
  const bool isInRow = parent != nullptr && parent->cell.explanation.function == "softmax";
  const char* part = !isInRow ? "" : (isOwn(node, parent) ? " of the row sum, its own score" : " of the row sum");
  fmt::print("{}{}  {}  {:.0f} %{}{}\n", std::string(static_cast<std::size_t>(depth) * 2, ' '),
             shownNumber(node.cell.explanation.result), name, node.share * 100.0, part,
             node.isRepeated ? "  (as above)" : (node.children.empty() ? "" : "  by " + opName(node.cell)));
  for (const core::ThreadNode& child : node.children) printThread(child, program, depth + 1, &node);
}

void addOptions(QCommandLineParser& parser) {
  addWorkOptions(parser);
  addBackendOptions(parser);
  addPrecisionOption(parser);
  addSaveOption(parser);
  parser.addOptions({{"json", "Prints the explanation as JSON."},
                     {"step", "The step: its number, its id or the end of its id.", "STEP"},
                     {"cell", "The cell: row and column by number or by word.", "R,C"},
                     {"head", "The head, where a step has several and --cell names none.", "NUMBER"},
                     {"thread", "Follows the number back to the inputs: its own score first, then the largest terms."},
                     {"depth", "How many steps a thread goes back. Default: 12.", "NUMBER"},
                     {"terms", "How many terms of each cell a thread follows. Default: 2.", "NUMBER"}});
  addTilesOption(parser);
}

/// Whether the step's mask forbids this cell. The mask stretches over dimensions of size 1 and leading ones.
bool isMasked(Work& work, const core::Step& step, std::int64_t offset) {
  if (!step.mask.isValid()) return false;
  const core::Shape& shape = work.program()->type(step.value).shape;
  const core::Tensor mask = work.evaluator().value(step.mask);
  const auto index = shape.index(offset);
  std::int64_t position = 0;
  for (int axis = 0; axis < mask.shape().rank(); ++axis) {
    const int own = shape.rank() - mask.shape().rank() + axis;
    const std::int64_t place = mask.shape()[axis] == 1 ? 0 : index[static_cast<std::size_t>(own)];
    position = position * mask.shape()[axis] + place;
  }
  return mask.at(position) == 0.0;
}

void explainCellOf(Work& work, int step, std::int64_t offset, const QCommandLineParser& parser) {
  const core::Program& program = *work.program();
  const core::Step& entry = program.steps()[static_cast<std::size_t>(step)];
  const core::ExplainedCell cell = core::explainCell(work.evaluator(), entry.value, offset);
  const core::Arithmetic arithmetic = core::arithmeticOf(cell, program);
  const std::string place = placeName(program, step, offset);
  const bool masked = isMasked(work, entry, offset);
  if (parser.isSet("json")) {
    JsonWriter json;
    json.beginObject().member("command", "explain").member("step", entry.id).member("cell", place);
    json.member("masked", masked);
    writeCell(json, cell, program);
    writeArithmetic(json, arithmetic, program);
    json.endObject().finish();
    return;
  }
  fmt::print("{}: {}\n", place, entry.caption.english());
  if (!entry.explanation.isEmpty()) fmt::print("{}\n", entry.explanation.english());
  if (cell.op == nullptr) {
    fmt::print("This number is an input: {}\n", cell.explanation.result);
    return;
  }
  if (masked) fmt::print("This cell is masked: the query may not look at this key.\n");
  fmt::print("{}: {}\n\n", cell.op->name, cell.op->summary);
  printArithmetic(arithmetic, cell, program);
}

void threadOf(Work& work, int step, std::int64_t offset, const QCommandLineParser& parser) {
  const core::Program& program = *work.program();
  core::ThreadOptions options;
  options.maximumDepth = static_cast<int>(integerOption(parser, "depth", options.maximumDepth, 1, 64));
  options.maximumTerms = static_cast<int>(integerOption(parser, "terms", options.maximumTerms, 1, 64));
  const core::Step& entry = program.steps()[static_cast<std::size_t>(step)];
  const core::ThreadNode node = core::followThread(work.evaluator(), entry.value, offset, options);
  if (!parser.isSet("json")) {
    printThread(node, program, 0);
    return;
  }
  JsonWriter json;
  json.beginObject()
      .member("command", "explain")
      .member("step", entry.id)
      .member("cell", placeName(program, step, offset));
  json.key("thread");
  writeThread(json, node, program);
  json.endObject().finish();
}

ExitStatus explain(const QCommandLineParser& parser, std::stop_token stop) {
  if (!parser.isSet("step") || !parser.isSet("cell"))
    throw UsageError{"--step and --cell are needed, as --step scores --cell 7,1"};
  const bool isThread = parser.isSet("thread");
  if (!isThread && (parser.isSet("depth") || parser.isSet("terms")))
    throw UsageError{"--depth and --terms go with --thread"};
  if (isThread && parser.isSet("tiles")) throw UsageError{"--thread and --tiles are two ways to look at a cell"};
  const auto path = savePath(parser);
  Backends backends(backendOptions(parser));
  Work work(parser, openBackend(backends), std::move(stop), isThread ? Inside::Closed : Inside::Open,
            precisionOption(parser));
  work.run();
  const int step = work.findStep(parser.value("step").toStdString());
  std::optional<std::int64_t> head;
  if (parser.isSet("head")) head = integerOption(parser, "head", 0, 0, 4096);
  const std::int64_t offset = work.findCell(step, parser.value("cell").toStdString(), head);
  work.save(path);
  if (isThread) {
    threadOf(work, step, offset, parser);
  } else if (parser.isSet("tiles")) {
    printTiles(work, step, offset, parser);
  } else {
    explainCellOf(work, step, offset, parser);
  }
  return ExitStatus::Done;
}

}  // namespace

const Subcommand& explainSubcommand() {
  static const Subcommand subcommand{
      .name = "explain",
      .arguments = "[FILE]",
      .summary = "Shows the arithmetic of one cell, or follows its number back to the inputs.",
      .details =
          "Decimals are as many as the shown numbers need to add up. Rows and columns count from 0, or are named by "
          "their word.\n"
          "A thread takes softmax and layer norm as one step; the arithmetic of a cell takes them apart.\n",
      .examples =
          "  heed explain --step scores --cell it,animal\n"
          "  heed explain --step weights --cell 7,1 --head 1\n"
          "  heed explain --step 'mechanism/output' --cell it,alive --thread\n"
          "  heed explain --step 'mechanism/output' --cell it,alive --tiles 4\n"
          "  heed explain --set 'scores[0,7,1]=0' --step weights --cell it,animal --json\n",
      .toolkit = Toolkit::None,
      .addOptions = addOptions,
      .run = explain,
  };
  return subcommand;
}

}  // namespace heed::app
