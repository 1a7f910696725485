#include "ui/shell/folders.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

namespace heed::ui {

namespace {

constexpr qsizetype kLongestName = 40;

}  // namespace

QString documentsFolder() {
  const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  return !documents.isEmpty() && QFileInfo(documents).isDir() ? documents : QDir::homePath();
}

QString folderOr(const QString& wished) {
  return !wished.isEmpty() && QFileInfo(wished).isDir() ? wished : documentsFolder();
}

QString nearestFolder(const QString& path) {
  QString folder = QFileInfo(path).absolutePath();
  while (!QFileInfo(folder).isDir()) {
    const QString around = QFileInfo(folder).absolutePath();
    if (around == folder) return documentsFolder();
    folder = around;
  }
  return folder;
}

QString fileNameOf(const QString& words) {
  static const QRegularExpression notInNames(QStringLiteral("[/\\\\:*?\"<>|\\x00-\\x1f]"));
  QString name = QString(words).replace(notInNames, QStringLiteral(" ")).simplified();
  if (name.size() > kLongestName) {
    name.truncate(kLongestName);
    // A word is cut only where there is but one.
    if (const qsizetype space = name.lastIndexOf(QLatin1Char(' ')); space > 0) name.truncate(space);
    if (name.back().isHighSurrogate()) name.chop(1);
  }
  while (name.endsWith(QLatin1Char('.')) || name.endsWith(QLatin1Char(' ')) || name.endsWith(QLatin1Char(',')))
    name.chop(1);
  while (name.startsWith(QLatin1Char('.'))) name.remove(0, 1);
  return name;
}

}  // namespace heed::ui
