#pragma once

#include "ui/step/flow_runs.h"
#include "ui/step/stage_content.h"

namespace heed::ui {

/// Whether the places of an axis are words that a person typed, which have a place of their own in a sentence.
[[nodiscard]] bool isWordAxis(const core::Axis& axis);
/// Whether they are the patches of a picture.
[[nodiscard]] bool isGridAxis(const core::Axis& axis);
/// Whether the word's features were set by a person, so that a sentence about its meaning is true.
[[nodiscard]] bool isKnownWord(const core::Axis& axis, std::int64_t index);

/// A place as a chip: a word, or a patch of the picture where there is one.
[[nodiscard]] FlowRun placeRun(const StageMatrix& matrix, const core::Axis& axis, std::int64_t index,
                               const PatchPicture* patches);
/// The same for a card, where a patch has little room: "8, 5".
[[nodiscard]] FlowRun shortPlaceRun(const StageMatrix& matrix, const core::Axis& axis, std::int64_t index,
                                    const PatchPicture* patches);

enum class PositionOf { Row, Column };
/// "row 7 (the 8th word)".
[[nodiscard]] QString positionText(const core::Axis& axis, std::int64_t index, PositionOf which);
/// "col 7 (the 8th word)", where there is little room.
[[nodiscard]] QString shortColumnText(const core::Axis& axis, std::int64_t index);

/// "1st", "2nd", "3rd", "11th", as the language counts.
[[nodiscard]] QString ordinal(std::int64_t number);

}  // namespace heed::ui
