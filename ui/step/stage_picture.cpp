#include "ui/step/stage_picture.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::ui {

namespace {

constexpr std::size_t kWideOthers = 5;
/// Fewer patches have rows and columns with crops and numbers of their own.
constexpr std::int64_t kMostLabelledPatches = 24;

/// A limit that reads well: 9 for 8.77, .3 for .21.
double niceLimit(double largest) {
  if (!(largest > 0) || !std::isfinite(largest)) return largest;
  const double power = std::pow(10.0, std::floor(std::log10(largest)));
  return std::ceil(largest / power - 1e-9) * power;
}

std::span<const std::uint8_t> allowedElements(const core::Tensor& allowed) {
  return allowed.isNull() ? std::span<const std::uint8_t>() : allowed.bools();
}

/// Queries, keys, values, outputs, scores and inputs have a sign, also where no number happens to be negative.
ValueKind kindOf(const StageMatrix& matrix) {
  if (matrix.kind != ValueKind::Other) return matrix.kind;
  const bool isScore = matrix.letter == "S" || matrix.letter == "Z";
  const bool isMask = matrix.letter == "M";
  const bool hasRole = matrix.role != core::Role::None && matrix.role != core::Role::Weights;
  return isScore || hasRole || (matrix.isInput && !isMask) ? ValueKind::Signed : ValueKind::Other;
}

ValueScale scaleOf(const StageMatrix& matrix) {
  if (matrix.values.isNull()) return {};
  ValueScale scale = ValueScale::choose(matrix.values.floats(), allowedElements(matrix.allowed), matrix.columnCount(),
                                        kindOf(matrix), ScaleRange::Automatic, 1, ScaleShape::Automatic);
  if (scale.centred && !matrix.isGradient) {
    scale.high = niceLimit(scale.high);
    scale.low = -scale.high;
  }
  return scale;
}

}  // namespace

StagePicture::StagePicture(StageContent content) : m_content(std::move(content)) {
  const auto add = [this](const std::optional<StageMatrix>& matrix) {
    m_scales.push_back(matrix ? scaleOf(*matrix) : ValueScale());
  };
  m_scales.push_back(scaleOf(m_content.result));
  add(m_content.left);
  add(m_content.top);
  add(m_content.before);
  add(m_content.column);
  for (const PipelineRow& row : m_content.pipeline) m_scales.push_back(scaleOf(row.matrix));
  isRevealed.assign(m_content.pipeline.size(), true);
  if (m_content.later) m_laterScale = scaleOf(m_content.later->matrix);
  if (m_content.without)
    setGhost(m_content.without, QCoreApplication::translate("Stage", "softmax without the division"), false);
}

void StagePicture::setGhost(std::optional<StageMatrix> ghost, QString caption, bool hasButtons) {
  m_ghost = std::move(ghost);
  m_ghostCaption = std::move(caption);
  m_hasGhostButtons = hasButtons;
}

void StagePicture::setHeads(std::vector<StageMatrix> heads) {
  m_heads = std::move(heads);
  for (std::size_t i = 0; i < m_heads.size(); ++i) {
    const ValueScale scale = scaleOf(m_heads[i]);
    if (i == 0) m_headScale = scale;
    m_headScale.high = std::max(m_headScale.high, scale.high);
    m_headScale.low = std::min(m_headScale.low, scale.low);
    if (scale.centred && !m_headScale.centred) {
      m_headScale.centred = true;
      m_headScale.logarithmic = false;
    }
  }
  if (m_headScale.centred) m_headScale.low = -m_headScale.high;
}

void StagePicture::setTiles(std::optional<TileContent> tiles) {
  m_tiles = std::move(tiles);
  m_tileScales.clear();
  if (!m_tiles) return;
  for (const StageMatrix& matrix : m_tiles->matrices) m_tileScales.push_back(scaleOf(matrix));
  // Exponentials lie between 0 and 1; what runs is larger than the result, which keeps its own colours.
  ValueScale& shares = m_tileScales[static_cast<std::size_t>(TileMatrix::Exponentials)];
  shares = ValueScale();
  shares.low = 0;
  shares.high = 1;
}

const StageMatrix* StagePicture::matrix(StagePart part, int index) const {
  const auto given = [](const std::optional<StageMatrix>& matrix) { return matrix ? &*matrix : nullptr; };
  switch (part) {
    case StagePart::Result:
    case StagePart::Map:
    case StagePart::Mask:
      return &m_content.result;
    case StagePart::Left:
      return given(m_content.left);
    case StagePart::Top:
      return given(m_content.top);
    case StagePart::Before:
      return given(m_content.before);
    case StagePart::Column:
      return given(m_content.column);
    case StagePart::Pipeline:
      return &m_content.pipeline[static_cast<std::size_t>(index)].matrix;
    case StagePart::Head:
      return &m_heads[static_cast<std::size_t>(index)];
    case StagePart::Later:
      return m_content.later ? &m_content.later->matrix : nullptr;
    case StagePart::Ghost:
      return given(m_ghost);
    case StagePart::Gradient:
      return m_content.pushes ? &m_content.pushes->gradient : nullptr;
    case StagePart::Difference:
      return m_content.pushes ? &m_content.pushes->difference : nullptr;
    case StagePart::StepBefore:
      return oneStep ? &oneStep->before : nullptr;
    case StagePart::StepAfter:
      return oneStep ? &oneStep->after : nullptr;
    case StagePart::Behind:
      return m_content.wall ? given(m_content.wall->behind) : nullptr;
    case StagePart::Tile:
      return &m_tiles->matrices[static_cast<std::size_t>(index)];
  }
  return nullptr;
}

const ValueScale& StagePicture::scale(StagePart part, int index) const {
  constexpr std::size_t kFixedParts = 5;
  switch (part) {
    case StagePart::Left:
      return m_scales[1];
    case StagePart::Top:
      return m_scales[2];
    case StagePart::Before:
      return m_scales[3];
    case StagePart::Column:
      return m_scales[4];
    case StagePart::Head:
      return m_headScale;
    case StagePart::Later:
    case StagePart::Ghost:
      return m_laterScale;
    case StagePart::Tile:
      return m_tileScales[static_cast<std::size_t>(index)];
    case StagePart::Pipeline:
      break;
    default:
      return m_scales[0];
  }
  return m_scales[kFixedParts + static_cast<std::size_t>(index)];
}

void StagePicture::setEarlier(std::optional<core::Tensor> values, core::Tensor allowed) {
  m_earlier = std::move(values);
  m_earlierAllowed = std::move(allowed);
  m_earlierScale = {};
  if (!m_earlier) return;
  StageMatrix before = m_content.result;
  before.values = *m_earlier;
  before.allowed = m_earlierAllowed;
  m_earlierScale = scaleOf(before);
}

const CellContent* StagePicture::cell() const {
  if (!cellContent || !focus || cellContent->step != m_content.result.step) return nullptr;
  if (focus->row >= result().rowCount() || focus->column >= result().columnCount()) return nullptr;
  return cellContent->offset == result().offset(focus->row, focus->column) ? &*cellContent : nullptr;
}

std::vector<std::int64_t> StagePicture::strongestColumns(std::size_t count) const {
  if (!focus || focus->row >= result().rowCount()) return {};
  const std::int64_t row = focus->row;
  std::vector<std::int64_t> order;
  for (std::int64_t column = 0; column < result().columnCount(); ++column) {
    if (result().isAllowed(row, column) && std::isfinite(result().value(row, column))) order.push_back(column);
  }
  const auto last = order.begin() + static_cast<std::ptrdiff_t>(std::min(count, order.size()));
  std::ranges::partial_sort(order, last, [&](std::int64_t a, std::int64_t b) {
    // A push counts by its length, up or down.
    const auto size = [&](std::int64_t column) {
      const double value = result().value(row, column);
      return m_content.kind == FrameKind::Pushes ? std::abs(value) : value;
    };
    const double first = size(a);
    const double second = size(b);
    return first != second ? first > second : a < b;
  });
  order.erase(last, order.end());
  return order;
}

std::vector<std::int64_t> StagePicture::wideColumns() const {
  if (!layoutFocus || layoutFocus->row >= result().rowCount()) return {};
  StagePicture locked;
  locked.m_content.result = m_content.result;
  locked.m_content.kind = m_content.kind;
  locked.focus = layoutFocus;
  std::vector<std::int64_t> wide = locked.strongestColumns(kWideOthers + 1);
  std::erase(wide, layoutFocus->column);
  if (wide.size() > kWideOthers) wide.resize(kWideOthers);
  wide.push_back(layoutFocus->column);
  std::ranges::sort(wide);
  return wide;
}

bool StagePicture::isFullyMasked(std::int64_t row) const {
  if (result().allowed.isNull() || result().columnCount() == 0) return false;
  for (std::int64_t column = 0; column < result().columnCount(); ++column) {
    if (result().isAllowed(row, column)) return false;
  }
  return true;
}

ValueScale rowScale(const StageMatrix& matrix, std::int64_t row) {
  const auto width = static_cast<std::size_t>(matrix.columnCount());
  const std::size_t start = static_cast<std::size_t>(row) * width;
  const std::span<const std::uint8_t> allowed = allowedElements(matrix.allowed);
  return ValueScale::choose(matrix.values.floats().subspan(start, width),
                            allowed.empty() ? allowed : allowed.subspan(start, width), matrix.columnCount(),
                            kindOf(matrix), ScaleRange::Automatic, 1, ScaleShape::Automatic);
}

bool StagePicture::isFilled(std::int64_t row, std::int64_t column) const {
  if (!filling || !focus) return true;
  return heed::ui::isFilled(*filling, *focus, {row, column}, result().columnCount(), result().rowCount());
}

const PatchPicture* StagePicture::patchesOf(const core::Axis& axis) const {
  const auto& patches = m_content.patches;
  return patches != nullptr && isPatchAxis(axis, *patches) ? patches.get() : nullptr;
}

bool StagePicture::hasLabels(const core::Axis& axis) const {
  return hasWords(axis) || patchesOf(axis) != nullptr;
}

ShownLabel StagePicture::label(const core::Axis& axis, std::int64_t place) const {
  if (const PatchPicture* patches = patchesOf(axis)) return {{}, {}, false, patches->crop(place)};
  return placeLabel(axis, place);
}

bool isPatchPair(const StageContent& content) {
  const StageMatrix& shown = content.result;
  const PatchPicture* patches = content.patches.get();
  const bool isFrame = content.kind == FrameKind::Product || content.kind == FrameKind::RowWise;
  return isFrame && patches != nullptr && isPatchAxis(shown.rows, *patches) && isPatchAxis(shown.columns, *patches) &&
         patches->count() > kMostLabelledPatches && shown.rowCount() == patches->count() &&
         shown.columnCount() == patches->count();
}

bool isPatchAxis(const core::Axis& axis, const PatchPicture& patches) {
  return axis.labels != nullptr && axis.labels->gridColumns > 0 && axis.labels->gridRows == patches.rows() &&
         axis.labels->gridColumns == patches.columns();
}

bool isTokenAxis(const core::Axis& axis) {
  switch (axis.meaning) {
    case core::AxisMeaning::Query:
    case core::AxisMeaning::Key:
    case core::AxisMeaning::Token:
    case core::AxisMeaning::Time:
    case core::AxisMeaning::Node:
    case core::AxisMeaning::PatchRow:
    case core::AxisMeaning::PatchColumn:
      return true;
    default:
      return false;
  }
}

bool hasWords(const core::Axis& axis) {
  return axis.labels != nullptr && !axis.labels->names.empty();
}

ShownLabel placeLabel(const core::Axis& axis, std::int64_t place) {
  ShownLabel label = shownLabels({AxisLabel{placeText(axis, place), false}}, 1).front();
  label.index.clear();
  if (axis.labels != nullptr && static_cast<std::size_t>(place) < axis.labels->unknown.size()) {
    label.die = axis.labels->unknown[static_cast<std::size_t>(place)];
  }
  return label;
}

core::Role rowRole(const StageMatrix& matrix) {
  if (matrix.rows.meaning == core::AxisMeaning::Token && matrix.role == core::Role::Value) return core::Role::Value;
  return axisRole(matrix.rows, core::Role::None);
}

QString roleLetter(core::Role role) {
  switch (role) {
    case core::Role::Query:
      return QStringLiteral("q");
    case core::Role::Key:
      return QStringLiteral("k");
    case core::Role::Value:
      return QStringLiteral("v");
    default:
      return {};
  }
}

core::Role axisRole(const core::Axis& axis, core::Role otherwise) {
  if (axis.meaning == core::AxisMeaning::Query) return core::Role::Query;
  if (axis.meaning == core::AxisMeaning::Key) return core::Role::Key;
  return otherwise;
}

}  // namespace heed::ui
