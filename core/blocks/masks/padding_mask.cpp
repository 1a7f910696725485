#include "core/base/error.h"
#include "core/blocks/shared/mask.h"
#include "core/blocks/shared/sequence.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <string>

namespace heed::core {

namespace {

constexpr const char* kContext = "PaddingMask";

std::set<std::int64_t> hiddenItems(BlockBuild& build) {
  const std::int64_t count = build.builder().shape(build.input("sequence").value)[-2];
  const std::string& list = build.string("hidden");
  std::set<std::int64_t> items;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    std::string part = list.substr(begin, end - begin);
    std::erase(part, ' ');
    begin = end + 1;
    if (part.empty()) continue;
    std::int64_t item = 0;
    const auto [rest, error] = std::from_chars(part.data(), part.data() + part.size(), item);
    if (error != std::errc() || rest != part.data() + part.size() || item < -count || item >= count) {
      throw Error(ErrorKind::Parameter, text(kContext, "\"%1\" is no item; there are items 0 to %2", part, count - 1));
    }
    items.insert(item < 0 ? item + count : item);
  }
  return items;
}

void build(BlockBuild& build) {
  requireSequence(build, "sequence");
  const std::set<std::int64_t> hidden = hiddenItems(build);
  finishMask(
      build, [&](std::int64_t /*query*/, std::int64_t key) { return !hidden.contains(key); },
      text(kContext, "Hidden items"), text(kContext, "No query may attend to the hidden items."));
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  return {{"the second and the last", {{"hidden", std::string("1, -1")}}, {{"sequence", real({4, 2})}}, {}},
          {"nothing hidden", {}, {{"sequence", real({2, 3})}}, {}}};
}

}  // namespace

const BlockType& paddingMaskBlock() {
  static const BlockType type{
      .id = "padding_mask",
      .category = "masks",
      .title = text(kContext, "Hidden items"),
      .words = {.summary = text(kContext, "Some items are hidden as keys from all queries."),
                .what =
                    text(kContext, "No query may attend to the hidden items. They are given by their numbers, from 0."),
                .why = text(kContext, "Padding must not be looked at, and hiding a word shows what it was good for."),
                .caution = {},
                .synonyms = {"key padding mask", "attention mask"}},
      .formula = "M_{ij} = [j \\notin H]",
      .paper = "",
      .inputs = {{"sequence", text(kContext, "Sequence"), PortKind::Tensor, 2, false, Role::None}},
      .outputs = {{"mask", text(kContext, "Mask"), PortKind::Mask, 2, false, Role::None}},
      .params = {{.id = "hidden",
                  .label = text(kContext, "Hidden items"),
                  .type = ParamType::String,
                  .defaultValue = std::string(""),
                  .choices = {},
                  .help = text(kContext,
                               "Numbers of the hidden items, separated by commas; negative ones count from the end.")}},
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
