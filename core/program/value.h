#pragma once

#include "core/tensor/tensor.h"

#include <cstdint>

namespace heed::core {

/// What the real numbers of a program are held in. A program is planned in one or the other; Vulkan has Float32 only.
enum class Precision { Float32, Float64 };

/// The kind of a value in a program: Real becomes Float32 or Float64 when the program is planned.
enum class ValueKind { Real, Int, Bool };

struct ValueType {
  ValueKind kind = ValueKind::Real;
  Shape shape;

  bool operator==(const ValueType&) const = default;
};

/// Names one value of a program: an input, a constant or an output of an op. Only meaningful together with its program.
struct Value {
  std::int32_t id = -1;

  [[nodiscard]] bool isValid() const { return id >= 0; }
  auto operator<=>(const Value&) const = default;
};

[[nodiscard]] ElementKind elementKind(ValueKind kind, Precision precision);
[[nodiscard]] ValueKind valueKind(ElementKind kind);
/// "real 2 x 3", as error texts and printed programs write it.
[[nodiscard]] std::string toString(const ValueType& type);
[[nodiscard]] std::string toString(ValueKind kind);
[[nodiscard]] std::string toString(Precision precision);

}  // namespace heed::core
