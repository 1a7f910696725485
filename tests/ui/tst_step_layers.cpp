#include "tests/ui/styled_stage.h"
#include "ui/step/step_list_panel.h"
#include "ui/widgets/segmented_control.h"

#include <QAbstractButton>
#include <QApplication>
#include <QListWidget>
#include <QMenu>
#include <QToolButton>
#include <QtTest>

using namespace heed;
using namespace heed::test;

namespace {

constexpr ui::Focus::Cell kPair{7, 1};  ///< "it" and "animal"

/// Stage, list and transport around a document with layers.
struct Layered : StyledStage {
  explicit Layered(const char* id = "two-layers", QSize stageSize = {832, 728}, int layers = 0, std::int64_t heads = 0)
      : StyledStage(id, {}, stageSize), list(walked.walk, look) {
    if (layers > 0) {
      walked.document.edit(QStringLiteral("grow"), [&](core::DocumentData& data) {
        core::ModelGroup group = data.model.groups().front();
        data.model.removeGroup(group.id);
        group.repeat = layers;
        data.model.insertGroup(group);
        if (heads > 0) data.model.setParameter(data.model.blockNamed("encoder")->id, "heads", heads);
      });
      if (!walked.waits()) qFatal("no result came");
    }
    list.resize(224, 700);
    transport.resize(stageSize.width(), 64);
    for (QWidget* widget : std::initializer_list<QWidget*>{&list, &transport}) widget->show();
    if (!QTest::qWaitForWindowExposed(&list)) qFatal("the list was not shown");
  }

  /// The row of the step with this id.
  [[nodiscard]] int row(const char* id) const {
    const int step = walked.session.result()->program().stepIndex(id);
    return step < 0 ? -1 : walked.walk.list().rowOfStep(step);
  }
  [[nodiscard]] const ui::StepRow& at(int row) const { return walked.walk.list().row(row); }
  [[nodiscard]] const ui::StepListModel& model() const {
    return *static_cast<const ui::StepListModel*>(list.view()->model());
  }
  template <typename Widget>
  [[nodiscard]] Widget* control(const char* name) const {
    return stage.findChild<Widget*>(QLatin1String(name));
  }

  ui::StepListPanel list;
};

constexpr const char* kFirstWeights = "layer0/encoder/attention/mechanism/weights";
constexpr const char* kSecondWeights = "layer1/encoder/attention/mechanism/weights";
constexpr const char* kJoined = "layer0/encoder/attention/heads";

QAbstractButton* buttonWith(const QWidget& widget, const QString& text) {
  for (auto* button : widget.findChildren<QAbstractButton*>()) {
    if (button->text() == text) return button;
  }
  return nullptr;
}

}  // namespace

class TestStepLayers : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void rowsKnowTheirLayer() {
    Layered layered;
    const ui::StepList& list = layered.walked.walk.list();
    QCOMPARE(list.layerCount(), 2);
    QCOMPARE(layered.at(layered.row(kFirstWeights)).layer, 0);
    QCOMPARE(layered.at(layered.row(kSecondWeights)).layer, 1);
    QCOMPARE(list.rowInLayer(layered.row(kFirstWeights), 1), layered.row(kSecondWeights));
    QCOMPARE(list.rowInLayer(0, 1), -1);
    const std::vector<ui::StepPart> parts = list.parts();
    QCOMPARE(parts.size(), std::size_t{4});
    QCOMPARE(parts[1].layer, 0);
    QCOMPARE(parts[2].layer, 1);
    QCOMPARE(parts[1].count, parts[2].count);
    QCOMPARE(parts[3].first + parts[3].count, list.count());
  }

  void anotherLayerKeepsTheStepAndTheLock() {
    Layered layered;
    ui::Walk& walk = layered.walked.walk;
    QVERIFY(layered.walked.goesTo(layered.row(kFirstWeights)));
    walk.focus().lock(kPair);
    walk.focus().setHead(2);
    QVERIFY(layered.walked.waits());
    walk.setLayer(1);
    QVERIFY(layered.walked.waits());
    QCOMPARE(walk.current(), layered.row(kSecondWeights));
    QCOMPARE(walk.layer(), 1);
    QCOMPARE(walk.focus().locked(), std::optional(kPair));
    QCOMPARE(walk.content()->head, std::int64_t{2});
    // Token lines follow the layer.
    QCOMPARE(walk.weights()->step, layered.at(layered.row(kSecondWeights)).step);
    QVERIFY(walk.weights()->rowCount() > 0);
    walk.goTo(layered.row(kFirstWeights));
    QVERIFY(layered.walked.waits());
    QCOMPARE(walk.layer(), 0);
    QCOMPARE(walk.weights()->step, layered.at(layered.row(kFirstWeights)).step);
  }

  void openedWeightsOpenInTheOtherLayer() {
    Layered layered;
    ui::Walk& walk = layered.walked.walk;
    const int row = layered.row("layer0/encoder/attention/queries");
    QVERIFY(layered.walked.goesTo(row));
    walk.openInput(layered.at(row).inputs.back());
    QVERIFY(layered.walked.waits());
    walk.setLayer(1);
    QVERIFY(layered.walked.waits());
    const int other = layered.row("layer1/encoder/attention/queries");
    QCOMPARE(walk.current(), other);
    QCOMPARE(walk.openedInput(), layered.at(other).inputs.back());
  }

  void outsideOfLayersTheChoiceIsKept() {
    Layered layered;
    ui::Walk& walk = layered.walked.walk;
    QVERIFY(layered.walked.goesTo(0));
    walk.setLayer(1);
    QVERIFY(layered.walked.waits());
    QCOMPARE(walk.current(), 0);
    QCOMPARE(walk.layer(), 1);
    QCOMPARE(walk.weights()->step, layered.at(layered.row(kSecondWeights)).step);
    walk.setLayer(2);
    QCOMPARE(walk.layer(), 1);
  }

  void listShowsOneLayer() {
    Layered layered;
    QVERIFY(layered.walked.goesTo(layered.row(kFirstWeights)));
    const auto layersShown = [&] {
      std::set<int> shown;
      QStringList headings;
      for (int i = 0; i < layered.model().rowCount(); ++i) {
        const ui::StepListModel::Line& line = layered.model().line(layered.model().index(i, 0));
        if (line.kind == ui::StepListModel::Kind::Step) shown.insert(layered.at(line.row).layer);
        if (line.kind == ui::StepListModel::Kind::Block) headings << line.text;
      }
      return std::pair(shown, headings);
    };
    QCOMPARE(layersShown().first, (std::set<int>{-1, 0}));
    QVERIFY(layersShown().second.contains(QStringLiteral("Layer 0")));
    layered.walked.walk.setLayer(1);
    QCOMPARE(layersShown().first, (std::set<int>{-1, 1}));
    QVERIFY(layersShown().second.contains(QStringLiteral("Layer 1")));
    QVERIFY(layered.model().currentIndex().isValid());
  }

  void whatTakesAllHeadsSaysSo() {
    Layered layered;
    const int joined = layered.row(kJoined);
    QVERIFY(joined >= 0);
    QVERIFY(layered.at(joined).joinsHeads);
    QCOMPARE(layered.at(joined).heads, std::int64_t{4});
    QVERIFY(!layered.at(layered.row(kFirstWeights)).joinsHeads);
    QVERIFY(!layered.at(layered.row("layer0/encoder/residual1")).joinsHeads);
    const QModelIndex index = layered.model().indexOfRow(joined);
    QVERIFY(layered.model().data(index, Qt::AccessibleTextRole).toString().contains(QStringLiteral("all heads")));
  }

  void headControlReadsAllWhereHeadsAreJoined() {
    Layered layered;
    QVERIFY(layered.walked.goesTo(layered.row(kFirstWeights)));
    auto* heads = layered.control<ui::SegmentedControl>("stageHeads");
    QCOMPARE(heads->currentIndex(), 0);
    QVERIFY(layered.walked.goesTo(layered.row(kJoined)));
    QVERIFY(heads->isVisible());
    QCOMPARE(heads->count(), 5);
    QCOMPARE(heads->currentIndex(), 4);
    QVERIFY(!buttonWith(*heads, QStringLiteral("2"))->isEnabled());
    QVERIFY(layered.walked.goesTo(layered.row(kFirstWeights)));
    QCOMPARE(heads->currentIndex(), 0);
    QVERIFY(buttonWith(*heads, QStringLiteral("2"))->isEnabled());
    QVERIFY(layered.stage.picture().heads().empty());
  }

  void layerControlStandsOnTheUpperEdge() {
    Layered layered;
    QVERIFY(layered.walked.goesTo(layered.row(kFirstWeights)));
    auto* layers = layered.control<ui::SegmentedControl>("stageLayers");
    auto* heads = layered.control<ui::SegmentedControl>("stageHeads");
    QVERIFY(layers->isVisible());
    QCOMPARE(layers->y(), 10);
    QCOMPARE(layers->height(), 24);
    QCOMPARE(heads->y(), 10);
    QVERIFY(layers->geometry().right() < heads->x());
    QTest::mouseClick(buttonWith(*layers, QStringLiteral("1")), Qt::LeftButton);
    QCOMPARE(layered.walked.walk.current(), layered.row(kSecondWeights));
    Layered plain("self-attention");
    QVERIFY(!plain.control<ui::SegmentedControl>("stageLayers")->isVisible());
  }

  void manyHeadsAreAGridOfLayersAndHeads() {
    Layered layered("two-layers", {832, 728}, 6, 8);
    ui::Walk& walk = layered.walked.walk;
    QVERIFY(layered.walked.goesTo(layered.row(kFirstWeights)));
    QCOMPARE(walk.layerCount(), 6);
    auto* button = layered.control<QToolButton>("stageHeadButton");
    QVERIFY(button->isVisible());
    QVERIFY(layered.control<QToolButton>("stageLayerButton")->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    auto* grid = layered.control<QListWidget>("stageHeadList");
    QVERIFY(grid != nullptr);
    QCOMPARE(grid->count(), 6 * 8 + 1);
    // The first layer is at the bottom, heads go from left to right.
    QCOMPARE(grid->item(0)->text(), QStringLiteral("L5H0"));
    QCOMPARE(grid->item(47)->text(), QStringLiteral("L0H7"));
    QCOMPARE(grid->visualItemRect(grid->item(0)).top(), grid->visualItemRect(grid->item(7)).top());
    QVERIFY(grid->visualItemRect(grid->item(8)).top() > grid->visualItemRect(grid->item(7)).top());
    QTRY_VERIFY(!grid->item(47)->icon().isNull());
    QTest::mouseClick(grid->viewport(), Qt::LeftButton, {}, grid->visualItemRect(grid->item(11)).center());
    QVERIFY(layered.walked.waits());
    QCOMPARE(walk.layer(), 4);
    QCOMPARE(walk.content()->head, std::int64_t{3});
    QCOMPARE(walk.current(), layered.row("layer4/encoder/attention/mechanism/weights"));
  }

  void scrubberHasTwoLevels() {
    Layered layered;
    ui::Walk& walk = layered.walked.walk;
    QVERIFY(layered.walked.goesTo(layered.row(kFirstWeights)));
    auto* scrubber = layered.transport.findChild<ui::Scrubber*>();
    const std::vector<ui::Scrubber::Part> parts = scrubber->parts();
    QCOMPARE(parts.size(), std::size_t{4});
    QCOMPARE(parts[1].name, QStringLiteral("Layer 0"));
    for (const ui::Scrubber::Part& part : parts) QVERIFY2(part.isNamed, qPrintable(part.name));
    QTest::mouseClick(scrubber, Qt::LeftButton, {}, parts[2].area.center().toPoint());
    QCOMPARE(walk.current(), layered.row(kSecondWeights));
    // Below are the steps of this layer alone.
    QTest::mouseClick(scrubber, Qt::LeftButton, {}, QPoint(1, 28));
    QCOMPARE(walk.current(), parts[2].steps.first);
    QTest::mouseClick(scrubber, Qt::LeftButton, {}, QPoint(scrubber->width() - 2, 28));
    QCOMPARE(walk.current(), parts[2].steps.first + parts[2].steps.count - 1);
    QVERIFY(scrubber->accessibleName().startsWith(QStringLiteral("Layer 1")));
    // The keyboard goes on into the next part.
    QTest::keyClick(scrubber, Qt::Key_Right);
    QCOMPARE(walk.current(), parts[3].steps.first);
    QTest::mouseClick(scrubber, Qt::LeftButton, {}, parts[1].area.center().toPoint());
    QCOMPARE(walk.current(), parts[1].steps.first);
  }

  void editsWorkInsideLayers() {
    Layered layered;
    ui::Walk& walk = layered.walked.walk;
    QVERIFY(layered.walked.goesTo(layered.row(kSecondWeights)));
    ui::setMaskKind(layered.walked.document, *layered.walked.session.result(), walk.weights()->step,
                    ui::MaskKind::Causal);
    QVERIFY(layered.walked.waits());
    QCOMPARE(walk.current(), layered.row(kSecondWeights));
    QVERIFY(!walk.weights()->isAllowed(1, kPair.row));
    QVERIFY(walk.weights()->isAllowed(kPair.row, 1));
    QCOMPARE(ui::maskKind(layered.walked.document.data(), kFirstWeights), ui::MaskKind::Causal);
  }
};

QTEST_MAIN(TestStepLayers)
#include "tst_step_layers.moc"
