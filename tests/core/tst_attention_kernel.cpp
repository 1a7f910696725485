#include "tests/core/kernel_testing.h"

using namespace heed::core;
using namespace heed::testing;

namespace {

struct AttentionCase {
  std::int64_t batch, heads, queries, keys, depth, valueDepth;
  KeyWindow window;
  bool masked, biased;
  float scale;

  [[nodiscard]] std::int64_t rows() const { return batch * heads * queries; }
};

struct AttentionInputs {
  std::vector<float> query, key, value, bias;
  std::vector<std::uint8_t> mask;
};

AttentionInputs inputsOf(const AttentionCase& size) {
  const std::int64_t heads = size.batch * size.heads;
  AttentionInputs inputs{randomFloats(heads * size.queries * size.depth, 1),
                         randomFloats(heads * size.keys * size.depth, 2),
                         randomFloats(heads * size.keys * size.valueDepth, 3),
                         {},
                         {}};
  for (float& value : inputs.query) value *= 4;  // so that rows of weights are far from even
  if (size.biased) inputs.bias = randomFloats(size.heads * size.queries * size.keys, 4);
  if (size.masked) {
    inputs.mask = randomMask(size.batch * size.queries * size.keys, 5, 0.4F);
    std::fill_n(inputs.mask.begin(), size.keys, std::uint8_t{0});  // a hidden row
  }
  return inputs;
}

/// Operands lie as [batch, row, head, width], so that no stride is the width alone.
HeadsOperand interleaved(const std::vector<float>& data, const AttentionCase& size, std::int64_t rows,
                         std::int64_t width) {
  return {data.data(), size.heads * width, width, rows * size.heads * width};
}

std::size_t interleavedAt(const AttentionCase& size, std::int64_t rows, std::int64_t width, std::int64_t batch,
                          std::int64_t head, std::int64_t row, std::int64_t column) {
  return static_cast<std::size_t>(((batch * rows + row) * size.heads + head) * width + column);
}

/// Outputs followed by the log-sum-exps.
std::vector<float> attentionByKernels(const KernelContext& context, const FloatKernels& kernels,
                                      const AttentionCase& size, const AttentionInputs& inputs) {
  std::vector<float> results(static_cast<std::size_t>(size.rows() * (size.valueDepth + 1)));
  const Attention attention = {
      .batch = size.batch,
      .heads = size.heads,
      .queries = size.queries,
      .keys = size.keys,
      .depth = size.depth,
      .valueDepth = size.valueDepth,
      .query = interleaved(inputs.query, size, size.queries, size.depth),
      .key = interleaved(inputs.key, size, size.keys, size.depth),
      .value = interleaved(inputs.value, size, size.keys, size.valueDepth),
      .scale = size.scale,
      .window = size.window,
      .mask = size.masked ? inputs.mask.data() : nullptr,
      .maskRowStride = size.keys,
      .maskBatchStride = size.queries * size.keys,
      .bias = {size.biased ? inputs.bias.data() : nullptr, size.keys, size.queries * size.keys, 0},
      .output = results.data(),
      .outputRowStride = size.heads * size.valueDepth,
      .outputHeadStride = size.valueDepth,
      .outputBatchStride = size.queries * size.heads * size.valueDepth,
      .logSumExp = results.data() + size.rows() * size.valueDepth,
  };
  kernels.attention(context, attention);
  return results;
}

struct Score {
  std::int64_t key;
  double value;
};

/// One row of scores by the textbook; hidden keys are left out.
std::vector<Score> visibleScores(const AttentionCase& size, const AttentionInputs& inputs, std::int64_t batch,
                                 std::int64_t head, std::int64_t i) {
  std::vector<Score> scores;
  for (std::int64_t j = 0; j < size.keys; ++j) {
    const std::int64_t centre = i + size.window.shift;
    if (j < centre - size.window.before || j > centre + size.window.after) continue;
    if (size.masked && inputs.mask[static_cast<std::size_t>((batch * size.queries + i) * size.keys + j)] == 0) continue;
    double score = 0;
    for (std::int64_t c = 0; c < size.depth; ++c) {
      score += static_cast<double>(inputs.query[interleavedAt(size, size.queries, size.depth, batch, head, i, c)]) *
               static_cast<double>(inputs.key[interleavedAt(size, size.keys, size.depth, batch, head, j, c)]);
    }
    score *= static_cast<double>(size.scale);
    if (size.biased) {
      score += static_cast<double>(inputs.bias[static_cast<std::size_t>((head * size.queries + i) * size.keys + j)]);
    }
    scores.push_back({j, score});
  }
  return scores;
}

std::vector<double> attentionByLoops(const AttentionCase& size, const AttentionInputs& inputs) {
  std::vector<double> results(static_cast<std::size_t>(size.rows() * (size.valueDepth + 1)));
  for (std::int64_t batch = 0; batch < size.batch; ++batch) {
    for (std::int64_t head = 0; head < size.heads; ++head) {
      for (std::int64_t i = 0; i < size.queries; ++i) {
        double sum = 0;
        for (const Score& score : visibleScores(size, inputs, batch, head, i)) {
          const double weight = std::exp(score.value);
          sum += weight;
          for (std::int64_t c = 0; c < size.valueDepth; ++c) {
            results[interleavedAt(size, size.queries, size.valueDepth, batch, head, i, c)] +=
                weight * static_cast<double>(
                             inputs.value[interleavedAt(size, size.keys, size.valueDepth, batch, head, score.key, c)]);
          }
        }
        for (std::int64_t c = 0; c < size.valueDepth && sum > 0; ++c) {
          results[interleavedAt(size, size.queries, size.valueDepth, batch, head, i, c)] /= sum;
        }
        const std::int64_t row = (batch * size.heads + head) * size.queries + i;
        results[static_cast<std::size_t>(size.rows() * size.valueDepth + row)] = std::log(sum);
      }
    }
  }
  return results;
}

std::vector<AttentionCase> attentionCases() {
  constexpr std::int64_t kAll = KeyWindow::kUnlimited;
  std::vector<AttentionCase> cases = {
      {1, 1, 0, 5, 8, 8, {}, false, false, 1.0F},
      {1, 1, 5, 0, 8, 8, {}, false, false, 1.0F},
      {1, 1, 1, 1, 1, 1, {}, false, false, 1.0F},
      {1, 1, 4, 6, 0, 3, {}, false, false, 1.0F},
      {2, 3, 130, 1100, 64, 64, {}, false, false, 0.125F},
      {1, 1, 230, 1100, 64, 64, {}, false, false, 0.125F},
      {4, 4, 211, 530, 20, 32, {kAll, 5, 300}, false, false, 0.3F},
      {1, 2, 700, 700, 16, 24, {kAll, 0, 0}, false, false, 0.25F},
      {1, 1, 700, 700, 16, 24, {9, 9, 0}, false, false, 0.25F},
      {1, 1, 300, 1300, 8, 8, {40, 3, 600}, false, true, 0.25F},
      {1, 1, 9, 600, 8, 40, {kAll, 0, 591}, true, true, -0.7F},
      {1, 2, 90, 60, 5, 33, {2, 1, -40}, false, false, 0.5F},
      {2, 2, 150, 600, 12, 17, {}, true, false, 1.0F},
      {2, 1, 150, 600, 12, 17, {}, true, true, 0.0F},
      {7, 9, 12, 12, 8, 8, {}, true, false, 0.4F},
  };
  for (std::int64_t n = 1; n <= 70; n += 3) {
    const KeyWindow window = {n % 2 == 0 ? kAll : 7, n % 3 == 0 ? kAll : 3, n % 5};
    cases.push_back({1, 2, n, 71 - n, n % 19 + 1, n % 23 + 1, window, n % 4 == 0, n % 7 < 2, 0.5F});
  }
  return cases;
}

}  // namespace

class TestAttentionKernel : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void attentionMatchesLoops_data() { addKernelBuilds(); }
  void attentionMatchesLoops() {
    for (const AttentionCase& size : attentionCases()) {
      const AttentionInputs inputs = inputsOf(size);
      const auto actual = withOneAndTwoThreads(
          [&](const KernelContext& context) { return attentionByKernels(context, kernelsOfRow(), size, inputs); });
      // The rounding of scores up to 30 (some 2e-6) is taken over by their weights and by the log-sum-exp.
      const QString difference = firstDifference(actual, attentionByLoops(size, inputs), 1e-5);
      QVERIFY2(difference.isEmpty(),
               qPrintable(QStringLiteral("%1 queries, %2 keys: %3").arg(size.queries).arg(size.keys).arg(difference)));
    }
  }

  void blocksThatTheMaskOrTheWindowEmptiesAreSkipped_data() { addKernelBuilds(); }
  void blocksThatTheMaskOrTheWindowEmptiesAreSkipped() {
    // Had a block of NaN values been multiplied by its weights of 0, NaN would be the result.
    ThreadPool pool(1);
    const AttentionCase masked{1, 1, 40, 1600, 8, 8, {}, true, false, 1.0F};
    AttentionInputs inputs = inputsOf(masked);
    for (std::size_t i = 0; i < inputs.mask.size(); ++i) inputs.mask[i] = i % 1600 < 512 ? 1 : 0;
    std::fill(inputs.value.begin() + 512 * 8, inputs.value.end(), kNaN);
    for (const float value : attentionByKernels({{}, pool}, kernelsOfRow(), masked, inputs))
      QVERIFY(!std::isnan(value));
    const AttentionCase windowed{1, 1, 40, 1600, 8, 8, {100, 100, 0}, false, false, 1.0F};
    for (const float value : attentionByKernels({{}, pool}, kernelsOfRow(), windowed, inputs)) {
      QVERIFY(!std::isnan(value));
    }
  }

  void aBiasOfMinusInfinityHides_data() { addKernelBuilds(); }
  void aBiasOfMinusInfinityHides() {
    ThreadPool pool(1);
    const AttentionCase size{1, 1, 3, 40, 8, 8, {}, false, true, 1.0F};
    AttentionInputs inputs = inputsOf(size);
    std::fill_n(inputs.bias.begin(), 40, -kInfinity);
    inputs.bias[45] = -kInfinity;
    const auto actual = attentionByKernels({{}, pool}, kernelsOfRow(), size, inputs);
    const QString difference = firstDifference(actual, attentionByLoops(size, inputs), 1e-5);  // as above
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
    for (std::size_t c = 0; c < 8; ++c) QCOMPARE(actual[c], 0.0F);
    QCOMPARE(actual[24], -kInfinity);
  }

  void attentionSpreadsNaN_data() { addKernelBuilds(); }
  void attentionSpreadsNaN() {
    const AttentionCase size{1, 1, 30, 700, 8, 8, {}, false, false, 1.0F};
    ThreadPool pool(1);
    AttentionInputs inputs = inputsOf(size);
    inputs.query[5 * 8 + 1] = kNaN;
    auto results = attentionByKernels({{}, pool}, kernelsOfRow(), size, inputs);
    for (std::size_t i = 0; i < 240; ++i) QCOMPARE(std::isnan(results[i]), i / 8 == 5);
    inputs = inputsOf(size);
    inputs.key[690 * 8] = kNaN;
    results = attentionByKernels({{}, pool}, kernelsOfRow(), size, inputs);
    for (const float value : results) QVERIFY(std::isnan(value));
    inputs = inputsOf(size);
    inputs.value[3 * 8 + 2] = kNaN;
    results = attentionByKernels({{}, pool}, kernelsOfRow(), size, inputs);
    for (std::size_t i = 0; i < 240; ++i) QCOMPARE(std::isnan(results[i]), i % 8 == 2);
  }

  void aStopEndsAttention() {
    std::stop_source source;
    source.request_stop();
    ThreadPool pool(2);
    const AttentionCase size{1, 1, 30, 30, 8, 8, {}, false, false, 1.0F};
    const AttentionInputs inputs = inputsOf(size);
    QVERIFY_EXCEPTION_THROWN(attentionByKernels({source.get_token(), pool}, floatKernels(), size, inputs), Cancelled);
  }
};

QTEST_GUILESS_MAIN(TestAttentionKernel)
#include "tst_attention_kernel.moc"
