#include "ui/shell/command_set.h"
#include "ui/shell/hints.h"
#include "ui/shell/main_window.h"
#include "ui/shell/status_line.h"
#include "ui/shell/step_workspace.h"
#include "ui/step/stage.h"
#include "ui/step/step_bar.h"
#include "ui/step/step_list_panel.h"
#include "ui/step/transport.h"

#include <QLineEdit>

#include <algorithm>

namespace heed::ui {

namespace {

const QString kType = QStringLiteral("type");
const QString kPoint = QStringLiteral("point");
const QString kPlay = QStringLiteral("play");

/// The first of these corners where a bubble covers neither a number nor a word of the stage, nor its formula.
std::optional<QPoint> clearCorner(const Stage& stage, const QRect& stageAt, QSize size,
                                  std::initializer_list<QPoint> corners) {
  const StageLayout& layout = stage.stageLayout();
  const auto isClear = [&](const QRect& bubble) {
    const auto covers = [&](const QRectF& area) {
      return bubble.intersects(stage.toWidget(area).toAlignedRect().translated(stageAt.topLeft()));
    };
    // The bracket over the formula's current term stands a little above it.
    const bool coversFormula = layout.formula && covers(layout.formula->area.adjusted(0, -8, 0, 0));
    return !coversFormula && !(layout.picture && covers(layout.picture->whole)) &&
           std::ranges::none_of(layout.texts, [&](const StageText& text) { return covers(text.area); }) &&
           std::ranges::none_of(layout.matrices, [&](const PlacedMatrix& matrix) { return covers(matrix.area()); }) &&
           std::ranges::none_of(layout.crops, [&](const StageCrop& crop) { return covers(crop.area); }) &&
           std::ranges::none_of(stage.findChildren<QWidget*>(Qt::FindDirectChildrenOnly), [&](const QWidget* control) {
             return control->isVisible() && bubble.intersects(control->geometry().translated(stageAt.topLeft()));
           });
  };
  for (const QPoint& corner : corners) {
    const QRect bubble(corner, size);
    const bool isInside = bubble.right() <= stageAt.right() || !bubble.intersects(stageAt);
    if (isInside && isClear(bubble)) return corner;
  }
  return std::nullopt;
}

}  // namespace

void MainWindow::addHints() {
  const auto px = [this](double length) { return m_context.appearance.px(length); };
  // Where a part of the workspace is, in the window.
  const auto placeOf = [this](const QWidget& part) { return QRect(part.mapTo(this, QPoint(0, 0)), part.size()); };

  m_hints->add(
      kType, [] { return tr("Type your own sentence, or drop a picture anywhere"); },
      [this, px, placeOf](QSize size) -> std::optional<HintPlace> {
        const QWidget& bar = m_workspace->bar();
        const QRect field = placeOf(*m_workspace->bar().field());
        if (!bar.isVisible()) return std::nullopt;
        // Under the field, beside the formula: the bar itself is full of numbers.
        const Stage& stage = m_workspace->stage();
        const QRect at = placeOf(stage);
        const int upper = placeOf(bar).bottom() + px(2);
        const auto& formula = stage.stageLayout().formula;
        const int after =
            formula ? at.left() + static_cast<int>(stage.toWidget(formula->area).right()) + px(16) : at.left() + px(8);
        const auto corner =
            clearCorner(stage, at, size,
                        {QPoint(m_workspace->steps().isFolded() ? at.left() + px(8) : field.left(), upper),
                         QPoint(after, upper), QPoint(after, upper + px(30))});
        if (!corner) return std::nullopt;
        const int target = std::clamp(corner->x() + px(24), field.left() + px(24), field.right() - px(16));
        return HintPlace{QRect(*corner, size), QPoint(target, field.bottom())};
      });
  m_hints->add(
      kPoint, [] { return tr("Point at any number: it says where it comes from. Click locks it."); },
      [this, px, placeOf](QSize size) -> std::optional<HintPlace> {
        const Stage& stage = m_workspace->stage();
        const auto cell = walk().focus().cell();
        if (!stage.isVisible() || !cell) return std::nullopt;
        const QRect at = placeOf(stage);
        const auto above = stage.cellRect(StagePart::Top, {0, cell->column});
        const auto result = stage.cellRect(StagePart::Result, {0, cell->column});
        // In the gap between the operand above and the result, beside the column that is locked.
        if (!above || !result) return std::nullopt;
        const QPoint corner(at.left() + static_cast<int>(result->right()) + px(12),
                            at.top() + static_cast<int>(result->top()) - size.height() - px(3));
        if (corner.x() + size.width() > at.right()) return std::nullopt;
        return HintPlace{QRect(corner, size),
                         QPoint(at.left() + static_cast<int>(result->right()) + px(2), corner.y() + size.height() / 2)};
      });
  m_hints->add(
      kPlay, [] { return tr("Play shows every step"); },
      [this, px, placeOf](QSize size) -> std::optional<HintPlace> {
        const QRect button = placeOf(m_workspace->transport());
        if (!m_workspace->transport().isVisible()) return std::nullopt;
        // Beside the caption of the last row but one, which is the shortest, or in what is free at the stage's foot.
        const Stage& stage = m_workspace->stage();
        const auto corner =
            clearCorner(stage, placeOf(stage), size,
                        {QPoint(button.left() + px(16), button.top() - px(66)),
                         QPoint(button.left() + px(16), button.top() - size.height() - px(4)),
                         QPoint(button.left() + px(16), button.top() - px(96)),
                         QPoint(button.right() - size.width() - px(16), button.top() - size.height() - px(4))});
        if (!corner) return std::nullopt;
        return HintPlace{QRect(*corner, size), QPoint(button.left() + px(108), button.top() + px(10))};
      });

  connect(&walk(), &Walk::playingChanged, this, [this] {
    if (walk().isPlaying()) m_hints->dismiss(kPlay);
  });
  connect(m_workspace->bar().field(), &QLineEdit::returnPressed, this, [this] { m_hints->dismiss(kType); });
  connect(m_hints, &Hints::countChanged, m_commands, &CommandSet::refresh);
  connect(&walk(), &Walk::contentChanged, m_hints, &Hints::place);
  connect(&walk(), &Walk::cellChanged, m_hints, &Hints::place);
  connect(&walk(), &Walk::patchScoresChanged, m_hints, &Hints::place, Qt::QueuedConnection);
}

}  // namespace heed::ui
