#include "ui/shell/export_menu.h"

#include "ui/shell/view_thumbnails.h"
#include "ui/step/stage_figure.h"
#include "ui/theme/style.h"

#include <QPainter>

namespace heed::ui {

namespace {

constexpr double kWidth = 84;
constexpr double kHeight = 60;
constexpr double kIcon = 20;
const QString kJob = QStringLiteral("export menu");

/// An icon in the middle of the place that a picture will take.
QIcon placeholder(const QIcon& icon, QSize size, int side, double ratio) {
  QPixmap ground(size * ratio);
  ground.setDevicePixelRatio(ratio);
  ground.fill(Qt::transparent);
  QPainter painter(&ground);
  icon.paint(&painter, QRect((size.width() - side) / 2, (size.height() - side) / 2, side, side));
  painter.end();
  return QIcon(ground);
}

}  // namespace

ExportMenu::ExportMenu(Walk& walk, const Appearance& appearance, StageSource stage, QWidget* parent)
    : QMenu(parent), m_walk(walk), m_appearance(appearance), m_stage(std::move(stage)) {
  connect(this, &QMenu::aboutToShow, this, &ExportMenu::prepare);
  connect(this, &QMenu::aboutToHide, this, [this] { stopThumbnails(m_walk, kJob); });
}

ExportMenu::~ExportMenu() = default;

void ExportMenu::addView(FigureView view, QAction& command) {
  QAction* shown = addAction(command.text());
  shown->setMenuRole(QAction::NoRole);
  connect(shown, &QAction::triggered, &command, &QAction::trigger);
  m_entries.push_back({view, &command, shown});
}

QSize ExportMenu::pictureSize() const {
  return {m_appearance.px(kWidth), m_appearance.px(kHeight)};
}

void ExportMenu::prepare() {
  setMenuPictureSize(*this, pictureSize());
  for (const Entry& entry : m_entries) {
    entry.shown->setText(entry.command->text());
    // A view that the result does not have needs no room.
    entry.shown->setVisible(entry.command->isEnabled());
    entry.shown->setIcon(
        placeholder(entry.command->icon(), pictureSize(), m_appearance.px(kIcon), devicePixelRatioF()));
  }
  // The menu is on the screen before anything is drawn for it.
  QMetaObject::invokeMethod(this, &ExportMenu::ask, Qt::QueuedConnection);
}

void ExportMenu::ask() {
  if (!isVisible()) return;
  const std::shared_ptr<const StageFigure> stage = m_stage();
  std::vector<FigureChoice> choices;
  std::vector<Entry> entries;
  for (const Entry& entry : m_entries) {
    if (!entry.command->isEnabled() || (entry.view == FigureView::Stage && stage == nullptr)) continue;
    FigureChoice choice = choiceOf(m_walk, entry.view, stage);
    choice.decimals = m_appearance.decimals();
    choices.push_back(std::move(choice));
    entries.push_back(entry);
  }
  askThumbnails(m_walk, kJob, choices, m_appearance.themeName(), this,
                [this, entries](std::size_t place, const QImage& picture) {
                  const Entry& entry = entries[place];
                  entry.shown->setIcon(framedIcon(picture, pictureSize(), devicePixelRatioF(), m_appearance.theme()));
                  Q_EMIT pictureShown(entry.view);
                });
}

}  // namespace heed::ui
