#include "core/text/feature_table.h"
#include "tests/support/block_rows.h"

#include <QtTest>

#include <fmt/format.h>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>
#include <sstream>

using namespace heed::core;
using heed::test::addExampleRows;
using heed::test::Bench;
using heed::test::BlockOptions;
using heed::test::BlockProgram;
using heed::test::currentRow;
using heed::test::isAttention;
using heed::test::Items;
using heed::test::Loss;
using heed::test::masked;
using heed::test::port;
using heed::test::PortContents;
using heed::test::resized;
using heed::test::scaled;
using Row = heed::test::BlockRow;

namespace {

constexpr double kReferenceTolerance = 1e-9;  ///< float64 sums in another order
constexpr double kFloat32Tolerance = 2e-5;    ///< what the specifications allow float32, relative to max(1, |value|)
constexpr double kEqualityTolerance = 1e-12;  ///< float64, the same numbers by other ops
constexpr double kGradientTolerance = 1e-6;   ///< central differences with steps of 1e-5 are no better

template <typename Filter>
void addBlockRows(Filter filter) {
  QTest::addColumn<QString>("block");
  for (const BlockType* type : allBlockTypes()) {
    if (!filter(*type)) continue;
    const QString id = QString::fromUtf8(type->id.data(), static_cast<qsizetype>(type->id.size()));
    QTest::newRow(qPrintable(id)) << id;
  }
}

const BlockType& currentBlock() {
  QFETCH(QString, block);
  return *findBlockType(block.toStdString());
}

/// The claims of a block with another inside hold where both make them.
bool claims(const BlockType& type, const Parameters& parameters, Claim claim) {
  if (std::ranges::find(type.claims, claim) == type.claims.end()) return false;
  for (const NamedParameter& parameter : completeParameters(type, parameters)) {
    const auto* inner = std::get_if<BlockRef>(&parameter.value);
    if (inner != nullptr && !claims(*findBlockType(inner->type), inner->parameters, claim)) return false;
  }
  return true;
}

/// The order n-2, n-3, .., 0, n-1.
std::vector<std::int64_t> anotherOrder(std::int64_t count) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) order[static_cast<std::size_t>(i)] = (2 * count - 2 - i) % count;
  return order;
}

Tensor inAnotherOrder(const Tensor& tensor, int axis) {
  return heed::test::reordered(tensor, axis, anotherOrder(tensor.shape()[axis]));
}

/// Edges between nodes that anotherOrder() moved.
Tensor renumbered(const Tensor& edges, std::int64_t nodes) {
  const std::vector<std::int64_t> order = anotherOrder(nodes);
  std::vector<std::int32_t> elements;
  for (const std::int32_t node : edges.ints()) {
    elements.push_back(static_cast<std::int32_t>(std::ranges::find(order, node) - order.begin()));
  }
  return Tensor::fromInts(edges.shape(), elements);
}

std::string readFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

/// The ids in \term{id}{..} of a formula.
std::vector<std::string> termsOf(std::string_view formula) {
  std::vector<std::string> terms;
  const std::string_view mark = "\\term{";
  for (std::size_t at = formula.find(mark); at != std::string_view::npos; at = formula.find(mark, at + 1)) {
    const std::size_t begin = at + mark.size();
    terms.emplace_back(formula.substr(begin, formula.find('}', begin) - begin));
  }
  return terms;
}

QByteArray difference(const std::string& what, double found) {
  return QByteArray::fromStdString(what + " differs by " + std::to_string(found * 1e9) + "e-9");
}

/// Compares what is in both maps; the largest difference and where it is.
std::pair<double, std::string> largestDifference(const std::map<std::string, Tensor>& found,
                                                 const std::map<std::string, Tensor>& expected) {
  std::pair<double, std::string> largest{0.0, ""};
  for (const auto& [id, tensor] : expected) {
    const auto other = found.find(id);
    const double distance = other == found.end() ? INFINITY : heed::test::largestDifference(other->second, tensor);
    if (distance > largest.first) largest = {distance, id};
  }
  return largest;
}

}  // namespace

class BlocksTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const std::string folder = std::string(HEED_RESOURCES) + "/features/";
    m_options.resources.english = std::make_shared<FeatureTable>(FeatureTable::parse(readFile(folder + "english.csv")));
    m_options.resources.chinese = std::make_shared<FeatureTable>(FeatureTable::parse(readFile(folder + "chinese.csv")));
  }

  void recordIsComplete_data() {
    addBlockRows([](const BlockType&) { return true; });
  }
  void recordIsComplete() {
    const BlockType& type = currentBlock();
    const std::filesystem::path folder = std::filesystem::path(HEED_SOURCE_DIR) / "core/blocks" / type.category;
    QVERIFY2(std::filesystem::exists(folder / fmt::format("{}.cpp", type.id)),
             "the id is the file's name and the category its folder's");
    QVERIFY(!type.title.isEmpty());
    QVERIFY(!type.words.summary.isEmpty() && !type.words.what.isEmpty() && !type.words.why.isEmpty());
    QVERIFY(type.build != nullptr && type.examples != nullptr && !type.examples().empty());
    QVERIFY(!type.outputs.empty());
    std::set<std::string> ids;
    for (const auto* ports : {&type.inputs, &type.outputs}) {
      ids.clear();
      for (const PortSpec& spec : *ports) {
        QVERIFY2(!spec.label.isEmpty(), spec.id.c_str());
        QVERIFY2(ids.insert(spec.id).second, spec.id.c_str());
      }
    }
    ids.clear();
    for (const ParamSpec& spec : type.params) {
      QVERIFY2(!spec.label.isEmpty() && !spec.help.isEmpty(), spec.id.c_str());
      QVERIFY2(ids.insert(spec.id).second, spec.id.c_str());
      if (spec.type != ParamType::Choice) continue;
      const auto& chosen = std::get<std::string>(spec.defaultValue);
      QVERIFY2(std::ranges::find(spec.choices, chosen, &ParamChoice::id) != spec.choices.end(), spec.id.c_str());
    }
    if (!isAttention(type)) return;
    QVERIFY(!type.paper.empty());
    QVERIFY(!type.formula.empty());
    QVERIFY(type.reference != nullptr);
  }

  void formulaNamesStepsOfTheBlock_data() {
    addBlockRows([](const BlockType& type) { return !termsOf(type.formula).empty(); });
  }
  void formulaNamesStepsOfTheBlock() {
    const BlockType& type = currentBlock();
    std::set<std::string> steps;
    for (const BlockExample& example : type.examples()) {
      const BlockProgram block = programOf({&type, example});
      for (const Step& step : block.program->steps()) steps.insert(step.id);
    }
    for (const std::string& term : termsOf(type.formula)) {
      QVERIFY2(steps.contains("block/" + term), (term + " is no step of the block").c_str());
    }
  }

  void agreesWithItsReference_data() {
    addExampleRows([](const BlockType& type, const BlockExample&) { return type.reference != nullptr; });
  }
  void agreesWithItsReference() {
    const Row row = currentRow();
    compareWithReference(row, heed::test::contentsOf(*row.type, row.example));
  }

  void agreesWithItsReferenceAtOtherSizes_data() { attentionRows(); }
  void agreesWithItsReferenceAtOtherSizes() {
    const Row row = currentRow();
    for (const Items items : heed::test::otherSizes()) {
      compareWithReference(row, resized(row, items));
    }
  }

  void agreesWithItsReferenceAtExtremeValues_data() { attentionRows(); }
  void agreesWithItsReferenceAtExtremeValues() {
    const Row row = currentRow();
    const PortContents contents = scaled(*row.type, heed::test::contentsOf(*row.type, row.example), 1e3);
    compareWithReference(row, contents);
    const BlockProgram block =
        heed::test::blockProgram(*row.type, row.example.parameters, contents, nullptr, m_options);
    for (const auto& [id, tensor] : m_bench.outputs(block, Precision::Float32)) {
      QVERIFY2(heed::test::isFinite(tensor), id.c_str());
    }
  }

  void aFullyMaskedRowGivesZeros_data() { maskableRows(); }
  void aFullyMaskedRowGivesZeros() {
    const Row row = currentRow();
    const PortContents contents = heed::test::withoutKeysForTheFirstQuery(row);
    compareWithReference(row, contents);
    BlockOptions options = m_options;
    options.loss = Loss::WithGradients;
    const BlockProgram block = heed::test::blockProgram(*row.type, row.example.parameters, contents, nullptr, options);
    for (const Precision precision : {Precision::Float32, Precision::Float64}) {
      const auto outputs = m_bench.outputs(block, precision);
      for (const auto& [id, tensor] : outputs) QVERIFY2(heed::test::isFinite(tensor), id.c_str());
      requireZeroFirstRows(outputs.at("weights"));
      if (row.type->isMechanism) requireZeroFirstRows(outputs.at("output"));
    }
  }

  void float32StaysCloseToFloat64_data() { addExampleRows(); }
  void float32StaysCloseToFloat64() {
    const BlockProgram block = programOf(currentRow());
    const auto [distance, where] =
        largestDifference(m_bench.outputs(block, Precision::Float32), m_bench.outputs(block, Precision::Float64));
    QVERIFY2(distance <= kFloat32Tolerance, difference(where, distance));
  }

  void rowsOfWeightsSumToOne_data() { claimRows(Claim::RowsSumToOne); }
  void rowsOfWeightsSumToOne() {
    const Row row = currentRow();
    const auto outputs = m_bench.outputs(programOf(row));
    const Tensor& weights = outputs.at("weights");
    const std::int64_t keys = weights.shape()[-1];
    for (std::int64_t i = 0; i < weights.elementCount() / keys; ++i) {
      double sum = 0.0;
      for (std::int64_t j = 0; j < keys; ++j) {
        QVERIFY(weights.at(i * keys + j) >= 0.0);
        sum += weights.at(i * keys + j);
      }
      const bool isMaskedOut = sum == 0.0 && row.example.ports.contains("mask");
      QVERIFY2(isMaskedOut || std::abs(sum - 1.0) <= kEqualityTolerance,
               difference("a row's sum", std::abs(sum - 1.0)));
    }
  }

  void permutingItemsPermutesTheOutput_data() { claimRows(Claim::PermutationEquivariant); }
  void permutingItemsPermutesTheOutput() {
    const Row row = currentRow();
    const PortContents contents = heed::test::contentsOf(*row.type, row.example);
    PortContents moved = contents;
    bool hasGraph = false;
    for (auto& [id, tensor] : moved.values) {
      switch (port(row.type->inputs, id)->kind) {
        case PortKind::Tensor:
          tensor = inAnotherOrder(tensor, -2);
          break;
        case PortKind::Mask:
          tensor = inAnotherOrder(inAnotherOrder(tensor, -2), -1);
          break;
        case PortKind::Graph:
          hasGraph = true;
          break;
        default:
          break;
      }
    }
    for (auto& [id, tensor] : moved.values) {
      if (port(row.type->inputs, id)->kind == PortKind::Graph)
        tensor = renumbered(tensor, nodesOf(*row.type, contents));
    }
    const auto before = outputsOf(row, contents);
    const auto after = outputsOf(row, moved);
    QVERIFY(heed::test::largestDifference(after.at("output"), inAnotherOrder(before.at("output"), -2)) <=
            kEqualityTolerance);
    // The weights of a graph stand by edge, and the edges kept their order.
    if (hasGraph || !before.contains("weights")) return;
    const Tensor expected = inAnotherOrder(inAnotherOrder(before.at("weights"), -2), -1);
    QVERIFY(heed::test::largestDifference(after.at("weights"), expected) <= kEqualityTolerance);
  }

  void laterItemsDoNotMatter_data() { claimRows(Claim::Causal); }
  void laterItemsDoNotMatter() {
    const Row row = currentRow();
    constexpr std::int64_t kItems = 5;
    PortContents contents = resized(row, {kItems, kItems});
    if (port(row.type->inputs, "mask") != nullptr) {
      contents = masked(contents, [](std::int64_t query, std::int64_t key) { return key <= query; });
    }
    for (const Precision precision : {Precision::Float32, Precision::Float64}) {
      const Tensor before = outputsOf(row, contents, precision).at("output");
      for (std::int64_t last = 0; last + 1 < kItems; ++last) {
        const Tensor after = outputsOf(row, withLaterItemsChanged(*row.type, contents, last), precision).at("output");
        for (std::int64_t i = 0; i < before.elementCount(); ++i) {
          const auto index = before.shape().index(i);
          if (index[static_cast<std::size_t>(before.shape().rank() - 2)] > last) continue;
          QCOMPARE(after.at(i), before.at(i));
        }
      }
    }
  }

  void equalsWhatItSaysItEquals_data() {
    addExampleRows([](const BlockType& type, const BlockExample&) { return !type.equalities.empty(); });
  }
  void equalsWhatItSaysItEquals() {
    const Row row = currentRow();
    const PortContents contents = heed::test::contentsOf(*row.type, row.example);
    for (const Equality& equality : row.type->equalities) {
      const BlockProgram own = heed::test::blockProgram(*row.type, equality.own, contents, nullptr, m_options);
      BlockOptions options = m_options;
      for (const auto& [name, tensor] : own.weights) {
        QVERIFY2(equality.weights.contains(name), name.c_str());
        options.weights.emplace(equality.weights.at(name), tensor);
      }
      const BlockType& other = *findBlockType(equality.type);
      const BlockProgram others = heed::test::blockProgram(other, equality.others, contents, nullptr, options);
      const auto [distance, where] = largestDifference(m_bench.outputs(own), m_bench.outputs(others));
      QVERIFY2(distance <= kEqualityTolerance, difference(where, distance));
    }
  }

  void oneHeadWithIdentityMapsEqualsItsMechanism_data() {
    addBlockRows([](const BlockType& type) { return type.isMechanism; });
  }
  void oneHeadWithIdentityMapsEqualsItsMechanism() {
    const BlockType& mechanism = currentBlock();
    PortContents matrices;
    PortContents oneHead;
    for (const char* id : {"query", "key", "value"}) {
      const Tensor tensor = heed::test::randomTensor({{ValueKind::Real, {4, 3}}}, id);
      matrices.values.emplace(id, tensor);
      oneHead.values.emplace(id, tensor.reshaped({1, 4, 3}));
    }
    const BlockProgram alone = heed::test::blockProgram(mechanism, {}, oneHead, nullptr, m_options);
    BlockOptions options = m_options;
    const Tensor identity = Tensor::fromDoubles({3, 3}, {1, 0, 0, 0, 1, 0, 0, 0, 1});
    for (const char* name : {"W_query", "W_key", "W_value", "W_output"}) options.weights.emplace(name, identity);
    for (const auto& [name, tensor] : alone.weights) options.weights.emplace("mechanism/" + name, tensor);
    const Parameters parameters{{"heads", std::int64_t{1}}, {"mechanism", BlockRef{std::string(mechanism.id), {}}}};
    const BlockProgram heads =
        heed::test::blockProgram(*findBlockType("multi_head_attention"), parameters, matrices, nullptr, options);
    const auto expected = m_bench.outputs(alone);
    const auto found = m_bench.outputs(heads);
    QVERIFY(heed::test::largestDifference(found.at("output"), expected.at("output").reshaped({4, 3})) <=
            kEqualityTolerance);
    QVERIFY(heed::test::largestDifference(found.at("weights"), expected.at("weights")) <= kEqualityTolerance);
  }

  void headsThatDoNotDivideTheChannelsAreRefusedWithAFix() {
    const BlockType& type = *findBlockType("multi_head_attention");
    PortContents contents;
    contents.values.emplace("query", Tensor::zeros(ElementKind::Float64, {2, 8}));
    try {
      static_cast<void>(heed::test::blockProgram(type, {{"heads", std::int64_t{3}}}, contents));
      QFAIL("three heads took eight channels");
    } catch (const Error& error) {
      QVERIFY(QString(error.what()).contains("8 channels"));
      QVERIFY(error.fix().has_value());
      QCOMPARE(error.fix()->target, "heads");
      QCOMPARE(error.fix()->value, "2");
    }
  }

  void gradientMatchesFiniteDifferences_data() {
    addExampleRows([](const BlockType&, const BlockExample& example) { return example.checkGradient; });
  }
  void gradientMatchesFiniteDifferences() {
    const Row row = currentRow();
    BlockOptions options = m_options;
    options.loss = Loss::WithGradients;
    const BlockProgram whole = programOf(row, options);
    const auto gradients = m_bench.outputs(whole);
    options.loss = Loss::Alone;
    const BlockProgram alone = programOf(row, options);
    const auto plan = m_bench.prepare(alone.program, Precision::Float64);
    const std::size_t loss = alone.outputNamed("loss");
    for (std::size_t i = 0; i < alone.inputs.size(); ++i) {
      const std::string& name = alone.program->inputs()[i].name;
      const auto gradient = gradients.find("gradient of " + name);
      if (gradient == gradients.end()) continue;
      const std::int64_t count = alone.inputs[i].elementCount();
      for (std::int64_t element = 0; element < count; element += std::max<std::int64_t>(1, count / 24)) {
        const auto lossAt = [&](double change) {
          std::vector<Tensor> inputs = alone.inputs;
          std::vector<double> elements = inputs[i].toDoubles();
          elements[static_cast<std::size_t>(element)] += change;
          inputs[i] = Tensor::fromDoubles(inputs[i].shape(), elements);
          return m_bench.run(*plan, inputs)[loss].at(0);
        };
        constexpr double kStep = 1e-5;
        const double expected = (lossAt(kStep) - lossAt(-kStep)) / (2.0 * kStep);
        const double distance = std::abs(gradient->second.at(element) - expected) / std::max(1.0, std::abs(expected));
        QVERIFY2(distance <= kGradientTolerance, difference("the gradient of " + name, distance));
      }
    }
  }

  void traceEqualsThePlainRun_data() { addExampleRows(); }
  void traceEqualsThePlainRun() {
    const BlockProgram block = programOf(currentRow());
    for (const Precision precision : {Precision::Float32, Precision::Float64}) {
      const auto plain = m_bench.run(block.program, block.inputs, precision);
      Trace trace(block.program, {});
      const auto traced = m_bench.run(block.program, block.inputs, precision, Keep::Steps, &trace);
      for (std::size_t i = 0; i < plain.size(); ++i)
        QVERIFY2(traced[i].identicalTo(plain[i]), block.outputs[i].c_str());
      for (std::size_t i = 0; i < block.program->steps().size(); ++i) {
        QVERIFY2(!trace.kept(static_cast<int>(i)).isNull(), block.program->steps()[i].id.c_str());
      }
    }
  }

  void everyStepIsCaptionedWithItsAxes_data() { addExampleRows(); }
  void everyStepIsCaptionedWithItsAxes() {
    const BlockProgram block = programOf(currentRow());
    for (const Step& step : block.program->steps()) {
      QVERIFY2(!step.caption.isEmpty(), step.id.c_str());
      QCOMPARE(static_cast<int>(step.axes.size()), block.program->type(step.value).shape.rank());
      const bool saysNothing =
          std::ranges::all_of(step.axes, [](const Axis& axis) { return axis.meaning == AxisMeaning::Other; });
      QVERIFY2(step.axes.empty() || !saysNothing, step.id.c_str());
    }
  }

  void everyCellRecombines_data() { addExampleRows(); }
  void everyCellRecombines() {
    const BlockProgram block = programOf(currentRow());
    RunContext context = m_bench.context();
    Evaluator evaluator(m_bench.backend(), block.program, block.inputs, Precision::Float64, context);
    heed::test::Draws draws("cells");
    for (const Step& step : block.program->steps()) {
      const std::int64_t count = block.program->type(step.value).shape.elementCount();
      for (int i = 0; i < 3 && count > 0; ++i) {
        const auto offset = static_cast<std::int64_t>(draws.next() * static_cast<double>(count));
        const ExplainedCell cell = explainCell(evaluator, step.value, offset);
        QCOMPARE(cell.explanation.result, evaluator.value(step.value).at(offset));
        const double recombined = recombine(cell.explanation);
        const double distance =
            std::abs(recombined - cell.explanation.result) / std::max(1.0, std::abs(cell.explanation.result));
        QVERIFY2(recombined == cell.explanation.result || distance <= kReferenceTolerance,
                 difference(step.id, distance));
      }
    }
  }

  void aRaggedBatchEqualsSingleRuns_data() {
    addExampleRows([this](const BlockType& type, const BlockExample& example) {
      return heed::test::takesSequences({&type, example}, m_options);
    });
  }
  void aRaggedBatchEqualsSingleRuns() {
    const Row row = currentRow();
    const std::vector<PortContents> singles = heed::test::raggedSingles(row);
    BlockOptions options = m_options;
    options.front = AxisMeaning::Batch;
    const BlockProgram batch =
        heed::test::blockProgram(*row.type, row.example.parameters, heed::test::raggedBatch(singles), nullptr, options);
    const auto together = m_bench.outputs(batch);
    for (std::size_t item = 0; item < singles.size(); ++item) {
      for (const auto& [id, expected] : outputsOf(row, singles[item])) {
        const Tensor& found = together.at(id);
        QCOMPARE(found.shape().rank(), expected.shape().rank() + 1);
        for (std::int64_t i = 0; i < expected.elementCount(); ++i) {
          std::vector<std::int64_t> index{static_cast<std::int64_t>(item)};
          const auto inside = expected.shape().index(i);
          index.insert(index.end(), inside.begin(), inside.begin() + expected.shape().rank());
          const double distance = std::abs(found.at(index) - expected.at(i)) / std::max(1.0, std::abs(expected.at(i)));
          QVERIFY2(distance <= kEqualityTolerance, difference(id, distance));
        }
      }
    }
  }

  void stopsWhenAsked_data() { addExampleRows(); }
  void stopsWhenAsked() {
    const BlockProgram block = programOf(currentRow());
    if (block.program->nodes().empty()) return;
    Bench stopped;
    stopped.stop();
    try {
      static_cast<void>(stopped.outputs(block));
      QFAIL("the run went on");
    } catch (const Cancelled&) {
    }
  }

 private:
  void attentionRows() {
    addExampleRows([](const BlockType& type, const BlockExample&) { return isAttention(type); });
  }
  void maskableRows() {
    addExampleRows([](const BlockType& type, const BlockExample&) { return heed::test::isMaskable(type); });
  }
  void claimRows(Claim claim) {
    addExampleRows([claim](const BlockType& type, const BlockExample& example) {
      return claims(type, example.parameters, claim);
    });
  }

  [[nodiscard]] BlockProgram programOf(const Row& row, const BlockOptions& options) const {
    return heed::test::blockProgram(*row.type, row.example.parameters, heed::test::contentsOf(*row.type, row.example),
                                    &row.example.data, options);
  }
  [[nodiscard]] BlockProgram programOf(const Row& row) const { return programOf(row, m_options); }

  std::map<std::string, Tensor> outputsOf(const Row& row, const PortContents& contents,
                                          Precision precision = Precision::Float64) {
    return m_bench.outputs(
        heed::test::blockProgram(*row.type, row.example.parameters, contents, &row.example.data, m_options), precision);
  }

  void compareWithReference(const Row& row, const PortContents& contents) {
    const BlockProgram block =
        heed::test::blockProgram(*row.type, row.example.parameters, contents, &row.example.data, m_options);
    const Parameters parameters = completeParameters(*row.type, row.example.parameters);
    const auto expected = row.type->reference({parameters, contents.values, block.weights, m_options.seed});
    QVERIFY(!expected.empty());
    const auto [distance, where] = largestDifference(m_bench.outputs(block), expected);
    QVERIFY2(distance <= kReferenceTolerance, difference(where, distance));
  }

  /// The first query's row in every item and head.
  static void requireZeroFirstRows(const Tensor& tensor) {
    const Shape& shape = tensor.shape();
    for (std::int64_t i = 0; i < tensor.elementCount(); ++i) {
      if (shape.index(i)[static_cast<std::size_t>(shape.rank() - 2)] == 0) QCOMPARE(tensor.at(i), 0.0);
    }
  }

  static std::int64_t nodesOf(const BlockType& type, const PortContents& contents) {
    for (const auto& [id, tensor] : contents.values) {
      if (port(type.inputs, id)->kind == PortKind::Tensor) return tensor.shape()[-2];
    }
    return 0;
  }

  static PortContents withLaterItemsChanged(const BlockType& type, PortContents contents, std::int64_t last) {
    for (auto& [id, tensor] : contents.values) {
      if (port(type.inputs, id)->kind != PortKind::Tensor) continue;
      std::vector<double> elements = tensor.toDoubles();
      for (std::int64_t i = 0; i < tensor.elementCount(); ++i) {
        const auto index = tensor.shape().index(i);
        const bool isLater = index[static_cast<std::size_t>(tensor.shape().rank() - 2)] > last;
        if (isLater) elements[static_cast<std::size_t>(i)] = 3.0 - 2.0 * elements[static_cast<std::size_t>(i)];
      }
      tensor = Tensor::fromDoubles(tensor.shape(), elements);
    }
    return contents;
  }

  Bench m_bench;
  BlockOptions m_options;
};

QTEST_GUILESS_MAIN(BlocksTest)
#include "tst_blocks.moc"
