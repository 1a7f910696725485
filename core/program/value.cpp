#include "core/program/value.h"

#include "core/base/error.h"

namespace heed::core {

ElementKind elementKind(ValueKind kind, Precision precision) {
  switch (kind) {
    case ValueKind::Real:
      return precision == Precision::Float32 ? ElementKind::Float32 : ElementKind::Float64;
    case ValueKind::Int:
      return ElementKind::Int32;
    case ValueKind::Bool:
      return ElementKind::Bool;
  }
  HEED_ASSERT(false);
}

ValueKind valueKind(ElementKind kind) {
  switch (kind) {
    case ElementKind::Float32:
    case ElementKind::Float64:
      return ValueKind::Real;
    case ElementKind::Int32:
      return ValueKind::Int;
    case ElementKind::Bool:
      return ValueKind::Bool;
  }
  HEED_ASSERT(false);
}

std::string toString(const ValueType& type) {
  return toString(type.kind) + " " + type.shape.toString();
}

std::string toString(ValueKind kind) {
  switch (kind) {
    case ValueKind::Real:
      return "real";
    case ValueKind::Int:
      return "int";
    case ValueKind::Bool:
      return "bool";
  }
  HEED_ASSERT(false);
}

std::string toString(Precision precision) {
  return precision == Precision::Float32 ? "float32" : "float64";
}

}  // namespace heed::core
