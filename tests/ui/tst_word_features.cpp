#include "core/io/document.h"
#include "tests/ui/shown_stage.h"
#include "ui/document/word_edits.h"
#include "ui/step/word_features_popup.h"

#include <QtTest>

using namespace heed;

namespace {

std::string bytes(const ui::Document& document) {
  return core::writeDocument(document.data());
}

}  // namespace

/// A word that no table holds: its die, and its features as chips.
class TestWordFeatures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theDieOpensTheFeatures();
  void stackedLabelsHaveTheirDice();
  void chipsSetTheFeaturesAndAreUndone();
  void setFeaturesStayWhileTheSentenceChanges();
  void modelsWithoutATableSaySo();
};

void TestWordFeatures::theDieOpensTheFeatures() {
  ShownStage shown("self-attention", QStringLiteral("the zyzzyva slept"));
  QVERIFY(shown.walked.goesTo(0));
  const ui::StageTarget* die = shown.target(ui::TargetKind::Die, 1);
  QVERIFY(die != nullptr);
  QVERIFY(shown.target(ui::TargetKind::Die, 0) == nullptr);
  QTest::mouseClick(&shown.stage, Qt::LeftButton, {}, shown.stage.toWidget(die->area).center().toPoint());
  auto* popup = shown.stage.findChild<ui::WordFeaturesPopup*>(QStringLiteral("wordFeatures"));
  QVERIFY(popup != nullptr && popup->isVisible());
  QCOMPARE(popup->chips().size(), std::size_t{8});
  QVERIFY(popup->word().isDrawn);
  QVERIFY(std::abs(popup->chips()[0]->value() - shown.stage.picture().result().value(1, 0)) <= 0.005);
  popup->close();
}

void TestWordFeatures::stackedLabelsHaveTheirDice() {
  // Of these words the table for Chinese holds all but the second.
  ShownStage shown("self-attention", QString::fromUtf8("动物 龘 累 了"));
  const int unknown = 1;
  for (const char* title : {"Dot products", "Attention weights"}) {
    QVERIFY(shown.walked.goesTo(shown.row(QLatin1String(title))));
    const auto& labels = shown.stage.stageLayout().labels;
    const auto stacked = std::ranges::find_if(labels, [](const ui::PlacedLabel& label) {
      return label.form == ui::LabelForm::Stacked && label.label.text == QString::fromUtf8("龘");
    });
    QVERIFY(stacked != labels.end());
    const QRectF die = stacked->dieArea();
    const QRectF area = stacked->area(shown.appearance.figureStyle()).boundingRect();
    QVERIFY(!die.isEmpty());
    QVERIFY(area.contains(die));
    // Its letter stands below it, and all of it is on the stage.
    QVERIFY(area.bottom() - die.bottom() >= stacked->style.size);
    QVERIFY(area.top() >= 0);
    const auto dice = std::ranges::count_if(shown.stage.stageLayout().targets, [&](const ui::StageTarget& target) {
      return target.kind == ui::TargetKind::Die && target.area.contains(die) && target.place == unknown;
    });
    QCOMPARE(dice, std::ptrdiff_t{1});
    QVERIFY(std::ranges::none_of(labels, [](const ui::PlacedLabel& label) {
      return label.label.text == QString::fromUtf8("动物") && !label.dieArea().isEmpty();
    }));
  }
}

void TestWordFeatures::chipsSetTheFeaturesAndAreUndone() {
  ShownStage shown("self-attention", QStringLiteral("the zyzzyva slept"));
  QVERIFY(shown.walked.goesTo(0));
  const std::string before = bytes(shown.document());
  const int edits = shown.document().undoStack().count();
  ui::WordFeaturesPopup popup(shown.walk(), shown.appearance, ui::wordFeatures(*shown.walked.session.result(), 1),
                              &shown.stage);
  popup.setAttribute(Qt::WA_DeleteOnClose, false);
  ui::FeatureChip* alive = popup.chips()[1];
  alive->setValue(0);
  QTest::mouseClick(alive, Qt::LeftButton);
  QCOMPARE(alive->value(), 1.0);
  QVERIFY(shown.walked.waits());
  QTRY_COMPARE(shown.stage.picture().result().value(1, 1), 1.0);
  // Set by hand, the word has no die any more.
  QVERIFY(shown.target(ui::TargetKind::Die, 1) == nullptr);
  QTest::keyClick(alive, Qt::Key_Left);
  QVERIFY(shown.walked.waits());
  QTRY_VERIFY(std::abs(shown.stage.picture().result().value(1, 1) - 0.9) < 1e-6);
  QCOMPARE(shown.document().undoStack().count(), edits + 2);
  while (shown.document().undoStack().canUndo() && bytes(shown.document()) != before) {
    shown.document().undoStack().undo();
  }
  QCOMPARE(bytes(shown.document()), before);
}

void TestWordFeatures::setFeaturesStayWhileTheSentenceChanges() {
  ShownStage shown("self-attention", QStringLiteral("the zyzzyva slept"));
  ui::WordFeatureSet word = ui::wordFeatures(*shown.walked.session.result(), 1);
  word.values = {1, 0.75F, 0, 0, 0, 0, 0, 0};
  ui::setWordFeatures(shown.document(), word);
  ui::setText(shown.document(), "It saw a Zyzzyva");
  QVERIFY(shown.walked.waits());
  const ui::WordFeatureSet again = ui::wordFeatures(*shown.walked.session.result(), 3);
  QVERIFY(again.isOwn && !again.isDrawn);
  QCOMPARE(again.values[1], 0.75F);
  ui::forgetWordFeatures(shown.document(), again);
  QVERIFY(shown.walked.waits());
  QVERIFY(ui::wordFeatures(*shown.walked.session.result(), 3).isDrawn);
}

void TestWordFeatures::modelsWithoutATableSaySo() {
  ShownStage shown("matrix");
  QVERIFY(!shown.stage.hasWordFeatures());
  QVERIFY_EXCEPTION_THROWN((void)ui::wordFeatures(*shown.walked.session.result(), 0), core::Error);
}

QTEST_MAIN(TestWordFeatures)
#include "tst_word_features.moc"
