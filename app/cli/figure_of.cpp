#include "app/cli/figure_of.h"

#include "app/cli/shown.h"
#include "app/cli/subcommand.h"
#include "app/cli/work.h"
#include "ui/step/step_figures.h"

#include <fmt/format.h>

#include <optional>

namespace heed::app {

namespace {

ui::FigureView viewNamed(const std::string& view) {
  if (view == "weights") return ui::FigureView::HeatMap;
  if (view == "tokens") return ui::FigureView::TokenLines;
  if (view == "row") return ui::FigureView::Row;
  if (view == "overlay") return ui::FigureView::Overlay;
  if (view == "steps") return ui::FigureView::AllSteps;
  throw UsageError{fmt::format("--view is \"{}\"; it must be weights, tokens, row, overlay or steps", view)};
}

ui::OverlayMode modeNamed(const std::string& mode) {
  if (mode == "spotlight") return ui::OverlayMode::Spotlight;
  if (mode == "overlay") return ui::OverlayMode::Overlay;
  if (mode == "map") return ui::OverlayMode::MapOnly;
  throw UsageError{fmt::format("--mode is \"{}\"; it must be spotlight, overlay or map", mode)};
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

int weightStep(const Work& work, const FigureRequest& request) {
  if (!request.step.empty()) return work.findStep(request.step);
  const int step = work.firstStep(core::Role::Weights);
  if (step < 0)
    throw UsageError{
        fmt::format("\"{}\" has no attention weights to show; --step names another step", work.document().title)};
  return step;
}

ui::FigureSource sourceOf(const Work& work) {
  ui::FigureSource source{work.document(), work.lowered(), *work.program(), work.replacedNumbers().size(), {}};
  const auto& steps = source.program.steps();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool isEmpty = source.program.type(steps[i].value).shape.elementCount() == 0;
    if (!isEmpty) source.steps.push_back({static_cast<int>(i), static_cast<int>(i)});
  }
  return source;
}

/// The step, the head and the cell of a view that shows one matrix.
void chooseMatrix(const Work& work, const FigureRequest& request, ui::FigureChoice& choice) {
  choice.step = weightStep(work, request);
  const core::Step& step = work.program()->steps()[static_cast<std::size_t>(choice.step)];
  const core::Shape& shape = work.program()->type(step.value).shape;
  const std::int64_t count = leadingCount(shape);
  if (request.head >= count) {
    throw UsageError{fmt::format("--head is {}; step \"{}\" has {}", request.head, step.id, count)};
  }
  const std::size_t rank = step.axes.size();
  const core::Axis rows = rank >= 2 ? step.axes[rank - 2] : core::Axis();
  const core::Axis columns = rank >= 1 ? step.axes[rank - 1] : core::Axis();
  choice.row = placeIn(rows, shape.rank() >= 2 ? shape[-2] : 1, request.query, "query");
  choice.column = placeIn(columns, shape.rank() >= 1 ? shape[-1] : 1, request.key, "key");
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

std::shared_ptr<const ui::Figure> figureOf(Work& work, const FigureRequest& request) {
  ui::FigureChoice choice;
  choice.view = viewNamed(request.view);
  choice.head = request.head;
  choice.mode = modeNamed(request.mode);
  if (choice.view != ui::FigureView::AllSteps) chooseMatrix(work, request, choice);
  const ui::FigureSource source = sourceOf(work);
  if (choice.view == ui::FigureView::Overlay && !ui::hasFigure(source, choice.view)) {
    throw UsageError{fmt::format("\"{}\" has no picture to lay weights over; --template image-patches has one",
                                 work.document().title)};
  }
  return ui::makeFigure(work.evaluator(), source, choice);
}

}  // namespace heed::app
