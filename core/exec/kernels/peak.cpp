#include "core/exec/kernels/peak.h"

#include "core/exec/kernels/kernels.h"
#include "core/exec/kernels/micro_kernels.h"
#include "core/exec/kernels/scratch.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <vector>

namespace heed::core {

namespace {

template <typename Body>
double bestSeconds(int repeats, const Body& body) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    body();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

}  // namespace

double measureGigaflops(const KernelContext& context, const FloatKernels& kernels) {
  constexpr std::int64_t kRounds = 1 << 13;
  constexpr std::int64_t kPieces = 64;
  const MicroKernels& micro = kernels.micro();
  std::vector<float> sinks(kPieces);
  std::vector<double> operations(kPieces);
  const double seconds = bestSeconds(20, [&] {
    context.pool.parallelFor(kPieces, 1, [&](std::int64_t begin, std::int64_t end) {
      context.throwIfStopped();
      for (std::int64_t i = begin; i < end; ++i) {
        operations[static_cast<std::size_t>(i)] = micro.multiplyAdds(kRounds, &sinks[static_cast<std::size_t>(i)]);
      }
    });
  });
  double total = 0;
  for (const double count : operations) total += count;
  return total / seconds * 1e-9;
}

Peak measurePeak(const KernelContext& context, const FloatKernels& kernels) {
  constexpr std::int64_t kFloats = 32 << 20;
  constexpr std::int64_t kPiece = 1 << 18;
  constexpr double kBytes = static_cast<double>(kFloats) * sizeof(float);
  const MicroKernels& micro = kernels.micro();
  Scratch from(kFloats);
  Scratch to(kFloats);
  std::vector<float> sums(kFloats / kPiece);
  std::fill_n(from.data(), kFloats, 1.0F);
  std::fill_n(to.data(), kFloats, 0.0F);
  const double read = bestSeconds(4, [&] {
    context.pool.parallelFor(kFloats, kPiece, [&](std::int64_t begin, std::int64_t end) {
      context.throwIfStopped();
      sums[static_cast<std::size_t>(begin / kPiece)] = micro.sum(end - begin, from.data() + begin);
    });
  });
  const double copy = bestSeconds(4, [&] {
    context.pool.parallelFor(kFloats, kPiece, [&](std::int64_t begin, std::int64_t end) {
      context.throwIfStopped();
      std::memcpy(to.data() + begin, from.data() + begin, static_cast<std::size_t>(end - begin) * sizeof(float));
    });
  });
  return {.gigaflops = measureGigaflops(context, kernels),
          .readGigabytes = kBytes / read * 1e-9,
          .copyGigabytes = 2 * kBytes / copy * 1e-9};
}

}  // namespace heed::core
