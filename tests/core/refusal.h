#pragma once

#include "core/base/error.h"

#include <functional>
#include <string>

namespace heed::test {

/// The sentence of the Error that an action throws, with its places; "accepted" if it throws none.
inline std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const core::Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace heed::test
