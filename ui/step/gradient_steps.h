#pragma once

#include "core/program/program.h"

#include <string>
#include <vector>

namespace heed::ui {

/// The forward step whose gradient a step is; -1 for a step that is none.
[[nodiscard]] int forwardOf(const core::Program& program, int step);
/// The step that is the gradient of a forward step; -1 where none arrives there.
[[nodiscard]] int gradientOf(const core::Program& program, int step);

/// The gradient steps that a gradient is made of: none for the number that the pass starts from.
[[nodiscard]] std::vector<int> gradientsBehind(const core::Program& program, int step);

/// A gradient as it is made of other steps, in the TeX subset: "\partial V = A^\top \partial O". Only its name where
/// its making is too long to be read.
[[nodiscard]] std::string derivativeExpression(const core::Program& program, int step);

/// A place where the gradient ends although what lies behind it would change the number: a choice by an op that has no
/// gradient.
struct GradientWall {
  const core::OpDef* op = nullptr;
  int made = -1;    ///< the forward step that the choice makes, or takes part in
  int behind = -1;  ///< the forward step that no gradient reaches; -1 where what is behind is no step
};
/// The walls between the number that the pass starts from and the inputs, nearest first.
[[nodiscard]] std::vector<GradientWall> gradientWalls(const core::Program& program, core::Value start);

}  // namespace heed::ui
