#pragma once

#include "core/base/ids.h"
#include "core/base/text.h"

#include <optional>
#include <string>

namespace heed::core {

enum class Severity { Error, Warning, Note };

/// A change that would settle an issue, as data: ui makes an undoable command of it.
struct Fix {
  enum class Kind { SetParameter, AddBlock, RemoveEdge };
  Kind kind = Kind::SetParameter;
  Text label;
  std::string target;  ///< parameter id (SetParameter), block type id (AddBlock); unused else
  std::string value;   ///< new value as JSON (SetParameter); unused else

  bool operator==(const Fix&) const = default;
};

/// Something that is not right yet in a model: what is, what was expected, where.
struct Issue {
  Severity severity = Severity::Error;
  Text text;
  BlockId block;
  std::string port;
  std::optional<Fix> fix;

  bool operator==(const Issue&) const = default;
};

}  // namespace heed::core
