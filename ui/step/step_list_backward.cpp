#include "ui/step/step_list_backward.h"

#include "ui/step/gradient_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace heed::ui {

namespace {

QString words(const char* text) {
  return QCoreApplication::translate("StepList", text);
}

/// The forward row that a gradient flows back through: the one row whose gradient it is made of. The gradient that the
/// pass starts from, those of the input and what flows together from several rows stand at their own.
int rowThrough(const core::Program& program, const StepList& forward, int step) {
  const int of = forwardOf(program, step);
  const int own = forward.rowOfStep(of);
  if (program.steps()[static_cast<std::size_t>(of)].phase == core::Phase::Input) return own;
  const std::vector<int> behind = gradientsBehind(program, step);
  int through = -1;
  for (const int gradient : behind) {
    const int row = forward.rowOfStep(forwardOf(program, gradient));
    if (row < 0 || (through >= 0 && row != through)) return own;
    through = row;
  }
  return through < 0 ? own : through;
}

StepRow gradientRow(const core::Program& program, const StepList& forward, int step) {
  StepRow row = stepRow(program, step);
  const core::Step& of = program.steps()[static_cast<std::size_t>(forwardOf(program, step))];
  const int through = rowThrough(program, forward, step);
  if (through >= 0) {
    row.shown = through;
    row.phase = forward.row(through).phase;
    row.block = forward.row(through).block;
  }
  row.title = translated(of.caption);
  row.role = of.role;
  if (through >= 0 && row.phase == core::Phase::Scale) row.title = forward.row(through).title;
  row.expression = derivativeExpression(program, step);
  row.isInput = false;
  if (gradientsBehind(program, step).empty()) row.title = words(QT_TRANSLATE_NOOP("StepList", "Start"));
  if (row.expression.ends_with("(g - \\bar{g})")) row.title = words(QT_TRANSLATE_NOOP("StepList", "Softmax"));
  return row;
}

/// A row without a mask says so on the way back, too.
void addMaskNotes(const core::Program& program, const StepList& forward, std::vector<StepRow>& rows) {
  for (const StepRow& note : forward.rows()) {
    if (!note.isMaskNote) continue;
    const int gradient = gradientOf(program, note.step);
    const auto masked = std::ranges::find(rows, gradient, &StepRow::step);
    if (gradient < 0 || masked == rows.end() || masked->shown <= note.shown) continue;
    StepRow row = note;
    row.shape = masked->shape;
    row.step = gradient;
    row.isInput = false;
    rows.push_back(std::move(row));
  }
}

/// The weights that a choice becomes, where it does; else the choice itself.
int weightsOf(const core::Program& program, int made) {
  const core::Step& choice = program.steps()[static_cast<std::size_t>(made)];
  for (auto i = static_cast<std::size_t>(made); i < program.steps().size(); ++i) {
    const core::Step& step = program.steps()[i];
    if (step.group == choice.group && step.role == core::Role::Weights) return static_cast<int>(i);
  }
  return made;
}

void addWalls(const Computation& computation, const StepList& forward, const StepCell& from,
              std::vector<StepRow>& rows) {
  const core::Program& program = computation.program();
  const int start = program.stepIndex(from.step);
  for (const GradientWall& wall : gradientWalls(program, computation.step(start).value)) {
    const int shown = wall.made >= 0 ? weightsOf(program, wall.made) : -1;
    const int made = shown >= 0 ? forward.rowOfStep(shown) : -1;
    if (made < 0) continue;
    StepRow row = forward.row(made);
    row.step = shown;
    row.title = words(QT_TRANSLATE_NOOP("StepList", "No gradient past %1")).arg(opName(wall.op->name));
    row.expression.clear();
    row.isInput = false;
    row.inputs.clear();
    row.wall = wall;
    rows.push_back(std::move(row));
  }
}

}  // namespace

std::vector<StepRow> backwardRows(const Computation& computation, const StepList& forward) {
  std::vector<StepRow> rows;
  const std::optional<StepCell>& from = computation.gradientOf();
  if (!from) return rows;
  const core::Program& program = computation.program();
  for (int step = computation.forwardStepCount(); step < static_cast<int>(program.steps().size()); ++step) {
    const core::Value value = computation.step(step).value;
    if (program.type(value).shape.elementCount() == 0 || forwardOf(program, step) < 0) continue;
    rows.push_back(gradientRow(program, forward, step));
  }
  addMaskNotes(program, forward, rows);
  addWalls(computation, forward, *from, rows);
  std::ranges::stable_sort(rows, std::ranges::greater(), &StepRow::shown);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].number = static_cast<int>(i);
  return rows;
}

}  // namespace heed::ui
