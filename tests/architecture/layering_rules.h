#pragma once

#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <optional>

/// Who may include whom and what no source may hold, as tables; tst_layering applies them to every line of ours.
namespace heed::test {

/// The folders of the repository that a folder may include, itself among them.
struct FolderRule {
  QString folder;
  QStringList mayInclude;
};

inline const QList<FolderRule>& folderRules() {
  static const QList<FolderRule> rules = {
      {"core", {"core"}},
      {"gpu", {"gpu", "core"}},
      {"ui", {"ui", "core"}},
      {"app", {"app", "ui", "gpu", "core"}},
      {"tests", {"tests", "app", "ui", "gpu", "core"}},
  };
  return rules;
}

/// The order inside core: a folder includes itself and folders of earlier rows.
inline const QList<QStringList>& coreOrder() {
  static const QList<QStringList> rows = {
      {"base"},     {"tensor"}, {"text", "data"}, {"program"}, {"ops"},
      {"autodiff"}, {"exec"},   {"model"},        {"blocks"},  {"train", "compare", "lesson", "io"},
  };
  return rows;
}

/// A library, by what its includes look like, and the files that may include it.
struct LibraryRule {
  QString library;
  QRegularExpression include;
  QRegularExpression allowedFiles;
};

inline const QList<LibraryRule>& libraryRules() {
  using Regex = QRegularExpression;
  static const QList<LibraryRule> rules = {
      {"Eigen", Regex("^(unsupported/)?Eigen/"), Regex("^core/.*\\.cpp$|^tests/")},
      {"Vulkan", Regex("^(vulkan|vk_video|shaderc|spirv[-_a-z]*)/"), Regex("^gpu/|^tests/gpu/")},
      {"QCustomPlot", Regex("^qcustomplot\\.h$"), Regex("^ui/plots/")},
      {"Qt Test", Regex("^QtTest|^QTest|^QSignalSpy$"), Regex("^tests/")},
      {"Qt Gui or Widgets",
       Regex("^Qt(Gui|Widgets|Svg|PrintSupport|DBus)\\b|^Q(Image|Color|Painter|Font|Pixmap|Icon|Widget|Svg|Gui|"
             "Application"
             "$)"),
       Regex("^(ui|app|tests)/")},
      {"Qt", Regex("^Q[A-Z]|^Qt[A-Z]"), Regex("^core/(io|text|data|lesson)/.*\\.cpp$|^(ui|app|tests)/")},
  };
  return rules;
}

/// What no line of the files named may hold.
struct WordRule {
  QString reason;
  QRegularExpression words;
  QRegularExpression files;
};

inline const QList<WordRule>& wordRules() {
  using Regex = QRegularExpression;
  static const QRegularExpression everything(".*");
  static const QList<WordRule> rules = {
      {"unfinished work is an issue, not a comment",
       Regex("\\b(TO"
             "DO|FIX"
             "ME|XX"
             "X)\\b"),
       everything},
      {"code that is not compiled is removed", Regex("^\\s*#\\s*if\\s+0\\b"), everything},
      {"a header of core names neither Qt nor Eigen", Regex("^(?!\\s*//)[^\"]*(\\bQ[A-Z][a-z]\\w*|\\bQt::|\\bEigen::)"),
       Regex("^core/.*\\.h$")},
      {"colours are tokens of resources/themes", Regex("\"#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})\""),
       Regex("^(ui|app)/")},
  };
  return rules;
}

/// The file that an include line names, without its brackets or quotation marks; empty for other lines.
inline QString includedFile(const QString& line) {
  static const QRegularExpression include(R"(^\s*#\s*include\s*[<"]([^>"]+)[>"])");
  return include.match(line).captured(1);
}

inline std::optional<qsizetype> coreRow(const QString& folder) {
  for (qsizetype row = 0; row < coreOrder().size(); ++row) {
    if (coreOrder()[row].contains(folder)) return row;
  }
  return std::nullopt;
}

/// Why a file of core may not include another one; empty if it may.
inline QString coreBreach(const QString& path, const QString& included) {
  const QString from = path.section('/', 1, 1);
  const QString to = included.section('/', 1, 1);
  const auto fromRow = coreRow(from);
  const auto toRow = coreRow(to);
  if (!fromRow) return QString("core/%1 has no place in the order of core's folders").arg(from);
  if (!toRow) return QString("core/%1 has no place in the order of core's folders").arg(to);
  if (from == to || *toRow < *fromRow) return {};
  return QString("core/%1 may not know core/%2").arg(from, to);
}

/// Why a file may not hold an include line; empty if it may.
inline QString includeBreach(const QString& path, const QString& line) {
  const QString included = includedFile(line);
  if (included.isEmpty()) return {};
  const QString from = path.section('/', 0, 0);
  const QString to = included.section('/', 0, 0);
  for (const FolderRule& rule : folderRules()) {
    const auto isTarget = [&](const FolderRule& other) { return other.folder == to; };
    if (rule.folder != from || std::none_of(folderRules().begin(), folderRules().end(), isTarget)) continue;
    if (!rule.mayInclude.contains(to)) return QString("%1 may not know %2").arg(from, to);
    return from == "core" ? coreBreach(path, included) : QString();
  }
  for (const LibraryRule& rule : libraryRules()) {
    if (!rule.include.match(included).hasMatch()) continue;
    return rule.allowedFiles.match(path).hasMatch() ? QString() : QString("%1 is not for this file").arg(rule.library);
  }
  if (line.contains('"') && !included.endsWith(".moc")) {
    return "an include of ours starts at the root of the repository";
  }
  return {};
}

/// Why a file may not hold a line for its words; empty if it may.
inline QString wordBreach(const QString& path, const QString& line) {
  for (const WordRule& rule : wordRules()) {
    if (rule.files.match(path).hasMatch() && rule.words.match(line).hasMatch()) return rule.reason;
  }
  return {};
}

}  // namespace heed::test
