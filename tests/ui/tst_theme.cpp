#include "core/base/error.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

using heed::core::Error;
using heed::ui::Fonts;
using heed::ui::Role;
using heed::ui::Theme;
using heed::ui::ThemeName;

namespace {

QByteArray themeFile(const QString& name) {
  QFile file(QStringLiteral(HEED_RESOURCES "/themes/") + name);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString failure(const QByteArray& json) {
  try {
    (void)Theme::fromJson(json, QStringLiteral("test.json"));
  } catch (const Error& error) {
    return QString::fromUtf8(error.what());
  }
  return {};
}

}  // namespace

class ThemeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Expected values are those of the design's token tables.
  void lightTokensAreTheDesigns() {
    const Theme theme = Theme::load(ThemeName::Light);
    QCOMPARE(theme.name, QStringLiteral("light"));
    QCOMPARE(theme.window, QColor("#F3F2EF"));
    QCOMPARE(theme.surface, QColor("#FFFFFF"));
    QCOMPARE(theme.text3, QColor("#67645E"));
    QCOMPARE(theme.hatch, QColor("#B5B2AB"));
    QCOMPARE(theme.role(Role::Query).line, QColor("#0848B8"));
    QCOMPARE(theme.role(Role::Key).tint, QColor("#FBEBDD"));
    QCOMPARE(theme.role(Role::None).line, theme.ink);
    QCOMPARE(theme.viridis.size(), std::size_t{11});
    QCOMPARE(theme.signedMap.front(), QColor("#7E3404"));
  }

  void darkTokensAreTheDesigns() {
    const Theme theme = Theme::load(ThemeName::Dark);
    QCOMPARE(theme.window, QColor("#141517"));
    QCOMPARE(theme.ink, QColor("#F4F4F5"));
    QCOMPARE(theme.onInk, QColor("#141517"));
    QCOMPARE(theme.role(Role::Weights).line, QColor("#EB9FEA"));
    QCOMPARE(theme.signedMap.back(), QColor("#B9D8FF"));
  }

  void everyMissingTokenIsNamed_data() {
    QTest::addColumn<QString>("section");
    QTest::addColumn<QString>("token");
    const QJsonObject root = QJsonDocument::fromJson(themeFile(QStringLiteral("light.json"))).object();
    for (const QString& section : {QStringLiteral("colors"), QStringLiteral("roles"), QStringLiteral("maps")}) {
      for (const QString& token : root.value(section).toObject().keys()) {
        QTest::newRow(qPrintable(section + QLatin1Char('.') + token)) << section << token;
      }
    }
  }
  void everyMissingTokenIsNamed() {
    QFETCH(QString, section);
    QFETCH(QString, token);
    QJsonObject root = QJsonDocument::fromJson(themeFile(QStringLiteral("light.json"))).object();
    QJsonObject part = root.value(section).toObject();
    part.remove(token);
    root.insert(section, part);
    const QString message = failure(QJsonDocument(root).toJson());
    QVERIFY2(message.contains(section + QLatin1Char('.') + token), qPrintable(message));
    QVERIFY(message.contains(QStringLiteral("test.json")));
  }

  void wrongFilesAreRefused_data() {
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("part");
    QTest::newRow("no colour") << QByteArray("\"#F3F2EF\"") << QByteArray("\"grey\"") << "written #RRGGBB";
    QTest::newRow("unknown token") << QByteArray("\"window\"") << QByteArray("\"windw\"") << "colors.windw";
    QTest::newRow("no section") << QByteArray("\"maps\"") << QByteArray("\"map\"") << "no section \"maps\"";
    QTest::newRow("not JSON") << QByteArray("{") << QByteArray("<") << "not a JSON object";
  }
  void wrongFilesAreRefused() {
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, part);
    const QString message = failure(themeFile(QStringLiteral("light.json")).replace(from, to));
    QVERIFY2(message.contains(part), qPrintable(message));
  }

  void theFirstFamilyThatExistsIsChosen() {
    const Fonts fonts =
        Fonts::choose({"DejaVu Sans", "Segoe UI", "STIX", "Consolas", "PingFang SC", "Noto Color Emoji"});
    QCOMPARE(fonts.interface, QStringLiteral("Segoe UI"));
    QCOMPARE(fonts.numbers, QStringLiteral("Consolas"));
    QCOMPARE(fonts.mathematics, QStringLiteral("STIX"));
    QCOMPARE(fonts.chinese, QStringLiteral("PingFang SC"));
    QCOMPARE(fonts.emoji, QStringLiteral("Noto Color Emoji"));
    QVERIFY(Fonts::choose({}).interface.isEmpty());
  }

  void noColourIsWrittenInSources() {
    const QRegularExpression hex(
        QStringLiteral("\"#[0-9A-Fa-f]{3,8}\"|Qt::(red|green|blue|white|black|gray|yellow)\\b"));
    int read = 0;
    QDirIterator files(QStringLiteral(HEED_SOURCE_DIR "/ui"), {"*.cpp", "*.h"}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
      QFile file(files.next());
      QVERIFY(file.open(QIODevice::ReadOnly));
      const QRegularExpressionMatch match = hex.match(QString::fromUtf8(file.readAll()));
      QVERIFY2(!match.hasMatch(), qPrintable(file.fileName() + QStringLiteral(": ") + match.captured()));
      ++read;
    }
    QVERIFY(read > 5);
  }
};

QTEST_MAIN(ThemeTest)
#include "tst_theme.moc"
