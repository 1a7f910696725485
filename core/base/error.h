#pragma once

#include "core/base/issue.h"
#include "core/base/text.h"

#include <exception>
#include <optional>
#include <string>
#include <vector>

namespace heed::core {

enum class ErrorKind {
  Shape,      ///< shapes or element kinds do not fit
  Parameter,  ///< a parameter or an argument is out of its range
  Model,      ///< the model cannot be lowered; its Issues say why
  File,       ///< a file cannot be read or written
  Format,     ///< a file's content is not what it must be
  Limit,      ///< the input is larger than what is allowed
  Device,     ///< a device is missing, lost or out of memory
  Usage,      ///< the command line was used wrongly
};

/// A run or a file failed. `where` gains the op, block, group or file on the way out, innermost first.
class Error : public std::exception {
 public:
  Error(ErrorKind kind, Text text);

  [[nodiscard]] ErrorKind kind() const { return m_kind; }
  [[nodiscard]] const Text& text() const { return m_text; }
  [[nodiscard]] const std::vector<std::string>& where() const { return m_where; }
  void addWhere(std::string place);
  /// A change of the block that would settle it, where there is one.
  [[nodiscard]] const std::optional<Fix>& fix() const { return m_fix; }
  void setFix(Fix fix) { m_fix = std::move(fix); }

  /// The English sentence, followed by the places, outermost first.
  [[nodiscard]] const char* what() const noexcept override { return m_what.c_str(); }

 private:
  ErrorKind m_kind;
  Text m_text;
  std::vector<std::string> m_where;
  std::optional<Fix> m_fix;
  std::string m_what;
};

/// A run was stopped. Not an error and not a std::exception: only the job runner and the command line catch it.
class Cancelled {};

/// Reports a bug (never reached by input): crashes in debug, throws std::logic_error in release.
[[noreturn]] void assertionFailed(const char* condition, const char* file, int line);

}  // namespace heed::core

#define HEED_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : ::heed::core::assertionFailed(#condition, __FILE__, __LINE__))
