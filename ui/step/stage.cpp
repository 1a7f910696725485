#include "ui/step/stage.h"

#include "ui/step/explanation.h"
#include "ui/step/key_lift.h"
#include "ui/step/mask_brush.h"
#include "ui/step/reached_number.h"
#include "ui/step/stage_controls.h"
#include "ui/step/stage_editor.h"
#include "ui/step/stage_figure.h"
#include "ui/step/step_figures.h"
#include "ui/step/step_tools.h"
#include "ui/step/view_tools.h"
#include "ui/step/weights_before.h"
#include "ui/tensorview/number_text.h"
#include "ui/widgets/icon.h"

#include <QEvent>
#include <QLocale>
#include <QPainter>
#include <QResizeEvent>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

constexpr QSize kLeastSize(560, 420);
constexpr double kToolsWidth = 62;
constexpr double kToolsEdge = 8;
constexpr double kBracket = 7;  ///< length of the corners that show the keyboard's place

/// Whether a key that lies among those a row can see was taken from it.
bool isKeyHidden(const StageMatrix& weights, std::int64_t row, std::int64_t key) {
  if (row >= weights.rowCount() || key >= weights.columnCount() || weights.isAllowed(row, key)) return false;
  bool isBefore = false;
  bool isAfter = false;
  for (std::int64_t other = 0; other < weights.columnCount(); ++other) {
    if (!weights.isAllowed(row, other)) continue;
    (other < key ? isBefore : isAfter) = true;
  }
  return isAfter && (isBefore || key == 0);
}

bool isSameMatrix(const StageContent& a, const StageContent& b) {
  return a.head == b.head && areComparable(a.result, b.result);
}

}  // namespace

Stage::Stage(Walk& walk, Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      m_walk(walk),
      m_appearance(appearance),
      m_editor(new StageEditor(walk, *this)),
      m_controls(new StageControls(walk, appearance, *this)),
      m_viewTools(new ViewTools(appearance, *this, {this})),
      m_tools(new StepTools(walk, appearance, *this)),
      m_brush(new MaskBrush(walk, this)),
      m_lift(new KeyLift(walk, this)),
      m_before(new WeightsBefore(walk, this)) {
  setObjectName(QStringLiteral("stage"));
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setAttribute(Qt::WA_InputMethodEnabled, false);
  setAccessibleName(tr("Stage"));
  connect(&walk, &Walk::contentChanged, this, &Stage::takeContent);
  connect(&walk, &Walk::listChanged, this, &Stage::refresh);
  connect(&walk, &Walk::cellChanged, this, &Stage::takeFocus);
  connect(&walk, &Walk::insideChanged, this, &Stage::takeInside);
  connect(&walk.focus(), &Focus::cellChanged, this, &Stage::takeFocus);
  for (const auto signal : {&Walk::weightsChanged, &Walk::patchScoresChanged}) {
    connect(&walk, signal, this, [this] {
      if (!m_picture.isPatchPair()) return;
      takePatches();
      refresh();
    });
  }
  connect(&appearance, &Appearance::changed, this, [this] {
    m_images.clear();
    m_tools->takeStep();
    refresh();
  });
  connect(m_editor, &StageEditor::refused, this, &Stage::failed);
  connect(m_controls, &StageControls::allHeadsChosen, this, &Stage::requestHeads);
  connect(m_viewTools, &ViewTools::copyRequested, this, &Stage::copyRequested);
  connect(m_viewTools, &ViewTools::exportRequested, this, &Stage::exportRequested);
  connect(m_controls, &StageControls::overlayChosen, this, [this](OverlayMode mode) {
    m_picture.overlayMode = mode;
    refresh();
  });
  connect(m_tools, &StepTools::refused, this, &Stage::failed);
  connect(m_brush, &MaskBrush::refused, this, &Stage::failed);
  connect(m_lift, &KeyLift::refused, this, &Stage::failed);
  connect(m_lift, &KeyLift::changed, this, [this] { update(); });
  connect(m_before, &WeightsBefore::changed, this, [this] {
    takeBefore();
    takeLift();
    refresh();
  });
  takeContent();
}

Stage::~Stage() = default;

QSize Stage::sizeHint() const {
  return {m_appearance.px(832), m_appearance.px(728)};
}

QSize Stage::minimumSizeHint() const {
  return {m_appearance.px(kLeastSize.width()), m_appearance.px(kLeastSize.height())};
}

void Stage::takeContent() {
  const StageContent* content = m_walk.content();
  if (content == nullptr) return;
  const StageMatrix& old = m_picture.result();
  const auto& computed = m_walk.session().result();
  const std::string stepId =
      computed != nullptr && content->result.step >= 0 ? computed->step(content->result.step).id : std::string();
  const bool continues = !old.values.isNull() && stepId == m_stepId && isSameMatrix(m_picture.content(), *content);
  m_stepId = stepId;
  std::optional<core::Tensor> earlier = continues ? m_picture.earlier() : std::nullopt;
  core::Tensor earlierAllowed = continues ? m_picture.earlierAllowed() : core::Tensor();
  if (continues && !old.values.identicalTo(content->result.values)) {
    if (!earlier) {
      earlier = old.values;
      earlierAllowed = old.allowed;
    }
    if (earlier->identicalTo(content->result.values)) earlier.reset();
  }
  const auto layoutFocus = m_picture.layoutFocus;
  const OverlayMode overlayMode = m_picture.overlayMode;
  m_picture = StagePicture(*content);
  m_picture.overlayMode = overlayMode;
  m_picture.setEarlier(std::move(earlier), std::move(earlierAllowed));
  m_picture.layoutFocus = layoutFocus;
  if (computed != nullptr) m_picture.formula = stepFormula(*computed, content->result.step);
  for (std::size_t i = 0; i < content->pipeline.size(); ++i) {
    m_picture.isRevealed[i] = m_walk.isRevealed(content->pipeline[i].row);
  }
  if (computed != nullptr) {
    for (const core::Override& entry : computed->overrides()) {
      const auto cell = entry.step == stepId ? content->result.cellOf(entry.offset) : std::nullopt;
      if (cell) m_picture.replaced.push_back(*cell);
    }
  }
  m_tools->takeStep();
  m_picture.origin = computed != nullptr ? originOfWeights(computed->lowered()) : QString();
  const StepList& list = m_walk.list();
  m_picture.isMask = content->row >= 0 && content->row < list.count() && isMaskRow(list.row(content->row));
  m_picture.isPaintable = m_tools->mask().isPainting();
  m_picture.isLaterRevealed = content->later && m_walk.isRevealed(content->later->row);
  takeBefore();
  takePatches();
  takeFocus();
  takeInside();
  requestHeads();
  pointAgain();
}

/// What was stepped into takes the place of the frame.
void Stage::takeInside() {
  const TileContent* tiles = m_walk.inside() == Walk::Inside::Tiles ? m_walk.tiles() : nullptr;
  const bool fits = tiles != nullptr && tiles->step == m_picture.result().step;
  m_picture.setTiles(fits ? std::optional(*tiles) : std::nullopt);
  m_picture.tile = m_walk.subStep();
  refresh();
  announce();
}

/// All heads of the step where they are wanted; the frame stays until they are there.
void Stage::requestHeads() {
  const StageContent& content = m_picture.content();
  const bool isWanted = m_controls->showsAllHeads() && content.headCount > 1 && content.result.step >= 0;
  if (!isWanted) {
    if (m_picture.heads().empty()) return;
    m_picture.setHeads({});
    refresh();
    return;
  }
  m_walk.session().ask(
      QStringLiteral("stage heads"),
      [step = content.result.step, count = content.headCount](core::Evaluator& evaluator,
                                                              const Computation& computation) {
        std::vector<StageMatrix> heads;
        for (std::int64_t head = 0; head < count; ++head)
          heads.push_back(stageMatrix(evaluator, computation, step, head));
        return heads;
      },
      [this, step = content.result.step](std::vector<StageMatrix> heads) {
        if (step != m_picture.result().step || !m_controls->showsAllHeads()) return;
        m_picture.setHeads(std::move(heads));
        refresh();
      });
}

void Stage::takeFocus() {
  const Focus& focus = m_walk.focus();
  const auto fits = [this](const std::optional<Focus::Cell>& cell) {
    return cell && cell->row < m_picture.result().rowCount() && cell->column < m_picture.result().columnCount();
  };
  m_picture.focus = fits(focus.cell()) ? focus.cell() : std::nullopt;
  m_picture.isLocked = fits(focus.locked());
  if (m_picture.isLocked) m_picture.layoutFocus = focus.locked();
  if (!fits(m_picture.layoutFocus)) m_picture.layoutFocus.reset();
  m_picture.chips = m_picture.focus && hasKeyColumns()
                        ? m_chips.of(m_picture.focus->row, m_picture.result().columnCount())
                        : std::vector<int>();
  takeLift();
  m_picture.cellContent = m_walk.cell() != nullptr ? std::optional(*m_walk.cell()) : std::nullopt;
  m_picture.oneStep = m_walk.oneStep() != nullptr ? std::optional(*m_walk.oneStep()) : std::nullopt;
  refresh();
  announce();
}

void Stage::refresh() {
  m_picture.decimals = m_appearance.decimals();
  m_picture.isLectureSize = m_appearance.isLectureSize();
  m_picture.sentence = m_picture.isLectureSize ? explain(m_walk).brief : FlowRuns();
  m_picture.filling = m_picture.content().kind == FrameKind::Product ? m_walk.filling() : std::nullopt;
  m_picture.leastSize = QLocale().language() == QLocale::Chinese ? 12 : 11;
  const double scale = m_appearance.scale();
  m_picture.toolsHeight = m_tools->height();
  // Copy and export stand beside the head, whether they are shown or not: nothing jumps when the pointer comes.
  m_picture.controlsWidth = m_controls->width() / scale;
  m_picture.viewToolsWidth = m_picture.isLectureSize ? 0 : kToolsWidth;
  m_viewTools->setPossible(m_walk.content() != nullptr && !m_picture.isLectureSize);
  m_viewTools->placeAt(
      QPoint(width() - m_controls->width() - m_appearance.px(kToolsEdge), m_appearance.px(kToolsEdge)));
  m_layout = layoutStage(m_picture, m_appearance.figureStyle(), QSizeF(width() / scale, height() / scale));
  m_controls->arrange(m_layout);
  m_tools->arrange();
  update();
}

void Stage::announce() {
  const QString sentence = cellSentence();
  if (accessibleDescription() != sentence) setAccessibleDescription(sentence);
}

QString Stage::placeName(const core::Axis& axis, std::int64_t place) const {
  return hasWords(axis) ? placeText(axis, place) : QString::number(place);
}

QString Stage::cellSentence() const {
  if (!m_picture.focus) return {};
  const StageMatrix& result = m_picture.result();
  const Focus::Cell cell = *m_picture.focus;
  QString number = result.isAllowed(cell.row, cell.column) ? cellNumberText(result, cell, 3) : tr("masked");
  if (const auto reached = reachedNumber(m_walk, cell)) {
    number = reached->from == ReachedNumber::From::Nothing ? tr("not yet there")
                                                           : tr("%1 so far").arg(readoutText(reached->number, 3));
  }
  return tr("row %1, column %2, %3")
      .arg(placeName(result.rows, cell.row), placeName(result.columns, cell.column), number);
}

std::unique_ptr<StageFigure> Stage::figure() const {
  const StepList& list = m_walk.list();
  const int row = m_picture.content().row;
  const QString title = row >= 0 && row < list.count() ? list.row(row).title : tr("Stage");
  QStringList notes;
  if (const auto& result = m_walk.session().result()) notes = originNotes(figureSource(*result));
  return std::make_unique<StageFigure>(m_picture, title, m_layout.size, notes);
}

QRectF Stage::toWidget(const QRectF& design) const {
  const double scale = m_appearance.scale();
  return {design.left() * scale, design.top() * scale, design.width() * scale, design.height() * scale};
}

QPointF Stage::toDesign(QPointF widget) const {
  return widget / m_appearance.scale();
}

std::optional<QRectF> Stage::cellRect(StagePart part, Focus::Cell cell) const {
  const PlacedMatrix* placed = m_layout.placed(part);
  const auto area = placed != nullptr ? m_layout.cellArea(*placed, cell) : std::nullopt;
  return area ? std::optional(toWidget(*area)) : std::nullopt;
}

void Stage::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_appearance.theme().surface);
  const FigureStyle style = m_appearance.figureStyle();
  StagePainter(m_picture, m_layout, style, m_images).paint(painter);
  paintOverlays(painter, style);
}

void Stage::paintOverlays(QPainter& painter, const FigureStyle& style) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.scale(style.unit, style.unit);
  painter.setBrush(Qt::NoBrush);
  if (m_pointed && (m_picture.isLocked || m_pointed->part != StagePart::Result)) {
    for (const PlacedMatrix& placed : m_layout.matrices) {
      if (placed.part != m_pointed->part || placed.index != m_pointed->index || placed.values) continue;
      const auto cell = m_layout.cellArea(placed, m_pointed->cell);
      if (!cell) continue;
      painter.setPen(QPen(style.theme.ink, 1));
      painter.drawRect(cell->adjusted(-0.5, -0.5, -0.5, -0.5));
    }
  }
  paintEyes(painter, style);
  if (m_lift->isLifted()) {
    paintLifted(painter, style);
    painter.restore();
    return;
  }
  if (hasFocus() && m_layout.ring) {
    const QRectF area = m_layout.ring->adjusted(-6, -6, 6, 6);
    painter.setPen(QPen(style.theme.ink, 2));
    for (const auto& [corner, x, y] :
         {std::tuple(area.topLeft(), 1.0, 1.0), std::tuple(area.topRight(), -1.0, 1.0),
          std::tuple(area.bottomLeft(), 1.0, -1.0), std::tuple(area.bottomRight(), -1.0, -1.0)}) {
      painter.drawLine(corner, corner + QPointF(kBracket * x, 0));
      painter.drawLine(corner, corner + QPointF(0, kBracket * y));
    }
  }
  painter.restore();
}

/// An eye at the label under the pointer, and a struck one at the keys that are hidden from the row under the focus.
void Stage::paintEyes(QPainter& painter, const FigureStyle& style) const {
  if (m_walk.weights() == nullptr || !isTokenAxis(m_picture.result().columns) || m_layout.picture) return;
  const StageMatrix& weights = *m_walk.weights();
  for (const StageTarget& target : m_layout.targets) {
    if (target.kind != TargetKind::ColumnLabel) continue;
    const bool isHidden = m_picture.focus && isKeyHidden(weights, m_picture.focus->row, target.place);
    if (!isHidden && m_pointedKey != target.place) continue;
    const PlacedMatrix* result = m_layout.placed(StagePart::Result);
    const auto band = result != nullptr ? result->columns.band(target.place) : std::nullopt;
    if (!band) continue;
    const double left = std::min(band->centre() + 7, m_layout.size.width() - 16);
    paintIcon(painter, QRectF(left, target.area.bottom() - 19, 14, 14),
              isHidden ? QStringLiteral("eyeoff") : QStringLiteral("eye"), style.theme.text2);
  }
}

void Stage::takePatches() {
  m_picture.weights.reset();
  m_picture.scores.reset();
  m_picture.weightsRow = -1;
  if (!m_picture.isPatchPair()) return;
  if (const StageMatrix* weights = m_walk.weights()) {
    m_picture.weightsRow = m_walk.list().rowOfStep(weights->step);
    const bool isSeen = m_picture.weightsRow < 0 || m_walk.isRevealed(m_picture.weightsRow);
    if (isSeen && weights->columnCount() == m_picture.result().columnCount()) m_picture.weights = *weights;
  }
  if (m_walk.patchScores() != nullptr) m_picture.scores = *m_walk.patchScores();
}

void Stage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  refresh();
}

void Stage::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    setAccessibleName(tr("Stage"));
    m_controls->retranslate();
    m_tools->retranslate();
    refresh();
    announce();
  }
  QWidget::changeEvent(event);
}

void Stage::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

void Stage::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  showPictureAlone(false);
  update();
}

}  // namespace heed::ui
