#include "core/base/json.h"
#include "tests/core/refusal.h"

#include <QTest>

#include <cmath>
#include <limits>

using heed::core::JsonLimits;
using heed::core::JsonStyle;
using heed::core::JsonValue;
using heed::core::JsonView;
using heed::core::parseJson;
using heed::test::refusal;

namespace {

struct GoodText {
  const char* name;
  std::string text;
  std::string canonical;
};

const std::vector<GoodText> kGoodTexts = {
    {"null", "null", "null"},
    {"true", " true ", "true"},
    {"false", "\tfalse\r\n", "false"},
    {"empty object", "{}", "{}"},
    {"empty array", "[ ]", "[]"},
    {"empty key", R"({"":0})", R"({"":0})"},
    {"keys are sorted", R"({"b":1,"a":2,"B":3})", R"({"B":3,"a":2,"b":1})"},
    {"zero", "0", "0"},
    {"minus zero keeps its sign", "-0", "-0.0"},
    {"minus zero with fraction", "-0.0", "-0.0"},
    {"whole number with fraction", "2.0", "2"},
    {"whole number with exponent", "1e2", "100"},
    {"exponent signs", "[1E+2,1e-2]", "[100,0.01]"},
    {"largest integer", "9223372036854775807", "9223372036854775807"},
    {"smallest integer", "-9223372036854775808", "-9223372036854775808"},
    {"above the largest integer", "9223372036854775808", "9223372036854775808"},
    {"tenth", "0.1", "0.1"},
    {"more digits than a double has", "0.1000000000000000055511151231257827", "0.1"},
    {"smallest subnormal", "5e-324", "5e-324"},
    {"largest double", "1.7976931348623157e308", "1.7976931348623157e+308"},
    {"escapes", R"("\"\\\/\b\f\n\r\t")", R"("\"\\/\b\f\n\r\t")"},
    {"control character", R"("\u0001\u001F")", R"("\u0001\u001f")"},
    {"NUL in a string", R"("a\u0000b")", R"("a\u0000b")"},
    {"delete character", "\"\x7F\"", "\"\x7F\""},
    {"escaped letter", R"("\u00E9\u52a8")", "\"\xC3\xA9\xE5\x8A\xA8\""},
    {"surrogate pair", R"("\uD83D\uDE00")", "\"\xF0\x9F\x98\x80\""},
    {"raw emoji", "\"\xF0\x9F\x98\x80\"", "\"\xF0\x9F\x98\x80\""},
    {"non-character", R"("\uFFFF")", "\"\xEF\xBF\xBF\""},
    {"line separator", "\"\xE2\x80\xA8\"", "\"\xE2\x80\xA8\""},
    {"spaces everywhere", " [ 1 , { \"a\" : [ ] } ] ", R"([1,{"a":[]}])"},
    {"depth of 64", std::string(64, '[') + std::string(64, ']'), std::string(64, '[') + std::string(64, ']')},
};

struct BadText {
  const char* name;
  std::string text;
  const char* sentence;  ///< its beginning
};

const std::vector<BadText> kBadTexts = {
    {"empty", "", "line 1, column 1: expected a value, found the end of the text"},
    {"only space", " \n ", "line 2, column 2: expected a value, found the end of the text"},
    {"two values", "1 2", "line 1, column 3: expected the end of the text, found \"2\""},
    {"NUL after the value", std::string("1\0", 2),
     "line 1, column 2: expected the end of the text, found the byte 0x00"},
    {"word cut short", "tru", "line 1, column 1: expected a value, found \"t\""},
    {"capital word", "True", "line 1, column 1: expected a value, found \"T\""},
    {"NaN", "NaN", "line 1, column 1: expected a value, found \"N\""},
    {"Infinity", "[-Infinity]", "line 1, column 3: expected a digit, found \"I\""},
    {"leading zero", "01", "line 1, column 2: expected the end of the text, found \"1\""},
    {"leading plus", "+1", "line 1, column 1: expected a value, found \"+\""},
    {"no digit before the point", ".5", "line 1, column 1: expected a value, found \".\""},
    {"no digit after the point", "1.", "line 1, column 3: expected a digit, found the end of the text"},
    {"no digit in the exponent", "[1e]", "line 1, column 4: expected a digit, found \"]\""},
    {"two signs in the exponent", "1e+-1", "line 1, column 4: expected a digit, found \"-\""},
    {"hexadecimal", "0x10", "line 1, column 2: expected the end of the text, found \"x\""},
    {"too large a number", "[1, 1e999]", "line 1, column 5: the number is outside the range of a double"},
    {"trailing comma in an array", "[1,]", "line 1, column 4: expected a value, found \"]\""},
    {"trailing comma in an object", R"({"a":1,})", "line 1, column 8: expected a key in quotes, found \"}\""},
    {"missing comma", "[1 2]", "line 1, column 4: expected \",\" or \"]\", found \"2\""},
    {"missing colon", R"({"a" 1})", "line 1, column 6: expected \":\", found \"1\""},
    {"key without quotes", "{a:1}", "line 1, column 2: expected a key in quotes, found \"a\""},
    {"number as key", "{1:1}", "line 1, column 2: expected a key in quotes, found \"1\""},
    {"single quotes", "['a']", "line 1, column 2: expected a value, found \"'\""},
    {"comment", "[1 /* one */]", "line 1, column 4: expected \",\" or \"]\", found \"/\""},
    {"unclosed array", "[1", "line 1, column 3: expected \",\" or \"]\", found the end of the text"},
    {"unclosed object", R"({"a":1)", "line 1, column 7: expected \",\" or \"}\", found the end of the text"},
    {"unclosed string", "\"a", "line 1, column 3: expected the closing quote of a string, found the end of the text"},
    {"wrong bracket", "[1}", "line 1, column 3: expected \",\" or \"]\", found \"}\""},
    {"line feed in a string", "\"a\nb\"", "line 1, column 3: expected a character of a string"},
    {"unknown escape", R"("\x41")", "line 1, column 3: expected one of"},
    {"escape at the end", "\"\\", "line 1, column 3: expected one of"},
    {"short unicode escape", R"("\u12")", "line 1, column 6: expected four hexadecimal digits after \\u, found \"\"\""},
    {"lone high surrogate", R"("\uD83D")", "line 1, column 2: half of a surrogate pair"},
    {"lone low surrogate", R"("\uDE00")", "line 1, column 2: half of a surrogate pair"},
    {"two high surrogates", R"("\uD83D\uD83D")", "line 1, column 2: half of a surrogate pair"},
    {"lone continuation byte", "\"\x80\"", "line 1, column 2: expected valid UTF-8, found the byte 0x80"},
    {"overlong form", "\"\xC0\xAF\"", "line 1, column 2: expected valid UTF-8, found the byte 0xC0"},
    {"overlong form of three", "\"\xE0\x80\xAF\"", "line 1, column 2: expected valid UTF-8, found the byte 0xE0"},
    {"surrogate in UTF-8", "\"\xED\xA0\x80\"", "line 1, column 2: expected valid UTF-8, found the byte 0xED"},
    {"beyond Unicode", "\"\xF4\x90\x80\x80\"", "line 1, column 2: expected valid UTF-8, found the byte 0xF4"},
    {"cut in a character", "\"\xE5\x8A", "line 1, column 2: expected valid UTF-8, found the byte 0xE5"},
    {"Latin-1", "[\"\xE9\"]", "line 1, column 3: expected valid UTF-8, found the byte 0xE9"},
    {"byte order mark", "\xEF\xBB\xBF{}", "line 1, column 1: expected a value"},
    {"duplicate key", "{\"a\":1,\n \"a\":2}", "line 2, column 2: the key \"a\" is there twice"},
    {"duplicate key in two spellings", R"({"a":1,"\u0061":2})", "line 1, column 8: the key \"a\" is there twice"},
    {"columns count characters", "[\"\xE5\x8A\xA8\", x]", "line 1, column 7: expected a value, found \"x\""},
    {"depth of 65", std::string(65, '[') + std::string(65, ']'),
     "line 1, column 65: arrays and objects are nested too deeply"},
    {"depth of a million", std::string(1'000'000, '['), "line 1, column 65: arrays and objects are nested too deeply"},
};

const char* const kModel = R"({"blocks": [{"type": "linear"}, {"type": 3, "width": 2.5, "on": true}]})";

}  // namespace

class TestJson : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void goodTextIsReadAndWrittenCanonically_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < kGoodTexts.size(); ++i) QTest::newRow(kGoodTexts[i].name) << static_cast<int>(i);
  }

  void goodTextIsReadAndWrittenCanonically() {
    QFETCH(int, index);
    const GoodText& row = kGoodTexts[static_cast<std::size_t>(index)];
    const JsonValue value = parseJson(row.text);
    QCOMPARE(value.toText(JsonStyle::Compact), row.canonical);
    QVERIFY(parseJson(row.canonical) == value);
    QVERIFY(parseJson(value.toText(JsonStyle::Indented)) == value);
  }

  void badTextIsRefusedWithItsPlace_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < kBadTexts.size(); ++i) QTest::newRow(kBadTexts[i].name) << static_cast<int>(i);
  }

  void badTextIsRefusedWithItsPlace() {
    QFETCH(int, index);
    const BadText& row = kBadTexts[static_cast<std::size_t>(index)];
    const std::string sentence = refusal([&row] { static_cast<void>(parseJson(row.text)); });
    QVERIFY2(sentence.starts_with(row.sentence), sentence.c_str());
  }

  void moreValuesThanAllowedAreRefused() {
    const std::string sentence = refusal([] { static_cast<void>(parseJson("[1,2,3]", JsonLimits{.values = 3})); });
    QCOMPARE(sentence, std::string("line 1, column 6: the text has more values than are read; the limit is 3"));
    QVERIFY(parseJson("[1,2,3]", JsonLimits{.values = 4}).isArray());
  }

  void indentedTextHasALineForEachMember() {
    const JsonValue value = parseJson(R"({"b":[[1,2],[3]],"a":{"x":[],"y":[1,null,"s"]},"c":{}})");
    const std::string expected = R"({
  "a": {
    "x": [],
    "y": [1, null, "s"]
  },
  "b": [
    [1, 2],
    [3]
  ],
  "c": {}
}
)";
    QCOMPARE(value.toText(JsonStyle::Indented), expected);
  }

  void numbersReadBackTheSame() {
    const double values[] = {0.1,        1.0 / 3.0,  2.0 / 3.0, 1e-7,
                             123456.789, 1e15 + 0.5, -2.5e-310, std::nextafter(1.0, 2.0),
                             1e22,       1e23,       4.35,      std::numeric_limits<double>::min()};
    for (const double value : values) {
      QCOMPARE(parseJson(JsonValue(value).toText(JsonStyle::Compact)).number(), value);
    }
  }

  void aFloatIsWrittenAsShortAsAFloat() {
    QCOMPARE(JsonValue(0.1F).toText(JsonStyle::Compact), std::string("0.1"));
    QCOMPARE(static_cast<float>(JsonValue(0.1F).number()), 0.1F);
  }

  void equalNumbersAreEqualValues() {
    QVERIFY(JsonValue(2.0) == JsonValue(2));
    QVERIFY(JsonValue(1152921504606846976.0) == JsonValue(std::int64_t{1152921504606846976}));
    QVERIFY(!(JsonValue(2.5) == JsonValue(2)));
    QVERIFY(!(JsonValue(true) == JsonValue(1)));
  }

  void numbersThatJsonCannotHoldAreRefused() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    QCOMPARE(refusal([nan] { JsonValue value(nan); }), std::string("JSON cannot hold the number nan"));
    QCOMPARE(refusal([infinity] { JsonValue value(-infinity); }), std::string("JSON cannot hold the number -inf"));
    QVERIFY(refusal([] { JsonValue value(std::uint64_t{1} << 63U); }).starts_with("9223372036854775808 is above"));
    QCOMPARE(JsonValue(std::uint64_t{5}).integer(), std::int64_t{5});
  }

  void badUtf8IsNotWritten() {
    QCOMPARE(refusal([] { static_cast<void>(JsonValue("ab\xFF").toText(JsonStyle::Compact)); }),
             std::string("a string cannot be written: its byte 2 is not valid UTF-8"));
  }

  void aViewNamesThePath() {
    const JsonValue model = parseJson(kModel);
    const JsonView view(model);
    const JsonView block = view["blocks"].at(1);
    QCOMPARE(refusal([&] { static_cast<void>(block["type"].string()); }),
             std::string("blocks[1].type: expected a string, found a number"));
    QCOMPARE(refusal([&] { static_cast<void>(block["width"].integer()); }),
             std::string("blocks[1].width: expected a whole number, found 2.5"));
    QCOMPARE(refusal([&] { static_cast<void>(block["type"].integer(4, 8)); }),
             std::string("blocks[1].type: expected a whole number from 4 to 8, found 3"));
    QCOMPARE(refusal([&] { static_cast<void>(block["height"]); }),
             std::string("blocks[1]: the member \"height\" is missing"));
    QCOMPARE(refusal([&] { static_cast<void>(view["blocks"].at(2)); }),
             std::string("blocks: expected at least 3 elements, found 2"));
    QCOMPARE(refusal([&] { static_cast<void>(view.string()); }),
             std::string("top level: expected a string, found an object"));
    QCOMPARE(refusal([&] { block.allowOnly({"type", "on"}); }),
             std::string("blocks[1]: the member \"width\" is not known"));
    QCOMPARE(block["on"].boolean(), true);
    QCOMPARE(block["width"].number(), 2.5);
    QVERIFY(!block.find("height").has_value());
    QCOMPARE(view["blocks"].elements().size(), std::size_t{2});
    QCOMPARE(block.members().size(), std::size_t{3});
  }

  void valuesAreBuilt() {
    JsonValue value;
    value["name"] = "heed";
    value["sizes"].append(1);
    value["sizes"].append(2.5);
    value["on"] = false;
    QCOMPARE(value.toText(JsonStyle::Compact), std::string(R"({"name":"heed","on":false,"sizes":[1,2.5]})"));
    QCOMPARE(refusal([&value] { value["name"]["x"] = 1; }), std::string("expected an object, found a string"));
    QVERIFY(value.find("name") != nullptr);
    QVERIFY(value.find("nothing") == nullptr);
  }
};

QTEST_GUILESS_MAIN(TestJson)
#include "tst_json.moc"
