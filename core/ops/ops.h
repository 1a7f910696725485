#pragma once

#include "core/program/builder.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

/// The ops as functions that append to a builder. Each file of core/ops defines one op: its record and its function
/// here. Batch and heads are leading dimensions; axes may be negative. Shapes in square brackets, `..` for leading
/// dimensions.
namespace heed::core::ops {

enum class Transpose { No, Yes };
enum class KeepDimensions { No, Yes };
enum class GeluForm { Erf, Tanh };

// Products. a [.., m, k] times b [.., k, n] gives [.., m, n]; leading dimensions broadcast.
[[nodiscard]] Value matmul(Builder& builder, Value a, Value b, Transpose transposeA = Transpose::No,
                           Transpose transposeB = Transpose::No);

// Element by element, with NumPy's broadcasting.
[[nodiscard]] Value add(Builder& builder, Value a, Value b);
[[nodiscard]] Value subtract(Builder& builder, Value a, Value b);
[[nodiscard]] Value multiply(Builder& builder, Value a, Value b);
[[nodiscard]] Value divide(Builder& builder, Value a, Value b);
[[nodiscard]] Value maximum(Builder& builder, Value a, Value b);
[[nodiscard]] Value minimum(Builder& builder, Value a, Value b);
/// a times a fixed number.
[[nodiscard]] Value scale(Builder& builder, Value a, double factor);

// Element by element, one operand.
[[nodiscard]] Value negate(Builder& builder, Value a);
[[nodiscard]] Value exp(Builder& builder, Value a);
[[nodiscard]] Value log(Builder& builder, Value a);
[[nodiscard]] Value sqrt(Builder& builder, Value a);
[[nodiscard]] Value abs(Builder& builder, Value a);
/// -1, 0 or 1; no gradient (it is 0 almost everywhere).
[[nodiscard]] Value sign(Builder& builder, Value a);
[[nodiscard]] Value erf(Builder& builder, Value a);
[[nodiscard]] Value tanh(Builder& builder, Value a);
[[nodiscard]] Value sigmoid(Builder& builder, Value a);
[[nodiscard]] Value relu(Builder& builder, Value a);
[[nodiscard]] Value leakyRelu(Builder& builder, Value a, double slope);
[[nodiscard]] Value elu(Builder& builder, Value a, double alpha = 1.0);
[[nodiscard]] Value gelu(Builder& builder, Value a, GeluForm form);
/// Int or Bool to Real; Real to Int truncates; to Bool asks for "not 0". No gradient.
[[nodiscard]] Value cast(Builder& builder, Value a, ValueKind kind);
/// The same values, without a gradient.
[[nodiscard]] Value stopGradient(Builder& builder, Value a);

// Reductions over axes; without axes over all. The maximum's gradient goes to the first largest element.
[[nodiscard]] Value reduceSum(Builder& builder, Value a, const std::vector<int>& axes, KeepDimensions keep);
[[nodiscard]] Value reduceMean(Builder& builder, Value a, const std::vector<int>& axes, KeepDimensions keep);
[[nodiscard]] Value reduceMax(Builder& builder, Value a, const std::vector<int>& axes, KeepDimensions keep);
[[nodiscard]] Value reduceMin(Builder& builder, Value a, const std::vector<int>& axes, KeepDimensions keep);

// Normalisations (composite). Over the last axis. mask: Bool, broadcastable to a, true = may be attended; a fully
// masked row gives zeros and a zero gradient.
[[nodiscard]] Value softmax(Builder& builder, Value a, Value mask = {});
[[nodiscard]] Value logSoftmax(Builder& builder, Value a);
/// (x - mean) / sqrt(variance + epsilon) * gain + bias; biased variance; gain and bias [d].
[[nodiscard]] Value layerNorm(Builder& builder, Value a, Value gain, Value bias, double epsilon);

/// Scaled dot-product attention (composite): softmax(query key^T * scale + bias, over allowed keys) value.
/// query [.., nq, d], key [.., nk, d], value [.., nk, dv]; mask Bool and bias broadcastable to [.., nq, nk], optional.
[[nodiscard]] Value attention(Builder& builder, Value query, Value key, Value value, Value mask, Value bias,
                              double scale);
/// The gradients of attention for query, key and value (composite), given the output's: none of the leading dimensions
/// may be stretched. mask and bias are optional and get none.
[[nodiscard]] std::vector<Value> attentionGradient(Builder& builder, Value query, Value key, Value value, Value mask,
                                                   Value bias, Value cotangent, double scale);

// Moving elements.
[[nodiscard]] Value reshape(Builder& builder, Value a, const Shape& shape);
[[nodiscard]] Value permute(Builder& builder, Value a, const std::vector<int>& order);
/// Swaps two axes by permute.
[[nodiscard]] Value transpose(Builder& builder, Value a, int axis0, int axis1);
[[nodiscard]] Value broadcastTo(Builder& builder, Value a, const Shape& shape);
[[nodiscard]] Value concatenate(Builder& builder, std::span<const Value> parts, int axis);
/// Elements begin, begin + step, ... before end along an axis.
[[nodiscard]] Value slice(Builder& builder, Value a, int axis, std::int64_t begin, std::int64_t end,
                          std::int64_t step = 1);
/// The inverse of slice: a placed into zeros of `size` along the axis.
[[nodiscard]] Value unslice(Builder& builder, Value a, int axis, std::int64_t size, std::int64_t begin,
                            std::int64_t step = 1);
/// Rows of a along `axis` chosen by indices (Int, any shape): shape of a with the axis replaced by the indices' shape.
/// An index outside [0, size) is an error of the run.
[[nodiscard]] Value gather(Builder& builder, Value a, Value indices, int axis);
/// Zeros with `size` along `axis`, plus updates added at indices: the gradient of gather. Equal indices add in order.
[[nodiscard]] Value scatterAdd(Builder& builder, Value updates, Value indices, int axis, std::int64_t size);
/// Takes along the last axis, one index for each leading place: a [.., n], indices [..] gives [..].
[[nodiscard]] Value takeAlongLast(Builder& builder, Value a, Value indices);
/// Adds each update into zeros of `size` along the last axis at its index: updates and indices [.., k] give [.., size].
[[nodiscard]] Value scatterAlongLast(Builder& builder, Value updates, Value indices, std::int64_t size);

// Comparison (Bool results, no gradient), logic and selection.
[[nodiscard]] Value less(Builder& builder, Value a, Value b);
[[nodiscard]] Value lessEqual(Builder& builder, Value a, Value b);
[[nodiscard]] Value greater(Builder& builder, Value a, Value b);
[[nodiscard]] Value greaterEqual(Builder& builder, Value a, Value b);
[[nodiscard]] Value equal(Builder& builder, Value a, Value b);
[[nodiscard]] Value notEqual(Builder& builder, Value a, Value b);
[[nodiscard]] Value logicalAnd(Builder& builder, Value a, Value b);
[[nodiscard]] Value logicalOr(Builder& builder, Value a, Value b);
[[nodiscard]] Value logicalNot(Builder& builder, Value a);
/// condition ? a : b, broadcasting all three; a and b of one kind.
[[nodiscard]] Value select(Builder& builder, Value condition, Value a, Value b);

// Order, along the last axis. Ties: lowest index first; sorts are stable.
struct ValuesAndIndices {
  Value values;   ///< Real
  Value indices;  ///< Int
};
[[nodiscard]] Value argMax(Builder& builder, Value a);
[[nodiscard]] ValuesAndIndices topK(Builder& builder, Value a, std::int64_t k);
/// Descending.
[[nodiscard]] ValuesAndIndices sort(Builder& builder, Value a);
/// Int [..] to Real [.., size]: 1 at the index, 0 elsewhere (all 0 for an index outside).
[[nodiscard]] Value oneHot(Builder& builder, Value indices, std::int64_t size);
/// Running sum along the last axis, from the left.
[[nodiscard]] Value cumulativeSum(Builder& builder, Value a);
/// The running sum from the right: the gradient of cumulativeSum.
[[nodiscard]] Value reverseCumulativeSum(Builder& builder, Value a);

// Random draws. Each op of a program has a stream of its own; the run's seed is the key. No gradient.
/// Uniforms in [0, 1) by philoxUniform(seed, stream, position).
[[nodiscard]] Value randomUniform(Builder& builder, const Shape& shape, std::int64_t stream);
/// Inverse CDF: for each row of probabilities [.., n] and uniform [..] the first index whose running sum (left to
/// right, in float64) exceeds the uniform, at most the last index with a positive probability; -1 for a row of zeros.
/// Int [..].
[[nodiscard]] Value sampleIndex(Builder& builder, Value probabilities, Value uniform);

// Losses (composite), means over all rows.
/// logits [.., c], classes Int [..]: mean of -log softmax(logits)[class].
[[nodiscard]] Value crossEntropy(Builder& builder, Value logits, Value classes);
[[nodiscard]] Value meanSquaredError(Builder& builder, Value prediction, Value target);

/// A recurrence. The body's inputs are: constants, then carries, then one slice of each sequence (without the time
/// axis); its outputs: the new carries, then what is stacked. Time is axis 0 of every sequence.
enum class Direction { Forward, Backward };
struct ScanResult {
  std::vector<Value> carries;       ///< after the last step
  std::vector<Value> stacked;       ///< [T, ..] each, at the time they belong to
  std::vector<Value> savedCarries;  ///< [T, ..] each: the carry before every step
};
[[nodiscard]] ScanResult scan(Builder& builder, std::shared_ptr<const Program> body, std::span<const Value> constants,
                              std::span<const Value> carries, std::span<const Value> sequences,
                              Direction direction = Direction::Forward);

}  // namespace heed::core::ops
