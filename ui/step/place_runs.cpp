#include "ui/step/place_runs.h"

#include "ui/step/place_words.h"
#include "ui/step/stage_picture.h"

#include <QCoreApplication>

namespace heed::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::Explanation)
};

}  // namespace

bool isGridAxis(const core::Axis& axis) {
  return axis.labels != nullptr && axis.labels->gridColumns > 0;
}

bool isWordAxis(const core::Axis& axis) {
  using core::AxisMeaning;
  const bool isItems =
      axis.meaning == AxisMeaning::Query || axis.meaning == AxisMeaning::Key || axis.meaning == AxisMeaning::Token;
  return isItems && hasWords(axis) && !isGridAxis(axis);
}

bool isKnownWord(const core::Axis& axis, std::int64_t index) {
  if (!hasWords(axis)) return false;
  const std::vector<bool>& unknown = axis.labels->unknown;
  return static_cast<std::size_t>(index) >= unknown.size() || !unknown[static_cast<std::size_t>(index)];
}

FlowRun placeRun(const StageMatrix& matrix, const core::Axis& axis, std::int64_t index, const PatchPicture* patches) {
  const bool isPatch = patches != nullptr && isPatchAxis(axis, *patches);
  const QImage crop = isPatch ? patches->crop(index) : QImage();
  if (axis.meaning == core::AxisMeaning::Query) {
    return chipRun(placeText(axis, index), Role::Query, QStringLiteral("q"), crop);
  }
  if (axis.meaning == core::AxisMeaning::Key) {
    return chipRun(placeText(axis, index), Role::Key, QStringLiteral("k"), crop);
  }
  if (isPatch) return chipRun(placeText(axis, index), matrix.role, {}, crop);
  if (axis.meaning == core::AxisMeaning::Token && matrix.role == Role::Value) {
    return chipRun(placeText(axis, index), Role::Value, QStringLiteral("v"));
  }
  return strongRun(placeText(axis, index));
}

FlowRun shortPlaceRun(const StageMatrix& matrix, const core::Axis& axis, std::int64_t index,
                      const PatchPicture* patches) {
  FlowRun run = placeRun(matrix, axis, index, patches);
  if (isGridAxis(axis) && run.crop.isNull()) {
    const std::int64_t columns = axis.labels->gridColumns;
    run.text = QStringLiteral("%1, %2").arg(index / columns).arg(index % columns);
  }
  return run;
}

QString positionText(const core::Axis& axis, std::int64_t index, PositionOf which) {
  const bool isRow = which == PositionOf::Row;
  if (isGridAxis(axis)) {
    if (axis.meaning == core::AxisMeaning::Query) return Words::tr("query %1").arg(placeText(axis, index));
    if (axis.meaning == core::AxisMeaning::Key) return Words::tr("key %1").arg(placeText(axis, index));
    return placeText(axis, index);
  }
  if (isWordAxis(axis)) {
    return isRow ? Words::tr("row %1 (the %2 word)").arg(index).arg(ordinal(index + 1))
                 : Words::tr("column %1 (the %2 word)").arg(index).arg(ordinal(index + 1));
  }
  return isRow ? Words::tr("row %1").arg(index) : Words::tr("column %1").arg(index);
}

QString shortColumnText(const core::Axis& axis, std::int64_t index) {
  if (isGridAxis(axis)) return positionText(axis, index, PositionOf::Column);
  return isWordAxis(axis) ? Words::tr("col %1 (the %2 word)").arg(index).arg(ordinal(index + 1))
                          : Words::tr("col %1").arg(index);
}

QString ordinal(std::int64_t number) {
  const std::int64_t last = number % 10;
  const bool isTeen = number % 100 >= 10 && number % 100 <= 20;
  if (last == 1 && !isTeen) return Words::tr("%1st").arg(number);
  if (last == 2 && !isTeen) return Words::tr("%1nd").arg(number);
  if (last == 3 && !isTeen) return Words::tr("%1rd").arg(number);
  return Words::tr("%1th").arg(number);
}

}  // namespace heed::ui
