#include <QtTest>

#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace {

constexpr std::size_t kFeatures = 8;
constexpr std::size_t kChannels = 4;

using Features = std::array<double, kFeatures>;
using Channels = std::array<double, kChannels>;
using Projection = std::array<Channels, kFeatures>;

struct Word {
  Features features{};
  QString wordClass;
};

struct Table {
  QString header;
  QHash<QString, Word> words;
  QStringList problems;
};

// The query and key weights of the two hand-set heads, rows in the order of the features.
constexpr Projection kQueryHead0 = {{{0.3, 0.2, 0.9, 0.6},
                                     {0.2, 0.3, 0.6, 0.9},
                                     {0.6, -0.8, 0.8, 0.0},
                                     {1.6, 0.9, 0.2, 0.0},
                                     {1.9, 1.8, -0.4, 0.3},
                                     {0.9, 1.8, 0.0, 0.3},
                                     {0.4, 0.1, 0.0, 0.1},
                                     {0.0, 0.3, 1.2, 0.0}}};
constexpr Projection kKeyHead0 = {{{1.7, 0.2, -0.1, 0.0},
                                   {0.4, 1.8, 0.0, 0.3},
                                   {0.2, -0.9, 0.1, 0.0},
                                   {-0.2, 0.1, 1.7, 0.1},
                                   {0.1, 0.0, -0.1, 0.0},
                                   {-0.2, 0.3, 0.3, 1.5},
                                   {-0.6, -0.4, -0.3, -0.2},
                                   {-0.2, 0.0, 0.6, 0.2}}};
constexpr Projection kQueryHead1 = {{{0.2, 0.0, 1.6, 1.0},
                                     {0.2, 0.1, 0.6, 1.2},
                                     {0.6, 0.0, 1.2, 0.0},
                                     {1.8, 0.4, 0.0, 0.0},
                                     {0.3, 0.3, 0.4, 1.4},
                                     {1.2, 1.6, 0.0, 0.2},
                                     {0.8, 0.0, 0.3, 0.2},
                                     {0.0, 0.0, 2.0, 0.3}}};
constexpr Channels kKeyScaleHead1 = {1.0, 1.0, 1.2, 1.3};

Projection keyHead1() {
  Projection weights = kKeyHead0;
  for (Channels& row : weights) {
    for (std::size_t c = 0; c < kChannels; ++c) row[c] *= kKeyScaleHead1[c];
  }
  return weights;
}

Channels project(const Features& x, const Projection& weights) {
  Channels result{};
  for (std::size_t f = 0; f < kFeatures; ++f) {
    for (std::size_t c = 0; c < kChannels; ++c) result[c] += x[f] * weights[f][c];
  }
  return result;
}

struct Row {
  std::vector<double> scores;
  std::vector<double> weights;
};

Row attentionRow(const std::vector<Features>& x, std::size_t query, int head) {
  const Projection keys = head == 0 ? kKeyHead0 : keyHead1();
  const Channels q = project(x[query], head == 0 ? kQueryHead0 : kQueryHead1);
  Row row;
  double sum = 0.0;
  for (const Features& word : x) {
    const Channels k = project(word, keys);
    double score = 0.0;
    for (std::size_t c = 0; c < kChannels; ++c) score += q[c] * k[c];
    row.scores.push_back(score);
    row.weights.push_back(std::exp(score / std::sqrt(double(kChannels))));
    sum += row.weights.back();
  }
  for (double& weight : row.weights) weight /= sum;
  return row;
}

// A word is the part before the last nine commas; a quoted word doubles its quotation marks.
bool addLine(const QString& line, Table& table) {
  const QStringList fields = line.split(u',');
  if (fields.size() < 10) return false;
  const qsizetype first = fields.size() - 9;
  QString word = fields.first(first).join(u',');
  if (word.size() >= 2 && word.startsWith(u'"') && word.endsWith(u'"')) {
    word = word.sliced(1, word.size() - 2).replace(QStringLiteral("\"\""), QStringLiteral("\""));
  }
  if (word.isEmpty() || table.words.contains(word)) return false;
  Word entry{{}, fields.last()};
  for (std::size_t f = 0; f < kFeatures; ++f) {
    bool isNumber = false;
    const QString& field = fields[first + qsizetype(f)];
    entry.features[f] = field.toDouble(&isNumber);
    if (!isNumber || field.size() != 3 || entry.features[f] < 0.0 || entry.features[f] > 1.0) return false;
  }
  table.words.insert(word, entry);
  return true;
}

QString resource(const QString& name) {
  return QStringLiteral(HEED_RESOURCES "/features/") + name;
}

Table readTable(const QString& language) {
  Table table;
  QFile file(resource(language + QStringLiteral(".csv")));
  if (!file.open(QIODevice::ReadOnly)) return table;
  const QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
  if (!lines.isEmpty()) table.header = lines.first();
  for (qsizetype i = 1; i < lines.size(); ++i) {
    if (!addLine(lines[i], table)) table.problems << lines[i];
  }
  return table;
}

QJsonArray sentences(const QString& language) {
  QFile file(resource(QStringLiteral("sentences.json")));
  if (!file.open(QIODevice::ReadOnly)) return {};
  return QJsonDocument::fromJson(file.readAll()).object().value(language).toArray();
}

std::vector<Features> featuresOf(const QStringList& tokens, const Table& table) {
  std::vector<Features> result;
  for (const QString& token : tokens) {
    const auto word = table.words.constFind(token.toLower());
    if (word != table.words.constEnd()) result.push_back(word->features);
  }
  return result;
}

QStringList longestMatches(const QString& text, const Table& table) {
  qsizetype longest = 0;
  for (auto word = table.words.keyBegin(); word != table.words.keyEnd(); ++word)
    longest = std::max(longest, word->size());
  QStringList tokens;
  for (qsizetype start = 0; start < text.size();) {
    qsizetype length = std::min(longest, text.size() - start);
    while (length > 1 && !table.words.contains(text.sliced(start, length))) --length;
    const QString token = text.sliced(start, length);
    if (table.words.value(token).wordClass != QStringLiteral("punctuation")) tokens << token;
    start += length;
  }
  return tokens;
}

}  // namespace

class TestFeatureTables : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void tableIsWellFormed_data();
  void tableIsWellFormed();
  void fewRowsAreEqual_data();
  void fewRowsAreEqual();
  void defaultWordsHaveTheirFixedValues_data();
  void defaultWordsHaveTheirFixedValues();
  void queryFindsItsKey_data();
  void queryFindsItsKey();
  void chineseSentencesAreCutIntoTheirTokens();
};

void TestFeatureTables::tableIsWellFormed_data() {
  QTest::addColumn<QString>("language");
  QTest::newRow("English") << QStringLiteral("english");
  QTest::newRow("Chinese") << QStringLiteral("chinese");
}

void TestFeatureTables::tableIsWellFormed() {
  QFETCH(const QString, language);
  const QSet<QString> classes = {
      QStringLiteral("determiner"),  QStringLiteral("noun"),        QStringLiteral("verb"),
      QStringLiteral("pronoun"),     QStringLiteral("adjective"),   QStringLiteral("adverb"),
      QStringLiteral("preposition"), QStringLiteral("conjunction"), QStringLiteral("auxiliary"),
      QStringLiteral("negation"),    QStringLiteral("number"),      QStringLiteral("particle"),
      QStringLiteral("punctuation"), QStringLiteral("interjection")};
  const Table table = readTable(language);
  QCOMPARE(table.header, QStringLiteral("word,thing,alive,place,action,refers,state,glue,negation,class"));
  QCOMPARE(table.problems, QStringList());
  QSet<QString> used;
  qsizetype words = 0;
  for (auto word = table.words.cbegin(); word != table.words.cend(); ++word) {
    QCOMPARE(word.key(), word.key().toLower().trimmed());
    QVERIFY2(classes.contains(word->wordClass), qPrintable(word.key()));
    used.insert(word->wordClass);
    if (word->wordClass != QStringLiteral("punctuation")) ++words;
  }
  QCOMPARE(used, classes);
  QVERIFY(words >= 450);
}

void TestFeatureTables::fewRowsAreEqual_data() {
  tableIsWellFormed_data();
}

void TestFeatureTables::fewRowsAreEqual() {
  QFETCH(const QString, language);
  const Table table = readTable(language);
  QVERIFY(!table.words.isEmpty());
  std::vector<Features> rows;
  for (const Word& word : table.words) rows.push_back(word.features);
  std::ranges::sort(rows);
  std::size_t shared = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool likeBefore = i > 0 && rows[i] == rows[i - 1];
    const bool likeAfter = i + 1 < rows.size() && rows[i] == rows[i + 1];
    if (likeBefore || likeAfter) ++shared;
  }
  QVERIFY2(shared * 10 < rows.size(), qPrintable(QString::number(shared)));
}

void TestFeatureTables::defaultWordsHaveTheirFixedValues_data() {
  QTest::addColumn<QString>("language");
  QTest::addColumn<QString>("word");
  QTest::addColumn<QList<double>>("expected");
  struct Fixed {
    const char* english = nullptr;
    const char* chinese = nullptr;
    QList<double> features;
  };
  const Fixed words[] = {
      {"the", nullptr, {0, 0, 0, 0, 0.2, 0, 1, 0}},      {nullptr, "那只", {0, 0, 0, 0, 0.3, 0, 1, 0}},
      {"animal", "动物", {1, 1, 0, 0.1, 0, 0.1, 0, 0}},  {"didn't", nullptr, {0, 0, 0, 0.4, 0, 0.1, 0.3, 1}},
      {nullptr, "没有", {0, 0, 0, 0.3, 0, 0.1, 0.3, 1}}, {"cross", "穿过", {0, 0.1, 0.3, 1, 0, 0, 0, 0}},
      {"street", "街道", {1, 0, 1, 0, 0, 0, 0, 0}},      {"because", "因为", {0, 0, 0, 0, 0.1, 0.1, 0.9, 0}},
      {"it", "它", {0.4, 0.3, 0.1, 0, 1, 0, 0.1, 0}},    {"was", nullptr, {0, 0, 0, 0.3, 0, 0.6, 0.4, 0}},
      {nullptr, "实在", {0, 0, 0, 0, 0, 0.3, 0.7, 0}},   {"too", "太", {0, 0, 0, 0, 0, 0.5, 0.5, 0.2}},
      {"tired", "累", {0, 0.5, 0, 0.1, 0, 1, 0, 0}},     {nullptr, "了", {0, 0, 0, 0.2, 0, 0.3, 0.8, 0}}};
  for (const Fixed& fixed : words) {
    if (fixed.english != nullptr) {
      QTest::newRow(fixed.english) << QStringLiteral("english") << QString::fromUtf8(fixed.english) << fixed.features;
    }
    if (fixed.chinese != nullptr) {
      QTest::newRow(fixed.chinese) << QStringLiteral("chinese") << QString::fromUtf8(fixed.chinese) << fixed.features;
    }
  }
}

void TestFeatureTables::defaultWordsHaveTheirFixedValues() {
  QFETCH(const QString, language);
  QFETCH(const QString, word);
  QFETCH(const QList<double>, expected);
  const Table table = readTable(language);
  QVERIFY(table.words.contains(word));
  const Features& found = table.words.constFind(word)->features;
  QCOMPARE(QList<double>(found.begin(), found.end()), expected);
}

void TestFeatureTables::queryFindsItsKey_data() {
  QTest::addColumn<QString>("language");
  QTest::addColumn<QJsonObject>("sentence");
  for (const QString& language : {QStringLiteral("english"), QStringLiteral("chinese")}) {
    const QJsonArray list = sentences(language);
    QVERIFY2(list.size() >= 10, qPrintable(language));
    for (const QJsonValue& sentence : list) {
      QTest::newRow(qPrintable(sentence[QStringLiteral("text")].toString())) << language << sentence.toObject();
    }
  }
}

void TestFeatureTables::queryFindsItsKey() {
  QFETCH(const QString, language);
  QFETCH(const QJsonObject, sentence);
  const QStringList tokens = sentence[QStringLiteral("tokens")].toVariant().toStringList();
  const qsizetype query = tokens.indexOf(sentence[QStringLiteral("query")].toString());
  const qsizetype key = tokens.indexOf(sentence[QStringLiteral("key")].toString());
  QVERIFY(query >= 0 && key >= 0);

  const std::vector<Features> x = featuresOf(tokens, readTable(language));
  QCOMPARE(qsizetype(x.size()), tokens.size());
  const Row row = attentionRow(x, std::size_t(query), sentence[QStringLiteral("head")].toInt(-1));
  const double weight = row.weights[std::size_t(key)];
  QVERIFY(weight >= 0.3);
  for (std::size_t j = 0; j < row.weights.size(); ++j) {
    if (qsizetype(j) != key) QVERIFY2(row.weights[j] < weight, qPrintable(tokens[qsizetype(j)]));
  }
  // The file rounds to three decimals: half a unit of the last, and a little for rounding in double.
  constexpr double kTolerance = 0.0005 + 1e-9;
  QVERIFY(std::abs(row.scores[std::size_t(key)] - sentence[QStringLiteral("score")].toDouble()) <= kTolerance);
  QVERIFY(std::abs(weight - sentence[QStringLiteral("weight")].toDouble()) <= kTolerance);
}

void TestFeatureTables::chineseSentencesAreCutIntoTheirTokens() {
  const Table table = readTable(QStringLiteral("chinese"));
  for (const QJsonValue& sentence : sentences(QStringLiteral("chinese"))) {
    QCOMPARE(longestMatches(sentence[QStringLiteral("text")].toString(), table),
             sentence[QStringLiteral("tokens")].toVariant().toStringList());
  }
}

QTEST_GUILESS_MAIN(TestFeatureTables)
#include "tst_feature_tables.moc"
