#pragma once

#include "core/program/program.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

/// What an op that holds a body program needs beside running it: to copy the body and to look inside for an
/// explanation.
namespace heed::core {

/// Appends the body's nodes and constants to a builder, without labels and groups. `inputs` take the places of the
/// body's inputs. Returns the copy of every value of the body, by its id.
[[nodiscard]] std::vector<Value> copyBody(Builder& builder, const Program& body, std::span<const Value> inputs);

/// Every value of the body for given inputs, by its id: a plain run in one thread, for one step of an explanation.
/// Draws inside the body use seed 0. Real inputs all have the precision's kind; the body's composite ops need direct
/// kernels.
[[nodiscard]] std::vector<Tensor> bodyValues(const Program& body, std::span<const Tensor> inputs, Precision precision);

/// Elements [offset, offset + count) of a tensor under another shape, copied.
[[nodiscard]] Tensor elementsOf(const Tensor& tensor, std::int64_t offset, const Shape& shape);

}  // namespace heed::core
