#include "ui/shell/command_set.h"
#include "ui/shell/hints.h"
#include "ui/shell/main_window.h"
#include "ui/shell/status_line.h"
#include "ui/shell/step_workspace.h"
#include "ui/step/transport.h"

#include <QAction>

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
      kPoint, [] { return tr("Point at any number: it says where it comes from. Click locks it."); },
      [this, px, placeOf](QSize size) -> std::optional<HintPlace> {
        const QWidget& stage = m_workspace->stage();
        if (!stage.isVisible()) return std::nullopt;
        const QRect at = placeOf(stage);
        const QPoint corner(at.right() - size.width() - px(16), at.bottom() - size.height() - px(8));
        return HintPlace{QRect(corner, size), QPoint(corner.x() + px(24), corner.y() - px(8))};
      });
  m_hints->add(
      kPlay, [] { return tr("Play shows every step"); },
      [this, px, placeOf](QSize size) -> std::optional<HintPlace> {
        const QRect button = placeOf(m_workspace->transport());
        if (!m_workspace->transport().isVisible()) return std::nullopt;
        const QPoint corner(button.left() + px(16), button.top() - size.height() - px(10));
        return HintPlace{QRect(corner, size), QPoint(button.left() + px(108), button.top() + px(10))};
      });

  connect(&walk(), &Walk::playingChanged, this, [this] {
    if (walk().isPlaying()) m_hints->dismiss(kPlay);
  });
  connect(m_hints, &Hints::countChanged, m_commands, &CommandSet::refresh);
  connect(&walk(), &Walk::contentChanged, m_hints, &Hints::place);
}

}  // namespace heed::ui
