#pragma once

#include "tests/core/model_run.h"

/// The rows over the templates that the suites of every backend loop over: each with its own input and with others.
namespace heed::test {

/// Adds a row "template, input" for each template and each input that is tried with it.
void addTemplateInputRows();
/// What the current row names; only in a test function with such rows.
[[nodiscard]] core::DocumentData currentDocument();

}  // namespace heed::test
