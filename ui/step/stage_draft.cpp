#include "ui/step/stage_draft.h"

#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <functional>

namespace heed::ui {

namespace {

constexpr double kIndexGap = 7;         ///< between an index and its matrix
constexpr double kRowLabelGap = 27;     ///< between a row's word and its matrix
constexpr double kColumnLabelGap = 22;  ///< between a column's word and its matrix
constexpr double kTabSide = 14;
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
  parts.superscript.replace(QStringLiteral("\\top"), QStringLiteral("\u22A4"));
  parts.subscript = text.section(u'^', 0, 0).section(u'_', 1);
  return parts;
}

/// The labels with the most letters: one of them is the widest, and measuring all of a long text takes long.
std::vector<ShownLabel> longestLabels(const core::Axis& axis, std::int64_t count) {
  constexpr std::size_t kMeasured = 8;
  std::vector<ShownLabel> labels;
  labels.reserve(static_cast<std::size_t>(count));
  for (std::int64_t place = 0; place < count; ++place) labels.push_back(placeLabel(axis, place));
  const std::size_t kept = std::min(kMeasured, labels.size());
  std::ranges::partial_sort(labels, labels.begin() + static_cast<std::ptrdiff_t>(kept), std::ranges::greater(),
                            [](const ShownLabel& label) { return label.text.size(); });
  labels.resize(kept);
  return labels;
}

/// The room of the smallest place; where places share a pixel, their part of it.
double pitchOf(const Bands& bands) {
  const double least = std::ranges::min(bands.all(), {}, [](const Band& band) { return band.size(); }).size();
  return std::min(least, bands.extent() / static_cast<double>(bands.all().size()));
}

}  // namespace

StageMetrics StageMetrics::of(const StagePicture& picture, QSizeF size) {
  StageMetrics metrics;
  metrics.leastSize = picture.leastSize;
  metrics.smallSize = std::max(metrics.smallSize, picture.leastSize);
  metrics.isLectureSize = picture.isLectureSize;
  if (!picture.isLectureSize) return metrics;
  // The transport below the stage is part of the screen.
  constexpr double kTransport = 56;
  const double screen = size.height() + kTransport;
  metrics.cellWidth = 72;
  metrics.leastCell = 30;
  metrics.mostCell = 36;
  metrics.leastNumberWidth = 66;
  metrics.labelSize = std::round(screen * kLectureLabel);
  metrics.smallSize = metrics.leastSize = std::round(screen * kLectureLabel);
  metrics.numberSize = std::round(screen * kLectureNumber);
  metrics.lineScale = 1.5;
  metrics.top = 156;
  metrics.gap = 30;
  metrics.legendRoom = 23;
  return metrics;
}

StageDraft::StageDraft(const StagePicture& shown, const FigureStyle& figureStyle, QSizeF size)
    : picture(shown), style(figureStyle), metrics(StageMetrics::of(shown, size)) {
  layout.size = size;
  layout.lineScale = metrics.lineScale;
}

double StageDraft::text(QPointF baseline, const QString& words, const TextStyle& textStyle, Qt::Alignment alignment) {
  const double wide = measure(words, textStyle);
  double left = baseline.x();
  if (alignment.testFlag(Qt::AlignRight)) left -= wide;
  if (alignment.testFlag(Qt::AlignHCenter)) left -= wide / 2;
  const double ascent = textStyle.size * 0.76;
  StageText item{.text = words, .baseline = baseline, .style = textStyle, .alignment = alignment, .area = {}};
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

void StageDraft::legend(QPointF baseline, StagePart part, double rampWidth) {
  const ValueScale& scale = picture.scale(part);
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
  const ValueScale& scale = picture.scale(part);
  y += 19;
  if (y + (scale.centred ? 0 : 15) > lower) return;
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
      if (y > lower) return;
      text({origin.x(), y}, piece, words(metrics.leastSize, theme().text3));
    }
  }
  y += 22;
  if (!saysScale || matrix.allowed.isNull() || y > lower) return;
  layout.hatches.emplace_back(origin.x(), y - 10, 18, 13);
  text({origin.x() + 23, y}, phrase(QT_TRANSLATE_NOOP("Stage", "masked")), words(metrics.leastSize, theme().text2));
}

/// The design's rules are for labels of 12 pixels; larger ones need wider columns.
ColumnLabelMode StageDraft::labelMode(const std::vector<ShownLabel>& labels, double pitch) const {
  return columnLabelMode(labels, pitch * 12 / metrics.labelSize, style);
}

bool StageDraft::isFocusColumn(std::int64_t place) const {
  return picture.focus && picture.focus->column == place;
}

bool StageDraft::isFocusRow(std::int64_t place) const {
  return picture.focus && picture.focus->row == place;
}

double StageDraft::rowLabelWidth(const core::Axis& axis, std::int64_t count) const {
  if (!hasWords(axis)) return 44;
  double widest = 0;
  for (const ShownLabel& label : longestLabels(axis, count)) {
    widest = std::max(widest, makeLabel(label, style, metrics.labelSize).width);
  }
  return (metrics.isLectureSize ? 32 : kRowLabelGap - 2) + widest;
}

double StageDraft::columnLabelHeight(const core::Axis& axis, std::int64_t count, double pitch) const {
  if (!hasWords(axis)) return 20;
  const std::vector<ShownLabel> labels = longestLabels(axis, count);
  double widest = 0;
  double tallest = 0;
  for (const ShownLabel& shown : labels) {
    widest = std::max(widest, makeLabel(shown, style, metrics.labelSize, core::Role::Key, "k").width);
    tallest = std::max(tallest, static_cast<double>(shown.text.size()) * (metrics.labelSize + 2));
  }
  switch (labelMode(labels, pitch)) {
    case ColumnLabelMode::Flat:
      return 20 + metrics.labelSize + 6;
    case ColumnLabelMode::Tilted40:
      return 20 + widest * 0.65 + 16;
    case ColumnLabelMode::Tilted60:
      return 20 + widest * 0.87 + 10;
    case ColumnLabelMode::Upright:
      return 20 + widest + 8;
    case ColumnLabelMode::Stacked:
      return 24 + tallest + 6;
    case ColumnLabelMode::EveryTenth:
      return 20 + widest * 0.65 + 16;
  }
  return 20;
}

void StageDraft::columnLabel(const Band& band, double upper, const core::Axis& axis, core::Role focusRole,
                             ColumnLabelMode mode) {
  const bool isFocus = isFocusColumn(band.place);
  const QColor color = isFocus ? theme().role(focusRole).line : theme().text3;
  const double x = band.centre() - 0.5;
  if (!metrics.isLectureSize) {
    text({x, upper - kIndexGap}, QString::number(band.place), digits(metrics.leastSize, color, isFocus ? 600 : 400),
         Qt::AlignHCenter);
  }
  if (!hasWords(axis)) return;
  const QString role = focusRole == core::Role::Key && !metrics.isLectureSize ? QStringLiteral("k") : QString();
  PlacedLabel label = makeLabel(placeLabel(axis, band.place), style, metrics.labelSize,
                                isFocus ? std::optional(focusRole) : std::nullopt, role);
  label.chip = isFocus;
  const double lower = upper - (metrics.isLectureSize ? 12 : kColumnLabelGap);
  if (mode == ColumnLabelMode::Stacked) {
    label.form = LabelForm::Stacked;
    label.anchor = {x, lower - 2};
    label.anchor.ry() -= label.area(style).boundingRect().height();
  } else if (mode == ColumnLabelMode::Flat) {
    label.anchor = {x - label.width / 2, lower - 2};
  } else {
    label.angle = mode == ColumnLabelMode::Tilted60 ? -60 : mode == ColumnLabelMode::Upright ? -90 : -40;
    label.anchor = {x - (metrics.isLectureSize ? 6 : 1) + (mode == ColumnLabelMode::Upright ? 5 : 0), lower};
  }
  layout.labels.push_back(label);
  const QRectF area = label.area(style).boundingRect();
  layout.targets.push_back({.kind = TargetKind::ColumnLabel,
                            .area = QRectF(area.left(), area.top(), area.width(), upper - area.top()),
                            .place = band.place,
                            .name = placeText(axis, band.place)});
}

void StageDraft::columnLabels(const Bands& columns, double upper, const core::Axis& axis, core::Role focusRole) {
  if (columns.isEmpty()) return;
  const double most = columns.largest();
  const double room = metrics.leastNumberWidth * 0.8;
  const double narrowest = 17 * metrics.labelSize / 13;
  const bool hasRoomForAll = columns.all().front().size() >= narrowest && columns.all().back().size() >= narrowest;
  const double pitch = pitchOf(columns);
  std::vector<ShownLabel> labels;
  if (hasWords(axis)) {
    for (const Band& band : columns.all()) {
      if (hasRoomForAll || band.size() >= room) labels.push_back(placeLabel(axis, band.place));
      if (labels.size() > 400) break;
    }
  }
  const double labelPitch = pitch >= narrowest ? pitch : most;
  ColumnLabelMode mode = labelMode(labels, labelPitch);
  if (mode == ColumnLabelMode::EveryTenth) mode = ColumnLabelMode::Tilted40;
  const bool isMixed = pitch < narrowest;
  const double least = isMixed && most >= narrowest ? most : narrowest;
  double lastIndex = -1e9;
  const std::int64_t step = tickStep(std::max(pitch, 1e-3), 30);
  for (const Band& band : columns.all()) {
    const bool isFocus = isFocusColumn(band.place);
    if (band.size() >= least || isFocus) {
      columnLabel(band, upper, axis, focusRole, mode);
      lastIndex = band.centre();
    } else if (isMixed && !metrics.isLectureSize && most < narrowest && band.place % step == 0 &&
               band.centre() - lastIndex > 26) {
      const auto focus = picture.focus ? columns.band(picture.focus->column) : std::nullopt;
      if (focus && std::abs(focus->centre() - band.centre()) < 26) continue;
      text({band.centre(), upper - kIndexGap}, QString::number(band.place), digits(metrics.leastSize, theme().text3),
           Qt::AlignHCenter);
      lastIndex = band.centre();
    }
  }
}

void StageDraft::columnLabelsBelow(const Bands& columns, double lower, const core::Axis& axis) {
  for (const Band& band : columns.all()) {
    if (band.size() < 17) continue;
    const double x = band.centre();
    text({x, lower + 12}, QString::number(band.place), digits(metrics.leastSize, theme().text3), Qt::AlignHCenter);
    if (!hasWords(axis)) continue;
    PlacedLabel label = makeLabel(placeLabel(axis, band.place), style, metrics.smallSize);
    if (isStackable(label.label.text)) {
      label.form = LabelForm::Stacked;
      label.anchor = {x, lower + 18};
    } else {
      const double angle = band.size() >= 34 ? 40 : 60;
      label.angle = -angle;
      const double radians = angle * 3.14159265358979 / 180;
      label.anchor = {x + 4 - label.width * std::cos(radians), lower + 26 + label.width * std::sin(radians)};
    }
    layout.labels.push_back(label);
  }
}

void StageDraft::rowLabels(const Bands& rows, double rightEdge, const core::Axis& axis, core::Role focusRole) {
  if (rows.isEmpty()) return;
  const double needed = metrics.labelSize + 3;
  const double pitch = pitchOf(rows);
  const std::int64_t step = pitch >= needed ? 1 : tickStep(std::max(pitch, 1e-3), needed + 2);
  const auto focus = picture.focus ? rows.band(picture.focus->row) : std::nullopt;
  for (const Band& band : rows.all()) {
    const bool isFocus = isFocusRow(band.place);
    const bool isFlagged = pitch >= needed && picture.isFullyMasked(band.place);
    if (!isFocus && step > 1 && band.place % step != 0) continue;
    if (!isFocus && focus && step > 1 && std::abs(focus->centre() - band.centre()) < needed + 6) continue;
    const double y = band.centre();
    const QColor color = isFocus ? theme().role(focusRole).line : theme().text3;
    if (!metrics.isLectureSize) {
      text({rightEdge - kIndexGap, y + 4}, QString::number(band.place),
           digits(metrics.leastSize, color, isFocus ? 600 : 400), Qt::AlignRight);
    }
    if (isFlagged) layout.triangles.emplace_back(rightEdge - kRowLabelGap - 10, y - 6, 12, 12);
    if (!hasWords(axis)) continue;
    const QString role = focusRole == core::Role::Query && !metrics.isLectureSize ? QStringLiteral("q") : QString();
    PlacedLabel label = makeLabel(placeLabel(axis, band.place), style, metrics.labelSize,
                                  isFocus ? std::optional(focusRole) : std::nullopt, role);
    label.chip = isFocus;
    const double indexRoom = measure(QString::number(band.place), digits(metrics.leastSize, color));
    const double gap =
        metrics.isLectureSize ? 14 : std::max(kRowLabelGap, kIndexGap + indexRoom + 6) + (isFocus ? 2 : 0);
    label.anchor = {rightEdge - gap - label.width - (isFlagged ? 14 : 0), y + metrics.labelSize * 0.36};
    label.anchor.rx() = std::max(label.anchor.x(), 7.0);
    layout.labels.push_back(label);
    layout.targets.push_back({.kind = TargetKind::RowLabel,
                              .area = label.area(style).boundingRect(),
                              .place = band.place,
                              .name = placeText(axis, band.place)});
  }
}

void StageDraft::outline(const QRectF& area, const QColor& color) {
  box(area.adjusted(-1.5, -1.5, 0.5, 0.5), color, 3, 2);
}

void StageDraft::tab(QPointF centre, const std::string& name, const QColor& color) {
  const double side = metrics.isLectureSize ? 20 : kTabSide;
  box(QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side), color, 1.5 / metrics.lineScale, 3,
      theme().surface);
  text(centre + QPointF(0, side * 0.29), partsOf(name).main, words(std::max(side * 0.79, 11.0), color, 700),
       Qt::AlignHCenter);
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

PlacedMatrix& StageDraft::place(StagePart part, const Bands& rows, const Bands& columns, int index) {
  PlacedMatrix placed;
  placed.part = part;
  placed.index = index;
  placed.rows = rows;
  placed.columns = columns;
  placed.numberSize = metrics.isLectureSize ? metrics.numberSize : rows.largest() >= 20 ? metrics.numberSize : 11;
  placed.numberSize = std::max(placed.numberSize, metrics.leastSize);
  placed.showsFocusOnly = metrics.isLectureSize;
  layout.matrices.push_back(std::move(placed));
  return layout.matrices.back();
}

}  // namespace heed::ui
