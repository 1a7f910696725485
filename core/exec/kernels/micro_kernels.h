#pragma once

#include <cstdint>

namespace heed::core {

/// One block of C[rows, columns] (+)= A[rows, depth] B[depth, columns], cut into tiles of tileRows x tileColumns.
/// Tile row i reads A at a + i * aTileStride, tile column j reads B at b + j * bTileStride; inside a tile, element (r,
/// k) of A lies at r * aRowStride + k * aDepthStride, and a row of B is contiguous. B must be readable to the full
/// width of its last tile. Strides are in elements.
struct BlockProduct {
  std::int64_t rows, columns, depth;
  const float* a;
  std::int64_t aRowStride, aDepthStride, aTileStride;
  const float* b;
  std::int64_t bDepthStride, bTileStride;
  float* c;
  std::int64_t cRowStride;
  bool accumulate;
};

/// One row of attention scores, turned into unnormalised weights 2^(factor * (score - maximum)) in place.
struct AttentionRow {
  float* scores;  ///< `count` of them; elements outside [allowedBegin, allowedEnd) become 0
  std::int64_t count;
  std::int64_t allowedBegin, allowedEnd;  ///< inside [0, count]; may be empty
  float scale;                            ///< multiplies the scores before the bias is added
  const float* bias;                      ///< `count` addends, or null
  const std::uint8_t* mask;               ///< `count` bytes, 0 hides the key; or null
  float* maximum;                         ///< running maximum of scale * score + bias, in units of log2
  float* sum;                             ///< running sum of the weights
};

/// The float32 inner loops, built once per instruction set from one source (micro/build.cpp). No threads, no
/// allocation, no checks: kernels.h is the interface for everybody else.
struct MicroKernels {
  const char* name;
  std::int64_t lanes;
  std::int64_t tileRows, tileColumns;

  void (*multiplyBlock)(const BlockProduct& product);
  /// Rows of A[rows, depth] with any strides into panels [tile][depth][tileRows]; writes up to `lanes` floats past the
  /// end.
  void (*packRows)(std::int64_t rows, std::int64_t depth, const float* a, std::int64_t rowStride,
                   std::int64_t depthStride, float* panels);
  /// Columns of B[depth, columns] into panels [tile][depth][tileColumns], the last one padded with zeros.
  void (*packColumns)(std::int64_t depth, std::int64_t columns, const float* b, std::int64_t depthStride,
                      std::int64_t columnStride, float* panels);
  float (*dot)(std::int64_t count, const float* a, const float* b);

  void (*exp)(std::int64_t count, const float* in, float* out);
  void (*tanh)(std::int64_t count, const float* in, float* out);
  void (*sigmoid)(std::int64_t count, const float* in, float* out);
  void (*gelu)(std::int64_t count, const float* in, float* out);
  void (*geluTanh)(std::int64_t count, const float* in, float* out);

  float (*sum)(std::int64_t count, const float* in);
  float (*maximum)(std::int64_t count, const float* in);
  /// Softmax of scale * in; the mask may be null.
  void (*softmax)(std::int64_t count, const float* in, float scale, const std::uint8_t* mask, float* out);
  /// The same without a mask, for outputs far larger than the caches: writes past them and fetches the row at `next`
  /// meanwhile. `count` is a multiple of `lanes`, `out` is aligned to a vector, `scratch` holds a row.
  void (*softmaxStreaming)(std::int64_t count, const float* in, float scale, const float* next, float* scratch,
                           float* out);
  /// gain and shift may be null; mean and 1 / deviation go to statistics[0] and [1].
  void (*layerNorm)(std::int64_t count, const float* in, const float* gain, const float* shift, float epsilon,
                    float* out, float* statistics);

  /// Returns the factor for what was accumulated under the former maximum.
  float (*attentionRow)(const AttentionRow& row);
  /// out = factor * in; in place is allowed.
  void (*scaleRow)(std::int64_t count, float factor, const float* in, float* out);

  /// Runs `rounds` rounds of independent fused multiply-adds in registers; returns how many floating-point operations
  /// it made, and leaves a number that depends on them in *sink.
  double (*multiplyAdds)(std::int64_t rounds, float* sink);
};

extern const MicroKernels kMicroKernelsBaseline;
#ifdef HEED_KERNELS_X86
extern const MicroKernels kMicroKernelsAvx2;
extern const MicroKernels kMicroKernelsAvx512;
#endif

}  // namespace heed::core
