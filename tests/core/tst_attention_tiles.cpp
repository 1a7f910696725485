#include "core/exec/attention_tiles.h"
#include "core/exec/override.h"
#include "core/program/rewrite.h"
#include "tests/core/attention_program.h"
#include "tests/core/model_run.h"

#include <QtTest>

#include <cmath>
#include <limits>

using namespace heed::core;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A row of attention in plain loops: softmax over all keys at once.
std::vector<double> plainRow(const std::vector<double>& scores, const std::vector<std::uint8_t>& allowed,
                             const std::vector<double>& values, std::size_t width) {
  double largest = -kInfinity;
  const auto isAllowed = [&](std::size_t key) { return allowed.empty() || allowed[key] != 0; };
  for (std::size_t key = 0; key < scores.size(); ++key) {
    if (isAllowed(key)) largest = std::max(largest, scores[key]);
  }
  double sum = 0.0;
  std::vector<double> result(width, 0.0);
  for (std::size_t key = 0; key < scores.size(); ++key) {
    if (!isAllowed(key)) continue;
    const double weight = std::exp(scores[key] - largest);
    sum += weight;
    for (std::size_t channel = 0; channel < width; ++channel) result[channel] += weight * values[key * width + channel];
  }
  for (double& number : result) number = sum == 0.0 ? 0.0 : number / sum;
  return result;
}

std::vector<double> randomNumbers(std::size_t count, double range, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(-range, range);
  std::vector<double> numbers(count);
  for (double& number : numbers) number = uniform(random);
  return numbers;
}

/// Both ways add the same positive numbers, which the correction scales and rounds once more for each tile.
bool isNear(double a, double b) {
  return std::abs(a - b) <= 1e-13 * std::max(1.0, std::abs(b));
}

}  // namespace

class TestAttentionTiles : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void lastTileGivesThePlainRow_data() {
    QTest::addColumn<int>("keys");
    QTest::addColumn<int>("tile");
    QTest::addColumn<double>("range");
    QTest::addColumn<double>("allowedShare");
    QTest::newRow("one key") << 1 << 1 << 3.0 << 1.0;
    QTest::newRow("even tiles") << 12 << 4 << 3.0 << 1.0;
    QTest::newRow("a last tile that is shorter") << 11 << 4 << 3.0 << 1.0;
    QTest::newRow("one tile for all") << 7 << 16 << 3.0 << 1.0;
    QTest::newRow("a tile for each key") << 9 << 1 << 3.0 << 1.0;
    QTest::newRow("scores whose exponentials overflow") << 23 << 4 << 1e4 << 1.0;
    QTest::newRow("masked") << 23 << 4 << 3.0 << 0.5;
    QTest::newRow("whole tiles masked") << 40 << 2 << 3.0 << 0.2;
    QTest::newRow("everything masked") << 10 << 4 << 3.0 << 0.0;
  }
  void lastTileGivesThePlainRow() {
    QFETCH(int, keys);
    QFETCH(int, tile);
    QFETCH(double, range);
    QFETCH(double, allowedShare);
    const auto count = static_cast<std::size_t>(keys);
    const std::vector<double> scores = randomNumbers(count, range, 1);
    const std::vector<double> values = randomNumbers(count * 3, 2.0, 2);
    std::vector<std::uint8_t> allowed;
    if (allowedShare < 1.0) {
      for (const double number : randomNumbers(count, 1.0, 3)) allowed.push_back(number < 2 * allowedShare - 1 ? 1 : 0);
    }
    const AttentionTiles tiles = attentionTiles(scores, allowed, values, 3, tile);
    QCOMPARE(static_cast<int>(tiles.tiles.size()), (keys + tile - 1) / tile);
    const std::vector<double> expected = plainRow(scores, allowed, values, 3);
    QCOMPARE(tiles.result.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      QVERIFY2(isNear(tiles.result[i], expected[i]),
               qPrintable(QString("%1 and %2").arg(tiles.result[i], 0, 'g', 17).arg(expected[i], 0, 'g', 17)));
    }
  }

  /// Every state is that of a row that ends there: m and l by their definitions.
  void everyStateIsThatOfTheKeysSoFar() {
    const std::vector<double> scores = randomNumbers(11, 5.0, 4);
    const std::vector<double> values = randomNumbers(22, 2.0, 5);
    const AttentionTiles tiles = attentionTiles(scores, {}, values, 2, 4);
    QCOMPARE(tiles.tiles.size(), std::size_t{3});
    for (std::size_t i = 0; i < tiles.tiles.size(); ++i) {
      const AttentionTile& tile = tiles.tiles[i];
      QCOMPARE(tile.firstKey, static_cast<std::int64_t>(4 * i));
      const std::size_t seen = 4 * i + tile.scores.size();
      double largest = -kInfinity;
      for (std::size_t key = 0; key < seen; ++key) largest = std::max(largest, scores[key]);
      double sum = 0.0;
      for (std::size_t key = 0; key < seen; ++key) sum += std::exp(scores[key] - largest);
      QCOMPARE(tile.maximum, largest);
      QVERIFY(isNear(tile.sum, sum));
      const std::vector<double> head(scores.begin(), scores.begin() + static_cast<std::ptrdiff_t>(seen));
      const std::vector<double> mixed = plainRow(head, {}, values, 2);
      for (std::size_t channel = 0; channel < 2; ++channel)
        QVERIFY(isNear(tile.output[channel] / tile.sum, mixed[channel]));
      QCOMPARE(tile.earlierMaximum, i == 0 ? -kInfinity : tiles.tiles[i - 1].maximum);
      QCOMPARE(tile.earlierSum, i == 0 ? 0.0 : tiles.tiles[i - 1].sum);
      QVERIFY(tile.correction >= 0.0 && tile.correction <= 1.0);
      QVERIFY(isNear(tile.sum, tile.correction * tile.earlierSum + tile.tileSum));
    }
    QCOMPARE(tiles.tiles.front().correction, 0.0);
  }

  void usualTilesAreFewAndSeveral() {
    QCOMPARE(usualTileKeys(1), std::int64_t{1});
    QCOMPARE(usualTileKeys(3), std::int64_t{2});
    QCOMPARE(usualTileKeys(11), std::int64_t{4});
    QCOMPARE(usualTileKeys(32), std::int64_t{4});
    QCOMPARE(usualTileKeys(33), std::int64_t{8});
    QCOMPARE(usualTileKeys(1024), std::int64_t{128});
  }

  /// In the templates, whole and taken apart, every output of softmax attention in every head and row.
  void templatesGiveTheirOwnOutput_data() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("output");
    QTest::addColumn<bool>("isExpanded");
    for (const bool isExpanded : {false, true}) {
      const char* form = isExpanded ? "taken apart" : "whole";
      QTest::newRow(qPrintable(QString("self-attention, %1").arg(form)))
          << "self-attention" << "attention/mechanism/output" << isExpanded;
      QTest::newRow(qPrintable(QString("multi-head, %1").arg(form)))
          << "multi-head" << "attention/mechanism/output" << isExpanded;
      QTest::newRow(qPrintable(QString("soft-and-hard, %1").arg(form)))
          << "soft-and-hard" << "soft/output" << isExpanded;
      QTest::newRow(qPrintable(QString("image-patches, %1").arg(form)))
          << "image-patches" << "attention/output" << isExpanded;
    }
  }
  void templatesGiveTheirOwnOutput() {
    QFETCH(QString, id);
    QFETCH(QString, output);
    QFETCH(bool, isExpanded);
    const DocumentData document = heed::test::templateDocument(id.toStdString());
    const Lowered lowered =
        lower(document.model, document.inputs, document.weights, {document.seed, heed::test::buildResources()});
    const auto program = isExpanded ? fullyExpanded(*lowered.program) : lowered.program;
    const int step = program->stepIndex(output.toStdString());
    QVERIFY(step >= 0);
    const Value value = program->steps()[static_cast<std::size_t>(step)].value;
    const auto place = attentionPlace(*program, value);
    QVERIFY(place.has_value());
    CpuBackend backend;
    ThreadPool pool(1);
    KernelContext kernel{{}, pool, document.seed};
    RunContext context{kernel};
    Evaluator evaluator(backend, program, lowered.inputs, Precision::Float64, context);
    const Tensor& expected = evaluator.value(value);
    const std::int64_t width = expected.shape()[-1];
    const std::int64_t rows = expected.elementCount() / width;
    for (std::int64_t row = 0; row < rows; row += rows > 60 ? 17 : 1) {
      const AttentionTiles tiles = attentionTiles(evaluator, *place, row);
      QVERIFY(tiles.tiles.size() > 1);
      for (std::int64_t channel = 0; channel < width; ++channel) {
        const double number = tiles.result[static_cast<std::size_t>(channel)];
        QVERIFY2(isNear(number, expected.at(row * width + channel)), qPrintable(QString("row %1").arg(row)));
      }
    }
  }

  void maskedAttentionIsFound_data() {
    QTest::addColumn<bool>("isExpanded");
    QTest::newRow("whole") << false;
    QTest::newRow("taken apart") << true;
  }
  void maskedAttentionIsFound() {
    QFETCH(bool, isExpanded);
    Builder builder;
    const Value scores = builder.input("scores", {ValueKind::Real, Shape{2, 3, 9}});
    const Value mask = builder.input("mask", {ValueKind::Bool, Shape{3, 9}});
    const Value values = builder.input("values", {ValueKind::Real, Shape{9, 2}});
    const Value output = ops::matmul(builder, ops::softmax(builder, scores, mask), values);
    auto program = builder.finish({{"output", output}});
    if (isExpanded) program = fullyExpanded(*program);
    const Value found = program->outputs().front().value;
    std::vector<double> allowed = randomNumbers(27, 1.0, 6);
    for (double& number : allowed) number = number > 0.2 ? 1.0 : 0.0;
    for (std::size_t key = 0; key < 9; ++key) allowed[key] = 0.0;  // a row in which nothing is allowed
    const std::vector<Tensor> inputs = {Tensor::fromDoubles({2, 3, 9}, randomNumbers(54, 4.0, 7)),
                                        Tensor::fromDoubles({3, 9}, allowed).converted(ElementKind::Bool),
                                        Tensor::fromDoubles({9, 2}, randomNumbers(18, 2.0, 8))};
    const auto place = attentionPlace(*program, found);
    QVERIFY(place.has_value());
    QVERIFY(place->mask.isValid());
    CpuBackend backend;
    ThreadPool pool(1);
    KernelContext kernel{{}, pool, 7};
    RunContext context{kernel};
    Evaluator evaluator(backend, program, inputs, Precision::Float64, context);
    const Tensor& expected = evaluator.value(found);
    for (std::int64_t row = 0; row < 6; ++row) {
      const AttentionTiles tiles = attentionTiles(evaluator, *place, row, 2);
      for (std::int64_t channel = 0; channel < 2; ++channel) {
        QVERIFY(isNear(tiles.result[static_cast<std::size_t>(channel)], expected.at(row * 2 + channel)));
      }
    }
  }

  void otherProductsAreNoAttention() {
    AttentionProgram attention;
    const Value scores = attention.scores;
    const Value query = attention.query;
    const Value output = attention.output;
    const auto program = attention.finish();
    QVERIFY(attentionPlace(*program, output).has_value());
    QVERIFY(!attentionPlace(*program, scores).has_value());
    QVERIFY(!attentionPlace(*program, query).has_value());
  }

  /// With a number of the softmax replaced by hand the tiles would give another output.
  void replacedNumbersAreNoAttention() {
    AttentionProgram attention;
    const auto program = fullyExpanded(*attention.finish());
    const auto outputOf = [](const Program& given) {
      return given.steps()[static_cast<std::size_t>(given.stepIndex("head/output"))].value;
    };
    QVERIFY(attentionPlace(*program, outputOf(*program)).has_value());
    for (const char* step : {"head/weights", "head/weights.exponential", "head/weights.sum", "head/weights.maximum"}) {
      const auto replaced = withOverrides(*program, std::vector<Override>{{step, 0, 0.5}});
      QVERIFY2(!attentionPlace(*replaced, outputOf(*replaced)).has_value(), step);
    }
    // A replaced score is a score.
    const auto replaced = withOverrides(*program, std::vector<Override>{{"head/scaled", 0, 0.5}});
    QVERIFY(attentionPlace(*replaced, outputOf(*replaced)).has_value());
  }

  void formulasFollowTheOrderOfTheKernel() {
    std::string symbols;
    for (const TileFormula& formula : tileFormulas()) {
      symbols += formula.symbol;
      QVERIFY(!formula.caption.isEmpty());
    }
    QCOMPARE(symbols, std::string("mclo"));
  }
};

QTEST_GUILESS_MAIN(TestAttentionTiles)
#include "tst_attention_tiles.moc"
