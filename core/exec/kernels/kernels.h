#pragma once

#include "core/base/kernel_context.h"

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace heed::core {

struct MicroKernels;

// Fast float32 kernels for the CPU, on plain pointers: they know neither tensors nor ops.
//
// Rules for all of them: matrices are row-major; strides count elements; no alignment is required; sizes may be 0 and
// may not be negative; what is written must not overlap what is read, except where "in place" is allowed. A result does
// not depend on the number of threads of the pool: work is cut into pieces by size alone. A NaN in an operand appears
// in each result that the plain formula makes of it. The stop token is looked at between pieces (each well under 10
// ms); Cancelled is thrown and the output is then unspecified. Results differ by rounding between processors with and
// without fused multiply-add.

enum class Accumulate { No, Yes };
enum class Transposed { No, Yes };

/// One matrix of a batch, or the same for all when batchStride is 0.
struct MatrixOperand {
  const float* data = nullptr;
  std::int64_t rowStride = 0;  ///< elements between rows as stored, before any transpose
  std::int64_t batchStride = 0;
  Transposed transposed = Transposed::No;
};

/// C[rows, columns] = A[rows, depth] B[depth, columns] for each of `batch`; with Accumulate::Yes, C += A B. A
/// transposed operand is stored the other way round: A as [depth, rows], B as [columns, depth]. With depth 0, C becomes
/// 0 or stays.
struct Product {
  std::int64_t batch = 1;
  std::int64_t rows = 0, columns = 0, depth = 0;
  MatrixOperand a, b;
  float* c = nullptr;
  std::int64_t cRowStride = 0;
  std::int64_t cBatchStride = 0;
  Accumulate accumulate = Accumulate::No;
};

enum class ElementFunction { Exp, Tanh, Sigmoid, Gelu, GeluTanh };

/// out = softmax(scale * in) along each row. The mask has a byte per element, 0 hides it; a row that is hidden
/// altogether becomes 0. A row of -infinity alone gives NaN, as the formula does. In place is allowed.
struct SoftmaxRows {
  std::int64_t rows = 0, columns = 0;
  const float* in = nullptr;
  std::int64_t inRowStride = 0;
  float scale = 1;
  const std::uint8_t* mask = nullptr;
  std::int64_t maskRowStride = 0;  ///< 0 shares one row of the mask
  float* out = nullptr;
  std::int64_t outRowStride = 0;
};

/// out = (in - mean) / sqrt(variance + epsilon) * gain + shift along each row, with the variance divided by `columns`.
/// gain and shift have `columns` elements or are null. In place is allowed.
struct LayerNormRows {
  std::int64_t rows = 0, columns = 0;
  const float* in = nullptr;
  std::int64_t inRowStride = 0;
  const float* gain = nullptr;
  const float* shift = nullptr;
  float epsilon = 1e-5F;
  float* out = nullptr;
  std::int64_t outRowStride = 0;
  float* mean = nullptr;              ///< [rows], or null
  float* inverseDeviation = nullptr;  ///< [rows], 1 / sqrt(variance + epsilon), or null
};

/// A [batch, heads, rows, width] operand of attention; a stride of 0 shares.
struct HeadsOperand {
  const float* data = nullptr;
  std::int64_t rowStride = 0, headStride = 0, batchStride = 0;
};

/// Which keys a query sees by position: query i sees key j where i + shift - before <= j <= i + shift + after.
struct KeyWindow {
  static constexpr std::int64_t kUnlimited = std::numeric_limits<std::int32_t>::max();
  std::int64_t before = kUnlimited;
  std::int64_t after = kUnlimited;  ///< 0 makes attention causal
  std::int64_t shift = 0;           ///< keys - queries where the queries are the last of a longer sequence
};

/// Forward attention: output = softmax(scale * query key^T + bias) value, per batch and head, without the matrix of
/// weights: blocks of queries run over blocks of keys with a running maximum and sum (Milakov and Gimelshein, "Online
/// normalizer calculation for softmax", 2018; Dao et al., "FlashAttention", 2022). query [queries, depth], key [keys,
/// depth], value [keys, valueDepth], output [queries, valueDepth]. A row without a visible key, or with scores of
/// -infinity alone, gives 0 and a log-sum-exp of -infinity. Keys that the window or the mask hides in whole blocks are
/// skipped; a hidden value that is not finite may still turn its weight of 0 into NaN. Extra memory: a packed copy of
/// keys and values of a few heads at a time (at most 8 MiB, or one head), and a strip of scores per thread.
struct Attention {
  std::int64_t batch = 1, heads = 1;
  std::int64_t queries = 0, keys = 0, depth = 0, valueDepth = 0;
  HeadsOperand query, key, value;
  float scale = 1;
  KeyWindow window;
  /// [queries, keys] bytes, 0 hides; null for none. Strides of 0 share.
  const std::uint8_t* mask = nullptr;
  std::int64_t maskRowStride = 0, maskHeadStride = 0, maskBatchStride = 0;
  HeadsOperand bias;  ///< [queries, keys] added to the scaled scores; null data for none
  float* output = nullptr;
  std::int64_t outputRowStride = 0, outputHeadStride = 0, outputBatchStride = 0;
  /// [batch, heads, queries] contiguous, ln of the sum of e^score of each row; null for none.
  float* logSumExp = nullptr;
};

/// The kernels as built for one instruction set. Immutable; use floatKernels() for the best that this CPU can run.
class FloatKernels {
 public:
  explicit FloatKernels(const MicroKernels& micro) : m_micro(micro) {}

  /// "AVX-512", "AVX2" or "baseline".
  [[nodiscard]] std::string_view name() const;

  void multiply(const KernelContext& context, const Product& product) const;

  /// out[i] = f(in[i]); in place is allowed. exp to 2 units in the last place, tanh and sigmoid to 4, GELU to 4e-7
  /// relative or 1e-7 of |x|.
  void apply(const KernelContext& context, ElementFunction function, std::int64_t count, const float* in,
             float* out) const;
  void softmax(const KernelContext& context, const SoftmaxRows& rows) const;
  void layerNorm(const KernelContext& context, const LayerNormRows& rows) const;
  /// out[row] = sum of the row.
  void rowSums(const KernelContext& context, std::int64_t rows, std::int64_t columns, const float* in,
               std::int64_t inRowStride, float* out) const;
  /// out[row] = largest element of the row, NaN where the row has one, -infinity where it is empty.
  void rowMaxima(const KernelContext& context, std::int64_t rows, std::int64_t columns, const float* in,
                 std::int64_t inRowStride, float* out) const;
  void attention(const KernelContext& context, const Attention& attention) const;

  [[nodiscard]] const MicroKernels& micro() const { return m_micro; }

 private:
  const MicroKernels& m_micro;
};

/// The fastest kernels that this CPU can run.
[[nodiscard]] const FloatKernels& floatKernels();

/// All that this CPU can run, the slowest first. The last one is floatKernels().
[[nodiscard]] const std::vector<const FloatKernels*>& allFloatKernels();

}  // namespace heed::core
