#include "core/io/file.h"
#include "core/io/safetensors.h"
#include "tests/core/refusal.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace heed::core;
using heed::test::refusal;

namespace {

std::filesystem::path formatFile(const std::string& name) {
  return std::filesystem::path(HEED_TEST_DATA) / "formats" / name;
}

std::string withHeader(const std::string& header, const std::string& data = {}) {
  std::string bytes;
  for (unsigned i = 0; i < 8; ++i) bytes += static_cast<char>(header.size() >> (8U * i) & 0xFFU);
  return bytes + header + data;
}

std::string entry(const std::string& name, const std::string& offsets, const std::string& shape = "[2]",
                  const std::string& type = "F32") {
  return fmt::format("\"{}\":{{\"dtype\":\"{}\",\"shape\":{},\"data_offsets\":{}}}", name, type, shape, offsets);
}

std::string repeated(const std::string& piece, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += piece;
  return result;
}

}  // namespace

class TestSafetensors : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aFileOfPythonIsRead() {
    const SafetensorsFile file = SafetensorsFile::open(formatFile("all_kinds.safetensors"));
    const std::map<std::string, std::string> metadata = {{"format", "pt"}, {"title", "a sentence"}};
    QCOMPARE(file.metadata(), metadata);
    QCOMPARE(file.entries().size(), std::size_t{11});
    const std::vector<double> base = {-2.5, -1.5, -0.5, 0.5, 1.5, 2.5};
    for (const char* name : {"f32", "f64", "f16", "bf16"}) {
      const Tensor tensor = file.tensor(name);
      QCOMPARE(toString(tensor.kind()), std::string(std::string(name) == "f64" ? "float64" : "float32"));
      QCOMPARE(tensor.shape().toString(), Shape({2, 3}).toString());
      QCOMPARE(tensor.toDoubles(), base);
    }
    for (const char* name : {"i32", "i64"}) {
      QCOMPARE(toString(file.tensor(name).kind()), std::string("int32"));
      QCOMPARE(file.tensor(name).toDoubles(), (std::vector<double>{-2, -1, 0, 1, 2, 3}));
    }
    QCOMPARE(file.tensor("u8").toDoubles(), (std::vector<double>{0, 1, 2, 3, 4, 5}));
    QCOMPARE(toString(file.tensor("bool").kind()), std::string("bool"));
    QCOMPARE(file.tensor("bool").toDoubles(), (std::vector<double>{1, 0, 1}));
    QCOMPARE(file.tensor("scalar").shape().rank(), 0);
    QCOMPARE(file.tensor("scalar").at(0), 2.5);
    QCOMPARE(file.tensor("empty").shape().toString(), Shape({0, 3}).toString());
    QCOMPARE(file.tensor("层.权重").at(0), 1.0);
    QCOMPARE(file.entries().find("bf16")->second.elementName, std::string("BF16"));
    QVERIFY(!file.contains("nothing"));
    QCOMPARE(refusal([&file] { static_cast<void>(file.tensor("nothing")); }),
             std::string("all_kinds.safetensors has no tensor \"nothing\"."));
  }

  void readingFromMemoryIsReadingFromDisk() {
    const auto path = formatFile("all_kinds.safetensors");
    const auto fromDisk = SafetensorsFile::open(path).tensors();
    const auto fromMemory = SafetensorsFile::fromBytes(readFile(path)).tensors();
    QCOMPARE(fromMemory.size(), fromDisk.size());
    for (const auto& [name, tensor] : fromDisk) QVERIFY(fromMemory.at(name).identicalTo(tensor));
  }

  void aNumberThatDoesNotFitIsRefused() {
    const SafetensorsFile file = SafetensorsFile::open(formatFile("refused_large_i64.safetensors"));
    QCOMPARE(
        refusal([&file] { static_cast<void>(file.tensor("large")); }),
        std::string(
            "refused_large_i64.safetensors: \"large\" holds the number 2147483648, which does not fit in 32 bits."));
  }

  void writtenFilesReadBackTheSame() {
    const std::map<std::string, Tensor> tensors = {
        {"weights", Tensor::fromFloats({2, 2}, {1.0F, NAN, -INFINITY, -0.0F})},
        {"exact", Tensor::fromDoubles({1}, {0.1})},
        {"mask", Tensor::fromBools({3}, {1, 0, 1})},
        {"ids", Tensor::fromInts({2, 1}, {-7, 7})},
        {"scalar", Tensor::scalar(3.0)},
        {"empty", Tensor::fromFloats({0, 4}, {})},
        {"名字 \"quoted\"", Tensor::fromFloats({1}, {2.0F})},
    };
    const std::map<std::string, std::string> metadata = {{"heed", "{\"a\":1}"}, {"", "empty key"}};
    const QTemporaryDir folder;
    const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "a.safetensors";
    writeSafetensorsFile(path, tensors, metadata);
    const SafetensorsFile file = SafetensorsFile::open(path);
    QCOMPARE(file.metadata(), metadata);
    const auto read = file.tensors();
    QCOMPARE(read.size(), tensors.size());
    for (const auto& [name, tensor] : tensors) QVERIFY2(read.at(name).identicalTo(tensor), name.c_str());
    QCOMPARE(readFile(path), writeSafetensors(tensors, metadata));
  }

  void everyWrittenTensorIsAligned() {
    const std::string bytes = writeSafetensors({{"a", Tensor::fromBools({3}, {1, 0, 1})},
                                                {"b", Tensor::fromFloats({1}, {1.0F})},
                                                {"c", Tensor::fromDoubles({1}, {1.0})}});
    const SafetensorsFile file = SafetensorsFile::fromBytes(bytes);
    const std::size_t headerSize = static_cast<unsigned char>(bytes[0]) + 256U * static_cast<unsigned char>(bytes[1]);
    QCOMPARE(headerSize % 8, std::size_t{0});
    QCOMPARE(file.entries().find("c")->second.begin, std::uint64_t{0});
    QCOMPARE(file.entries().find("b")->second.begin, std::uint64_t{8});
    QCOMPARE(file.entries().find("a")->second.begin, std::uint64_t{12});
  }

  void nothingAtAllIsWrittenAndRead() {
    const SafetensorsFile file = SafetensorsFile::fromBytes(writeSafetensors({}));
    QVERIFY(file.entries().empty());
    QVERIFY(file.metadata().empty());
  }

  void wrongFilesAreRefused_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("part");
    const auto row = [](const char* name, const std::string& bytes, const std::string& part) {
      QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray::fromStdString(part);
    };
    const std::string data(16, '\0');
    const std::string first = entry("a", "[0,8]");
    row("nothing", "", "ends after 0 bytes");
    row("header of 2^64", std::string(8, '\xFF') + "{}", "declare a header of 18446744073709551615 bytes");
    row("header just too large", std::string("\x01\xE1\xF5\x05\0\0\0\0", 8), "declare a header of 100000001 bytes");
    row("header longer than the file", std::string("\x10\0\0\0\0\0\0\0{}", 10),
        "ends after 10 bytes; its first 8 bytes declare a header that reaches to byte 24.");
    row("space before the header", withHeader(" {}"), "does not begin with");
    row("array as header", withHeader("[]"), "does not begin with");
    row("broken JSON", withHeader("{\"a\":"), "line 1, column 6");
    row("duplicate tensor", withHeader("{" + first + "," + first + "}", data), "is there twice");
    row("metadata of numbers", withHeader(R"({"__metadata__":{"a":1}})"), "__metadata__.a: expected a string");
    row("unknown member", withHeader(R"({"a":{"dtype":"F32","shape":[],"data_offsets":[0,4],"x":1}})", data),
        "\"x\" is not known");
    row("no type", withHeader(R"({"a":{"shape":[],"data_offsets":[0,4]}})", data), "\"dtype\" is missing");
    row("unknown type", withHeader("{" + entry("a", "[0,2]", "[2]", "F8_E4M3") + "}", data),
        "a.dtype: elements of type \"F8_E4M3\"");
    row("negative size", withHeader("{" + entry("a", "[0,8]", "[-2]") + "}", data),
        "a.shape[0]: expected a whole number from 0");
    row("half a size", withHeader("{" + entry("a", "[0,8]", "[2.5]") + "}", data),
        "a.shape[0]: expected a whole number");
    row("rank 100", withHeader("{" + entry("a", "[0,8]", "[1" + repeated(",1", 99) + "]") + "}", data),
        "has 100 dimensions");
    row("huge shape", withHeader("{" + entry("a", "[0,8]", "[4294967296,4294967296,4294967296]") + "}", data),
        "declares more than");
    row("shape that overflows to 0", withHeader("{" + entry("a", "[0,0]", "[4294967296,4294967296]") + "}"),
        "declares more than");
    row("one offset", withHeader("{" + entry("a", "[0]") + "}", data), "expected two offsets");
    row("negative offset", withHeader("{" + entry("a", "[-8,0]") + "}", data),
        "a.data_offsets[0]: expected a whole number from 0");
    row("offsets in reverse", withHeader("{" + entry("a", "[8,0]") + "}", data), "does not hold 2 of F32");
    row("offsets too close", withHeader("{" + entry("a", "[0,4]") + "}", data), "does not hold 2 of F32");
    row("overlap", withHeader("{" + first + "," + entry("b", "[4,12]") + "}", data), "\"b\" begins at byte 4");
    row("the same bytes twice", withHeader("{" + first + "," + entry("b", "[0,8]") + "}", data),
        "\"b\" begins at byte 0");
    row("gap", withHeader("{" + first + "," + entry("b", "[12,20]") + "}", data), "\"b\" begins at byte 12");
    const std::string cut = withHeader("{" + first + "," + entry("b", "[8,16]") + "}", data.substr(8));
    row("beyond the end", cut,
        fmt::format("ends after {} bytes; by its header, the numbers reach to byte {}.", cut.size(), cut.size() + 8));
    row("bytes of no tensor", withHeader("{" + first + "}", data), "the tensors take 8 bytes; the file has 16");
  }

  void wrongFilesAreRefused() {
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, part);
    const std::string sentence =
        refusal([&bytes] { static_cast<void>(SafetensorsFile::fromBytes(bytes.toStdString(), "a.safetensors")); });
    QVERIFY2(sentence.find(part.toStdString()) != std::string::npos, sentence.c_str());
    QVERIFY2(sentence.find("a.safetensors") != std::string::npos, sentence.c_str());
  }
};

QTEST_GUILESS_MAIN(TestSafetensors)
#include "tst_safetensors.moc"
