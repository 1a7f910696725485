#pragma once

#include "core/program/builder.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace heed::core {

/// Whether the gradient values of labelled steps become steps themselves ("<step>.gradient", in reverse order).
enum class LabelGradients { No, Yes };

/// Appends the ops that compute d(loss)/d(value) for each value, by walking back over the builder's ops. `loss` is a
/// real scalar. A value that the loss does not depend on (or only through ops without a gradient) gets zeros. Composite
/// ops are differentiated by their own rule, so expand the program first to see the inside.
[[nodiscard]] std::vector<Value> gradients(Builder& builder, Value loss, std::span<const Value> wrt,
                                           LabelGradients labels = LabelGradients::No);

/// The program with the gradients of one scalar added as outputs "gradient of <input>" for every real input, labelled.
/// The scalar is one element of a value: a loss, or a cell such as O[it, alive].
struct GradientStart {
  Value value;
  std::int64_t offset = 0;
};
[[nodiscard]] std::shared_ptr<const Program> withGradients(const Program& program, GradientStart start);

/// Every composite op expanded but softmax, whose gradient is worth reading in its own form, a (g - sum of a g): add
/// the gradients to this, then expand the rest. The steps that softmax expands to are not there.
[[nodiscard]] std::shared_ptr<const Program> expandedButSoftmax(const Program& program);

}  // namespace heed::core
