#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>

namespace heed::ui {

enum class ThemeChoice { System, Light, Dark };
enum class LanguageChoice { System, English, Chinese };
enum class MotionChoice { System, On, Off };

/// What a person chose once and finds again at the next start.
struct Settings {
  ThemeChoice theme = ThemeChoice::System;
  LanguageChoice language = LanguageChoice::System;
  MotionChoice motion = MotionChoice::System;
  QString backend = QStringLiteral("auto");  ///< the id of a BackendChoice
  double scale = 1.0;                        ///< of the interface, 0.75 to 3
  int decimals = 2;                          ///< of numbers in cells, 1 to 4
  QStringList dismissedHints;
  QStringList recentFiles;  ///< the newest first
  QByteArray windowGeometry;
  QByteArray docks;

  bool operator==(const Settings&) const = default;
};

/// Names the program, so that what Qt writes by itself, and what a dialog keeps, stands in the person's one file.
void nameApplication();

/// The settings on disk. A file that is missing, broken or holds what is out of range gives the defaults in its place;
/// one that cannot be written costs only the memory of the choice.
class SettingsFile : public QObject {
  Q_OBJECT

 public:
  /// The file of this person, in the folder for settings of the system.
  explicit SettingsFile(QObject* parent = nullptr);
  explicit SettingsFile(QString path, QObject* parent = nullptr);

  [[nodiscard]] const Settings& values() const { return m_values; }
  /// Writes at once. Says changed() if that is another choice.
  void change(const std::function<void(Settings&)>& edit);
  /// Puts a file at the head of the recent ones.
  void addRecentFile(const QString& path);

 Q_SIGNALS:
  void changed();

 private:
  void read();
  void write() const;

  QString m_path;
  Settings m_values;
};

}  // namespace heed::ui
