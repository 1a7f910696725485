#include "core/io/elements.h"
#include "core/io/file.h"
#include "core/io/npy.h"
#include "tests/core/refusal.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace heed::core;
using heed::test::refusal;

namespace {

const std::vector<double> kBase = {-2.5, -1.5, -0.5, 0.5, 1.5, 2.5};
const std::vector<double> kWhole = {-2, -1, 0, 1, 2, 3};
const std::vector<double> kNatural = {0, 1, 2, 3, 4, 5};

std::filesystem::path formatFile(const std::string& name) {
  return std::filesystem::path(HEED_TEST_DATA) / "formats" / name;
}

std::vector<double> counting(int count) {
  std::vector<double> result;
  for (int i = 0; i < count; ++i) result.push_back(i);
  return result;
}

/// What tests/data/formats/README.md says about each file.
struct GoodFile {
  const char* name;
  ElementKind kind;
  Shape shape;
  std::vector<double> elements;
};

const std::vector<GoodFile> kGoodFiles = {
    {"float32.npy", ElementKind::Float32, {2, 3}, kBase},
    {"float64.npy", ElementKind::Float64, {2, 3}, kBase},
    {"big_endian.npy", ElementKind::Float32, {2, 3}, kBase},
    {"fortran.npy", ElementKind::Float64, {2, 3}, kBase},
    {"fortran_rank3.npy", ElementKind::Int32, {2, 3, 4}, counting(24)},
    {"version2.npy", ElementKind::Float32, {2, 3}, kBase},
    {"version3.npy", ElementKind::Float32, {2, 3}, kBase},
    {"i1.npy", ElementKind::Int32, {2, 3}, kWhole},
    {"i2.npy", ElementKind::Int32, {2, 3}, kWhole},
    {"i4.npy", ElementKind::Int32, {2, 3}, kWhole},
    {"i8.npy", ElementKind::Int32, {2, 3}, kWhole},
    {"big_endian_i8.npy", ElementKind::Int32, {2, 3}, kWhole},
    {"u1.npy", ElementKind::Int32, {2, 3}, kNatural},
    {"u2.npy", ElementKind::Int32, {2, 3}, kNatural},
    {"u4.npy", ElementKind::Int32, {2, 3}, kNatural},
    {"u8.npy", ElementKind::Int32, {2, 3}, kNatural},
    {"bool.npy", ElementKind::Bool, {3}, {1, 0, 1}},
    {"scalar.npy", ElementKind::Float64, {}, {2.5}},
    {"empty.npy", ElementKind::Float32, {0, 3}, {}},
    {"rank6.npy", ElementKind::Float32, {2, 2, 2, 2, 2, 2}, counting(64)},
};

/// An NPY file of version 1.0 with any header.
std::string withHeader(const std::string& header, const std::string& data = {}) {
  std::string bytes = "\x93NUMPY\x01";
  bytes += '\0';
  bytes += static_cast<char>(header.size() & 0xFFU);
  bytes += static_cast<char>(header.size() >> 8U);
  return bytes + header + data;
}

std::string readSentence(const std::string& bytes) {
  return refusal([&bytes] { static_cast<void>(readNpy(bytes, "a.npy")); });
}

}  // namespace

class TestNpy : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void filesOfNumpyAreRead_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < kGoodFiles.size(); ++i) QTest::newRow(kGoodFiles[i].name) << static_cast<int>(i);
  }

  void filesOfNumpyAreRead() {
    QFETCH(int, index);
    const GoodFile& expected = kGoodFiles[static_cast<std::size_t>(index)];
    const Tensor tensor = readNpyFile(formatFile(expected.name));
    QCOMPARE(toString(tensor.kind()), toString(expected.kind));
    QCOMPARE(tensor.shape().toString(), expected.shape.toString());
    QCOMPARE(tensor.toDoubles(), expected.elements);
  }

  void halfPrecisionIsReadExactly() {
    const Tensor tensor = readNpyFile(formatFile("float16.npy"));
    const auto values = tensor.floats();
    QCOMPARE(values.size(), std::size_t{8});
    const float expected[] = {1.0F, -2.0F, 6.103515625e-05F, 5.9604644775390625e-08F, 65504.0F};
    for (std::size_t i = 0; i < std::size(expected); ++i) QCOMPARE(values[i], expected[i]);
    QVERIFY(values[5] == 0.0F && std::signbit(values[5]));
    QVERIFY(std::isinf(values[6]) && values[6] > 0.0F);
    QVERIFY(std::isnan(values[7]));
  }

  void everyHalfAgreesWithItsDefinition() {
    for (unsigned bits = 0; bits < 0x7C00U; ++bits) {
      const int exponent = static_cast<int>(bits >> 10U);
      const double fraction = static_cast<double>(bits & 0x3FFU) / 1024.0;
      const double expected = exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1.0 + fraction, exponent - 15);
      QCOMPARE(static_cast<double>(floatOfHalf(static_cast<std::uint16_t>(bits))), expected);
      QCOMPARE(static_cast<double>(floatOfHalf(static_cast<std::uint16_t>(bits | 0x8000U))), -expected);
    }
  }

  void whatDoesNotFitIsRefusedWithItsType() {
    const auto sentence = [](const char* name) {
      return refusal([name] { static_cast<void>(readNpyFile(formatFile(name))); });
    };
    QCOMPARE(sentence("refused_large_i8.npy"),
             std::string("refused_large_i8.npy holds the number 2147483648, which does not fit in 32 bits."));
    QCOMPARE(sentence("refused_complex.npy"),
             std::string("refused_complex.npy has elements of type \"<c8\"; b1, i1 to i8, u1 "
                         "to u8, f2, f4 and f8 are read."));
    QVERIFY(sentence("refused_objects.npy").find("\"|O\"") != std::string::npos);
    QVERIFY(sentence("refused_text.npy").find("\"<U3\"") != std::string::npos);
    QCOMPARE(sentence("refused_records.npy"),
             std::string("refused_records.npy holds records with fields; an array of plain numbers was expected."));
  }

  void writtenFilesAreTheBytesOfNumpy() {
    for (const char* name :
         {"float32.npy", "float64.npy", "i4.npy", "bool.npy", "scalar.npy", "empty.npy", "rank6.npy"}) {
      const std::string bytes = readFile(formatFile(name));
      QCOMPARE(writeNpy(readNpy(bytes)), bytes);
    }
  }

  void writtenFilesReadBackTheSame() {
    const QTemporaryDir folder;
    const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "a.npy";
    const Tensor tensor = Tensor::fromFloats({1, 2, 1, 2}, {1.0F, NAN, -INFINITY, -0.0F});
    writeNpyFile(path, tensor);
    QVERIFY(readNpyFile(path).identicalTo(tensor));
  }

  void wrongHeadersAreRefused_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("part");
    const auto row = [](const char* name, const std::string& bytes, const char* part) {
      QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray(part);
    };
    const std::string data(8, '\0');
    row("nothing", "", "does not begin with");
    row("text", "1,2,3\n", "does not begin with");
    row("only the magic", "\x93NUMPY", "ends before its header");
    row("version 9", std::string("\x93NUMPY\x09\x00\x00\x00", 10), "is NPY version 9.0");
    row("header longer than the file", std::string("\x93NUMPY\x01\x00\xFF\x7F{", 11), "ends inside its header");
    row("header of 4 GB", std::string("\x93NUMPY\x02\x00\xFF\xFF\xFF\xFF", 12), "has a header of 4294967295 bytes");
    row("empty header", withHeader(""), "is not a dict");
    row("no shape", withHeader("{'descr': '<f4', 'fortran_order': False}"), "is not a dict");
    row("key twice", withHeader("{'descr': '<f4', 'descr': '<f4', 'shape': ()}"), "is not a dict");
    row("unknown key", withHeader("{'descr': '<f4', 'order': False, 'shape': ()}"), "is not a dict");
    row("code in the shape", withHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (abs(1),)}"),
        "is not a dict");
    row("negative size", withHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}"), "is not a dict");
    row("rest after the dict", withHeader("{'descr': '<f4', 'fortran_order': False, 'shape': ()} x", data),
        "is not a dict");
    row("no byte order", withHeader("{'descr': 'f4', 'fortran_order': False, 'shape': (2,)}", data), "of type \"f4\"");
    row("order of no use", withHeader("{'descr': '|f4', 'fortran_order': False, 'shape': (2,)}", data),
        "of type \"|f4\"");
    row("too few data", withHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}", data), "needs 12");
    row("too many data", withHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", data), "needs 4");
    row("rank 7", withHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,2)}", data),
        "has 7 dimensions");
    row("huge shape", withHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296,4294967296)}", data),
        "declares more than");
    row("huge shape with a 0",
        withHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (0,9223372036854775807,9223372036854775807)}"),
        "declares more than");
  }

  void wrongHeadersAreRefused() {
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, part);
    const std::string sentence = readSentence(bytes.toStdString());
    QVERIFY2(sentence.find(part.toStdString()) != std::string::npos, sentence.c_str());
    QVERIFY(sentence.starts_with("a.npy"));
  }

  void oldPythonSizesAreRead() {
    const Tensor tensor =
        readNpy(withHeader("{\"descr\": \"=f4\", 'fortran_order': True, 'shape': (2L,)}", std::string(8, '\0')));
    QCOMPARE(tensor.shape().toString(), Shape({2}).toString());
  }
};

QTEST_GUILESS_MAIN(TestNpy)
#include "tst_npy.moc"
