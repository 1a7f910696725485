#include "core/base/error.h"
#include "core/base/json.h"
#include "core/io/csv.h"
#include "core/io/file.h"
#include "core/io/npy.h"
#include "core/io/npz.h"
#include "core/io/safetensors.h"
#include "core/text/feature_table.h"
#include "core/text/tokenizer.h"

#include <QElapsedTimer>
#include <QTest>

#include <sys/resource.h>

#include <fstream>
#include <functional>
#include <new>
#include <random>
#include <stdexcept>

using namespace heed::core;

// Every reader is given broken bytes of many kinds. Each time it must either read them, and what it read must survive
// being written and read again, or throw an Error with a sentence. Outside the address sanitizer, which needs the
// address space for itself, a limit on memory makes unbounded allocation a std::bad_alloc, which fails the test.

namespace {

constexpr rlim_t kMemoryBound = rlim_t{768} << 20U;
/// No reader takes more than milliseconds for these sizes; this only tells a hang from a slow machine.
constexpr qint64 kWatchdogMilliseconds = 20'000;

using Reader = std::function<void(const std::string&)>;

void require(bool condition, const char* what) {
  if (!condition) throw std::logic_error(what);
}

void readJsonTwice(const std::string& bytes) {
  const JsonValue value = parseJson(bytes);
  require(parseJson(value.toText(JsonStyle::Indented)) == value, "JSON changed when it was written and read again");
}

void readNpyTwice(const std::string& bytes) {
  const Tensor tensor = readNpy(bytes);
  require(readNpy(writeNpy(tensor)).identicalTo(tensor), "a tensor changed when it was written and read again");
}

void readNpzTwice(const std::string& bytes) {
  const auto tensors = readNpz(bytes, std::uint64_t{1} << 26U);
  const auto again = readNpz(writeNpz(tensors));
  require(again.size() == tensors.size(), "a tensor was lost when it was written and read again");
  for (const auto& [name, tensor] : tensors) require(again.at(name).identicalTo(tensor), "a tensor changed");
}

void readSafetensorsTwice(const std::string& bytes) {
  const SafetensorsFile file = SafetensorsFile::fromBytes(bytes);
  const auto tensors = file.tensors();
  const SafetensorsFile again = SafetensorsFile::fromBytes(writeSafetensors(tensors, file.metadata()));
  require(again.metadata() == file.metadata(), "metadata changed when they were written and read again");
  for (const auto& [name, tensor] : tensors) require(again.tensor(name).identicalTo(tensor), "a tensor changed");
}

void readCsvTwice(const std::string& bytes) {
  const CsvMatrix matrix = readCsvMatrix(bytes);
  const CsvMatrix again = readCsvMatrix(writeCsvMatrix({matrix.values, {}, {}}));
  require(again.values.elementCount() == matrix.values.elementCount(), "numbers were lost");
}

void readEdges(const std::string& bytes) {
  const EdgeList list = readEdgeList(bytes);
  for (const std::int32_t end : list.edges.ints()) {
    require(end >= 0 && end < static_cast<std::int32_t>(list.nodes.size()), "an edge leads to no node");
  }
}

void readTable(const std::string& bytes) {
  const FeatureTable table = FeatureTable::parse(bytes);
  for (const std::string& word : table.words()) require(table.features(word).known, "a word of the table is unknown");
}

void tokenize(const std::string& bytes) {
  static const WordList dictionary({"动物", "街道"});
  static_cast<void>(tokenizeWords(bytes, &dictionary));
  static_cast<void>(tokenizeBytes(bytes));
  std::string whole;
  for (const Token& token : tokenizeCharacters(bytes)) whole += token.text;
  require(whole == bytes, "characters were lost");
}

struct Case {
  const char* name;
  Reader read;
  std::string sample;  ///< that is read without an error
};

std::string formatFile(const char* name) {
  return readFile(std::filesystem::path(HEED_TEST_DATA) / "formats" / name);
}

std::vector<Case> makeCases() {
  std::vector<Case> cases;
  for (const char* name : {"float32.npy", "fortran_rank3.npy", "big_endian_i8.npy", "version3.npy", "bool.npy"}) {
    cases.push_back({name, readNpyTwice, formatFile(name)});
  }
  for (const char* name : {"stored.npz", "deflated.npz"}) cases.push_back({name, readNpzTwice, formatFile(name)});
  cases.push_back({"all_kinds.safetensors", readSafetensorsTwice, formatFile("all_kinds.safetensors")});
  cases.push_back({"document", readSafetensorsTwice,
                   writeSafetensors({{"w", Tensor::fromFloats({2, 2}, {1.0F, 2.0F, 3.0F, 4.0F})},
                                     {"mask", Tensor::fromBools({3}, {1, 0, 1})}},
                                    {{"heed", "{\"version\":1}"}})});
  cases.push_back({"matrix", readCsvTwice, ",\"a,b\",\"say \"\"hi\"\"\"\nx,1.5,-2e3\n\"two\nlines\",nan,inf\n"});
  cases.push_back({"edges", readEdges, "source;target;weight\n1;2;0.5\n2;30;1e-3\n\"1\";1;-7\n"});
  cases.push_back({"JSON", readJsonTwice,
                   "{\"a\": [1, -2.5e-3, true, null, \"\\u00e9\\ud83d\\ude00\xE5\x8A\xA8\"], \"b\": {\"c\": {}}}"});
  cases.push_back({"feature table", readTable,
                   "word,thing,alive,class\nanimal,1,0.5,noun\n\",\",0,0,punctuation\n动物,1,1,noun\n"});
  cases.push_back(
      {"text", tokenize,
       "The animal didn't cross 1,000 街道动物 https://a.org/x 👩‍👩‍👧‍👦👍🏽🇨🇳 e\xCC\x81 "
       "العربية"});
  return cases;
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all = makeCases();
  return all;
}

/// What is wrong with how a reader took some bytes; empty if nothing is.
std::string complaint(const Reader& read, const std::string& bytes) {
  QElapsedTimer timer;
  timer.start();
  try {
    read(bytes);
  } catch (const Error& error) {
    if (std::string(error.what()).empty()) return "an error without a sentence";
    if (error.text().english().size() > 2000) return "a sentence of more than 2000 bytes";
  } catch (const std::exception& exception) {
    return exception.what();
  }
  return timer.elapsed() > kWatchdogMilliseconds ? "it took too long" : "";
}

std::string repeated(const std::string& piece, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += piece;
  return result;
}

std::string safetensorsOf(const std::string& header, const std::string& data = {}) {
  std::string bytes;
  for (unsigned i = 0; i < 8; ++i) bytes += static_cast<char>(header.size() >> (8U * i) & 0xFFU);
  return bytes + header + data;
}

std::string npyOf(const std::string& header, const std::string& data = {}) {
  std::string bytes = "\x93NUMPY\x01";
  bytes += '\0';
  bytes += static_cast<char>(header.size() & 0xFFU);
  bytes += static_cast<char>(header.size() >> 8U);
  return bytes + header + data;
}

/// The text with each run of digits in turn replaced by a number that is hard to take.
std::vector<std::string> withHardNumbers(const std::string& bytes) {
  std::vector<std::string> results;
  const std::string digits = "0123456789";
  for (std::size_t begin = bytes.find_first_of(digits); begin != std::string::npos;) {
    const std::size_t end = std::min(bytes.size(), bytes.find_first_not_of(digits, begin));
    for (const char* number : {"-1", "0", "4294967295", "4294967296", "9223372036854775807", "18446744073709551616",
                               "1e400", "0.5", "", "99999999999999999999999999999999"}) {
      results.push_back(bytes.substr(0, begin) + number + bytes.substr(end));
    }
    begin = bytes.find_first_of(digits, end);
  }
  return results;
}

}  // namespace

class TestHostileFiles : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
#ifndef __SANITIZE_ADDRESS__
    std::ifstream statistics("/proc/self/statm");
    rlim_t pages = 0;
    statistics >> pages;
    const rlimit limit{pages * 4096 + kMemoryBound, pages * 4096 + kMemoryBound};
    QCOMPARE(::setrlimit(RLIMIT_AS, &limit), 0);
    QVERIFY_EXCEPTION_THROWN(std::string(kMemoryBound * 2, 'x'), std::bad_alloc);
#endif
  }

  void theSamplesAreRead_data() { caseRows(); }
  void theSamplesAreRead() {
    QFETCH(int, index);
    const Case& test = cases()[static_cast<std::size_t>(index)];
    try {
      test.read(test.sample);
    } catch (const std::exception& exception) {
      QFAIL(exception.what());
    }
  }

  void truncatedAtEveryLength_data() { caseRows(); }
  void truncatedAtEveryLength() {
    QFETCH(int, index);
    const Case& test = cases()[static_cast<std::size_t>(index)];
    for (std::size_t length = 0; length < test.sample.size(); ++length) check(test, test.sample.substr(0, length));
  }

  void withFlippedBits_data() { caseRows(); }
  void withFlippedBits() {
    QFETCH(int, index);
    const Case& test = cases()[static_cast<std::size_t>(index)];
    for (std::size_t bit = 0; bit < test.sample.size() * 8; ++bit) {
      std::string bytes = test.sample;
      bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
      check(test, bytes);
    }
    std::mt19937 random(static_cast<unsigned>(index) + 1);
    for (int i = 0; i < 3000; ++i) {
      std::string bytes = test.sample;
      const std::size_t changes = 2 + random() % 7;
      for (std::size_t change = 0; change < changes; ++change)
        bytes[random() % bytes.size()] = static_cast<char>(random());
      check(test, bytes);
    }
  }

  void withPiecesMoved_data() { caseRows(); }
  void withPiecesMoved() {
    QFETCH(int, index);
    const Case& test = cases()[static_cast<std::size_t>(index)];
    std::mt19937 random(static_cast<unsigned>(index) + 100);
    for (int i = 0; i < 2000; ++i) {
      std::string bytes = test.sample;
      const std::string piece = bytes.substr(random() % bytes.size(), random() % 24);
      const std::size_t position = random() % bytes.size();
      if (random() % 2 == 0) bytes.erase(position, random() % 24);
      bytes.insert(std::min(position, bytes.size()), piece);
      check(test, bytes);
    }
  }

  void withHardNumbersInIt_data() { caseRows(); }
  void withHardNumbersInIt() {
    QFETCH(int, index);
    const Case& test = cases()[static_cast<std::size_t>(index)];
    for (const std::string& bytes : withHardNumbers(test.sample)) check(test, bytes);
  }

  void garbage_data() { caseRows(); }
  void garbage() {
    QFETCH(int, index);
    const Case& test = cases()[static_cast<std::size_t>(index)];
    std::mt19937 random(static_cast<unsigned>(index) + 200);
    for (int i = 0; i < 1000; ++i) {
      std::string bytes = test.sample.substr(0, i % 2 == 0 ? 0 : random() % 16);
      const std::size_t length = random() % 300;
      for (std::size_t byte = 0; byte < length; ++byte) bytes += static_cast<char>(random());
      check(test, bytes);
    }
    for (const Case& other : cases()) check(test, other.sample);
  }

  void madeToHarm_data() {
    QTest::addColumn<int>("reader");
    QTest::addColumn<QByteArray>("bytes");
    const std::string deep = repeated("[", 5'000'000);
    const std::string deepObjects = repeated("{\"a\":", 1'000'000);
    addRow("deep JSON", readJsonTwice, deep);
    addRow("deep JSON objects", readJsonTwice, deepObjects);
    addRow("six million values", readJsonTwice, "[" + repeated("0,", 6'000'000) + "0]");
    addRow("a key of a megabyte, twice", readJsonTwice,
           "{\"" + repeated("k", 1 << 20) + "\":1,\"" + repeated("k", 1 << 20) + "\":1}");
    addRow("a number of a megabyte", readJsonTwice, repeated("9", 1 << 20));
    addRow("an exponent of a megabyte", readJsonTwice, "1e" + repeated("9", 1 << 20));
    addRow("deep safetensors header", readSafetensorsTwice, safetensorsOf("{\"a\":" + deep));
    addRow("tensor name of a megabyte", readSafetensorsTwice, safetensorsOf("{\"" + repeated("n", 1 << 20) + "\":1}"));
    addRow("tensor of 10^18 elements", readSafetensorsTwice,
           safetensorsOf(
               R"({"a":{"dtype":"F32","shape":[1000000000,1000000000],"data_offsets":[0,4000000000000000000]}})"));
    addRow("tensor of 2^64 bytes", readSafetensorsTwice,
           safetensorsOf(R"({"a":{"dtype":"F64","shape":[2305843009213693952],"data_offsets":[0,0]}})"));
    addRow("rank 100", readSafetensorsTwice,
           safetensorsOf(R"({"a":{"dtype":"F32","shape":[1)" + repeated(",1", 99) + R"(],"data_offsets":[0,4]}})",
                         "abcd"));
    addRow("a million dimensions", readSafetensorsTwice,
           safetensorsOf(R"({"a":{"dtype":"U8","shape":[1)" + repeated(",1", 1'000'000) + R"(],"data_offsets":[0,1]}})",
                         "a"));
    addRow("NPY of 10^12 elements", readNpyTwice,
           npyOf("{'descr': '<f8', 'fortran_order': True, 'shape': (1000000, 1000000)}"));
    addRow("NPY of no elements and a huge size", readNpyTwice,
           npyOf("{'descr': '<f8', 'fortran_order': True, 'shape': (0, 1000000000000)}"));
    addRow("NPY of rank 100", readNpyTwice,
           npyOf("{'descr': '<f8', 'fortran_order': False, 'shape': (1" + repeated(",1", 99) + ")}", "12345678"));
    addRow("NPY type of 60 kB", readNpyTwice,
           npyOf("{'descr': '<" + repeated("f", 60'000) + "', 'fortran_order': False, 'shape': ()}"));
    addRow("zip bomb", readNpzTwice,
           writeZip({{"a.npy", std::string(std::size_t{128} << 20U, '\0')}}, ZipMethod::Deflated));
    addRow("zip of many bombs", readNpzTwice, manyBombs());
    addRow("CSV of one row of commas", readCsvTwice, repeated(",", 3'000'000));
    addRow("CSV of empty lines", readCsvTwice, repeated("\n", 3'000'000));
    addRow("CSV of an open quote", readCsvTwice, "\"" + repeated("a,\n", 1'000'000));
    addRow("CSV of quotes", readCsvTwice, repeated("\"", 2'000'001));
    addRow("edges of a megabyte", readEdges, repeated("x", 1 << 20) + "," + repeated("y", 1 << 20));
    addRow("table of 100,000 features", readTable, "word" + repeated(",a", 100'000) + ",class\n");
    addRow("letter with a million marks", tokenize, "a" + repeated("\xCC\x81", 500'000));
    addRow("emoji joined half a megabyte long", tokenize, repeated("\xF0\x9F\x91\xA9\xE2\x80\x8D", 70'000));
    addRow("indicators without end", tokenize, repeated("\xF0\x9F\x87\xA8", 9'999));
    addRow("Chinese without end", tokenize, repeated("动物街", 6'000));
    addRow("word of a megabyte with hyphens", tokenize, repeated("a-", 500'000));
    addRow("URLs without end", tokenize, repeated("a://b ", 10'000));
  }
  void madeToHarm() {
    QFETCH(int, reader);
    QFETCH(QByteArray, bytes);
    const std::string found = complaint(m_readers[static_cast<std::size_t>(reader)], bytes.toStdString());
    QVERIFY2(found.empty(), found.c_str());
  }

 private:
  static void caseRows() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases().size(); ++i) QTest::newRow(cases()[i].name) << static_cast<int>(i);
  }

  static void check(const Case& test, const std::string& bytes) {
    const std::string found = complaint(test.read, bytes);
    if (!found.empty()) qWarning() << "bytes:" << QByteArray::fromStdString(bytes).toPercentEncoding();
    QVERIFY2(found.empty(), found.c_str());
  }

  static std::string manyBombs() {
    std::vector<ZipMember> members;
    const std::string zeros(std::size_t{4} << 20U, '\0');
    for (int i = 0; i < 40; ++i) members.push_back({std::to_string(i) + ".npy", zeros});
    return writeZip(members, ZipMethod::Deflated);
  }

  void addRow(const char* name, const Reader& reader, const std::string& bytes) {
    QTest::newRow(name) << static_cast<int>(m_readers.size()) << QByteArray::fromStdString(bytes);
    m_readers.push_back(reader);
  }

  std::vector<Reader> m_readers;
};

QTEST_GUILESS_MAIN(TestHostileFiles)
#include "tst_hostile_files.moc"
