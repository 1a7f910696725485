#include "ui/step/step_list.h"

#include "ui/step/step_list_backward.h"

#include <QCoreApplication>

#include <algorithm>

namespace heed::ui {

namespace {

/// What opens from another step: weights and biases, and the numbers of tokens before their features.
bool belongsToNext(const core::Program& program, int position) {
  const core::Step& step = program.steps()[static_cast<std::size_t>(position)];
  if (step.depth == core::StepDepth::SubStep) return step.isInput;
  if (step.phase != core::Phase::Input || program.type(step.value).kind == core::ValueKind::Real) return false;
  const auto next = static_cast<std::size_t>(position) + 1;
  return next < program.steps().size() && program.steps()[next].phase == core::Phase::Input;
}

QString shapeOfMatrix(const core::Shape& shape) {
  const int rank = shape.rank();
  if (rank == 0) return QStringLiteral("1");
  if (rank == 1) return QString::number(shape[0]);
  return QStringLiteral("%1 × %2").arg(shape[rank - 2]).arg(shape[rank - 1]);
}

QString outermostGroup(const core::Program& program, int group) {
  QString title;
  for (; group >= 0; group = program.groups()[static_cast<std::size_t>(group)].parent) {
    title = translated(program.groups()[static_cast<std::size_t>(group)].title);
  }
  return title;
}

/// Whether a row of weights follows scores without a mask between them.
bool startsUnmasked(const std::vector<StepRow>& rows, const StepRow& next, const core::Program& program) {
  if (next.phase != core::Phase::Normalise || rows.empty()) return false;
  const StepRow& last = rows.back();
  if (last.phase != core::Phase::Score && last.phase != core::Phase::Scale) return false;
  return !program.steps()[static_cast<std::size_t>(last.step)].mask.isValid();
}

}  // namespace

StepRow stepRow(const core::Program& program, int position) {
  const core::Step& step = program.steps()[static_cast<std::size_t>(position)];
  StepRow row;
  row.step = position;
  row.phase = step.phase;
  row.role = step.role;
  row.title = translated(step.caption);
  row.expression = step.expression;
  row.shape = shapeOfMatrix(program.type(step.value).shape);
  row.block = outermostGroup(program, step.group);
  row.isInput = step.isInput;
  return row;
}

StepList::StepList(const Computation& computation, Direction direction) : m_direction(direction) {
  if (direction == Direction::Backward) {
    const StepList forward(computation, Direction::Forward);
    m_forwardCount = forward.count();
    m_rows = backwardRows(computation, forward);
    return;
  }
  const core::Program& program = computation.program();
  std::vector<int> inputs;
  for (int position = 0; position < computation.forwardStepCount(); ++position) {
    if (program.type(program.steps()[static_cast<std::size_t>(position)].value).shape.elementCount() == 0) continue;
    if (belongsToNext(program, position)) {
      inputs.push_back(position);
      continue;
    }
    StepRow row = stepRow(program, position);
    row.inputs = std::exchange(inputs, {});
    if (startsUnmasked(m_rows, row, program)) {
      StepRow note = m_rows.back();
      note.phase = core::Phase::Mask;
      note.role = core::Role::None;
      note.title = QCoreApplication::translate("StepList", "No mask");
      note.expression.clear();
      note.isInput = true;
      note.isMaskNote = true;
      note.inputs.clear();
      m_rows.push_back(std::move(note));
    }
    m_rows.push_back(std::move(row));
  }
  for (std::size_t i = 0; i < m_rows.size(); ++i) m_rows[i].number = m_rows[i].shown = static_cast<int>(i);
  m_forwardCount = count();
}

int StepList::rowOfStep(int step) const {
  const auto found = std::ranges::find_if(m_rows, [step](const StepRow& row) {
    return !row.isMaskNote && (row.step == step || std::ranges::find(row.inputs, step) != row.inputs.end());
  });
  return found == m_rows.end() ? -1 : found->number;
}

int StepList::firstWithRole(core::Role role) const {
  const auto found = std::ranges::find(m_rows, role, &StepRow::role);
  return found == m_rows.end() ? -1 : found->number;
}

QString phaseTitle(core::Phase phase) {
  const auto words = [](const char* text) { return QCoreApplication::translate("Phase", text); };
  switch (phase) {
    case core::Phase::Input:
      return words(QT_TRANSLATE_NOOP("Phase", "Input"));
    case core::Phase::Project:
      return words(QT_TRANSLATE_NOOP("Phase", "Project"));
    case core::Phase::Score:
      return words(QT_TRANSLATE_NOOP("Phase", "Score"));
    case core::Phase::Scale:
      return words(QT_TRANSLATE_NOOP("Phase", "Scale"));
    case core::Phase::Mask:
      return words(QT_TRANSLATE_NOOP("Phase", "Mask"));
    case core::Phase::Normalise:
      return words(QT_TRANSLATE_NOOP("Phase", "Normalise"));
    case core::Phase::Mix:
      return words(QT_TRANSLATE_NOOP("Phase", "Mix"));
    case core::Phase::Transform:
      return words(QT_TRANSLATE_NOOP("Phase", "Transform"));
    case core::Phase::Output:
      return words(QT_TRANSLATE_NOOP("Phase", "Output"));
  }
  return {};
}

QString translated(const core::Text& text) {
  std::vector<std::string> arguments = text.arguments;
  for (std::size_t i = 0; i < text.texts.size(); ++i) {
    if (!text.texts[i].isEmpty()) arguments[i] = translated(text.texts[i]).toStdString();
  }
  const QString pattern = QCoreApplication::translate(text.context.c_str(), text.pattern.c_str());
  return QString::fromStdString(core::Text::format(pattern.toStdString(), arguments));
}

}  // namespace heed::ui
