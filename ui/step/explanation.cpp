#include "ui/step/explanation.h"

#include "ui/step/place_words.h"

#include "core/model/block_type.h"
#include "ui/document/step_places.h"
#include "ui/step/explanation_backward.h"
#include "ui/step/patch_words.h"
#include "ui/step/stage_picture.h"
#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::Explanation)
};

/// The fewest terms that make this much of a sum are named as its reason, if they are few.
constexpr double kEnough = 0.8;
constexpr std::size_t kMostReasons = 3;
constexpr int kRowDecimals = 2;

QString qt(const std::string& text) {
  return QString::fromStdString(text);
}

QString placeOf(const core::Axis& axis, std::int64_t index) {
  return placeText(axis, index);
}

bool hasNames(const core::Axis& axis) {
  return axis.labels != nullptr && !axis.labels->names.empty();
}

bool isGrid(const core::Axis& axis) {
  return axis.labels != nullptr && axis.labels->gridColumns > 0;
}

bool isWords(const core::Axis& axis) {
  using core::AxisMeaning;
  const bool isItems =
      axis.meaning == AxisMeaning::Query || axis.meaning == AxisMeaning::Key || axis.meaning == AxisMeaning::Token;
  return isItems && hasNames(axis) && !isGrid(axis);
}

/// Whether the word's features were set by a person, so that a sentence about its meaning is true.
bool isKnown(const core::Axis& axis, std::int64_t index) {
  if (!hasNames(axis)) return false;
  const std::vector<bool>& unknown = axis.labels->unknown;
  return static_cast<std::size_t>(index) >= unknown.size() || !unknown[static_cast<std::size_t>(index)];
}

/// A place as a chip: a word, or a patch of the picture where there is one.
FlowRun placeRun(const StageMatrix& matrix, const core::Axis& axis, std::int64_t index, const PatchPicture* patches) {
  const bool isPatch = patches != nullptr && isPatchAxis(axis, *patches);
  const QImage crop = isPatch ? patches->crop(index) : QImage();
  if (axis.meaning == core::AxisMeaning::Query) {
    return chipRun(placeOf(axis, index), Role::Query, QStringLiteral("q"), crop);
  }
  if (axis.meaning == core::AxisMeaning::Key) {
    return chipRun(placeOf(axis, index), Role::Key, QStringLiteral("k"), crop);
  }
  if (isPatch) return chipRun(placeOf(axis, index), matrix.role, {}, crop);
  if (axis.meaning == core::AxisMeaning::Token && matrix.role == Role::Value) {
    return chipRun(placeOf(axis, index), Role::Value, QStringLiteral("v"));
  }
  return strongRun(placeOf(axis, index));
}

/// The same for a card, where a patch has little room: "8, 5".
FlowRun shortPlaceRun(const StageMatrix& matrix, const core::Axis& axis, std::int64_t index,
                      const PatchPicture* patches) {
  FlowRun run = placeRun(matrix, axis, index, patches);
  if (isGrid(axis) && run.crop.isNull()) {
    const std::int64_t columns = axis.labels->gridColumns;
    run.text = QStringLiteral("%1, %2").arg(index / columns).arg(index % columns);
  }
  return run;
}

QString positionText(const core::Axis& axis, std::int64_t index, bool isRow) {
  if (isGrid(axis)) {
    if (axis.meaning == core::AxisMeaning::Query) return Words::tr("query %1").arg(placeOf(axis, index));
    if (axis.meaning == core::AxisMeaning::Key) return Words::tr("key %1").arg(placeOf(axis, index));
    return placeOf(axis, index);
  }
  if (isWords(axis)) {
    return isRow ? Words::tr("row %1 (the %2 word)").arg(index).arg(ordinal(index + 1))
                 : Words::tr("column %1 (the %2 word)").arg(index).arg(ordinal(index + 1));
  }
  return isRow ? Words::tr("row %1").arg(index) : Words::tr("column %1").arg(index);
}

QString rankText(const StageMatrix& matrix, Focus::Cell cell) {
  if (matrix.columnCount() < 2 || matrix.columns.meaning != core::AxisMeaning::Key) return {};
  const double number = matrix.value(cell.row, cell.column);
  if (!std::isfinite(number)) return {};
  std::int64_t larger = 0;
  std::int64_t equal = 0;
  std::int64_t allowed = 0;
  for (std::int64_t column = 0; column < matrix.columnCount(); ++column) {
    if (!matrix.isAllowed(cell.row, column)) continue;
    ++allowed;
    larger += matrix.value(cell.row, column) > number ? 1 : 0;
    equal += matrix.value(cell.row, column) == number ? 1 : 0;
  }
  if (equal == allowed && allowed > 1) return Words::tr("all of its row are equal");
  if (larger == 0)
    return equal > 1 ? Words::tr("highest of its row, with %1 equal").arg(equal - 1) : Words::tr("highest of its row");
  return Words::tr("rank %1 of %2").arg(larger + 1).arg(allowed);
}

/// Says the cell of the stage.
class CellWords {
 public:
  CellWords(Walk& walk, const StageMatrix& matrix, Focus::Cell place, const CellContent& cell)
      : m_walk(walk), m_computation(*walk.session().result()), m_matrix(matrix), m_place(place), m_cell(cell) {}

  [[nodiscard]] Explanation::Cell kind() const {
    if (m_cell.isOverridden) return Explanation::Cell::Overridden;
    if (m_cell.isMasked) return Explanation::Cell::Masked;
    if (!std::isfinite(m_cell.number)) return Explanation::Cell::NotFinite;
    return m_matrix.isInput ? Explanation::Cell::Input : Explanation::Cell::Computed;
  }

  [[nodiscard]] CellReadout readout() const {
    CellReadout readout;
    const PatchPicture* patches = m_walk.content()->patches.get();
    const FlowRun row = shortPlaceRun(m_matrix, m_matrix.rows, m_place.row, patches);
    const FlowRun column = shortPlaceRun(m_matrix, m_matrix.columns, m_place.column, patches);
    if (m_matrix.columnCount() < 2) {
      readout.pair = {row};
    } else if (m_matrix.rowCount() < 2 && !hasNames(m_matrix.rows)) {
      readout.pair = {column};
    } else {
      readout.pair = flowOf(isPair() ? QStringLiteral("%1 → %2") : QStringLiteral("%1, %2"), {row, column});
    }
    readout.rank = m_cell.isMasked ? QString() : rankText(m_matrix, m_place);
    readout.isNumber = !m_cell.isMasked;
    readout.number = m_cell.isMasked ? Words::tr("masked") : isMask() ? maskWord() : readoutText(m_cell.number);
    if (isMask()) readout.isNumber = false;
    readout.row = positionText(m_matrix.rows, m_place.row, true);
    if (m_matrix.columnCount() > 1) {
      readout.column = positionText(m_matrix.columns, m_place.column, false);
      readout.shortColumn = shortColumnText();
    }
    return readout;
  }

  [[nodiscard]] FlowRuns why() const {
    switch (kind()) {
      case Explanation::Cell::Masked:
        return flowOf(Words::tr("The query may not look at this key, so the pair has no weight."));
      case Explanation::Cell::Overridden:
        return flowOf(Words::tr("You put %1 here; the run continues from it. Release it to compute it again."),
                      {numberRun(readoutText(m_cell.number))});
      case Explanation::Cell::NotFinite:
        return notFinite();
      case Explanation::Cell::Input:
        return origin();
      case Explanation::Cell::Computed:
      case Explanation::Cell::None:
        break;
    }
    return made();
  }

  /// "What it looks for fits what animal offers, thing and alive: a score of 8.77."
  [[nodiscard]] FlowRuns brief() const {
    if (!isPair() || m_cell.isMasked || !std::isfinite(m_cell.number)) return {};
    const FlowRun query = placeRun(m_matrix, m_matrix.rows, m_place.row, nullptr);
    const FlowRun key = placeRun(m_matrix, m_matrix.columns, m_place.column, nullptr);
    if (m_matrix.kind == ValueKind::Weights) {
      return flowOf(Words::tr("%1 gives %2 of its attention to %3."),
                    {query, numberRun(weightCellText(m_cell.number)), key});
    }
    if (m_computation.step(m_cell.step).phase != core::Phase::Score) return {};
    const FlowRun score = numberRun(fixedText(m_cell.number, kRowDecimals));
    const std::vector<Reason> top = reasons();
    if (top.empty() || top.size() > 2 || !isMeant(top)) {
      return flowOf(Words::tr("What %1 looks for meets what %2 offers: a score of %3."), {query, key, score});
    }
    const FlowRun first = strongRun(top[0].place);
    if (top.size() == 1) {
      return flowOf(Words::tr("What %1 looks for fits what %2 offers, %3: a score of %4."), {query, key, first, score});
    }
    return flowOf(Words::tr("What %1 looks for fits what %2 offers, %3 and %4: a score of %5."),
                  {query, key, first, strongRun(top[1].place), score});
  }

  [[nodiscard]] int firstNotFinite() const {
    const int step = m_computation.trace().firstNotFinite();
    return step < 0 ? -1 : m_walk.list().rowOfStep(step);
  }

 private:
  [[nodiscard]] bool isPair() const {
    return m_matrix.rows.meaning == core::AxisMeaning::Query && m_matrix.columns.meaning == core::AxisMeaning::Key;
  }
  [[nodiscard]] QString shortColumnText() const {
    if (isGrid(m_matrix.columns)) return positionText(m_matrix.columns, m_place.column, false);
    return isWords(m_matrix.columns)
               ? Words::tr("col %1 (the %2 word)").arg(m_place.column).arg(ordinal(m_place.column + 1))
               : Words::tr("col %1").arg(m_place.column);
  }
  [[nodiscard]] bool isMask() const {
    return m_computation.program().type(m_computation.step(m_cell.step).value).kind == core::ValueKind::Bool;
  }
  [[nodiscard]] QString maskWord() const { return m_cell.number != 0.0 ? Words::tr("allowed") : Words::tr("hidden"); }

  [[nodiscard]] FlowRuns notFinite() const {
    const int row = firstNotFinite();
    if (row < 0 || row == m_walk.current()) {
      return flowOf(Words::tr("This is the first step with a number that is not finite."));
    }
    return flowOf(Words::tr("The first number that is not finite was made in step %1, %2."),
                  {numberRun(QString::number(row)), strongRun(m_walk.list().row(row).title)});
  }

  [[nodiscard]] FlowRuns origin() const {
    const core::Step& step = m_computation.step(m_cell.step);
    if (isMask())
      return flowOf(
          Words::tr("A mask says which keys a query may look at. Choose Paint below it to change its cells."));
    const core::Lowered& lowered = m_computation.lowered();
    const auto weight = std::ranges::find(lowered.weights, step.id, &core::LoweredWeight::path);
    if (weight != lowered.weights.end()) return weightOrigin(*weight);
    if (m_matrix.rows.meaning != core::AxisMeaning::Token && !isWords(m_matrix.rows)) {
      return flowOf(Words::tr("This number comes from the input. Change it and everything after it follows."));
    }
    const FlowRun word = strongRun(placeOf(m_matrix.rows, m_place.row));
    if (isKnown(m_matrix.rows, m_place.row)) {
      return flowOf(Words::tr("Set by hand: the table of features says so for the word %1."), {word});
    }
    return flowOf(Words::tr("The table of features does not hold the word %1, so its numbers are drawn from seed %2."),
                  {word, numberRun(QString::number(lowered.seed))});
  }

  [[nodiscard]] FlowRuns weightOrigin(const core::LoweredWeight& weight) const {
    const auto& stored = m_computation.document().weights;
    const auto entry = stored.find(weight.path);
    const QString note = entry == stored.end() ? QString() : qt(entry->second.note);
    switch (weight.origin) {
      case core::WeightOrigin::Seeded:
        return flowOf(Words::tr("A weight, drawn from seed %1."),
                      {numberRun(QString::number(m_computation.lowered().seed))});
      case core::WeightOrigin::HandSet:
        return flowOf(Words::tr("A weight, set by hand. Change it and everything after it follows."));
      case core::WeightOrigin::Loaded:
        return note.isEmpty() ? flowOf(Words::tr("A weight, loaded from a file."))
                              : flowOf(Words::tr("A weight, loaded from %1."), {strongRun(note)});
      case core::WeightOrigin::Trained:
        return flowOf(Words::tr("A weight, found by training."));
    }
    return {};
  }

  [[nodiscard]] FlowRuns made() const {
    const core::Arithmetic& shown = m_cell.arithmetic;
    if (shown.combination == core::Combination::Sum && m_cell.explained.terms.size() > 1) return sumReasons();
    if (shown.lines.empty()) return {};
    const FlowRun result = numberRun(qt(shown.result));
    const auto number = [&](std::size_t line) { return numberRun(qt(shown.lines[line].product)); };
    switch (shown.combination) {
      case core::Combination::Quotient:
        if (shown.lines.size() < 2) break;
        return flowOf(QStringLiteral("%1 ÷ %2 = %3"), {number(0), number(1), result});
      case core::Combination::Difference:
        if (shown.lines.size() < 2) break;
        return flowOf(QStringLiteral("%1 − %2 = %3"), {number(0), number(1), result});
      case core::Combination::Product:
        if (shown.lines.size() < 2) break;
        return flowOf(QStringLiteral("%1 × %2 = %3"), {number(0), number(1), result});
      case core::Combination::Maximum:
        return extreme(Words::tr("The largest of %1 numbers, %2, stands at %3."));
      case core::Combination::Minimum:
        return extreme(Words::tr("The smallest of %1 numbers, %2, stands at %3."));
      case core::Combination::Mean:
        return flowOf(Words::tr("The mean of %1 numbers."),
                      {numberRun(QString::number(m_cell.explained.terms.size()))});
      case core::Combination::Function:
        if (shown.lines.size() != 1) break;
        return flowOf(QStringLiteral("%1(%2) = %3"),
                      {FlowRun{FlowRun::Kind::Text, qt(shown.function)}, number(0), result});
      default:
        break;
    }
    return {};
  }

  [[nodiscard]] FlowRuns extreme(const QString& sentence) const {
    const auto chosen = std::ranges::find(m_cell.arithmetic.lines, true, &core::ArithmeticLine::isSelected);
    if (chosen == m_cell.arithmetic.lines.end()) return {};
    return flowOf(sentence, {numberRun(QString::number(m_cell.explained.terms.size())),
                             numberRun(qt(m_cell.arithmetic.result)), strongRun(placeWord(chosen->place))});
  }

  /// A term of a sum with what is written of it.
  struct Reason {
    QString place;
    double value = 0.0;
    double shown = 0.0;  ///< as it is written
    int term = 0;
  };

  /// A place of the arithmetic in the language of the interface: a feature's name, not a word that was typed.
  [[nodiscard]] QString placeWord(const std::string& place) const {
    const bool isFeature = m_cell.arithmetic.axis == core::toString(core::AxisMeaning::Feature) ||
                           m_cell.arithmetic.axis == core::toString(core::AxisMeaning::Channel);
    return isFeature ? featureWord(qt(place)) : qt(place);
  }

  [[nodiscard]] std::vector<Reason> reasons() const {
    std::vector<Reason> all;
    const double factor = std::pow(10.0, m_cell.arithmetic.decimals);
    for (const core::ArithmeticLine& line : m_cell.arithmetic.lines) {
      const double value = m_cell.explained.terms[static_cast<std::size_t>(line.term)].value;
      all.push_back({placeWord(line.place), value, std::round(value * factor) / factor, line.term});
    }
    std::ranges::stable_sort(all,
                             [](const Reason& a, const Reason& b) { return std::abs(a.value) > std::abs(b.value); });
    double magnitude = 0.0;
    for (const core::ExplainedTerm& term : m_cell.explained.terms) magnitude += std::abs(term.value);
    double covered = 0.0;
    std::size_t count = 0;
    while (count < std::min(all.size(), kMostReasons) && (magnitude == 0.0 || covered < kEnough * magnitude)) {
      covered += std::abs(all[count++].value);
    }
    all.resize(count);
    return all;
  }

  [[nodiscard]] FlowRuns sumReasons() const {
    const std::vector<Reason> top = reasons();
    if (top.empty() || m_cell.number == 0.0) return {};
    double shown = 0.0;
    for (const Reason& reason : top) shown += reason.shown;
    const int decimals = m_cell.arithmetic.decimals;
    const FlowRun part = numberRun(qt(core::shownNumber(shown, decimals)));
    const FlowRun whole = numberRun(qt(m_cell.arithmetic.result));
    if (top.size() == m_cell.explained.terms.size()) {
      return flowOf(Words::tr("All its terms count; together they give %1."), {whole});
    }
    const bool isNamed = m_cell.arithmetic.axis != "index" && !top.front().place.isEmpty() &&
                         std::ranges::none_of(top, [](const Reason& reason) { return reason.place.front().isDigit(); });
    if (!isNamed) return percentReasons(top, shown, whole);
    FlowRuns sentence;
    switch (top.size()) {
      case 1:
        sentence = flowOf(Words::tr("%1 gives %2 of the %3"), {strongRun(top[0].place), part, whole});
        break;
      case 2:
        sentence = flowOf(Words::tr("%1 and %2 give %3 of the %4"),
                          {strongRun(top[0].place), strongRun(top[1].place), part, whole});
        break;
      default:
        sentence = flowOf(Words::tr("%1, %2 and %3 give %4 of the %5"),
                          {strongRun(top[0].place), strongRun(top[1].place), strongRun(top[2].place), part, whole});
        break;
    }
    return sentence + meaning(top);
  }

  [[nodiscard]] FlowRuns percentReasons(const std::vector<Reason>& top, double shown, const FlowRun& whole) const {
    const double share = 100.0 * shown / m_cell.number;
    if (!(share > 0.0) || share > 150.0) return {};
    const FlowRun percent = numberRun(Words::tr("%1 %").arg(std::round(share)));
    switch (top.size()) {
      case 1:
        return flowOf(Words::tr("Channel %1 gives %2 of %3."), {strongRun(top[0].place), percent, whole});
      case 2:
        return flowOf(Words::tr("Channels %1 and %2 give %3 of %4."),
                      {strongRun(top[0].place), strongRun(top[1].place), percent, whole});
      default:
        return flowOf(Words::tr("Channels %1, %2 and %3 give %4 of %5."),
                      {strongRun(top[0].place), strongRun(top[1].place), strongRun(top[2].place), percent, whole});
    }
  }

  /// Whether what the channels mean may be said: both words are in the table and the channels have names, so both sides
  /// of each reason are claims that a person made.
  [[nodiscard]] bool isMeant(const std::vector<Reason>& top) const {
    const bool isScore = isPair() && m_computation.step(m_cell.step).phase == core::Phase::Score;
    if (!isScore || !isKnown(m_matrix.rows, m_place.row) || !isKnown(m_matrix.columns, m_place.column)) return false;
    return std::ranges::all_of(top, [this](const Reason& reason) {
      if (reason.place.isEmpty() || reason.place.front().isDigit()) return false;
      const auto line = std::ranges::find(m_cell.arithmetic.lines, reason.term, &core::ArithmeticLine::term);
      if (line == m_cell.arithmetic.lines.end()) return false;
      const core::ExplainedTerm& term = m_cell.explained.terms[static_cast<std::size_t>(line->term)];
      return term.factors.size() == 2 && term.factors[0].number > 0.0 && term.factors[1].number > 0.0;
    });
  }

  [[nodiscard]] FlowRuns meaning(const std::vector<Reason>& top) const {
    if (!isMeant(top)) return flowOf(Words::tr("."));
    if (top.size() == 1) {
      return flowOf(Words::tr(": the query asks for %1, and the key offers it."), {strongRun(top[0].place)});
    }
    if (top.size() == 2) {
      return flowOf(Words::tr(": the query asks for %1 and %2, and the key offers both."),
                    {strongRun(top[0].place), strongRun(top[1].place)});
    }
    return flowOf(Words::tr(": the query asks for these three, and the key offers them."));
  }

  Walk& m_walk;
  const Computation& m_computation;
  const StageMatrix& m_matrix;
  Focus::Cell m_place;
  const CellContent& m_cell;
};

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
  return flowOf(Words::tr("The row adds up to 1: shown %1, exact %2."),
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

QString ordinal(std::int64_t number) {
  const std::int64_t last = number % 10;
  const bool isTeen = number % 100 >= 10 && number % 100 <= 20;
  if (last == 1 && !isTeen) return Words::tr("%1st").arg(number);
  if (last == 2 && !isTeen) return Words::tr("%1nd").arg(number);
  if (last == 3 && !isTeen) return Words::tr("%1rd").arg(number);
  return Words::tr("%1th").arg(number);
}

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
