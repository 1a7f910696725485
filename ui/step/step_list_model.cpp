#include "ui/step/step_list_model.h"

#include "core/model/formula_text.h"

#include <algorithm>
#include <map>
#include <optional>

namespace heed::ui {

namespace {

/// Blocks with fewer steps, as an input, have no heading of their own.
constexpr int kLeastFoldedSteps = 3;

}  // namespace

StepListModel::StepListModel(Walk& walk, QObject* parent) : QAbstractListModel(parent), m_walk(walk) {
  connect(&m_walk, &Walk::listChanged, this, &StepListModel::refresh);
  connect(&m_walk, &Walk::layerChanged, this, &StepListModel::refresh);
  connect(&m_walk, &Walk::contentChanged, this, [this] {
    // Weights that were opened or closed add and take away lines; everything else only looks different.
    const bool showsWeights =
        std::ranges::any_of(m_lines, [](const Line& entry) { return entry.kind == Kind::Weights; });
    if (showsWeights || m_walk.openedInput() >= 0) {
      refresh();
    } else if (!m_lines.empty()) {
      Q_EMIT dataChanged(index(0), index(static_cast<int>(m_lines.size()) - 1));
    }
  });
  refresh();
}

int StepListModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

const StepListModel::Line& StepListModel::line(const QModelIndex& index) const {
  return m_lines[static_cast<std::size_t>(index.row())];
}

QVariant StepListModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Line& entry = line(index);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::AccessibleTextRole) return {};
  if (entry.kind == Kind::Weights) return tr("%1, weights, %2").arg(entry.text, entry.shape);
  if (entry.kind != Kind::Step) {
    return entry.kind == Kind::Block && entry.isFolded ? tr("%1, folded").arg(entry.text) : entry.text;
  }
  const StepRow& row = m_walk.list().row(entry.row);
  const QString expression = QString::fromStdString(core::formulaAsText(row.expression));
  if (role == Qt::DisplayRole) return tr("%1 %2").arg(row.shown).arg(row.title);
  const QString shape = row.joinsHeads ? tr("%1, all heads").arg(row.shape) : row.shape;
  return expression.isEmpty() ? tr("Step %1: %2, %3").arg(row.shown).arg(row.title, shape)
                              : tr("Step %1: %2, %3, %4").arg(row.shown).arg(row.title, expression, shape);
}

Qt::ItemFlags StepListModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  const Kind kind = line(index).kind;
  if (kind == Kind::Phase) return Qt::ItemNeverHasChildren;
  return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

QModelIndex StepListModel::indexOfRow(int row) const {
  QModelIndex block;
  for (std::size_t i = 0; i < m_lines.size(); ++i) {
    const Line& entry = m_lines[i];
    if (entry.kind == Kind::Step && entry.row == row) return index(static_cast<int>(i));
    if (entry.kind == Kind::Block && entry.isFolded && entry.row <= row) block = index(static_cast<int>(i));
  }
  return m_filter.isEmpty() ? block : QModelIndex();
}

QModelIndex StepListModel::currentIndex() const {
  for (std::size_t i = 0; i < m_lines.size(); ++i) {
    if (m_lines[i].kind == Kind::Weights && m_lines[i].step == m_walk.openedInput()) return index(static_cast<int>(i));
  }
  return indexOfRow(m_walk.current());
}

void StepListModel::setFilter(const QString& text) {
  m_filter = text.trimmed();
  refresh();
}

void StepListModel::toggleFold(const QModelIndex& index) {
  if (!index.isValid() || line(index).kind != Kind::Block) return;
  const QString block = line(index).text;
  if (m_folded.erase(block) == 0) m_folded.insert(block);
  refresh();
}

bool StepListModel::matches(const StepRow& row) const {
  if (m_filter.isEmpty()) return true;
  const QString expression = QString::fromStdString(core::formulaAsText(row.expression));
  return row.title.contains(m_filter, Qt::CaseInsensitive) || expression.contains(m_filter, Qt::CaseInsensitive) ||
         QString::number(row.shown) == m_filter;
}

void StepListModel::appendStep(std::vector<Line>& lines, const StepRow& row) const {
  lines.push_back({Kind::Step, row.number, row.step, {}, {}, false});
  const bool isOpen = std::ranges::find(row.inputs, m_walk.openedInput()) != row.inputs.end();
  if (!isOpen || m_walk.session().result() == nullptr) return;
  const Computation& computation = *m_walk.session().result();
  for (const int input : row.inputs) {
    const core::Step& step = computation.step(input);
    const core::Shape& shape = computation.program().type(step.value).shape;
    lines.push_back(
        {Kind::Weights, row.number, input, translated(step.caption), QString::fromStdString(shape.toString()), false});
  }
}

void StepListModel::refresh() {
  std::vector<Line> lines;
  const std::vector<StepRow>& rows = m_walk.list().rows();
  const auto isOfOtherLayer = [this](const StepRow& row) { return row.layer >= 0 && row.layer != m_walk.layer(); };
  std::map<QString, int> sizes;
  for (const StepRow& row : rows) sizes[row.block] += isOfOtherLayer(row) ? 0 : 1;
  const auto isLarge = [&](const QString& block) { return !block.isEmpty() && sizes[block] >= kLeastFoldedSteps; };
  const bool folds = m_walk.list().layerCount() > 1 ||
                     std::ranges::count_if(sizes, [&](const auto& entry) { return isLarge(entry.first); }) > 1;
  QString block;
  std::optional<core::Phase> phase;
  for (const StepRow& row : rows) {
    if (isOfOtherLayer(row) || !matches(row)) continue;
    const bool isFolded = folds && m_folded.contains(row.block) && m_filter.isEmpty();
    if (folds && row.block != block) {
      if (isLarge(row.block)) lines.push_back({Kind::Block, row.number, -1, row.block, {}, isFolded});
      if (isLarge(row.block) || isLarge(block)) phase.reset();
    }
    block = row.block;
    if (isFolded) continue;
    if (phase != row.phase) lines.push_back({Kind::Phase, row.number, -1, phaseTitle(row.phase), {}, false});
    phase = row.phase;
    appendStep(lines, row);
  }
  beginResetModel();
  m_lines = std::move(lines);
  endResetModel();
}

}  // namespace heed::ui
