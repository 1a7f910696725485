#include "core/base/error.h"
#include "core/blocks/shared/sequence.h"
#include "core/text/feature_table.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

#include <string>

namespace heed::core {

namespace {

constexpr const char* kContext = "TextInput";

std::vector<Token> tokensOf(const BlockBuild& build, const std::string& content) {
  if (build.string("tokenizer") == "characters") return tokenizeCharacters(content);
  if (build.string("tokenizer") == "bytes") return tokenizeBytes(content);
  const auto& table = build.resources().chinese;
  const WordList words = table != nullptr ? table->wordList() : WordList();
  return tokenizeWords(content, table != nullptr ? &words : nullptr,
                       build.flag("punctuation") ? Punctuation::Keep : Punctuation::Drop);
}

void build(BlockBuild& build) {
  const auto* input = build.data() == nullptr ? nullptr : std::get_if<TextInput>(build.data());
  if (input == nullptr) throw Error(ErrorKind::Model, text(kContext, "there is no text yet; type or drop one"));
  const std::vector<Token> tokens = tokensOf(build, input->text);
  if (tokens.empty()) {
    throw Error(ErrorKind::Model, text(kContext, "the text holds no token; it needs at least one word"));
  }
  const Vocabulary vocabulary =
      build.string("tokenizer") == "bytes" ? Vocabulary::ofBytes() : Vocabulary::ofTokens(tokens);
  std::vector<std::string> names;
  for (const Token& token : tokens) names.push_back(token.text);
  const auto labels = axisLabels(std::move(names));
  const auto count = static_cast<std::int64_t>(tokens.size());
  const Value value = build.dataInput("tokens", Tensor::fromInts({count}, vocabulary.ids(tokens)));
  build.builder().step(
      value, {.id = "tokens",
              .phase = Phase::Input,
              .role = Role::None,
              .caption = text(kContext, "Tokens"),
              .explanation = count == 1 ? text(kContext, "The text is one token, with its number.")
                                        : text(kContext, "The text as %1 tokens, each with its number.", count),
              .term = {},
              .expression = "t",
              .axes = {{AxisMeaning::Token, labels}}});
  build.setOutput("tokens",
                  {PortKind::Tokens, value, {}, {{AxisMeaning::Token, labels}}, labels, vocabulary.size(), false});
}

std::vector<BlockExample> examples() {
  return {{"words", {}, {}, TextInput{"The animal didn't cross the street"}},
          {"one word", {}, {}, TextInput{"Attention"}},
          {"characters", {{"tokenizer", std::string("characters")}}, {}, TextInput{"na\u00efve"}},
          {"bytes", {{"tokenizer", std::string("bytes")}}, {}, TextInput{"\u732b"}}};
}

}  // namespace

const BlockType& textInputBlock() {
  static const BlockType type{
      .id = "text_input",
      .category = "inputs",
      .title = text(kContext, "Text"),
      .words = {.summary = text(kContext, "A sentence or a text, cut into tokens."),
                .what = text(kContext,
                             "The text is cut into words, characters or bytes. Each token gets a number, in the order "
                             "of first appearance; equal tokens get equal numbers, and a byte is its own."),
                .why = text(kContext, "Attention works on a row of items, and for language the items are tokens."),
                .caution = {},
                .synonyms = {"sentence", "tokenizer", "words", "tokens"}},
      .formula = "t_0, \\ldots, t_{n-1}",
      .paper = "",
      .inputs = {},
      .outputs = {{"tokens", text(kContext, "Tokens"), PortKind::Tokens, 1, false, Role::None}},
      .params = {{.id = "tokenizer",
                  .label = text(kContext, "Tokens are"),
                  .type = ParamType::Choice,
                  .defaultValue = std::string("words"),
                  .choices = {{"words", text(kContext, "Words")},
                              {"characters", text(kContext, "Characters")},
                              {"bytes", text(kContext, "Bytes")}},
                  .help = text(kContext, "What the text is cut into.")},
                 {.id = "punctuation",
                  .label = text(kContext, "Keep punctuation"),
                  .type = ParamType::Bool,
                  .defaultValue = false,
                  .choices = {},
                  .help = text(kContext, "Whether punctuation marks are tokens too (only for words).")}},
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
