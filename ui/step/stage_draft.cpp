#include "ui/step/stage_draft.h"

#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

constexpr double kTabSide = 14;
constexpr double kFormulaShare = 1.25;  ///< of a formula's letters to the words beside it
/// Widths of the screen that lecture size divides into.
constexpr double kLectureNumber = 1.0 / 32;
constexpr double kLectureLabel = 1.0 / 40;

QString phrase(const char* text) {
  return QCoreApplication::translate("Stage", text);
}

/// "K^\top" is the letter K with a superscript, "W_Q" one with a subscript.
struct LetterParts {
  QString main, superscript, subscript;
};

LetterParts partsOf(const std::string& letter) {
  const QString text = QString::fromStdString(letter);
  LetterParts parts;
  parts.main = text.section(u'^', 0, 0).section(u'_', 0, 0);
  parts.superscript = text.contains(u'^') ? text.section(u'^', 1) : QString();
  parts.main.replace(QStringLiteral("\\partial "), QStringLiteral("\u2202"));
  parts.superscript.replace(QStringLiteral("\\top"), QStringLiteral("\u22A4"));
  parts.subscript = text.section(u'^', 0, 0).section(u'_', 1);
  return parts;
}

}  // namespace

StageMetrics StageMetrics::of(const StagePicture& picture, QSizeF size) {
  StageMetrics metrics;
  metrics.leastSize = picture.leastSize;
  metrics.smallSize = std::max(metrics.smallSize, picture.leastSize);
  metrics.isLectureSize = picture.isLectureSize;
  // Two numbers stand in each cell of a gradient.
  if (picture.result().isGradient) metrics.mostCell = 36;
  if (!picture.isLectureSize) return metrics;
  // The transport below the stage is part of the screen.
  constexpr double kTransport = 56;
  const double screen = size.height() + kTransport;
  const double scale = metrics.lecture = std::max(1.0, screen / 800.0);
  metrics.cellWidth = std::floor(72 * scale);
  metrics.leastCell = std::floor(30 * scale);
  metrics.mostCell = std::floor(36 * scale);
  metrics.leastNumberWidth = std::floor(66 * scale);
  metrics.labelSize = std::max(std::round(screen * kLectureLabel), picture.leastSize);
  metrics.smallSize = metrics.leastSize = metrics.labelSize;
  metrics.numberSize = std::max(std::round(screen * kLectureNumber), picture.leastSize);
  metrics.lineScale = 1.5;
  metrics.top = std::floor(156 * scale);
  metrics.gap = std::floor(30 * scale);
  metrics.legendRoom = 23;
  return metrics;
}

StageDraft::StageDraft(const StagePicture& shown, const FigureStyle& figureStyle, QSizeF size)
    : picture(shown), style(figureStyle), metrics(StageMetrics::of(shown, size)) {
  layout.size = size;
  layout.lineScale = metrics.lineScale;
  layout.leastSize = metrics.leastSize;
  if (metrics.isLectureSize) layout.leastText = metrics.leastSize;
}

double StageDraft::text(QPointF baseline, const QString& written, const TextStyle& textStyle, Qt::Alignment alignment) {
  const double wide = measure(written, textStyle);
  double left = baseline.x();
  if (alignment.testFlag(Qt::AlignRight)) left -= wide;
  if (alignment.testFlag(Qt::AlignHCenter)) left -= wide / 2;
  const double ascent = textStyle.size * 0.76;
  StageText item{.text = written, .baseline = baseline, .style = textStyle, .alignment = alignment, .area = {}};
  item.area = QRectF(left, baseline.y() - ascent, wide, ascent + textStyle.size * 0.22);
  layout.texts.push_back(item);
  return left + wide;
}

void StageDraft::line(QPointF from, QPointF to, const QColor& color, double lineWidth, const QList<qreal>& dashes) {
  layout.lines.push_back(
      {.from = from, .to = to, .color = color, .width = lineWidth * metrics.lineScale, .dashes = dashes});
}

void StageDraft::arrow(QPointF from, QPointF to, const QColor& color, double lineWidth) {
  layout.lines.push_back(
      {.from = from, .to = to, .color = color, .width = lineWidth * metrics.lineScale, .dashes = {}, .hasArrow = true});
}

void StageDraft::box(const QRectF& area, const QColor& color, double lineWidth, double radius, const QColor& fill,
                     const QList<qreal>& dashes) {
  layout.boxes.push_back({.area = area,
                          .line = color,
                          .width = lineWidth * metrics.lineScale,
                          .fill = fill,
                          .radius = radius,
                          .dashes = dashes});
}

double StageDraft::letter(QPointF baseline, const std::string& name, const QColor& color, double size) {
  const LetterParts parts = partsOf(name);
  TextStyle main{size, color, FontUse::Mathematics, 400, true};
  double x = text(baseline, parts.main, main);
  TextStyle script{std::max(std::round(size * 0.62), metrics.leastSize), color, FontUse::Mathematics, 400};
  double right = x;
  if (!parts.superscript.isEmpty())
    right = text(baseline + QPointF(x - baseline.x(), -size * 0.36), parts.superscript, script);
  if (!parts.subscript.isEmpty()) {
    right = std::max(right, text(baseline + QPointF(x - baseline.x(), size * 0.2), parts.subscript, script));
  }
  return right;
}

FormulaLayout StageDraft::lineFormula(const std::string& tex) const {
  const double size =
      std::max(std::round(metrics.labelSize * kFormulaShare), std::ceil(metrics.leastSize / kScriptSize));
  return {tex, style, size, lineFormulaOptions()};
}

double StageDraft::formula(QPointF baseline, const std::string& tex, Qt::Alignment alignment) {
  const FormulaLayout made = lineFormula(tex);
  const double left = baseline.x() - ((alignment & Qt::AlignRight) != 0 ? made.size().width() : 0);
  const QPointF at(left, baseline.y() - made.baseline());
  layout.formulas.push_back({tex, at, made.letterSize(), QRectF(at, made.size())});
  return left + made.size().width();
}

void StageDraft::legend(QPointF baseline, StagePart part, double rampWidth) {
  legend(baseline, picture.scale(part), rampWidth);
}

void StageDraft::legend(QPointF baseline, const ValueScale& scale, double rampWidth) {
  layout.legends.push_back({QRectF(baseline.x(), baseline.y() - 8, rampWidth, 8), scale.centred});
  const TextStyle label = digits(metrics.leastSize, theme().text2);
  if (scale.centred) {
    text(baseline + QPointF(rampWidth + 5, 0), QStringLiteral("\u00B1") + scaleEndText(scale.high), label);
    return;
  }
  text(baseline + QPointF(rampWidth + 5, 0),
       phrase(QT_TRANSLATE_NOOP("Stage", "%1 to %2")).arg(scaleEndText(scale.low), scaleEndText(scale.high)), label);
}

void StageDraft::stackedLegend(QPointF origin, StagePart part) {
  constexpr double kRamp = 40;
  const ValueScale& scale = picture.scale(part);
  layout.legends.push_back({QRectF(origin.x(), origin.y(), kRamp, 8), false});
  const TextStyle label = digits(metrics.leastSize, theme().text2);
  const QString low = scaleEndText(scale.low);
  const QString high = scaleEndText(scale.high);
  const double baseline = origin.y() + 10 + metrics.leastSize;
  text({origin.x(), baseline}, low, label);
  text({std::max(origin.x() + kRamp, origin.x() + measure(low, label) + 8 + measure(high, label)), baseline}, high,
       label, Qt::AlignRight);
}

std::optional<double> StageDraft::scaleBlock(QPointF origin, StagePart part, bool saysScale, double lower) {
  const ValueScale& scale = picture.scale(part);
  const double room = width() - origin.x() - 4;
  double y = origin.y() + 19;
  if (y + (scale.centred ? 0 : 15) > lower) return std::nullopt;
  if (scale.centred) {
    legend({origin.x(), y}, part, 26);
  } else {
    stackedLegend({origin.x(), y - 8}, part);
    y += 15;
  }
  // A signed legend says its limit; how a map of shares is scaled needs words.
  if (saysScale && !scale.centred) {
    const QString shape = scale.logarithmic ? phrase(QT_TRANSLATE_NOOP("Stage", "logarithmic"))
                          : scale.fixed     ? phrase(QT_TRANSLATE_NOOP("Stage", "fixed scale"))
                                            : phrase(QT_TRANSLATE_NOOP("Stage", "own maximum"));
    for (const QString& piece : style.letters.wrapped(shape, words(metrics.leastSize, theme().text3), room)) {
      y += metrics.leastSize + 5;
      if (y > lower) return std::nullopt;
      text({origin.x(), y}, piece, words(metrics.leastSize, theme().text3));
    }
  }
  return y;
}

void StageDraft::nameBlock(QPointF origin, StagePart part, bool saysScale, double lower) {
  if (metrics.isLectureSize) return;
  const StageMatrix& matrix = *picture.matrix(part);
  letter(origin + QPointF(0, 16), matrix.letter, theme().role(matrix.role).line);
  const double room = width() - origin.x() - 4;
  const double line = metrics.smallSize + 3;
  double y = origin.y() + 34;
  for (const QString& name : style.letters.wrapped(matrix.name, words(metrics.smallSize, theme().text2), room)) {
    if (y > lower) return;
    text({origin.x(), y}, name, words(metrics.smallSize, theme().text2));
    y += line;
  }
  y += 1;
  if (y > lower) return;
  text({origin.x(), y}, QStringLiteral("%1 \u00D7 %2").arg(matrix.rowCount()).arg(matrix.columnCount()),
       digits(metrics.smallSize, theme().text3));
  if (!matrix.isMask && !matrix.isIndex) {
    const auto below = scaleBlock({origin.x(), y}, part, saysScale, lower);
    if (!below) return;
    y = *below;
  }
  y += 22;
  if (!saysScale || matrix.allowed.isNull() || y > lower) return;
  layout.hatches.emplace_back(origin.x(), y - 10, 18, 13);
  text({origin.x() + 23, y}, phrase(QT_TRANSLATE_NOOP("Stage", "masked")), words(metrics.leastSize, theme().text2));
}

bool StageDraft::isFocusColumn(std::int64_t place) const {
  if (!marksFocusColumn) return false;
  return markedColumn ? *markedColumn == place : picture.focus && picture.focus->column == place;
}

bool StageDraft::isFocusRow(std::int64_t place) const {
  return picture.focus && picture.focus->row == place;
}

void StageDraft::outline(const QRectF& area, const QColor& color) {
  box(area.adjusted(-1.5, -1.5, 0.5, 0.5), color, 3, 2);
}

void StageDraft::tab(QPointF centre, const std::string& name, const QColor& color) {
  constexpr double kLetterShare = 0.79;
  // Its letter is no smaller than other text on paper either.
  const double side = std::max(metrics.isLectureSize ? 20 : kTabSide, picture.leastSize / kLetterShare);
  const QString letter = partsOf(name).main;
  const TextStyle letters = words(std::max(side * kLetterShare, 11.0), color, 700);
  const double wide = letter.size() > 1 ? std::max(side, measure(letter, letters) + 4) : side;
  box(QRectF(centre.x() - wide / 2, centre.y() - side / 2, wide, side), color, 1.5 / metrics.lineScale, 3,
      theme().surface);
  text(centre + QPointF(0, side * 0.29), letter, letters, Qt::AlignHCenter);
}

void StageDraft::ring(const QRectF& cell) {
  layout.ring = cell.adjusted(0, 0, -1, -1);
  layout.isRingLocked = picture.isLocked;
}

void StageDraft::operand(QPointF baseline, const QString& number, const QColor& color, double size,
                         Qt::Alignment alignment, const core::ExplainedFactor& factor) {
  const double right = text(baseline, number, digits(size, color, 600), alignment);
  if (factor.step < 0) return;
  const double left = right - measure(number, digits(size, color, 600));
  line({left, baseline.y() + 4}, {right, baseline.y() + 4}, color, 1.5, {1.0, 1.34});
  layout.targets.push_back({.kind = TargetKind::Operand,
                            .area = QRectF(left - 3, baseline.y() - size, right - left + 6, size + 7),
                            .step = factor.step,
                            .offset = factor.stepOffset,
                            .name = number});
}

void StageDraft::button(const QRectF& area, const QString& label, TargetKind kind, bool isPrimary) {
  box(area, isPrimary ? theme().ink : theme().control, 1, 6, isPrimary ? theme().ink : theme().surface);
  text({area.center().x(), area.center().y() + 4.5}, label,
       words(metrics.smallSize, isPrimary ? theme().onInk : theme().text, 500), Qt::AlignHCenter);
  layout.targets.push_back({.kind = kind, .area = area, .name = label});
}

void StageDraft::undoAndKeep(double y, std::optional<double> left) {
  const double x = left.value_or(metrics.left);
  button(QRectF(x, y, 52, 24), phrase(QT_TRANSLATE_NOOP("Stage", "Undo")), TargetKind::Undo, false);
  button(QRectF(x + kUndoAndKeepWidth - 52, y, 52, 24), phrase(QT_TRANSLATE_NOOP("Stage", "Keep")), TargetKind::Keep,
         true);
}

PlacedMatrix& StageDraft::place(StagePart part, const Bands& rows, const Bands& columns, int index) {
  PlacedMatrix placed;
  placed.part = part;
  placed.index = index;
  placed.rows = rows;
  placed.columns = columns;
  placed.numberSize = metrics.isLectureSize ? metrics.numberSize : rows.largest() >= 20 ? metrics.numberSize : 11;
  placed.numberSize = std::max(placed.numberSize, metrics.leastSize);
  placed.showsFocusOnly = metrics.isLectureSize;
  const StageMatrix* matrix = picture.matrix(part, index);
  placed.showsForward = matrix != nullptr && !matrix->forward.isNull();
  layout.matrices.push_back(std::move(placed));
  return layout.matrices.back();
}

}  // namespace heed::ui
