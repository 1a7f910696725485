#include "ui/step/stage_controls.h"

#include "ui/step/head_grid.h"
#include "ui/theme/style.h"
#include "ui/widgets/follow.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/switch.h"

#include <QLabel>
#include <QListWidget>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr std::int64_t kMostSegments = 4;
constexpr double kEdge = 14;
constexpr double kUpper = 10;
constexpr double kGap = 14;  ///< between layer and head

}  // namespace

StageControls::StageControls(Walk& walk, Appearance& appearance, QWidget& stage)
    : QObject(&stage),
      m_walk(walk),
      m_appearance(appearance),
      m_stage(stage),
      m_layerLabel(new QLabel(&stage)),
      m_layers(new SegmentedControl(appearance, tr("Layer"), {}, &stage, SegmentSize::Compact)),
      m_layerButton(new QToolButton(&stage)),
      m_headLabel(new QLabel(&stage)),
      m_heads(new SegmentedControl(appearance, tr("Head"), {}, &stage, SegmentSize::Compact)),
      m_headButton(new QToolButton(&stage)),
      m_kernel(new QToolButton(&stage)),
      m_overlay(new SegmentedControl(appearance, {}, {}, &stage, SegmentSize::Compact)),
      m_alone(new QLabel(&stage)),
      m_follows(new Switch(appearance, tr("Show what follows"), &stage)) {
  m_layers->setObjectName(QStringLiteral("stageLayers"));
  m_layerButton->setObjectName(QStringLiteral("stageLayerButton"));
  m_heads->setObjectName(QStringLiteral("stageHeads"));
  m_headButton->setObjectName(QStringLiteral("stageHeadButton"));
  m_follows->setObjectName(QStringLiteral("stageFollows"));
  m_kernel->setObjectName(QStringLiteral("stageKernel"));
  m_kernel->setFocusPolicy(Qt::StrongFocus);
  m_kernel->hide();
  connect(m_kernel, &QToolButton::clicked, &m_walk, &Walk::openTiles);
  m_follows->setChecked(walk.showsWhatFollows());
  connect(m_heads, &SegmentedControl::chosen, this, &StageControls::chooseHead);
  connect(m_layers, &SegmentedControl::chosen, &m_walk, &Walk::setLayer);
  connect(m_headButton, &QToolButton::clicked, this, [this] { openGrid(*m_headButton); });
  connect(m_layerButton, &QToolButton::clicked, this, [this] { openGrid(*m_layerButton); });
  m_overlay->setObjectName(QStringLiteral("stageOverlay"));
  m_overlay->hide();
  m_alone->hide();
  connect(m_overlay, &SegmentedControl::chosen, this,
          [this](int index) { Q_EMIT overlayChosen(static_cast<OverlayMode>(index)); });
  connect(m_follows, &QCheckBox::toggled, this, [this](bool on) { m_walk.setShowsWhatFollows(on); });
  connect(&walk, &Walk::contentChanged, this, [this] {
    const QSignalBlocker blocker(m_follows);
    m_follows->setChecked(m_walk.showsWhatFollows());
    takeLayers();
    takeHeads();
  });
  connect(&walk, &Walk::listChanged, this, &StageControls::takeLayers);
  connect(&walk, &Walk::layerChanged, this, &StageControls::takeLayers);
  connect(&walk, &Walk::weightsChanged, this, &StageControls::takeHeads);
  connect(&walk.focus(), &Focus::headChanged, this, &StageControls::takeHeads);
  follow(*m_kernel, appearance, [this] {
    m_kernel->setFont(m_appearance.font(12));
    setButtonLook(*m_kernel, ButtonLook::Plain);
  });
  for (QLabel* label : {m_headLabel, m_layerLabel, m_alone}) {
    follow(*label, appearance, [this, label] {
      label->setFont(m_appearance.font(12));
      QPalette palette = label->palette();
      palette.setColor(QPalette::WindowText, m_appearance.theme().text2);
      label->setPalette(palette);
    });
  }
  retranslate();
}

void StageControls::retranslate() {
  m_headLabel->setText(tr("Head"));
  m_layerLabel->setText(tr("Layer"));
  m_layerButton->setAccessibleName(tr("Layer"));
  m_shownHeads = 0;
  m_shownLayers = 0;
  m_follows->setText(tr("Show what follows"));
  m_headButton->setAccessibleName(tr("Head"));
  m_kernel->setText(tr("Tile by tile"));
  m_kernel->setToolTip(tr("One row as the flash attention kernel computes it: some keys at a time"));
  takeLayers();
  const int mode = std::max(m_overlay->currentIndex(), 0);
  m_overlay->setAccessibleName(tr("How the picture is shown"));
  m_overlay->setSegments({{tr("Spotlight"), tr("Strong patches in colour, weak ones veiled")},
                          {tr("Overlay"), tr("The map over the picture in grey")},
                          {tr("Map"), tr("The map alone")}});
  m_overlay->setCurrentIndex(mode);
  m_alone->setText(tr("Space: picture alone"));
  takeHeads();
}

/// Where several heads are taken together, the control says so and there is nothing to choose.
void StageControls::takeHeads() {
  const StageContent* content = m_walk.content();
  const StepList& list = m_walk.list();
  const bool isRow = content != nullptr && content->row >= 0 && content->row < list.count();
  const bool joins = isRow && list.row(content->row).joinsHeads && m_walk.openedInput() < 0;
  const std::int64_t own = content != nullptr ? content->headCount : 1;
  const std::int64_t count = joins ? list.row(content->row).heads : own;
  const bool isOther = count != m_shownHeads || joins != m_joinsHeads;
  m_shownHeads = count;
  m_joinsHeads = joins;
  if (isOther && count <= kMostSegments) {
    QList<Segment> segments;
    for (std::int64_t head = 0; head < count; ++head) {
      segments << Segment{QString::number(head), tr("Head %1").arg(head), {}, FontUse::Numbers};
    }
    if (count > 1) segments << Segment{tr("all"), tr("All heads")};
    m_heads->setSegments(segments);
    for (int head = 0; joins && head < static_cast<int>(count); ++head) {
      m_heads->setSegmentEnabled(head, false, tr("This step takes all heads together."));
    }
  }
  const bool isAll = m_showsAll || joins;
  const auto head =
      static_cast<int>(std::clamp<std::int64_t>(m_walk.focus().head(), 0, std::max<std::int64_t>(count - 1, 0)));
  if (count <= kMostSegments) m_heads->setCurrentIndex(isAll ? static_cast<int>(count) : head);
  m_headButton->setText(isAll ? tr("all") : tr("%1 (of %2)").arg(head).arg(count));
}

void StageControls::takeLayers() {
  const int count = m_walk.layerCount();
  if (count != m_shownLayers && count <= kMostSegments) {
    QList<Segment> segments;
    for (int layer = 0; layer < count; ++layer) {
      segments << Segment{QString::number(layer), layerTitle(layer), {}, FontUse::Numbers};
    }
    m_layers->setSegments(segments);
  }
  m_shownLayers = count;
  if (count <= kMostSegments) m_layers->setCurrentIndex(m_walk.layer());
  m_layerButton->setText(tr("%1 (of %2)").arg(m_walk.layer()).arg(count));
}

/// The choice behind the last head is all of them.
void StageControls::chooseHead(int index) {
  const bool all = index >= static_cast<int>(m_shownHeads);
  if (!m_joinsHeads) showAllHeads(all);
  if (!all) m_walk.focus().setHead(index);
  takeHeads();
}

void StageControls::showAllHeads(bool all) {
  if (all == m_showsAll) return;
  m_showsAll = all;
  Q_EMIT allHeadsChosen(all);
}

bool StageControls::hasHeads() const {
  return m_shownHeads > 1 && !m_appearance.isLectureSize();
}

bool StageControls::hasLayers() const {
  return m_shownLayers > 1 && !m_appearance.isLectureSize();
}

bool StageControls::hasKernel() const {
  return m_walk.hasTiles() && m_walk.inside() != Walk::Inside::Tiles && !m_appearance.isLectureSize();
}

QWidget* StageControls::headControl() const {
  return m_shownHeads > kMostSegments ? static_cast<QWidget*>(m_headButton) : m_heads;
}

QWidget* StageControls::layerControl() const {
  return m_shownLayers > kMostSegments ? static_cast<QWidget*>(m_layerButton) : m_layers;
}

int StageControls::width() const {
  int taken = 0;
  const auto add = [&](const QWidget& control, const QWidget& label) {
    taken += control.sizeHint().width() + label.sizeHint().width() + m_appearance.px(taken == 0 ? kEdge + 6 : kGap + 6);
  };
  if (hasHeads()) add(*headControl(), *m_headLabel);
  if (hasLayers()) add(*layerControl(), *m_layerLabel);
  if (hasKernel()) taken += m_kernel->sizeHint().width() + m_appearance.px(kGap);
  return taken;
}

int StageControls::place(QWidget& control, QWidget& label, int right, bool isThere) {
  control.setVisible(isThere);
  label.setVisible(isThere);
  if (!isThere) return right;
  const int upper = m_appearance.px(kUpper);
  const QSize size = control.sizeHint();
  control.setGeometry(right - size.width(), upper, size.width(), size.height());
  const QSize words = label.sizeHint();
  label.setGeometry(right - size.width() - words.width() - m_appearance.px(6),
                    upper + (size.height() - words.height()) / 2, words.width(), words.height());
  return label.geometry().left() - m_appearance.px(kGap);
}

void StageControls::arrange(const StageLayout& layout) {
  const bool isLecture = m_appearance.isLectureSize();
  for (QWidget* other : std::initializer_list<QWidget*>{m_heads, m_headButton, m_layers, m_layerButton}) {
    if (other != headControl() && other != layerControl()) other->hide();
  }
  const int right = place(*headControl(), *m_headLabel, m_stage.width() - m_appearance.px(kEdge), hasHeads());
  const int left = place(*layerControl(), *m_layerLabel, right, hasLayers());
  m_kernel->setVisible(hasKernel());
  const QSize kernel = m_kernel->sizeHint();
  m_kernel->setGeometry(left - kernel.width(), m_appearance.px(kUpper), kernel.width(), m_appearance.px(24));
  arrangePicture(layout);
  m_follows->setVisible(layout.followSwitch.has_value() && !isLecture);
  if (!layout.followSwitch) return;
  const QSize wanted = m_follows->sizeHint();
  const double scale = m_appearance.scale();
  // Beside the choice of overlays, where there is one.
  const int follows = m_overlay->isHidden() ? static_cast<int>(layout.followSwitch->x() * scale)
                                            : m_overlay->geometry().right() + m_appearance.px(14);
  m_follows->setGeometry(follows, static_cast<int>(layout.followSwitch->y() * scale) - wanted.height() / 2,
                         wanted.width(), wanted.height());
}

/// The choice of overlays under the picture, and what Space does where there is room for it.
void StageControls::arrangePicture(const StageLayout& layout) {
  const bool hasOverlay = layout.overlaySwitch.has_value() && !m_appearance.isLectureSize();
  m_overlay->setVisible(hasOverlay);
  m_alone->setVisible(false);
  if (!hasOverlay) return;
  const double scale = m_appearance.scale();
  const QSize size = m_overlay->sizeHint();
  const QPoint at((*layout.overlaySwitch * scale).toPoint());
  m_overlay->setGeometry(QRect(at, size));
  const PlacedMatrix* map = layout.placed(StagePart::Result);
  const QSize hint = m_alone->sizeHint();
  const int left = at.x() + size.width() + m_follows->sizeHint().width() + 2 * m_appearance.px(14);
  const double edge = map != nullptr ? map->area().left() * scale : m_stage.width();
  m_alone->setVisible(left + hint.width() < edge);
  m_alone->setGeometry(left, at.y() + (size.height() - hint.height()) / 2, hint.width(), hint.height());
}

void StageControls::openGrid(const QToolButton& below) {
  auto* grid = new HeadGrid(m_walk, m_appearance, m_showsAll, &m_stage);
  connect(grid, &HeadGrid::allChosen, this, [this] {
    showAllHeads(true);
    takeHeads();
  });
  connect(grid, &HeadGrid::oneChosen, this, [this] { showAllHeads(false); });
  grid->popup(m_stage.mapToGlobal(below.geometry().bottomLeft()));
  grid->list().setFocus();
}

}  // namespace heed::ui
