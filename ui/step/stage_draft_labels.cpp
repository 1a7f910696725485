#include "ui/step/stage_draft.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>

namespace heed::ui {

namespace {

constexpr double kIndexGap = 7;         ///< between an index and its matrix
constexpr double kRowLabelGap = 27;     ///< between a row's word and its matrix
constexpr double kDieMargin = 4;        ///< around a die, for pointing
constexpr double kColumnLabelGap = 22;  ///< between a column's word and its matrix
constexpr double kReadable = 17;        ///< the least place that is named under or beside a matrix

/// The labels with the most letters: one of them is the widest, and measuring all of a long text takes long.
std::vector<ShownLabel> longestLabels(const StagePicture& picture, const core::Axis& axis, std::int64_t count) {
  constexpr std::size_t kMeasured = 8;
  if (picture.patchesOf(axis) != nullptr) return {picture.label(axis, 0)};
  if (!hasWords(axis)) return {};
  const std::vector<std::string>& names = axis.labels->names;
  std::vector<std::size_t> order(std::min(names.size(), static_cast<std::size_t>(count)));
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::size_t kept = std::min(kMeasured, order.size());
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(kept), std::ranges::greater(),
                            [&names](std::size_t place) { return names[place].size(); });
  std::vector<ShownLabel> labels;
  for (std::size_t i = 0; i < kept; ++i) labels.push_back(placeLabel(axis, static_cast<std::int64_t>(order[i])));
  return labels;
}

bool hasDice(const core::Axis& axis) {
  return axis.labels != nullptr && std::ranges::find(axis.labels->unknown, true) != axis.labels->unknown.end();
}

/// The room of the smallest place; where places share a pixel, their part of it.
double pitchOf(const Bands& bands) {
  const double least = std::ranges::min(bands.all(), {}, [](const Band& band) { return band.size(); }).size();
  return std::min(least, bands.extent() / static_cast<double>(bands.all().size()));
}

}  // namespace

/// The design's rules are for labels of 12 pixels; larger ones need wider columns.
ColumnLabelMode StageDraft::labelMode(const std::vector<ShownLabel>& labels, double pitch) const {
  return columnLabelMode(labels, pitch * 12 / metrics.labelSize, style);
}

double StageDraft::rowLabelWidth(const core::Axis& axis, std::int64_t count) const {
  if (!picture.hasLabels(axis)) return 44;
  double widest = 0;
  for (const ShownLabel& label : longestLabels(picture, axis, count)) {
    widest = std::max(widest, makeLabel(label, style, metrics.labelSize).width);
  }
  return (metrics.isLectureSize ? 32 : kRowLabelGap - 2) + widest;
}

double StageDraft::columnLabelHeight(const core::Axis& axis, std::int64_t count, double pitch) const {
  if (!picture.hasLabels(axis)) return 20;
  const std::vector<ShownLabel> labels = longestLabels(picture, axis, count);
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
      return 24 + tallest + (hasDice(axis) ? metrics.labelSize : 0) + 6;
    case ColumnLabelMode::EveryTenth:
      return 20 + widest * 0.65 + 16;
  }
  return 20;
}

void StageDraft::dieTarget(const PlacedLabel& label, std::int64_t place) {
  const QRectF die = label.dieArea();
  if (die.isEmpty()) return;
  layout.targets.push_back({.kind = TargetKind::Die,
                            .area = die.adjusted(-kDieMargin, -kDieMargin, kDieMargin, kDieMargin),
                            .place = place,
                            .name = label.label.text});
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
  if (!picture.hasLabels(axis)) return;
  const QString role = focusRole == core::Role::Key && !metrics.isLectureSize ? QStringLiteral("k") : QString();
  PlacedLabel label = makeLabel(picture.label(axis, band.place), style, metrics.labelSize,
                                isFocus ? std::optional(focusRole) : std::nullopt, role);
  label.chip = isFocus;
  const double lower = upper - (metrics.isLectureSize ? 12 : kColumnLabelGap);
  if (label.label.isCrop()) {
    if (!isFocus && band.size() < label.width + 2) return;
    label.anchor = {x - label.width / 2, lower - label.descent};
  } else if (mode == ColumnLabelMode::Stacked) {
    label.form = LabelForm::Stacked;
    label.anchor = {x, lower - 2};
    label.anchor.ry() -= label.area(style).boundingRect().height();
  } else if (mode == ColumnLabelMode::Flat) {
    label.anchor = {x - label.width / 2, lower - 2};
  } else {
    label.angle = mode == ColumnLabelMode::Tilted60 ? -60 : mode == ColumnLabelMode::Upright ? -90 : -40;
    label.anchor = {x - (metrics.isLectureSize ? 6 : 1) + (mode == ColumnLabelMode::Upright ? 5 : 0), lower};
  }
  // A long word over one of the last columns ends where the stage does.
  while (label.angle != 0 && label.label.text.size() > 3 && label.area(style).boundingRect().right() > width()) {
    ShownLabel shown = label.label;
    shown.text = shown.text.left(shown.text.size() - (shown.text.endsWith(QChar(0x2026)) ? 2 : 1)) + QChar(0x2026);
    PlacedLabel shorter =
        makeLabel(shown, style, metrics.labelSize, isFocus ? std::optional(focusRole) : std::nullopt, role);
    shorter.chip = label.chip;
    shorter.angle = label.angle;
    shorter.anchor = label.anchor;
    label = shorter;
  }
  layout.labels.push_back(label);
  dieTarget(label, band.place);
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
  if (picture.patchesOf(axis) != nullptr) {
    labels.push_back(picture.label(axis, 0));
  } else if (hasWords(axis)) {
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
      const auto focus = marksFocusColumn && picture.focus ? columns.band(picture.focus->column) : std::nullopt;
      if (focus && std::abs(focus->centre() - band.centre()) < 26) continue;
      text({band.centre(), upper - kIndexGap}, QString::number(band.place), digits(metrics.leastSize, theme().text3),
           Qt::AlignHCenter);
      lastIndex = band.centre();
    }
  }
}

void StageDraft::columnLabelsBelow(const Bands& columns, double lower, const core::Axis& axis) {
  for (const Band& band : columns.all()) {
    if (band.size() < kReadable) continue;
    const double x = band.centre();
    text({x, lower + 12}, QString::number(band.place), digits(metrics.leastSize, theme().text3), Qt::AlignHCenter);
    if (picture.hasLabels(axis)) labelBelow(band, lower + 18, picture.label(axis, band.place), std::nullopt);
  }
}

void StageDraft::channelRows(const Bands& rows, double leftEdge, const core::Axis& axis) {
  const TextStyle index = digits(metrics.leastSize, theme().text3);
  const TextStyle name = words(metrics.labelSize, theme().text3);
  for (const Band& row : rows.all()) {
    if (row.size() < kReadable) continue;
    const double right = leftEdge - 8;
    text({right, row.centre() + 4}, QString::number(row.place), index, Qt::AlignRight);
    if (!hasWords(axis)) continue;
    text({right - 22, row.centre() + 4}, placeLabel(axis, row.place).text, name, Qt::AlignRight);
  }
}

void StageDraft::channelColumns(const Bands& columns, double upper, const core::Axis& axis) {
  const TextStyle index = digits(metrics.leastSize, theme().text3);
  const TextStyle small = words(metrics.leastSize, theme().text3);
  for (const Band& column : columns.all()) {
    if (column.size() < kReadable) continue;
    text({column.centre(), upper - 7}, QString::number(column.place), index, Qt::AlignHCenter);
    if (!hasWords(axis)) continue;
    QString name = placeLabel(axis, column.place).text;
    while (name.size() > 3 && measure(name, small) > column.size() - 2) {
      name = name.left(name.size() - 2) + QChar(0x2026);
    }
    text({column.centre(), upper - 24}, name, small, Qt::AlignHCenter);
  }
}

void StageDraft::chosenWords(const Bands& columns, double lower) {
  const StageMatrix& matrix = picture.result();
  for (const Band& band : columns.all()) {
    if (band.size() < kReadable || matrix.value(0, band.place) < 0) continue;
    const auto chosen = static_cast<std::int64_t>(std::llround(matrix.value(0, band.place)));
    labelBelow(band, lower + 4, picture.label(matrix.choices, chosen), core::Role::Key);
  }
}

void StageDraft::labelBelow(const Band& band, double upper, const ShownLabel& shown, std::optional<core::Role> role) {
  const double x = band.centre();
  PlacedLabel label = makeLabel(shown, style, metrics.smallSize, role);
  if (label.label.isCrop()) {
    label.anchor = {x - label.width / 2, upper + label.ascent};
  } else if (isStackable(label.label.text)) {
    label.form = LabelForm::Stacked;
    label.anchor = {x, upper};
  } else {
    const double angle = band.size() >= 34 ? 40 : 60;
    label.angle = -angle;
    const double radians = angle * std::numbers::pi / 180;
    label.anchor = {x + 4 - label.width * std::cos(radians), upper + 8 + label.width * std::sin(radians)};
  }
  layout.labels.push_back(label);
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
    const bool isCrop = picture.patchesOf(axis) != nullptr;
    if (!picture.hasLabels(axis) || (isCrop && !isFocus && band.size() < cropSide(metrics.labelSize))) continue;
    const QString role = metrics.isLectureSize ? QString() : roleLetter(focusRole);
    PlacedLabel label = makeLabel(picture.label(axis, band.place), style, metrics.labelSize,
                                  isFocus ? std::optional(focusRole) : std::nullopt, role);
    label.chip = isFocus;
    const double indexRoom = measure(QString::number(band.place), digits(metrics.leastSize, color));
    const double gap =
        metrics.isLectureSize ? 14 : std::max(kRowLabelGap, kIndexGap + indexRoom + 6) + (isFocus ? 2 : 0);
    label.anchor = {rightEdge - gap - label.width - (isFlagged ? 14 : 0), y + metrics.labelSize * 0.36};
    label.anchor.rx() = std::max(label.anchor.x(), 7.0);
    layout.labels.push_back(label);
    dieTarget(label, band.place);
    layout.targets.push_back({.kind = TargetKind::RowLabel,
                              .area = label.area(style).boundingRect(),
                              .place = band.place,
                              .name = placeText(axis, band.place)});
  }
}

}  // namespace heed::ui
