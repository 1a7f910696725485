#include "tests/ui/opened_session.h"
#include "ui/document/edits.h"
#include "ui/step/matrix_table.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QSignalSpy>
#include <QTableView>
#include <QtTest>

#include <cmath>

using namespace heed;

namespace {

constexpr int kScores = 4;
constexpr int kWeights = 11;
constexpr ui::Focus::Cell kItAnimal{7, 1};

}  // namespace

/// The matrices of a step as tables for a screen reader.
class TestMatrixTable : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cellsAreSaidInFull();
  void maskedCellsAreSaid();
  void operandsAreShownToo();
  void cellsAreChosenByEnter();
  void rowsAreCopied();
};

void TestMatrixTable::cellsAreSaidInFull() {
  test::OpenedSession opened;
  QVERIFY(opened.waits());
  const ui::StageContent content = opened.content(kScores);
  ui::MatrixTableModel model;
  model.setMatrix(content.result);
  QCOMPARE(model.rowCount(), 11);
  QCOMPARE(model.columnCount(), 11);
  // The score of "it" and "animal" that the example is known for: 8.766.
  const QModelIndex index = model.index(7, 1);
  QVERIFY(std::abs(model.data(index, Qt::DisplayRole).toString().toDouble() - 8.766) < 5e-4);
  QVERIFY(model.data(index, Qt::AccessibleTextRole).toString().startsWith("row it, column animal, 8.76"));
  QCOMPARE(model.headerData(7, Qt::Vertical, Qt::DisplayRole).toString(), QString("7  it"));
  QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), QString("1  animal"));
}

void TestMatrixTable::maskedCellsAreSaid() {
  test::OpenedSession opened;
  QVERIFY(opened.waits());
  ui::setMaskKind(opened.document, opened.result(), opened.content(kWeights).result.step, ui::MaskKind::Causal);
  QVERIFY(opened.waits());
  ui::MatrixTableModel model;
  const ui::StepList list(opened.result(), ui::Direction::Forward);
  model.setMatrix(opened.content(list.firstWithRole(core::Role::Weights)).result);
  QCOMPARE(model.data(model.index(0, 1), Qt::DisplayRole).toString(), QString("masked"));
  QVERIFY(model.data(model.index(1, 0), Qt::DisplayRole).toString() != QString("masked"));
}

void TestMatrixTable::operandsAreShownToo() {
  test::OpenedSession opened;
  QVERIFY(opened.waits());
  const ui::StageContent content = opened.content(kScores);
  const ui::Appearance appearance;
  ui::MatrixTableDialog dialog(content, "Scores", kItAnimal, appearance);
  auto* which = dialog.findChild<QComboBox*>();
  auto* table = dialog.findChild<QTableView*>();
  QCOMPARE(which->count(), 3);
  QCOMPARE(table->currentIndex(), table->model()->index(7, 1));
  dialog.show();
  which->setFocus();
  QTest::keyClick(which, Qt::Key_Down);
  QCOMPARE(which->currentText(), content.left->name);
  QCOMPARE(table->model()->rowCount(), static_cast<int>(content.left->rowCount()));
  QCOMPARE(table->model()->columnCount(), static_cast<int>(content.left->columnCount()));
}

void TestMatrixTable::cellsAreChosenByEnter() {
  test::OpenedSession opened;
  QVERIFY(opened.waits());
  const ui::Appearance appearance;
  ui::MatrixTableDialog dialog(opened.content(kScores), "Scores", kItAnimal, appearance);
  std::optional<ui::Focus::Cell> chosen;
  connect(&dialog, &ui::MatrixTableDialog::cellChosen, this, [&](ui::Focus::Cell cell) { chosen = cell; });
  dialog.show();
  auto* table = dialog.findChild<QTableView*>();
  QTest::keyClick(table, Qt::Key_Right);
  QTest::keyClick(table, Qt::Key_Return);
  QCOMPARE(chosen, std::optional(ui::Focus::Cell{7, 2}));
  QVERIFY(dialog.isHidden());
}

void TestMatrixTable::rowsAreCopied() {
  test::OpenedSession opened;
  QVERIFY(opened.waits());
  const ui::StageContent content = opened.content(kScores);
  const ui::Appearance appearance;
  ui::MatrixTableDialog dialog(content, "Scores", kItAnimal, appearance);
  dialog.show();
  dialog.activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&dialog));
  auto* table = dialog.findChild<QTableView*>();
  table->selectAll();
  QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
  const QStringList rows = QApplication::clipboard()->text().split(u'\n');
  QCOMPARE(rows.size(), 11);
  const QStringList cells = rows[7].split(u'\t');
  QCOMPARE(cells.size(), 11);
  QVERIFY(std::abs(cells[1].toDouble() - content.result.value(7, 1)) < 1e-6);
}

QTEST_MAIN(TestMatrixTable)
#include "tst_matrix_table.moc"
