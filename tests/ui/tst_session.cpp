#include "tests/ui/opened_session.h"

#include <QSignalSpy>
#include <QtTest>

using namespace heed;

namespace {

using Opened = test::OpenedSession;

void setText(ui::Document& document, const char* words) {
  document.edit("text", [&](core::DocumentData& data) {
    data.inputs[data.model.blockNamed("text")->id] = core::TextInput{words};
  });
}

/// Every cell of a product is the sum over its operands, as they are drawn.
double largestDifference(const ui::StageContent& content) {
  double largest = 0.0;
  for (std::int64_t row = 0; row < content.result.rowCount(); ++row) {
    for (std::int64_t column = 0; column < content.result.columnCount(); ++column) {
      double sum = 0.0;
      for (std::int64_t term = 0; term < content.left->columnCount(); ++term) {
        sum += content.left->value(row, term) * content.top->value(term, column);
      }
      largest = std::max(largest, std::abs(sum - content.result.value(row, column)));
    }
  }
  return largest;
}

}  // namespace

class TestSession : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void stepsAreThoseOfThePictures();
  void productsShowTheirOperands_data();
  void productsShowTheirOperands();
  void rowWiseStepsShowWhatTheyStartFrom();
  void everyStepOfEveryTemplateHasContent_data();
  void everyStepOfEveryTemplateHasContent();
  void editsRunAgainAndUndoRestores();
  void latestEditWins();
  void errorsKeepTheLastGoodResult();
  void stoppedRunsLeaveTheResult();
  void lostOverridesAreKeptAndSaid();
  void gradientsFollowTheForwardSteps();
  void replacedDocumentsComeBack();
};

void TestSession::stepsAreThoseOfThePictures() {
  const Opened opened;
  QVERIFY(opened.waits());
  const ui::StepList list(*opened.session.result(), ui::Direction::Forward);
  QStringList titles;
  for (const ui::StepRow& row : list.rows()) titles << row.title;
  const QStringList expected{"Tokens to X",     "Queries",      "Keys",
                             "Values",          "Dot products", "Divide by √4",
                             "No mask",         "Row maximum",  "Subtract maximum",
                             "Exponential",     "Row sum",      "Attention weights",
                             "Weighted values", "Join heads",   "Output projection"};
  QCOMPARE(titles, expected);
  QCOMPARE(list.row(1).inputs.size(), std::size_t{1});
  QCOMPARE(list.rowOfStep(list.row(1).inputs.front()), 1);
  QCOMPARE(list.firstWithRole(core::Role::Weights), 11);
}

void TestSession::productsShowTheirOperands_data() {
  QTest::addColumn<int>("row");
  QTest::addColumn<int>("head");
  QTest::addColumn<QString>("left");
  QTest::addColumn<QString>("top");
  QTest::newRow("queries") << 1 << 0 << "X" << "W_Q";
  QTest::newRow("queries of head 1") << 1 << 1 << "X" << "W_Q";
  QTest::newRow("scores") << 4 << 0 << "Q" << "K^\\top";
  QTest::newRow("scores of head 1") << 4 << 1 << "Q" << "K^\\top";
  QTest::newRow("mix") << 12 << 1 << "A" << "V";
  QTest::newRow("output projection") << 14 << 0 << "O" << "W_O";
}

void TestSession::productsShowTheirOperands() {
  QFETCH(int, row);
  QFETCH(int, head);
  Opened opened;
  QVERIFY(opened.waits());
  const ui::StageContent content = opened.content(row, head);
  QCOMPARE(content.kind, ui::FrameKind::Product);
  QTEST(QString::fromStdString(content.left->letter), "left");
  QTEST(QString::fromStdString(content.top->letter), "top");
  // float32 sums of at most 11 terms below 10.
  QVERIFY(largestDifference(content) < 1e-5);
  const std::int64_t offset = content.top->offset(1, 2);
  QCOMPARE(content.top->cellOf(offset), std::optional(ui::Focus::Cell{1, 2}));
}

void TestSession::rowWiseStepsShowWhatTheyStartFrom() {
  Opened opened;
  QVERIFY(opened.waits());
  const ui::StageContent scaled = opened.content(5);
  QCOMPARE(scaled.kind, ui::FrameKind::RowWise);
  QCOMPARE(scaled.operation, QString("÷ √4"));
  const ui::StageContent maximum = opened.content(7);
  QCOMPARE(maximum.kind, ui::FrameKind::Reduction);
  QVERIFY(maximum.before.has_value());
  const ui::StageContent weights = opened.content(11);
  QCOMPARE(weights.kind, ui::FrameKind::RowWise);
  QVERIFY(weights.before.has_value() && weights.column.has_value());
  QCOMPARE(weights.column->columnCount(), std::int64_t{1});
  const ui::StageContent scores = opened.content(4);
  QStringList captions;
  for (const ui::PipelineRow& row : scores.pipeline) captions << row.caption;
  QCOMPARE(captions, QStringList({"÷ √4", "− row maximum", "exp", "÷ row sum"}));
}

void TestSession::everyStepOfEveryTemplateHasContent_data() {
  QTest::addColumn<QString>("id");
  for (const std::string& id : ui::templateIds()) QTest::newRow(id.c_str()) << QString::fromStdString(id);
}

void TestSession::everyStepOfEveryTemplateHasContent() {
  QFETCH(QString, id);
  Opened opened(id.toUtf8().constData());
  QVERIFY(opened.waits());
  QVERIFY2(!opened.session.error(), opened.session.error() ? opened.session.error()->what() : "");
  const ui::StepList list(*opened.session.result(), ui::Direction::Forward);
  for (int row = 0; row < list.count(); ++row) {
    const ui::StageContent content = opened.content(row);
    QVERIFY2(content.result.rowCount() > 0 && content.result.columnCount() > 0, qPrintable(list.row(row).title));
    QVERIFY2(!list.row(row).title.isEmpty(), qPrintable(QString::number(row)));
    if (content.kind == ui::FrameKind::Product) {
      // With a bias the sum of the operands is not yet the result; without one it is, to float32.
      QVERIFY2(list.row(row).expression.find('+') != std::string::npos || largestDifference(content) < 1e-3,
               qPrintable(list.row(row).title));
    }
  }
}

void TestSession::editsRunAgainAndUndoRestores() {
  Opened opened;
  QVERIFY(opened.waits());
  const core::Tensor before = opened.content(11).result.values;
  setText(opened.document, "The street was wide");
  QVERIFY(opened.session.isStale());
  QVERIFY(opened.waits());
  QCOMPARE(opened.content(11).result.rowCount(), std::int64_t{4});
  opened.document.undoStack().undo();
  QVERIFY(opened.waits());
  QVERIFY(opened.content(11).result.values.identicalTo(before));
}

void TestSession::latestEditWins() {
  Opened opened;
  QVERIFY(opened.waits());
  QSignalSpy results(&opened.session, &ui::Session::resultChanged);
  for (int words = 1; words <= 20; ++words) setText(opened.document, QByteArray("word ").repeated(words).constData());
  QVERIFY(opened.waits());
  QCOMPARE(opened.content(11).result.rowCount(), std::int64_t{20});
  QCOMPARE(results.count(), 1);
}

void TestSession::errorsKeepTheLastGoodResult() {
  Opened opened;
  QVERIFY(opened.waits());
  const auto good = opened.session.result();
  opened.document.edit("heads", [](core::DocumentData& data) {
    data.model.setParameter(data.model.blockNamed("attention")->id, "heads", std::int64_t{-3});
  });
  QTRY_COMPARE(opened.session.state(), ui::SessionState::Failed);
  QVERIFY(opened.session.error().has_value());
  QCOMPARE(opened.session.result(), good);
  QVERIFY(opened.session.isStale());
  opened.document.undoStack().undo();
  QVERIFY(opened.waits());
  QVERIFY(!opened.session.error().has_value());
}

void TestSession::stoppedRunsLeaveTheResult() {
  Opened opened;
  QVERIFY(opened.waits());
  const auto good = opened.session.result();
  setText(opened.document, QByteArray("word ").repeated(3000).constData());
  opened.session.compute();
  opened.session.stop();
  QTRY_VERIFY(!opened.session.jobs().isBusy());
  QCOMPARE(opened.session.result(), good);
  QVERIFY(opened.session.isStale());
}

void TestSession::lostOverridesAreKeptAndSaid() {
  Opened opened;
  QVERIFY(opened.waits());
  opened.document.edit("replace", [](core::DocumentData& data) {
    data.replaced.push_back({"attention/mechanism/scores", {0, 7, 1}, 0.0});
  });
  QVERIFY(opened.waits());
  QCOMPARE(opened.session.result()->overrides().size(), std::size_t{1});
  QCOMPARE(opened.content(4).result.value(7, 1), 0.0);
  setText(opened.document, "two words");
  QVERIFY(opened.waits());
  QCOMPARE(opened.session.result()->lostOverrides().size(), std::size_t{1});
  QVERIFY(opened.session.result()->overrides().empty());
}

void TestSession::gradientsFollowTheForwardSteps() {
  Opened opened;
  QVERIFY(opened.waits());
  const int forward = opened.session.result()->forwardStepCount();
  opened.session.setGradientOf(ui::StepCell{"attention/mechanism/output", 29});
  QVERIFY(opened.waits());
  QCOMPARE(opened.session.result()->forwardStepCount(), forward);
  const ui::StepList backward(*opened.session.result(), ui::Direction::Backward);
  QVERIFY(backward.count() > 5);
  for (const ui::StepRow& row : backward.rows()) QVERIFY(row.step >= forward);
}

void TestSession::replacedDocumentsComeBack() {
  Opened opened;
  QVERIFY(opened.waits());
  const std::string before = core::writeDocument(opened.document.data());
  opened.document.replace("template", ui::openTemplate("multi-head"));
  QVERIFY(opened.waits());
  QVERIFY(core::writeDocument(opened.document.data()) != before);
  opened.document.undoStack().undo();
  QCOMPARE(core::writeDocument(opened.document.data()), before);
}

QTEST_MAIN(TestSession)
#include "tst_session.moc"
