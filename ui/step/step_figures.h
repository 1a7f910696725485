#pragma once

#include "ui/session/computation.h"
#include "ui/step/cut_picture.h"
#include "ui/step/step_list.h"
#include "ui/tensorview/figures.h"

#include <memory>
#include <optional>
#include <vector>

namespace heed::ui {

/// The figures of a result that can be exported.
enum class FigureView { Stage, HeatMap, TokenLines, Row, Overlay, AllSteps };

/// What figures are made from: a model, what it was lowered to, and the program that ran.
struct FigureSource {
  const core::DocumentData& document;
  const core::Lowered& lowered;
  const core::Program& program;
  std::size_t replacedCount = 0;  ///< numbers that a person replaced
  /// For all steps: those to show, by position, with the number that each is called by.
  struct NumberedStep {
    int number = 0;
    int step = 0;
  };
  std::vector<NumberedStep> steps;
};
[[nodiscard]] FigureSource figureSource(const Computation& computation);

class StageFigure;

/// What a figure is to show of a result.
struct FigureChoice {
  FigureView view = FigureView::HeatMap;
  std::shared_ptr<const StageFigure> stage;  ///< what is on the stage, for FigureView::Stage
  int step = -1;                             ///< position in the program; -1: the first attention weights
  std::int64_t head = 0;
  std::optional<std::int64_t> row;
  std::optional<std::int64_t> column;
  bool marksFocus = true;  ///< whether row and column are marked; a view of one row shows that row all the same
  QString title;           ///< empty: the step's own
  CellNumbers numbers = CellNumbers::All;
  bool hasPanel = true;    ///< legend, axis words and the number of the focus cell
  bool saysOrigin = true;  ///< "weights set by hand"
  int decimals = 2;
  WeightMap weightMap = WeightMap::Viridis;
  OverlayMode mode = OverlayMode::Spotlight;
};

/// Whether the result has this view: weights, or a picture with patches. What is on the stage is always there.
[[nodiscard]] bool hasFigure(const FigureSource& source, FigureView view);

/// Makes the figure, running what was not kept. Throws core::Error{Model} where the result has no such view.
[[nodiscard]] std::shared_ptr<const Figure> makeFigure(core::Evaluator& evaluator, const FigureSource& source,
                                                       const FigureChoice& choice);

/// Where the numbers of a model came from, as figures say it: "weights set by hand", "random weights, seed 7".
[[nodiscard]] QString originOfWeights(const core::Lowered& lowered);

/// The same, and how many numbers a person replaced.
[[nodiscard]] QStringList originNotes(const FigureSource& source);

/// The labels of an axis, crops where its places are patches of the picture; none where it has only numbers.
[[nodiscard]] std::vector<AxisLabel> axisLabels(const core::Axis& axis, std::int64_t count,
                                                const PatchPicture* patches = nullptr);

}  // namespace heed::ui
