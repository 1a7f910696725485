#include "ui/tensorview/color_map.h"

#include <QTest>

#include <limits>

using heed::ui::centredPosition;
using heed::ui::ColorMap;
using heed::ui::contrast;
using heed::ui::textOn;
using heed::ui::Theme;
using heed::ui::ThemeName;

class ColorMapTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void endsAndStopsAreExact() {
    const Theme theme = Theme::load(ThemeName::Light);
    const ColorMap map = ColorMap::fromStops(theme.viridis);
    QCOMPARE(map.table().size(), std::size_t{256});
    QCOMPARE(QColor(map.at(0)), theme.viridis.front());
    QCOMPARE(QColor(map.at(1)), theme.viridis.back());
    // Entry 255 * 2 / 10 = 51 is the third of eleven stops.
    QCOMPARE(QColor(map.table()[51]), theme.viridis[2]);
  }

  void positionsOutsideTakeTheEnds() {
    QCOMPARE(ColorMap::indexOf(-3), 0);
    QCOMPARE(ColorMap::indexOf(7), 255);
    QCOMPARE(ColorMap::indexOf(0.5), 128);
    QCOMPARE(ColorMap::indexOf(std::numeric_limits<double>::quiet_NaN()), 0);
  }

  void signedMapIsCentredOnZero() {
    QCOMPARE(centredPosition(0, 9), 0.5);
    QCOMPARE(centredPosition(9, 9), 1.0);
    QCOMPARE(centredPosition(-9, 9), 0.0);
    QCOMPARE(centredPosition(-4.5, 9), 0.25);
    QCOMPARE(centredPosition(3, 0), 0.5);
    QCOMPARE(centredPosition(-20, 9), 0.0);
  }

  // Black on white is 21 and #777777 on white 4.478 by the definition of WCAG 2.2.
  void contrastIsThatOfTheStandard() {
    QCOMPARE(contrast(qRgb(0, 0, 0), qRgb(255, 255, 255)), 21.0);
    QVERIFY(qAbs(contrast(qRgb(0x77, 0x77, 0x77), qRgb(255, 255, 255)) - 4.478) < 0.001);
  }

  void lightnessOfWeightMapsNeverFalls_data() {
    QTest::addColumn<bool>("cividis");
    QTest::newRow("viridis") << false;
    QTest::newRow("cividis") << true;
  }
  void lightnessOfWeightMapsNeverFalls() {
    QFETCH(bool, cividis);
    const Theme theme = Theme::load(ThemeName::Light);
    const ColorMap map = ColorMap::fromStops(cividis ? theme.cividis : theme.viridis);
    for (std::size_t i = 1; i < 256; ++i) {
      // One step of an 8-bit channel moves the luminance by less than 0.004.
      QVERIFY(heed::ui::relativeLuminance(map.table()[i]) >= heed::ui::relativeLuminance(map.table()[i - 1]) - 0.004);
    }
  }

  // The better of black and white is never under sqrt(21) = 4.58.
  void numbersAreReadableOnEveryColour() {
    for (const ThemeName name : {ThemeName::Light, ThemeName::Dark}) {
      const Theme theme = Theme::load(name);
      for (const auto& stops : {theme.viridis, theme.cividis, theme.signedMap}) {
        const ColorMap map = ColorMap::fromStops(stops);
        for (const QRgb color : map.table()) {
          QVERIFY(contrast(textOn(color, theme).rgb(), color) >= 4.58);
        }
      }
    }
  }
};

QTEST_MAIN(ColorMapTest)
#include "tst_color_map.moc"
