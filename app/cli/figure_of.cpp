#include "app/cli/figure_of.h"

#include "app/cli/shown.h"
#include "app/cli/subcommand.h"
#include "app/cli/work.h"
#include "core/data/image_patches.h"
#include "ui/import/import_file.h"
#include "ui/step/step_figures.h"
#include "ui/tensorview/figures.h"

#include <QImage>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace heed::app {

namespace {

QString qt(const std::string& text) {
  return QString::fromStdString(text);
}

/// Where the weights and features of the model came from, as figures say it.
QString originNote(const core::Lowered& lowered) {
  bool seeded = false;
  bool handSet = false;
  for (const core::LoweredWeight& weight : lowered.weights) {
    seeded = seeded || weight.origin == core::WeightOrigin::Seeded;
    handSet = handSet || weight.origin == core::WeightOrigin::HandSet;
  }
  if (seeded) return QString("random weights, seed %1").arg(lowered.seed);
  return handSet ? QString("weights set by hand") : QString();
}

/// One matrix out of a step, with everything a figure says of it.
struct ShownStep {
  core::Tensor matrix;
  core::Tensor allowed;
  core::Axis rows;
  core::Axis columns;
  const core::Step* step = nullptr;
  QStringList place;  ///< which of several matrices it is: "head 1 of 2"
};

/// The cells that a mask allows in one matrix of a value, to whose shape the mask is stretched.
core::Tensor allowedCells(const core::Tensor& mask, const core::Shape& shape, const core::Shape& matrix,
                          std::int64_t position) {
  core::TensorBuffer allowed(core::ElementKind::Bool, matrix);
  const core::Shape& given = mask.shape();
  for (std::int64_t cell = 0; cell < matrix.elementCount(); ++cell) {
    const auto index = shape.index(position * matrix.elementCount() + cell);
    std::int64_t place = 0;
    for (int axis = 0; axis < given.rank(); ++axis) {
      const auto along = static_cast<std::size_t>(shape.rank() - given.rank() + axis);
      place = place * given[axis] + (given[axis] == 1 ? 0 : index[along]);
    }
    allowed.setAt(cell, mask.at(place));
  }
  return allowed.finish();
}

/// Where a matrix stands along the dimensions in front of it that have more than one place.
QStringList placeOf(const core::Step& step, const core::Shape& shape, std::int64_t position) {
  QStringList place;
  if (shape.rank() <= 2) return place;
  const core::Shape leading = shape.part(0, shape.rank() - 2);
  const auto index = leading.index(position);
  for (int axis = 0; axis < leading.rank(); ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    if (leading[axis] < 2) continue;
    place << QString("%1 %2 of %3").arg(qt(core::toString(step.axes[i].meaning))).arg(index[i]).arg(leading[axis]);
  }
  return place;
}

ShownStep shownStep(Work& work, int position, std::int64_t head) {
  const core::Step& step = work.program()->steps()[static_cast<std::size_t>(position)];
  const core::Tensor value = work.stepValue(position);
  const std::int64_t count = leadingCount(value.shape());
  if (head >= count) throw UsageError{fmt::format("--head is {}; step \"{}\" has {}", head, step.id, count)};
  ShownStep shown;
  shown.step = &step;
  shown.place = placeOf(step, value.shape(), head);
  shown.matrix = matrixAt(value, head);
  const std::size_t rank = step.axes.size();
  if (rank >= 2) shown.rows = step.axes[rank - 2];
  if (rank >= 1) shown.columns = step.axes[rank - 1];
  if (step.mask.isValid()) {
    shown.allowed = allowedCells(work.evaluator().value(step.mask), value.shape(), shown.matrix.shape(), head);
  }
  return shown;
}

std::optional<std::int64_t> placeIn(const core::Axis& axis, std::int64_t count, const std::string& wanted,
                                    const char* what) {
  if (wanted.empty()) return std::nullopt;
  for (std::int64_t i = 0; i < count; ++i) {
    if (std::to_string(i) == wanted || core::axisPlace(axis, i) == wanted) return i;
  }
  throw UsageError{
      fmt::format("--{} is \"{}\"; it must be a number from 0 to {} or one of the names", what, wanted, count - 1)};
}

QStringList notesOf(const Work& work, const ShownStep& shown) {
  QStringList notes = shown.place;
  if (const QString origin = originNote(work.lowered()); !origin.isEmpty()) notes << origin;
  const std::size_t replaced = work.replacedNumbers().size();
  if (replaced > 0) notes << QString("%1 replaced by hand").arg(qt(counted(replaced, "number")));
  return notes;
}

ui::MatrixOptions matrixOptions(const Work& work, const ShownStep& shown) {
  ui::MatrixOptions options;
  const core::Step& step = *shown.step;
  options.title = qt(step.caption.english());
  options.titleRole = step.role;
  options.rowLabels = ui::axisLabels(shown.rows, shown.matrix.shape()[0]);
  options.columnLabels = ui::axisLabels(shown.columns, shown.matrix.shape()[1]);
  options.rowAxis = qt(core::toString(shown.rows.meaning));
  options.columnAxis = qt(core::toString(shown.columns.meaning));
  const bool isPair = shown.rows.meaning == core::AxisMeaning::Query && shown.columns.meaning == core::AxisMeaning::Key;
  options.rowRole = isPair ? ui::Role::Query : ui::Role::None;
  options.columnRole = isPair ? ui::Role::Key : ui::Role::None;
  options.valueWord = step.role == core::Role::Weights ? QString("weight") : QString("value");
  options.kind = step.role == core::Role::Weights ? ui::ValueKind::Weights : ui::ValueKind::Other;
  options.allowed = shown.allowed;
  options.notes = notesOf(work, shown);
  return options;
}

int weightStep(const Work& work, const FigureRequest& request) {
  if (!request.step.empty()) return work.findStep(request.step);
  const int step = work.firstStep(core::Role::Weights);
  if (step < 0)
    throw UsageError{
        fmt::format("\"{}\" has no attention weights to show; --step names another step", work.document().title)};
  return step;
}

std::unique_ptr<ui::Figure> matrixFigure(Work& work, const FigureRequest& request) {
  const ShownStep shown = shownStep(work, weightStep(work, request), request.head);
  ui::MatrixOptions options = matrixOptions(work, shown);
  options.focusRow = placeIn(shown.rows, shown.matrix.shape()[0], request.query, "query");
  options.focusColumn = placeIn(shown.columns, shown.matrix.shape()[1], request.key, "key");
  return std::make_unique<ui::MatrixView>(shown.matrix, std::move(options));
}

std::unique_ptr<ui::Figure> tokenFigure(Work& work, const FigureRequest& request) {
  const ShownStep shown = shownStep(work, weightStep(work, request), request.head);
  ui::TokenLinesOptions options;
  options.title = qt(shown.step->caption.english());
  options.queryLabels = ui::axisLabels(shown.rows, shown.matrix.shape()[0]);
  options.keyLabels = ui::axisLabels(shown.columns, shown.matrix.shape()[1]);
  options.queryAxis = "queries";
  options.keyAxis = "keys";
  options.allowed = shown.allowed;
  options.focusRow = placeIn(shown.rows, shown.matrix.shape()[0], request.query, "query");
  options.notes = notesOf(work, shown);
  return std::make_unique<ui::TokenLines>(shown.matrix, std::move(options));
}

/// The patch that is asked about where none was named: the middle one.
std::int64_t middlePatch(const core::PatchGrid& grid) {
  return std::int64_t{grid.rows / 2} * grid.columns + grid.columns / 2;
}

std::unique_ptr<ui::Figure> overlayFigure(Work& work, const FigureRequest& request) {
  const ShownStep shown = shownStep(work, weightStep(work, request), request.head);
  const std::optional<ui::PatchedPicture> picture = ui::patchedPicture(work.document());
  const bool hasGrid = shown.columns.labels != nullptr && shown.columns.labels->gridColumns > 0;
  if (!picture || !hasGrid) {
    throw UsageError{fmt::format("\"{}\" has no picture to lay weights over; --template image-patches has one",
                                 work.document().title)};
  }
  const core::PatchGrid& grid = picture->grid;
  const int rows = shown.columns.labels->gridRows;
  const int columns = shown.columns.labels->gridColumns;
  if (rows != grid.rows || columns != grid.columns) {
    throw UsageError{
        fmt::format("step \"{}\" has keys on a grid of {} x {}; an overlay needs the picture's {} x {} patches",
                    shown.step->id, rows, columns, grid.rows, grid.columns)};
  }
  const std::int64_t query =
      placeIn(shown.rows, shown.matrix.shape()[0], request.query, "query").value_or(middlePatch(grid));
  ui::ImageOverlayOptions options;
  options.title = qt(shown.step->caption.english());
  if (request.mode == "spotlight") {
    options.mode = ui::OverlayMode::Spotlight;
  } else if (request.mode == "overlay") {
    options.mode = ui::OverlayMode::Overlay;
  } else if (request.mode == "map") {
    options.mode = ui::OverlayMode::MapOnly;
  } else {
    throw UsageError{fmt::format("--mode is \"{}\"; it must be spotlight, overlay or map", request.mode)};
  }
  options.patchArea = QRect(grid.left, grid.top, grid.columns * grid.patchSize, grid.rows * grid.patchSize);
  if (!shown.allowed.isNull()) options.allowed = ui::ImageOverlay::rowAsGrid(shown.allowed, query, rows, columns);
  options.query = query;
  options.valueWord = "weight";
  options.notes = notesOf(work, shown);
  options.notes << QString("query: %1").arg(qt(core::axisPlace(shown.rows, query)));
  return std::make_unique<ui::ImageOverlay>(ui::toImage(*picture->image),
                                            ui::ImageOverlay::rowAsGrid(shown.matrix, query, rows, columns),
                                            std::move(options));
}

std::unique_ptr<ui::Figure> stepFigure(Work& work, const FigureRequest& request) {
  auto sheet = std::make_unique<ui::StepSheet>(qt(work.document().title));
  for (std::size_t i = 0; i < work.program()->steps().size(); ++i) {
    const core::Step& step = work.program()->steps()[i];
    const core::Shape& shape = work.program()->type(step.value).shape;
    if (shape.elementCount() == 0) continue;
    const std::int64_t head = std::min(request.head, leadingCount(shape) - 1);
    const ShownStep shown = shownStep(work, static_cast<int>(i), head);
    ui::MatrixOptions options = matrixOptions(work, shown);
    options.title = QString("%1  %2").arg(i).arg(options.title);
    options.caption = qt(step.explanation.english());
    sheet->add(shown.matrix, std::move(options));
  }
  return sheet;
}

}  // namespace

FigureRequest figureRequest(const QCommandLineParser& parser) {
  FigureRequest request;
  request.view = parser.value("view").toStdString();
  request.step = parser.value("step").toStdString();
  request.head = integerOption(parser, "head", 0, 0, 4096);
  request.query = parser.value("query").toStdString();
  request.key = parser.value("key").toStdString();
  request.mode = parser.value("mode").toStdString();
  return request;
}

std::unique_ptr<ui::Figure> figureOf(Work& work, const FigureRequest& request) {
  if (request.view == "weights") return matrixFigure(work, request);
  if (request.view == "tokens") return tokenFigure(work, request);
  if (request.view == "overlay") return overlayFigure(work, request);
  if (request.view == "steps") return stepFigure(work, request);
  throw UsageError{fmt::format("--view is \"{}\"; it must be weights, tokens, overlay or steps", request.view)};
}

}  // namespace heed::app
