#include "ui/step/step_list.h"

#include "core/program/layers.h"
#include "ui/step/step_list_backward.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

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

/// The block that a step lies in; null where it lies in none.
const core::Group* outermostGroup(const core::Program& program, int group) {
  const core::Group* outer = nullptr;
  for (; group >= 0; group = outer->parent) outer = &program.groups()[static_cast<std::size_t>(group)];
  return outer;
}

/// The size of the dimension of heads; 1 where there is none.
std::int64_t headsOf(const core::Program& program, const core::Step& step) {
  const core::Shape& shape = program.type(step.value).shape;
  for (int axis = 0; axis < shape.rank() && axis < static_cast<int>(step.axes.size()); ++axis) {
    if (step.axes[static_cast<std::size_t>(axis)].meaning == core::AxisMeaning::Head) return shape[axis];
  }
  return 1;
}

/// Steps that stand beside those of several heads, behind them and without heads of their own, belong to all of them.
void markJoined(std::vector<StepRow>& rows, const core::Program& program) {
  std::map<int, std::int64_t> heads;  // by group
  for (StepRow& row : rows) {
    const core::Step& step = program.steps()[static_cast<std::size_t>(row.step)];
    std::int64_t& known = heads.try_emplace(step.group, 1).first->second;
    row.heads = headsOf(program, step);
    if (row.heads > 1) known = row.heads;
    if (row.heads > 1 || known <= 1 || row.isMaskNote || step.depth == core::StepDepth::SubStep) continue;
    row.heads = known;
    row.joinsHeads = true;
  }
}

/// Projections of one title in several blocks are told apart by the names of the blocks; layers are told apart already.
void nameByBlock(std::vector<StepRow>& rows, const core::Program& program) {
  std::map<QString, std::map<QString, int>> blocks;  // by title: how often each block has it
  const auto blockOf = [&program](const StepRow& row) {
    const core::Group* outer = outermostGroup(program, program.steps()[static_cast<std::size_t>(row.step)].group);
    return outer == nullptr ? QString() : QString::fromStdString(outer->id);
  };
  for (const StepRow& row : rows) {
    if (row.layer < 0 && !row.isMaskNote && row.phase == core::Phase::Project) ++blocks[row.title][blockOf(row)];
  }
  for (StepRow& row : rows) {
    const auto shared = blocks.find(row.title);
    if (shared == blocks.end() || shared->second.size() < 2 || row.isMaskNote) continue;
    const auto own = shared->second.find(blockOf(row));
    if (own == shared->second.end() || own->second != 1 || own->first.isEmpty()) continue;
    row.title = QCoreApplication::translate("StepList", "%1: %2", "a step and its block").arg(row.title, own->first);
  }
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
  if (const core::Group* outer = outermostGroup(program, step.group)) row.block = translated(outer->title);
  row.isInput = step.isInput;
  return row;
}

StepList::StepList(const Computation& computation, Direction direction) : m_direction(direction) {
  if (direction == Direction::Backward) {
    const StepList forward(computation, Direction::Forward);
    m_forwardCount = forward.count();
    m_rows = backwardRows(computation, forward);
    findLayers(computation.program(), computation.forwardStepCount());
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
  markJoined(m_rows, program);
  findLayers(program, computation.forwardStepCount());
  nameByBlock(m_rows, program);
}

void StepList::findLayers(const core::Program& program, int forwardSteps) {
  const std::vector<core::Layer> layers = core::layersOf(program, forwardSteps);
  m_layerCount = static_cast<int>(layers.size());
  if (layers.empty()) return;
  for (StepRow& row : m_rows) {
    const core::Step& step = program.steps()[static_cast<std::size_t>(row.step)];
    row.layer = core::layerOfGroup(program, layers, step.group);
    if (row.layer < 0) continue;
    row.idInLayer = core::idWithinLayer(step.id, layers[static_cast<std::size_t>(row.layer)]);
    row.block = layerTitle(row.layer);
  }
}

int StepList::rowInLayer(int position, int layer) const {
  const StepRow& from = row(position);
  if (from.layer < 0) return -1;
  const auto found = std::ranges::find_if(m_rows, [&](const StepRow& other) {
    return other.layer == layer && other.isMaskNote == from.isMaskNote && other.idInLayer == from.idInLayer;
  });
  return found == m_rows.end() ? -1 : found->number;
}

std::vector<StepPart> StepList::parts() const {
  std::vector<StepPart> parts;
  for (const StepRow& row : m_rows) {
    if (parts.empty() || parts.back().layer != row.layer) parts.push_back({row.number, 0, row.layer});
    ++parts.back().count;
  }
  return parts;
}

int StepList::rowOfStep(int step) const {
  const auto found = std::ranges::find_if(m_rows, [step](const StepRow& row) {
    return !row.isMaskNote && (row.step == step || std::ranges::find(row.inputs, step) != row.inputs.end());
  });
  return found == m_rows.end() ? -1 : found->number;
}

int StepList::firstWithRole(core::Role role, int layer) const {
  const auto found = std::ranges::find_if(
      m_rows, [&](const StepRow& row) { return row.role == role && (layer < 0 || row.layer == layer); });
  return found == m_rows.end() ? -1 : found->number;
}

int stepAround(const core::Program& program, const core::Step& step) {
  const std::size_t dot = step.id.rfind('.');
  if (step.depth != core::StepDepth::SubStep || dot == std::string::npos) return -1;
  return program.stepIndex(step.id.substr(0, dot));
}

QString layerTitle(int layer) {
  return QCoreApplication::translate("StepList", "Layer %1").arg(layer);
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
