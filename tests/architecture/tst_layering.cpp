#include "tests/architecture/layering_rules.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QtTest>

using namespace heed::test;

namespace {

struct SourceFile {
  QString path;  ///< from the root of the repository
  QStringList lines;
};

/// All C++ sources and shaders of ours.
const QList<SourceFile>& sources() {
  static const QList<SourceFile> files = [] {
    QList<SourceFile> result;
    const QDir root(HEED_SOURCE_DIR);
    for (const FolderRule& rule : folderRules()) {
      QDirIterator iterator(root.filePath(rule.folder), {"*.h", "*.cpp", "*.comp", "*.glsl"}, QDir::Files,
                            QDirIterator::Subdirectories);
      while (iterator.hasNext()) {
        QFile file(iterator.next());
        if (!file.open(QFile::ReadOnly)) qFatal("%s cannot be read", qPrintable(file.fileName()));
        result.append({root.relativeFilePath(file.fileName()), QString::fromUtf8(file.readAll()).split('\n')});
      }
    }
    return result;
  }();
  return files;
}

/// Applies a check to every line and gives "file:line: reason: text" for each breach.
template <typename Check>
QStringList breaches(const Check& check) {
  QStringList found;
  for (const SourceFile& file : sources()) {
    for (qsizetype i = 0; i < file.lines.size(); ++i) {
      const QString reason = check(file.path, file.lines[i]);
      if (reason.isEmpty()) continue;
      found += QString("%1:%2: %3: %4").arg(file.path).arg(i + 1).arg(reason, file.lines[i].trimmed());
    }
  }
  return found;
}

void verifyNone(const QStringList& found) {
  QVERIFY2(found.isEmpty(), qPrintable('\n' + found.join('\n')));
}

QString firstInclude(const SourceFile& file) {
  for (const QString& line : file.lines) {
    if (const QString included = includedFile(line); !included.isEmpty()) return included;
  }
  return {};
}

bool isThere(const QString& path) {
  return QFile::exists(QDir(HEED_SOURCE_DIR).filePath(path));
}

}  // namespace

class TestLayering : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void madeUpIncludesAreJudgedRightly_data();
  void madeUpIncludesAreJudgedRightly();
  void madeUpLinesAreJudgedRightly_data();
  void madeUpLinesAreJudgedRightly();
  void theSourcesAreRead();
  void everyFolderOfCoreHasAPlaceInTheOrder();
  void includesKeepToTheLayers();
  void linesKeepToTheRules();
  void includesOfOursNameFilesThatAreThere();
  void headersBeginWithPragmaOnce();
  void sourcesIncludeTheirOwnHeaderFirst();
};

void TestLayering::madeUpIncludesAreJudgedRightly_data() {
  QTest::addColumn<QString>("path");
  QTest::addColumn<QString>("line");
  QTest::addColumn<bool>("allowed");
  const auto row = [](const char* path, const char* line, bool allowed) {
    QTest::addRow("%s: %s", path, line) << path << line << allowed;
  };
  row("core/ops/softmax.cpp", "#include \"ui/shell/theme.h\"", false);
  row("core/ops/softmax.cpp", "#include \"gpu/vulkan/device.h\"", false);
  row("core/ops/softmax.cpp", "#include \"app/cli/run.h\"", false);
  row("core/ops/softmax.cpp", "#include \"tests/core/helper.h\"", false);
  row("gpu/vulkan/device.cpp", "#include \"ui/shell/theme.h\"", false);
  row("gpu/vulkan/device.cpp", "#include \"core/base/error.h\"", true);
  row("ui/shell/theme.cpp", "#include \"gpu/vulkan/device.h\"", false);
  row("ui/shell/theme.cpp", "#include \"app/cli/run.h\"", false);
  row("ui/shell/theme.cpp", "#include \"core/exec/backend.h\"", true);
  row("app/startup/main.cpp", "#include \"gpu/backend/vulkan_backend.h\"", true);
  row("app/startup/main.cpp", "#include \"tests/core/helper.h\"", false);

  row("core/base/error.h", "#include \"core/tensor/shape.h\"", false);
  row("core/tensor/tensor.h", "#include \"core/base/error.h\"", true);
  row("core/text/words.cpp", "#include \"core/data/sentence.h\"", false);
  row("core/program/builder.cpp", "#include \"core/ops/ops.h\"", false);
  row("core/ops/softmax.cpp", "#include \"core/program/builder.h\"", true);
  row("core/autodiff/gradients.cpp", "#include \"core/exec/backend.h\"", false);
  row("core/exec/cpu_backend.cpp", "#include \"core/model/model.h\"", false);
  row("core/model/lowering.cpp", "#include \"core/exec/trace.h\"", true);
  row("core/model/model.cpp", "#include \"core/blocks/shared/masks.h\"", false);
  row("core/blocks/attention/gat.cpp", "#include \"core/io/npy.h\"", false);
  row("core/io/document.cpp", "#include \"core/model/model.h\"", true);
  row("core/io/document.cpp", "#include \"core/train/trainer.h\"", false);
  row("core/io/document.cpp", "#include \"core/io/json.h\"", true);
  row("core/io/document.cpp", "#include \"core/unheard/of.h\"", false);
  row("core/unheard/of.cpp", "#include \"core/base/error.h\"", false);

  row("core/exec/matmul.cpp", "#include <Eigen/Core>", true);
  row("core/exec/matmul.h", "#include <Eigen/Core>", false);
  row("ui/canvas/item.cpp", "#include <Eigen/Core>", false);
  row("gpu/vulkan/device.h", "#include <vulkan/vulkan.h>", true);
  row("core/exec/backend.cpp", "#include <vulkan/vulkan.h>", false);
  row("ui/shell/theme.cpp", "#include <vulkan/vulkan.h>", false);
  row("ui/plots/curve.cpp", "#include <qcustomplot.h>", true);
  row("ui/training/curves.cpp", "#include <qcustomplot.h>", false);
  row("core/io/json.cpp", "#include <QJsonDocument>", true);
  row("core/io/json.cpp", "#  include <QtCore/QJsonDocument>", true);
  row("core/io/json.h", "#include <QJsonDocument>", false);
  row("core/io/image.cpp", "#include <QImage>", false);
  row("core/io/image.cpp", "#include <QtGui/QImage>", false);
  row("core/ops/softmax.cpp", "#include <QString>", false);
  row("core/base/text.cpp", "#include <QString>", false);
  row("gpu/vulkan/device.cpp", "#include <QString>", false);
  row("ui/shell/theme.h", "#include <QWidget>", true);
  row("ui/shell/theme.cpp", "#include <QtTest>", false);
  row("tests/ui/tst_theme.cpp", "#include <QtTest>", true);

  row("core/ops/softmax.cpp", "#include <vector>", true);
  row("core/ops/softmax.cpp", "#include <fmt/format.h>", true);
  row("core/ops/softmax.cpp", "#include \"softmax.h\"", false);
  row("core/ops/softmax.cpp", "#include \"../base/error.h\"", false);
  row("tests/core/tst_base.cpp", "#include \"tst_base.moc\"", true);
}

void TestLayering::madeUpIncludesAreJudgedRightly() {
  QFETCH(QString, path);
  QFETCH(QString, line);
  QFETCH(bool, allowed);
  const QString reason = includeBreach(path, line);
  QVERIFY2(reason.isEmpty() == allowed, qPrintable(reason));
}

void TestLayering::madeUpLinesAreJudgedRightly_data() {
  QTest::addColumn<QString>("path");
  QTest::addColumn<QString>("line");
  QTest::addColumn<bool>("allowed");
  const auto row = [](const char* path, const char* line, bool allowed) {
    QTest::addRow("%s: %s", path, line) << path << line << allowed;
  };
  row("core/ops/softmax.cpp",
      "// TO"
      "DO: later",
      false);
  row("tests/core/tst_ops.cpp",
      "int a = 0;  // FIX"
      "ME",
      false);
  row("ui/canvas/item.cpp", "#if 0", false);
  row("ui/canvas/item.cpp", "  #  if 0", false);
  row("ui/canvas/item.cpp", "#if 00100", true);
  row("core/io/json.h", "QString toText(const Json& json);", false);
  row("core/io/json.h", "std::vector<QByteArray> parts;", false);
  row("core/tensor/tensor.h", "Eigen::MatrixXf matrix;", false);
  row("core/tensor/tensor.h", "/// Unlike QString and Eigen::Matrix, cheap to copy.", true);
  row("core/io/json.cpp", "QString text;", true);
  row("core/model/model.h", "Tensor QKV;", true);
  row("ui/canvas/item.cpp", "QColor colour(\"#ff8800\");", false);
  row("ui/canvas/item.cpp", "QString text = \"#1\";", true);
}

void TestLayering::madeUpLinesAreJudgedRightly() {
  QFETCH(QString, path);
  QFETCH(QString, line);
  QFETCH(bool, allowed);
  const QString reason = wordBreach(path, line);
  QVERIFY2(reason.isEmpty() == allowed, qPrintable(reason));
}

void TestLayering::theSourcesAreRead() {
  const auto includesOf = [](const QString& path) {
    QStringList result;
    for (const SourceFile& file : sources()) {
      if (file.path != path) continue;
      for (const QString& line : file.lines) result += includedFile(line);
    }
    result.removeAll(QString());
    return result;
  };
  QVERIFY(includesOf("core/base/error.h").contains("core/base/text.h"));
  QVERIFY(includesOf("core/base/error.h").contains("exception"));
  QVERIFY(includesOf("tests/architecture/tst_layering.cpp").contains("QtTest"));
}

void TestLayering::everyFolderOfCoreHasAPlaceInTheOrder() {
  const QStringList folders = QDir(QString(HEED_SOURCE_DIR) + "/core").entryList(QDir::Dirs | QDir::NoDotAndDotDot);
  QVERIFY(folders.contains("base"));
  for (const QString& folder : folders) QVERIFY2(coreRow(folder), qPrintable("core/" + folder));
}

void TestLayering::includesKeepToTheLayers() {
  verifyNone(breaches(includeBreach));
}

void TestLayering::linesKeepToTheRules() {
  verifyNone(breaches(wordBreach));
}

void TestLayering::includesOfOursNameFilesThatAreThere() {
  verifyNone(breaches([](const QString&, const QString& line) -> QString {
    const QString included = includedFile(line);
    const auto isOurs = [&](const FolderRule& rule) { return included.startsWith(rule.folder + '/'); };
    const bool ours = std::any_of(folderRules().begin(), folderRules().end(), isOurs);
    return ours && !isThere(included) ? "there is no such file" : "";
  }));
}

void TestLayering::headersBeginWithPragmaOnce() {
  QStringList found;
  for (const SourceFile& file : sources()) {
    if (file.path.endsWith(".h") && file.lines.value(0) != "#pragma once") found += file.path;
  }
  verifyNone(found);
}

void TestLayering::sourcesIncludeTheirOwnHeaderFirst() {
  QStringList found;
  for (const SourceFile& file : sources()) {
    if (!file.path.endsWith(".cpp")) continue;
    const QString header = file.path.chopped(4) + ".h";
    if (isThere(header) && firstInclude(file) != header) found += file.path;
  }
  verifyNone(found);
}

QTEST_GUILESS_MAIN(TestLayering)
#include "tst_layering.moc"
