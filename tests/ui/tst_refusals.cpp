#include "core/base/error.h"
#include "core/io/document.h"
#include "core/io/file.h"
#include "core/io/npz.h"
#include "core/io/resources.h"
#include "tests/ui/chinese_words.h"
#include "ui/import/import_file.h"
#include "ui/import/templates.h"
#include "ui/shell/language.h"
#include "ui/shell/problem_strip.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <optional>
#include <set>

using namespace heed;

namespace {

std::string repeated(const std::string& piece, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += piece;
  return result;
}

std::string graphml(const std::string& inside) {
  return "<graphml><key id=\"k\" for=\"node\" attr.name=\"mass\" attr.type=\"double\"/><graph>" + inside +
         "</graph></graphml>";
}

/// A template of one block with something else in the place of its inputs.
std::string templateWith(const std::string& inputs) {
  return R"({"format": "heed-template", "version": 1, "title": "T", "summary": "S.",
    "model": {"blocks": [{"name": "rows", "type": "matrix_input"}]}, "inputs": {)" +
         inputs + "}}";
}

std::string formatFile(const char* name) {
  return core::readFile(std::filesystem::path(HEED_TEST_DATA) / "formats" / name);
}

/// The words of a sentence that are neither quoted nor names: runs of two Latin words.
bool saysEnglish(QString sentence) {
  static const QRegularExpression quoted(QStringLiteral("\"[^\"]*\"|\u201C[^\u201D]*\u201D"));
  static const QRegularExpression words(QStringLiteral("[a-z]{2,} [a-z]{2,}"));
  return sentence.remove(quoted).contains(words);
}

}  // namespace

/// Whatever is wrong with a file, the Chinese window says it in Chinese, in all its parts.
class TestRefusals : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void brokenFilesAreRefusedInChinese_data();
  void brokenFilesAreRefusedInChinese();
  void whateverIsWrongInATemplateIsSaidInChinese();
  void cutFilesAreRefusedInChinese_data();
  void cutFilesAreRefusedInChinese();

 private:
  /// What a file of these bytes is refused with; none if it is taken.
  [[nodiscard]] std::optional<core::Error> refusalOf(const QString& name, const std::string& bytes) const;
  void checkChinese(const core::Error& error) const;

  ui::Language m_language;
  QTemporaryDir m_folder;
};

void TestRefusals::initTestCase() {
  m_language.choose(ui::LanguageChoice::Chinese);
  QVERIFY(m_folder.isValid());
}

std::optional<core::Error> TestRefusals::refusalOf(const QString& name, const std::string& bytes) const {
  const std::filesystem::path path = m_folder.filePath(name).toStdString();
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  try {
    static_cast<void>(ui::importFile(path));
  } catch (const core::Error& error) {
    return error;
  }
  return std::nullopt;
}

void TestRefusals::checkChinese(const core::Error& error) const {
  const QString found = test::fault(error.text());
  QVERIFY2(found.isEmpty(), qPrintable(found));
  const QString sentence = ui::errorSentence(error);
  QVERIFY2(!saysEnglish(sentence), qPrintable(sentence));
}

void TestRefusals::brokenFilesAreRefusedInChinese_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QByteArray>("bytes");
  const auto row = [](const char* name, const char* file, const std::string& bytes) {
    QTest::newRow(name) << QString::fromLatin1(file) << QByteArray::fromStdString(bytes);
  };
  row("kind", "a.xyz", "x");
  row("pickle", "a.pt", "x");
  row("text with zeros", "a.txt", std::string("a\0b", 3));
  row("text of no letters", "a.txt", "a\xFF\xFE");
  row("picture", "a.png", "\x89PNG\r\n\x1A\nxxxxxxxxxxx");
  row("picture of words", "a.bmp", "hello");
  row("CSV of nothing", "a.csv", "");
  row("CSV with a word", "a.csv", "1,2\n3,four\n");
  row("CSV with a hole", "a.csv", "1,2\n3,\n");
  row("CSV with a decimal comma", "a.csv", "1;2\n3;4,5\n");
  row("CSV that is ragged", "a.csv", "1,2\n3\n");
  row("CSV without an end", "a.csv", "1,\"2\n3");
  row("edges of one node", "a.csv", "source,target\n1\n");
  row("edges with weights", "a.csv", "source,target,weight\n1,2,3\n");
  row("edges to nowhere", "a.csv", "source,target\n1,\n");
  row("NPY of text", "a.npy", "hello");
  row("NPY version", "a.npy", std::string("\x93NUMPY\x09\0\0\0", 10));
  row("ZIP of nothing", "a.npz", "PK\x03\x04");
  row("ZIP without a directory", "a.npz", "PK\x03\x04" + std::string(64, 'x'));
  row("NPZ of several", "a.npz",
      core::writeNpz({{"a", core::Tensor::fromFloats({1}, {1})}, {"b", core::Tensor::fromFloats({1}, {1})}}));
  row("NPZ with a text", "a.npz", core::writeZip({{"a.txt", "x"}}, core::ZipMethod::Stored));
  row("NPZ with no NPY", "a.npz", core::writeZip({{"a.npy", "x"}}, core::ZipMethod::Stored));
  row("GraphML of nothing", "a.graphml", "");
  row("GraphML of text", "a.graphml", "hello");
  row("GraphML cut", "a.graphml", "<graphml><graph>");
  row("GraphML cut in a tag", "a.graphml", "<graphml><graph");
  row("GraphML of other ends", "a.graphml", "<graphml><graph></graphml>");
  row("GraphML with two roots", "a.graphml", "<graphml/><graphml/>");
  row("GraphML of no quotes", "a.graphml", graphml("<node id=1/>"));
  row("GraphML of no value", "a.graphml", graphml("<node id/>"));
  row("GraphML of no space", "a.graphml", graphml("<node id='1'x='2'/>"));
  row("GraphML of half a tag", "a.graphml", graphml("<node<"));
  row("GraphML of an attribute twice", "a.graphml", graphml("<node id='1' id='2'/>"));
  row("GraphML of a prefix", "a.graphml", graphml("<y:node/>"));
  row("GraphML of a name", "a.graphml", graphml("<1/>"));
  row("GraphML with a bare and", "a.graphml", graphml("salt & pepper"));
  row("GraphML with a named character", "a.graphml", graphml("caf&eacute;"));
  row("GraphML with less in a value", "a.graphml", graphml("<node id='a<b'/>"));
  row("GraphML with a control character", "a.graphml", graphml("\x01"));
  row("GraphML with half a declaration", "a.graphml", graphml("<!oops>"));
  row("GraphML of another version", "a.graphml", "<?xml version='2.0'?><graphml/>");
  row("GraphML of no letters", "a.graphml", graphml("\xFF\xFE"));
  row("GraphML of another encoding", "a.graphml", "<?xml version='1.0' encoding='klingon'?><graphml/>");
  row("GraphML without a graph", "a.graphml", "<graphml/>");
  row("GraphML with entities", "a.graphml", "<!DOCTYPE a [<!ENTITY b \"c\">]><graphml/>");
  row("node without a name", "a.graphml", graphml("<node/>"));
  row("node twice", "a.graphml", graphml("<node id=\"a\"/><node id=\"a\"/>"));
  row("node of no number", "a.graphml", graphml("<node id=\"a\"><data key=\"k\">heavy</data></node>"));
  row("edge from nowhere", "a.graphml", graphml("<edge source=\"a\" target=\"b\"/>"));
  row("edge to nowhere", "a.graphml", graphml("<node id=\"a\"/><edge source=\"a\" target=\"b\"/>"));
  row("safetensors of others", "a.safetensors", formatFile("all_kinds.safetensors"));
  row("huge header", "a.heed", std::string(8, '\xFF') + "{}");
  row("JSON of nothing", "a.json", "");
  row("JSON of another kind", "a.json", "[1]");
  row("JSON with a comma", "a.json", "{\"a\": 1,}");
  row("JSON with a key twice", "a.json", "{\"a\": 1, \"a\": 2}");
  row("JSON with half a letter", "a.json", R"(["\ud800"])");
  row("JSON with a control character", "a.json", "[\"a\x01\"]");
  row("JSON of a large number", "a.json", "1e999");
  row("JSON that is deep", "a.json", repeated("[", 100));
  row("another format", "a.json", R"({"format": "x", "version": 1})");
  row("ragged matrix", "a.json", templateWith(R"("rows": {"kind": "matrix", "name": "m", "rows": [], "columns": [],
      "values": [[1, 2], [3]]})"));
  row("too many names", "a.json", templateWith(R"("rows": {"kind": "matrix", "name": "m", "rows": ["a", "b"],
      "columns": [], "values": [[1]]})"));
  row("picture of two colours", "a.json",
      templateWith(R"("rows": {"kind": "image", "name": "p", "pixels": [[[1, 2]]]})"));
  row("kind of input", "a.json", templateWith(R"("rows": {"kind": "sound"})"));
  row("graph of no nodes", "a.json", templateWith(R"("rows": {"kind": "graph", "nodes": [], "edges": [[0, 1]],
      "features": null, "feature_names": []})"));
}

void TestRefusals::brokenFilesAreRefusedInChinese() {
  QFETCH(QString, name);
  QFETCH(QByteArray, bytes);
  const auto error = refusalOf(name, bytes.toStdString());
  QVERIFY(error.has_value());
  checkChinese(*error);
}

/// Each value of a template in turn becomes something that it must not be.
void TestRefusals::whateverIsWrongInATemplateIsSaidInChinese() {
  const std::string whole = core::writeTemplate(ui::openTemplate("multi-head"));
  std::set<std::string> sentences;
  for (std::size_t colon = whole.find(": "); colon != std::string::npos; colon = whole.find(": ", colon + 1)) {
    const std::size_t begin = colon + 2;
    const std::size_t end = whole.find_first_of(",\n", begin);
    for (const char* other : {"null", "-1", "1e300", "\"nobody.output\"", "[[1], [2, 3]]", "{\"x\": 1}", "oops"}) {
      const auto error = refusalOf(QStringLiteral("a.json"), whole.substr(0, begin) + other + whole.substr(end));
      if (!error) continue;
      checkChinese(*error);
      if (QTest::currentTestFailed()) return;
      sentences.insert(error->text().pattern);
      for (const core::Text& part : error->text().texts) sentences.insert(part.pattern);
    }
  }
  QVERIFY2(sentences.size() >= 15, qPrintable(QString::number(sentences.size())));
}

void TestRefusals::cutFilesAreRefusedInChinese_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QByteArray>("bytes");
  const auto row = [](const char* file, const std::string& bytes) {
    QTest::newRow(file) << QString::fromLatin1(file) << QByteArray::fromStdString(bytes);
  };
  row("a.heed", core::writeDocument(ui::openTemplate("self-attention")));
  row("a.json", core::writeTemplate(ui::openTemplate("self-attention")));
  row("a.npy", formatFile("float32.npy"));
  row("stored.npz", formatFile("stored.npz"));
  row("deflated.npz", formatFile("deflated.npz"));
  row("a.graphml", graphml("<node id=\"a\"><data key=\"k\">1</data></node><edge source=\"a\" target=\"a\"/>"));
  row("a.jpg", core::readFile(core::resourcesFolder() / "samples" / "photo.jpg").substr(0, 700));
}

void TestRefusals::cutFilesAreRefusedInChinese() {
  QFETCH(QString, name);
  QFETCH(QByteArray, bytes);
  const std::string whole = bytes.toStdString();
  int refused = 0;
  for (std::size_t length = 0; length < whole.size(); length += 1 + whole.size() / 150) {
    const auto error = refusalOf(name, whole.substr(0, length));
    if (!error) continue;
    ++refused;
    checkChinese(*error);
    if (QTest::currentTestFailed()) return;
  }
  QVERIFY(refused > 20);
}

QTEST_MAIN(TestRefusals)
#include "tst_refusals.moc"
