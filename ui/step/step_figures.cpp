#include "ui/step/step_figures.h"

#include "ui/step/place_words.h"

#include "core/base/error.h"
#include "ui/import/import_file.h"
#include "ui/step/stage_content.h"
#include "ui/step/stage_figure.h"
#include "ui/tensorview/row_bars.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace heed::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::StepFigures)
};

const core::Step& stepAt(const FigureSource& source, int position) {
  return source.program.steps()[static_cast<std::size_t>(position)];
}

int weightsStep(const FigureSource& source) {
  const auto& steps = source.program.steps();
  const auto found = std::ranges::find_if(
      steps, [](const core::Step& step) { return step.role == core::Role::Weights && step.axes.size() >= 2; });
  return found == steps.end() ? -1 : static_cast<int>(found - steps.begin());
}

int chosenStep(const FigureSource& source, const FigureChoice& choice) {
  const int step = choice.step >= 0 ? choice.step : weightsStep(source);
  if (step < 0) {
    throw core::Error(core::ErrorKind::Model,
                      core::text("StepFigures", "\"%1\" has no attention weights to show", source.document.title));
  }
  return step;
}

/// The words of core::toString(AxisMeaning), named for the translation.
[[maybe_unused]] constexpr std::array kMeaningWords{
    QT_TRANSLATE_NOOP("AxisMeaning", "batch"),     QT_TRANSLATE_NOOP("AxisMeaning", "head"),
    QT_TRANSLATE_NOOP("AxisMeaning", "query"),     QT_TRANSLATE_NOOP("AxisMeaning", "key"),
    QT_TRANSLATE_NOOP("AxisMeaning", "token"),     QT_TRANSLATE_NOOP("AxisMeaning", "time"),
    QT_TRANSLATE_NOOP("AxisMeaning", "channel"),   QT_TRANSLATE_NOOP("AxisMeaning", "feature"),
    QT_TRANSLATE_NOOP("AxisMeaning", "patch row"), QT_TRANSLATE_NOOP("AxisMeaning", "patch column"),
    QT_TRANSLATE_NOOP("AxisMeaning", "window"),    QT_TRANSLATE_NOOP("AxisMeaning", "node"),
    QT_TRANSLATE_NOOP("AxisMeaning", "edge"),      QT_TRANSLATE_NOOP("AxisMeaning", "class"),
    QT_TRANSLATE_NOOP("AxisMeaning", "index")};

QString meaningWord(core::AxisMeaning meaning) {
  return QCoreApplication::translate("AxisMeaning", core::toString(meaning).c_str());
}

/// Which of several matrices it is, and where the numbers come from.
QStringList notesOf(const FigureSource& source, int position, std::int64_t head, bool saysOrigin) {
  QStringList notes;
  const core::Step& step = stepAt(source, position);
  const core::Shape& shape = source.program.type(step.value).shape;
  if (shape.rank() > 2) {
    const core::Shape leading = shape.part(0, shape.rank() - 2);
    const auto index = leading.index(std::clamp<std::int64_t>(head, 0, leading.elementCount() - 1));
    for (int axis = 0; axis < leading.rank(); ++axis) {
      const auto i = static_cast<std::size_t>(axis);
      if (leading[axis] < 2) continue;
      notes << Words::tr("%1 %2 (of %3)", "head 0 (of 2)")
                   .arg(meaningWord(step.axes[i].meaning))
                   .arg(index[i])
                   .arg(leading[axis]);
    }
  }
  QStringList origins = originNotes(source);
  // What a person replaced is always said.
  if (!saysOrigin) origins.removeAll(originOfWeights(source.lowered));
  return notes + origins;
}

std::optional<std::int64_t> inside(const std::optional<std::int64_t>& place, std::int64_t count) {
  return place && *place >= 0 && *place < count ? place : std::nullopt;
}

MatrixOptions matrixOptions(const FigureSource& source, const StageMatrix& matrix, const FigureChoice& choice,
                            const PatchPicture* patches) {
  const core::Step& step = stepAt(source, matrix.step);
  const bool isPair =
      matrix.rows.meaning == core::AxisMeaning::Query && matrix.columns.meaning == core::AxisMeaning::Key;
  MatrixOptions options;
  options.title = choice.title.isEmpty() ? translated(step.caption) : choice.title;
  options.titleRole = choice.title.isEmpty() ? step.role : core::Role::None;
  options.rowLabels = axisLabels(matrix.rows, matrix.rowCount(), patches);
  options.columnLabels = axisLabels(matrix.columns, matrix.columnCount(), patches);
  options.rowAxis = meaningWord(matrix.rows.meaning);
  options.columnAxis = meaningWord(matrix.columns.meaning);
  options.rowRole = isPair ? Role::Query : Role::None;
  options.columnRole = isPair ? Role::Key : Role::None;
  options.valueWord = step.role == core::Role::Weights ? Words::tr("weight") : Words::tr("value");
  options.kind = step.role == core::Role::Weights ? ValueKind::Weights : ValueKind::Other;
  options.weightMap = choice.weightMap;
  options.allowed = matrix.allowed;
  if (choice.marksFocus) {
    options.focusRow = inside(choice.row, matrix.rowCount());
    options.focusColumn = inside(choice.column, matrix.columnCount());
  }
  options.numbers = choice.numbers;
  options.decimals = choice.decimals;
  options.panel = choice.hasPanel ? PanelShown::Yes : PanelShown::No;
  options.notes = notesOf(source, matrix.step, choice.head, choice.saysOrigin);
  return options;
}

std::shared_ptr<const Figure> tokenLines(const FigureSource& source, const StageMatrix& matrix,
                                         const FigureChoice& choice) {
  TokenLinesOptions options;
  options.title = choice.title.isEmpty() ? translated(stepAt(source, matrix.step).caption) : choice.title;
  options.queryLabels = axisLabels(matrix.rows, matrix.rowCount());
  options.keyLabels = axisLabels(matrix.columns, matrix.columnCount());
  if (choice.hasPanel) {
    options.queryAxis = Words::tr("queries");
    options.keyAxis = Words::tr("keys");
  }
  options.allowed = matrix.allowed;
  if (choice.marksFocus) options.focusRow = inside(choice.row, matrix.rowCount());
  options.notes = notesOf(source, matrix.step, choice.head, choice.saysOrigin);
  return std::make_shared<TokenLines>(matrix.values, std::move(options));
}

/// One row of a matrix, as [columns].
core::Tensor rowOf(const core::Tensor& matrix, std::int64_t row) {
  const std::int64_t columns = matrix.shape()[1];
  core::TensorBuffer cells(matrix.kind(), {columns});
  for (std::int64_t i = 0; i < columns; ++i) cells.setAt(i, matrix.at(row * columns + i));
  return cells.finish();
}

std::shared_ptr<const Figure> rowBars(const FigureSource& source, const StageMatrix& matrix,
                                      const FigureChoice& choice) {
  const std::int64_t row = inside(choice.row, matrix.rowCount()).value_or(0);
  RowBarsOptions options;
  options.title =
      choice.title.isEmpty() ? Words::tr("Weights of \"%1\"").arg(placeText(matrix.rows, row)) : choice.title;
  options.labels = axisLabels(matrix.columns, matrix.columnCount(), cutPicture(source.document).patches.get());
  options.axis = meaningWord(matrix.columns.meaning);
  if (!matrix.allowed.isNull()) options.allowed = rowOf(matrix.allowed, row);
  if (choice.marksFocus) options.focus = inside(choice.column, matrix.columnCount());
  options.notes = notesOf(source, matrix.step, choice.head, choice.saysOrigin);
  return std::make_shared<RowBars>(rowOf(matrix.values, row), std::move(options));
}

bool hasPatches(const StageMatrix& matrix, const core::PatchGrid& grid) {
  const auto& labels = matrix.columns.labels;
  return labels != nullptr && labels->gridRows == grid.rows && labels->gridColumns == grid.columns;
}

std::shared_ptr<const Figure> overlay(const FigureSource& source, const StageMatrix& matrix,
                                      const FigureChoice& choice) {
  const auto picture = patchedPicture(source.document);
  if (!picture || !hasPatches(matrix, picture->grid)) {
    throw core::Error(core::ErrorKind::Model,
                      core::text("StepFigures", "\"%1\" has no picture to lay weights over", source.document.title));
  }
  const core::PatchGrid& grid = picture->grid;
  const std::int64_t middle = std::int64_t{grid.rows / 2} * grid.columns + grid.columns / 2;
  const std::int64_t query = inside(choice.row, matrix.rowCount()).value_or(middle);
  ImageOverlayOptions options;
  options.title = choice.title.isEmpty() ? translated(stepAt(source, matrix.step).caption) : choice.title;
  options.mode = choice.mode;
  options.patchArea = QRect(grid.left, grid.top, grid.columns * grid.patchSize, grid.rows * grid.patchSize);
  if (!matrix.allowed.isNull()) {
    options.allowed = ImageOverlay::rowAsGrid(matrix.allowed, query, grid.rows, grid.columns);
  }
  options.query = query;
  options.valueWord = Words::tr("weight");
  options.notes = notesOf(source, matrix.step, choice.head, choice.saysOrigin);
  options.notes << Words::tr("query: %1").arg(placeText(matrix.rows, query));
  return std::make_shared<ImageOverlay>(toImage(*picture->image),
                                        ImageOverlay::rowAsGrid(matrix.values, query, grid.rows, grid.columns),
                                        std::move(options));
}

std::shared_ptr<const Figure> allSteps(core::Evaluator& evaluator, const FigureSource& source,
                                       const FigureChoice& choice) {
  auto sheet = std::make_shared<StepSheet>(QString::fromStdString(source.document.title));
  const auto patches = cutPicture(source.document).patches;
  for (const FigureSource::NumberedStep& entry : source.steps) {
    const StageMatrix matrix = stageMatrix(evaluator, source.program, entry.step, choice.head);
    FigureChoice own = choice;
    own.title.clear();
    MatrixOptions options = matrixOptions(source, matrix, own, patches.get());
    options.title = QStringLiteral("%1  %2").arg(entry.number).arg(options.title);
    options.caption = translated(stepAt(source, entry.step).explanation);
    sheet->add(matrix.values, std::move(options));
  }
  return sheet;
}

}  // namespace

FigureSource figureSource(const Computation& computation) {
  FigureSource source{
      computation.document(), computation.lowered(), computation.program(), computation.overrides().size(), {}};
  const StepList list(computation, Direction::Forward);
  for (const StepRow& row : list.rows()) {
    if (!row.isMaskNote) source.steps.push_back({row.number, row.step});
  }
  return source;
}

bool hasFigure(const FigureSource& source, FigureView view) {
  if (view == FigureView::AllSteps || view == FigureView::Stage) return true;
  const int step = weightsStep(source);
  if (step < 0) return false;
  if (view != FigureView::Overlay) return true;
  const auto picture = patchedPicture(source.document);
  const auto& labels = stepAt(source, step).axes.back().labels;
  return picture && labels != nullptr && labels->gridRows == picture->grid.rows &&
         labels->gridColumns == picture->grid.columns;
}

std::shared_ptr<const Figure> makeFigure(core::Evaluator& evaluator, const FigureSource& source,
                                         const FigureChoice& choice) {
  if (choice.view == FigureView::Stage && choice.stage != nullptr) {
    StageFigure figure = choice.stage->worded(choice.title, choice.saysOrigin);
    return std::make_shared<StageFigure>(choice.marksFocus ? std::move(figure) : figure.unmarked());
  }
  if (choice.view == FigureView::AllSteps) return allSteps(evaluator, source, choice);
  const StageMatrix matrix = stageMatrix(evaluator, source.program, chosenStep(source, choice), choice.head);
  switch (choice.view) {
    case FigureView::TokenLines:
      return tokenLines(source, matrix, choice);
    case FigureView::Row:
      return rowBars(source, matrix, choice);
    case FigureView::Overlay:
      return overlay(source, matrix, choice);
    default:
      return std::make_shared<MatrixView>(
          matrix.values, matrixOptions(source, matrix, choice, cutPicture(source.document).patches.get()));
  }
}

QString originOfWeights(const core::Lowered& lowered) {
  bool seeded = false;
  bool handSet = false;
  for (const core::LoweredWeight& weight : lowered.weights) {
    seeded = seeded || weight.origin == core::WeightOrigin::Seeded;
    handSet = handSet || weight.origin == core::WeightOrigin::HandSet;
  }
  if (seeded) return Words::tr("random weights, seed %1").arg(lowered.seed);
  return handSet ? Words::tr("weights set by hand") : QString();
}

QStringList originNotes(const FigureSource& source) {
  QStringList notes;
  if (const QString origin = originOfWeights(source.lowered); !origin.isEmpty()) notes << origin;
  if (source.replacedCount == 1) notes << Words::tr("1 number replaced by hand");
  if (source.replacedCount > 1) notes << Words::tr("%1 numbers replaced by hand").arg(source.replacedCount);
  return notes;
}

std::vector<AxisLabel> axisLabels(const core::Axis& axis, std::int64_t count, const PatchPicture* patches) {
  std::vector<AxisLabel> labels;
  if (patches != nullptr && isPatchAxis(axis, *patches)) {
    for (std::int64_t i = 0; i < std::min(count, patches->count()); ++i) {
      labels.push_back({placeText(axis, i), false, patches->crop(i)});
    }
    return labels;
  }
  const bool isNamed = axis.labels != nullptr && !axis.labels->names.empty();
  for (std::int64_t i = 0; isNamed && i < count; ++i) {
    const auto position = static_cast<std::size_t>(i);
    const bool isDrawn = position < axis.labels->unknown.size() && axis.labels->unknown[position];
    labels.push_back({placeText(axis, i), isDrawn});
  }
  return labels;
}

}  // namespace heed::ui
