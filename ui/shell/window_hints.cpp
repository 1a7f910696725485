#include "ui/shell/command_set.h"
#include "ui/shell/hint_places.h"
#include "ui/shell/hints.h"
#include "ui/shell/main_window.h"
#include "ui/shell/status_line.h"
#include "ui/shell/step_workspace.h"
#include "ui/step/stage.h"
#include "ui/step/step_bar.h"
#include "ui/step/transport.h"
#include "ui/widgets/buttons.h"

#include <QLineEdit>

namespace heed::ui {

namespace {

const QString kType = QStringLiteral("type");
const QString kPoint = QStringLiteral("point");
const QString kPlay = QStringLiteral("play");
constexpr double kBesideField = 16;
constexpr double kAfterBubble = 8;

}  // namespace

void MainWindow::addHints() {
  const Appearance& appearance = m_context.appearance;
  // Where a part of the window is.
  const auto placeOf = [this](const QWidget& part) { return QRect(part.mapTo(this, QPoint(0, 0)), part.size()); };

  m_hints->add({.id = kType,
                .words = [] { return tr("Type a sentence, or drop a picture anywhere"); },
                .place = [this, &appearance, placeOf](QSize size) -> std::optional<HintPlace> {
                  StepBar& bar = m_workspace->bar();
                  const int before = appearance.px(kBesideField);
                  if (!bar.isVisible() || !bar.keepRoom(before + size.width() + appearance.px(kAfterBubble)))
                    return std::nullopt;
                  const QRect field = placeOf(*bar.field());
                  const QPoint corner(field.right() + before, field.center().y() - size.height() / 2);
                  return HintPlace{QRect(corner, size), QPoint(field.right(), field.center().y())};
                },
                .gone = [this] { m_workspace->bar().keepRoom(0); }});
  m_hints->add({.id = kPoint,
                .words =
                    [this] {
                      return walk().focus().isLocked()
                                 ? tr("Click any number: it says where it comes from. Esc lets it go.")
                                 : tr("Point at any number: it says where it comes from. Click locks it.");
                    },
                .place = [this, &appearance](QSize size) -> std::optional<HintPlace> {
                  const Stage& stage = m_workspace->stage();
                  const auto cell = walk().focus().cell();
                  if (!stage.isVisible() || !cell) return std::nullopt;
                  const auto column = stage.cellRect(StagePart::Result, {0, cell->column});
                  if (!column) return std::nullopt;
                  const HintGround ground(stage, appearance, *this);
                  return ground.besideColumn(column->toAlignedRect().translated(ground.area().topLeft()), size);
                }});
  m_hints->add(
      {.id = kPlay,
       .words = [] { return tr("Play shows every step"); },
       .place = [this, &appearance, placeOf](QSize size) -> std::optional<HintPlace> {
         const Stage& stage = m_workspace->stage();
         if (!stage.isVisible() || !m_workspace->transport().isVisible()) return std::nullopt;
         return HintGround(stage, appearance, *this).above(placeOf(m_workspace->transport().playButton()), size);
       }});

  connect(&walk(), &Walk::playingChanged, this, [this] {
    if (walk().isPlaying()) m_hints->dismiss(kPlay);
  });
  connect(m_workspace->bar().field(), &QLineEdit::returnPressed, this, [this] { m_hints->dismiss(kType); });
  connect(m_hints, &Hints::countChanged, m_commands, &CommandSet::refresh);
  connect(&walk(), &Walk::contentChanged, m_hints, &Hints::place);
  connect(&walk(), &Walk::cellChanged, m_hints, &Hints::place);
  // The ways and words of the bar find their places in the same turn.
  connect(&walk(), &Walk::trailChanged, m_hints, &Hints::place, Qt::QueuedConnection);
  connect(&walk(), &Walk::patchScoresChanged, m_hints, &Hints::place, Qt::QueuedConnection);
}

}  // namespace heed::ui
