#include "core/io/file.h"
#include "core/io/npy.h"
#include "core/io/npz.h"
#include "tests/core/refusal.h"

#include <QTemporaryDir>
#include <QTest>

using namespace heed::core;
using heed::test::refusal;

namespace {

std::filesystem::path formatFile(const std::string& name) {
  return std::filesystem::path(HEED_TEST_DATA) / "formats" / name;
}

/// Writes a number over bytes of a file.
std::string patched(std::string bytes, std::size_t position, std::uint32_t value, unsigned count) {
  for (unsigned i = 0; i < count; ++i) bytes[position + i] = static_cast<char>(value >> (8U * i) & 0xFFU);
  return bytes;
}

std::string zipSentence(const std::string& bytes, std::uint64_t limit = kDefaultZipLimit) {
  return refusal([&] { static_cast<void>(readZip(bytes, limit, "a.npz")); });
}

}  // namespace

class TestNpz : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void filesOfNumpyAreRead() {
    const std::vector<double> base = {-2.5, -1.5, -0.5, 0.5, 1.5, 2.5};
    const auto stored = readNpzFile(formatFile("stored.npz"));
    QCOMPARE(stored.size(), std::size_t{2});
    QCOMPARE(stored.at("weights").toDoubles(), base);
    QCOMPARE(stored.at("ids").toDoubles(), (std::vector<double>{-2, -1, 0, 1, 2, 3}));
    const auto deflated = readNpzFile(formatFile("deflated.npz"));
    QCOMPARE(deflated.at("weights").toDoubles(), base);
    QCOMPARE(deflated.at("zeros").shape().toString(), Shape({64, 64}).toString());
    QCOMPARE(deflated.at("zeros").toDoubles(), std::vector<double>(4096, 0.0));
  }

  void writtenFilesReadBackTheSame() {
    const std::map<std::string, Tensor> tensors = {{"a", Tensor::fromFloats({2}, {1.0F, -2.0F})},
                                                   {"scores/head 0", Tensor::zeros(ElementKind::Float64, {300, 300})},
                                                   {"权重", Tensor::fromBools({1}, {1})}};
    const QTemporaryDir folder;
    const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "a.npz";
    for (const ZipMethod method : {ZipMethod::Stored, ZipMethod::Deflated}) {
      writeNpzFile(path, tensors, method);
      const auto read = readNpzFile(path);
      QCOMPARE(read.size(), tensors.size());
      for (const auto& [name, tensor] : tensors) QVERIFY2(read.at(name).identicalTo(tensor), name.c_str());
      QCOMPARE(readFile(path), writeNpz(tensors, method));
    }
    QVERIFY(std::filesystem::file_size(path) < 10'000);
  }

  void anEmptyFileIsRead() { QVERIFY(readNpz(writeNpz({})).empty()); }

  void everyByteOfAMemberIsChecked() {
    const std::string bytes = writeZip({{"m", "some bytes"}}, ZipMethod::Stored);
    constexpr std::size_t kData = 31;
    QCOMPARE(zipSentence(patched(bytes, kData, 'S', 1)), std::string("a.npz: the checksum of \"m\" is wrong."));
  }

  void wrongDirectoriesAreRefused() {
    const std::string bytes = writeZip({{"m", "some bytes"}}, ZipMethod::Stored);
    constexpr std::size_t kDirectory = 41;
    const std::size_t end = bytes.size() - 22;
    QCOMPARE(zipSentence(patched(bytes, kDirectory + 8, 1, 1)), std::string("a.npz: \"m\" is encrypted."));
    QCOMPARE(zipSentence(patched(bytes, kDirectory + 10, 12, 1)),
             std::string("a.npz: \"m\" is packed by method 12; stored (0) and deflated (8) are read."));
    QCOMPARE(zipSentence(patched(bytes, kDirectory + 42, 5, 1)),
             std::string("a.npz: \"m\" is not at byte 5, where the directory has it."));
    QCOMPARE(zipSentence(patched(bytes, kDirectory + 20, 5000, 4)), std::string("a.npz ends inside \"m\"."));
    QCOMPARE(zipSentence(patched(bytes, kDirectory + 24, 9, 4)),
             std::string("a.npz: \"m\" declares 9 bytes and has 10."));
    QCOMPARE(zipSentence(patched(bytes, kDirectory + 24, 0xFFFFFFFF, 4)),
             std::string("a.npz unpacks to more than 1073741824 bytes."));
    QCOMPARE(zipSentence(patched(bytes, kDirectory + 28, 60000, 2)),
             std::string("a.npz has a broken directory at byte 41."));
    QCOMPARE(zipSentence(patched(bytes, end + 16, 40, 4)), std::string("a.npz has a broken directory at byte 40."));
    QCOMPARE(zipSentence(patched(bytes, end + 10, 0, 2)),
             std::string("a.npz holds more members than the 0 it declares."));
    QCOMPARE(zipSentence(patched(bytes, end + 10, 2, 2)), std::string("a.npz has a broken directory at byte 88."));
    QCOMPARE(zipSentence(patched(bytes, end + 4, 1, 2)), std::string("a.npz is one part of a ZIP file in several."));
    QCOMPARE(zipSentence("PK"), std::string("a.npz is not a ZIP file: it has 2 bytes."));
    QCOMPARE(zipSentence(std::string(1000, 'P')),
             std::string("a.npz is not a whole ZIP file: its directory was not found."));
  }

  void namesMustDiffer() {
    QCOMPARE(zipSentence(writeZip({{"m", "1"}, {"m", "2"}}, ZipMethod::Stored)),
             std::string("a.npz holds \"m\" twice."));
  }

  void aBombIsRefused() {
    const std::string bomb = writeZip({{"zeros", std::string(std::size_t{64} << 20U, '\0')}}, ZipMethod::Deflated);
    QVERIFY(bomb.size() < 100'000);
    QCOMPARE(zipSentence(bomb, 1 << 20U), std::string("a.npz unpacks to more than 1048576 bytes."));
    QCOMPARE(readZip(bomb).front().bytes.size(), std::size_t{64} << 20U);
    const std::size_t directory = bomb.size() - 22 - 46 - 5;
    QCOMPARE(zipSentence(patched(bomb, directory + 24, 1000, 4), 1 << 20U),
             std::string("a.npz: \"zeros\" declares 1000 bytes and has 1001."));
    const std::string sentence = zipSentence(patched(bomb, directory + 24, 512U << 20U, 4));
    QVERIFY2(sentence.find("which") != std::string::npos && sentence.find("cannot hold") != std::string::npos,
             sentence.c_str());
  }

  void membersThatAreNoArraysAreRefused() {
    QCOMPARE(refusal([] {
               static_cast<void>(readNpz(writeZip({{"a.txt", "hello"}}, ZipMethod::Stored), kDefaultZipLimit, "a.npz"));
             }),
             std::string("a.npz holds \"a.txt\"; every member of an NPZ file ends in .npy."));
    QCOMPARE(refusal([] {
               static_cast<void>(readNpz(writeZip({{"a.npy", "hello"}}, ZipMethod::Stored), kDefaultZipLimit, "a.npz"));
             }),
             std::string("a.npz: \"a\" is not an NPY file: it does not begin with \\x93NUMPY."));
  }
};

QTEST_GUILESS_MAIN(TestNpz)
#include "tst_npz.moc"
