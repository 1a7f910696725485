#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"
#include "tests/core/refusal.h"

#include <QTest>

using namespace heed::core;
using heed::test::refusal;

namespace {

using Strings = std::vector<std::string>;

Strings textsOf(const std::vector<Token>& tokens) {
  Strings texts;
  for (const Token& token : tokens) texts.push_back(token.text);
  return texts;
}

std::string joined(const Strings& texts) {
  std::string result;
  for (const std::string& text : texts) result += (result.empty() ? "" : "|") + text;
  return result;
}

const WordList& chineseWords() {
  static const WordList words({"那只", "动物", "没有", "穿过", "街道", "因为", "它", "实在", "太", "累", "了"});
  return words;
}

struct Row {
  const char* name;
  const char* text;
  const char* tokens;  ///< with | between them
};

const std::vector<Row> kWords = {
    {"the sentence", "The animal didn't cross the street because it was too tired",
     "The|animal|didn't|cross|the|street|because|it|was|too|tired"},
    {"nothing", "", ""},
    {"only space", " \t\r\n\u00A0\u2003\u200B\u3000", ""},
    {"only punctuation", "... -- !?", ".|.|.|-|-|!|?"},
    {"typographic apostrophe", "She didn’t.", "She|didn’t|."},
    {"quoted words", "'Yes,' he said: “no”.", "'|Yes|,|'|he|said|:|“|no|”|."},
    {"apostrophes at the edges", "'tis the dogs' bone", "'|tis|the|dogs|'|bone"},
    {"hyphens", "well-known state-of-the-art - dash -- a–b", "well-known|state-of-the-art|-|dash|-|-|a|–|b"},
    {"numbers", "1,000.5 at 10:30, 3/4 of -5 or −2.5%", "1,000.5|at|10:30|,|3/4|of|-5|or|−2.5|%"},
    {"a minus between numbers", "5-3 5 - 3", "5-3|5|-|3"},
    {"abbreviations", "e.g. U.S.A. end", "e.g|.|U.S.A|.|end"},
    {"identifiers", "snake_case user@example.org @home", "snake_case|user@example.org|@|home"},
    {"URL", "See https://example.org/a?b=c&d=(e), or www.example.org/x!",
     "See|https://example.org/a?b=c&d=(e|)|,|or|www.example.org/x|!"},
    {"ellipsis", "wait… what", "wait|…|what"},
    {"symbols", "2+2=4 costs €5 © x^2", "2|+|2|=|4|costs|€|5|©|x|^|2"},
    {"emoji", "hi😀😀you ❤️!", "hi|😀|😀|you|❤️|!"},
    {"family", "a👩‍👩‍👧‍👦b", "a|👩‍👩‍👧‍👦|b"},
    {"skin tone", "👍🏽👍🏿", "👍🏽|👍🏿"},
    {"flags", "🇨🇳🇬🇧🇫🇷", "🇨🇳|🇬🇧|🇫🇷"},
    {"flag of Scotland", "🏴󠁧󠁢󠁳󠁣󠁴󠁿🏴", "🏴󠁧󠁢󠁳󠁣󠁴󠁿|🏴"},
    {"keycap", "1️⃣2", "1️⃣|2"},
    {"combining marks", "cafe\u0301 na\u0308ive", "cafe\u0301|na\u0308ive"},
    {"soft hyphen", "co\u00ADoperate", "co\u00ADoperate"},
    {"Arabic", "الحيوان لم يعبر الشارع، لأنه متعب", "الحيوان|لم|يعبر|الشارع|،|لأنه|متعب"},
    {"Hebrew", "החיה לא חצתה.", "החיה|לא|חצתה|."},
    {"Persian with a zero-width non-joiner", "می\u200Cرود خانه", "می\u200Cرود|خانه"},
    {"Hindi", "नमस्ते दुनिया।", "नमस्ते|दुनिया|।"},
    {"Russian", "Кот не перешёл", "Кот|не|перешёл"},
    {"Korean", "동물은 길을 건너지 않았다", "동물은|길을|건너지|않았다"},
    {"Chinese without a dictionary", "动物累了。", "动|物|累|了|。"},
    {"Japanese without a dictionary", "ねこスー", "ね|こ|ス|ー"},
    {"Chinese beside Latin", "GPT模型2号", "GPT|模|型|2|号"},
    {"line ends", "one\r\ntwo\nthree", "one|two|three"},
};

const std::vector<Row> kCharacters = {
    {"nothing", "", ""},
    {"letters and space", "a b", "a| |b"},
    {"line end of two", "a\r\nb", "a|\r\n|b"},
    {"accents", "e\u0301e", "e\u0301|e"},
    {"many marks", "a\u0301\u0302\u0303b", "a\u0301\u0302\u0303|b"},
    {"emoji", "👩‍👩‍👧‍👦👍🏽🇨🇳🇬🇧❤️",
     "👩‍👩‍👧‍👦|👍🏽|🇨🇳|🇬🇧|❤️"},
    {"profession", "👩🏽‍🚀", "👩🏽‍🚀"},
    {"Hangul of parts", "\u1112\u1161\u11ABa", "\u1112\u1161\u11AB|a"},
    {"Chinese", "动物", "动|物"},
    {"Thai", "กำ", "กำ"},
};

}  // namespace

class TestTokenizer : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void wordsAreCut_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < kWords.size(); ++i) QTest::newRow(kWords[i].name) << static_cast<int>(i);
  }

  void wordsAreCut() {
    QFETCH(int, index);
    const Row& row = kWords[static_cast<std::size_t>(index)];
    const std::string found = joined(textsOf(tokenizeWords(row.text, nullptr, Punctuation::Keep)));
    QVERIFY2(found == row.tokens, found.c_str());
  }

  void charactersStayWhole_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < kCharacters.size(); ++i) QTest::newRow(kCharacters[i].name) << static_cast<int>(i);
  }

  void charactersStayWhole() {
    QFETCH(int, index);
    const Row& row = kCharacters[static_cast<std::size_t>(index)];
    const std::string found = joined(textsOf(tokenizeCharacters(row.text)));
    QVERIFY2(found == row.tokens, found.c_str());
  }

  void theEnglishSentenceHasElevenTokens() {
    QCOMPARE(tokenizeWords("The animal didn't cross the street because it was too tired").size(), std::size_t{11});
  }

  void punctuationIsDroppedUnlessAskedFor() {
    QCOMPARE(joined(textsOf(tokenizeWords("Wait... “what”, -- 😀?"))), std::string("Wait|what|😀"));
    QVERIFY(tokenizeWords("... -- !?").empty());
  }

  void theChineseSentenceHasTheWordsOfTheDictionary() {
    QCOMPARE(joined(textsOf(tokenizeWords("那只动物没有穿过街道，因为它实在太累了", &chineseWords()))),
             std::string("那只|动物|没有|穿过|街道|因为|它|实在|太|累|了"));
  }

  void theLongestWordOfTheDictionaryWins() {
    const WordList words({"中国", "中国人", "人民", "人民共和国"});
    QCOMPARE(joined(textsOf(tokenizeWords("中国人民共和国中国x中国", &words))),
             std::string("中国人|民|共|和|国|中国|x|中国"));
  }

  void aDictionaryWordDoesNotCrossPunctuation() {
    const WordList words({"动物"});
    QCOMPARE(joined(textsOf(tokenizeWords("动，物 动 物", &words))), std::string("动|物|动|物"));
  }

  void tokensKnowTheirBytes() {
    const std::string text = " 动物 didn't, 👍🏽\t€ ";
    for (const auto& tokens : {tokenizeWords(text, &chineseWords(), Punctuation::Keep), tokenizeCharacters(text)}) {
      std::int64_t position = 0;
      for (const Token& token : tokens) {
        QVERIFY(token.begin >= position);
        QCOMPARE(text.substr(static_cast<std::size_t>(token.begin), static_cast<std::size_t>(token.end - token.begin)),
                 token.text);
        QVERIFY(!token.continuation && !token.special);
        position = token.end;
      }
    }
  }

  void charactersJoinToTheText() {
    const std::string text = "a\r\n👩‍👩‍👧‍👦 动e\u0301\u200F العربية";
    std::string whole;
    for (const Token& token : tokenizeCharacters(text)) whole += token.text;
    QCOMPARE(whole, text);
  }

  void byteOrderMarkIsACharacterOfItsOwn() {
    const auto tokens = tokenizeCharacters("\uFEFFe\u0301x");
    QCOMPARE(tokens.size(), std::size_t{3});
    QCOMPARE(tokens[1].text, std::string("e\u0301"));
  }

  void bytesAreNamed() {
    const auto tokens = tokenizeBytes("a é\n");
    QCOMPARE(joined(textsOf(tokens)), std::string("a| |<0xC3>|<0xA9>|<0x0A>"));
    QVERIFY(!tokens[2].continuation);
    QVERIFY(tokens[3].continuation);
    QCOMPARE(tokens[3].begin, std::int64_t{3});
    QCOMPARE(tokens[3].end, std::int64_t{4});
  }

  void invalidTextIsRefusedWithItsByte() {
    const std::string expected = "The text is not valid UTF-8 at byte 3 (0xFF).";
    QCOMPARE(refusal([] { static_cast<void>(tokenizeWords("abc\xFF")); }), expected);
    QCOMPARE(refusal([] { static_cast<void>(tokenizeCharacters("abc\xFF")); }), expected);
    QCOMPARE(refusal([] { static_cast<void>(tokenizeBytes("abc\xFF")); }), expected);
    QCOMPARE(refusal([] { static_cast<void>(normalizedWord("abc\xFF")); }), expected);
  }

  void threeThousandTokensAreTaken() {
    std::string text;
    for (int i = 0; i < 3000; ++i) text += "word ";
    QCOMPARE(tokenizeWords(text).size(), std::size_t{3000});
  }

  void theLimitsAreStated() {
    QCOMPARE(refusal([] { static_cast<void>(tokenizeCharacters(std::string(20'001, 'a'))); }),
             std::string("The text gives 20001 tokens; at most 20000 are taken."));
    QCOMPARE(tokenizeCharacters(std::string(20'000, 'a')).size(), std::size_t{20'000});
    QCOMPARE(refusal([] { static_cast<void>(tokenizeWords(std::string(1'048'577, 'a'))); }),
             std::string("The text has 1048577 bytes; at most 1048576 are taken."));
    QCOMPARE(tokenizeWords(std::string(1'048'576, 'a')).size(), std::size_t{1});
  }

  void wordsAreComparedInOneForm() {
    QCOMPARE(normalizedWord("DIDN’T"), std::string("didn't"));
    QCOMPARE(normalizedWord("Cafe\u0301"), std::string("caf\u00E9"));
    QCOMPARE(normalizedWord("ÄPFEL"), std::string("äpfel"));
    QCOMPARE(normalizedWord("ΣΟΦΟΣ"), normalizedWord("σοφος"));
    QCOMPARE(normalizedWord("动物"), std::string("动物"));
  }

  void idsFollowTheFirstAppearance() {
    const auto tokens = tokenizeWords("the cat saw the Cat");
    const Vocabulary vocabulary = Vocabulary::ofTokens(tokens);
    QCOMPARE(vocabulary.size(), 4);
    QCOMPARE(vocabulary.ids(tokens), (std::vector<std::int32_t>{0, 1, 2, 0, 3}));
    QCOMPARE(vocabulary.text(2), std::string("saw"));
    QVERIFY(!vocabulary.id("dog").has_value());
    QCOMPARE(refusal([&] { static_cast<void>(vocabulary.ids(tokenizeWords("the dog"))); }),
             std::string("The token \"dog\" is not among the 4 of the vocabulary."));
  }

  void bytesHaveTheirValueAsId() {
    const Vocabulary vocabulary = Vocabulary::ofBytes();
    QCOMPARE(vocabulary.size(), 256);
    QCOMPARE(vocabulary.ids(tokenizeBytes("aé")), (std::vector<std::int32_t>{0x61, 0xC3, 0xA9}));
  }
};

QTEST_GUILESS_MAIN(TestTokenizer)
#include "tst_tokenizer.moc"
