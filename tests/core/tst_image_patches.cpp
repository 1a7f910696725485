#include "core/base/error.h"
#include "core/data/image_patches.h"

#include <QTest>

using namespace heed::core;

class TestImagePatches : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void gridKeepsTheAspect_data();
  void gridKeepsTheAspect();
  void cutIsEven();
  void noPixelsAreRefused();
  void featuresKnowTheirGroup();
};

void TestImagePatches::gridKeepsTheAspect_data() {
  QTest::addColumn<int>("width");
  QTest::addColumn<int>("height");
  QTest::addColumn<int>("columns");
  QTest::addColumn<int>("rows");
  QTest::addColumn<int>("patchSize");
  QTest::newRow("photograph") << 640 << 480 << 16 << 12 << 40;
  QTest::newRow("standing") << 480 << 640 << 12 << 16 << 40;
  QTest::newRow("square") << 100 << 100 << 12 << 12 << 8;
  QTest::newRow("small square") << 35 << 35 << 12 << 12 << 2;
  QTest::newRow("patches of a pixel") << 23 << 23 << 12 << 12 << 1;
  QTest::newRow("fewer pixels than patches") << 5 << 5 << 5 << 5 << 1;
  QTest::newRow("very wide") << 1000 << 120 << 20 << 12 << 10;
  QTest::newRow("a line of pixels") << 100 << 1 << 20 << 1 << 1;
  QTest::newRow("one pixel") << 1 << 1 << 1 << 1 << 1;
}

void TestImagePatches::gridKeepsTheAspect() {
  QFETCH(int, width);
  QFETCH(int, height);
  const PatchGrid grid = patchGrid(width, height);
  QTEST(grid.columns, "columns");
  QTEST(grid.rows, "rows");
  QTEST(grid.patchSize, "patchSize");
}

void TestImagePatches::cutIsEven() {
  const PatchGrid grid = patchGrid(1000, 127);
  QCOMPARE(grid.patchSize, 10);
  QCOMPARE(grid.left, 400);
  QCOMPARE(grid.top, 3);
  QVERIFY(grid.cutsSomething());
  QVERIFY(!patchGrid(200, 120).cutsSomething());
}

void TestImagePatches::noPixelsAreRefused() {
  QVERIFY_EXCEPTION_THROWN(static_cast<void>(patchGrid(0, 4)), Error);
}

void TestImagePatches::featuresKnowTheirGroup() {
  const ImageInput image{"grey", Tensor::zeros(ElementKind::Float32, {24, 36, 3})};
  const PatchGrid grid = patchGrid(36, 24);
  for (const PatchFeatures& features : {patchFeatures(image, grid), patchPixels(image, grid)}) {
    QCOMPARE(features.groups.size(), features.names.size());
    for (std::size_t i = 0; i < features.names.size(); ++i) {
      QCOMPARE(patchFeatureGroup(features.names[i]), features.groups[i]);
    }
  }
  for (const char* other : {"", "alive", "red", "red 3", "glue 1,2"}) QCOMPARE(patchFeatureGroup(other), std::string());
}

QTEST_GUILESS_MAIN(TestImagePatches)
#include "tst_image_patches.moc"
