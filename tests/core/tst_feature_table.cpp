#include "core/base/json.h"
#include "core/io/resources.h"
#include "core/text/feature_table.h"
#include "tests/core/refusal.h"

#include <QTest>

#include <set>

using namespace heed::core;
using heed::test::refusal;

namespace {

const char* const kTable =
    "word,thing,alive,class\n"
    "animal,1,0.5,noun\n"
    "didn't,0,-0.25,negation\r\n"
    "\n"
    "caf\u00E9,1.0,0,noun\n"
    "\",\",0,0,punctuation\n"
    "\"\"\"\",0,1e-1,punctuation";

std::string parseSentence(const std::string& text) {
  return refusal([&text] { static_cast<void>(FeatureTable::parse(text, "f.csv")); });
}

}  // namespace

class TestFeatureTable : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { qputenv("HEED_RESOURCES", HEED_RESOURCES); }

  void aTableIsRead() {
    const FeatureTable table = FeatureTable::parse(kTable);
    QCOMPARE(table.featureNames(), (std::vector<std::string>{"thing", "alive"}));
    QCOMPARE(table.words(), (std::vector<std::string>{"animal", "didn't", "caf\u00E9", ",", "\""}));
    const WordFeatures didnt = table.features("didn't");
    QVERIFY(didnt.known);
    QCOMPARE(didnt.values, (std::vector<float>{0.0F, -0.25F}));
    QCOMPARE(didnt.wordClass, std::string("negation"));
    QCOMPARE(table.features("\"").values, (std::vector<float>{0.0F, 0.1F}));
    QVERIFY(table.features(",").known);
  }

  void spellingsOfAWordAreOneWord() {
    const FeatureTable table = FeatureTable::parse(kTable);
    for (const char* word : {"Animal", "ANIMAL", "Didn\u2019t", "cafe\u0301", "CAF\u00C9"})
      QVERIFY2(table.contains(word), word);
    QVERIFY(!table.contains("animals"));
  }

  /// Reference values from an independent Philox 4x32-10 and FNV-1a in Python.
  void anUnknownWordGetsSeededFeatures() {
    const FeatureTable table = FeatureTable::parse(kTable);
    const WordFeatures drawn = table.features("Zebra", 7);
    QVERIFY(!drawn.known);
    QVERIFY(drawn.wordClass.empty());
    QCOMPARE(drawn.values, (std::vector<float>{7631234.0F * 0x1p-24F, 7620764.0F * 0x1p-24F}));
    QCOMPARE(table.features("zebra", 7).values, drawn.values);
    QVERIFY(table.features("zebra", 8).values != drawn.values);
    QVERIFY(table.features("zebras", 7).values != drawn.values);
  }

  void manyUnknownWordsDiffer() {
    const FeatureTable table = FeatureTable::parse(kTable);
    std::set<std::vector<float>> seen;
    for (int i = 0; i < 10'000; ++i) {
      const auto values = table.features("word" + std::to_string(i)).values;
      for (const float value : values) QVERIFY(value >= 0.0F && value < 1.0F);
      QVERIFY(seen.insert(values).second);
    }
  }

  void wrongTablesAreRefused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char* name, const char* text, const char* sentence) {
      QTest::newRow(name) << QByteArray(text) << QByteArray(sentence);
    };
    row("empty", "", "f.csv is empty; a line of feature names was expected.");
    row("no class", "word,a,b\nx,1,2\n", "f.csv: the first line is not \"word\", 1 to 64 feature names and \"class\".");
    row("no feature", "word,class\n", "f.csv: the first line is not \"word\", 1 to 64 feature names and \"class\".");
    row("feature twice", "word,a,a,class\n", "f.csv: a feature name is missing or there twice.");
    row("too few cells", "word,a,b,class\nx,1,noun\n", "f.csv has 3 cells in line 2; its first line has 4.");
    row("too many cells", "word,a,class\nx,1,2,noun\n", "f.csv has 4 cells in line 2; its first line has 3.");
    row("no number", "word,a,class\n\nx,much,noun\n", "f.csv, line 3: \"much\" is not a number.");
    row("decimal comma", "word,a,class\nx,\"0,5\",noun\n", "f.csv, line 2: \"0,5\" is not a number.");
    row("NaN", "word,a,class\nx,nan,noun\n", "f.csv, line 2: \"nan\" is not a number.");
    row("empty number", "word,a,class\nx,,noun\n", "f.csv, line 2: \"\" is not a number.");
    row("no word", "word,a,class\n,1,noun\n", "f.csv, line 2: the word is missing.");
    row("word twice", "word,a,class\nx,1,noun\nX,2,noun\n", "f.csv, line 3: the word \"X\" is there twice.");
    row("bad UTF-8", "word,a,class\nx\xFF,1,noun\n", "The text is not valid UTF-8 at byte 1 (0xFF).");
  }

  void wrongTablesAreRefused() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, sentence);
    QCOMPARE(parseSentence(text.toStdString()), sentence.toStdString());
  }

  void theTablesOfTheProgramAreRead() {
    for (const char* name : {"features/english.csv", "features/chinese.csv"}) {
      const FeatureTable table = FeatureTable::parse(readResource(name), name);
      QCOMPARE(table.featureNames().size(), std::size_t{8});
      QVERIFY(table.words().size() >= 400);
    }
  }

  void theSentencesOfTheProgramHaveTheirTokens() {
    const JsonValue sentences = parseJson(readResource("features/sentences.json"));
    for (const auto& [language, list] : JsonView(sentences).members()) {
      const WordList dictionary = FeatureTable::parse(readResource("features/" + language + ".csv")).wordList();
      for (const JsonView& sentence : list.elements()) {
        std::vector<std::string> expected;
        for (const JsonView& token : sentence["tokens"].elements()) expected.push_back(token.string());
        std::vector<std::string> found;
        for (const Token& token : tokenizeWords(sentence["text"].string(), &dictionary)) found.push_back(token.text);
        QVERIFY2(found == expected, sentence["text"].string().c_str());
      }
    }
  }
};

QTEST_GUILESS_MAIN(TestFeatureTable)
#include "tst_feature_table.moc"
