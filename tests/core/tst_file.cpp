#include "core/io/file.h"
#include "core/io/resources.h"
#include "tests/core/refusal.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>

using namespace heed::core;
using heed::test::refusal;

namespace {

std::string readSentence(const std::filesystem::path& path, std::uint64_t limit = kDefaultFileLimit) {
  return refusal([&] { static_cast<void>(readFile(path, limit)); });
}

std::size_t filesIn(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

}  // namespace

class TestFile : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
  }

  void writtenBytesAreRead() {
    std::string bytes(3'000'000, 'x');
    bytes[17] = '\0';
    writeFileAtomically(m_root / "a", bytes);
    QVERIFY(readFile(m_root / "a") == bytes);
    writeFileAtomically(m_root / "a", "");
    QVERIFY(readFile(m_root / "a").empty());
    QCOMPARE(filesIn(m_root), std::size_t{1});
  }

  void whatIsNoFileIsRefused() {
    const std::string root = m_root.string();
    QCOMPARE(readSentence(m_root / "none"), root + "/none does not exist.");
    QCOMPARE(readSentence(m_root), root + " is a folder, not a file.");
    QCOMPARE(readSentence("/dev/zero"), std::string("/dev/zero is a device, pipe or socket, not a regular file."));
    ::mkfifo((m_root / "pipe").c_str(), 0600);
    QCOMPARE(readSentence(m_root / "pipe"), root + "/pipe is a device, pipe or socket, not a regular file.");
    std::filesystem::create_symlink("loop", m_root / "loop");
    QCOMPARE(readSentence(m_root / "loop"), root + "/loop cannot be opened: Too many levels of symbolic links.");
    QVERIFY(readSentence(m_root / std::string(300, 'n')).ends_with("File name too long."));
    QVERIFY(readSentence("").find("does not exist") != std::string::npos);
  }

  void aFileThatIsTooLargeIsRefusedBeforeItIsRead() {
    writeFileAtomically(m_root / "a", "12345");
    QCOMPARE(readSentence(m_root / "a", 4), m_root.string() + "/a has 5 bytes; at most 4 are read.");
    QCOMPARE(readFile(m_root / "a", 5), std::string("12345"));
    std::filesystem::resize_file(m_root / "a", std::uintmax_t{1} << 40U);
    QCOMPARE(readSentence(m_root / "a"), m_root.string() + "/a has 1099511627776 bytes; at most 1073741824 are read.");
  }

  void aFailedWriteKeepsTheOldFile() {
    writeFileAtomically(m_root / "a", "old");
    rlimit limit{};
    ::getrlimit(RLIMIT_FSIZE, &limit);
    const rlimit small{1000, limit.rlim_max};
    std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &small);
    const std::string sentence = refusal([this] { writeFileAtomically(m_root / "a", std::string(5000, 'x')); });
    ::setrlimit(RLIMIT_FSIZE, &limit);
    QCOMPARE(sentence, m_root.string() + "/a cannot be written: File too large.");
    QCOMPARE(readFile(m_root / "a"), std::string("old"));
    QCOMPARE(filesIn(m_root), std::size_t{1});
  }

  void whatCannotBeWrittenIsRefused() {
    QCOMPARE(refusal([this] { writeFileAtomically(m_root, "x"); }), m_root.string() + " is a folder, not a file.");
    QCOMPARE(refusal([this] { writeFileAtomically(m_root / "none" / "a", "x"); }),
             m_root.string() + "/none/a cannot be written: No such file or directory.");
    ::mkfifo((m_root / "pipe").c_str(), 0600);
    QVERIFY(refusal([this] { writeFileAtomically(m_root / "pipe", "x"); }).find("cannot be written") !=
            std::string::npos);
    QCOMPARE(refusal([] { writeFileAtomically("/dev/full", "x"); }),
             std::string("/dev/full cannot be written: No space left on device."));
    QCOMPARE(refusal([] { writeFileAtomically("/dev/null", "x"); }), std::string("accepted"));
  }

  void linksAndPermissionsStay() {
    writeFileAtomically(m_root / "target", "old");
    ::chmod((m_root / "target").c_str(), 0640);
    std::filesystem::create_symlink("target", m_root / "link");
    writeFileAtomically(m_root / "link", "new");
    QVERIFY(std::filesystem::is_symlink(m_root / "link"));
    QCOMPARE(readFile(m_root / "target"), std::string("new"));
    struct stat status{};
    ::stat((m_root / "target").c_str(), &status);
    QCOMPARE(status.st_mode & 0777U, 0640U);
  }

  void partsAreRead() {
    writeFileAtomically(m_root / "a", "0123456789");
    const RandomAccessFile file(m_root / "a");
    QCOMPARE(file.size(), std::uint64_t{10});
    QCOMPARE(file.read(3, 4), std::string("3456"));
    QCOMPARE(file.read(10, 0), std::string());
    QCOMPARE(refusal([&] { static_cast<void>(file.read(8, 3)); }),
             m_root.string() + "/a has 10 bytes; 3 bytes from position 8 were expected.");
    QVERIFY(refusal([&] { static_cast<void>(file.read(1, ~std::uint64_t{0})); }).find("were expected") !=
            std::string::npos);
    std::filesystem::resize_file(m_root / "a", 5);
    QCOMPARE(refusal([&] { static_cast<void>(file.read(3, 4)); }),
             m_root.string() + "/a became shorter while it was read.");
  }

  void resourcesAreFoundFromAnyFolder() {
    const auto current = std::filesystem::current_path();
    std::filesystem::current_path("/");
    qunsetenv("HEED_RESOURCES");
    QVERIFY(readResource("features/english.csv").starts_with("word,"));
    std::filesystem::current_path(current);
    qputenv("HEED_RESOURCES", m_root.c_str());
    QCOMPARE(refusal([] { static_cast<void>(readResource("a/b.json")); }),
             m_root.string() + "/a/b.json does not exist.");
    std::filesystem::create_directory(m_root / "a");
    writeFileAtomically(m_root / "a" / "c.json", "1");
    writeFileAtomically(m_root / "a" / "b.json", "2");
    writeFileAtomically(m_root / "a" / "b.txt", "3");
    QCOMPARE(resourceNames("a", ".json"), (std::vector<std::string>{"a/b.json", "a/c.json"}));
    QCOMPARE(readResource("a/b.json"), std::string("2"));
    for (const char* name : {"../etc/passwd", "/etc/passwd", "a/../../x", ""}) {
      QVERIFY(refusal([name] { static_cast<void>(readResource(name)); }).find("is not the name of a resource") !=
              std::string::npos);
    }
    qputenv("HEED_RESOURCES", "/nowhere");
    QCOMPARE(refusal([] { static_cast<void>(readResource("a")); }),
             std::string("HEED_RESOURCES names /nowhere, which is not a folder."));
  }

 private:
  std::unique_ptr<QTemporaryDir> m_folder;
  std::filesystem::path m_root;
};

QTEST_GUILESS_MAIN(TestFile)
#include "tst_file.moc"
