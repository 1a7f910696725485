#include "core/base/error.h"
#include "ui/widgets/icon.h"

#include <QDirIterator>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QtTest>

using namespace heed::ui;

namespace {

/// How many pixels of a picture have been drawn on.
int drawnPixels(const QImage& image) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) count += qAlpha(image.pixel(x, y)) > 40 ? 1 : 0;
  }
  return count;
}

/// The colour of the most opaque pixel.
QColor strongestColor(const QImage& image) {
  QColor best;
  int alpha = -1;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const QColor color = image.pixelColor(x, y);
      if (color.alpha() > alpha) {
        alpha = color.alpha();
        best = color;
      }
    }
  }
  return best;
}

QImage rendered(const QIcon& icon, QIcon::Mode mode, QIcon::State state, int size = 40) {
  return icon.pixmap(QSize(size, size), mode, state).toImage().convertToFormat(QImage::Format_ARGB32);
}

bool near(const QColor& a, const QColor& b) {
  constexpr int kRounding = 3;  // premultiplied pixels lose up to a level or two
  return std::abs(a.red() - b.red()) <= kRounding && std::abs(a.green() - b.green()) <= kRounding &&
         std::abs(a.blue() - b.blue()) <= kRounding;
}

}  // namespace

class IconTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyFileOfTheFolderIsCompiledIn() {
    QStringList files;
    QDirIterator folder(QStringLiteral(HEED_RESOURCES "/icons"), {QStringLiteral("*.svg")}, QDir::Files);
    while (folder.hasNext()) files << QFileInfo(folder.next()).baseName();
    files.sort();
    QCOMPARE(iconNames(), files);
    QVERIFY(files.size() >= 54);
  }

  void everyIconHasNoColourOfItsOwn() {
    static const QRegularExpression ownColor(QStringLiteral("(?:fill|stroke)=\"(?!none|currentColor)[^\"]*\""));
    for (const QString& name : iconNames()) {
      QFile file(QStringLiteral(HEED_RESOURCES "/icons/%1.svg").arg(name));
      QVERIFY(file.open(QIODevice::ReadOnly));
      const QString text = QString::fromUtf8(file.readAll());
      QVERIFY2(!ownColor.match(text).hasMatch(), qPrintable(name));
      QVERIFY2(text.contains(QStringLiteral("currentColor")), qPrintable(name));
    }
  }

  void everyIconIsDrawnInItsColourAndInsideItsFrame() {
    const QColor color(Qt::red);
    for (const QString& name : iconNames()) {
      const QImage image = rendered(icon(name, color), QIcon::Normal, QIcon::Off);
      QCOMPARE(image.size(), QSize(40, 40));
      QVERIFY2(drawnPixels(image) > 12, qPrintable(name));
      QVERIFY2(near(strongestColor(image), color), qPrintable(name));
      for (int i = 0; i < 40; ++i) {
        const bool touches = qAlpha(image.pixel(i, 0)) > 128 || qAlpha(image.pixel(i, 39)) > 128 ||
                             qAlpha(image.pixel(0, i)) > 128 || qAlpha(image.pixel(39, i)) > 128;
        QVERIFY2(!touches, qPrintable(name));
      }
    }
  }

  void unknownNamesAreRefused() {
    QVERIFY_EXCEPTION_THROWN((void)icon(QStringLiteral("unicorn"), QColor(Qt::red)), heed::core::Error);
    QVERIFY_EXCEPTION_THROWN((void)icon(QStringLiteral("../themes/light"), QColor(Qt::red)), heed::core::Error);
  }

  void statesHaveTheColoursOfTheTheme() {
    const Appearance appearance(ThemeName::Light);
    const QIcon play = icon(QStringLiteral("play"), appearance, IconTone::Soft);
    const Theme& theme = appearance.theme();
    QVERIFY(near(strongestColor(rendered(play, QIcon::Normal, QIcon::Off)), theme.text2));
    QVERIFY(near(strongestColor(rendered(play, QIcon::Active, QIcon::Off)), theme.text));
    QVERIFY(near(strongestColor(rendered(play, QIcon::Selected, QIcon::Off)), theme.text));
    QVERIFY(near(strongestColor(rendered(play, QIcon::Normal, QIcon::On)), theme.onInk));
    QVERIFY(near(strongestColor(rendered(play, QIcon::Disabled, QIcon::Off)), theme.control));
  }

  void anIconFollowsItsAppearance() {
    Appearance appearance(ThemeName::Light);
    const QIcon lock = icon(QStringLiteral("lock"), appearance, IconTone::Text);
    QVERIFY(near(strongestColor(rendered(lock, QIcon::Normal, QIcon::Off)), appearance.theme().text));
    appearance.setTheme(ThemeName::Dark);
    QVERIFY(appearance.theme().text.lightness() > 200);
    QVERIFY(near(strongestColor(rendered(lock, QIcon::Normal, QIcon::Off)), appearance.theme().text));
  }

  void pixelsAreAsManyAsTheScreenHas() {
    const QPixmap pixels = icon(QStringLiteral("eye"), QColor(Qt::red)).pixmap(QSize(20, 20), 2.0);
    QCOMPARE(pixels.size(), QSize(40, 40));
    QCOMPARE(pixels.devicePixelRatio(), 2.0);
  }

  /// Looks for icon("..."), paintIcon(..., "..."), IconButton("...") and the like in our sources.
  void everyNameInTheSourcesExists() {
    static const QRegularExpression use(
        QStringLiteral("\\b(?:[a-z]*[iI]con|IconButton|setIconName)\\w*\\((?:[^;\"]*?)"
                       "(?:QStringLiteral\\()?\"([a-z]+)\"\\)?\\s*,"));
    const QStringList names = iconNames();
    int found = 0;
    for (const QString& folder : {QStringLiteral("/ui"), QStringLiteral("/app")}) {
      QDirIterator files(QStringLiteral(HEED_SOURCE_DIR) + folder, {QStringLiteral("*.cpp")}, QDir::Files,
                         QDirIterator::Subdirectories);
      while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        QRegularExpressionMatchIterator matches = use.globalMatch(text);
        while (matches.hasNext()) {
          const QString name = matches.next().captured(1);
          QVERIFY2(names.contains(name), qPrintable(file.fileName() + QStringLiteral(": ") + name));
          ++found;
        }
      }
    }
    qInfo("%d names of icons in the sources", found);
  }

  void sheetForTheEye() {
    const QString path = qEnvironmentVariable("HEED_PICTURES");
    const Appearance appearance(ThemeName::Light);
    const QStringList names = iconNames();
    QImage sheet(900, 700, QImage::Format_RGB32);
    sheet.fill(appearance.theme().window);
    QPainter painter(&sheet);
    painter.setFont(appearance.font(11));
    for (int i = 0; i < names.size(); ++i) {
      const QPoint at(20 + (i % 11) * 80, 10 + (i / 11) * 90);
      icon(names[i], appearance, IconTone::Text).paint(&painter, QRect(at, QSize(40, 40)));
      icon(names[i], appearance).paint(&painter, QRect(at + QPoint(46, 0), QSize(20, 20)));
      icon(names[i], appearance).paint(&painter, QRect(at + QPoint(46, 24), QSize(16, 16)));
      painter.drawText(at + QPoint(0, 60), names[i]);
    }
    painter.end();
    const QColor ground = appearance.theme().window;
    for (int i = 0; i < names.size(); ++i) {
      const QImage drawn = sheet.copy(20 + (i % 11) * 80, 10 + (i / 11) * 90, 40, 40);
      QImage empty(drawn.size(), drawn.format());
      empty.fill(ground);
      QVERIFY2(drawn != empty, qPrintable(names[i]));
    }
    if (!path.isEmpty()) QVERIFY(sheet.save(path + QStringLiteral("/icons.png")));
  }
};

QTEST_MAIN(IconTest)
#include "tst_icon.moc"
