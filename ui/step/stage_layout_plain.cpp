#include "ui/step/stage_draft.h"

#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

constexpr double kFormulaBottom = 62;
constexpr double kFoot = 70;
constexpr double kHintHeight = 38;
constexpr double kOperationEdge = 24;  ///< from an arithmetic to the edge of the stage
constexpr double kStripCell = 62;
constexpr double kChosenWords = 64;  ///< words under indices
constexpr double kStripRow = 22;

QString phrase(const char* text) {
  return QCoreApplication::translate("Stage", text);
}

/// How a number that can be changed is changed.
QString hintFor(const StagePicture& picture) {
  if (picture.isPaintable) {
    return phrase(QT_TRANSLATE_NOOP("Stage", "Drag over cells to paint; Space changes the cell with the brackets."));
  }
  if (picture.isMask) return {};
  return phrase(QT_TRANSLATE_NOOP("Stage", "Drag a number, turn the wheel on it, or press F2 to change it."));
}

}  // namespace

void layoutPlain(StageDraft& draft) {
  const StageMatrix& matrix = draft.picture.result();
  const StageMetrics& metrics = draft.metrics;
  const double labels = std::clamp(draft.rowLabelWidth(matrix.rows, matrix.rowCount()), 60.0, 190.0);
  const double matrixLeft = metrics.left + labels;
  const double room = draft.width() - metrics.legendRoom - 14 - matrixLeft;
  const bool isTokens = isTokenAxis(matrix.columns);
  BandWish wish{.count = matrix.columnCount(),
                .preferred = metrics.cellWidth + 6,
                .least = metrics.leastNumberWidth,
                .wide = isTokens ? draft.picture.wideColumns() : std::vector<std::int64_t>(),
                .wideSize = metrics.cellWidth};
  BandPlan columns = planBands(matrixLeft, room, wish);
  const double from = matrixLeft + std::floor((room - columns.bands.extent()) / 2);
  if (!columns.isMap) columns = planBands(from, room - (from - matrixLeft), wish);
  const double labelHeight =
      draft.columnLabelHeight(matrix.columns, std::min(matrix.columnCount(), kMostCells), columns.bands.largest());
  const double top = std::max(metrics.isLectureSize ? metrics.top : 132.0,
                              std::min(kFormulaBottom + labelHeight, 210.0) * metrics.lecture);
  const double later = laterRowsHeight(draft.picture, columns.isMap);
  const double foot = metrics.isLectureSize ? 16 : std::max(kFoot, kHintHeight + draft.picture.toolsHeight) + later;
  std::vector<std::int64_t> wide;
  if (draft.picture.layoutFocus) wide.push_back(draft.picture.layoutFocus->row);
  BandPlan rows = planBands(top, draft.height() - top - foot,
                            {.count = matrix.rowCount(),
                             .preferred = metrics.mostCell,
                             .least = metrics.leastCell,
                             .wide = wide,
                             .wideSize = 24});
  if (columns.isMap && rows.isMap && isTokens) {
    makeSquare(columns, rows, draft.width() - metrics.legendRoom - columns.bands.from(), draft.height() - top - foot);
  }
  PlacedMatrix& placed = draft.place(StagePart::Result, rows.bands, columns.bands);
  placed.isMap = columns.isMap || rows.isMap;
  placed.isPlain = matrix.isMask || matrix.isIndex;
  placed.rowBlock = rows.block;
  placed.columnBlock = columns.block;
  const core::Role columnRole = axisRole(matrix.columns, matrix.role);
  draft.columnLabels(columns.bands, top, matrix.columns, columnRole);
  draft.rowLabels(rows.bands, columns.bands.from(), matrix.rows, axisRole(matrix.rows, core::Role::None));
  draft.nameBlock({columns.bands.to() + 10, top}, StagePart::Result, true,
                  matrix.isInput ? rows.bands.to() + 8 : rows.bands.to() + 6);
  if (matrix.isInput) draft.layout.dots.push_back(placed.area().topRight());
  if (!draft.picture.focus) return;
  const auto cell = draft.layout.cellArea(draft.layout.matrices.front(), *draft.picture.focus);
  if (!cell) return;
  draft.ring(*cell);
  if (metrics.isLectureSize) return;
  if (later > 0) layoutLaterRows(draft, columns, rows.bands.to());
  const bool hasWordsBelow = matrix.isIndex && matrix.rowCount() == 1 && matrix.choices.labels != nullptr;
  if (hasWordsBelow) draft.chosenWords(columns.bands, rows.bands.to());
  const double lower = rows.bands.to() + later + (hasWordsBelow ? kChosenWords : 0);
  if (draft.picture.isMask || matrix.isInput) {
    const QString hint = hintFor(draft.picture);
    const TextStyle small = draft.words(metrics.smallSize, draft.theme().text3);
    const double left = std::min(columns.bands.from(), draft.width() - 12 - draft.measure(hint, small));
    draft.text({std::max(metrics.left, left), lower + 26}, hint, small);
  } else {
    layoutOperation(draft, {columns.bands.from(), lower + 14}, draft.width() - kOperationEdge - columns.bands.from());
  }
}

void layoutStrip(StageDraft& draft, double left, double upper) {
  const auto& focus = draft.picture.focus;
  const StageMatrix& result = draft.picture.result();
  const Theme& theme = draft.theme();
  const StageMetrics& metrics = draft.metrics;
  const PlacedMatrix* map = draft.layout.placed(StagePart::Result);
  if (map != nullptr && map->rowBlock * map->columnBlock > 1) {
    draft.text({metrics.left, upper + 4},
               phrase(QT_TRANSLATE_NOOP("Stage", "each pixel: largest of %1 \u00D7 %2"))
                   .arg(map->rowBlock)
                   .arg(map->columnBlock),
               draft.words(metrics.smallSize, theme.text3));
  }
  if (!focus || focus->row >= result.rowCount()) return;
  const auto fit = static_cast<std::size_t>(std::max(1.0, (draft.width() - left - 24) / kStripCell));
  const std::vector<std::int64_t> keys = draft.picture.strongestColumns(std::min<std::size_t>(8, fit));
  const TextStyle caption = draft.words(metrics.labelSize, theme.text, 600);
  draft.text({metrics.left, upper + 24}, phrase(QT_TRANSLATE_NOOP("Stage", "the strongest of row %1")).arg(focus->row),
             caption);
  const double y = upper + 34;
  double x = left;
  const int places =
      keys.empty() ? 2 : std::clamp(placesFor(result.value(focus->row, keys.front())), draft.picture.decimals, 4);
  for (const std::int64_t key : keys) {
    const bool isFocus = key == focus->column;
    const QColor color = isFocus ? theme.role(core::Role::Key).line : theme.text;
    draft.text({x + kStripCell / 2, upper + 14}, QString::number(key),
               draft.digits(metrics.leastSize, isFocus ? color : theme.text3), Qt::AlignHCenter);
    if (hasWords(result.columns)) {
      const TextStyle label = draft.words(metrics.smallSize, color, isFocus ? 700 : 400);
      QString word = placeLabel(result.columns, key).text;
      while (word.size() > 2 && draft.measure(word, label) > kStripCell - 4)
        word = word.left(word.size() - 2) + QChar(0x2026);
      draft.text({x + kStripCell / 2, upper + 29}, word, label, Qt::AlignHCenter);
    }
    PlacedMatrix& placed =
        draft.place(StagePart::Result, Bands::one(focus->row, y, kStripRow), Bands::one(key, x, kStripCell));
    placed.numberSize = metrics.numberSize;
    placed.decimals = places;
    if (isFocus) draft.box(QRectF(x - 1.5, y - 1.5, kStripCell + 2, kStripRow + 2), theme.ink, 2, 2);
    x += kStripCell;
  }
  if (stripWeightsHeight(draft.picture) > 0) layoutStripWeights(draft, keys, left, kStripCell, y + kStripRow);
}

namespace {

QString operatorSign(core::Combination combination) {
  switch (combination) {
    case core::Combination::Difference:
      return QStringLiteral("\u2212");
    case core::Combination::Product:
      return QStringLiteral("\u00D7");
    case core::Combination::Quotient:
      return QStringLiteral("\u00F7");
    case core::Combination::Sum:
    case core::Combination::Mean:
      return QStringLiteral("+");
    default:
      return QStringLiteral(",");
  }
}

QString openingWord(const core::Arithmetic& arithmetic) {
  switch (arithmetic.combination) {
    case core::Combination::Maximum:
      return QStringLiteral("max");
    case core::Combination::Minimum:
      return QStringLiteral("min");
    case core::Combination::Mean:
      return QStringLiteral("mean");
    case core::Combination::Function:
      if (arithmetic.function == "arg_max") return QStringLiteral("arg max");
      if (arithmetic.function == "sample_index") return phrase(QT_TRANSLATE_NOOP("Stage", "draw"));
      return QString::fromStdString(arithmetic.function);
    default:
      return {};
  }
}

/// Sets operands and signs one after the other, on as many lines as they need.
class OperationSetter {
 public:
  OperationSetter(StageDraft& draft, QPointF origin, double available)
      : m_draft(draft), m_left(origin.x()), m_right(origin.x() + available), m_x(origin.x()), m_y(origin.y() + 34) {}

  void set(const CellContent& cell) {
    if (cell.isOverridden) {
      overridden(cell);
      return;
    }
    const core::Arithmetic& arithmetic = cell.arithmetic;
    m_hasPlaces =
        arithmetic.combination == core::Combination::Sum || arithmetic.combination == core::Combination::Mean ||
        arithmetic.combination == core::Combination::Maximum || arithmetic.combination == core::Combination::Minimum;
    const QString opening = openingWord(arithmetic);
    const QString sign = operatorSign(arithmetic.combination);
    if (!opening.isEmpty()) word(opening + QStringLiteral(" ("));
    // Where the room ends, the terms that are left are counted.
    constexpr double kLastLines = 112;
    std::size_t written = 0;
    for (; written < arithmetic.lines.size(); ++written) {
      if (written > 1 && m_y + kLastLines > m_draft.height()) break;
      if (written > 0) word(sign);
      line(cell, arithmetic.lines[written]);
    }
    const auto left = static_cast<int>(arithmetic.lines.size() - written) + arithmetic.remainingCount;
    if (left > 0) {
      word(sign);
      const QString more = QCoreApplication::translate("Stage", "%n more", nullptr, left);
      const bool hasSum = !arithmetic.remainingSum.empty() && left == arithmetic.remainingCount;
      word(hasSum ? more + u' ' + QString::fromStdString(arithmetic.remainingSum) : more);
    }
    if (!opening.isEmpty()) word(QStringLiteral(")"));
    word(QStringLiteral("="));
    result(QString::fromStdString(arithmetic.result));
    if (const QString chosen = chosenWord(m_draft.picture.result(), cell.number); !chosen.isEmpty()) {
      const TextStyle strong = m_draft.words(m_draft.metrics.arithmeticSize, m_draft.theme().text, 700);
      room(m_draft.measure(chosen, strong));
      m_x = m_draft.text({m_x, m_y}, chosen, strong) + 8;
    }
    const QString note = translated(arithmetic.note);
    const bool hasRoom = m_draft.measure(note, m_draft.digits(m_draft.metrics.arithmeticSize - 2,
                                                              m_draft.theme().text3)) <= m_right - m_left;
    if (!note.isEmpty() && hasRoom) word(note);
  }

 private:
  /// A number that a person put there is made of nothing.
  void overridden(const CellContent& cell) {
    result(readoutText(cell.number, 3));
    word(cell.computed
             ? phrase(QT_TRANSLATE_NOOP("Stage", "overridden: computed %1")).arg(readoutText(*cell.computed, 3))
             : phrase(QT_TRANSLATE_NOOP("Stage", "overridden")));
  }

  void room(double wide) {
    if (m_x + wide <= m_right || m_x == m_left) return;
    m_x = m_left;
    m_y += 36;
  }

  void word(const QString& text) {
    const TextStyle style = m_draft.digits(m_draft.metrics.arithmeticSize - 2, m_draft.theme().text3);
    room(m_draft.measure(text, style));
    m_x = m_draft.text({m_x, m_y}, text, style) + 8;
  }

  void line(const CellContent& cell, const core::ArithmeticLine& line) {
    const core::ExplainedTerm& term = cell.explained.terms[static_cast<std::size_t>(line.term)];
    for (std::size_t i = 0; i < line.factors.size(); ++i) {
      if (i > 0) word(QStringLiteral("\u00D7"));
      const QString number = QString::fromStdString(line.factors[i]);
      const double size = m_draft.metrics.arithmeticSize;
      const QColor color = colorOf(term.factors[i]);
      const double wide = m_draft.measure(number, m_draft.digits(size, color, 600));
      room(wide + (line.isSelected ? 6 : 0));
      // One place is the place of both factors.
      if (i == 0 || !m_hasPlaces) caption(line, term.factors[i], wide);
      if (line.isSelected && m_draft.picture.result().isIndex) {
        m_draft.box(QRectF(m_x - 4, m_y - size, wide + 8, size + 8), m_draft.theme().ink, 1.5, 3);
      }
      m_draft.operand({m_x, m_y}, number, color, size, Qt::AlignLeft, term.factors[i]);
      m_x += wide + 8;
    }
  }

  /// What an operand is, over it: its place, or the step that it comes from.
  void caption(const core::ArithmeticLine& line, const core::ExplainedFactor& factor, double wide) {
    const std::string& axis = m_draft.picture.cell()->arithmetic.axis;
    const bool isFeature =
        axis == core::toString(core::AxisMeaning::Feature) || axis == core::toString(core::AxisMeaning::Channel);
    QString name = QString::fromStdString(line.place);
    if (isFeature) name = featureWord(name);
    if (!m_hasPlaces) {
      const StageMatrix* matrix = matrixOf(factor.step);
      name = matrix == nullptr ? QString() : matrix->name;
    }
    if (m_draft.picture.result().isIndex) name = candidate(line.term);
    const TextStyle style = m_draft.words(m_draft.metrics.leastSize, m_draft.theme().text3);
    if (name.isEmpty() || m_draft.measure(name, style) > wide + 30) return;
    m_draft.text({m_x + wide / 2, m_y - 18}, name, style, Qt::AlignHCenter);
  }

  /// A key that may be chosen; what follows the keys is the number that draws among them.
  [[nodiscard]] QString candidate(int term) const {
    const core::Axis& choices = m_draft.picture.result().choices;
    if (choices.labels == nullptr) return {};
    const CellContent& cell = *m_draft.picture.cell();
    const bool isDraw =
        cell.arithmetic.function == "sample_index" && term + 1 == static_cast<int>(cell.explained.terms.size());
    return isDraw ? phrase(QT_TRANSLATE_NOOP("Stage", "random")) : placeText(choices, term);
  }

  [[nodiscard]] const StageMatrix* matrixOf(int step) const {
    for (const StagePart part : {StagePart::Before, StagePart::Column}) {
      const StageMatrix* matrix = m_draft.picture.matrix(part);
      if (matrix != nullptr && step >= 0 && matrix->step == step) return matrix;
    }
    return nullptr;
  }

  [[nodiscard]] QColor colorOf(const core::ExplainedFactor& factor) const {
    const StageMatrix* matrix = matrixOf(factor.step);
    return m_draft.theme().role(matrix == nullptr ? core::Role::None : matrix->role).line;
  }

  void result(const QString& number) {
    const StageMatrix& matrix = m_draft.picture.result();
    const TextStyle style = m_draft.digits(m_draft.metrics.arithmeticSize, m_draft.theme().role(matrix.role).line, 700);
    const double wide = m_draft.measure(number, style) + 14;
    room(wide);
    m_draft.box(QRectF(m_x, m_y - 17, wide, 24), m_draft.theme().ink, 2, 3);
    m_draft.text({m_x + wide / 2, m_y}, number, style, Qt::AlignHCenter);
    m_x += wide + 8;
  }

  StageDraft& m_draft;
  double m_left, m_right, m_x, m_y;
  bool m_hasPlaces = false;  ///< the terms run along an axis
};

}  // namespace

void layoutOperation(StageDraft& draft, QPointF origin, double available) {
  const CellContent* cell = draft.picture.cell();
  if (cell == nullptr || cell->isMasked || cell->arithmetic.lines.empty()) return;
  OperationSetter(draft, origin, available).set(*cell);
}

}  // namespace heed::ui
