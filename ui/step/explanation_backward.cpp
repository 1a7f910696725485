#include "ui/step/explanation_backward.h"

#include "ui/step/gradient_words.h"
#include "ui/step/place_runs.h"
#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <cmath>

namespace heed::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::Explanation)
};

constexpr int kPushDecimals = 3;

/// ".5", ".84", "0": no zeros that say nothing.
QString plain(double value, int decimals) {
  QString text = shortText(value, decimals);
  while (text.contains(u'.') && (text.endsWith(u'0') || text.endsWith(u'.'))) {
    const bool isPoint = text.endsWith(u'.');
    text.chop(1);
    if (isPoint) break;
  }
  return text.isEmpty() ? QStringLiteral("0") : text;
}

/// The decimals with which two numbers that differ are seen to differ.
int decimalsFor(double a, double b) {
  for (int decimals = 2; decimals < 5; ++decimals) {
    if (fixedText(a, decimals) != fixedText(b, decimals)) return decimals;
  }
  return 2;
}

bool hasGradient(const StageMatrix& gradient, std::int64_t row) {
  for (std::int64_t column = 0; column < gradient.columnCount(); ++column) {
    if (gradient.value(row, column) != 0.0) return true;
  }
  return false;
}

QString pushRank(const StageMatrix& result, Focus::Cell cell) {
  const double own = std::abs(result.value(cell.row, cell.column));
  std::int64_t larger = 0;
  for (std::int64_t column = 0; column < result.columnCount(); ++column) {
    if (result.isAllowed(cell.row, column) && std::abs(result.value(cell.row, column)) > own) ++larger;
  }
  return larger == 0 ? Words::tr("largest push") : Words::tr("%1 largest push").arg(ordinal(larger + 1));
}

void explainPushes(const StageContent& content, const Pushes& pushes, const std::optional<Focus::Cell>& cell,
                   Explanation& explanation) {
  explanation.sentence =
      pushes.isFromOutput
          ? flowOf(
                Words::tr("How would the output %1 change if a score moved a little? A key is pushed up if its value "
                          "is above the mix, down if below."),
                {numberRun(pushes.startName)})
          : flowOf(Words::tr("How would %1 change if a score moved a little? A key is pushed up if its gradient is "
                             "above the mean of the row, down if below."),
                   {numberRun(pushes.startName)});
  const bool isThere = cell && explanation.readout && cell->row < content.result.rowCount() &&
                       cell->column < content.result.columnCount();
  if (!isThere || explanation.cell != Explanation::Cell::Computed) return;
  explanation.readout->rank = pushRank(content.result, *cell);
  explanation.why = explanation.brief = pushReason(content.result, pushes, *cell);
  const double weight = pushes.weights.value(cell->row, cell->column);
  const double gradient = pushes.gradient.value(cell->row, cell->column);
  explanation.row = flowOf(QStringLiteral("%1 × (%2 − %3) = %4"),
                           {numberRun(fixedText(weight, kPushDecimals)), numberRun(fixedText(gradient, kPushDecimals)),
                            numberRun(fixedText(pushes.means.at(cell->row), kPushDecimals)),
                            numberRun(readoutText(content.result.value(cell->row, cell->column), kPushDecimals))});
}

/// The number of the forward pass: small above the gradient in the locked row, and here.
void sayForward(const StageMatrix& gradient, const std::optional<Focus::Cell>& cell, Explanation& explanation) {
  const bool isThere = !gradient.forward.isNull() && cell && explanation.readout && cell->row < gradient.rowCount() &&
                       cell->column < gradient.columnCount();
  if (!isThere || !gradient.isAllowed(cell->row, cell->column)) return;
  const double number = gradient.forward.at(cell->row * gradient.columnCount() + cell->column);
  explanation.row =
      flowOf(Words::tr("In the forward pass the number is %1."), {numberRun(readoutText(number, kPushDecimals))});
}

}  // namespace

FlowRuns pushReason(const StageMatrix& result, const Pushes& pushes, Focus::Cell cell) {
  const double push = result.value(cell.row, cell.column);
  const double gradient = pushes.gradient.value(cell.row, cell.column);
  const double mean = pushes.means.at(cell.row);
  const QString word = QString::fromStdString(core::axisPlace(result.columns, cell.column));
  const FlowRun key = result.columns.meaning == core::AxisMeaning::Key ? chipRun(word, Role::Key, QStringLiteral("k"))
                                                                       : strongRun(word);
  if (!hasGradient(pushes.gradient, cell.row)) return flowOf(Words::tr("The number does not depend on this row."));
  if (push == 0.0 && pushes.weights.value(cell.row, cell.column) == 0.0) {
    return flowOf(Words::tr("%1 is not pushed, because its weight is 0."), {key});
  }
  const int decimals = decimalsFor(gradient, mean);
  const FlowRuns places{key, numberRun(plain(gradient, decimals)), numberRun(plain(mean, decimals))};
  const bool isMix = pushes.isMix(cell.row);
  if (push == 0.0) {
    return flowOf(isMix ? Words::tr("%1 is not pushed: its value %2 is the mix %3.")
                        : Words::tr("%1 is not pushed: its gradient %2 is the mean %3."),
                  places);
  }
  if (push > 0.0) {
    return flowOf(isMix ? Words::tr("%1 is pushed up: its value %2 is above the mix %3.")
                        : Words::tr("%1 is pushed up: its gradient %2 is above the mean %3."),
                  places);
  }
  if (gradient > 0.0) {
    return flowOf(isMix ? Words::tr("%1 is pushed down although its value is %2, because the mix is already %3.")
                        : Words::tr("%1 is pushed down although its gradient is %2, because the mean is already %3."),
                  places);
  }
  return flowOf(isMix ? Words::tr("%1 is pushed down: its value %2 is below the mix %3.")
                      : Words::tr("%1 is pushed down: its gradient %2 is below the mean %3."),
                places);
}

void explainBackward(Walk& walk, const StageContent& content, const StepRow& row, Explanation& explanation) {
  explanation.place = Words::tr("Step %1 · Backward").arg(row.shown);
  explanation.title = row.wall ? row.title : Words::tr("%1, backward").arg(row.title);
  explanation.hasLedger = false;
  explanation.canChange = false;
  explanation.brief.clear();
  explanation.caution.clear();
  if (content.wall) {
    explanation.sentence =
        flowOf(Words::tr("The gradient comes this far and no further. %1"),
               {FlowRun{FlowRun::Kind::Text, noGradientReason(content.wall->op, content.wall->reason)}});
    explanation.row.clear();
    return;
  }
  if (content.pushes) {
    explainPushes(content, *content.pushes, walk.focus().cell(), explanation);
    return;
  }
  // Terms without names and meaning give no reason.
  if (walk.cell() != nullptr && walk.cell()->arithmetic.axis == "index") explanation.why.clear();
  const auto start = walk.backwardStart();
  if (!start || row.isMaskNote) return;
  if (row.number == 0) {
    explanation.sentence =
        flowOf(Words::tr("The pass starts from %1: its own slope is 1, and that of every other number "
                         "of this step is 0."),
               {numberRun(start->name)});
    return;
  }
  explanation.sentence =
      flowOf(Words::tr("How %1 changes when one of these numbers grows a little: each cell is its slope."),
             {numberRun(start->name)});
  sayForward(content.result, walk.focus().cell(), explanation);
}

}  // namespace heed::ui
