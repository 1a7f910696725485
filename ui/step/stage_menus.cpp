#include "ui/document/edits.h"
#include "ui/step/stage.h"
#include "ui/step/stage_editor.h"
#include "ui/step/weights_before.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>

#include <algorithm>

namespace heed::ui {

int Stage::weightsStep() const {
  return m_walk.weights() != nullptr ? m_walk.weights()->step : -1;
}

void Stage::edit(const std::function<void(const Computation&)>& change) {
  const auto result = m_walk.session().result();
  if (result == nullptr) return;
  try {
    change(*result);
  } catch (const core::Error& error) {
    Q_EMIT failed(translated(error.text()));
  }
}

/// A menu may still be open when another result has come: a step is then found by its id, or is gone.
void Stage::editStep(const std::string& id, const std::function<void(const Computation&, int step)>& change) {
  edit([&](const Computation& computation) {
    if (const int step = computation.program().stepIndex(id); step >= 0) change(computation, step);
  });
}

std::string Stage::idOf(int step) const {
  const auto& result = m_walk.session().result();
  return result == nullptr || step < 0 ? std::string() : result->step(step).id;
}

void Stage::editCell(Focus::Cell cell) {
  const StageMatrix& result = m_picture.result();
  const auto area = cellRect(StagePart::Result, cell);
  if (!area || result.step < 0 || m_walk.list().direction() == Direction::Backward) return;
  const QRect box = area->adjusted(-6, -1, 6, 1).toAlignedRect();
  const QFont font = m_appearance.font(12, 500, FontUse::Numbers);
  m_editor->openField({result.step, result.offset(cell.row, cell.column), result.value(cell.row, cell.column)}, box,
                      font);
}

void Stage::contextMenuEvent(QContextMenuEvent* event) {
  const QPointF design = toDesign(event->pos());
  if (const StageTarget* target = m_layout.targetAt(design);
      target != nullptr && target->kind == TargetKind::ColumnLabel) {
    showKeyMenu(target->place, event->globalPos());
    return;
  }
  if (const StageTarget* target = m_layout.targetAt(design);
      target != nullptr && target->kind == TargetKind::RowLabel) {
    showRowMenu(target->place, event->globalPos());
    return;
  }
  if (const auto cell = hiddenWeightAt(design)) {
    changeChips(false, *cell);
    return;
  }
  if (const auto hit = m_layout.cellAt(design); hit && (hit->part == StagePart::Result || hit->part == StagePart::Map))
    showCellMenu(hit->cell, event->globalPos());
}

/// The key that is the word of a row; none where rows and keys are of different texts.
std::optional<std::int64_t> Stage::keyOfRow(std::int64_t row) const {
  const core::Axis& rows = m_picture.result().rows;
  const StageMatrix* weights = m_walk.weights();
  if (weights == nullptr || weights->step < 0 || !isTokenAxis(rows) || row >= weights->columnCount())
    return std::nullopt;
  const bool isSame = m_picture.result().rowCount() == weights->columnCount() &&
                      core::axisPlace(rows, row) == core::axisPlace(weights->columns, row);
  return isSame ? std::optional(row) : std::nullopt;
}

void Stage::showRowMenu(std::int64_t row, const QPoint& global) {
  if (m_walk.list().direction() == Direction::Backward) return;
  const auto key = keyOfRow(row);
  if (!key) return;
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("rowMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  addHideKey(*menu, *key, true);
  addWordActions(*menu, *key);
  menu->popup(global);
}

/// "Hide this key from all queries", or its opposite.
void Stage::addHideKey(QMenu& menu, std::int64_t key, bool isOfRow) {
  const StageMatrix& weights = *m_walk.weights();
  bool isHidden = !weights.allowed.isNull();
  for (std::int64_t row = key; isHidden && row < weights.rowCount(); ++row) {
    isHidden = key < weights.columnCount() && !weights.isAllowed(row, key);
  }
  const QString words = isOfRow
                            ? (isHidden ? tr("Show this word to all queries") : tr("Hide this word from all queries"))
                            : (isHidden ? tr("Show this key to all queries") : tr("Hide this key from all queries"));
  menu.addAction(words, this, [this, id = idOf(weightsStep()), key, isHidden] {
    editStep(id, [&](const Computation& computation, int step) {
      setKeyHidden(m_walk.session().document(), computation, step, key, !isHidden);
    });
  });
}

/// "Hide from "it" only" or its opposite; with the key in a menu that is not of the key.
void Stage::addHidePair(QMenu& menu, Focus::Cell pair, bool saysKey) {
  const StageMatrix& weights = *m_walk.weights();
  const bool isHidden = !weights.isAllowed(pair.row, pair.column);
  const QString query = placeName(weights.rows, pair.row);
  const QString key = placeName(weights.columns, pair.column);
  const QString words =
      saysKey ? (isHidden ? tr("Show \"%1\" to \"%2\" again") : tr("Hide \"%1\" from \"%2\" only")).arg(key, query)
              : (isHidden ? tr("Show to \"%1\" again") : tr("Hide from \"%1\" only")).arg(query);
  menu.addAction(words, this, [this, id = idOf(weightsStep()), pair, isHidden] {
    editStep(id, [&](const Computation& computation, int step) {
      setPairHidden(m_walk.session().document(), computation, step, pair.row, pair.column, !isHidden);
    });
  });
}

void Stage::addWordActions(QMenu& menu, std::int64_t token) {
  if (hasWordFeatures()) {
    menu.addAction(tr("Set the features of the word"), this, [this, token] { openWordFeatures(token); });
  }
  menu.addAction(tr("Remove the word from the input"), this, [this, token] {
    edit([&](const Computation& computation) { removeToken(m_walk.session().document(), computation, token); });
  });
}

void Stage::showCellMenu(Focus::Cell cell, const QPoint& global) {
  const StageMatrix& result = m_picture.result();
  if (result.step < 0) return;
  m_walk.focus().lock(cell);
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("cellMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const bool isForward = m_walk.list().direction() == Direction::Forward;
  if (isForward) {
    menu->addAction(result.isInput ? tr("Change this number") : tr("Override this value"), this,
                    [this, cell] { editCell(cell); });
  }
  const bool isReplaced = isForward && std::ranges::find(m_picture.replaced, cell) != m_picture.replaced.end();
  if (isReplaced) {
    const std::int64_t offset = result.offset(cell.row, cell.column);
    menu->addAction(tr("Release"), this, [this, id = idOf(result.step), offset] {
      editStep(id, [&](const Computation& computation, int step) {
        releaseCell(m_walk.session().document(), computation, step, offset);
      });
    });
  }
  const StageMatrix* weights = m_walk.weights();
  const bool isPair = weights != nullptr && weights->step >= 0 && hasKeyColumns() && isTokenAxis(result.rows) &&
                      result.rowCount() == weights->rowCount() && result.columnCount() == weights->columnCount();
  if (isForward && isPair) addHidePair(*menu, cell, true);
  if (!isForward) {
    menu->addAction(tr("Forward again"), &m_walk, &Walk::endBackward);
  } else if (m_walk.canStartBackward()) {
    menu->addAction(tr("Backward from this cell"), &m_walk, &Walk::startBackward);
  }
  menu->addSeparator();
  menu->addAction(tr("Copy the number"), this, &Stage::copyNumber);
  menu->addAction(tr("Copy the terms"), this, &Stage::copyTerms);
  menu->popup(global);
}

void Stage::showKeyMenu(std::int64_t key, const QPoint& global) {
  const StageMatrix& result = m_picture.result();
  const int step = weightsStep();
  if (step < 0 || !isTokenAxis(result.columns) || key >= result.columnCount()) return;
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("keyMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const StageMatrix& weights = *m_walk.weights();
  addHideKey(*menu, key, false);
  if (m_picture.focus && m_picture.focus->row < weights.rowCount() && key < weights.columnCount()) {
    addHidePair(*menu, {m_picture.focus->row, key}, false);
  }
  addWordActions(*menu, key);
  menu->popup(global);
}

void Stage::askForCell() {
  if (auto* open = findChild<QLineEdit*>(QStringLiteral("stageGoTo"))) {
    open->setFocus();
    return;
  }
  auto* field = new QLineEdit(this);
  field->setObjectName(QStringLiteral("stageGoTo"));
  field->setAccessibleName(tr("Row and column"));
  field->setPlaceholderText(tr("row, column"));
  const int width = m_appearance.px(180);
  field->setGeometry((this->width() - width) / 2, m_appearance.px(84), width, m_appearance.px(30));
  connect(field, &QLineEdit::returnPressed, this, [this, field] {
    goToCell(field->text());
    field->deleteLater();
    setFocus();
  });
  connect(field, &QLineEdit::editingFinished, field, &QObject::deleteLater);
  auto* escape = new QAction(field);
  escape->setShortcut(Qt::Key_Escape);
  escape->setShortcutContext(Qt::WidgetShortcut);
  connect(escape, &QAction::triggered, this, [this, field] {
    field->deleteLater();
    setFocus();
  });
  field->addAction(escape);
  field->show();
  field->setFocus();
}

void Stage::goToCell(const QString& text) {
  const StageMatrix& result = m_picture.result();
  const QStringList parts = text.split(QRegularExpression(QStringLiteral("[,\uFF0C]")), Qt::SkipEmptyParts);
  const auto find = [](const core::Axis& axis, std::int64_t count, const QString& name) -> std::optional<std::int64_t> {
    bool isNumber = false;
    const qlonglong index = name.toLongLong(&isNumber);
    if (isNumber && index >= 0 && index < count) return index;
    for (std::int64_t place = 0; place < count; ++place) {
      if (placeText(axis, place).compare(name, Qt::CaseInsensitive) == 0) return place;
    }
    return std::nullopt;
  };
  if (parts.isEmpty()) return;
  const auto row = find(result.rows, result.rowCount(), parts.front().trimmed());
  auto column = m_picture.focus ? std::optional(m_picture.focus->column) : std::optional<std::int64_t>(0);
  if (parts.size() > 1) column = find(result.columns, result.columnCount(), parts[1].trimmed());
  if (!row || !column) {
    Q_EMIT failed(
        tr("No cell is called \"%1\"; a row and a column are expected, such as \"3, 5\" or two words.").arg(text));
    return;
  }
  m_walk.focus().lock({*row, *column});
}

void Stage::keepEarlier() {
  m_picture.setEarlier(std::nullopt, {});
  m_before->keep();
  refresh();
}

void Stage::undoEarlier() {
  m_walk.session().document().undoStack().undo();
}

}  // namespace heed::ui
