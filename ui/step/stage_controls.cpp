#include "ui/step/stage_controls.h"

#include "ui/tensorview/heat_image.h"
#include "ui/widgets/follow.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/switch.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPointer>
#include <QSignalBlocker>
#include <QToolButton>
#include <QWidgetAction>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr std::int64_t kMostSegments = 4;
constexpr int kThumbnail = 56;
constexpr int kThumbnailsAcross = 6;
constexpr double kEdge = 14;
constexpr double kUpper = 10;

/// A head's matrix as a picture no larger than its own cells need.
QImage thumbnail(const StageMatrix& matrix, const Theme& theme, int side) {
  const StageMatrix& shown = matrix;
  const std::int64_t block =
      std::max<std::int64_t>(1, (std::max(shown.rowCount(), shown.columnCount()) + side - 1) / side);
  std::span<const std::uint8_t> allowed;
  if (!shown.allowed.isNull()) allowed = shown.allowed.bools();
  const ValueScale scale = ValueScale::choose(shown.values.floats(), allowed, shown.columnCount(), shown.kind,
                                              ScaleRange::OwnMaximum, 1, ScaleShape::Automatic);
  const CoarseMatrix coarse = reducedByLargest(shown.values.floats(), allowed, shown.rowCount(), shown.columnCount(),
                                               block, block, scale.centred ? Largest::Magnitude : Largest::Value);
  const ColorMap map = ColorMap::fromStops(scale.centred ? theme.signedMap : theme.viridis);
  return heatImage({coarse.values, coarse.allowed, coarse.rows, coarse.columns}, scale, map, theme, QSize(side, side),
                   1, 4);
}

}  // namespace

StageControls::StageControls(Walk& walk, Appearance& appearance, QWidget& stage)
    : QObject(&stage),
      m_walk(walk),
      m_appearance(appearance),
      m_stage(stage),
      m_headLabel(new QLabel(&stage)),
      m_heads(new SegmentedControl(appearance, tr("Head"), {}, &stage, SegmentSize::Compact)),
      m_headButton(new QToolButton(&stage)),
      m_follows(new Switch(appearance, tr("Show what follows"), &stage)) {
  m_heads->setObjectName(QStringLiteral("stageHeads"));
  m_headButton->setObjectName(QStringLiteral("stageHeadButton"));
  m_follows->setObjectName(QStringLiteral("stageFollows"));
  m_follows->setChecked(walk.showsWhatFollows());
  connect(m_heads, &SegmentedControl::chosen, this, &StageControls::chooseHead);
  connect(m_headButton, &QToolButton::clicked, this, &StageControls::showThumbnails);
  connect(m_follows, &QCheckBox::toggled, this, [this](bool on) { m_walk.setShowsWhatFollows(on); });
  connect(&walk, &Walk::contentChanged, this, [this] {
    const QSignalBlocker blocker(m_follows);
    m_follows->setChecked(m_walk.showsWhatFollows());
    takeHeads();
  });
  connect(&walk, &Walk::weightsChanged, this, &StageControls::takeHeads);
  connect(&walk.focus(), &Focus::headChanged, this, &StageControls::takeHeads);
  follow(*m_headLabel, appearance, [this] {
    m_headLabel->setFont(m_appearance.font(12));
    QPalette palette = m_headLabel->palette();
    palette.setColor(QPalette::WindowText, m_appearance.theme().text2);
    m_headLabel->setPalette(palette);
  });
  retranslate();
}

void StageControls::retranslate() {
  m_headLabel->setText(tr("Head"));
  m_follows->setText(tr("Show what follows"));
  m_headButton->setAccessibleName(tr("Head"));
  takeHeads();
}

void StageControls::takeHeads() {
  const StageContent* content = m_walk.content();
  const std::int64_t count = content != nullptr ? content->headCount : 1;
  const bool isOther = count != m_shownHeads;
  m_shownHeads = count;
  if (isOther && count <= kMostSegments) {
    QList<Segment> segments;
    for (std::int64_t head = 0; head < count; ++head) {
      segments << Segment{QString::number(head), tr("Head %1").arg(head), {}, FontUse::Numbers};
    }
    if (count > 1) segments << Segment{tr("all"), tr("All heads")};
    m_heads->setSegments(segments);
  }
  const auto head =
      static_cast<int>(std::clamp<std::int64_t>(m_walk.focus().head(), 0, std::max<std::int64_t>(count - 1, 0)));
  if (count <= kMostSegments) m_heads->setCurrentIndex(m_showsAll ? static_cast<int>(count) : head);
  m_headButton->setText(m_showsAll ? tr("all") : tr("%1 of %2").arg(head).arg(count));
}

/// The choice behind the last head is all of them.
void StageControls::chooseHead(int index) {
  const bool all = index >= static_cast<int>(m_shownHeads);
  if (all != m_showsAll) {
    m_showsAll = all;
    Q_EMIT allHeadsChosen(all);
  }
  if (!all) m_walk.focus().setHead(index);
  takeHeads();
}

int StageControls::width() const {
  if (m_shownHeads <= 1 || m_appearance.isLectureSize()) return 0;
  const QWidget* control = m_shownHeads > kMostSegments ? static_cast<const QWidget*>(m_headButton) : m_heads;
  return control->sizeHint().width() + m_headLabel->sizeHint().width() + m_appearance.px(kEdge + 6);
}

void StageControls::arrange(const StageLayout& layout) {
  const bool isLecture = m_appearance.isLectureSize();
  const bool hasHeads = m_shownHeads > 1 && !isLecture;
  const bool isMany = m_shownHeads > kMostSegments;
  m_heads->setVisible(hasHeads && !isMany);
  m_headButton->setVisible(hasHeads && isMany);
  m_headLabel->setVisible(hasHeads);
  QWidget* control = isMany ? static_cast<QWidget*>(m_headButton) : m_heads;
  const QSize size = control->sizeHint();
  const int right = m_stage.width() - m_appearance.px(kEdge);
  const int upper = m_appearance.px(kUpper);
  control->setGeometry(right - size.width(), upper, size.width(), size.height());
  const QSize label = m_headLabel->sizeHint();
  m_headLabel->setGeometry(right - size.width() - label.width() - m_appearance.px(6),
                           upper + (size.height() - label.height()) / 2, label.width(), label.height());
  m_follows->setVisible(layout.followSwitch.has_value() && !isLecture);
  if (!layout.followSwitch) return;
  const QSize wanted = m_follows->sizeHint();
  const double scale = m_appearance.scale();
  m_follows->setGeometry(static_cast<int>(layout.followSwitch->x() * scale),
                         static_cast<int>(layout.followSwitch->y() * scale) - wanted.height() / 2, wanted.width(),
                         wanted.height());
}

void StageControls::showThumbnails() {
  auto* menu = new QMenu(&m_stage);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  auto* list = new QListWidget(menu);
  list->setObjectName(QStringLiteral("stageHeadList"));
  list->setAccessibleName(tr("Heads"));
  list->setViewMode(QListView::IconMode);
  list->setMovement(QListView::Static);
  list->setFrameShape(QFrame::NoFrame);
  const int side = m_appearance.px(kThumbnail);
  list->setIconSize(QSize(side, side));
  list->setGridSize(QSize(side + m_appearance.px(12), side + m_appearance.px(26)));
  const auto count = static_cast<int>(m_shownHeads);
  for (int head = 0; head < count; ++head) new QListWidgetItem(tr("Head %1").arg(head), list);
  new QListWidgetItem(tr("all"), list);
  list->setCurrentRow(m_showsAll ? count : static_cast<int>(m_walk.focus().head()));
  const int across = std::min(count + 1, kThumbnailsAcross);
  const int down = std::min((count + across) / across, 5);
  list->setFixedSize(list->gridSize().width() * across + m_appearance.px(18),
                     list->gridSize().height() * down + m_appearance.px(6));
  auto* action = new QWidgetAction(menu);
  action->setDefaultWidget(list);
  menu->addAction(action);
  connect(list, &QListWidget::itemClicked, menu, [this, list, menu](QListWidgetItem* item) {
    chooseHead(list->row(item));
    menu->close();
  });
  connect(list, &QListWidget::itemActivated, menu, [this, list, menu](QListWidgetItem* item) {
    chooseHead(list->row(item));
    menu->close();
  });
  fillThumbnails(*list, m_shownHeads);
  menu->popup(m_stage.mapToGlobal(m_headButton->geometry().bottomLeft()));
  list->setFocus();
}

void StageControls::fillThumbnails(QListWidget& list, std::int64_t count) {
  const StageContent* content = m_walk.content();
  if (content == nullptr || content->result.step < 0) return;
  const QPointer<QListWidget> open(&list);
  m_walk.session().ask(
      QStringLiteral("heads"),
      [step = content->result.step, count, theme = m_appearance.theme(), side = m_appearance.px(kThumbnail)](
          core::Evaluator& evaluator, const Computation& computation) {
        std::vector<QImage> images;
        for (std::int64_t head = 0; head < count; ++head) {
          images.push_back(thumbnail(stageMatrix(evaluator, computation, step, head), theme, side));
        }
        return images;
      },
      [open](std::vector<QImage> images) {
        if (open == nullptr) return;
        for (int head = 0; head < open->count() && head < static_cast<int>(images.size()); ++head) {
          open->item(head)->setIcon(QIcon(QPixmap::fromImage(std::move(images[static_cast<std::size_t>(head)]))));
        }
      });
}

}  // namespace heed::ui
