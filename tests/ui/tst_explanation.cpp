#include "tests/ui/step_workspace_bench.h"
#include "ui/document/edits.h"
#include "ui/step/ledger_view.h"
#include "ui/step/link_button.h"
#include "ui/step/readout_card.h"
#include "ui/step/thread_view.h"
#include "ui/widgets/segmented_control.h"

#include <QLineEdit>

using namespace heed;
using namespace heed::test;

namespace {

QString why(const Workspace& space) {
  return ui::plainText(space.explanation->explanation().why);
}

}  // namespace

/// What is said of a step and its cell: words, thread, ledger and ruler.
class TestExplanation : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void explanationSaysTheScore();
  void explanationSaysRowsOfWeights();
  void explanationSaysMaskedCells();
  void explanationSaysWhereInputsComeFrom();
  void explanationFindsTheFirstNaN();
  void numbersAreOverriddenAndReleased();
  void threadFollowsTheLargestTerms();
  void threadStaysInItsOwnColumn();
  void threadNamesTheChosenKey();
  void threadClosesWhereTheDirectionChanges();
  void ledgerAddsUpToTheScore();
  void ledgerOfEveryBilinearTemplateAddsUp_data();
  void ledgerOfEveryBilinearTemplateAddsUp();
  void rulerDropsTheNeedleOfTheDraw();
};

void TestExplanation::explanationSaysTheScore() {
  Workspace space;
  space.showCell(kScores, {kIt, kAnimal});
  const ui::Explanation& said = space.explanation->explanation();
  QCOMPARE(said.place, QString("Step 4 · Score"));
  QCOMPARE(said.title, QString("Dot products"));
  QCOMPARE(said.cell, ui::Explanation::Cell::Computed);
  // The number of the pictures, computed apart from this program.
  QCOMPARE(space.explanation->card()->numberText(), QString("8.766"));
  QCOMPARE(said.readout->row, QString("row 7 (the 8th word)"));
  QCOMPARE(said.readout->column, QString("column 1 (the 2nd word)"));
  QCOMPARE(said.readout->rank, QString("highest of its row"));
  QVERIFY2(why(space).startsWith("thing and alive give 8.37 of the 8.77"), qPrintable(why(space)));
  QCOMPARE(ui::plainText(said.brief),
           QString("What it looks for fits what animal offers, thing and alive: a score of 8.77."));
  QCOMPARE(said.next, QString("Divide by √4"));
  QVERIFY(said.caution.contains("not explanation"));
  QVERIFY(said.hasLedger);
  space.walk.focus().release();
  space.waits();
  QCOMPARE(said.cell, ui::Explanation::Cell::None);
  QVERIFY(why(space).startsWith("Point at a number"));
}

void TestExplanation::explanationSaysRowsOfWeights() {
  Workspace space;
  space.showCell(kWeights, {kIt, kAnimal});
  QCOMPARE(space.explanation->card()->numberText(), QString("0.805"));
  const QString row = ui::plainText(space.explanation->explanation().row);
  QVERIFY2(row.contains("exact 1.0000"), qPrintable(row));
  QVERIFY(!space.explanation->explanation().hasLedger);
}

void TestExplanation::explanationSaysMaskedCells() {
  Workspace space;
  const int weights = space.walk.list().row(kWeights).step;
  ui::setMaskKind(space.document, *space.session.result(), weights, ui::MaskKind::Causal);
  space.waits();
  const int row = space.walk.list().firstWithRole(core::Role::Weights);
  space.showCell(row, {kAnimal, kIt});
  QCOMPARE(space.explanation->explanation().cell, ui::Explanation::Cell::Masked);
  QCOMPARE(space.explanation->card()->numberText(), QString("masked"));
  QVERIFY(why(space).contains("may not look at this key"));
}

void TestExplanation::explanationSaysWhereInputsComeFrom() {
  Workspace space;
  space.showCell(kInput, {kIt, 1});
  QCOMPARE(space.explanation->explanation().cell, ui::Explanation::Cell::Input);
  QVERIFY2(why(space).startsWith("Set by hand"), qPrintable(why(space)));
  ui::setText(space.document, "the zyxwvut saw it");
  space.waits();
  space.showCell(kInput, {1, 1});
  QVERIFY2(why(space).contains("drawn from seed 7"), qPrintable(why(space)));
  Workspace random("encoder-block");
  const ui::StepList& list = random.walk.list();
  const auto queries = std::ranges::find(list.rows(), core::Role::Query, &ui::StepRow::role);
  random.walk.goTo(queries->number);
  random.waits();
  random.walk.openInput(queries->inputs.front());
  random.waits();
  random.walk.focus().lock({0, 0});
  random.waits();
  QVERIFY2(why(random).startsWith("A weight, drawn from seed"), qPrintable(why(random)));
}

void TestExplanation::explanationFindsTheFirstNaN() {
  Workspace space;
  const int scores = space.walk.list().row(kScores).step;
  ui::setCell(space.document, *space.session.result(), scores, kIt * 11 + kAnimal,
              std::numeric_limits<double>::quiet_NaN());
  space.waits();
  space.showCell(kWeights, {kIt, kAnimal});
  const ui::Explanation& said = space.explanation->explanation();
  QCOMPARE(said.cell, ui::Explanation::Cell::NotFinite);
  QCOMPARE(space.explanation->card()->numberText(), QString("NaN"));
  QCOMPARE(said.firstNotFinite, kScores);
  ui::LinkButton* go = nullptr;
  for (auto* link : space.explanation->findChildren<ui::LinkButton*>()) {
    if (link->text() == QString("Go to step 4")) go = link;
  }
  QVERIFY(go != nullptr);
  click(go, go->rect().center());
  QCOMPARE(space.walk.current(), kScores);
}

void TestExplanation::numbersAreOverriddenAndReleased() {
  Workspace space;
  space.showCell(kScores, {kIt, kAnimal});
  const auto link = [&](const QString& text) -> ui::LinkButton* {
    for (auto* button : space.explanation->card()->findChildren<ui::LinkButton*>()) {
      if (button->text() == text && !button->isHidden()) return button;
    }
    return nullptr;
  };
  QVERIFY(link("Override") != nullptr);
  click(link("Override"), QPoint(20, 8));
  QLineEdit* field = space.explanation->card()->field();
  QVERIFY(field->isVisible());
  QTest::keyClicks(field, "-1.5");
  QTest::keyClick(field, Qt::Key_Return);
  space.waits();
  QCOMPARE(space.explanation->card()->numberText(), QString("−1.500"));
  QCOMPARE(space.explanation->explanation().cell, ui::Explanation::Cell::Overridden);
  QVERIFY(link("Release") != nullptr);
  click(link("Release"), QPoint(20, 8));
  space.waits();
  QCOMPARE(space.explanation->card()->numberText(), QString("8.766"));
}

void TestExplanation::threadFollowsTheLargestTerms() {
  Workspace space;
  space.showCell(kScores, {kIt, kAnimal});
  space.explanation->showThread();
  space.waits();
  const auto& stops = space.explanation->thread()->ribbon()->figure().stops();
  QStringList names;
  for (const ui::ThreadStop& stop : stops) names << stop.name;
  QCOMPARE(names, QStringList({"S[it, animal]", "Q[it, thing]", "X[it, refers]"}));
  // Shares of the pictures: 51 % and 87 %.
  QVERIFY(std::abs(stops[0].share - 0.51) < 0.005);
  QVERIFY(std::abs(stops[1].share - 0.87) < 0.005);
  QCOMPARE(stops[0].factor->shown, QString("2.06"));
  // Down to the queries by keyboard, and there.
  QTest::keyClick(space.explanation->thread()->ribbon(), Qt::Key_Down);
  QTest::keyClick(space.explanation->thread()->ribbon(), Qt::Key_Return);
  space.waits();
  QCOMPARE(space.walk.current(), kQueries);
  QCOMPARE(space.explanation->card()->numberText(), QString("2.180"));

  space.showCell(kWeights + 1, {kIt, 0});
  space.explanation->showThread();
  space.waits();
  names.clear();
  for (const ui::ThreadStop& stop : space.explanation->thread()->ribbon()->figure().stops()) names << stop.name;
  QCOMPARE(names, QStringList({"O[it, thing]", "A[it, animal]", "Z[it, animal]", "S[it, animal]", "Q[it, thing]",
                               "X[it, refers]"}));
}

void TestExplanation::threadStaysInItsOwnColumn() {
  constexpr std::int64_t kCross = 3;
  constexpr std::int64_t kStreet = 5;
  Workspace space;
  space.showCell(kWeights, {kCross, kStreet});
  space.explanation->showThread();
  space.waits();
  const auto& stops = space.explanation->thread()->ribbon()->figure().stops();
  QStringList names;
  for (const ui::ThreadStop& stop : stops) names << stop.name;
  QCOMPARE(names.mid(0, 3), QStringList({"A[cross, street]", "Z[cross, street]", "S[cross, street]"}));
  // 0.32 of 2.03, the largest of them the exponential of animal's own difference to itself, 1.
  QCOMPARE(stops[0].shown, QString(".158"));
  QVERIFY(std::abs(stops[0].share - 0.158) < 0.0005);
  QCOMPARE(stops[0].linkWords, QString("softmax, 16 % of the row"));
  QCOMPARE(stops[0].remark, QString("of a row sum 2.03, of which animal 1.00"));
  QCOMPARE(stops[1].shown, QString("1.47"));
  QCOMPARE(stops[1].linkWords, QString("÷ √4"));
  // Every link says what it is, and the whole thread fits into the panel of a window of 1280 x 800.
  for (std::size_t i = 0; i + 1 < stops.size(); ++i) QVERIFY2(!stops[i].linkWords.isEmpty(), qPrintable(stops[i].name));
  QVERIFY(space.explanation->thread()->ribbon()->heightForWidth(256) <= 290);

  // From inside the softmax its steps are stops.
  space.showCell(kWeights - 2, {kIt, kAnimal});
  space.explanation->showThread();
  space.waits();
  QVERIFY(stops.size() > 2);
  QVERIFY2(stops[1].name.endsWith("[it, animal]"), qPrintable(stops[1].name));
  QVERIFY2(stops[2].name.endsWith("[it, animal]"), qPrintable(stops[2].name));
  QCOMPARE(stops.back().letter, QString("X"));
}

void TestExplanation::threadNamesTheChosenKey() {
  Workspace space("soft-and-hard");
  const ui::StepList& list = space.walk.list();
  const auto chosen = std::ranges::find_if(list.rows(), [&](const ui::StepRow& row) {
    const auto& result = *space.walk.session().result();
    return row.title == QLatin1String("Chosen key") && result.step(row.step).id.find("hard") != std::string::npos;
  });
  QVERIFY(chosen != list.rows().end());
  // One number for each query, in a row.
  space.showCell(chosen->number, {0, kIt});
  space.explanation->showThread();
  space.waits();
  const auto& stops = space.explanation->thread()->ribbon()->figure().stops();
  QVERIFY2(stops.size() > 2,
           qPrintable(stops.empty() ? QString() : stops[0].name + stops[0].linkWords + stops[0].terms));
  QCOMPARE(stops[0].remark, QString("the largest: animal"));
  QVERIFY(stops[1].name.endsWith("[it, animal]"));
}

void TestExplanation::threadClosesWhereTheDirectionChanges() {
  Workspace space;
  const auto* thread = space.explanation->thread();
  const auto unroll = [&] {
    QTRY_VERIFY(space.walk.cell() != nullptr);
    space.explanation->showThread();
    space.waits();
    QVERIFY(thread->isVisible());
  };
  const auto directions = space.bar->findChild<ui::SegmentedControl*>()->findChildren<QAbstractButton*>();
  space.showCell(kScores, {kIt, kAnimal});
  unroll();
  click(directions[1], directions[1]->rect().center());
  space.waits();
  QTRY_COMPARE(space.walk.list().direction(), ui::Direction::Backward);
  QVERIFY(!thread->isVisible());
  unroll();
  click(directions[0], directions[0]->rect().center());
  space.waits();
  QTRY_COMPARE(space.walk.list().direction(), ui::Direction::Forward);
  QVERIFY(!thread->isVisible());
  // The same from a menu, and where the number that the pass started from is gone.
  unroll();
  space.walk.startBackward();
  space.waits();
  QVERIFY(!thread->isVisible());
  unroll();
  ui::setText(space.document, QStringLiteral("the animal"));
  QTRY_COMPARE(space.walk.list().direction(), ui::Direction::Forward);
  QVERIFY(!thread->isVisible());
}

void TestExplanation::ledgerAddsUpToTheScore() {
  Workspace space;
  space.showCell(kScores, {kIt, kAnimal});
  space.explanation->showLedger();
  space.waits();
  QVERIFY(space.explanation->ledger()->figure().has_value());
  const ui::Ledger& ledger = space.explanation->ledger()->figure()->ledger();
  QVERIFY(std::abs(ledger.sum() - ledger.score) < ui::kLedgerTolerance * ledger.score);
  QCOMPARE(ledger.rows.size(), std::size_t{5});
  QCOMPARE(ledger.columns.size(), std::size_t{4});
  // "refers x alive" and "refers x thing" of the pictures, which have three decimals.
  const auto cells = space.explanation->ledger()->figure()->largest();
  QCOMPARE(ledger.rows[cells[0].first].name + ' ' + ledger.columns[cells[0].second].name, QString("refers alive"));
  QVERIFY(std::abs(ledger.at(cells[0].first, cells[0].second) - 4.090) < 0.0006);
  QVERIFY(std::abs(ledger.at(cells[1].first, cells[1].second) - 3.630) < 0.0006);
  // It follows the cell, and goes where there is none.
  space.showCell(kScores, {kIt, 5});
  QVERIFY(std::abs(space.explanation->ledger()->figure()->ledger().score - space.walk.cell()->number) < 1e-9);
  QVERIFY(space.explanation->ledger()->isVisible());
  // A dock has no room for it: its window is as wide as its numbers need, without a scroll bar for its sentences.
  const QWidget* page = space.explanation->ledger();
  QVERIFY(page->window() != space.explanation->window());
  QTRY_COMPARE(page->height(), page->parentWidget()->height());
  space.showCell(kWeights, {kIt, 5});
  QVERIFY(!space.explanation->ledger()->isVisible());
}

void TestExplanation::ledgerOfEveryBilinearTemplateAddsUp_data() {
  QTest::addColumn<QString>("id");
  for (const std::string& id : ui::templateIds()) QTest::newRow(id.c_str()) << QString::fromStdString(id);
}

void TestExplanation::ledgerOfEveryBilinearTemplateAddsUp() {
  QFETCH(QString, id);
  Workspace space(qPrintable(id));
  int tried = 0;
  for (const ui::StepRow& row : std::vector<ui::StepRow>(space.walk.list().rows())) {
    if (row.phase != core::Phase::Score || row.expression != "Q K^\\top") continue;
    space.showCell(row.number, {1, 2});
    if (!space.explanation->explanation().hasLedger) continue;
    space.explanation->showLedger();
    space.waits();
    QVERIFY2(space.explanation->ledger()->figure().has_value(), qPrintable(row.title));
    const ui::Ledger& ledger = space.explanation->ledger()->figure()->ledger();
    QVERIFY(std::abs(ledger.sum() - ledger.score) <= ui::kLedgerTolerance * std::max(1.0, std::abs(ledger.score)));
    ++tried;
  }
  // Attention over a graph adds its terms; every other template has dot products.
  QCOMPARE(tried > 0, id != "graph");
}

void TestExplanation::rulerDropsTheNeedleOfTheDraw() {
  Workspace space("soft-and-hard");
  QVERIFY(!space.explanation->ruler().has_value());
  const auto drawn = std::ranges::find(space.walk.list().rows(), QString("Probabilities"), &ui::StepRow::title);
  QVERIFY(drawn != space.walk.list().rows().end());
  space.showCell(drawn->number, {kIt, kAnimal});
  QVERIFY(space.explanation->ruler().has_value());
  const ui::Ruler& ruler = space.explanation->ruler()->ruler();
  double sum = 0.0;
  double before = 0.0;
  int hits = 0;
  for (std::size_t i = 0; i < ruler.keys.size(); ++i) {
    if (static_cast<std::int64_t>(i) < ruler.chosen) before += ruler.keys[i].share;
    sum += ruler.keys[i].share;
    hits += ruler.keys[i].hits;
  }
  // A float32 softmax over 11 keys.
  QVERIFY(std::abs(sum - 1.0) < 1e-6);
  QCOMPARE(hits, ui::Ruler::kNeedles);
  // The key that the run chose is the one that the needle stands on.
  QVERIFY(before <= ruler.needle);
  QVERIFY(ruler.needle < before + ruler.keys[static_cast<std::size_t>(ruler.chosen)].share);
  // Hits of a chance p among 100 spread by less than 5; five times that is never seen.
  for (const ui::Ruler::Key& key : ruler.keys) QVERIFY(std::abs(key.hits - 100.0 * key.share) < 25.0);
}

QTEST_MAIN(TestExplanation)
#include "tst_explanation.moc"
