#include "ui/step/explanation.h"

#include "core/model/block_type.h"
#include "ui/document/step_places.h"
#include "ui/step/cell_words.h"
#include "ui/step/explanation_backward.h"
#include "ui/step/patch_words.h"
#include "ui/step/place_runs.h"
#include "ui/step/stage_picture.h"
#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::Explanation)
};

constexpr int kRowDecimals = 2;
constexpr double kSameSum = 5e-5;  ///< half of the last decimal of an exact sum

/// The block type whose words are about a step: the mechanism inside a block where the step is part of it.
const core::BlockType* typeOf(const Computation& computation, const core::Step& step) {
  const core::Block* block = findBlockOfStep(computation.document().model, step.id);
  if (block == nullptr) return nullptr;
  const core::BlockType* type = core::findBlockType(block->type);
  if (type == nullptr || step.id.find("/mechanism/") == std::string::npos) return type;
  const bool holdsOne = std::ranges::find(type->params, "mechanism", &core::ParamSpec::id) != type->params.end();
  if (!holdsOne) return type;
  const core::ParameterValue inner = core::parameterOrDefault(*type, block->parameters, "mechanism");
  const auto* reference = std::get_if<core::BlockRef>(&inner);
  return reference == nullptr ? type : core::findBlockType(reference->type);
}

QString cautionOf(const Computation& computation, const core::Step& step, bool isMaskNote) {
  if (isMaskNote) return {};
  const core::BlockType* type = typeOf(computation, step);
  const bool isAttention = step.phase == core::Phase::Score || step.role == core::Role::Weights;
  if (isAttention && (type == nullptr || type->words.caution.isEmpty() || type->id == "scaled_dot_product")) {
    return step.role == core::Role::Weights
               ? Words::tr(
                     "A large weight says where this head reads, not why a model answers. Attention is not "
                     "explanation.")
               : Words::tr(
                     "A large score says where this head reads, not why a model answers. Attention is not "
                     "explanation.");
  }
  const bool isMechanism = isAttention || step.phase == core::Phase::Normalise || step.phase == core::Phase::Mix;
  return type != nullptr && type->isMechanism && isMechanism && isAttention ? translated(type->words.caution)
                                                                            : QString();
}

/// The step's sentence, with the words of the focus in it where the step compares a query with keys.
FlowRuns sentenceOf(const core::Step& step, const StageMatrix& matrix, std::optional<Focus::Cell> cell,
                    const PatchPicture* patches) {
  const bool isPair =
      matrix.rows.meaning == core::AxisMeaning::Query && matrix.columns.meaning == core::AxisMeaning::Key;
  if (isPair && cell) {
    const FlowRun query = placeRun(matrix, matrix.rows, cell->row, patches);
    const FlowRun key = placeRun(matrix, matrix.columns, cell->column, patches);
    if (step.phase == core::Phase::Score && step.expression == "Q K^\\top") {
      return flowOf(
          Words::tr("How well does what %1 looks for match what %2 offers? Multiply channel by channel and add."),
          {query, key});
    }
    if (step.role == core::Role::Weights && step.expression == "A" && step.explanation.isEmpty()) {
      return flowOf(Words::tr("Each exponential of the row %1 is divided by the row's sum. What is left adds up to 1."),
                    {query});
    }
  }
  return flowOf(translated(step.explanation));
}

/// "shown .99, exact 1.0000": what the shown weights of the row add up to, and what they are.
FlowRuns rowSum(const StageMatrix& matrix, std::int64_t row) {
  double exact = 0.0;
  double shown = 0.0;
  const double factor = std::pow(10.0, kRowDecimals);
  for (std::int64_t column = 0; column < matrix.columnCount(); ++column) {
    if (!matrix.isAllowed(row, column)) continue;
    const double value = matrix.value(row, column);
    if (!std::isfinite(value)) return {};
    exact += value;
    shown += std::round(value * factor) / factor;
  }
  const bool isOne = std::abs(exact - 1.0) < kSameSum;
  return flowOf(isOne ? Words::tr("The row adds up to 1: shown %1, exact %2.")
                      : Words::tr("The row does not add up to 1: shown %1, exact %2."),
                {numberRun(weightCellText(std::round(shown * factor) / factor)), numberRun(fixedText(exact, 4))});
}

void describeCell(Walk& walk, const StageContent& content, Explanation& explanation) {
  const std::optional<Focus::Cell> place = walk.focus().cell();
  const CellContent* cell = walk.cell();
  const StageMatrix& matrix = content.result;
  const bool isThere = place && cell != nullptr && cell->step == matrix.step && place->row < matrix.rowCount() &&
                       place->column < matrix.columnCount() && cell->offset == matrix.offset(place->row, place->column);
  if (!isThere) {
    explanation.why = flowOf(Words::tr("Point at a number, or move to one with the arrow keys, to see what makes it."));
    return;
  }
  const CellWords words(walk, matrix, *place, *cell);
  explanation.cell = words.kind();
  explanation.readout = words.readout();
  explanation.why = words.why();
  explanation.brief = words.brief();
  if (explanation.cell == Explanation::Cell::Unfinished) {
    explanation.canChange = false;
    return;
  }
  if (explanation.cell == Explanation::Cell::NotFinite) explanation.firstNotFinite = words.firstNotFinite();
  const core::Step& step = walk.session().result()->step(matrix.step);
  if (step.role == core::Role::Weights && matrix.kind == ValueKind::Weights && !cell->isMasked) {
    explanation.row = rowSum(matrix, place->row);
  }
  const PatchScores* scores = walk.patchScores();
  const bool isScore = scores != nullptr && scores->step == matrix.step && scores->row == place->row &&
                       scores->focus.place == place->column && explanation.cell == Explanation::Cell::Computed;
  if (isScore && !scores->groups.empty()) {
    explanation.why = groupReasons(*scores);
    explanation.row = groupSum(*scores);
  }
  const core::BlockType* type = typeOf(*walk.session().result(), step);
  explanation.hasLedger = type != nullptr && type->isBilinear && step.phase == core::Phase::Score &&
                          explanation.cell == Explanation::Cell::Computed;
}

}  // namespace

Explanation explain(Walk& walk) {
  Explanation explanation;
  const StageContent* content = walk.content();
  if (content == nullptr || walk.session().result() == nullptr || content->row >= walk.list().count()) {
    explanation.title = Words::tr("Nothing computed yet");
    explanation.sentence =
        flowOf(Words::tr("Write a sentence in the field above, or drop a text or a picture anywhere."));
    return explanation;
  }
  const Computation& computation = *walk.session().result();
  const StepRow& row = walk.list().row(content->row);
  if (content->result.step < 0 || content->result.step >= static_cast<int>(computation.program().steps().size())) {
    return explanation;
  }
  const core::Step& step = computation.step(content->result.step);
  const bool showsWeights = walk.openedInput() >= 0 && content->result.step == walk.openedInput();
  explanation.place = Words::tr("Step %1 · %2").arg(row.number).arg(phaseTitle(row.phase));
  explanation.title = showsWeights ? translated(step.caption) : row.title;
  explanation.sentence =
      row.isMaskNote ? flowOf(Words::tr("Every query may look at every key: all %1 pairs are allowed."),
                              {numberRun(QString::number(content->result.rowCount() * content->result.columnCount()))})
                     : sentenceOf(step, content->result, walk.focus().cell(), content->patches.get());
  describeCell(walk, *content, explanation);
  if (row.number + 1 < walk.list().count()) explanation.next = walk.list().row(row.number + 1).title;
  explanation.caution = cautionOf(computation, step, row.isMaskNote);
  if (walk.list().direction() == Direction::Backward) explainBackward(walk, *content, row, explanation);
  return explanation;
}

}  // namespace heed::ui
