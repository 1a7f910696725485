#include "ui/theme/fonts.h"

#include <QFontDatabase>

#include <initializer_list>

namespace heed::ui {

namespace {

QString firstOf(const QStringList& available, std::initializer_list<const char*> wanted) {
  for (const char* family : wanted) {
    if (available.contains(QLatin1String(family))) return QLatin1String(family);
  }
  return {};
}

}  // namespace

Fonts Fonts::choose(const QStringList& available) {
  Fonts fonts;
  fonts.interface = firstOf(
      available, {"Inter", "Segoe UI Variable Text", "Segoe UI", ".AppleSystemUIFont", "Noto Sans", "DejaVu Sans"});
  fonts.chinese = firstOf(available, {"Noto Sans CJK SC", "Microsoft YaHei UI", "PingFang SC"});
  fonts.numbers =
      firstOf(available, {"JetBrains Mono", "Cascadia Mono", "SF Mono", "Menlo", "Consolas", "DejaVu Sans Mono"});
  fonts.mathematics = firstOf(available, {"STIX Two Text", "STIX", "Cambria", "Latin Modern Roman", "Times New Roman"});
  fonts.emoji = firstOf(available, {"Noto Color Emoji", "Segoe UI Emoji", "Apple Color Emoji"});
  return fonts;
}

Fonts Fonts::installed() {
  return choose(QFontDatabase::families());
}

QFont Fonts::font(FontUse use, int weight) const {
  QStringList families;
  switch (use) {
    case FontUse::Interface:
      families << interface;
      break;
    case FontUse::Numbers:
      families << numbers << interface;
      break;
    case FontUse::Mathematics:
      families << mathematics << interface;
      break;
  }
  families << chinese << emoji;
  families.removeAll(QString());
  QFont font;
  font.setFamilies(families);
  font.setPixelSize(kReferenceSize);
  font.setWeight(static_cast<QFont::Weight>(weight));
  font.setHintingPreference(QFont::PreferNoHinting);
  font.setStyleStrategy(static_cast<QFont::StyleStrategy>(QFont::PreferAntialias | QFont::PreferOutline));
  return font;
}

}  // namespace heed::ui
