#include "core/text/feature_table.h"
#include "core/base/error.h"
#include "core/blocks/shared/sequence.h"
#include "core/text/own_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace heed::core {

namespace {

constexpr const char* kContext = "FeatureTable";

constexpr std::array<const char*, 15> kWordClasses = {
    "determiner", "noun",     "verb",   "pronoun",  "adjective",   "adverb",       "preposition", "conjunction",
    "auxiliary",  "negation", "number", "particle", "punctuation", "interjection", "unknown"};

/// Whether a text holds a character of the CJK ideographs (their UTF-8 starts with bytes E3 to E9, kana included).
bool looksChinese(const std::string& word) {
  return std::ranges::any_of(word, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0xE3 && byte <= 0xE9;
  });
}

const FeatureTable& chosenTable(const BlockBuild& build, const Signal& tokens) {
  const std::string& language = build.string("language");
  const bool chinese =
      language == "chinese" || (language == "auto" && std::ranges::any_of(tokens.items->names, looksChinese));
  const auto& table = chinese ? build.resources().chinese : build.resources().english;
  if (table == nullptr) {
    throw Error(ErrorKind::Model, chinese ? text(kContext, "the table of hand-set features for Chinese is missing")
                                          : text(kContext, "the table of hand-set features for English is missing"));
  }
  return *table;
}

void noteUnknown(BlockBuild& build, const AxisLabels& labels) {
  std::string words;
  int count = 0;
  for (std::size_t i = 0; i < labels.names.size(); ++i) {
    if (!labels.unknown[i]) continue;
    if (++count <= 5) words += (words.empty() ? "" : ", ") + labels.names[i];
  }
  if (count == 0) return;
  if (count > 5) words += ", ...";
  build.note(Severity::Note,
             count == 1 ? text(kContext, "1 word is not in the table and has seeded features: %1", words)
                        : text(kContext, "%1 words are not in the table and have seeded features: %2", count, words),
             "features");
}

void build(BlockBuild& build) {
  const Signal& tokens = build.input("tokens");
  const FeatureTable& table = chosenTable(build, tokens);
  const bool withClass = build.flag("word_class");
  std::vector<std::string> names = table.featureNames();
  if (withClass) names.insert(names.end(), kWordClasses.begin(), kWordClasses.end());
  const OwnWords own = OwnWords::parse(build.string("own_words"), table.featureNames());
  auto labels = std::make_shared<AxisLabels>(*tokens.items);
  labels->unknown.assign(labels->names.size(), false);
  std::vector<double> values;
  for (std::size_t i = 0; i < labels->names.size(); ++i) {
    WordFeatures word = table.features(labels->names[i], build.seed());
    if (const std::vector<float>* given = own.find(labels->names[i])) {
      word.values = *given;
      if (!word.known) word.wordClass = "unknown";
      word.known = true;
    }
    labels->unknown[i] = !word.known;
    const std::string className = word.known ? word.wordClass : "unknown";
    for (const float value : word.values) values.push_back(std::round(static_cast<double>(value) * 1e6) / 1e6);
    for (std::size_t c = 0; withClass && c < kWordClasses.size(); ++c)
      values.push_back(className == kWordClasses[c] ? 1.0 : 0.0);
  }
  noteUnknown(build, *labels);
  const Shape shape{static_cast<std::int64_t>(labels->names.size()), static_cast<std::int64_t>(names.size())};
  const std::vector<Axis> axes = {{AxisMeaning::Token, labels}, {AxisMeaning::Feature, axisLabels(std::move(names))}};
  const Value value = build.dataInput("features", Tensor::fromDoubles(shape, values));
  build.builder().step(value, {.id = "features",
                               .phase = Phase::Input,
                               .role = Role::None,
                               .caption = text(kContext, "Tokens to X"),
                               .explanation = text(kContext,
                                                   "Each word becomes its row of features: set by hand, or drawn from "
                                                   "the seed where the table lacks the word."),
                               .term = "features",
                               .expression = "X",
                               .axes = axes,
                               .mask = {},
                               .depth = StepDepth::Step,
                               .isInput = true});
  build.setOutput("features", {PortKind::Tensor, value, tokens.valid, axes, labels, 0, true});
}

std::vector<BlockExample> examples() {
  return {{"known words", {}, {{"tokens", {{ValueKind::Int, {3}}, 0.0, 3.0}}}, {}},
          {"with classes", {{"word_class", true}}, {{"tokens", {{ValueKind::Int, {2}}, 0.0, 2.0}}}, {}}};
}

}  // namespace

const BlockType& featureTableBlock() {
  static const BlockType type{
      .id = "feature_table",
      .category = "inputs",
      .title = text(kContext, "Word features"),
      .words = {.summary = text(kContext, "Each word as a row of eight named features that were set by hand."),
                .what = text(kContext,
                             "A word is looked up in a table of common English or Chinese words: how much it is a "
                             "thing, alive, a place, an action, refers to something, is a state, is glue between "
                             "words, negates. A word that is not in the table gets seeded numbers of its own and is "
                             "marked."),
                .why = text(kContext,
                            "With features that have names, every product of the computation can be read in words."),
                .caution =
                    text(kContext, "The features are set by hand, not learned, and know nothing of the context."),
                .synonyms = {"features", "hand-set", "dictionary"}},
      .formula = "x_i = \\term{features}{F[w_i]}",
      .paper = "",
      .inputs = {{"tokens", text(kContext, "Tokens"), PortKind::Tokens, 1, false, Role::None}},
      .outputs = {{"features", text(kContext, "Features"), PortKind::Tensor, 2, false, Role::None}},
      .params =
          {{.id = "language",
            .label = text(kContext, "Table"),
            .type = ParamType::Choice,
            .defaultValue = std::string("auto"),
            .choices = {{"auto", text(kContext, "Automatic")},
                        {"english", text(kContext, "English")},
                        {"chinese", text(kContext, "Chinese")}},
            .help = text(
                kContext,
                "Which table words are looked up in; auto takes the Chinese one if there is a Chinese character.")},
           {.id = "word_class",
            .label = text(kContext, "Add the word class"),
            .type = ParamType::Bool,
            .defaultValue = false,
            .choices = {},
            .help = text(kContext, "Adds a column for each word class: 1 where the word is of that class.")},
           {.id = "own_words",
            .label = text(kContext, "Words of this document"),
            .type = ParamType::String,
            .defaultValue = std::string(),
            .choices = {},
            .help = text(kContext,
                         "Features set by hand, a line for each word: the word and its numbers, with commas "
                         "between them.")}},
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
