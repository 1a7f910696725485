#include "core/model/formula_text.h"
#include "tests/core/model_run.h"

#include <QDir>
#include <QDirIterator>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <set>

using namespace heed::core;
using namespace heed::test;

// Nothing is undocumented: what a person meets has words, and what a developer adds to has a README.

namespace {

bool isSentence(const Text& words) {
  const std::string text = words.english();
  return text.size() > 8 && (text.ends_with('.') || text.ends_with('?'));
}

QString readText(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

const BlockType& blockOf(const QString& id) {
  return *findBlockType(id.toStdString());
}

QStringList readmes() {
  QStringList files = {HEED_SOURCE_DIR "/README.md"};
  for (const char* folder : {"app", "core", "gpu", "ui", "resources", "tests"}) {
    QDirIterator entries(QString(HEED_SOURCE_DIR "/") + folder, {"README.md"}, QDir::Files,
                         QDirIterator::Subdirectories);
    while (entries.hasNext()) files << entries.next();
  }
  return files;
}

/// What stands between backticks or on indented lines: what a reader would type.
QStringList codeIn(const QString& text) {
  QStringList code;
  for (const QString& line : text.split(u'\n')) {
    if (line.startsWith("    ")) code << line.trimmed();
    static const QRegularExpression inBackticks("`([^`]+)`");
    for (auto match = inBackticks.globalMatch(line); match.hasNext();) code << match.next().captured(1);
  }
  return code;
}

QSet<QString> subcommands() {
  QSet<QString> names;
  QDirIterator sources(HEED_SOURCE_DIR "/app/cli", {"*.cpp"}, QDir::Files);
  static const QRegularExpression name("Subcommand subcommand\\{\\s*\\.name = \"([a-z]+)\"");
  while (sources.hasNext()) {
    const auto match = name.match(readText(sources.next()));
    if (match.hasMatch()) names << match.captured(1);
  }
  return names;
}

}  // namespace

class TestDocs : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { qputenv("HEED_RESOURCES", HEED_RESOURCES); }

  void blockHasWords_data() { blockRows(); }
  void blockHasWords() {
    QFETCH(QString, id);
    const BlockType& type = blockOf(id);
    QVERIFY(!type.title.isEmpty());
    QVERIFY2(isSentence(type.words.summary), type.words.summary.english().c_str());
    QVERIFY2(type.words.summary.english().size() <= 110, "the summary must fit on a line");
    QVERIFY2(isSentence(type.words.what), type.words.what.english().c_str());
    QVERIFY2(isSentence(type.words.why), type.words.why.english().c_str());
    if (!type.words.caution.isEmpty()) QVERIFY(isSentence(type.words.caution));
    if (type.isMechanism) QVERIFY2(!type.words.caution.isEmpty(), "a mechanism says where its weights mislead");
    if (type.isMechanism) QVERIFY2(!type.paper.empty(), "a mechanism says where it comes from");
    QVERIFY(!type.words.synonyms.empty());
  }

  void blockIsWhereItsFileIs_data() { blockRows(); }
  void blockIsWhereItsFileIs() {
    QFETCH(QString, id);
    const QString category = QString::fromStdString(std::string(blockOf(id).category));
    QVERIFY(QFile::exists(HEED_SOURCE_DIR "/core/blocks/" + category + "/" + id + ".cpp"));
  }

  void portsAndParametersHaveWords_data() { blockRows(); }
  void portsAndParametersHaveWords() {
    QFETCH(QString, id);
    const BlockType& type = blockOf(id);
    QVERIFY(!type.outputs.empty());
    std::set<std::string> seen;
    for (const auto* ports : {&type.inputs, &type.outputs}) {
      seen.clear();
      for (const PortSpec& port : *ports) {
        QVERIFY2(!port.label.isEmpty(), port.id.c_str());
        QVERIFY2(seen.insert(port.id).second, port.id.c_str());
      }
    }
    seen.clear();
    for (const ParamSpec& param : type.params) {
      QVERIFY2(seen.insert(param.id).second, param.id.c_str());
      QVERIFY2(!param.label.isEmpty(), param.id.c_str());
      QVERIFY2(isSentence(param.help), param.id.c_str());
      for (const ParamChoice& choice : param.choices) QVERIFY2(!choice.label.isEmpty(), choice.id.c_str());
      QCOMPARE(param.choices.empty(), param.type != ParamType::Choice);
    }
  }

  void defaultsAreAllowed_data() { blockRows(); }
  void defaultsAreAllowed() {
    QFETCH(QString, id);
    const BlockType& type = blockOf(id);
    Model model;
    Parameters parameters;
    for (const ParamSpec& param : type.params) setParameter(parameters, param.id, param.defaultValue);
    model.addBlock(std::string(type.id), "block", parameters);
    for (const Issue& issue : validate(model)) {
      const std::string said = issue.text.english();
      QVERIFY2(said.find("parameter") == std::string::npos, said.c_str());
    }
  }

  void formulaIsPlainText_data() { blockRows(); }
  void formulaIsPlainText() {
    QFETCH(QString, id);
    const BlockType& type = blockOf(id);
    const QString plain = QString::fromStdString(formulaAsText(type.formula));
    QVERIFY(!plain.isEmpty());
    QVERIFY2(!plain.contains(u'\\') && !plain.contains("term"), qPrintable(plain));
    QCOMPARE(plain.count(u'('), plain.count(u')'));
    static const QRegularExpression unknownCommand("(mathrm|mathbf|frac|sqrt|left|right|operatorname|quad|text)");
    QVERIFY2(!plain.contains(unknownCommand), qPrintable(plain));
    const QString tex = QString::fromStdString(formulaAsTex(type.formula));
    QVERIFY2(!tex.contains("\\term"), qPrintable(tex));
    QCOMPARE(tex.count(u'{'), tex.count(u'}'));
  }

  void formulasReadAsTheyAreMeant_data() {
    QTest::addColumn<QString>("formula");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("tex");
    QTest::newRow("root") << "\\sqrt{d_k}" << "√d_k" << "\\sqrt{d_k}";
    QTest::newRow("fraction") << "\\frac{a + b}{c}" << "(a + b) / c" << "\\frac{a + b}{c}";
    QTest::newRow("transposed") << "Q K^\\top" << "Q Kᵀ" << "Q K^\\top";
    QTest::newRow("term") << "\\term{weights}{A} V" << "A V" << "{A} V";
    QTest::newRow("term in a fraction") << "\\frac{\\term{a}{x}}{2}" << "x / 2" << "\\frac{{x}}{2}";
    QTest::newRow("square") << "x^2 + y_{ij}" << "x² + y_ij" << "x^2 + y_{ij}";
    QTest::newRow("unclosed") << "\\frac{a}{b" << "a / b" << "\\frac{a}{b}";
    QTest::newRow("relation") << "j \\leq i \\quad k \\le 2" << "j ≤ i     k ≤ 2" << "j \\leq i \\quad k \\le 2";
    QTest::newRow("product below") << "\\frac{a}{b c}" << "a / (b c)" << "\\frac{a}{b c}";
    QTest::newRow("numbers") << "x \\in \\mathbb{R}^{n}" << "x ∈ ℝ^n" << "x \\in \\mathbb{R}^{n}";
    QTest::newRow("nothing") << "" << "" << "";
  }
  void formulasReadAsTheyAreMeant() {
    QFETCH(QString, formula);
    QFETCH(QString, text);
    QFETCH(QString, tex);
    QCOMPARE(QString::fromStdString(formulaAsText(formula.toStdString())), text);
    QCOMPARE(QString::fromStdString(formulaAsTex(formula.toStdString())), tex);
  }

  void opHasWords() {
    for (const OpDef* op : allOps()) {
      const std::string name(op->name);
      const std::string summary(op->summary);
      QVERIFY2(summary.ends_with('.') && summary.size() > 15, name.c_str());
      QVERIFY2(!op->tolerance.reason.empty(), name.c_str());
      QVERIFY2((op->vjp == nullptr) == !op->noGradient.empty(), name.c_str());
      QVERIFY2(op->explain != nullptr && op->pytorch != nullptr && op->cost != nullptr, name.c_str());
      QVERIFY2(op->examples != nullptr && !op->examples().empty(), name.c_str());
      for (const OpExample& example : op->examples()) QVERIFY2(!example.label.empty(), name.c_str());
    }
  }

  void templateHasWords() {
    for (const std::string& id : templateIds()) {
      const DocumentData document = templateDocument(id);
      QVERIFY2(document.title.size() > 3, id.c_str());
      QVERIFY2(document.summary.size() > 30 && document.summary.ends_with('.'), id.c_str());
      const bool hasHandSet = std::ranges::any_of(
          document.weights, [](const auto& weight) { return weight.second.origin == WeightOrigin::HandSet; });
      const bool saysSo = document.summary.find("by hand") != std::string::npos ||
                          document.summary.find("hand-set") != std::string::npos;
      QVERIFY2(hasHandSet == saysSo, id.c_str());
    }
  }

  void folderHasAReadme() {
    for (const char* top : {"app", "core", "ui"}) {
      const QString root = QString(HEED_SOURCE_DIR "/") + top;
      QVERIFY2(QFile::exists(root + "/README.md"), top);
      const QStringList folders = QDir(root).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
      for (const QString& folder : folders) {
        QDirIterator inside(root + "/" + folder, {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
        if (!inside.hasNext()) continue;
        const bool hasOwn = QFile::exists(root + "/" + folder + "/README.md");
        const bool isNamed = readText(root + "/README.md").contains("`" + folder + "/`");
        QVERIFY2(hasOwn || isNamed, qPrintable(root + "/" + folder));
      }
    }
  }

  void readmeFitsOnAPage() {
    for (const QString& path : readmes()) {
      const QString text = readText(path);
      QVERIFY2(text.startsWith("# "), qPrintable(path));
      QVERIFY2(text.count(u'\n') <= 70, qPrintable(path));
    }
  }

  void commandsInReadmesExist() {
    const QSet<QString> known = subcommands();
    QVERIFY(known.size() >= 8);
    const QString dev = readText(HEED_SOURCE_DIR "/dev");
    int found = 0;
    static const QRegularExpression ofHeed("^(?:build/bin/|\\./)*heed ([a-z]+)");
    static const QRegularExpression ofDev("^\\./dev ([a-z]+)");
    for (const QString& path : readmes()) {
      for (const QString& code : codeIn(readText(path))) {
        if (const auto match = ofHeed.match(code); match.hasMatch()) {
          ++found;
          QVERIFY2(known.contains(match.captured(1)), qPrintable(path + ": " + code));
        }
        if (const auto match = ofDev.match(code); match.hasMatch()) {
          ++found;
          const QRegularExpression handled("\n  [a-z| -]*\\b" + match.captured(1) + "\\b[a-z| -]*\\)");
          QVERIFY2(dev.contains(handled), qPrintable(path + ": " + code));
        }
      }
    }
    QVERIFY(found >= 10);
  }

  void filesInReadmesExist() {
    static const QRegularExpression plainFile("^[a-z_/]+\\.(h|cpp|json|csv|jpg|txt)$");
    for (const QString& path : readmes()) {
      const QDir folder = QFileInfo(path).dir();
      for (const QString& code : codeIn(readText(path))) {
        if (!plainFile.match(code).hasMatch()) continue;
        QDirIterator inside(folder.path(), {QFileInfo(code).fileName()}, QDir::Files, QDirIterator::Subdirectories);
        const bool exists = QFile::exists(HEED_SOURCE_DIR "/" + code) || inside.hasNext();
        QVERIFY2(exists, qPrintable(path + ": " + code));
      }
    }
  }

 private:
  static void blockRows() {
    QTest::addColumn<QString>("id");
    for (const BlockType* type : allBlockTypes())
      QTest::newRow(std::string(type->id).c_str()) << QString::fromStdString(std::string(type->id));
  }
};

QTEST_GUILESS_MAIN(TestDocs)
#include "tst_docs.moc"
