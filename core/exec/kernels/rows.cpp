#include "core/exec/kernels/kernels.h"
#include "core/exec/kernels/micro_kernels.h"
#include "core/exec/kernels/pieces.h"
#include "core/exec/kernels/scratch.h"

#include <algorithm>
#include <bit>

namespace heed::core {

namespace {

constexpr std::int64_t kPieceElements = 1 << 15;       // some 5 to 20 microseconds
constexpr std::int64_t kLongestStreamedRow = 1 << 14;  // its weights stay in the second cache

/// Calls body(row) for all rows, by pieces of rows.
template <typename Body>
void forRows(const KernelContext& context, std::int64_t rows, std::int64_t columns, const Body& body) {
  const std::int64_t grain = std::max<std::int64_t>(1, kPieceElements / std::max<std::int64_t>(1, columns));
  forPieces(context, rows, grain, [&](std::int64_t begin, std::int64_t end) {
    context.throwIfStopped();
    for (std::int64_t row = begin; row < end; ++row) body(row);
  });
}

auto functionOf(const MicroKernels& micro, ElementFunction function) {
  switch (function) {
    case ElementFunction::Exp:
      return micro.exp;
    case ElementFunction::Tanh:
      return micro.tanh;
    case ElementFunction::Sigmoid:
      return micro.sigmoid;
    case ElementFunction::Gelu:
      return micro.gelu;
    case ElementFunction::GeluTanh:
      return micro.geluTanh;
  }
  return micro.exp;
}

/// Whether the output is worth writing past the caches, and can be.
bool canStream(const MicroKernels& micro, const SoftmaxRows& rows) {
  constexpr std::int64_t kFarMoreThanCaches = 8 << 20;
  return rows.rows * rows.columns >= kFarMoreThanCaches && rows.columns <= kLongestStreamedRow &&
         rows.mask == nullptr && rows.columns % micro.lanes == 0 && rows.outRowStride % micro.lanes == 0 &&
         std::bit_cast<std::uintptr_t>(rows.out) % static_cast<std::uintptr_t>(4 * micro.lanes) == 0;
}

void softmaxStreaming(const KernelContext& context, const MicroKernels& micro, const SoftmaxRows& rows) {
  forPieces(context, rows.rows, std::max<std::int64_t>(1, 8 * kPieceElements / rows.columns),
            [&](std::int64_t begin, std::int64_t end) {
              context.throwIfStopped();
              Scratch scratch(rows.columns);
              for (std::int64_t row = begin; row < end; ++row) {
                const float* in = rows.in + row * rows.inRowStride;
                const float* next = row + 1 < end ? in + rows.inRowStride : in;
                micro.softmaxStreaming(rows.columns, in, rows.scale, next, scratch.data(),
                                       rows.out + row * rows.outRowStride);
              }
            });
}

}  // namespace

void FloatKernels::apply(const KernelContext& context, ElementFunction function, std::int64_t count, const float* in,
                         float* out) const {
  const auto run = functionOf(m_micro, function);
  forPieces(context, count, kPieceElements, [&](std::int64_t begin, std::int64_t end) {
    context.throwIfStopped();
    run(end - begin, in + begin, out + begin);
  });
}

void FloatKernels::softmax(const KernelContext& context, const SoftmaxRows& rows) const {
  if (rows.columns == 0) return;
  if (canStream(m_micro, rows)) return softmaxStreaming(context, m_micro, rows);
  forRows(context, rows.rows, rows.columns, [&](std::int64_t row) {
    const std::uint8_t* mask = rows.mask == nullptr ? nullptr : rows.mask + row * rows.maskRowStride;
    m_micro.softmax(rows.columns, rows.in + row * rows.inRowStride, rows.scale, mask,
                    rows.out + row * rows.outRowStride);
  });
}

void FloatKernels::layerNorm(const KernelContext& context, const LayerNormRows& rows) const {
  if (rows.columns == 0) return;
  forRows(context, rows.rows, rows.columns, [&](std::int64_t row) {
    float statistics[2];
    m_micro.layerNorm(rows.columns, rows.in + row * rows.inRowStride, rows.gain, rows.shift, rows.epsilon,
                      rows.out + row * rows.outRowStride, statistics);
    if (rows.mean != nullptr) rows.mean[row] = statistics[0];
    if (rows.inverseDeviation != nullptr) rows.inverseDeviation[row] = statistics[1];
  });
}

void FloatKernels::rowSums(const KernelContext& context, std::int64_t rows, std::int64_t columns, const float* in,
                           std::int64_t inRowStride, float* out) const {
  forRows(context, rows, columns, [&](std::int64_t row) { out[row] = m_micro.sum(columns, in + row * inRowStride); });
}

void FloatKernels::rowMaxima(const KernelContext& context, std::int64_t rows, std::int64_t columns, const float* in,
                             std::int64_t inRowStride, float* out) const {
  forRows(context, rows, columns,
          [&](std::int64_t row) { out[row] = m_micro.maximum(columns, in + row * inRowStride); });
}

}  // namespace heed::core
