#include "core/io/csv.h"
#include "tests/core/refusal.h"

#include <QTest>

#include <cmath>

using namespace heed::core;
using heed::test::refusal;

namespace {

using Names = std::vector<std::string>;

struct GoodText {
  const char* name;
  std::string text;
  Shape shape;
  std::vector<double> values;
  Names columnNames;
  Names rowNames;
};

const std::vector<GoodText> kGoodTexts = {
    {"commas", "1,2\n3,4\n", {2, 2}, {1, 2, 3, 4}, {}, {}},
    {"no last line end", "1,2\n3,4", {2, 2}, {1, 2, 3, 4}, {}, {}},
    {"Windows line ends", "1,2\r\n3,4\r\n", {2, 2}, {1, 2, 3, 4}, {}, {}},
    {"old Macintosh line ends", "1,2\r3,4\r", {2, 2}, {1, 2, 3, 4}, {}, {}},
    {"empty lines", "\n1,2\n\n3,4\n\n", {2, 2}, {1, 2, 3, 4}, {}, {}},
    {"byte order mark",
     "\xEF\xBB\xBF"
     "1,2\n",
     {1, 2},
     {1, 2},
     {},
     {}},
    {"semicolons", "1;2\n3;4\n", {2, 2}, {1, 2, 3, 4}, {}, {}},
    {"tabs", "1\t2\n3\t4\n", {2, 2}, {1, 2, 3, 4}, {}, {}},
    {"spaces around", " 1 ,  2\n3, 4 \t\n", {2, 2}, {1, 2, 3, 4}, {}, {}},
    {"one number", "5", {1, 1}, {5}, {}, {}},
    {"one column", "5\n6\n", {2, 1}, {5, 6}, {}, {}},
    {"one column with a name", "score\n5\n6\n", {2, 1}, {5, 6}, {"score"}, {}},
    {"forms of numbers", "+1,-2.5,1e3,.5,2.,1E-2,-0\n", {1, 7}, {1, -2.5, 1000, 0.5, 2, 0.01, 0}, {}, {}},
    {"too small for a double", "1e-999,-1e-999\n", {1, 2}, {0, 0}, {}, {}},
    {"quoted numbers", "\"1\",\"2\"\n", {1, 2}, {1, 2}, {}, {}},
    {"column names", "the,animal\n1,2\n", {1, 2}, {1, 2}, {"the", "animal"}, {}},
    {"row names", "the,1,2\nanimal,3,4\n", {2, 2}, {1, 2, 3, 4}, {}, {"the", "animal"}},
    {"row names and one column", "the,1\nanimal,2\n", {2, 1}, {1, 2}, {}, {"the", "animal"}},
    {"both", ",a,b\nx,1,2\ny,3,4\n", {2, 2}, {1, 2, 3, 4}, {"a", "b"}, {"x", "y"}},
    {"both with a titled corner", "token,a,b\nx,1,2\n", {1, 2}, {1, 2}, {"a", "b"}, {"x"}},
    {"both without a corner", "a,b\nx,1,2\ny,3,4\n", {2, 2}, {1, 2, 3, 4}, {"a", "b"}, {"x", "y"}},
    {"numbers as names", ",0,1\n0,1,2\n1,3,4\n", {2, 2}, {1, 2, 3, 4}, {"0", "1"}, {"0", "1"}},
    {"half of the names are numbers", "a,1,b\n1,2,3\n", {1, 3}, {1, 2, 3}, {"a", "1", "b"}, {}},
    {"quoted names",
     "\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\"\n1,2,3\n",
     {1, 3},
     {1, 2, 3},
     {"a,b", "say \"hi\"", "two\nlines"},
     {}},
    {"names in other scripts", ",动物,حيوان\n街道,1,2\n", {1, 2}, {1, 2}, {"动物", "حيوان"}, {"街道"}},
};

struct BadText {
  const char* name;
  const char* text;
  const char* sentence;
};

const std::vector<BadText> kBadTexts = {
    {"ragged", "1,2,3,4,5,6,7,8,9,10,11\n1,2,3,4,5,6,7,8,9,10,11\n1,2,3,4,5,6,7,8,9,10,11\n1,2,3,4,5,6,7,8,9,10\n",
     "scores.csv has 11 numbers in row 1 and 10 in row 4; every row needs the same count."},
    {"ragged below names", ",a,b\nx,1,2\ny,1,2,3\n",
     "scores.csv has 2 numbers in row 2 and 3 in row 3; every row needs the same count."},
    {"too many names", "a,b,c\n1,2\n",
     "scores.csv has 3 names in its first row and 2 numbers in row 2; every row needs the same count."},
    {"nothing", "", "scores.csv holds no numbers."},
    {"only line ends", "\n\r\n", "scores.csv holds no numbers."},
    {"only names", "a,b\n", "scores.csv holds no numbers."},
    {"a word", "1,2\n3,four\n", "scores.csv: \"four\" in row 2, column 2 is not a number."},
    {"a word in the first row", "1,2,x\n3,4,5\n", "scores.csv: \"x\" in row 1, column 3 is not a number."},
    {"a word in a first column of numbers", "1,2\nx,4\n", "scores.csv: \"x\" in row 2, column 1 is not a number."},
    {"an empty cell", "1,2\n3,\n", "scores.csv: the cell in row 2, column 2 is empty; a number was expected."},
    {"decimal comma", "1,5;2,5\n3,5;4,5\n",
     "scores.csv: \"1,5\" in row 1, column 1 has a decimal comma; numbers have a point."},
    {"hexadecimal", "1,2\n0x10,2\n", "scores.csv: \"0x10\" in row 2, column 1 is not a number."},
    {"two signs", "1,2\n+-1,2\n", "scores.csv: \"+-1\" in row 2, column 1 is not a number."},
    {"too large for a double", "1,2\n1e999,2\n", "scores.csv: \"1e999\" in row 2, column 1 is not a number."},
    {"NaN with a payload", "1,2\nnan(1),2\n", "scores.csv: \"nan(1)\" in row 2, column 1 is not a number."},
    {"unclosed quote", "1,2\n\"3,4\n", "scores.csv: a quoted cell that begins in row 2 has no end."},
    {"text after a quote", "\"1\"2,3\n", "scores.csv: text follows a quoted cell in row 1."},
    {"not UTF-8", "a\xFF,b\n1,2\n", "scores.csv is not valid UTF-8 at byte 1."},
};

}  // namespace

class TestCsv : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void matricesAreRead_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < kGoodTexts.size(); ++i) QTest::newRow(kGoodTexts[i].name) << static_cast<int>(i);
  }

  void matricesAreRead() {
    QFETCH(int, index);
    const GoodText& row = kGoodTexts[static_cast<std::size_t>(index)];
    const CsvMatrix matrix = readCsvMatrix(row.text);
    QCOMPARE(matrix.values.shape().toString(), row.shape.toString());
    QCOMPARE(matrix.values.toDoubles(), row.values);
    QCOMPARE(matrix.columnNames, row.columnNames);
    QCOMPARE(matrix.rowNames, row.rowNames);
  }

  void wrongTextIsRefusedWithItsPlace_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < kBadTexts.size(); ++i) QTest::newRow(kBadTexts[i].name) << static_cast<int>(i);
  }

  void wrongTextIsRefusedWithItsPlace() {
    QFETCH(int, index);
    const BadText& row = kBadTexts[static_cast<std::size_t>(index)];
    const std::string sentence = refusal([&row] { static_cast<void>(readCsvMatrix(row.text, "scores.csv")); });
    QVERIFY2(sentence == row.sentence, sentence.c_str());
  }

  void notANumberAndInfinityAreRead() {
    const auto values = readCsvMatrix("nan,NaN,inf,-Inf,+INF,infinity\n1,2,3,4,5,6\n").values.toDoubles();
    QVERIFY(std::isnan(values[0]) && std::isnan(values[1]));
    for (const std::size_t i : {2U, 4U, 5U}) QCOMPARE(values[i], static_cast<double>(INFINITY));
    QCOMPARE(values[3], -static_cast<double>(INFINITY));
  }

  void writtenMatricesReadBackTheSame() {
    CsvMatrix matrix;
    matrix.values = Tensor::fromDoubles({2, 3}, {0.1, -0.0, 1e300, 5e-324, 1.0 / 3.0, -INFINITY});
    matrix.columnNames = {"a,b", "say \"hi\"", " padded "};
    matrix.rowNames = {"two\nlines", ";"};
    const CsvMatrix read = readCsvMatrix(writeCsvMatrix(matrix));
    QVERIFY(read.values.identicalTo(matrix.values));
    QCOMPARE(read.columnNames, matrix.columnNames);
    QCOMPARE(read.rowNames, matrix.rowNames);
  }

  void aMatrixIsWrittenWithoutNames() {
    CsvMatrix matrix;
    matrix.values = Tensor::fromFloats({2, 2}, {1.0F, 0.1F, NAN, INFINITY});
    QCOMPARE(writeCsvMatrix(matrix), std::string("1,0.1\nnan,inf\n"));
  }

  void edgesOfNumberedNodesKeepTheirOrder() {
    const EdgeList list = readEdgeList("source,target\n2,0\n0,1\n10,2\n");
    QCOMPARE(list.nodes, (Names{"0", "1", "2", "10"}));
    QCOMPARE(list.edges.shape().toString(), Shape({3, 2}).toString());
    QCOMPARE(list.edges.toDoubles(), (std::vector<double>{2, 0, 0, 1, 3, 2}));
    QVERIFY(list.weights.isNull());
  }

  void edgesOfNamedNodesFollowTheFirstAppearance() {
    const EdgeList list = readEdgeList("cat;dog;0.5\ndog;1;-2\ncat;cat;1e1\n");
    QCOMPARE(list.nodes, (Names{"cat", "dog", "1"}));
    QCOMPARE(list.edges.toDoubles(), (std::vector<double>{0, 1, 1, 2, 0, 0}));
    QCOMPARE(list.weights.toDoubles(), (std::vector<double>{0.5, -2, 10}));
  }

  void aTitleMakesAnEdgeList() {
    QVERIFY(isEdgeList("source,target\n1,2\n"));
    QVERIFY(isEdgeList("\xEF\xBB\xBF\r\nFrom\tTo\tWeight\r\n"));
    QVERIFY(!isEdgeList("from_it,animal\n0.5,0.5\n"));
    QVERIFY(!isEdgeList("source of light,target\n1,2\n"));
    QVERIFY(!isEdgeList("source,\xFF\n"));
    QVERIFY(!isEdgeList(""));
  }

  void hugeNodeNumbersTakeNoMemory() {
    const EdgeList list = readEdgeList("9000000000,-3\n");
    QCOMPARE(list.nodes, (Names{"-3", "9000000000"}));
    QCOMPARE(list.edges.toDoubles(), (std::vector<double>{1, 0}));
  }

  void wrongEdgesAreRefused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char* name, const char* text, const char* sentence) {
      QTest::newRow(name) << QByteArray(text) << QByteArray(sentence);
    };
    row("nothing", "", "g.csv holds no edges.");
    row("only a title", "From,To,Weight\n", "g.csv holds no edges.");
    row("one cell", "1\n", "g.csv has 1 cells in row 1; an edge has a source, a target and at most a weight.");
    row("four cells", "1,2,3,4\n", "g.csv has 4 cells in row 1; an edge has a source, a target and at most a weight.");
    row("weights in some rows", "1,2\n1,3,0.5\n",
        "g.csv has 2 cells in its first edge and 3 in row 2; every row needs the same count.");
    row("no weight", "a,b,c\n", "g.csv: the weight in row 1 is not a number.");
    row("empty node", "a,\n", "g.csv: the cell in row 1, column 2 is empty; a node was expected.");
  }

  void wrongEdgesAreRefused() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, sentence);
    QCOMPARE(refusal([&] { static_cast<void>(readEdgeList(text.toStdString(), "g.csv")); }), sentence.toStdString());
  }

  void theLimitsAreStated() {
    std::string wide(static_cast<std::size_t>(kCsvRowLimit) + 1, ',');
    QCOMPARE(refusal([&wide] { static_cast<void>(readCsvMatrix(wide, "w.csv")); }),
             std::string("w.csv has more than 1048576 cells in row 1."));
    std::string tall;
    for (std::int64_t i = 0; i <= kCsvCellLimit; ++i) tall += "1\n";
    QCOMPARE(refusal([&tall] { static_cast<void>(readCsvMatrix(tall, "t.csv")); }),
             std::string("t.csv has more than 16777216 numbers."));
  }
};

QTEST_GUILESS_MAIN(TestCsv)
#include "tst_csv.moc"
