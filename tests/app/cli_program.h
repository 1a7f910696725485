#pragma once

#include <QDir>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <cmath>
#include <initializer_list>

// The built program, used as people use it: what it prints, what it writes and how it ends. The keys of its JSON are
// those of app/cli/README.md.

struct CliResult {
  int status = -1;
  QByteArray out;
  QByteArray err;

  [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
};

/// What a JSON value must be: s string, n number, b boolean, a array, o object; ? also null.
using Keys = QHash<QString, QString>;

[[nodiscard]] inline QString kindOf(const QJsonValue& value) {
  switch (value.type()) {
    case QJsonValue::String:
      return "s";
    case QJsonValue::Double:
      return "n";
    case QJsonValue::Bool:
      return "b";
    case QJsonValue::Array:
      return "a";
    case QJsonValue::Object:
      return "o";
    default:
      return "?";
  }
}

/// The first key that is missing, too many or of another type; empty if there is none.
[[nodiscard]] inline QString wrongKey(const QJsonObject& object, const Keys& expected) {
  for (auto key = expected.begin(); key != expected.end(); ++key) {
    if (!object.contains(key.key())) return key.key() + " is missing";
    if (!key.value().contains(kindOf(object[key.key()]))) return key.key() + " is " + kindOf(object[key.key()]);
  }
  for (const QString& key : object.keys()) {
    if (!expected.contains(key)) return key + " is not documented";
  }
  return {};
}

[[nodiscard]] inline QJsonObject firstOf(const QJsonObject& object, const char* key) {
  return object[QLatin1String(key)].toArray().first().toObject();
}

[[nodiscard]] inline double numberIn(const QJsonValue& nested, std::initializer_list<int> index) {
  QJsonValue value = nested;
  for (const int i : index) value = value.toArray().at(i);
  return value.toDouble();
}

/// A number as it is shown, with its true minus sign.
[[nodiscard]] inline double shown(QString text) {
  bool isNumber = false;
  const double number = text.replace(QChar(0x2212), u'-').toDouble(&isNumber);
  return isNumber ? number : std::nan("");
}

/// Runs the program in a folder of its own that holds files of every kind.
class CliProgram {
 public:
  static constexpr const char* kProgram = HEED_BINARY_DIR "/heed";
  /// Generous: it only tells a hang from a slow machine.
  static constexpr int kWatchdogMilliseconds = 120'000;

  CliProgram() {
    write("words.txt", "The dog saw the ball and it barked loudly\n");
    write("bad.txt", "abc \xff def");
    write("matrix.csv", "x,y,z\n1,0,2\n0,1,1\n");
    write("nan.csv", "1,NaN\n0,1\n");
    write("edges.csv", "source,target\na,b\nb,c\n");
    write("model.pt", "not read");
    write("broken.heed", "not a document");
    QString longText;
    for (int i = 0; i < 3000; ++i) longText += (i % 3 == 0 ? "animal " : i % 3 == 1 ? "street " : "it ");
    write("long.txt", longText.toUtf8());
    QImage one(1, 1, QImage::Format_RGB32);
    one.fill(Qt::red);
    m_isReady = one.save(path("one.png")) && m_isReady;
  }

  /// Whether all files could be written.
  [[nodiscard]] bool isReady() const { return m_isReady; }
  [[nodiscard]] QString folder() const { return m_folder.path(); }
  [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }

  [[nodiscard]] QByteArray read(const QString& name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

  void write(const QString& name, const QByteArray& bytes) {
    QFile file(path(name));
    m_isReady = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && m_isReady;
  }

  /// The surroundings of every run: without a display, and with a cache of its own.
  [[nodiscard]] QProcessEnvironment environment() const {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("HEED_RESOURCES", HEED_RESOURCES);
    environment.insert("XDG_CACHE_HOME", path("cache"));
    environment.remove("XDG_RUNTIME_DIR");
    environment.remove("DISPLAY");
    return environment;
  }

  [[nodiscard]] CliResult run(const QStringList& arguments) const { return run(arguments, environment()); }

  [[nodiscard]] CliResult run(const QStringList& arguments, const QProcessEnvironment& environment) const {
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.setProcessEnvironment(environment);
    process.start(kProgram, arguments);
    if (!process.waitForFinished(kWatchdogMilliseconds)) {
      process.kill();
      process.waitForFinished();
      return {};
    }
    const bool isNormal = process.exitStatus() == QProcess::NormalExit;
    return {isNormal ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
  }

 private:
  QTemporaryDir m_folder;
  bool m_isReady = true;
};
