#pragma once

#include "ui/step/flow_text.h"
#include "ui/step/patch_scores.h"

namespace heed::ui {

/// "Colour gives 60 % of it, position 32 %. Keys 1 to 3 differ by less than 3 %: near-equal.": why the score under the
/// focus is what it is, by feature group. Empty where the score has no groups.
[[nodiscard]] FlowRuns groupReasons(const PatchScores& scores);
/// "13.162 + 1.736 + 7.097 + 0.070 = 22.065": the groups with as many decimals, 2 to 4, as make the line true.
[[nodiscard]] FlowRuns groupSum(const PatchScores& scores);
/// "Keys 1 to 3 differ by less than 3 %: near-equal."; empty where the first stands alone.
[[nodiscard]] QString nearEqualSentence(const PatchScores& scores);

}  // namespace heed::ui
