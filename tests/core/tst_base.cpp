#include "core/base/error.h"
#include "core/base/ids.h"
#include "core/base/issue.h"
#include "core/base/philox.h"
#include "core/base/progress.h"
#include "core/base/text.h"

#include <QtTest>

#include <cmath>
#include <cstring>
#include <set>
#include <string>

using namespace heed::core;

class TestBase : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void textPutsArgumentsIntoPlaces_data();
  void textPutsArgumentsIntoPlaces();
  void textKeepsPatternAndArgumentsApart();
  void textInsideATextStaysTranslatable();
  void textWritesNumbersInTheirShortestForm();
  void errorNamesPlacesOutermostFirst();
  void failedAssertionNamesConditionAndPlace();
  void idsOfDifferentThingsAreDifferentTypes();
  void progressIsWhatWasSetLast();
  void philoxGivesThePublishedVectors_data();
  void philoxGivesThePublishedVectors();
  void uniformsAreMultiplesOfTwoToTheMinus24();
  void uniformTakesTheUpperBitsOfItsWord();
  void uniformsFillTheUnitIntervalEvenly();
  void normalsHaveTheMomentsOfTheNormalDistribution();
  void streamsAndSeedsDiffer();
  void stableHashGivesThePublishedValues_data();
  void stableHashGivesThePublishedValues();
};

void TestBase::textPutsArgumentsIntoPlaces_data() {
  QTest::addColumn<QString>("pattern");
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QString>("expected");
  QTest::newRow("none") << "as it is" << QStringList{} << "as it is";
  QTest::newRow("one") << "axis %1" << QStringList{"3"} << "axis 3";
  QTest::newRow("order of the pattern") << "%2 before %1" << QStringList{"b", "a"} << "a before b";
  QTest::newRow("twice") << "%1 and %1" << QStringList{"x"} << "x and x";
  QTest::newRow("place inside an argument stays") << "%1, %2" << QStringList{"%2", "y"} << "%2, y";
  QTest::newRow("place without argument stays") << "%1 of %3" << QStringList{"a", "b"} << "a of %3";
  QTest::newRow("percent sign") << "100 % of %1, 5%" << QStringList{"it"} << "100 % of it, 5%";
  QTest::newRow("zero is no place") << "%0 %1" << QStringList{"a"} << "%0 a";
  QTest::newRow("digit after a place") << "%12" << QStringList{"a"} << "a2";
  QTest::newRow("not ASCII") << "«%1» – %2" << QStringList{"注意", "é"} << "«注意» – é";
}

void TestBase::textPutsArgumentsIntoPlaces() {
  QFETCH(QString, pattern);
  QFETCH(QStringList, arguments);
  QFETCH(QString, expected);
  std::vector<std::string> values;
  for (const QString& argument : arguments) values.push_back(argument.toStdString());
  QCOMPARE(QString::fromStdString(Text::format(pattern.toStdString(), values)), expected);
}

void TestBase::textKeepsPatternAndArgumentsApart() {
  const Text sentence = text("Softmax", "axis %1 is outside of %2", 3, "scores");
  QCOMPARE(sentence.context, std::string("Softmax"));
  QCOMPARE(sentence.pattern, std::string("axis %1 is outside of %2"));
  QCOMPARE(sentence.arguments, (std::vector<std::string>{"3", "scores"}));
  QCOMPARE(sentence.english(), std::string("axis 3 is outside of scores"));
  QVERIFY(Text{}.isEmpty());
  QVERIFY(!sentence.isEmpty());
}

void TestBase::textInsideATextStaysTranslatable() {
  const Text inner = text("Softmax", "row %1", 2);
  const Text outer = text("Gradient", "%1: gradient of %2", 7, inner);
  QCOMPARE(outer.english(), std::string("7: gradient of row 2"));
  QCOMPARE(outer.texts.size(), std::size_t{2});
  QVERIFY(outer.texts[0].isEmpty());
  QVERIFY(outer.texts[1] == inner);
  QVERIFY(inner.texts.empty());
}

void TestBase::textWritesNumbersInTheirShortestForm() {
  QCOMPARE(textArgument(0.1), std::string("0.1"));
  QCOMPARE(textArgument(0.1F), std::string("0.1"));
  QCOMPARE(textArgument(-7), std::string("-7"));
  QCOMPARE(textArgument(std::size_t{4096}), std::string("4096"));
  QCOMPARE(textArgument(std::string("a b")), std::string("a b"));
}

void TestBase::errorNamesPlacesOutermostFirst() {
  Error error(ErrorKind::Shape, text("Test", "%1 does not fit", "2 x 3"));
  QCOMPARE(std::string(error.what()), std::string("2 x 3 does not fit"));
  error.addWhere("matmul");
  error.addWhere("head 2");
  QCOMPARE(std::string(error.what()), std::string("2 x 3 does not fit (head 2 > matmul)"));
  QCOMPARE(error.kind(), ErrorKind::Shape);
  QCOMPARE(error.where(), (std::vector<std::string>{"matmul", "head 2"}));
  QCOMPARE(error.text().english(), std::string("2 x 3 does not fit"));
}

void TestBase::failedAssertionNamesConditionAndPlace() {
#ifdef NDEBUG
  try {
    HEED_ASSERT(1 + 1 == 3);
    QFAIL("the assertion passed");
  } catch (const std::logic_error& error) {
    QVERIFY(std::strstr(error.what(), "1 + 1 == 3") != nullptr);
    QVERIFY(std::strstr(error.what(), "tst_base.cpp") != nullptr);
  }
#else
  bool evaluated = false;
  HEED_ASSERT((evaluated = true));
  QVERIFY(evaluated);
#endif
}

void TestBase::idsOfDifferentThingsAreDifferentTypes() {
  static_assert(!std::is_same_v<BlockId, EdgeId>);
  static_assert(!std::is_convertible_v<BlockId, EdgeId>);
  QVERIFY(!BlockId{}.isValid());
  QVERIFY(BlockId{1}.isValid());
  QVERIFY(BlockId{1} < BlockId{2});
  QVERIFY(std::hash<BlockId>()(BlockId{7}) == std::hash<BlockId>()(BlockId{7}));
}

void TestBase::progressIsWhatWasSetLast() {
  Progress progress;
  QCOMPARE(progress.fraction(), 0.0);
  progress.set(0.25);
  progress.set(0.5);
  QCOMPARE(progress.fraction(), 0.5);
}

// The known answers for philox4x32-10 in Random123's kat_vectors: counter of four words, key of two, result of four.
void TestBase::philoxGivesThePublishedVectors_data() {
  using Words = std::vector<quint32>;
  QTest::addColumn<Words>("counter");
  QTest::addColumn<Words>("key");
  QTest::addColumn<Words>("expected");
  QTest::newRow("zeros") << Words{0, 0, 0, 0} << Words{0, 0}
                         << Words{0x6627e8d5U, 0xe169c58dU, 0xbc57ac4cU, 0x9b00dbd8U};
  QTest::newRow("ones") << Words{~0U, ~0U, ~0U, ~0U} << Words{~0U, ~0U}
                        << Words{0x408f276dU, 0x41c83b0eU, 0xa20bc7c6U, 0x6d5451fdU};
  QTest::newRow("digits of pi") << Words{0x243f6a88U, 0x85a308d3U, 0x13198a2eU, 0x03707344U}
                                << Words{0xa4093822U, 0x299f31d0U}
                                << Words{0xd16cfe09U, 0x94fdccebU, 0x5001e420U, 0x24126ea1U};
}

void TestBase::philoxGivesThePublishedVectors() {
  QFETCH(std::vector<quint32>, counter);
  QFETCH(std::vector<quint32>, key);
  QFETCH(std::vector<quint32>, expected);
  const auto joined = [](quint32 low, quint32 high) { return std::uint64_t{low} | (std::uint64_t{high} << 32U); };
  const auto words = philox(joined(key[0], key[1]), joined(counter[2], counter[3]), joined(counter[0], counter[1]));
  for (std::size_t i = 0; i < 4; ++i) QCOMPARE(words[i], expected[i]);
}

void TestBase::uniformsAreMultiplesOfTwoToTheMinus24() {
  for (std::uint64_t index = 0; index < 10'000; ++index) {
    const float uniform = philoxUniform(42, 7, index);
    QVERIFY(uniform >= 0.0F);
    QVERIFY(uniform < 1.0F);
    const double scaled = static_cast<double>(uniform) * 16'777'216.0;
    QCOMPARE(scaled, std::floor(scaled));
  }
}

// The first published vector again: its words, their upper 24 bits, times 2^-24.
void TestBase::uniformTakesTheUpperBitsOfItsWord() {
  QCOMPARE(philoxUniform(0, 0, 0), static_cast<float>(0x6627e8) / 16'777'216.0F);
  QCOMPARE(philoxUniform(0, 0, 1), static_cast<float>(0xe169c5) / 16'777'216.0F);
  QCOMPARE(philoxUniform(0, 0, 2), static_cast<float>(0xbc57ac) / 16'777'216.0F);
  QCOMPARE(philoxUniform(0, 0, 3), static_cast<float>(0x9b00db) / 16'777'216.0F);
}

void TestBase::uniformsFillTheUnitIntervalEvenly() {
  constexpr int kDraws = 100'000;
  constexpr int kBins = 20;
  std::array<int, kBins> counts{};
  for (std::uint64_t index = 0; index < kDraws; ++index) {
    ++counts[static_cast<std::size_t>(philoxUniform(1, 2, index) * kBins)];
  }
  double chiSquare = 0.0;
  for (const int count : counts) {
    const double difference = count - static_cast<double>(kDraws) / kBins;
    chiSquare += difference * difference / (static_cast<double>(kDraws) / kBins);
  }
  // 19 degrees of freedom: 99.99 % of even draws stay below 50.8. The draws are fixed by seed and stream.
  QVERIFY2(chiSquare < 50.8, qPrintable(QString::number(chiSquare)));
}

void TestBase::normalsHaveTheMomentsOfTheNormalDistribution() {
  constexpr int kDraws = 100'000;
  std::array<double, 4> moments{};
  double neighbours = 0.0;
  double previous = 0.0;
  for (std::uint64_t index = 0; index < kDraws; ++index) {
    const double value = philoxNormal(3, 4, index);
    double power = 1.0;
    for (double& moment : moments) {
      power *= value;
      moment += power / kDraws;
    }
    neighbours += value * previous / kDraws;
    previous = value;
  }
  // Four standard errors of each sample moment: sqrt of 1, 2, 15 and 96 over the number of draws.
  const double unit = 4.0 / std::sqrt(static_cast<double>(kDraws));
  QVERIFY(std::abs(moments[0]) < unit);
  QVERIFY(std::abs(moments[1] - 1.0) < unit * std::sqrt(2.0));
  QVERIFY(std::abs(moments[2]) < unit * std::sqrt(15.0));
  QVERIFY(std::abs(moments[3] - 3.0) < unit * std::sqrt(96.0));
  QVERIFY(std::abs(neighbours) < unit);
}

void TestBase::streamsAndSeedsDiffer() {
  std::set<float> seen;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (std::uint64_t stream = 0; stream < 10; ++stream) seen.insert(philoxUniform(seed, stream, 0));
  }
  QCOMPARE(seen.size(), std::size_t{100});
}

// Of the test suite that its authors publish (Fowler, Noll, Vo: FNV-1a, 64 bits).
void TestBase::stableHashGivesThePublishedValues_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<quint64>("expected");
  QTest::newRow("empty") << QByteArray("") << quint64{0xcbf29ce484222325U};
  QTest::newRow("a") << QByteArray("a") << quint64{0xaf63dc4c8601ec8cU};
  QTest::newRow("foobar") << QByteArray("foobar") << quint64{0x85944171f73967e8U};
}

void TestBase::stableHashGivesThePublishedValues() {
  QFETCH(QByteArray, bytes);
  QFETCH(quint64, expected);
  QCOMPARE(quint64{stableHash(bytes.constData(), static_cast<std::size_t>(bytes.size()))}, expected);
}

QTEST_GUILESS_MAIN(TestBase)
#include "tst_base.moc"
