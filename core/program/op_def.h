#pragma once

#include "core/base/kernel_context.h"
#include "core/program/attributes.h"
#include "core/program/cell_explanation.h"
#include "core/program/step.h"
#include "core/program/value.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

class Builder;
class Program;

/// A tensor's memory as a kernel reads it.
struct ConstView {
  ElementKind kind = ElementKind::Float32;
  Shape shape;
  const std::byte* data = nullptr;

  template <typename Element>
  [[nodiscard]] const Element* as() const {
    return reinterpret_cast<const Element*>(data);
  }
};

/// A tensor's memory as a kernel writes it: not initialised, every element must be written.
struct MutableView {
  ElementKind kind = ElementKind::Float32;
  Shape shape;
  std::byte* data = nullptr;

  template <typename Element>
  [[nodiscard]] Element* as() const {
    return reinterpret_cast<Element*>(data);
  }
};

/// Runs the body of a scan: given to kernels by the backend, which keeps the body's plan from step to step.
class BodyRunner {
 public:
  virtual ~BodyRunner() = default;
  virtual void run(const Program& body, std::span<const ConstView> inputs, std::span<const MutableView> outputs) = 0;
};

/// What a CPU kernel gets. Outputs never overlap inputs, unless the op says `inPlace` and the planner chose it; then
/// output 0 may be input 0.
struct KernelCall {
  std::span<const ConstView> inputs;
  std::span<const MutableView> outputs;
  const Attributes& attributes;
  Precision precision = Precision::Float32;
  KernelContext& context;
  BodyRunner& bodies;
};

/// What a gradient rule gets: the node, and the cotangent of each output (invalid where the loss does not depend on
/// it).
struct GradientCall {
  Builder& builder;
  std::span<const Value> inputs;
  std::span<const Value> outputs;
  const Attributes& attributes;
  std::span<const Value> cotangents;
  std::span<const char> wanted;  ///< per input: whether its cotangent is of use
  /// The gradient pass itself, for ops with a body: the cotangents of `wrt` given those of `outputs` (invalid where
  /// none).
  std::vector<Value> (*bodyGradients)(Builder& builder, std::span<const Value> outputs,
                                      std::span<const Value> cotangents, std::span<const Value> wrt) = nullptr;
};

/// What an expansion gets. `label` is the step of output 0 and `inputLabels` those of the inputs (null where there is
/// none): the expansion's own steps take their axes from them.
struct ExpandCall {
  Builder& builder;
  std::span<const Value> inputs;
  const Attributes& attributes;
  const Step* label = nullptr;
  std::span<const Step* const> inputLabels;
};

/// What a cell explanation gets: the tensors of the run and the element asked for.
struct ExplainCall {
  std::span<const Tensor> inputs;
  std::span<const Tensor> outputs;
  const Attributes& attributes;
  int output = 0;
  std::int64_t offset = 0;  ///< row-major position in that output
};

struct Cost {
  double multiplyAdds = 0.0;
  double bytes = 0.0;
};

/// How a device spreads the work.
enum class Dispatch { Element, Row, Tile, Sequence };

/// The largest difference from float64 that the op's float32 kernels may show at its examples, relative to
/// max(1, |value|), and why it is that large.
struct Tolerance {
  double float32 = 0.0;
  std::string_view reason;
};

/// Random contents for one input of an example: uniform in [low, high], integers in [low, high), Bool true with
/// probability `high`. `spaced` keeps reals at least 0.05 apart from each other and from 0, for ops with kinks.
struct ExampleInput {
  ValueType type;
  double low = -1.0;
  double high = 1.0;
  bool spaced = false;
};

/// A way to call the op that the conformance tests run.
struct OpExample {
  std::string label;
  std::vector<ExampleInput> inputs;
  Attributes attributes;
  bool checkGradient = true;  ///< false where the example sits on a kink or the op declares no gradient
};

/// A constant record for one op: everything that any part of Heed knows about it.
struct OpDef {
  std::string_view name;     ///< "matmul": unique, snake_case
  std::string_view summary;  ///< one sentence: what it computes, with shapes

  /// The types of the outputs. Throws Error{Shape} or {Parameter} with a sentence.
  std::vector<ValueType> (*infer)(std::span<const ValueType> inputs, const Attributes& attributes) = nullptr;

  /// The CPU kernel for both precisions. Null only for a composite op without a direct kernel.
  void (*evaluate)(const KernelCall& call) = nullptr;

  /// Builds the cotangents of the inputs (invalid for those without). Null if the op has no gradient: `noGradient` says
  /// why.
  std::vector<Value> (*vjp)(const GradientCall& call) = nullptr;
  std::string_view noGradient;

  /// The terms of one output element.
  CellExplanation (*explain)(const ExplainCall& call) = nullptr;

  Cost (*cost)(std::span<const ValueType> inputs, std::span<const ValueType> outputs,
               const Attributes& attributes) = nullptr;

  /// For a composite op: the same outputs in simpler ops, with sub-steps labelled. Null for a primitive op.
  std::vector<Value> (*expand)(const ExpandCall& call) = nullptr;

  /// The PyTorch expression for output 0 (or a tuple for several), given the operands' expressions.
  std::string (*pytorch)(std::span<const std::string> operands, const Attributes& attributes) = nullptr;

  std::vector<OpExample> (*examples)() = nullptr;

  Dispatch dispatch = Dispatch::Element;
  Tolerance tolerance;
  bool inPlace = false;  ///< output 0 may overwrite input 0 (same kind and shape)
};

/// Every op, sorted by file name: a table that CMake writes from the files of core/ops.
[[nodiscard]] std::span<const OpDef* const> allOps();

/// The op of that name, or null.
[[nodiscard]] const OpDef* findOp(std::string_view name);

}  // namespace heed::core
