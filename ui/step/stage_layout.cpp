#include "ui/step/stage_layout.h"

#include "ui/step/stage_draft.h"

#include <algorithm>

namespace heed::ui {

namespace {

constexpr double kNarrow = 11;  ///< of numbers in narrow cells

/// A hollow corner at each number that a person put in the place of a computed one.
void markReplaced(StageDraft& draft) {
  const PlacedMatrix* result = draft.layout.placed(StagePart::Result);
  if (result == nullptr) return;
  for (const Focus::Cell& cell : draft.picture.replaced) {
    if (const auto area = draft.layout.cellArea(*result, cell)) {
      draft.layout.hollowDots.push_back(area->topLeft() + QPointF(4, 4));
    }
  }
}

TextStyle originStyle(const StageDraft& draft) {
  return draft.words(draft.metrics.smallSize, draft.theme().text3);
}

/// What the words about the origin of the weights take at the upper right, with air before them.
double originWidth(const StageDraft& draft) {
  if (draft.picture.origin.isEmpty() || draft.metrics.isLectureSize) return 0;
  return draft.measure(draft.picture.origin, originStyle(draft)) + 28;
}

/// Under the head control, where figures have it under their title.
void placeOrigin(StageDraft& draft) {
  if (originWidth(draft) == 0) return;
  const bool isUnder = draft.picture.controlsWidth > 0;
  // Under the controls stands the name of the map; the status line says the origin, too.
  if (isUnder && draft.picture.isPatchPair()) return;
  const double right = draft.width() - 16 - (isUnder ? 0 : draft.picture.viewToolsWidth);
  draft.text({right, isUnder ? 52.0 : 26.0}, draft.picture.origin, originStyle(draft), Qt::AlignRight);
}

/// The formula at the upper left; one that is too wide is set smaller, and left out where it would not be read.
void placeFormula(StageDraft& draft) {
  constexpr double kSize = 22;
  constexpr double kLectureSize = 36;
  constexpr double kLeastSize = 13;
  constexpr double kMostHeight = 66;
  const bool isLecture = draft.metrics.isLectureSize;
  const std::string& tex = isLecture ? draft.picture.formula.brief : draft.picture.formula.tex;
  if (tex.empty()) return;
  const QPointF at(draft.metrics.left, isLecture ? 8 : 11);
  double room = draft.width() - at.x() - std::max(draft.picture.controlsWidth, originWidth(draft)) -
                draft.picture.viewToolsWidth - 16;
  // Beside it stands the name of the map.
  if (draft.picture.isPatchPair()) room = std::min(room, draft.width() / 2 - at.x());
  const double lecture = draft.metrics.lecture;
  for (double size = isLecture ? std::round(kLectureSize * lecture) : kSize; size >= kLeastSize; size -= 1) {
    const FormulaLayout formula(tex, draft.style, size, stageFormulaOptions());
    const QSizeF taken = formula.size();
    if (formula.isMalformed()) return;
    if (taken.width() > room || taken.height() > (isLecture ? 104 * lecture : kMostHeight)) continue;
    draft.layout.formula = PlacedFormula{.at = at, .size = size, .area = QRectF(at, taken)};
    return;
  }
}

}  // namespace

FormulaOptions stageFormulaOptions() {
  FormulaOptions options;
  options.hasRoomForBracket = true;
  return options;
}

FormulaOptions lineFormulaOptions() {
  FormulaOptions options;
  options.mode = FormulaMode::Inline;
  return options;
}

StageLayout layoutStage(const StagePicture& picture, const FigureStyle& style, QSizeF size) {
  StageDraft draft(picture, style, size);
  placeFormula(draft);
  placeOrigin(draft);
  const bool isEmpty = picture.result().rowCount() == 0 || picture.result().columnCount() == 0;
  if (isEmpty) return std::move(draft.layout);
  if (!picture.heads().empty()) {
    layoutHeads(draft);
    return std::move(draft.layout);
  }
  if (picture.tiles()) {
    layoutTiles(draft);
    return std::move(draft.layout);
  }
  if (picture.isPatchPair()) {
    layoutPatches(draft);
    return std::move(draft.layout);
  }
  switch (picture.content().kind) {
    case FrameKind::Product:
      layoutProduct(draft);
      break;
    case FrameKind::RowWise:
      layoutRowWise(draft);
      break;
    case FrameKind::Reduction:
      layoutReduction(draft);
      break;
    case FrameKind::Plain:
      layoutPlain(draft);
      break;
    case FrameKind::Pushes:
      layoutPushes(draft);
      break;
    case FrameKind::Wall:
      layoutWall(draft);
      break;
  }
  markReplaced(draft);
  layoutChips(draft);
  return std::move(draft.layout);
}

std::optional<std::int64_t> PlacedPicture::patchAt(QPointF position) const {
  if (!grid.contains(position) || rows < 1 || columns < 1) return std::nullopt;
  const auto place = [](double at, double length, std::int64_t count) {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(at / length * static_cast<double>(count)), 0, count - 1);
  };
  return place(position.y() - grid.top(), grid.height(), rows) * columns +
         place(position.x() - grid.left(), grid.width(), columns);
}

std::optional<StageLayout::Hit> StageLayout::cellAt(QPointF position) const {
  for (const PlacedMatrix& matrix : matrices) {
    const bool isAside = matrix.part == StagePart::Mask || matrix.part == StagePart::Ghost ||
                         matrix.part == StagePart::StepBefore || matrix.part == StagePart::StepAfter;
    if (matrix.isEmptyFrame || matrix.values || isAside) continue;
    const auto row = matrix.rows.placeAt(position.y());
    const auto column = matrix.columns.placeAt(position.x());
    if (row && column) return Hit{matrix.part, matrix.index, {*row, *column}};
  }
  return std::nullopt;
}

const StageTarget* StageLayout::targetAt(QPointF position) const {
  const auto found =
      std::ranges::find_if(targets, [&](const StageTarget& target) { return target.area.contains(position); });
  return found == targets.end() ? nullptr : &*found;
}

const PlacedMatrix* StageLayout::placed(StagePart part) const {
  const PlacedMatrix* best = nullptr;
  for (const PlacedMatrix& matrix : matrices) {
    if (matrix.part != part || matrix.values) continue;
    if (best == nullptr || matrix.rows.all().size() > best->rows.all().size()) best = &matrix;
  }
  return best;
}

double StageLayout::smallestText() const {
  double least = formula ? formula->size * kScriptSize : 1e3;
  for (const StageFormula& line : formulas) least = std::min(least, line.size * kScriptSize);
  for (const StageText& text : texts) least = std::min(least, text.style.size);
  for (const PlacedLabel& label : labels) {
    if (!label.label.isCrop()) least = std::min(least, label.style.size);
  }
  for (const PlacedMatrix& matrix : matrices) {
    const bool hasNumbers = !matrix.isMap && matrix.numberSize > 0 && !matrix.isEmptyFrame;
    if (hasNumbers) least = std::min(least, leastText > 0 ? matrix.numberSize : std::min(matrix.numberSize, kNarrow));
  }
  return least;
}

std::optional<QRectF> StageLayout::cellArea(const PlacedMatrix& matrix, Focus::Cell cell) const {
  const auto row = matrix.rows.band(cell.row);
  const auto column = matrix.columns.band(cell.column);
  if (!row || !column) return std::nullopt;
  return QRectF(column->from, row->from, column->size(), row->size());
}

}  // namespace heed::ui
