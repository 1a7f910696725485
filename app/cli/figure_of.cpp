#include "app/cli/figure_of.h"

#include "app/cli/shown.h"
#include "app/cli/subcommand.h"
#include "app/cli/work.h"
#include "core/data/image_patches.h"
#include "ui/import/import_file.h"
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

std::vector<ui::AxisLabel> labelsOf(const core::Axis& axis, std::int64_t count) {
  std::vector<ui::AxisLabel> labels;
  const bool named = axis.labels != nullptr && !axis.labels->names.empty();
  for (std::int64_t i = 0; named && i < count; ++i) {
    const auto position = static_cast<std::size_t>(i);
    const bool drawn = position < axis.labels->unknown.size() && axis.labels->unknown[position];
    labels.push_back({qt(core::axisPlace(axis, i)), drawn});
  }
  return labels;
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
  std::int64_t heads = 1;
};

ShownStep shownStep(Work& work, int position, std::int64_t head) {
  const core::Step& step = work.program()->steps()[static_cast<std::size_t>(position)];
  const core::Tensor value = work.stepValue(position);
  const std::int64_t count = leadingCount(value.shape());
  if (head >= count) throw UsageError{fmt::format("--head is {}; step \"{}\" has {}", head, step.id, count)};
  ShownStep shown;
  shown.step = &step;
  shown.heads = count;
  shown.matrix = matrixAt(value, head);
  const std::size_t rank = step.axes.size();
  if (rank >= 2) shown.rows = step.axes[rank - 2];
  if (rank >= 1) shown.columns = step.axes[rank - 1];
  if (!step.mask.isValid()) return shown;
  const core::Tensor mask = work.evaluator().value(step.mask);
  core::TensorBuffer allowed(core::ElementKind::Bool, shown.matrix.shape());
  const core::Tensor last = matrixAt(mask, std::min(head, leadingCount(mask.shape()) - 1));
  const std::int64_t rows = shown.matrix.shape()[0];
  const std::int64_t columns = shown.matrix.shape()[1];
  for (std::int64_t i = 0; i < rows * columns; ++i) {
    const std::int64_t row = last.shape()[0] == 1 ? 0 : i / columns;
    const std::int64_t column = last.shape()[1] == 1 ? 0 : i % columns;
    allowed.setAt(i, last.at(row * last.shape()[1] + column));
  }
  shown.allowed = allowed.finish();
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

ui::Role uiRole(core::Role role) {
  switch (role) {
    case core::Role::Query:
      return ui::Role::Query;
    case core::Role::Key:
      return ui::Role::Key;
    case core::Role::Value:
      return ui::Role::Value;
    case core::Role::Weights:
      return ui::Role::Weights;
    case core::Role::Output:
      return ui::Role::Output;
    case core::Role::None:
      return ui::Role::None;
  }
  return ui::Role::None;
}

QStringList notesOf(const Work& work, const ShownStep& shown, std::int64_t head) {
  QStringList notes;
  if (shown.heads > 1) notes << QString("head %1 of %2").arg(head).arg(shown.heads);
  if (const QString origin = originNote(work.lowered()); !origin.isEmpty()) notes << origin;
  const std::size_t replaced = work.replacedNumbers().size();
  if (replaced > 0) notes << QString("%1 replaced by hand").arg(qt(counted(replaced, "number")));
  return notes;
}

ui::MatrixOptions matrixOptions(const Work& work, const ShownStep& shown, std::int64_t head) {
  ui::MatrixOptions options;
  const core::Step& step = *shown.step;
  options.title = qt(step.caption.english());
  options.titleRole = uiRole(step.role);
  options.rowLabels = labelsOf(shown.rows, shown.matrix.shape()[0]);
  options.columnLabels = labelsOf(shown.columns, shown.matrix.shape()[1]);
  options.rowAxis = qt(core::toString(shown.rows.meaning));
  options.columnAxis = qt(core::toString(shown.columns.meaning));
  const bool isPair = shown.rows.meaning == core::AxisMeaning::Query && shown.columns.meaning == core::AxisMeaning::Key;
  options.rowRole = isPair ? ui::Role::Query : ui::Role::None;
  options.columnRole = isPair ? ui::Role::Key : ui::Role::None;
  options.valueWord = step.role == core::Role::Weights ? QString("weight") : QString("value");
  options.kind = step.role == core::Role::Weights ? ui::ValueKind::Weights : ui::ValueKind::Other;
  options.allowed = shown.allowed;
  options.notes = notesOf(work, shown, head);
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
  ui::MatrixOptions options = matrixOptions(work, shown, request.head);
  options.focusRow = placeIn(shown.rows, shown.matrix.shape()[0], request.query, "query");
  options.focusColumn = placeIn(shown.columns, shown.matrix.shape()[1], request.key, "key");
  return std::make_unique<ui::MatrixView>(shown.matrix, std::move(options));
}

std::unique_ptr<ui::Figure> tokenFigure(Work& work, const FigureRequest& request) {
  const ShownStep shown = shownStep(work, weightStep(work, request), request.head);
  ui::TokenLinesOptions options;
  options.title = qt(shown.step->caption.english());
  options.queryLabels = labelsOf(shown.rows, shown.matrix.shape()[0]);
  options.keyLabels = labelsOf(shown.columns, shown.matrix.shape()[1]);
  options.queryAxis = "queries";
  options.keyAxis = "keys";
  options.allowed = shown.allowed;
  options.focusRow = placeIn(shown.rows, shown.matrix.shape()[0], request.query, "query");
  options.notes = notesOf(work, shown, request.head);
  return std::make_unique<ui::TokenLines>(shown.matrix, std::move(options));
}

const core::ImageInput* imageOf(const core::DocumentData& document) {
  for (const auto& [block, input] : document.inputs) {
    if (const auto* image = std::get_if<core::ImageInput>(&input)) return image;
  }
  return nullptr;
}

/// The patch that is asked about where none was named: the middle one.
std::int64_t middlePatch(const core::PatchGrid& grid) {
  return std::int64_t{grid.rows / 2} * grid.columns + grid.columns / 2;
}

std::unique_ptr<ui::Figure> overlayFigure(Work& work, const FigureRequest& request) {
  const ShownStep shown = shownStep(work, weightStep(work, request), request.head);
  const core::ImageInput* image = imageOf(work.document());
  const bool hasGrid = shown.columns.labels != nullptr && shown.columns.labels->gridColumns > 0;
  if (image == nullptr || !hasGrid) {
    throw UsageError{fmt::format("\"{}\" has no picture to lay weights over; --template image-patches has one",
                                 work.document().title)};
  }
  const int rows = shown.columns.labels->gridRows;
  const int columns = shown.columns.labels->gridColumns;
  const core::Shape& shape = image->pixels.shape();
  const auto height = static_cast<int>(shape[0]);
  const auto width = static_cast<int>(shape[1]);
  const core::PatchGrid grid = core::patchGrid(width, height, std::min(rows, columns), std::max(rows, columns));
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
  options.query = query;
  options.valueWord = "weight";
  options.notes = notesOf(work, shown, request.head);
  options.notes << QString("query: %1").arg(qt(core::axisPlace(shown.rows, query)));
  return std::make_unique<ui::ImageOverlay>(
      ui::toImage(*image), ui::ImageOverlay::rowAsGrid(shown.matrix, query, rows, columns), std::move(options));
}

std::unique_ptr<ui::Figure> stepFigure(Work& work, const FigureRequest& request) {
  auto sheet = std::make_unique<ui::StepSheet>(qt(work.document().title));
  for (std::size_t i = 0; i < work.program()->steps().size(); ++i) {
    const core::Step& step = work.program()->steps()[i];
    const core::Shape& shape = work.program()->type(step.value).shape;
    if (shape.elementCount() == 0) continue;
    const std::int64_t head = std::min(request.head, leadingCount(shape) - 1);
    const ShownStep shown = shownStep(work, static_cast<int>(i), head);
    ui::MatrixOptions options = matrixOptions(work, shown, head);
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
