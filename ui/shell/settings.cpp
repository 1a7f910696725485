#include "ui/shell/settings.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <cmath>

namespace heed::ui {

namespace {

constexpr qsizetype kMostRecentFiles = 10;

QString ownPath() {
  return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + QStringLiteral("/heed/heed.ini");
}

/// The words that a choice is written as, in the order of its enumerators.
using Words = std::array<const char*, 3>;
constexpr Words kThemes = {"system", "light", "dark"};
constexpr Words kLanguages = {"system", "en", "zh"};
constexpr Words kMotions = {"system", "on", "off"};

template <typename Choice>
Choice choiceOf(const QVariant& value, const Words& words, Choice fallback) {
  const QString word = value.toString();
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (word == QLatin1String(words[i])) return static_cast<Choice>(i);
  }
  return fallback;
}

template <typename Choice>
QString wordOf(Choice choice, const Words& words) {
  return QString::fromLatin1(words[static_cast<std::size_t>(choice)]);
}

}  // namespace

void nameApplication() {
  QCoreApplication::setOrganizationName(QStringLiteral("heed"));
  QCoreApplication::setApplicationName(QStringLiteral("heed"));
  QSettings::setDefaultFormat(QSettings::IniFormat);
}

SettingsFile::SettingsFile(QObject* parent) : SettingsFile(ownPath(), parent) {}

SettingsFile::SettingsFile(QString path, QObject* parent) : QObject(parent), m_path(std::move(path)) {
  read();
}

void SettingsFile::change(const std::function<void(Settings&)>& edit) {
  Settings next = m_values;
  edit(next);
  if (next == m_values) return;
  m_values = std::move(next);
  write();
  Q_EMIT changed();
}

void SettingsFile::addRecentFile(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  change([&](Settings& settings) {
    settings.recentFiles.removeAll(absolute);
    settings.recentFiles.prepend(absolute);
    while (settings.recentFiles.size() > kMostRecentFiles) settings.recentFiles.removeLast();
  });
}

void SettingsFile::read() {
  const QSettings file(m_path, QSettings::IniFormat);
  if (file.status() != QSettings::NoError) return;
  const Settings defaults;
  m_values.theme = choiceOf(file.value("look/theme"), kThemes, defaults.theme);
  m_values.language = choiceOf(file.value("look/language"), kLanguages, defaults.language);
  m_values.motion = choiceOf(file.value("look/motion"), kMotions, defaults.motion);
  bool isNumber = false;
  const double scale = file.value("look/scale").toDouble(&isNumber);
  if (isNumber && std::isfinite(scale)) m_values.scale = std::clamp(scale, 0.75, 3.0);
  const int decimals = file.value("look/decimals").toInt(&isNumber);
  if (isNumber) m_values.decimals = std::clamp(decimals, 1, 4);
  m_values.backend = file.value("compute/backend", defaults.backend).toString();
  m_values.dismissedHints = file.value("hints/dismissed").toStringList();
  m_values.recentFiles = file.value("files/recent").toStringList().mid(0, kMostRecentFiles);
  m_values.windowGeometry = file.value("window/geometry").toByteArray();
  m_values.docks = file.value("window/docks").toByteArray();
}

void SettingsFile::write() const {
  QDir().mkpath(QFileInfo(m_path).absolutePath());
  QSettings file(m_path, QSettings::IniFormat);
  file.setValue("look/theme", wordOf(m_values.theme, kThemes));
  file.setValue("look/language", wordOf(m_values.language, kLanguages));
  file.setValue("look/motion", wordOf(m_values.motion, kMotions));
  file.setValue("look/scale", m_values.scale);
  file.setValue("look/decimals", m_values.decimals);
  file.setValue("compute/backend", m_values.backend);
  file.setValue("hints/dismissed", m_values.dismissedHints);
  file.setValue("files/recent", m_values.recentFiles);
  file.setValue("window/geometry", m_values.windowGeometry);
  file.setValue("window/docks", m_values.docks);
}

}  // namespace heed::ui
