#include "ui/step/key_lift.h"
#include "ui/step/mask_brush.h"
#include "ui/step/stage.h"
#include "ui/step/weights_before.h"
#include "ui/step/word_features_popup.h"

#include <QPainter>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr double kHangingLabel = 13;

/// The groups that a step lies in: its id without its own name.
std::string placeOf(const std::string& stepId) {
  return stepId.substr(0, stepId.rfind('/'));
}

}  // namespace

/// The weights from before the last edits, at the step of the weights and under the mask that was changed.
void Stage::takeBefore() {
  const StageContent& content = m_picture.content();
  const std::optional<StageMatrix>& before = m_before->weights();
  const StageMatrix* weights = m_walk.weights();
  if (content.result.step >= 0 && weights != nullptr && content.result.step == weights->step &&
      content.result.base == weights->base) {
    const bool isOld =
        before && areComparable(*before, content.result) && !before->values.identicalTo(content.result.values);
    m_picture.setEarlier(isOld ? std::optional(before->values) : std::nullopt,
                         isOld ? before->allowed : core::Tensor());
  }
  if (!m_picture.isMask) return;
  const bool fits = before && content.later && areComparable(*before, content.later->matrix);
  m_picture.setGhost(fits ? before : std::nullopt, tr("before"), true);
}

void Stage::takeLift() {
  m_picture.liftedKey.reset();
  m_picture.lift.reset();
  const std::optional<StageMatrix>& before = m_before->weights();
  const StageMatrix* weights = m_walk.weights();
  const bool isShown = m_picture.earlier() || (m_picture.isMask && m_picture.matrix(StagePart::Ghost) != nullptr);
  if (!isShown || !before || weights == nullptr || !areComparable(*before, *weights)) return;
  m_picture.liftedKey = liftedKey(*before, *weights);
  if (!m_picture.liftedKey || !m_picture.focus) return;
  m_picture.lift = liftOf(*before, m_picture.focus->row, *m_picture.liftedKey);
  // What a mechanism without softmax made of the row is no such flow.
  if (m_picture.lift && !isLiftOf(*m_picture.lift, *weights)) m_picture.lift.reset();
}

bool Stage::isPaintable(const StageLayout::Hit& hit) const {
  return hit.part == StagePart::Result && m_picture.isPaintable;
}

/// Inputs are changed by dragging them; a mask has only two values, so it is painted.
bool Stage::isEditedInPlace(const StageLayout::Hit& hit) const {
  const StageMatrix& matrix = *m_picture.matrix(hit.part, hit.index);
  return matrix.isInput && matrix.step >= 0 && (!m_picture.isMask || hit.part != StagePart::Result);
}

/// Beside the matrix the nearest cell is painted, so that a stroke may leave it.
void Stage::paintAt(QPointF design) {
  const PlacedMatrix* mask = m_layout.placed(StagePart::Result);
  if (mask == nullptr) return;
  const QRectF area = mask->area().adjusted(0, 0, -1, -1);
  const QPointF inside(std::clamp(design.x(), area.left(), area.right()),
                       std::clamp(design.y(), area.top(), area.bottom()));
  const auto hit = m_layout.cellAt(inside);
  if (!hit || hit->part != StagePart::Result) return;
  m_brush->paintTo(hit->cell);
  if (!m_picture.isLocked) m_walk.focus().hover(hit->cell);
}

/// Whether the columns are the keys of the weights, so that one can be taken out of a row. Weights of another block
/// than the one on the stage are not meant.
bool Stage::hasKeyColumns() const {
  const StageMatrix* weights = m_walk.weights();
  const StageMatrix& shown = m_picture.result();
  const auto& computed = m_walk.session().result();
  const bool isKeys = weights != nullptr && computed != nullptr && shown.step >= 0 &&
                      shown.columns.meaning == core::AxisMeaning::Key && shown.columnCount() == weights->columnCount();
  if (!isKeys) return false;
  const int count = static_cast<int>(computed->program().steps().size());
  if (shown.step >= count || weights->step >= count) return false;
  return m_picture.isMask || placeOf(computed->step(shown.step).id) == placeOf(computed->step(weights->step).id);
}

void Stage::showMenuAtLabel(std::int64_t key) {
  for (const StageTarget& target : m_layout.targets) {
    if (target.kind != TargetKind::ColumnLabel || target.place != key) continue;
    showKeyMenu(key, mapToGlobal(toWidget(target.area).bottomLeft().toPoint()));
    return;
  }
}

void Stage::liftKey() {
  if (!m_picture.focus || !hasKeyColumns()) return;
  const PlacedMatrix* result = m_layout.placed(StagePart::Result);
  const auto band = result != nullptr ? result->columns.band(m_picture.focus->column) : std::nullopt;
  if (!band) return;
  setFocus();
  m_lift->lift(m_picture.focus->column, {band->centre(), result->rows.from() - 30});
}

void Stage::paintLifted(QPainter& painter, const FigureStyle& style) const {
  FigureStyle design = style;
  design.unit = design.line = 1;
  design.leastSize = m_picture.leastSize;
  const PlacedMatrix* result = m_layout.placed(StagePart::Result);
  const auto key = m_lift->key();
  if (!key) return;
  if (const std::optional<Lift>& preview = m_lift->preview(); preview && result != nullptr) {
    paintLift(painter, *preview, result->columns, result->area(), design);
  }
  PlacedLabel label = makeLabel(placeLabel(m_picture.result().columns, *key), design, kHangingLabel, core::Role::Key,
                                QStringLiteral("k"));
  label.chip = true;
  label.anchor = m_lift->position() - QPointF(label.width / 2, -4);
  paintLabel(painter, label, design);
}

/// Rows that are words of the text have features to set.
bool Stage::hasWordFeatures() const {
  const auto& result = m_walk.session().result();
  return result != nullptr && heed::ui::hasWordFeatures(result->document()) && isTokenAxis(m_picture.result().rows) &&
         hasWords(m_picture.result().rows);
}

void Stage::openWordFeatures(std::optional<std::int64_t> token) {
  if (!hasWordFeatures() || (!token && !m_picture.focus)) return;
  const std::int64_t place = token ? *token : m_picture.focus->row;
  QPointF corner(m_layout.size.width() / 3, m_layout.size.height() / 4);
  for (const StageTarget& target : m_layout.targets) {
    const bool isLabel = target.kind == TargetKind::Die || target.kind == TargetKind::RowLabel;
    if (!isLabel || target.place != place) continue;
    corner = target.area.bottomLeft();
    break;
  }
  edit([&](const Computation& computation) {
    auto* popup = new WordFeaturesPopup(m_walk, m_appearance, wordFeatures(computation, place), this);
    connect(popup, &WordFeaturesPopup::refused, this, &Stage::failed);
    popup->adjustSize();
    popup->move(mapToGlobal((corner * m_appearance.scale()).toPoint()));
    popup->show();
  });
}

/// Whether the weights of the step's rows are still to come.
bool Stage::areWeightsHidden() const {
  const StageContent& content = m_picture.content();
  for (std::size_t i = 0; i < content.pipeline.size(); ++i) {
    if (content.pipeline[i].matrix.role == core::Role::Weights) return !m_picture.isRevealed[i];
  }
  return content.later && !m_picture.isLaterRevealed;
}

/// The cell of an empty frame of the weights.
std::optional<Focus::Cell> Stage::hiddenWeightAt(QPointF design) const {
  for (const PlacedMatrix& placed : m_layout.matrices) {
    const bool isPart = placed.part == StagePart::Pipeline || placed.part == StagePart::Later;
    if (!isPart || !placed.isEmptyFrame) continue;
    if (m_picture.matrix(placed.part, placed.index)->role != core::Role::Weights) continue;
    const auto row = placed.rows.placeAt(design.y());
    const auto column = placed.columns.placeAt(design.x());
    if (row && column) return Focus::Cell{*row, *column};
  }
  return std::nullopt;
}

void Stage::changeChips(bool lays, Focus::Cell cell) {
  const std::int64_t count = m_picture.result().columnCount();
  const bool isDone = lays ? m_chips.lay(cell.row, cell.column, count) : m_chips.take(cell.row, cell.column);
  if (isDone) takeFocus();
  if (lays || isDone) Q_EMIT pointedAt(tr("Chips left: %1").arg(m_chips.left()));
}

void Stage::layChip() {
  if (m_picture.focus && hasKeyColumns() && areWeightsHidden()) changeChips(true, *m_picture.focus);
}

void Stage::takeChip() {
  if (m_picture.focus && hasKeyColumns() && areWeightsHidden()) changeChips(false, *m_picture.focus);
}

}  // namespace heed::ui
