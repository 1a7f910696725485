#include "core/autodiff/gradients.h"
#include "core/base/philox.h"
#include "core/exec/cpu_backend.h"
#include "core/program/rewrite.h"
#include "tests/core/op_runner.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <numeric>

using namespace heed::core;
using heed::core::testing::runOp;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Numbers in [-1, 1), the same for the same seed.
Tensor randomTensor(const Shape& shape, std::uint64_t seed) {
  std::vector<double> elements(static_cast<std::size_t>(shape.elementCount()));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    elements[i] = 2.0 * static_cast<double>(philoxUniform(seed, 5, i)) - 1.0;
  }
  return Tensor::fromDoubles(shape, std::move(elements));
}

Tensor reals(const Shape& shape, std::vector<double> elements) {
  return Tensor::fromDoubles(shape, std::move(elements));
}

Tensor ints(const Shape& shape, std::vector<std::int32_t> elements) {
  return Tensor::fromInts(shape, std::move(elements));
}

std::vector<Tensor> outputsOf(const OpDef& op, const std::vector<Tensor>& operands, const Attributes& attributes = {}) {
  ThreadPool pool(2);
  KernelContext context{{}, pool};
  return runOp(op, operands, attributes, Precision::Float64, context);
}

std::vector<Tensor> runProgram(Builder& builder, std::vector<ProgramOutput> outputs,
                               const std::vector<Tensor>& inputs) {
  CpuBackend backend;
  ThreadPool pool(2);
  KernelContext kernel{{}, pool};
  RunContext context{kernel};
  const auto plan = backend.prepare(builder.finish(std::move(outputs)), Keep::Outputs, Precision::Float64);
  return backend.run(*plan, inputs, context).outputs;
}

void compare(const std::vector<double>& actual, const std::vector<double>& expected, double tolerance) {
  QCOMPARE(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const bool bothNaN = std::isnan(actual[i]) && std::isnan(expected[i]);
    if (bothNaN || std::abs(actual[i] - expected[i]) <= tolerance) continue;
    QFAIL(qPrintable(QStringLiteral("element %1 is %2, expected %3")
                         .arg(i)
                         .arg(actual[i], 0, 'g', 17)
                         .arg(expected[i], 0, 'g', 17)));
  }
}

const OpDef& op(const char* name) {
  return *findOp(name);
}

/// a [batch, m, k] and b [batch, k, n] as they are stored before the transposes; a batch of 1 is shared.
std::vector<double> plainProduct(const Tensor& a, const Tensor& b, bool transposeA, bool transposeB,
                                 std::int64_t batch) {
  const std::int64_t m = transposeA ? a.shape()[-1] : a.shape()[-2];
  const std::int64_t k = transposeA ? a.shape()[-2] : a.shape()[-1];
  const std::int64_t n = transposeB ? b.shape()[-2] : b.shape()[-1];
  std::vector<double> result;
  if (m * k == 0 || k * n == 0) return result;
  const std::int64_t batchA = a.elementCount() / (m * k);
  const std::int64_t batchB = b.elementCount() / (k * n);
  for (std::int64_t s = 0; s < batch; ++s) {
    for (std::int64_t i = 0; i < m; ++i) {
      for (std::int64_t j = 0; j < n; ++j) {
        double sum = 0.0;
        for (std::int64_t t = 0; t < k; ++t) {
          const std::int64_t inA = s % batchA * m * k + (transposeA ? t * m + i : i * k + t);
          const std::int64_t inB = s % batchB * k * n + (transposeB ? j * k + t : t * n + j);
          sum += a.at(inA) * b.at(inB);
        }
        result.push_back(sum);
      }
    }
  }
  return result;
}

/// softmax(q k^T scale + bias over allowed keys) v for one batch entry; mask and bias [nq, nk] or null.
std::vector<double> plainAttention(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask,
                                   const Tensor& bias, double scale) {
  const std::int64_t keys = k.shape()[0];
  std::vector<double> result;
  for (std::int64_t i = 0; i < q.shape()[0]; ++i) {
    std::vector<double> weights(static_cast<std::size_t>(keys), 0.0);
    double total = 0.0;
    for (std::int64_t j = 0; j < keys; ++j) {
      if (!mask.isNull() && mask.at(i * keys + j) == 0.0) continue;
      double score = 0.0;
      for (std::int64_t c = 0; c < q.shape()[1]; ++c) score += q.at(i * q.shape()[1] + c) * k.at(j * q.shape()[1] + c);
      score = score * scale + (bias.isNull() ? 0.0 : bias.at(i * keys + j));
      weights[static_cast<std::size_t>(j)] = std::exp(score);
      total += std::exp(score);
    }
    for (std::int64_t c = 0; c < v.shape()[1]; ++c) {
      double sum = 0.0;
      for (std::int64_t j = 0; j < keys; ++j) {
        if (total > 0.0) sum += weights[static_cast<std::size_t>(j)] / total * v.at(j * v.shape()[1] + c);
      }
      result.push_back(sum);
    }
  }
  return result;
}

StepSpec labelled(const char* id, std::vector<Axis> axes) {
  StepSpec spec;
  spec.id = id;
  spec.axes = std::move(axes);
  return spec;
}

std::shared_ptr<const Program> runningSumBody() {
  Builder body;
  const Value carry = body.input("carry", {ValueKind::Real, {2}});
  const Value slice = body.input("slice", {ValueKind::Real, {2}});
  const Value sum = ops::add(body, carry, slice);
  return body.finish({{"carry", sum}, {"stacked", ops::scale(body, sum, 10.0)}});
}

}  // namespace

class TestOpMoves : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void productsAgreeWithLoops_data();
  void productsAgreeWithLoops();
  void productKeepsNaN();
  void productRefusesDifferentInnerSizes();
  void permuteMovesEveryElement();
  void transposeSwapsTwoAxes();
  void broadcastRepeats();
  void concatenateAlongMiddleAxis();
  void sliceTakesEveryStep();
  void unsliceIsTheInverseOfSlice();
  void gatherTakesRowsOfTheMiddleAxis();
  void gatherRefusesAnIndexOutside();
  void scatterAddAddsEqualIndices();
  void scatterAlongLastAddsInEachRow();
  void takeAlongLastTakesOneOfEachRow();
  void orderKeepsTiesAndPutsNaNFirst();
  void oneHotIgnoresIndicesOutside();
  void cumulativeSumsGoBothWays();
  void uniformsDependOnSeedAndStreamOnly();
  void sampleIndexAgreesWithTheOracle();
  void sampleIndexNeverTakesAnImpossibleIndex();
  void attentionAgreesWithLoops_data();
  void attentionAgreesWithLoops();
  void attentionSharesKeysAcrossHeads();
  void attentionExpansionLabelsItsSteps();
  void scanSumsAndSaves_data();
  void scanSumsAndSaves();
  void scanWithoutStepsHandsTheCarryOn();
  void scanGradientReachesEverything();
  void scanRefusesACarryThatChangesShape();
};

void TestOpMoves::productsAgreeWithLoops_data() {
  QTest::addColumn<int>("row");
  const char* names[] = {"plain",           "left transposed",        "right transposed",
                         "both transposed", "one matrix for a batch", "one matrix for a batch, transposed",
                         "blocks of rows",  "broadcast on the left"};
  for (int i = 0; i < 8; ++i) QTest::newRow(names[i]) << i;
}

void TestOpMoves::productsAgreeWithLoops() {
  struct Row {
    Shape a;
    Shape b;
    bool transposeA;
    bool transposeB;
    std::int64_t batch;
  };
  const std::vector<Row> rows = {{{3, 5}, {5, 7}, false, false, 1},
                                 {{2, 5, 3}, {2, 5, 7}, true, false, 2},
                                 {{2, 2, 3, 5}, {2, 2, 7, 5}, false, true, 4},
                                 {{5, 3}, {7, 5}, true, true, 1},
                                 {{4, 3, 5}, {5, 2}, false, false, 4},
                                 {{4, 3, 5}, {2, 5}, false, true, 4},
                                 {{131, 17}, {17, 9}, false, false, 1},
                                 {{3, 5}, {4, 5, 2}, false, false, 4}};
  QFETCH(int, row);
  const Row& data = rows[static_cast<std::size_t>(row)];
  const Tensor a = randomTensor(data.a, 1);
  const Tensor b = randomTensor(data.b, 2);
  const Attributes attributes{{"transposeA", data.transposeA}, {"transposeB", data.transposeB}};
  const std::vector<double> expected = plainProduct(a, b, data.transposeA, data.transposeB, data.batch);
  compare(runOp(op("matmul"), {a, b}, attributes).toDoubles(), expected,
          1e-14);  // sums of 17 products in another order
  // Operands rounded to float32 and sums of up to 17 products below 1.
  compare(runOp(op("matmul"), {a, b}, attributes, Precision::Float32).toDoubles(), expected, 2e-6);
}

void TestOpMoves::productKeepsNaN() {
  const Attributes attributes{{"transposeA", false}, {"transposeB", false}};
  compare(runOp(op("matmul"), {reals({2, 2}, {0, 0, 1, 1}), reals({2, 1}, {kNaN, 2})}, attributes).toDoubles(),
          {kNaN, kNaN}, 0.0);
}

void TestOpMoves::productRefusesDifferentInnerSizes() {
  Builder builder;
  const Value a = builder.input("a", {ValueKind::Real, {2, 3}});
  try {
    static_cast<void>(ops::matmul(builder, a, a));
    QFAIL("the product was accepted");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::Shape);
    QVERIFY(error.text().english().find("inner sizes are 3 and 2") != std::string::npos);
  }
}

void TestOpMoves::permuteMovesEveryElement() {
  const Tensor a = randomTensor({2, 3, 4}, 3);
  const Tensor moved = runOp(op("permute"), {a}, {{"order", std::vector<std::int64_t>{2, 0, 1}}});
  QVERIFY(moved.shape() == (Shape{4, 2, 3}));
  for (std::int64_t i = 0; i < 2; ++i) {
    for (std::int64_t j = 0; j < 3; ++j) {
      for (std::int64_t k = 0; k < 4; ++k) QCOMPARE(moved.at((k * 2 + i) * 3 + j), a.at((i * 3 + j) * 4 + k));
    }
  }
}

void TestOpMoves::transposeSwapsTwoAxes() {
  Builder builder;
  const Value a = builder.input("a", {ValueKind::Real, {2, 3}});
  const std::vector<Tensor> outputs =
      runProgram(builder, {{"t", ops::transpose(builder, a, -1, -2)}}, {reals({2, 3}, {1, 2, 3, 4, 5, 6})});
  compare(outputs[0].toDoubles(), {1, 4, 2, 5, 3, 6}, 0.0);
}

void TestOpMoves::broadcastRepeats() {
  const Tensor column = reals({2, 1}, {1, 2});
  compare(runOp(op("broadcast_to"), {column}, {{"shape", std::vector<std::int64_t>{2, 2, 3}}}).toDoubles(),
          {1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2}, 0.0);
  compare(runOp(op("broadcast_to"), {reals({2}, {1, 2})}, {{"shape", std::vector<std::int64_t>{2, 2}}}).toDoubles(),
          {1, 2, 1, 2}, 0.0);
}

void TestOpMoves::concatenateAlongMiddleAxis() {
  const Tensor a = ints({2, 1, 2}, {1, 2, 3, 4});
  const Tensor b = ints({2, 2, 2}, {5, 6, 7, 8, 9, 10, 11, 12});
  compare(runOp(op("concatenate"), {a, b}, {{"axis", std::int64_t{1}}}).toDoubles(),
          {1, 2, 5, 6, 7, 8, 3, 4, 9, 10, 11, 12}, 0.0);
}

void TestOpMoves::sliceTakesEveryStep() {
  const Attributes range{
      {"axis", std::int64_t{1}}, {"begin", std::int64_t{1}}, {"end", std::int64_t{5}}, {"step", std::int64_t{2}}};
  compare(runOp(op("slice"), {reals({2, 6}, {0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15})}, range).toDoubles(),
          {1, 3, 11, 13}, 0.0);
}

void TestOpMoves::unsliceIsTheInverseOfSlice() {
  const Attributes range{
      {"axis", std::int64_t{0}}, {"size", std::int64_t{5}}, {"begin", std::int64_t{1}}, {"step", std::int64_t{2}}};
  compare(runOp(op("unslice"), {reals({2, 2}, {1, 2, 3, 4})}, range).toDoubles(), {0, 0, 1, 2, 0, 0, 3, 4, 0, 0}, 0.0);
}

void TestOpMoves::gatherTakesRowsOfTheMiddleAxis() {
  const Tensor a = randomTensor({2, 4, 3}, 4);
  const Tensor indices = ints({2, 2}, {3, 0, 0, 2});
  const Tensor rows = runOp(op("gather"), {a, indices}, {{"axis", std::int64_t{1}}});
  QVERIFY(rows.shape() == (Shape{2, 2, 2, 3}));
  for (std::int64_t i = 0; i < 2; ++i) {
    for (std::int64_t j = 0; j < 4; ++j) {
      for (std::int64_t c = 0; c < 3; ++c) {
        QCOMPARE(rows.at((i * 4 + j) * 3 + c), a.at((i * 4 + indices.ints()[static_cast<std::size_t>(j)]) * 3 + c));
      }
    }
  }
}

void TestOpMoves::gatherRefusesAnIndexOutside() {
  try {
    static_cast<void>(runOp(op("gather"), {reals({3}, {1, 2, 3}), ints({2}, {0, 3})}, {{"axis", std::int64_t{0}}}));
    QFAIL("the index was accepted");
  } catch (const Error& error) {
    QCOMPARE(QString::fromStdString(error.text().english()),
             QStringLiteral("gather: index 3 at position 1 is outside [0, 3)"));
  }
}

void TestOpMoves::scatterAddAddsEqualIndices() {
  const Attributes into{{"axis", std::int64_t{0}}, {"size", std::int64_t{3}}};
  compare(runOp(op("scatter_add"), {reals({3, 2}, {1, 2, 10, 20, 100, 200}), ints({3}, {2, 0, 2})}, into).toDoubles(),
          {10, 20, 0, 0, 101, 202}, 0.0);
  const Attributes last{{"axis", std::int64_t{1}}, {"size", std::int64_t{2}}};
  compare(runOp(op("scatter_add"), {reals({2, 3}, {1, 2, 3, 4, 5, 6}), ints({3}, {1, 1, 0})}, last).toDoubles(),
          {3, 3, 6, 9}, 0.0);
}

void TestOpMoves::scatterAlongLastAddsInEachRow() {
  compare(runOp(op("scatter_along_last"), {reals({2, 3}, {1, 2, 3, 4, 5, 6}), ints({2, 3}, {0, 2, 0, 1, 1, 1})},
                {{"size", std::int64_t{3}}})
              .toDoubles(),
          {4, 0, 2, 0, 15, 0}, 0.0);
}

void TestOpMoves::takeAlongLastTakesOneOfEachRow() {
  compare(runOp(op("take_along_last"), {reals({2, 3}, {1, 2, 3, 4, 5, 6}), ints({2}, {2, 0})}).toDoubles(), {3, 4},
          0.0);
}

void TestOpMoves::orderKeepsTiesAndPutsNaNFirst() {
  const Tensor rows = reals({3, 4}, {1, 3, 3, 2, -1, -1, -1, -1, 0, kNaN, 5, kNaN});
  compare(runOp(op("arg_max"), {rows}).toDoubles(), {1, 0, 1}, 0.0);
  const std::vector<Tensor> sorted = outputsOf(op("sort"), {rows});
  compare(sorted[0].toDoubles(), {3, 3, 2, 1, -1, -1, -1, -1, kNaN, kNaN, 5, 0}, 0.0);
  compare(sorted[1].toDoubles(), {1, 2, 3, 0, 0, 1, 2, 3, 1, 3, 2, 0}, 0.0);
  const std::vector<Tensor> top = outputsOf(op("top_k"), {rows}, {{"k", std::int64_t{2}}});
  compare(top[0].toDoubles(), {3, 3, -1, -1, kNaN, kNaN}, 0.0);
  compare(top[1].toDoubles(), {1, 2, 0, 1, 1, 3}, 0.0);
}

void TestOpMoves::oneHotIgnoresIndicesOutside() {
  compare(runOp(op("one_hot"), {ints({3}, {1, -1, 3})}, {{"size", std::int64_t{3}}}).toDoubles(),
          {0, 1, 0, 0, 0, 0, 0, 0, 0}, 0.0);
}

void TestOpMoves::cumulativeSumsGoBothWays() {
  const Tensor rows = reals({2, 3}, {1, 2, 3, 4, 5, 6});
  compare(runOp(op("cumulative_sum"), {rows}).toDoubles(), {1, 3, 6, 4, 9, 15}, 0.0);
  compare(runOp(op("reverse_cumulative_sum"), {rows}).toDoubles(), {6, 5, 3, 15, 11, 6}, 0.0);
}

void TestOpMoves::uniformsDependOnSeedAndStreamOnly() {
  const auto draw = [](std::uint64_t seed, std::int64_t stream, Precision precision, int threads) {
    ThreadPool pool(threads);
    KernelContext context{{}, pool, seed};
    const Attributes attributes{{"shape", std::vector<std::int64_t>{20000}}, {"stream", stream}};
    return runOp(op("random_uniform"), {}, attributes, precision, context).front().toDoubles();
  };
  const std::vector<double> first = draw(7, 3, Precision::Float64, 1);
  QVERIFY(first == draw(7, 3, Precision::Float32, 2));
  QVERIFY(first != draw(8, 3, Precision::Float64, 1));
  QVERIFY(first != draw(7, 4, Precision::Float64, 1));
  QCOMPARE(first[12345], static_cast<double>(philoxUniform(7, 3, 12345)));
}

void TestOpMoves::sampleIndexAgreesWithTheOracle() {
  // Oracle "41_hard_attention": inverse CDF over p with the given uniforms.
  const std::vector<double> uniforms = {0.05, 0.1, 0.2999999, 0.3, 0.55, 0.6, 0.999, 0.0};
  std::vector<double> probabilities;
  for (std::size_t i = 0; i < uniforms.size(); ++i) probabilities.insert(probabilities.end(), {0.1, 0.2, 0.3, 0.4});
  compare(runOp(op("sample_index"), {reals({8, 4}, probabilities), reals({8}, uniforms)}).toDoubles(),
          {0, 1, 1, 1, 2, 2, 3, 0}, 0.0);
}

void TestOpMoves::sampleIndexNeverTakesAnImpossibleIndex() {
  const Tensor rows = reals({4, 3}, {0, 1, 0, 0, 0, 0, 0.5, 0.4, 0, 0, 0.5, 0.5});
  compare(runOp(op("sample_index"), {rows, reals({4}, {0.0, 0.5, 0.95, 0.0})}).toDoubles(), {1, -1, 1, 1}, 0.0);
}

void TestOpMoves::attentionAgreesWithLoops_data() {
  QTest::addColumn<bool>("hasMask");
  QTest::addColumn<bool>("hasBias");
  QTest::newRow("plain") << false << false;
  QTest::newRow("mask with a row of nothing") << true << false;
  QTest::newRow("bias") << false << true;
  QTest::newRow("mask and bias") << true << true;
}

void TestOpMoves::attentionAgreesWithLoops() {
  QFETCH(bool, hasMask);
  QFETCH(bool, hasBias);
  const Tensor q = randomTensor({37, 5}, 1);
  const Tensor k = randomTensor({11, 5}, 2);
  const Tensor v = randomTensor({11, 3}, 3);
  std::vector<std::uint8_t> allowed;
  for (std::size_t i = 0; i < 37 * 11; ++i) allowed.push_back(i / 11 != 4 && i * 7 % 5 < 3 ? 1 : 0);
  const Tensor mask = hasMask ? Tensor::fromBools({37, 11}, allowed) : Tensor();
  const Tensor bias = hasBias ? randomTensor({37, 11}, 4) : Tensor();
  std::vector<Tensor> operands = {q, k, v};
  if (hasMask) operands.push_back(mask);
  if (hasBias) operands.push_back(bias);
  const Attributes attributes{{"mask", hasMask}, {"bias", hasBias}, {"scale", 0.7}};
  const std::vector<double> expected = plainAttention(q, k, v, mask, bias, 0.7);
  compare(runOp(op("attention"), operands, attributes).toDoubles(), expected, 1e-14);  // the same sums in another order
  // Operands rounded to float32; the output is a mean of numbers below 1.
  compare(runOp(op("attention"), operands, attributes, Precision::Float32).toDoubles(), expected, 2e-6);
  if (hasMask) {
    for (std::size_t c = 0; c < 3; ++c) QCOMPARE(expected[4 * 3 + c], 0.0);
  }
}

void TestOpMoves::attentionSharesKeysAcrossHeads() {
  const Tensor q = randomTensor({2, 3, 4}, 1);
  const Tensor k = randomTensor({5, 4}, 2);
  const Tensor v = randomTensor({5, 2}, 3);
  const Attributes attributes{{"mask", false}, {"bias", false}, {"scale", 0.5}};
  const std::vector<double> all = runOp(op("attention"), {q, k, v}, attributes).toDoubles();
  const std::vector<double> numbers = q.toDoubles();
  for (std::ptrdiff_t head = 0; head < 2; ++head) {
    const Tensor one = reals({3, 4}, {numbers.begin() + head * 12, numbers.begin() + (head + 1) * 12});
    compare({all.begin() + head * 6, all.begin() + (head + 1) * 6}, plainAttention(one, k, v, {}, {}, 0.5), 1e-14);
  }
}

void TestOpMoves::attentionExpansionLabelsItsSteps() {
  Builder builder;
  const auto names = std::make_shared<const AxisLabels>(AxisLabels{{"a", "b", "c"}, {}, 0, 0});
  const Value q = builder.input("q", {ValueKind::Real, {2, 4}});
  const Value k = builder.step(builder.input("k", {ValueKind::Real, {3, 4}}),
                               labelled("key", {{AxisMeaning::Token, names}, {AxisMeaning::Channel, nullptr}}));
  const Value v = builder.input("v", {ValueKind::Real, {3, 2}});
  const Value mask = builder.input("mask", {ValueKind::Bool, {2, 3}});
  const Value output =
      builder.step(ops::attention(builder, q, k, v, mask, {}, 0.5),
                   labelled("output", {{AxisMeaning::Query, nullptr}, {AxisMeaning::Channel, nullptr}}));
  const auto program = fullyExpanded(*builder.finish({{"output", output}}));
  QVERIFY(program->stepIndex("scores") >= 0);
  QVERIFY(program->stepIndex("scaled") >= 0);
  QCOMPARE(program->stepIndex("biased"), -1);
  const int position = program->stepIndex("weights");
  QVERIFY(position >= 0);
  const Step& weights = program->steps()[static_cast<std::size_t>(position)];
  QVERIFY(weights.role == Role::Weights);
  QCOMPARE(weights.mask.id, program->inputs()[3].value.id);
  QVERIFY(weights.axes.at(0).meaning == AxisMeaning::Query);
  QVERIFY(weights.axes.at(1).meaning == AxisMeaning::Key);
  QVERIFY(weights.axes.at(1).labels == names);
}

void TestOpMoves::scanSumsAndSaves_data() {
  QTest::addColumn<bool>("backward");
  QTest::addColumn<QList<double>>("last");
  QTest::addColumn<QList<double>>("stacked");
  QTest::addColumn<QList<double>>("saved");
  QTest::newRow("forward") << false << QList<double>{10, 13} << QList<double>{20, 30, 50, 70, 100, 130}
                           << QList<double>{1, 1, 2, 3, 5, 7};
  QTest::newRow("backward") << true << QList<double>{10, 13} << QList<double>{100, 130, 90, 110, 60, 70}
                            << QList<double>{9, 11, 6, 7, 1, 1};
}

void TestOpMoves::scanSumsAndSaves() {
  QFETCH(bool, backward);
  QFETCH(QList<double>, last);
  QFETCH(QList<double>, stacked);
  QFETCH(QList<double>, saved);
  Builder builder;
  const Value start = builder.input("start", {ValueKind::Real, {2}});
  const Value sequence = builder.input("sequence", {ValueKind::Real, {3, 2}});
  const ops::ScanResult result = ops::scan(builder, runningSumBody(), {}, std::span(&start, 1), std::span(&sequence, 1),
                                           backward ? ops::Direction::Backward : ops::Direction::Forward);
  const std::vector<Tensor> outputs = runProgram(
      builder, {{"last", result.carries[0]}, {"stacked", result.stacked[0]}, {"saved", result.savedCarries[0]}},
      {reals({2}, {1, 1}), reals({3, 2}, {1, 2, 3, 4, 5, 6})});
  compare(outputs[0].toDoubles(), {last.begin(), last.end()}, 0.0);
  compare(outputs[1].toDoubles(), {stacked.begin(), stacked.end()}, 0.0);
  compare(outputs[2].toDoubles(), {saved.begin(), saved.end()}, 0.0);
}

void TestOpMoves::scanWithoutStepsHandsTheCarryOn() {
  Builder builder;
  const Value start = builder.input("start", {ValueKind::Real, {2}});
  const Value sequence = builder.input("sequence", {ValueKind::Real, {0, 2}});
  const ops::ScanResult result =
      ops::scan(builder, runningSumBody(), {}, std::span(&start, 1), std::span(&sequence, 1));
  const std::vector<Tensor> outputs = runProgram(builder, {{"last", result.carries[0]}, {"stacked", result.stacked[0]}},
                                                 {reals({2}, {4, 5}), reals({0, 2}, {})});
  compare(outputs[0].toDoubles(), {4, 5}, 0.0);
  QCOMPARE(outputs[1].elementCount(), 0);
}

/// s' = s w + x, loss = sum of the last s, of stacked w s', and of the saved s: derived by hand for T = 2.
void TestOpMoves::scanGradientReachesEverything() {
  Builder body;
  const Value weight = body.input("weight", {ValueKind::Real, {}});
  const Value state = body.input("state", {ValueKind::Real, {}});
  const Value slice = body.input("slice", {ValueKind::Real, {}});
  const Value next = ops::add(body, ops::multiply(body, state, weight), slice);
  const auto program = body.finish({{"state", next}, {"stacked", ops::multiply(body, weight, next)}});
  Builder builder;
  const Value w = builder.input("w", {ValueKind::Real, {}});
  const Value s = builder.input("s", {ValueKind::Real, {}});
  const Value x = builder.input("x", {ValueKind::Real, {2}});
  const ops::ScanResult result = ops::scan(builder, program, std::span(&w, 1), std::span(&s, 1), std::span(&x, 1));
  const auto total = [&](Value value) { return ops::reduceSum(builder, value, {}, ops::KeepDimensions::No); };
  const Value loss =
      ops::add(builder, ops::add(builder, result.carries[0], total(result.stacked[0])), total(result.savedCarries[0]));
  const std::vector<Value> wrt = {w, s, x};
  const std::vector<Value> back = gradients(builder, loss, wrt);
  const std::vector<Tensor> outputs = runProgram(builder, {{"w", back[0]}, {"s", back[1]}, {"x", back[2]}},
                                                 {Tensor::scalar(0.5), Tensor::scalar(3.0), reals({2}, {2, -1})});
  // s1 = s w + x0 = 3.5, s2 = s1 w + x1 = 0.75; loss = s2 + w s1 + w s2 + s + s1.
  // d/ds2 = 1 + w = 1.5; d/ds1 = 1.5 w + w + 1 = 2.25; dw = s1 + s2 + 1.5 s1 + 2.25 s = 16.25.
  compare(outputs[0].toDoubles(), {16.25}, 1e-14);
  compare(outputs[1].toDoubles(), {2.25 * 0.5 + 1.0}, 1e-14);
  compare(outputs[2].toDoubles(), {2.25, 1.5}, 1e-14);
}

void TestOpMoves::scanRefusesACarryThatChangesShape() {
  Builder body;
  const Value carry = body.input("carry", {ValueKind::Real, {2}});
  static_cast<void>(body.input("slice", {ValueKind::Real, {}}));
  const auto program = body.finish({{"carry", ops::reshape(body, carry, {2, 1})}});
  Builder builder;
  const Value start = builder.input("start", {ValueKind::Real, {2}});
  const Value sequence = builder.input("sequence", {ValueKind::Real, {3}});
  try {
    static_cast<void>(ops::scan(builder, program, {}, std::span(&start, 1), std::span(&sequence, 1)));
    QFAIL("the body was accepted");
  } catch (const Error& error) {
    QCOMPARE(QString::fromStdString(error.text().english()),
             QStringLiteral("scan: carry 0 is real 2 and its body makes real 2 x 1 of it; they must be equal"));
  }
}

QTEST_GUILESS_MAIN(TestOpMoves)
#include "tst_op_moves.moc"
