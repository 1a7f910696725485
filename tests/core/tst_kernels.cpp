#include "core/exec/kernels/bench.h"
#include "core/exec/kernels/peak.h"
#include "tests/core/kernel_testing.h"

#include <algorithm>
#include <chrono>
#include <numbers>
#include <thread>

using namespace heed::core;
using namespace heed::testing;

namespace {

struct ProductCase {
  std::int64_t batch, rows, columns, depth;
  bool aTransposed, bTransposed, accumulate, sharedB;
  std::int64_t padding;  ///< added to each leading dimension

  [[nodiscard]] std::int64_t aStride() const { return (aTransposed ? rows : depth) + padding; }
  [[nodiscard]] std::int64_t bStride() const { return (bTransposed ? depth : columns) + padding; }
  [[nodiscard]] std::int64_t cStride() const { return columns + padding; }
  [[nodiscard]] std::int64_t aFloats() const { return (aTransposed ? depth : rows) * aStride(); }
  [[nodiscard]] std::int64_t bFloats() const { return (bTransposed ? columns : depth) * bStride(); }
  [[nodiscard]] std::int64_t cFloats() const { return rows * cStride(); }
};

Transposed transposedIf(bool yes) {
  return yes ? Transposed::Yes : Transposed::No;
}

std::vector<float> productByKernels(const KernelContext& context, const FloatKernels& kernels, const ProductCase& size,
                                    const std::vector<float>& a, const std::vector<float>& b, std::vector<float> c) {
  kernels.multiply(
      context, {
                   .batch = size.batch,
                   .rows = size.rows,
                   .columns = size.columns,
                   .depth = size.depth,
                   .a = {a.data(), size.aStride(), size.aFloats(), transposedIf(size.aTransposed)},
                   .b = {b.data(), size.bStride(), size.sharedB ? 0 : size.bFloats(), transposedIf(size.bTransposed)},
                   .c = c.data(),
                   .cRowStride = size.cStride(),
                   .cBatchStride = size.cFloats(),
                   .accumulate = size.accumulate ? Accumulate::Yes : Accumulate::No,
               });
  return c;
}

/// What stands in the padding of C stays, here as in the kernels.
std::vector<double> productByLoops(const ProductCase& size, const std::vector<float>& a, const std::vector<float>& b,
                                   const std::vector<float>& c) {
  std::vector<double> exact(c.begin(), c.end());
  const auto at = [](const std::vector<float>& matrix, std::int64_t i) {
    return static_cast<double>(matrix[static_cast<std::size_t>(i)]);
  };
  for (std::int64_t batch = 0; batch < size.batch; ++batch) {
    const std::int64_t aBase = batch * size.aFloats();
    const std::int64_t bBase = size.sharedB ? 0 : batch * size.bFloats();
    for (std::int64_t i = 0; i < size.rows; ++i) {
      for (std::int64_t j = 0; j < size.columns; ++j) {
        double sum = 0;
        for (std::int64_t k = 0; k < size.depth; ++k) {
          sum += at(a, aBase + (size.aTransposed ? k * size.aStride() + i : i * size.aStride() + k)) *
                 at(b, bBase + (size.bTransposed ? j * size.bStride() + k : k * size.bStride() + j));
        }
        double& to = exact[static_cast<std::size_t>(batch * size.cFloats() + i * size.cStride() + j)];
        to = size.accumulate ? to + sum : sum;
      }
    }
  }
  return exact;
}

std::vector<ProductCase> productCases() {
  std::vector<ProductCase> cases;
  for (std::int64_t n = 0; n <= 70; ++n) {
    cases.push_back({1, n, n, n, n % 2 == 1, n % 4 >= 2, n % 3 == 0, false, n % 5});
    cases.push_back({1, 70 - n, n, 13, n % 4 >= 2, n % 2 == 1, n % 5 == 0, false, n % 3});
    cases.push_back({3, 5, n, n, n % 2 == 0, n % 3 == 0, false, n % 2 == 0, 1});
    cases.push_back({9, n, 7, 70 - n, n % 3 == 0, n % 2 == 0, n % 2 == 0, n % 4 == 0, 0});
  }
  for (const bool aTransposed : {false, true}) {
    for (const bool bTransposed : {false, true}) {
      cases.push_back({1, 211, 157, 311, aTransposed, bTransposed, false, false, 3});
      cases.push_back({1, 97, 331, 521, aTransposed, bTransposed, true, false, 0});
      cases.push_back({1, 7, 613, 101, aTransposed, bTransposed, true, false, 5});
      cases.push_back({1, 613, 1, 67, aTransposed, bTransposed, true, false, 2});
      cases.push_back({5, 61, 128, 256, aTransposed, bTransposed, false, true, 0});
    }
  }
  return cases;
}

/// How far `actual` lies from the exact value, in units in the last place of a float of that size.
double unitsInLastPlace(float actual, double exact) {
  constexpr double kFar = 1e9;
  if (std::isnan(exact)) return std::isnan(actual) ? 0 : kFar;
  const auto nearest = static_cast<float>(exact);
  if (std::isinf(nearest)) return actual == nearest ? 0 : kFar;
  const double size = std::max(std::abs(exact), static_cast<double>(std::numeric_limits<float>::min()));
  const double units = std::abs(static_cast<double>(actual) - exact) / std::ldexp(1.0, std::ilogb(size) - 23);
  return std::isnan(units) ? kFar : units;
}

std::vector<float> evenly(float from, float to, float step, std::vector<float> more) {
  for (float x = from; x < to; x += step) more.push_back(x);
  for (float x = 1e-30F; x < 1.0F; x *= 1.37F) more.insert(more.end(), {x, -x});
  return more;
}

}  // namespace

class TestKernels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theFastestBuildIsTheLast() {
    QCOMPARE(allFloatKernels().front()->name(), std::string_view("baseline"));
    QCOMPARE(&floatKernels(), allFloatKernels().back());
  }

  void productMatchesLoops_data() { addKernelBuilds(); }
  void productMatchesLoops() {
    for (const ProductCase& size : productCases()) {
      const auto a = randomFloats(size.batch * size.aFloats(), 1);
      const auto b = randomFloats(size.batch * size.bFloats(), 2);
      const std::vector<float> before(static_cast<std::size_t>(size.batch * size.cFloats()), 3.5F);
      const auto actual = withOneAndTwoThreads(
          [&](const KernelContext& context) { return productByKernels(context, kernelsOfRow(), size, a, b, before); });
      // Each of `depth` additions rounds a partial sum that stays below 32 by at most 2^-20, mostly far less.
      const double tolerance = 1e-6 + 1.2e-7 * static_cast<double>(size.depth);
      const QString difference = firstDifference(actual, productByLoops(size, a, b, before), tolerance);
      QVERIFY2(
          difference.isEmpty(),
          qPrintable(
              QStringLiteral("%1 x %2 x %3: %4").arg(size.rows).arg(size.columns).arg(size.depth).arg(difference)));
    }
  }

  void productSpreadsNaNToItsRowAndColumnOnly_data() { addKernelBuilds(); }
  void productSpreadsNaNToItsRowAndColumnOnly() {
    ThreadPool pool(1);
    for (const std::int64_t n : {11, 64, 200}) {
      const ProductCase size{1, n, n, n, false, false, false, false, 0};
      auto a = randomFloats(n * n, 1);
      auto b = randomFloats(n * n, 2);
      a[static_cast<std::size_t>(3 * n + 5)] = kNaN;
      b[static_cast<std::size_t>(2 * n + 9)] = kNaN;
      const std::vector<float> zeros(static_cast<std::size_t>(n * n));
      const auto c = productByKernels({{}, pool}, kernelsOfRow(), size, a, b, zeros);
      for (std::int64_t i = 0; i < n * n; ++i) {
        QCOMPARE(std::isnan(c[static_cast<std::size_t>(i)]), i / n == 3 || i % n == 9);
      }
    }
  }

  void expIsWithinTwoUnits_data() { addKernelBuilds(); }
  void expIsWithinTwoUnits() {
    const auto in = evenly(-110.0F, 90.0F, 0.00031F,
                           {0.0F, -0.0F, 88.72283F, 88.72284F, 88.73F, 1e30F, kInfinity, -87.33655F, -103.97208F,
                            -104.0F, -1e30F, -kInfinity, kNaN});
    checkUnits(ElementFunction::Exp, in, [](double x) { return std::exp(x); }, 2);
  }

  void tanhAndSigmoidAreWithinFourUnits_data() { addKernelBuilds(); }
  void tanhAndSigmoidAreWithinFourUnits() {
    const auto in = evenly(-20.0F, 20.0F, 0.00037F, {0.0F, 100.0F, -80.0F, kInfinity, -kInfinity, kNaN});
    checkUnits(ElementFunction::Tanh, in, [](double x) { return std::tanh(x); }, 4);
    checkUnits(ElementFunction::Sigmoid, in, [](double x) { return 1 / (1 + std::exp(-x)); }, 4);
  }

  void geluMatchesItsFormula_data() { addKernelBuilds(); }
  void geluMatchesItsFormula() {
    const auto in = evenly(-15.0F, 15.0F, 0.00041F, {0.0F, 100.0F, -100.0F, kInfinity, kNaN});
    checkGelu(ElementFunction::Gelu, in, [](double x) { return x * 0.5 * std::erfc(-x / std::numbers::sqrt2); });
    checkGelu(ElementFunction::GeluTanh, in, [](double x) {
      return x / (1 + std::exp(-2 * std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
    });
    QCOMPARE(apply(ElementFunction::Gelu, {-kInfinity})[0], 0.0F);
    QCOMPARE(apply(ElementFunction::GeluTanh, {-kInfinity})[0], 0.0F);
  }

  void softmaxMatchesLoops_data() { addKernelBuilds(); }
  void softmaxMatchesLoops() {
    for (std::int64_t columns = 1; columns <= 150; ++columns) {
      checkSoftmax(columns, columns % 3 == 0 ? -2.5F : 7.0F, {});
      auto mask = randomMask(5 * columns, 2, 0.5F);
      std::fill_n(mask.begin() + 2 * columns, columns, std::uint8_t{0});
      checkSoftmax(columns, columns % 3 == 0 ? -2.5F : 7.0F, mask);
    }
  }

  void softmaxOfAVeryLargeMatrixIsThatOfItsRows_data() { addKernelBuilds(); }
  void softmaxOfAVeryLargeMatrixIsThatOfItsRows() {
    // Large enough to be written past the caches; a row alone is not.
    constexpr std::int64_t kRows = 2100;
    constexpr std::int64_t kColumns = 4096;
    const auto in = randomFloats(kColumns * 3, 1);
    ThreadPool pool(2);
    std::vector<float> many(static_cast<std::size_t>(kRows * kColumns + 16));
    float* out = many.data();
    while (std::bit_cast<std::uintptr_t>(out) % 64 != 0) ++out;
    for (std::int64_t row = 0; row < kRows; ++row)
      std::copy_n(in.begin() + row % 3 * kColumns, kColumns, out + row * kColumns);
    kernelsOfRow().softmax({{}, pool}, {kRows, kColumns, out, kColumns, 3.0F, nullptr, 0, out, kColumns});
    std::vector<float> alone(kColumns);
    for (std::int64_t row = 0; row < kRows; ++row) {
      kernelsOfRow().softmax({{}, pool}, {1, kColumns, in.data() + row % 3 * kColumns, kColumns, 3.0F, nullptr, 0,
                                          alone.data(), kColumns});
      QVERIFY(std::equal(alone.begin(), alone.end(), out + row * kColumns));
    }
  }

  void softmaxOfUnusualRows_data() { addKernelBuilds(); }
  void softmaxOfUnusualRows() {
    ThreadPool pool(1);
    const auto softmax = [&](std::vector<float> row) {
      const auto count = static_cast<std::int64_t>(row.size());
      kernelsOfRow().softmax({{}, pool}, {.rows = 1, .columns = count, .in = row.data(), .out = row.data()});
      return row;
    };
    for (const std::size_t count : {3U, 40U}) {
      std::vector<float> row(count, 0.5F);
      row[1] = kNaN;
      for (const float value : softmax(row)) QVERIFY(std::isnan(value));
      row[1] = -kInfinity;
      QCOMPARE(softmax(row)[1], 0.0F);
      for (const float value : softmax(std::vector<float>(count, -kInfinity))) QVERIFY(std::isnan(value));
      row[1] = 3e38F;
      QCOMPARE(softmax(row)[1], 1.0F);
      QCOMPARE(softmax(row)[2], 0.0F);
    }
  }

  void layerNormMatchesLoops_data() { addKernelBuilds(); }
  void layerNormMatchesLoops() {
    for (std::int64_t columns = 1; columns <= 131; columns += 2) {
      const auto in = randomFloats(3 * columns, 1);
      const auto gain = randomFloats(columns, 2);
      const auto shift = randomFloats(columns, 3);
      std::vector<float> mean(3);
      std::vector<float> inverse(3);
      const auto actual = withOneAndTwoThreads([&](const KernelContext& context) {
        std::vector<float> out(static_cast<std::size_t>(3 * columns));
        kernelsOfRow().layerNorm(context, {3, columns, in.data(), columns, gain.data(), shift.data(), 1e-2F, out.data(),
                                           columns, mean.data(), inverse.data()});
        return out;
      });
      std::vector<double> exact;
      for (std::int64_t row = 0; row < 3; ++row) {
        const std::vector<double> values(in.begin() + row * columns, in.begin() + (row + 1) * columns);
        double average = 0;
        for (const double value : values) average += value / static_cast<double>(columns);
        double variance = 0;
        for (const double value : values) variance += std::pow(value - average, 2) / static_cast<double>(columns);
        const double scale = 1 / std::sqrt(variance + static_cast<double>(1e-2F));
        // A few roundings of numbers below 2, and the scale of at most 10.
        QVERIFY(std::abs(static_cast<double>(mean[static_cast<std::size_t>(row)]) - average) <= 2e-7);
        QVERIFY(std::abs(static_cast<double>(inverse[static_cast<std::size_t>(row)]) - scale) <= 5e-6);
        for (std::size_t j = 0; j < values.size(); ++j) {
          exact.push_back((values[j] - average) * scale * static_cast<double>(gain[j]) + static_cast<double>(shift[j]));
        }
      }
      const QString difference = firstDifference(actual, exact, 4e-6);
      QVERIFY2(difference.isEmpty(), qPrintable(difference));
    }
  }

  void rowSumsAndMaximaMatchLoops_data() { addKernelBuilds(); }
  void rowSumsAndMaximaMatchLoops() {
    ThreadPool pool(1);
    const KernelContext context{{}, pool};
    for (std::int64_t columns = 0; columns <= 140; ++columns) {
      auto in = randomFloats(columns, 1);
      float sum = 0;
      float largest = 0;
      kernelsOfRow().rowSums(context, 1, columns, in.data(), columns, &sum);
      kernelsOfRow().rowMaxima(context, 1, columns, in.data(), columns, &largest);
      double exactSum = 0;
      for (const float value : in) exactSum += static_cast<double>(value);
      QVERIFY(std::abs(static_cast<double>(sum) - exactSum) <= 1e-5);  // 140 roundings of sums below 20
      QCOMPARE(largest, columns == 0 ? -kInfinity : *std::ranges::max_element(in));
      if (columns == 0) continue;
      in[static_cast<std::size_t>(columns * 7 / 8)] = kNaN;
      kernelsOfRow().rowMaxima(context, 1, columns, in.data(), columns, &largest);
      QVERIFY(std::isnan(largest));
    }
  }

  void aStopEndsEachKernel() {
    std::stop_source source;
    source.request_stop();
    ThreadPool pool(2);
    const KernelContext context{source.get_token(), pool};
    const FloatKernels& fast = floatKernels();
    const std::vector<float> in(300 * 300);
    std::vector<float> out(300 * 300);
    for (const std::int64_t n : {8, 300}) {
      const ProductCase size{1, n, n, n, false, false, false, false, 0};
      QVERIFY_EXCEPTION_THROWN(productByKernels(context, fast, size, in, in, out), Cancelled);
    }
    QVERIFY_EXCEPTION_THROWN(fast.apply(context, ElementFunction::Exp, 9, in.data(), out.data()), Cancelled);
    const SoftmaxRows rows = {.rows = 3, .columns = 3, .in = in.data(), .out = out.data()};
    QVERIFY_EXCEPTION_THROWN(fast.softmax(context, rows), Cancelled);
    const LayerNormRows normed = {.rows = 3, .columns = 3, .in = in.data(), .out = out.data()};
    QVERIFY_EXCEPTION_THROWN(fast.layerNorm(context, normed), Cancelled);
    QVERIFY_EXCEPTION_THROWN(fast.rowSums(context, 3, 3, in.data(), 3, out.data()), Cancelled);
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(benchKernels(context, 1)), Cancelled);
  }

  void aStopDuringALongProductAnswers() {
    // The whole takes seconds on the baseline. The watchdog is generous: milliseconds are the bench's business.
    constexpr std::int64_t kSize = 2600;
    const std::vector<float> in(kSize * kSize, 0.5F);
    std::vector<float> out(kSize * kSize);
    std::stop_source source;
    ThreadPool pool(2);
    const KernelContext context{source.get_token(), pool};
    std::chrono::steady_clock::time_point asked;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      asked = std::chrono::steady_clock::now();
      source.request_stop();
    });
    const Product product = {.rows = kSize,
                             .columns = kSize,
                             .depth = kSize,
                             .a = {.data = in.data(), .rowStride = kSize},
                             .b = {.data = in.data(), .rowStride = kSize},
                             .c = out.data(),
                             .cRowStride = kSize};
    QVERIFY_EXCEPTION_THROWN(allFloatKernels().front()->multiply(context, product), Cancelled);
    const auto answered = std::chrono::steady_clock::now();
    stopper.join();
    QVERIFY(answered - asked < std::chrono::seconds(2));
  }

  void thePeakIsMeasured() {
    ThreadPool pool(1);
    QVERIFY(measureGigaflops({{}, pool}, floatKernels()) > 0.1);
  }

 private:
  static std::vector<float> apply(ElementFunction function, const std::vector<float>& in) {
    return withOneAndTwoThreads([&](const KernelContext& context) {
      std::vector<float> out(in.size());
      kernelsOfRow().apply(context, function, static_cast<std::int64_t>(in.size()), in.data(), out.data());
      return out;
    });
  }

  static void checkUnits(ElementFunction function, const std::vector<float>& in,
                         const std::function<double(double)>& exact, double units) {
    const auto out = apply(function, in);
    QCOMPARE(out.size(), in.size());
    double worst = 0;
    float where = 0;
    for (std::size_t i = 0; i < in.size(); ++i) {
      const double error = unitsInLastPlace(out[i], exact(static_cast<double>(in[i])));
      if (error > worst) where = in[i];
      worst = std::max(worst, error);
    }
    QVERIFY2(worst <= units, qPrintable(QStringLiteral("%1 units at %2").arg(worst).arg(static_cast<double>(where))));
  }

  /// As kernels.h states it: 4e-7 of the value, or 1e-7 of |x| where the factor comes close to 0.
  static void checkGelu(ElementFunction function, const std::vector<float>& in,
                        const std::function<double(double)>& exact) {
    const auto out = apply(function, in);
    QCOMPARE(out.size(), in.size());
    for (std::size_t i = 0; i < in.size(); ++i) {
      const auto x = static_cast<double>(in[i]);
      const double wanted = exact(x);
      const auto value = static_cast<double>(out[i]);
      if (std::isnan(wanted) ? std::isnan(value) : value == wanted) continue;
      const double tolerance = std::max(4e-7 * std::abs(wanted), 1e-7 * std::abs(x));
      QVERIFY2(std::abs(value - wanted) <= tolerance,
               qPrintable(QStringLiteral("%1 at %2, expected %3").arg(value).arg(x).arg(wanted)));
    }
  }

  /// Five rows with padding in and out; an empty mask is none.
  static void checkSoftmax(std::int64_t columns, float scale, const std::vector<std::uint8_t>& mask) {
    constexpr float kUntouched = 12345.0F;
    const auto in = randomFloats(5 * (columns + 2), 1);
    const auto actual = withOneAndTwoThreads([&](const KernelContext& context) {
      std::vector<float> out(static_cast<std::size_t>(5 * (columns + 1)), kUntouched);
      kernelsOfRow().softmax(context, {5, columns, in.data(), columns + 2, scale, mask.empty() ? nullptr : mask.data(),
                                       columns, out.data(), columns + 1});
      return out;
    });
    std::vector<double> exact;
    for (std::int64_t row = 0; row < 5; ++row) {
      std::vector<double> weights;
      double sum = 0;
      for (std::int64_t j = 0; j < columns; ++j) {
        const bool shown = mask.empty() || mask[static_cast<std::size_t>(row * columns + j)] != 0;
        const auto value = static_cast<double>(in[static_cast<std::size_t>(row * (columns + 2) + j)]);
        weights.push_back(shown ? std::exp(static_cast<double>(scale) * value) : 0.0);
        sum += weights.back();
      }
      for (const double weight : weights) exact.push_back(sum > 0 ? weight / sum : 0.0);
      exact.push_back(static_cast<double>(kUntouched));
    }
    // The rounding of a score up to 14 (8e-7) is taken over by its weight; the rest are 4 roundings of numbers below 1.
    const QString difference = firstDifference(actual, exact, 1.2e-6);
    QVERIFY2(difference.isEmpty(), qPrintable(QStringLiteral("%1 columns: %2").arg(columns).arg(difference)));
  }
};

QTEST_GUILESS_MAIN(TestKernels)
#include "tst_kernels.moc"
