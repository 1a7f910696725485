#include "core/base/error.h"
#include "tests/ui/stage_bench.h"
#include "ui/import/import_file.h"
#include "ui/step/step_bar.h"

#include <QBuffer>
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

using namespace heed;

namespace {

QByteArray jpegOf(const QSize& size) {
  QImage image(size, QImage::Format_RGB32);
  image.fill(qRgb(40, 90, 160));
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  if (!image.save(&buffer, "JPEG", 60)) qFatal("no JPEG was written");
  return bytes;
}

/// A JPEG with the tag "orientation" of Exif 2.32, section 4.6.4: 6 turns it clockwise, 3 stands it on its head.
QByteArray turnedJpeg(const QSize& size, char orientation) {
  QByteArray segment(
      "\xFF\xE1\x00\x22"
      "Exif\0\0"
      "MM\0\x2A\0\0\0\x08"
      "\0\x01"
      "\x01\x12\0\x03\0\0\0\x01\0\0\0\0"
      "\0\0\0\0",
      36);
  segment[29] = orientation;
  QByteArray bytes = jpegOf(size);
  return bytes.insert(2, segment);
}

std::filesystem::path fileOf(const QTemporaryDir& folder, const QByteArray& bytes) {
  const std::filesystem::path path = folder.filePath("picture.jpg").toStdString();
  std::ofstream(path, std::ios::binary).write(bytes.constData(), bytes.size());
  return path;
}

}  // namespace

/// Pictures that are larger than what is read of them keep the size that a person knows them by.
class TestImport : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void pictureKeepsTheSizeOfItsFile_data();
  void pictureKeepsTheSizeOfItsFile();
  void barSaysTheSizeOfTheFile();
  void sizeSurvivesInDocuments();
  void sizesThatCannotBeAreRefused_data();
  void sizesThatCannotBeAreRefused();
};

void TestImport::pictureKeepsTheSizeOfItsFile_data() {
  QTest::addColumn<QSize>("file");
  QTest::addColumn<int>("orientation");
  QTest::addColumn<QSize>("full");
  QTest::addColumn<QSize>("pixels");
  QTest::newRow("small") << QSize(640, 480) << 1 << QSize(640, 480) << QSize(640, 480);
  QTest::newRow("large") << QSize(4000, 3000) << 1 << QSize(4000, 3000) << QSize(2048, 1536);
  QTest::newRow("turned") << QSize(4000, 3000) << 6 << QSize(3000, 4000) << QSize(1536, 2048);
  QTest::newRow("on its head") << QSize(4000, 3000) << 3 << QSize(4000, 3000) << QSize(2048, 1536);
  QTest::newRow("square and turned") << QSize(3000, 3000) << 6 << QSize(3000, 3000) << QSize(2048, 2048);
  QTest::newRow("a strip, turned") << QSize(4096, 2) << 6 << QSize(2, 4096) << QSize(1, 2048);
}

void TestImport::pictureKeepsTheSizeOfItsFile() {
  QFETCH(QSize, file);
  QFETCH(int, orientation);
  QFETCH(QSize, full);
  QFETCH(QSize, pixels);
  const QTemporaryDir folder;
  const core::ImageInput image = ui::readImage(fileOf(folder, turnedJpeg(file, static_cast<char>(orientation))));
  QCOMPARE(image.fullWidth(), std::int64_t{full.width()});
  QCOMPARE(image.fullHeight(), std::int64_t{full.height()});
  QCOMPARE(image.pixels.shape(), (core::Shape{pixels.height(), pixels.width(), 3}));
  QCOMPARE(image.isReadSmaller(), full != pixels);
}

void TestImport::barSaysTheSizeOfTheFile() {
  const QTemporaryDir folder;
  WalkedDocument walked("image-patches");
  ui::setInput(walked.document, ui::readImage(fileOf(folder, jpegOf({4000, 3000}))), "Replace the picture");
  walked.session.compute();
  QVERIFY(walked.waits());
  ui::Appearance appearance;
  const ui::StepBar bar(walked.walk, appearance);
  QCOMPARE(bar.countText(), QString::fromUtf8("4000 × 3000, 16 × 12 patches, 192 tokens"));
  std::vector<std::string> notes;
  for (const core::Issue& note : walked.session.result()->lowered().notes) notes.push_back(note.text.english());
  QVERIFY(std::ranges::count(notes, "4000 x 3000 pixels, 16 x 12 patches, 192 tokens") == 1);
  QVERIFY(std::ranges::count(notes, "the picture was read at 2048 x 1536 pixels") == 1);
}

void TestImport::sizeSurvivesInDocuments() {
  const QTemporaryDir folder;
  core::DocumentData document = ui::openTemplate("image-patches");
  QCOMPARE(document.inputs.size(), std::size_t{1});
  for (auto& [block, input] : document.inputs) input = ui::readImage(fileOf(folder, turnedJpeg({4000, 3000}, 6)));
  const std::string bytes = core::writeDocument(document);
  const core::DocumentData again = core::readDocumentBytes(bytes, "again.heed");
  const auto& image = std::get<core::ImageInput>(again.inputs.begin()->second);
  QCOMPARE(image.fileWidth, std::int64_t{3000});
  QCOMPARE(image.fileHeight, std::int64_t{4000});
  QVERIFY(core::writeDocument(again) == bytes);
}

void TestImport::sizesThatCannotBeAreRefused_data() {
  QTest::addColumn<QString>("sizes");
  QTest::addColumn<QString>("expected");
  QTest::newRow("smaller than its pixels") << R"("file_width": 1, "file_height": 9)"
                                           << "file_width: expected a whole number from 2 to 2147483647, found 1";
  QTest::newRow("one side") << R"("file_height": 9)" << "the member \"file_width\" is missing";
  QTest::newRow("too large") << R"("file_width": 9, "file_height": 1e300)" << "file_height: expected a whole number";
  QTest::newRow("no number") << R"("file_width": "9", "file_height": 9)" << "file_width: expected a number";
}

void TestImport::sizesThatCannotBeAreRefused() {
  QFETCH(QString, sizes);
  QFETCH(QString, expected);
  const std::string text = QStringLiteral(R"({"format": "heed-template", "version": 1, "title": "T", "summary": "S.",
    "model": {"blocks": [{"name": "image", "type": "image_input"}]},
    "inputs": {"image": {"kind": "image", "name": "p", "pixels": [[[0, 0, 0], [1, 1, 1]]], %1}}})")
                               .arg(sizes)
                               .toStdString();
  try {
    static_cast<void>(core::readTemplate(text, "picture.json"));
    QFAIL("the size was taken");
  } catch (const core::Error& error) {
    QVERIFY2(QString::fromUtf8(error.what()).contains(expected), error.what());
  }
}

QTEST_MAIN(TestImport)
#include "tst_import.moc"
