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

namespace heed::ui {

namespace {

const QString kType = QStringLiteral("type");
const QString kPoint = QStringLiteral("point");
const QString kPlay = QStringLiteral("play");

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
        // Under the field, above the formula: the bar itself is full of numbers.
        const bool isFolded = m_workspace->steps().isFolded();
        const int left = isFolded ? placeOf(m_workspace->stage()).left() + px(8) : field.left();
        const QPoint corner(left, placeOf(bar).bottom() + px(2));
        return HintPlace{QRect(corner, size), QPoint(corner.x() + px(24), field.bottom())};
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
        // Beside the caption of the last row but one, which is the shortest.
        const QPoint corner(button.left() + px(16), button.top() - px(66));
        return HintPlace{QRect(corner, size), QPoint(button.left() + px(108), button.top() + px(10))};
      });

  connect(&walk(), &Walk::playingChanged, this, [this] {
    if (walk().isPlaying()) m_hints->dismiss(kPlay);
  });
  connect(m_workspace->bar().field(), &QLineEdit::returnPressed, this, [this] { m_hints->dismiss(kType); });
  connect(m_hints, &Hints::countChanged, m_commands, &CommandSet::refresh);
  connect(&walk(), &Walk::contentChanged, m_hints, &Hints::place);
}

}  // namespace heed::ui
