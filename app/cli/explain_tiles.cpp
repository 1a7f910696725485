#include "app/cli/explain_tiles.h"

#include "app/cli/json_writer.h"
#include "app/cli/shown.h"
#include "app/cli/subcommand.h"
#include "core/exec/attention_tiles.h"
#include "core/model/formula_text.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>

namespace heed::app {

namespace {

/// Minus infinity, where every key so far is masked, is no number of JSON.
void writeNumber(JsonWriter& json, const char* name, double number) {
  json.key(name);
  if (std::isfinite(number)) {
    json.value(number);
  } else {
    json.null();
  }
}

void writeTiles(const core::AttentionTiles& tiles, const std::string& step, const std::string& cell) {
  JsonWriter json;
  json.beginObject().member("command", "explain").member("step", step).member("cell", cell);
  json.member("tile_keys", tiles.tileKeys).key("tiles").beginArray();
  for (const core::AttentionTile& tile : tiles.tiles) {
    json.beginObject().member("first_key", tile.firstKey).member("keys", tile.scores.size());
    writeNumber(json, "tile_maximum", tile.tileMaximum);
    writeNumber(json, "maximum", tile.maximum);
    writeNumber(json, "correction", tile.correction);
    writeNumber(json, "sum", tile.sum);
    json.key("output").beginArray();
    for (const double number : tile.output) json.value(number);
    json.endArray().endObject();
  }
  json.endArray().key("result").beginArray();
  for (const double number : tiles.result) json.value(number);
  json.endArray().endObject().finish();
}

std::string shownMaximum(double number) {
  return std::isfinite(number) ? shownNumber(number) : std::string("-inf");
}

void printTable(const core::AttentionTiles& tiles, std::int64_t channel, const std::string& channelName) {
  const auto place = static_cast<std::size_t>(channel);
  std::vector<std::vector<std::string>> rows = {{"keys", "largest", "m", "c", "l", "o (" + channelName + ")"}};
  for (const core::AttentionTile& tile : tiles.tiles) {
    const std::int64_t last = tile.firstKey + static_cast<std::int64_t>(tile.scores.size()) - 1;
    rows.push_back({fmt::format("{} to {}", tile.firstKey, last), shownMaximum(tile.tileMaximum),
                    shownMaximum(tile.maximum), shownNumber(tile.correction), shownNumber(tile.sum),
                    shownNumber(tile.output[place])});
  }
  std::fputs(shownTable(rows).c_str(), stdout);
  fmt::print("o / l  {}\n\n", shownNumber(tiles.result[place]));
  for (const core::TileFormula& formula : core::tileFormulas()) {
    fmt::print("{}: {}\n", core::formulaAsText(formula.tex), formula.caption.english());
  }
}

}  // namespace

void addTilesOption(QCommandLineParser& parser) {
  parser.addOption(
      {"tiles", "Goes through the cell's row as flash attention does, with so many keys at a time.", "KEYS"});
}

void printTiles(Work& work, int step, std::int64_t offset, const QCommandLineParser& parser) {
  const core::Program& program = *work.program();
  const core::Step& entry = program.steps()[static_cast<std::size_t>(step)];
  const auto place = core::attentionPlace(program, entry.value);
  if (!place) {
    throw UsageError{
        fmt::format("--tiles needs the output of softmax attention, as --step mechanism/output; \"{}\" is "
                    "made otherwise, or a number of its softmax is set",
                    entry.id)};
  }
  const std::int64_t width = program.type(entry.value).shape[-1];
  const std::int64_t keys = integerOption(parser, "tiles", 1, 1, 1 << 20);
  const core::AttentionTiles tiles = core::attentionTiles(work.evaluator(), *place, offset / width, keys);
  const std::string cell = placeName(program, step, offset);
  if (parser.isSet("json")) {
    writeTiles(tiles, entry.id, cell);
    return;
  }
  fmt::print("{}: {}\n", cell, counted(tiles.tiles.size(), "tile"));
  const std::int64_t channel = offset % width;
  const std::string name = entry.axes.empty() ? std::to_string(channel) : core::axisPlace(entry.axes.back(), channel);
  printTable(tiles, channel, name);
}

}  // namespace heed::app
