#include "tests/ui/opened_session.h"
#include "ui/document/edits.h"

#include <QtTest>

using namespace heed;

namespace {

constexpr const char* kWeights = "attention/mechanism/weights";

double weightOf(const test::OpenedSession& opened, std::int64_t query, std::int64_t key) {
  const core::Tensor& weights = opened.result().trace().kept(opened.step(kWeights));
  const std::int64_t count = weights.shape()[-1];
  return weights.at(query * count + key);
}

std::string bytes(const ui::Document& document) {
  return core::writeDocument(document.data());
}

}  // namespace

class TestEdits : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void hiddenKeysGetNothing();
  void hiddenPairsStayHiddenAfterEditing();
  void showingAgainRemovesTheMask();
  void masksJoinHiddenPairs();
  void masksArePaintedByCell();
  void weightsChangeInPlace();
  void dragsAreOneEdit();
  void computedNumbersAreReplacedAndReleased();
  void wordsAreRemoved();
  void inputsOfAnotherKindOpenTheirTemplate();
  void blocksWithoutAMaskSaySo();
  void everyEditIsUndone();
};

void TestEdits::hiddenKeysGetNothing() {
  test::OpenedSession opened;
  QVERIFY(opened.waits());
  ui::setKeyHidden(opened.document, opened.result(), opened.step(kWeights), 1, true);
  QVERIFY(opened.waits());
  QVERIFY2(!opened.session.error(), opened.session.error() ? opened.session.error()->what() : "");
  for (std::int64_t query = 0; query < 11; ++query) QCOMPARE(weightOf(opened, query, 1), 0.0);
  double sum = 0.0;
  for (std::int64_t key = 0; key < 11; ++key) sum += weightOf(opened, 7, key);
  QVERIFY(std::abs(sum - 1.0) < 1e-5);  // eleven float32 weights
}

void TestEdits::hiddenPairsStayHiddenAfterEditing() {
  test::OpenedSession opened;
  QVERIFY(opened.waits());
  ui::setPairHidden(opened.document, opened.result(), opened.step(kWeights), 7, 1, true);
  QVERIFY(opened.waits());
  QCOMPARE(weightOf(opened, 7, 1), 0.0);
  QVERIFY(weightOf(opened, 8, 1) > 0.0);
  ui::setText(opened.document, "Yesterday the animal slept because it was tired");
  QVERIFY(opened.waits());
  QVERIFY2(!opened.session.error(), opened.session.error() ? opened.session.error()->what() : "");
  QCOMPARE(weightOf(opened, 5, 2), 0.0);
  ui::setPairHidden(opened.document, opened.result(), opened.step(kWeights), 7, 3, true);
  QVERIFY(opened.waits());
  QCOMPARE(weightOf(opened, 5, 2), 0.0);
  QCOMPARE(weightOf(opened, 7, 3), 0.0);
}

void TestEdits::showingAgainRemovesTheMask() {
  test::OpenedSession opened;
  QVERIFY(opened.waits());
  const std::size_t blocks = opened.document.data().model.blocks().size();
  ui::setKeyHidden(opened.document, opened.result(), opened.step(kWeights), 1, true);
  QVERIFY(opened.waits());
  QVERIFY(opened.document.data().model.blocks().size() > blocks);
  ui::setKeyHidden(opened.document, opened.result(), opened.step(kWeights), 1, false);
  QVERIFY(opened.waits());
  QCOMPARE(opened.document.data().model.blocks().size(), blocks);
  QVERIFY(weightOf(opened, 7, 1) > 0.8);
}

void TestEdits::masksJoinHiddenPairs() {
  test::OpenedSession opened;
  QVERIFY(opened.waits());
  ui::setKeyHidden(opened.document, opened.result(), opened.step(kWeights), 1, true);
  QVERIFY(opened.waits());
  ui::setMaskKind(opened.document, opened.result(), opened.step(kWeights), ui::MaskKind::Causal);
  QVERIFY(opened.waits());
  QVERIFY2(!opened.session.error(), opened.session.error() ? opened.session.error()->what() : "");
  QCOMPARE(ui::maskKind(opened.document.data(), kWeights), ui::MaskKind::Causal);
  QCOMPARE(weightOf(opened, 7, 1), 0.0);
  QCOMPARE(weightOf(opened, 0, 5), 0.0);
  QCOMPARE(weightOf(opened, 0, 0), 1.0);
  ui::setMaskKind(opened.document, opened.result(), opened.step(kWeights), ui::MaskKind::None);
  QVERIFY(opened.waits());
  QCOMPARE(weightOf(opened, 7, 1), 0.0);
  QVERIFY(weightOf(opened, 0, 5) > 0.0);
}

void TestEdits::masksArePaintedByCell() {
  test::OpenedSession opened;
  QVERIFY(opened.waits());
  ui::setMaskKind(opened.document, opened.result(), opened.step(kWeights), ui::MaskKind::Causal);
  QVERIFY(opened.waits());
  const int mask = opened.step("causal_mask/mask");
  QVERIFY(mask >= 0);
  ui::setCell(opened.document, opened.result(), mask, 5, 1.0);
  QVERIFY(opened.waits());
  QVERIFY2(!opened.session.error(), opened.session.error() ? opened.session.error()->what() : "");
  QVERIFY(weightOf(opened, 0, 5) > 0.0);
  QCOMPARE(weightOf(opened, 0, 6), 0.0);
}

void TestEdits::weightsChangeInPlace() {
  test::OpenedSession opened;
  QVERIFY(opened.waits());
  const double before = weightOf(opened, 7, 1);
  ui::setCell(opened.document, opened.result(), opened.step("attention/W_query"), 0, 3.0);
  QVERIFY(opened.waits());
  QCOMPARE(opened.document.data().weights.at("attention/W_query").value.at(0), 3.0);
  QVERIFY(weightOf(opened, 7, 1) != before);
}

void TestEdits::dragsAreOneEdit() {
  test::OpenedSession opened;
  QVERIFY(opened.waits());
  const int step = opened.step("attention/W_query");
  for (int i = 0; i < 10; ++i) ui::setCell(opened.document, opened.result(), step, 0, i * 0.1, "drag");
  opened.document.finishMerging();
  QCOMPARE(opened.document.undoStack().count(), 1);
  ui::setCell(opened.document, opened.result(), step, 0, 2.0, "drag");
  QCOMPARE(opened.document.undoStack().count(), 2);
}

void TestEdits::computedNumbersAreReplacedAndReleased() {
  test::OpenedSession opened;
  QVERIFY(opened.waits());
  const int scores = opened.step("attention/mechanism/scores");
  ui::setCell(opened.document, opened.result(), scores, 7 * 11 + 1, 0.0);
  QVERIFY(opened.waits());
  QCOMPARE(opened.result().overrides().size(), std::size_t{1});
  QVERIFY(weightOf(opened, 7, 1) < 0.1);
  ui::releaseCell(opened.document, opened.result(), opened.step("attention/mechanism/scores"), 7 * 11 + 1);
  QVERIFY(opened.waits());
  QVERIFY(weightOf(opened, 7, 1) > 0.8);
}

void TestEdits::wordsAreRemoved() {
  test::OpenedSession opened;
  QVERIFY(opened.waits());
  ui::removeToken(opened.document, opened.result(), 1);
  const auto& data = opened.document.data();
  const auto& text = std::get<core::TextInput>(data.inputs.at(data.model.blockNamed("text")->id)).text;
  QCOMPARE(QString::fromStdString(text), QString("The didn't cross the street because it was too tired"));
}

void TestEdits::inputsOfAnotherKindOpenTheirTemplate() {
  test::OpenedSession opened;
  QVERIFY(opened.waits());
  const core::InputData matrix =
      core::MatrixInput{"m.csv", core::Tensor::fromDoubles({2, 3}, {1, 2, 3, 4, 5, 6}), {}, {}};
  QVERIFY(!ui::hasInputFor(opened.document.data(), matrix));
  ui::setInput(opened.document, matrix, "open a matrix");
  QVERIFY(opened.waits());
  QVERIFY2(!opened.session.error(), opened.session.error() ? opened.session.error()->what() : "");
  QVERIFY(opened.document.data().model.blockNamed("rows") != nullptr);
}

void TestEdits::blocksWithoutAMaskSaySo() {
  test::OpenedSession opened("graph");
  QVERIFY(opened.waits());
  const ui::StepList list(opened.result(), ui::Direction::Forward);
  const std::string before = bytes(opened.document);
  QVERIFY_EXCEPTION_THROWN(
      ui::setMaskKind(opened.document, opened.result(), list.row(list.count() - 1).step, ui::MaskKind::Causal),
      core::Error);
  QCOMPARE(bytes(opened.document), before);
}

void TestEdits::everyEditIsUndone() {
  test::OpenedSession opened;
  QVERIFY(opened.waits());
  const std::string before = bytes(opened.document);
  ui::setKeyHidden(opened.document, opened.result(), opened.step(kWeights), 2, true);
  QVERIFY(opened.waits());
  ui::setMaskKind(opened.document, opened.result(), opened.step(kWeights), ui::MaskKind::Window);
  ui::setText(opened.document, "something else");
  ui::setSeed(opened.document, 11);
  while (opened.document.undoStack().canUndo()) opened.document.undoStack().undo();
  QCOMPARE(bytes(opened.document), before);
}

QTEST_MAIN(TestEdits)
#include "tst_edits.moc"
