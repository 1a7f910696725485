#include "core/program/op_def.h"
#include "tests/ui/stage_bench.h"
#include "tests/ui/stage_layout_checks.h"
#include "ui/step/explanation.h"
#include "ui/step/explanation_backward.h"
#include "ui/step/push_table.h"
#include "ui/step/stage_layout.h"
#include "ui/step/start_chip.h"
#include "ui/theme/appearance.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>

using namespace heed;

namespace {

// Sums of up to 11 products in float32 against the same in float64.
constexpr double kFloat = 2e-6;
constexpr std::int64_t kIt = 7;  ///< the row of "it" in the example

/// Starts the backward pass from a cell of the step with this id, as a person does who locks it and presses B.
void goBack(WalkedDocument& walked, const char* id, ui::Focus::Cell cell) {
  const int row = walked.walk.list().rowOfStep(walked.session.result()->program().stepIndex(id));
  QVERIFY2(row >= 0, id);
  QVERIFY(walked.goesTo(row));
  walked.walk.focus().lock(cell);
  QTRY_VERIFY(walked.walk.canStartBackward());
  QTRY_VERIFY(walked.walk.cell()->offset == walked.walk.content()->result.offset(cell.row, cell.column));
  walked.walk.startBackward();
  QTRY_COMPARE(walked.walk.list().direction(), ui::Direction::Backward);
  QVERIFY(walked.waits());
}

/// The row of softmax in the backward list, on the stage.
const ui::StageContent* pushesOf(WalkedDocument& walked, std::int64_t row, std::int64_t column) {
  for (int i = 0; i < walked.walk.list().count(); ++i) {
    if (!QString::fromStdString(walked.walk.list().row(i).expression).endsWith(QStringLiteral("(g - \\bar{g})")))
      continue;
    if (!walked.goesTo(i)) return nullptr;
    walked.walk.focus().lock({row, column});
    if (!QTest::qWaitFor([&] { return walked.walk.oneStep() != nullptr && !walked.session.jobs().isBusy(); }, 20000)) {
      return nullptr;
    }
    return walked.walk.content();
  }
  return nullptr;
}

core::Tensor forwardValue(const WalkedDocument& walked, const char* id) {
  const ui::Computation& result = *walked.session.result();
  return result.trace().kept(result.program().stepIndex(id));
}

/// What is drawn of a row of the list with a cell locked and all that is computed of it.
ui::StagePicture pictureOf(WalkedDocument& walked, int row) {
  if (!walked.goesTo(row)) qFatal("a step did not come");
  ui::StagePicture picture(*walked.walk.content());
  const ui::StageMatrix& result = picture.result();
  const ui::Focus::Cell cell{std::min<std::int64_t>(kIt, result.rowCount() - 1),
                             std::min<std::int64_t>(1, result.columnCount() - 1)};
  walked.walk.focus().lock(cell);
  const bool needsStep = picture.content().pushes.has_value();
  if (!QTest::qWaitFor(
          [&] {
            return walked.walk.cell() != nullptr && (!needsStep || walked.walk.oneStep() != nullptr) &&
                   !walked.session.jobs().isBusy();
          },
          30000)) {
    qFatal("a cell did not come");
  }
  picture.focus = picture.layoutFocus = cell;
  picture.isLocked = true;
  picture.cellContent = *walked.walk.cell();
  if (needsStep) picture.oneStep = *walked.walk.oneStep();
  return picture;
}

QStringList textsOf(const ui::StageLayout& layout) {
  QStringList result;
  for (const ui::StageText& text : layout.texts) result << text.text;
  return result;
}

}  // namespace

/// The backward pass on the stage, against the derivative of softmax written out here.
class TestBackward : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void pushesAreTheDerivativeOfSoftmax();
  void pushesOfEachRowAddUpToNothing();
  void oneStepIsComputedWithTheScoresMoved();
  void theSentenceSaysWhyTiredIsPushedDown();
  void theTableHoldsEveryPush();
  void rowsAreNamedByTheirDerivatives();
  void gradientsOfWeightsAreProducts();
  void forwardNumbersStandInTheCells();
  void aChoiceEndsInAWall_data();
  void aChoiceEndsInAWall();
  void startsFromAnyComputedNumber();
  void anOverriddenPartOfSoftmaxIsDifferentiatedToo();
  void aStartThatIsGoneEndsThePass();
  void theBarSaysWhereItStarts();
  void nothingOverlapsOrIsCut_data();
  void nothingOverlapsOrIsCut();
};

void TestBackward::pushesAreTheDerivativeOfSoftmax() {
  WalkedDocument walked;
  goBack(walked, "attention/mechanism/output", {kIt, 1});
  const ui::StageContent* content = pushesOf(walked, kIt, 10);
  QVERIFY(content != nullptr);
  QCOMPARE(content->kind, ui::FrameKind::Pushes);
  const core::Tensor weights = forwardValue(walked, "attention/mechanism/weights");
  const core::Tensor values = forwardValue(walked, "attention/values");
  const auto weight = [&](std::int64_t key) { return weights.at(kIt * 11 + key); };
  const auto value = [&](std::int64_t key) { return values.at(key * 4 + 1); };
  double mean = 0;
  for (std::int64_t key = 0; key < 11; ++key) mean += weight(key) * value(key);
  QVERIFY(std::abs(content->pushes->means.at(kIt) - mean) < kFloat);
  QVERIFY(content->pushes->isMix(kIt));
  for (std::int64_t key = 0; key < 11; ++key) {
    QVERIFY(std::abs(content->pushes->gradient.value(kIt, key) - value(key)) < kFloat);
    QVERIFY(std::abs(content->pushes->difference.value(kIt, key) - (value(key) - mean)) < kFloat);
    QVERIFY(std::abs(content->pushes->product(kIt, key) - weight(key) * value(key)) < kFloat);
    QVERIFY(std::abs(content->result.value(kIt, key) - weight(key) * (value(key) - mean)) < kFloat);
    QCOMPARE(content->pushes->weights.value(kIt, key), weight(key));
  }
  // The numbers of the design, which were computed elsewhere: animal, street, it, tired.
  const auto near = [&](std::int64_t key, double push) {
    return std::abs(content->result.value(kIt, key) - push) < 5e-4;
  };
  QVERIFY(near(1, 0.128) && near(5, -0.043) && near(7, -0.023) && near(10, -0.022));
}

void TestBackward::pushesOfEachRowAddUpToNothing() {
  for (const char* id : {"attention/mechanism/output", "attention/projected"}) {
    WalkedDocument walked;
    goBack(walked, id, {kIt, 1});
    const ui::StageContent* content = pushesOf(walked, kIt, 1);
    QVERIFY(content != nullptr);
    for (std::int64_t row = 0; row < 11; ++row) {
      double sum = 0;
      for (std::int64_t key = 0; key < 11; ++key) sum += content->result.value(row, key);
      QVERIFY(std::abs(sum) < kFloat);
      if (row != kIt) QCOMPARE(content->result.value(row, 0), 0.0);
    }
  }
}

void TestBackward::oneStepIsComputedWithTheScoresMoved() {
  WalkedDocument walked;
  goBack(walked, "attention/mechanism/output", {kIt, 1});
  const ui::StageContent* content = pushesOf(walked, kIt, 10);
  QVERIFY(content != nullptr);
  const core::Tensor scores = forwardValue(walked, "attention/mechanism/scaled");
  const core::Tensor values = forwardValue(walked, "attention/values");
  std::array<double, 11> moved{};
  double total = 0;
  double foretold = 0;
  for (std::int64_t key = 0; key < 11; ++key) {
    const double push = content->result.value(kIt, key);
    moved[static_cast<std::size_t>(key)] = std::exp(scores.at(kIt * 11 + key) + push);
    total += moved[static_cast<std::size_t>(key)];
    foretold += push * push;
  }
  double output = 0;
  const ui::OneStep& taken = *walked.walk.oneStep();
  for (std::int64_t key = 0; key < 11; ++key) {
    const double weight = moved[static_cast<std::size_t>(key)] / total;
    output += weight * values.at(key * 4 + 1);
    QVERIFY(std::abs(taken.after.value(0, key) - weight) < kFloat);
  }
  QVERIFY(std::abs(taken.outputAfter - output) < kFloat);
  QVERIFY(std::abs(taken.foretold - foretold) < kFloat);
  // The design's picture: .842 to .860, foretold .019, computed .018.
  QVERIFY(std::abs(taken.outputBefore - 0.842) < 5e-4 && std::abs(taken.outputAfter - 0.860) < 5e-4);
  QVERIFY(taken.change() > 0 && taken.change() < taken.foretold);
}

void TestBackward::theSentenceSaysWhyTiredIsPushedDown() {
  WalkedDocument walked;
  goBack(walked, "attention/mechanism/output", {kIt, 1});
  const ui::StageContent* content = pushesOf(walked, kIt, 10);
  QVERIFY(content != nullptr);
  const ui::Explanation words = ui::explain(walked.walk);
  QVERIFY2(ui::plainText(words.why).endsWith(
               QStringLiteral("is pushed down although its value is .5, because the mix is already .84.")),
           qPrintable(ui::plainText(words.why)));
  QCOMPARE(words.readout->rank, QStringLiteral("4th largest push"));
  QVERIFY(!words.canChange);
  walked.walk.focus().lock({kIt, 1});
  QVERIFY(walked.waits());
  QVERIFY(ui::plainText(ui::pushReason(content->result, *content->pushes, {kIt, 1}))
              .contains(QStringLiteral("is pushed up: its value 1 is above the mix .84")));
  QVERIFY(ui::plainText(ui::pushReason(content->result, *content->pushes, {kIt, 5}))
              .contains(QStringLiteral("is pushed down: its value")));
  QVERIFY(ui::plainText(ui::pushReason(content->result, *content->pushes, {0, 5}))
              .contains(QStringLiteral("does not depend on this row")));
}

void TestBackward::theTableHoldsEveryPush() {
  WalkedDocument walked;
  goBack(walked, "attention/mechanism/output", {kIt, 1});
  const ui::StageContent* content = pushesOf(walked, kIt, 10);
  QVERIFY(content != nullptr);
  const ui::PushTable table(content->result, *content->pushes, {kIt, 10}, QStringLiteral("pushes"));
  QCOMPARE(table.entries().size(), std::size_t{11});
  const std::vector<std::int64_t> first{1, 5, 7, 10};
  for (std::size_t i = 0; i < first.size(); ++i) QCOMPARE(table.entries()[i].place, first[i]);
  QVERIFY(std::abs(table.sum()) < kFloat);
}

void TestBackward::rowsAreNamedByTheirDerivatives() {
  WalkedDocument walked;
  goBack(walked, "attention/mechanism/output", {kIt, 1});
  const std::vector<ui::StepRow>& rows = walked.walk.list().rows();
  const auto row = [&](const char* expression) {
    const auto found = std::ranges::find(rows, expression, &ui::StepRow::expression);
    return found == rows.end() ? nullptr : &*found;
  };
  for (const auto& [expression, number] :
       std::initializer_list<std::pair<const char*, int>>{{"\\partial O = 1", 12},
                                                          {"\\partial V = A^\\top\\,\\partial O", 12},
                                                          {"\\partial A = \\partial O\\,V^\\top", 12},
                                                          {"\\partial Z = A (g - \\bar{g})", 11},
                                                          {"\\partial S = \\partial Z / 2", 5},
                                                          {"\\partial Q = \\partial S\\,K", 4},
                                                          {"\\partial K = \\partial S^\\top\\,Q", 4},
                                                          {"\\partial W_V = X^\\top\\,\\partial V", 3},
                                                          {"\\partial W_Q = X^\\top\\,\\partial Q", 1}}) {
    QVERIFY2(row(expression) != nullptr, expression);
    QCOMPARE(row(expression)->shown, number);
  }
  QVERIFY(std::ranges::is_sorted(rows, std::ranges::greater(), &ui::StepRow::shown));
  QCOMPARE(rows.front().expression, std::string("\\partial O = 1"));
  QCOMPARE(rows.back().shown, 0);
  // Where nothing is masked, the way back says so too.
  QCOMPARE(std::ranges::count(rows, true, &ui::StepRow::isMaskNote), 1);
}

void TestBackward::gradientsOfWeightsAreProducts() {
  WalkedDocument walked;
  goBack(walked, "attention/projected", {kIt, 1});
  int products = 0;
  for (int i = 0; i < walked.walk.list().count(); ++i) {
    const std::string expression = walked.walk.list().row(i).expression;
    if (expression.find("\\,") == std::string::npos) continue;
    QVERIFY(walked.goesTo(i));
    const ui::StageContent& content = *walked.walk.content();
    QVERIFY2(content.kind == ui::FrameKind::Product, expression.c_str());
    QCOMPARE(expression, content.result.letter + " = " + content.left->letter + "\\," + content.top->letter);
    for (std::int64_t row = 0; row < content.result.rowCount(); ++row) {
      for (std::int64_t column = 0; column < content.result.columnCount(); ++column) {
        double sum = 0;
        for (std::int64_t term = 0; term < content.left->columnCount(); ++term) {
          sum += content.left->value(row, term) * content.top->value(term, column);
        }
        QVERIFY(std::abs(sum - content.result.value(row, column)) < kFloat);
      }
    }
    ++products;
  }
  // Heads and the weights of the output; values, weights, queries, keys; three projections.
  QVERIFY2(products >= 9, qPrintable(QString::number(products)));
}

void TestBackward::forwardNumbersStandInTheCells() {
  WalkedDocument walked;
  goBack(walked, "attention/mechanism/output", {kIt, 1});
  const ui::StageContent* content = pushesOf(walked, kIt, 10);
  QVERIFY(content != nullptr);
  const core::Tensor scores = forwardValue(walked, "attention/mechanism/scaled");
  const core::Tensor weights = forwardValue(walked, "attention/mechanism/weights");
  for (std::int64_t i = 0; i < 121; ++i) {
    QCOMPARE(content->result.forward.at(i), scores.at(i));
    QCOMPARE(content->pushes->gradient.forward.at(i), weights.at(i));
  }
  const ui::Appearance appearance;
  const ui::StagePicture picture = pictureOf(walked, content->row);
  const ui::StageLayout layout = ui::layoutStage(picture, appearance.figureStyle(), {832, 728});
  // The measures of the design's picture: four rows of 40, 8 apart.
  const ui::PlacedMatrix* first = layout.placed(ui::StagePart::Gradient);
  const ui::PlacedMatrix* last = layout.placed(ui::StagePart::Result);
  QVERIFY(first != nullptr && last != nullptr);
  QCOMPARE(first->rows.largest(), 40.0);
  QCOMPARE(last->rows.from() - first->rows.from(), 3 * 48.0);
  QVERIFY(first->showsForward && last->showsForward);
  QVERIFY(layout.placed(ui::StagePart::Map) != nullptr);
  // Each row has its own maximum.
  QVERIFY(std::abs(first->scale->high - 1.0) < kFloat && std::abs(last->scale->high - 0.128) < 5e-4);
}

void TestBackward::aChoiceEndsInAWall_data() {
  QTest::addColumn<QString>("output");
  QTest::addColumn<QString>("op");
  QTest::addColumn<QString>("sentence");
  QTest::newRow("arg-max") << "hard/output" << "arg_max" << "no gradient past arg-max";
  QTest::newRow("sampling") << "drawn/output" << "sample_index" << "no gradient past sampling";
}

void TestBackward::aChoiceEndsInAWall() {
  QFETCH(QString, output);
  QFETCH(QString, op);
  QFETCH(QString, sentence);
  WalkedDocument walked("soft-and-hard");
  goBack(walked, output.toUtf8().constData(), {kIt, 1});
  const auto& rows = walked.walk.list().rows();
  const auto wall = std::ranges::find_if(rows, [](const ui::StepRow& row) { return row.wall.has_value(); });
  QVERIFY(wall != rows.end());
  QCOMPARE(std::ranges::count_if(rows, [](const ui::StepRow& row) { return row.wall.has_value(); }), 1);
  QCOMPARE(QString::fromUtf8(wall->wall->op->name.data()), op);
  // Only the values are reached.
  const core::Program& program = walked.session.result()->program();
  QVERIFY(program.stepIndex("value/output.gradient") >= 0);
  QCOMPARE(program.stepIndex("query/output.gradient"), -1);
  QVERIFY(walked.goesTo(wall->number));
  QCOMPARE(walked.walk.content()->kind, ui::FrameKind::Wall);
  QCOMPARE(walked.walk.content()->wall->reason, std::string(core::findOp(op.toStdString())->noGradient));
  const ui::Appearance appearance;
  const ui::FigureStyle style = appearance.figureStyle();
  const ui::StagePicture picture = pictureOf(walked, wall->number);
  for (const QSizeF size : {QSizeF(832, 728), QSizeF(888, 628), QSizeF(1312, 908)}) {
    const ui::StageLayout layout = ui::layoutStage(picture, style, size);
    QVERIFY(textsOf(layout).contains(sentence));
    QVERIFY2(test::layoutProblem(layout, style).isEmpty(), qPrintable(test::layoutProblem(layout, style)));
    // A wall is drawn: a hatched band across the columns.
    const ui::PlacedMatrix* row = layout.placed(ui::StagePart::Result);
    QVERIFY(std::ranges::any_of(layout.hatches, [&](const QRectF& band) {
      return band.left() <= row->columns.from() && band.right() >= row->columns.to() - 1;
    }));
  }
}

void TestBackward::startsFromAnyComputedNumber() {
  WalkedDocument walked;
  goBack(walked, "attention/mechanism/scores", {kIt, 1});
  QCOMPARE(walked.walk.backwardStart()->name, QStringLiteral("S[it, animal]"));
  QVERIFY(std::abs(walked.walk.backwardStart()->number - 8.766) < 5e-4);
  walked.walk.endBackward();
  QTRY_COMPARE(walked.walk.list().direction(), ui::Direction::Forward);
  QVERIFY(walked.waits());
  // From an input nothing flows back.
  QVERIFY(walked.goesTo(0));
  walked.walk.focus().lock({0, 0});
  QVERIFY(walked.waits());
  QTRY_VERIFY(walked.walk.cell() != nullptr);
  QVERIFY(!walked.walk.canStartBackward());
}

void TestBackward::anOverriddenPartOfSoftmaxIsDifferentiatedToo() {
  WalkedDocument walked;
  const ui::Computation& result = *walked.session.result();
  const int step = result.program().stepIndex("attention/mechanism/weights.exponential");
  ui::setCell(walked.document, result, step, kIt * 11 + 1, 0.5);
  QVERIFY(walked.waits());
  goBack(walked, "attention/mechanism/output", {kIt, 1});
  const ui::Computation& computed = *walked.session.result();
  const int gradient = computed.program().stepIndex("attention/mechanism/scaled.gradient");
  QVERIFY(gradient >= 0);
  // What is given does not depend on its score.
  const int given = computed.program().stepIndex("attention/mechanism/weights.shifted.gradient");
  QVERIFY(given >= 0);
  QCOMPARE(computed.trace().kept(given).at(kIt * 11 + 1), 0.0);
}

void TestBackward::aStartThatIsGoneEndsThePass() {
  WalkedDocument walked;
  goBack(walked, "attention/mechanism/output", {kIt, 1});
  ui::setText(walked.document, QStringLiteral("the animal"));
  QTRY_COMPARE(walked.walk.list().direction(), ui::Direction::Forward);
  QVERIFY(walked.waits());
  QCOMPARE(walked.walk.focus().direction(), ui::Direction::Forward);
  QVERIFY(walked.walk.content() != nullptr);
}

void TestBackward::theBarSaysWhereItStarts() {
  WalkedDocument walked;
  ui::Appearance appearance;
  const ui::StartChip chip(walked.walk, appearance);
  QVERIFY(chip.sentence().isEmpty());
  goBack(walked, "attention/mechanism/output", {kIt, 1});
  QCOMPARE(chip.sentence(), QStringLiteral("from O[it, alive] = 0.84"));
}

void TestBackward::nothingOverlapsOrIsCut_data() {
  QTest::addColumn<QString>("words");
  QTest::addColumn<int>("row");
  QTest::newRow("2 tokens") << QStringLiteral("the animal") << 1;
  QTest::newRow("11 tokens") << sentenceOf(11) << 7;
  QTest::newRow("24 tokens") << sentenceOf(24) << 7;
  QTest::newRow("60 tokens") << sentenceOf(60) << 7;
  QTest::newRow("300 tokens") << sentenceOf(300) << 7;
  QTest::newRow("Chinese") << QString::fromUtf8("那只动物没有穿过街道，因为它实在太累了") << 7;
}

void TestBackward::nothingOverlapsOrIsCut() {
  QFETCH(QString, words);
  QFETCH(int, row);
  WalkedDocument walked("self-attention", words);
  goBack(walked, "attention/mechanism/output", {row, 1});
  for (int i = 0; i < walked.walk.list().count(); ++i) {
    ui::StagePicture picture = pictureOf(walked, i);
    for (const QSizeF size : {QSizeF(832, 728), QSizeF(888, 628), QSizeF(1312, 908)}) {
      for (const bool isLecture : {false, true}) {
        const ui::Appearance appearance;
        picture.isLectureSize = isLecture;
        picture.sentence = isLecture ? ui::explain(walked.walk).brief : ui::FlowRuns();
        picture.leastSize = words.contains(QChar(0x5B83)) ? 12 : 11;
        const QString problem =
            test::problemAt(size, picture, appearance.figureStyle(), walked.walk.list().row(i).title);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
      }
    }
  }
}

QTEST_MAIN(TestBackward)
#include "tst_backward.moc"
