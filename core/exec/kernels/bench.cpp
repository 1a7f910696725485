#include "core/exec/kernels/bench.h"

#include "core/exec/kernels/kernels.h"
#include "core/exec/kernels/peak.h"
#include "core/exec/kernels/scratch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>

namespace heed::core {

namespace {

constexpr std::int64_t kHeads = 8;
constexpr std::int64_t kDepth = 64;
constexpr std::int64_t kSoftmaxSize = 4096;
constexpr std::int64_t kLargest = 4096;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Contender {
  KernelTiming timing;
  double operations;
  double bytes;
  std::function<void()> run;
  std::vector<double> seconds = {};
};

/// Inputs shared by all contenders: repeatable numbers in [-1, 1).
class Buffers {
 public:
  Buffers() : m_in(kCount), m_out(kCount) {
    std::uint32_t state = 1;
    for (std::int64_t i = 0; i < kCount; ++i) {
      state = state * 1664525U + 1013904223U;
      m_in.data()[i] = static_cast<float>(state >> 8) * 0x1p-23F - 1.0F;
    }
    std::fill_n(m_out.data(), kCount, 0.0F);
  }
  [[nodiscard]] const float* in() { return m_in.data(); }
  [[nodiscard]] float* out() { return m_out.data(); }

  static constexpr std::int64_t kCount = kSoftmaxSize * kSoftmaxSize;
  static_assert(kCount >= 3 * kHeads * kLargest * kDepth);

 private:
  Scratch m_in, m_out;
};

Contender attentionOf(const KernelContext& context, std::int64_t n, Buffers& buffers) {
  const std::int64_t headFloats = n * kDepth;
  const auto operand = [&](std::int64_t index) {
    return HeadsOperand{buffers.in() + index * kHeads * headFloats, kDepth, headFloats, 0};
  };
  const Attention attention = {
      .heads = kHeads,
      .queries = n,
      .keys = n,
      .depth = kDepth,
      .valueDepth = kDepth,
      .query = operand(0),
      .key = operand(1),
      .value = operand(2),
      .scale = 0.125F,
      .window = {},
      .bias = {},
      .output = buffers.out(),
      .outputRowStride = kDepth,
      .outputHeadStride = headFloats,
  };
  return {.timing = {.name = "attention", .sizes = fmt::format("n={} heads={} d={}", n, kHeads, kDepth)},
          .operations = 4.0 * static_cast<double>(kHeads * n * n * kDepth),
          .bytes = 0,
          .run = [&context, attention] { floatKernels().attention(context, attention); }};
}

Contender productOf(const KernelContext& context, std::int64_t n, Buffers& buffers) {
  const Product product = {
      .rows = n,
      .columns = n,
      .depth = n,
      .a = {.data = buffers.in(), .rowStride = n},
      .b = {.data = buffers.in() + n * n, .rowStride = n},
      .c = buffers.out(),
      .cRowStride = n,
  };
  return {.timing = {.name = "product", .sizes = fmt::format("n={}", n)},
          .operations = 2.0 * static_cast<double>(n * n * n),
          .bytes = 0,
          .run = [&context, product] { floatKernels().multiply(context, product); }};
}

Contender softmaxOf(const KernelContext& context, Buffers& buffers) {
  const SoftmaxRows rows = {
      .rows = kSoftmaxSize,
      .columns = kSoftmaxSize,
      .in = buffers.in(),
      .inRowStride = kSoftmaxSize,
      .out = buffers.out(),
      .outRowStride = kSoftmaxSize,
  };
  return {.timing = {.name = "softmax", .sizes = fmt::format("{0}x{0}", kSoftmaxSize)},
          .operations = 0,
          .bytes = 2.0 * sizeof(float) * static_cast<double>(kSoftmaxSize * kSoftmaxSize),
          .run = [&context, rows] { floatKernels().softmax(context, rows); }};
}

KernelTiming timingOf(const Contender& contender, double peak) {
  std::vector<double> seconds = contender.seconds;
  std::ranges::sort(seconds);
  KernelTiming timing = contender.timing;
  timing.runs = static_cast<int>(seconds.size());
  timing.bestMilliseconds = seconds.front() * 1e3;
  timing.medianMilliseconds = seconds[seconds.size() / 2] * 1e3;
  timing.gigaflops = contender.operations / seconds.front() * 1e-9;
  timing.peakShare = timing.gigaflops / peak;
  timing.gigabytes = contender.bytes / seconds.front() * 1e-9;
  return timing;
}

}  // namespace

KernelBench benchKernels(const KernelContext& context, double seconds) {
  const double start = now();
  const Peak peak = measurePeak(context, floatKernels());
  KernelBench bench = {.kernels = std::string(floatKernels().name()),
                       .threads = context.pool.threadCount(),
                       .peakGigaflops = peak.gigaflops,
                       .readGigabytes = peak.readGigabytes,
                       .copyGigabytes = peak.copyGigabytes,
                       .rows = {}};
  Buffers buffers;
  std::vector<Contender> contenders;
  for (std::int64_t n = 512; n <= kLargest; n *= 2) contenders.push_back(attentionOf(context, n, buffers));
  for (std::int64_t n = 256; n <= 2048; n *= 2) contenders.push_back(productOf(context, n, buffers));
  contenders.push_back(softmaxOf(context, buffers));
  for (Contender& contender : contenders) {
    contender.timing.threads = bench.threads;
    contender.run();
  }
  for (int round = 0; round < 2 || now() - start < seconds; ++round) {
    bench.peakGigaflops = std::max(bench.peakGigaflops, measureGigaflops(context, floatKernels()));
    for (Contender& contender : contenders) {
      context.throwIfStopped();
      const double begin = now();
      contender.run();
      contender.seconds.push_back(now() - begin);
    }
  }
  for (const Contender& contender : contenders) bench.rows.push_back(timingOf(contender, bench.peakGigaflops));
  return bench;
}

}  // namespace heed::core
