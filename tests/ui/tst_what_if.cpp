#include "core/io/document.h"
#include "tests/ui/shown_stage.h"
#include "ui/document/divisor_edits.h"
#include "ui/document/mask_edits.h"
#include "ui/step/root_panel.h"

#include <QSlider>
#include <QSpinBox>
#include <QtTest>

using namespace heed;

namespace {

constexpr const char* kWeights = "attention/mechanism/weights";

std::string bytes(const ui::Document& document) {
  return core::writeDocument(document.data());
}

}  // namespace

/// What a person tries on the stage, with real events: each an edit that the numbers follow and that is undone.
class TestWhatIf : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void paintingStartsFromWhatIsAllowed();
  void aStrokeIsOneEditAndTheWeightsFollow();
  void spaceChangesTheCellUnderTheFocus();
  void escapeTakesAStrokeBack();
  void theWindowHasASize();
  void oldWeightsStandUnderTheMask();
  void oldWeightsStayWhileOneWalksElsewhere_data();
  void oldWeightsStayWhileOneWalksElsewhere();
  void hiddenKeysStayHiddenUnderAPaintedMask();
  void weightsWithoutTheDivisionStandUnderTheScaledScores();
  void theDivisorFollowsItsSlider();
  void theExperimentStandsInTheExplanation();
};

void TestWhatIf::paintingStartsFromWhatIsAllowed() {
  ShownStage shown;
  QVERIFY(shown.walked.goesTo(6));
  QTest::mouseClick(shown.button("Causal"), Qt::LeftButton);
  QVERIFY(shown.walked.waits());
  // The walk stays at the mask, whichever rule makes it.
  QTRY_VERIFY(shown.walk().list().row(shown.walk().current()).phase == core::Phase::Mask);
  QTRY_COMPARE(shown.walk().content()->row, shown.walk().current());
  QVERIFY(!shown.stage.picture().isPaintable);
  QTest::mouseClick(shown.button("Paint"), Qt::LeftButton);
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(shown.stage.picture().isPaintable);
  QCOMPARE(ui::maskKind(shown.document().data(), kWeights), ui::MaskKind::Painted);
  const ui::StageMatrix& mask = shown.stage.picture().result();
  QVERIFY(mask.isAllowed(3, 3) && !mask.isAllowed(3, 4));
  QTest::mouseClick(shown.button("None"), Qt::LeftButton);
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(shown.walk().list().row(shown.walk().current()).isMaskNote);
}

void TestWhatIf::aStrokeIsOneEditAndTheWeightsFollow() {
  ShownStage shown;
  QVERIFY(shown.startsPainting());
  const std::string before = bytes(shown.document());
  const int edits = shown.document().undoStack().count();
  QTest::mousePress(&shown.stage, Qt::LeftButton, {}, shown.centre(ui::StagePart::Result, {7, 1}));
  // A quick hand: no event between the first cell and the last.
  QTest::mouseMove(&shown.stage, shown.centre(ui::StagePart::Result, {7, 4}));
  // The weights follow before the button is let go.
  QTRY_VERIFY(shown.walk().weights() != nullptr && !shown.walk().weights()->isAllowed(7, 4));
  QTest::mouseRelease(&shown.stage, Qt::LeftButton, {}, shown.centre(ui::StagePart::Result, {7, 4}));
  QVERIFY(shown.walked.waits());
  for (const std::int64_t key : {1, 2, 3, 4}) QVERIFY(!shown.walk().weights()->isAllowed(7, key));
  QVERIFY(shown.walk().weights()->isAllowed(7, 5) && shown.walk().weights()->isAllowed(6, 1));
  QCOMPARE(shown.document().undoStack().count(), edits + 1);
  // The second stroke starts on a hidden cell, so it allows.
  QTest::mouseClick(&shown.stage, Qt::LeftButton, {}, shown.centre(ui::StagePart::Result, {7, 2}));
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(shown.walk().weights()->isAllowed(7, 2));
  shown.document().undoStack().undo();
  shown.document().undoStack().undo();
  QCOMPARE(bytes(shown.document()), before);
}

void TestWhatIf::spaceChangesTheCellUnderTheFocus() {
  ShownStage shown;
  QVERIFY(shown.startsPainting());
  shown.stage.setFocus();
  shown.focus().lock({2, 2});
  QTest::keyClick(&shown.stage, Qt::Key_Right);
  QTest::keyClick(&shown.stage, Qt::Key_Space);
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(!shown.walk().weights()->isAllowed(2, 3));
  QVERIFY(shown.walk().weights()->isAllowed(2, 2));
  QTest::keyClick(&shown.stage, Qt::Key_Space);
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(shown.walk().weights()->isAllowed(2, 3));
}

void TestWhatIf::escapeTakesAStrokeBack() {
  ShownStage shown;
  QVERIFY(shown.startsPainting());
  const std::string before = bytes(shown.document());
  QTest::mousePress(&shown.stage, Qt::LeftButton, {}, shown.centre(ui::StagePart::Result, {5, 5}));
  QTest::mouseMove(&shown.stage, shown.centre(ui::StagePart::Result, {8, 5}));
  QVERIFY(bytes(shown.document()) != before);
  QTest::keyClick(&shown.stage, Qt::Key_Escape);
  QCOMPARE(bytes(shown.document()), before);
  QTest::mouseRelease(&shown.stage, Qt::LeftButton, {}, shown.centre(ui::StagePart::Result, {8, 5}));
  QCOMPARE(bytes(shown.document()), before);
}

void TestWhatIf::theWindowHasASize() {
  ShownStage shown;
  QVERIFY(shown.walked.goesTo(6));
  QTest::mouseClick(shown.button("Window"), Qt::LeftButton);
  QVERIFY(shown.walked.waits());
  auto* radius = shown.stage.findChild<QSpinBox*>(QStringLiteral("stageRadius"));
  QVERIFY(radius != nullptr);
  QTRY_VERIFY(radius->isVisible());
  QCOMPARE(radius->value(), 2);
  radius->setFocus();
  QTest::keyClick(radius, Qt::Key_Up);
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(shown.walk().weights()->isAllowed(5, 8));
  QVERIFY(!shown.walk().weights()->isAllowed(5, 9));
  QCOMPARE(ui::windowRadius(shown.document().data(), kWeights), std::int64_t{3});
  shown.document().undoStack().undo();
  QCOMPARE(ui::windowRadius(shown.document().data(), kWeights), std::int64_t{2});
}

void TestWhatIf::oldWeightsStandUnderTheMask() {
  ShownStage shown;
  QVERIFY(shown.walked.goesTo(6));
  shown.focus().lock({7, 1});
  QVERIFY(shown.stage.picture().matrix(ui::StagePart::Ghost) == nullptr);
  const double old = shown.walk().weights()->value(7, 3);
  QTest::mouseClick(shown.button("Causal"), Qt::LeftButton);
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(shown.stage.picture().matrix(ui::StagePart::Ghost) != nullptr);
  QCOMPARE(shown.stage.picture().matrix(ui::StagePart::Ghost)->value(7, 3), old);
  QVERIFY(shown.stage.picture().matrix(ui::StagePart::Later)->value(7, 3) > old);
  QVERIFY(shown.writes("before"));
  // At the weights the old ones stand beside the new ones, too.
  QVERIFY(shown.walked.goesTo(shown.row("Attention weights")));
  QTRY_VERIFY(shown.stage.picture().earlier().has_value());
  const ui::StageTarget* keep = shown.target(ui::TargetKind::Keep);
  QVERIFY(keep != nullptr);
  QTest::mouseClick(&shown.stage, Qt::LeftButton, {}, shown.stage.toWidget(keep->area).center().toPoint());
  QVERIFY(!shown.stage.picture().earlier().has_value());
}

void TestWhatIf::oldWeightsStayWhileOneWalksElsewhere_data() {
  QTest::addColumn<QString>("id");
  QTest::newRow("layers") << "two-layers";
  QTest::newRow("mechanisms") << "soft-and-hard";
}

/// From one attention to another of the same model and back: the old weights stay until they are kept or undone.
void TestWhatIf::oldWeightsStayWhileOneWalksElsewhere() {
  QFETCH(QString, id);
  ShownStage shown(qPrintable(id));
  // By name: an edit may change the order of steps.
  QStringList names;
  for (const ui::StepRow& row : shown.walk().list().rows()) {
    if (row.role == core::Role::Weights) {
      names << QString::fromStdString(shown.walked.session.result()->step(row.step).id);
    }
  }
  QVERIFY(names.size() >= 2);
  const auto show = [&](int which) {
    const auto step = [&] { return shown.walked.session.result()->program().stepIndex(names[which].toStdString()); };
    return shown.walked.goesTo(shown.walk().list().rowOfStep(step())) && QTest::qWaitFor([&] {
             const ui::StageMatrix* weights = shown.walk().weights();
             return weights != nullptr && weights->step == step();
           });
  };
  const auto hides = [&](bool hidden) {
    ui::setKeyHidden(shown.document(), *shown.walked.session.result(), shown.walk().weights()->step, 1, hidden);
    return shown.walked.waits();
  };
  QVERIFY(show(0));
  shown.focus().lock({7, 1});
  const core::Tensor old = shown.walk().weights()->values;
  QVERIFY(hides(true));
  QTRY_VERIFY(shown.stage.picture().earlier().has_value());

  QVERIFY(show(1));
  QTRY_VERIFY(!shown.stage.picture().earlier() || !shown.stage.picture().earlier()->identicalTo(old));
  QVERIFY(show(0));
  QTRY_VERIFY(shown.stage.picture().earlier().has_value());
  QVERIFY(shown.stage.picture().earlier()->identicalTo(old));

  // Undone while another attention is shown: there is nothing older than what stands there.
  QVERIFY(show(1));
  shown.document().undoStack().undo();
  QVERIFY(shown.walked.waits());
  QVERIFY(show(0));
  QVERIFY(shown.walk().weights()->values.identicalTo(old));
  QVERIFY(!shown.stage.picture().earlier().has_value());

  // Kept: walking there and back does not bring them again.
  QVERIFY(hides(true));
  QTRY_VERIFY(shown.target(ui::TargetKind::Keep) != nullptr);
  const QRectF keep = shown.target(ui::TargetKind::Keep)->area;
  QTest::mouseClick(&shown.stage, Qt::LeftButton, {}, shown.stage.toWidget(keep).center().toPoint());
  QVERIFY(!shown.stage.picture().earlier().has_value());
  QVERIFY(show(1));
  QVERIFY(show(0));
  QVERIFY(!shown.stage.picture().earlier().has_value());
}

void TestWhatIf::hiddenKeysStayHiddenUnderAPaintedMask() {
  ShownStage shown;
  const int weights = shown.walked.session.result()->program().stepIndex(kWeights);
  ui::setKeyHidden(shown.document(), *shown.walked.session.result(), weights, 1, true);
  QVERIFY(shown.walked.waits());
  ui::setMaskKind(shown.document(), *shown.walked.session.result(),
                  shown.walked.session.result()->program().stepIndex(kWeights), ui::MaskKind::Painted);
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(!shown.walk().weights()->isAllowed(7, 1));
  // Painting the joined mask itself makes it one: the pair that was hidden by hand can be allowed again.
  const auto& result = *shown.walked.session.result();
  const int joined = result.program().stepIndex("attention/mechanism/mask");
  QVERIFY(joined >= 0);
  ui::PaintedMask mask = ui::maskToPaint(shown.document().data(), result, joined);
  QCOMPARE(mask.part, ui::PaintedMask::Part::Whole);
  mask.set(std::array<std::int64_t, 1>{7 * 11 + 1}, true);
  ui::setMask(shown.document(), mask);
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(shown.walk().weights()->isAllowed(7, 1));
  QVERIFY(!shown.walk().weights()->isAllowed(6, 1));
}

void TestWhatIf::weightsWithoutTheDivisionStandUnderTheScaledScores() {
  ShownStage shown;
  QVERIFY(shown.walked.goesTo(5));
  shown.focus().lock({7, 1});
  QVERIFY(shown.writes("softmax without the division"));
  const ui::StageMatrix ghost = *shown.stage.picture().matrix(ui::StagePart::Ghost);
  const ui::StageMatrix with = *shown.stage.picture().matrix(ui::StagePart::Later);
  QVERIFY(std::abs(with.value(7, 1) - 0.805) < 0.0005);  // as the specification has it, to three decimals
  // The run itself, divided by 1, is the reference.
  ui::setDivisor(shown.document(), "attention/mechanism/scaled", 1.0);
  QVERIFY(shown.walked.waits());
  QTRY_COMPARE(ui::divisorOf(shown.document().data(), "attention/mechanism/scaled"), std::optional(1.0));
  const core::Tensor& weights =
      shown.walked.session.result()->trace().kept(shown.walked.session.result()->program().stepIndex(kWeights));
  // Softmax in double against float32.
  for (std::int64_t row = 0; row < 11; ++row) {
    for (std::int64_t key = 0; key < 11; ++key) {
      QVERIFY(std::abs(ghost.value(row, key) - weights.at(row * 11 + key)) < 1e-5);
    }
  }
}

void TestWhatIf::theDivisorFollowsItsSlider() {
  ShownStage shown;
  QVERIFY(shown.walked.goesTo(5));
  shown.focus().lock({7, 1});
  auto* slider = shown.stage.findChild<QSlider*>(QStringLiteral("stageDivisor"));
  QVERIFY(slider != nullptr && slider->isVisible());
  const std::string before = bytes(shown.document());
  const double weight = shown.stage.picture().matrix(ui::StagePart::Later)->value(7, 1);
  const int start = slider->value();
  slider->setSliderDown(true);
  for (int step = 1; step <= 20; ++step) slider->setSliderPosition(start + 2 * step);
  slider->setSliderDown(false);
  QCOMPARE(shown.document().undoStack().count(), 1);
  QVERIFY(*ui::divisorOf(shown.document().data(), "attention/mechanism/scaled") > 2.0);
  QVERIFY(shown.walked.waits());
  // A larger divisor flattens the row.
  QTRY_VERIFY(shown.stage.picture().matrix(ui::StagePart::Later)->value(7, 1) < weight - 0.05);
  auto* root = shown.stage.findChild<QAbstractButton*>(QStringLiteral("stageDivisorRoot"));
  QVERIFY(root != nullptr && root->isEnabled());
  QTest::mouseClick(root, Qt::LeftButton);
  QVERIFY(shown.walked.waits());
  QTRY_COMPARE(shown.stage.picture().matrix(ui::StagePart::Later)->value(7, 1), weight);
  shown.document().undoStack().undo();
  shown.document().undoStack().undo();
  QCOMPARE(bytes(shown.document()), before);
}

void TestWhatIf::theExperimentStandsInTheExplanation() {
  ShownStage shown;
  ui::RootPanel panel(shown.walk(), shown.appearance);
  QVERIFY(shown.walked.goesTo(4));
  QVERIFY(!panel.isVisibleTo(nullptr) || panel.isHidden());
  QVERIFY(shown.walked.goesTo(5));
  QTRY_VERIFY_WITH_TIMEOUT(panel.figure().has_value(), 20000);
  QVERIFY(!panel.isHidden());
  QCOMPARE(panel.figure()->rows().size(), std::size_t{5});
  QVERIFY(panel.figure()->source().contains(QStringLiteral("1000")));
  QVERIFY(panel.figure()->source().contains(QStringLiteral("seed 7")));
}

QTEST_MAIN(TestWhatIf)
#include "tst_what_if.moc"
