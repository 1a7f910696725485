#include "ui/step/head_grid.h"

#include "ui/tensorview/heat_image.h"

#include <QListWidget>
#include <QPointer>
#include <QWidgetAction>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr int kSide = 56;
constexpr int kSmallSide = 40;  ///< where a line has many heads
constexpr int kMostLargeAcross = 8;
constexpr int kAcross = 6;  ///< without layers
constexpr int kMostDown = 7;

/// A head's matrix as a picture no larger than its own cells need.
QImage picture(const StageMatrix& matrix, const Theme& theme, int side) {
  const std::int64_t block =
      std::max<std::int64_t>(1, (std::max(matrix.rowCount(), matrix.columnCount()) + side - 1) / side);
  std::span<const std::uint8_t> allowed;
  if (!matrix.allowed.isNull()) allowed = matrix.allowed.bools();
  const ValueScale scale = ValueScale::choose(matrix.values.floats(), allowed, matrix.columnCount(), matrix.kind,
                                              ScaleRange::OwnMaximum, 1, ScaleShape::Automatic);
  const CoarseMatrix coarse = reducedByLargest(matrix.values.floats(), allowed, matrix.rowCount(), matrix.columnCount(),
                                               block, block, scale.centred ? Largest::Magnitude : Largest::Value);
  const ColorMap map = ColorMap::fromStops(scale.centred ? theme.signedMap : theme.viridis);
  return heatImage({coarse.values, coarse.allowed, coarse.rows, coarse.columns}, scale, map, theme, QSize(side, side),
                   1, 4);
}

}  // namespace

HeadGrid::HeadGrid(Walk& walk, Appearance& appearance, bool showsAll, QWidget* parent)
    : QMenu(parent), m_walk(walk), m_appearance(appearance), m_list(new QListWidget(this)) {
  setAttribute(Qt::WA_DeleteOnClose);
  m_list->setObjectName(QStringLiteral("stageHeadList"));
  m_list->setAccessibleName(tr("Heads"));
  m_list->setViewMode(QListView::IconMode);
  m_list->setMovement(QListView::Static);
  m_list->setFrameShape(QFrame::NoFrame);
  m_list->setFont(m_appearance.font(12));
  findPlaces();
  addItems(showsAll);
  auto* action = new QWidgetAction(this);
  action->setDefaultWidget(m_list);
  addAction(action);
  setFocusProxy(m_list);
  connect(m_list, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) { choose(m_list->row(item)); });
  connect(m_list, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) { choose(m_list->row(item)); });
  requestPictures();
}

void HeadGrid::findPlaces() {
  const StepList& steps = m_walk.list();
  const int current = m_walk.current();
  if (steps.isEmpty() || current >= steps.count()) return;
  m_layers = steps.layerCount();
  const bool hasOwn = steps.row(current).heads > 1 && !steps.row(current).joinsHeads;
  const int base = hasOwn ? current : steps.firstWithRole(core::Role::Weights, m_layers > 0 ? m_walk.layer() : -1);
  if (base < 0) return;
  m_heads = steps.row(base).heads;
  for (int layer = std::max(m_layers, 1) - 1; layer >= 0; --layer) {
    const int row = m_layers > 0 ? steps.rowInLayer(base, layer) : base;
    if (row < 0) continue;
    for (std::int64_t head = 0; head < m_heads; ++head) m_places.push_back({row, layer, head});
  }
}

void HeadGrid::addItems(bool showsAll) {
  const bool hasLayers = m_layers > 0;
  const auto heads = static_cast<int>(m_heads);
  for (const Place& place : m_places) {
    auto* item = new QListWidgetItem(
        hasLayers ? tr("L%1H%2").arg(place.layer).arg(place.head) : tr("Head %1").arg(place.head), m_list);
    const QString name = hasLayers ? tr("Layer %1, head %2").arg(place.layer).arg(place.head) : item->text();
    item->setData(Qt::AccessibleTextRole, name);
    item->setToolTip(name);
    const bool isCurrent =
        place.head == m_walk.focus().head() && (!hasLayers || place.layer == m_walk.layer()) && !showsAll;
    if (isCurrent) m_list->setCurrentItem(item);
  }
  auto* all = new QListWidgetItem(tr("all"), m_list);
  if (showsAll) m_list->setCurrentItem(all);
  const int across = hasLayers ? std::max(heads, 2) : std::min(heads + 1, kAcross);
  const int side = m_appearance.px(across > kMostLargeAcross ? kSmallSide : kSide);
  m_list->setIconSize(QSize(side, side));
  m_list->setGridSize(QSize(side + m_appearance.px(12), side + m_appearance.px(26)));
  const int down = std::min((m_list->count() + across - 1) / across, kMostDown);
  m_list->setFixedSize(m_list->gridSize().width() * across + m_appearance.px(18),
                       m_list->gridSize().height() * down + m_appearance.px(6));
}

void HeadGrid::choose(int item) {
  close();
  if (item < 0) return;
  if (item >= static_cast<int>(m_places.size())) {
    Q_EMIT allChosen();
    return;
  }
  const Place place = m_places[static_cast<std::size_t>(item)];
  Q_EMIT oneChosen();
  m_walk.focus().setHead(place.head);
  if (place.row < m_walk.list().count()) m_walk.goTo(place.row);
}

void HeadGrid::requestPictures() {
  std::vector<std::pair<int, std::int64_t>> wanted;
  for (const Place& place : m_places) wanted.emplace_back(m_walk.list().row(place.row).step, place.head);
  const QPointer<HeadGrid> open(this);
  m_walk.session().ask(
      QStringLiteral("heads"),
      [wanted, theme = m_appearance.theme(), side = m_list->iconSize().width()](core::Evaluator& evaluator,
                                                                                const Computation& computation) {
        std::vector<QImage> images;
        images.reserve(wanted.size());
        for (const auto& [step, head] : wanted) {
          images.push_back(picture(stageMatrix(evaluator, computation, step, head), theme, side));
        }
        return images;
      },
      [open](std::vector<QImage> images) {
        if (open == nullptr) return;
        for (std::size_t i = 0; i < images.size() && i < open->m_places.size(); ++i) {
          open->m_list->item(static_cast<int>(i))->setIcon(QIcon(QPixmap::fromImage(std::move(images[i]))));
        }
      });
}

}  // namespace heed::ui
