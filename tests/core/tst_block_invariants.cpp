#include "core/base/error.h"
#include "core/model/lowering.h"
#include "tests/core/block_harness.h"

#include <QTest>

using namespace heed::core;
using heed::test::Bench;
using heed::test::BlockOptions;
using heed::test::blockProgram;
using heed::test::largestDifference;
using heed::test::PortContents;
using heed::test::randomTensor;

namespace {

// Sums of at most 60 products of numbers below 1 in float64, in another order.
constexpr double kRounding = 1e-12;

Tensor reals(const Shape& shape, const std::string& name) {
  return randomTensor({{ValueKind::Real, shape}, -1.0, 1.0}, name);
}

Tensor negated(const Tensor& tensor) {
  std::vector<double> elements = tensor.toDoubles();
  for (double& element : elements) element = -element;
  return Tensor::fromDoubles(tensor.shape(), elements);
}

std::map<std::string, Tensor> run(Bench& bench, const char* type, const Parameters& parameters,
                                  const PortContents& contents, const std::map<std::string, Tensor>& weights) {
  BlockOptions options;
  options.weights = weights;
  return bench.outputs(blockProgram(*findBlockType(type), parameters, contents, nullptr, options));
}

std::map<std::string, Tensor> gruWeights(std::int64_t channels, std::int64_t units) {
  std::map<std::string, Tensor> weights;
  for (const char* part : {"r", "z", "n"}) {
    const std::string name = part;
    weights.emplace("W_" + name, reals({channels, units}, "W_" + name));
    weights.emplace("U_" + name, reals({units, units}, "U_" + name));
    weights.emplace("b_" + name, reals({units}, "b_" + name));
  }
  return weights;
}

Model pictureModel() {
  Model model;
  const BlockId image = model.addBlock("image_input", "image");
  const BlockId swin = model.addBlock(
      "swin_attention", "swin", {{"window", std::int64_t{4}}, {"shift", std::int64_t{2}}, {"heads", std::int64_t{1}}});
  model.connect(image, "patches", swin, "patches");
  return model;
}

/// 24 rows by 36 columns of pixels: 12 by 18 patches of 2 by 2.
InputStore picture(const Model& model) {
  const Tensor pixels = randomTensor({{ValueKind::Real, {24, 36, 3}}, 0.0, 1.0}, "picture");
  return {{model.blockNamed("image")->id, ImageInput{"noise", pixels.converted(ElementKind::Float32)}}};
}

}  // namespace

/// What the specifications say of single systems beyond the claims that a record can state.
class TestBlockInvariants : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void negatedUpdateGateTurnsOneConventionIntoTheOther();
  void aClosedUpdateGateKeepsTheState();
  void paddedItemsLeaveTheStateAsItIs();
  void nodesWithoutNeighboursGetZeros();
  void oneWindowIsMultiHeadAttention();
  void windowsTakeTheGridOfThePicture();
  void itemsWithoutAGridAreRefused();
  void aShiftAsLargeAsTheWindowIsRefused();

 private:
  Bench m_bench;
};

void TestBlockInvariants::negatedUpdateGateTurnsOneConventionIntoTheOther() {
  const PortContents contents{{{"sequence", reals({6, 3}, "sequence")}}, {}};
  const NamedParameter units{"width", std::int64_t{4}};
  std::map<std::string, Tensor> weights = gruWeights(3, 4);
  const auto article = run(m_bench, "gru", {units}, contents, weights);
  for (const char* name : {"W_z", "U_z", "b_z"}) weights[name] = negated(weights[name]);
  const auto torch = run(m_bench, "gru", {units, {"update", std::string("torch")}}, contents, weights);
  QVERIFY(largestDifference(torch.at("states"), article.at("states")) <= kRounding);
}

void TestBlockInvariants::aClosedUpdateGateKeepsTheState() {
  std::map<std::string, Tensor> weights = gruWeights(3, 4);
  weights["b_z"] = Tensor::fromDoubles({4}, std::vector<double>(4, -1000.0));
  const Tensor initial = reals({4}, "initial");
  const PortContents contents{{{"sequence", reals({6, 3}, "sequence")}, {"initial", initial}}, {}};
  const auto outputs = run(m_bench, "gru", {{"width", std::int64_t{4}}}, contents, weights);
  QCOMPARE(largestDifference(outputs.at("last"), initial), 0.0);
}

void TestBlockInvariants::paddedItemsLeaveTheStateAsItIs() {
  const Tensor sequence = reals({5, 3}, "sequence");
  const std::vector<double> all = sequence.toDoubles();
  const Tensor start = Tensor::fromDoubles({3, 3}, std::vector<double>(all.begin(), all.begin() + 9));
  const PortContents padded{{{"sequence", sequence}}, {{"sequence", Tensor::fromBools({5}, {1, 1, 1, 0, 0})}}};
  const NamedParameter units{"width", std::int64_t{4}};
  const auto weights = gruWeights(3, 4);
  const auto expected = run(m_bench, "gru", {units}, {{{"sequence", start}}, {}}, weights);
  const auto found = run(m_bench, "gru", {units}, padded, weights);
  QCOMPARE(largestDifference(found.at("last"), expected.at("last")), 0.0);
  const std::vector<double> states = found.at("states").toDoubles();
  for (std::size_t unit = 0; unit < 4; ++unit) QCOMPARE(states[16 + unit], states[8 + unit]);
}

void TestBlockInvariants::nodesWithoutNeighboursGetZeros() {
  const PortContents contents{
      {{"nodes", reals({4, 3}, "nodes")}, {"graph", Tensor::fromInts({3, 2}, {0, 1, 2, 1, 1, 2})}}, {}};
  const auto outputs = run(m_bench, "gat_layer", {{"width", std::int64_t{2}}, {"self_loops", false}}, contents, {});
  for (const std::int64_t node : {0, 3}) {
    for (std::int64_t c = 0; c < 4; ++c) QCOMPARE(outputs.at("output").at(node * 4 + c), 0.0);
    for (std::int64_t j = 0; j < 4; ++j) QCOMPARE(outputs.at("weights").at(node * 4 + j), 0.0);
  }
  for (const std::int64_t node : {1, 2}) {
    double sum = 0.0;
    for (std::int64_t j = 0; j < 4; ++j) sum += outputs.at("weights").at(node * 4 + j);
    QVERIFY(std::abs(sum - 1.0) <= kRounding);
  }
}

void TestBlockInvariants::oneWindowIsMultiHeadAttention() {
  std::map<std::string, Tensor> weights;
  for (const char* name : {"W_query", "W_key", "W_value", "W_output"}) weights.emplace(name, reals({4, 4}, name));
  for (const char* name : {"b_query", "b_key", "b_value", "b_output"}) weights.emplace(name, reals({4}, name));
  const Tensor items = reals({9, 4}, "items");
  const NamedParameter heads{"heads", std::int64_t{2}};
  const auto expected =
      run(m_bench, "multi_head_attention", {heads, {"bias", true}}, {{{"query", items}}, {}}, weights);
  const Parameters parameters{heads,
                              {"window", std::int64_t{7}},
                              {"shift", std::int64_t{3}},
                              {"rows", std::int64_t{3}},
                              {"position_bias", false}};
  const auto found = run(m_bench, "swin_attention", parameters, {{{"patches", items}}, {}}, weights);
  QVERIFY(largestDifference(found.at("output"), expected.at("output")) <= kRounding);
  QVERIFY(largestDifference(found.at("weights").reshaped({2, 9, 9}), expected.at("weights")) <= kRounding);
}

void TestBlockInvariants::windowsTakeTheGridOfThePicture() {
  const Model model = pictureModel();
  const Lowered lowered = lower(model, picture(model), {}, {});
  const Block* swin = model.blockNamed("swin");
  if (swin == nullptr) QFAIL("there is no block swin");
  const LoweredPort* weights = lowered.port(swin->id, "weights");
  if (weights == nullptr) QFAIL("the weights were not lowered");
  // 12 x 18 patches fill 3 x 5 windows of 4 x 4; the last column of windows is half padding.
  QVERIFY(lowered.program->type(weights->signal.value).shape == Shape({15, 1, 16, 16}));
}

void TestBlockInvariants::itemsWithoutAGridAreRefused() {
  try {
    static_cast<void>(run(m_bench, "swin_attention", {}, {{{"patches", reals({6, 4}, "items")}}, {}}, {}));
    QFAIL("the items were accepted");
  } catch (const Error& error) {
    QCOMPARE(QString::fromStdString(error.text().english()),
             QStringLiteral("the 6 items have no grid; connect the patches of an image or set the rows"));
  }
}

void TestBlockInvariants::aShiftAsLargeAsTheWindowIsRefused() {
  const Parameters parameters{{"rows", std::int64_t{4}}, {"window", std::int64_t{2}}, {"shift", std::int64_t{2}}};
  try {
    static_cast<void>(run(m_bench, "swin_attention", parameters, {{{"patches", reals({16, 4}, "items")}}, {}}, {}));
    QFAIL("the shift was accepted");
  } catch (const Error& error) {
    QCOMPARE(QString::fromStdString(error.text().english()),
             QStringLiteral("the shift is 2; it must be less than the window, 2"));
  }
}

QTEST_GUILESS_MAIN(TestBlockInvariants)
#include "tst_block_invariants.moc"
