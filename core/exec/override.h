#pragma once

#include "core/program/program.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace heed::core {

/// A person's replacement of one computed number: element `offset` of the step's value becomes `number`.
struct Override {
  std::string step;
  std::int64_t offset = 0;
  double number = 0.0;
};

/// The program with a select between the computed and the given value after each overridden step, so that every backend
/// and the gradient know it without special cases. Throws Error{Parameter} for an unknown step or an element outside
/// it.
[[nodiscard]] std::shared_ptr<const Program> withOverrides(const Program& program, std::span<const Override> overrides);

}  // namespace heed::core
