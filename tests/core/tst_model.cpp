#include "core/base/error.h"
#include "core/io/model_json.h"
#include "tests/core/model_run.h"

#include <QTest>

#include <algorithm>

using namespace heed::core;
using namespace heed::test;

namespace {

Tensor numbers(std::int64_t rows, std::int64_t columns, double start) {
  TensorBuffer buffer(ElementKind::Float64, {rows, columns});
  for (std::int64_t i = 0; i < rows * columns; ++i) buffer.setAt(i, start + 0.25 * static_cast<double>((i * 5) % 7));
  return buffer.finish();
}

/// A matrix of 3 x 4 into something.
struct Start {
  DocumentData document;
  BlockId rows;

  Start() : rows(document.model.addBlock("matrix_input", "rows")) {
    document.inputs[rows] = MatrixInput{"m", numbers(3, 4, -0.5), {}, {}};
  }

  BlockId add(const char* type, const char* name, Parameters parameters = {}) {
    return document.model.addBlock(type, name, std::move(parameters));
  }
  void connect(BlockId from, const char* fromPort, BlockId to, const char* toPort) {
    document.model.connect(from, fromPort, to, toPort);
  }
};

/// rows -> [a linear map and a residual connection] -> norm, the part in brackets `repeat` times.
Start repeatedModel(int repeat, bool tied) {
  Start start;
  const BlockId map = start.add("linear", "map", {{"width", std::int64_t{4}}});
  const BlockId add = start.add("add", "sum");
  const BlockId norm = start.add("layer_norm", "norm");
  const auto inputs = findBlockType("add")->inputs;
  start.connect(start.rows, "values", map, "input");
  start.connect(start.rows, "values", add, inputs[0].id.c_str());
  start.connect(map, "output", add, inputs[1].id.c_str());
  start.connect(add, "output", norm, findBlockType("layer_norm")->inputs[0].id.c_str());
  start.document.model.addGroup("My layer", {map, add}, repeat, tied);
  return start;
}

/// The same with two copies connected by hand.
Start twoCopiesByHand() {
  Start start;
  const auto inputs = findBlockType("add")->inputs;
  BlockId source = start.rows;
  const char* port = "values";
  for (const char* name : {"0", "1"}) {
    const BlockId map = start.add("linear", (std::string("map") + name).c_str(), {{"width", std::int64_t{4}}});
    const BlockId add = start.add("add", (std::string("sum") + name).c_str());
    start.connect(source, port, map, "input");
    start.connect(source, port, add, inputs[0].id.c_str());
    start.connect(map, "output", add, inputs[1].id.c_str());
    source = add;
    port = "output";
  }
  const BlockId norm = start.add("layer_norm", "norm");
  start.connect(source, "output", norm, findBlockType("layer_norm")->inputs[0].id.c_str());
  return start;
}

Lowered lowered(const DocumentData& document) {
  return lower(document.model, document.inputs, document.weights, {document.seed, buildResources()});
}

std::vector<std::string> weightPaths(const Lowered& model) {
  std::vector<std::string> paths;
  for (const LoweredWeight& weight : model.weights) paths.push_back(weight.path);
  return paths;
}

Error errorOf(const DocumentData& document) {
  try {
    static_cast<void>(lowered(document));
  } catch (const Error& error) {
    return error;
  }
  return {ErrorKind::Usage, text("Test", "accepted")};
}

}  // namespace

class TestModel : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { qputenv("HEED_RESOURCES", HEED_RESOURCES); }

  void aRightModelHasNoIssues() { QVERIFY(validate(repeatedModel(2, false).document.model).empty()); }

  void issuesSayWhatIsWrong_data() {
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<QString>("block");
    QTest::addColumn<QString>("fix");
    const auto row = [](const char* change, const char* sentence, const char* block, const char* fix) {
      QTest::newRow(change) << QString(change) << QString(sentence) << QString(block) << QString(fix);
    };
    row("unknown type", "does not know the block type \"teleport\"", "teleport", "");
    row("no wire", "\"lonely\" needs something at its input \"input\" (tensor)", "lonely", "");
    row("no tokens", "\"lonely\" needs something at its input \"tokens\" (tokens)", "lonely", "text_input");
    row("two wires", "has 2 wires into its input", "sum", "Keep only the last wire");
    row("wrong kind", "gives tensor at \"values\", but \"words\" takes tokens", "words", "");
    row("no such output", "\"rows\" has no output \"nothing\"", "rows", "");
    row("no such input", "\"norm\" has no input \"nothing\"", "norm", "");
    row("circle", "is part of a circle of wires", "", "");
    row("two of one name", "the block name \"norm\" is used twice", "norm", "");
    row("name with a dot", "must not be empty or hold any of", "a.b", "");
    row("empty name", "must not be empty or hold any of", "", "");
    row("parameter too large", "must be from", "map", "width");
    row("parameter of another type", "is wide; it must be like", "map", "");
    row("unknown parameter", "linear has no parameter \"height\"", "map", "");
    row("choice that is none", "is \"sometimes\"; it must be one of", "text", "");
    row("no mechanism", "is \"linear\"; it must name an attention mechanism", "attention", "");
    row("mechanism with an unknown parameter", "local_window has no parameter \"depth\"", "attention", "");
    row("group that repeats 0 times", "repeats 0 times; it must be from 1 to 64", "", "");
    row("group that hands nothing on", "takes 1 tensors from outside and gives 0", "norm", "");
    row("group inside itself", "lies inside itself", "", "");
    row("repeated twice", "lies inside the repeated group", "", "");
    row("member of two groups", "is a member of 2 groups", "map", "");
  }
  void issuesSayWhatIsWrong() {
    QFETCH(QString, change);
    QFETCH(QString, sentence);
    QFETCH(QString, block);
    QFETCH(QString, fix);
    const Model model = changed(change);
    const std::vector<Issue> issues = validate(model);
    const auto found = std::ranges::find_if(
        issues, [&](const Issue& issue) { return QString::fromStdString(issue.text.english()).contains(sentence); });
    QString all;
    for (const Issue& issue : issues) all += QString::fromStdString(issue.text.english()) + "; ";
    QVERIFY2(found != issues.end(), qPrintable(all));
    QVERIFY(found->severity == Severity::Error);
    if (!block.isEmpty()) QCOMPARE(QString::fromStdString(model.block(found->block)->name), block);
    QCOMPARE(found->fix.has_value(), !fix.isEmpty());
    if (found->fix) {
      const QString offered = QString::fromStdString(found->fix->target + " " + found->fix->label.english());
      QVERIFY2(offered.contains(fix), qPrintable(offered));
    }
  }

  void aFixSettlesItsIssue() {
    Model model = changed("parameter too large");
    const auto issues = validate(model);
    QCOMPARE(issues.size(), std::size_t{1});
    const Fix& fix = *issues.front().fix;
    QVERIFY(fix.kind == Fix::Kind::SetParameter);
    const auto& params = findBlockType("linear")->params;
    const auto spec = std::ranges::find(params, fix.target, &ParamSpec::id);
    model.setParameter(issues.front().block, fix.target, parameterFromText(fix.value, *spec));
    QVERIFY(validate(model).empty());
  }

  void namesAreMadeUnique() {
    Model model;
    const BlockId first = model.addBlock("linear");
    const BlockId second = model.addBlock("linear");
    QCOMPARE(QString::fromStdString(model.block(first)->name), QString("linear"));
    QCOMPARE(QString::fromStdString(model.block(second)->name), QString("linear2"));
  }

  void removingABlockRemovesItsWires() {
    Start start = repeatedModel(1, false);
    Model& model = start.document.model;
    model.removeBlock(model.blockNamed("map")->id);
    QCOMPARE(model.edges().size(), std::size_t{2});
    QCOMPARE(model.groups().front().members.size(), std::size_t{1});
  }

  void copiesOfAGroupHaveTheirOwnWeights() {
    const Lowered model = lowered(repeatedModel(2, false).document);
    const auto paths = weightPaths(model);
    for (const char* path : {"my_layer0/map/W", "my_layer1/map/W"})
      QVERIFY2(std::ranges::find(paths, path) != paths.end(), path);
    QVERIFY(model.program->stepIndex("my_layer0/map/output") >= 0);
    QVERIFY(model.program->stepIndex("my_layer1/map/output") >= 0);
    for (const LoweredWeight& weight : model.weights) {
      if (weight.path == "my_layer1/map/W") QCOMPARE(weight.spec.shape, (Shape{4, 4}));
    }
  }

  void copiesOfATiedGroupShareTheirWeights() {
    const auto paths = weightPaths(lowered(repeatedModel(3, true).document));
    QCOMPARE(std::ranges::count(paths, "my_layer/map/W"), 1);
    QVERIFY(std::ranges::none_of(paths, [](const std::string& path) { return path.starts_with("my_layer0"); }));
  }

  void aRepeatEqualsCopiesConnectedByHand_data() {
    QTest::addColumn<bool>("tied");
    QTest::newRow("with their own weights") << false;
    QTest::newRow("with shared weights") << true;
  }
  void aRepeatEqualsCopiesConnectedByHand() {
    QFETCH(bool, tied);
    DocumentData repeated = repeatedModel(2, tied).document;
    DocumentData byHand = twoCopiesByHand().document;
    const Tensor first = numbers(4, 4, -0.75);
    const Tensor second = tied ? first : numbers(4, 4, 0.5);
    const Tensor bias = Tensor::fromDoubles({4}, {0.1, -0.2, 0.3, -0.4});
    for (const auto& [copy, weight] : {std::pair{0, first}, std::pair{1, second}}) {
      const std::string number = std::to_string(copy);
      const std::string path = tied ? "my_layer/map/" : "my_layer" + number + "/map/";
      repeated.weights[path + "W"] = {weight, WeightOrigin::HandSet, {}};
      repeated.weights[path + "b"] = {bias, WeightOrigin::HandSet, {}};
      byHand.weights["map" + number + "/W"] = {weight, WeightOrigin::HandSet, {}};
      byHand.weights["map" + number + "/b"] = {bias, WeightOrigin::HandSet, {}};
    }
    const ModelRun one = runModel(repeated);
    const ModelRun other = runModel(byHand);
    QCOMPARE(one.outputs.size(), std::size_t{1});
    QCOMPARE(other.outputs.size(), std::size_t{1});
    QVERIFY(one.outputs[0].identicalTo(other.outputs[0]));
    const ModelRun once = runModel(repeatedModel(1, tied).document);
    QVERIFY(!once.outputs[0].identicalTo(one.outputs[0]));
  }

  void groupsInsideARepeatAreCopiedWithIt() {
    Start start = repeatedModel(2, false);
    Model& model = start.document.model;
    const BlockId map = model.blockNamed("map")->id;
    const BlockId sum = model.blockNamed("sum")->id;
    model.removeGroup(model.groups().front().id);
    const GroupId inner = model.addGroup("Inner", {map});
    const GroupId outer = model.addGroup("My layer", {sum}, 2);
    model.setGroupParent(inner, outer);
    QVERIFY(validate(model).empty());
    const ModelRun nested = runModel(start.document);
    const ModelRun flat = runModel(repeatedModel(2, false).document);
    QVERIFY(nested.outputs[0].identicalTo(flat.outputs[0]));
  }

  void inputsInsideATiedRepeatAreBoundOnce() {
    Start start = repeatedModel(2, true);
    Model& model = start.document.model;
    const BlockId more = model.addBlock("matrix_input", "more");
    start.document.inputs[more] = MatrixInput{"m", numbers(3, 4, 1.0), {}, {}};
    const BlockId second = model.addBlock("add", "second");
    const auto inputs = findBlockType("add")->inputs;
    const auto& wires = model.edges();
    const auto out =
        std::ranges::find_if(wires, [&](const Edge& edge) { return model.block(edge.from)->name == "sum"; });
    const Edge old = *out;
    model.removeEdge(old.id);
    model.connect(old.from, old.fromPort, second, inputs[0].id);
    model.connect(more, "values", second, inputs[1].id);
    model.connect(second, "output", old.to, old.toPort);
    ModelGroup group = model.groups().front();
    model.removeGroup(group.id);
    group.members.insert(group.members.end(), {more, second});
    model.insertGroup(group);
    const ModelRun run = runModel(start.document);
    QCOMPARE(run.outputs.size(), std::size_t{1});
    QCOMPARE(run.trace->firstNotFinite(), -1);
  }

  void aRepeatThatChangesTheShapeIsRefused() {
    DocumentData document = Start().document;
    Model& model = document.model;
    const BlockId rows = model.blockNamed("rows")->id;
    const BlockId map = model.addBlock("linear", "map", {{"width", std::int64_t{5}}});
    const BlockId norm = model.addBlock("layer_norm", "norm");
    model.connect(rows, "values", map, "input");
    model.connect(map, "output", norm, findBlockType("layer_norm")->inputs[0].id);
    model.addGroup("Widening", {map}, 2);
    const QString said = errorOf(document).what();
    QVERIFY2(said.contains("\"Widening\"") && said.contains("3 x 4") && said.contains("3 x 5"), qPrintable(said));
  }

  void blockParametersReachTheInnerBlock() {
    DocumentData document = templateDocument("self-attention");
    const BlockId attention = document.model.blockNamed("attention")->id;
    document.model.setParameter(attention, "mechanism", BlockRef{"local_window", {{"radius", std::int64_t{1}}}});
    const ModelRun run = runModel(document);
    const Tensor& weights = run.step("attention/mechanism/weights");
    const std::int64_t count = weights.shape()[-1];
    for (std::int64_t i = 0; i < count; ++i) {
      for (std::int64_t j = 0; j < count; ++j) QCOMPARE(weights.at(i * count + j) == 0.0, std::abs(i - j) > 1);
    }
  }

  void errorsCarryTheirBlock_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("block");
    QTest::newRow("no data") << "no data" << "rows";
    QTest::newRow("weight of another shape") << "weight" << "map";
    QTest::newRow("issue") << "issue" << "map";
    QTest::newRow("shape") << "shape" << "second";
  }
  void errorsCarryTheirBlock() {
    QFETCH(QString, what);
    QFETCH(QString, block);
    Start start = repeatedModel(1, false);
    DocumentData& document = start.document;
    if (what == "no data") document.inputs.clear();
    if (what == "weight") document.weights["map/W"] = {numbers(2, 2, 0.0), WeightOrigin::HandSet, {}};
    if (what == "issue") document.model.setParameter(document.model.blockNamed("map")->id, "width", std::int64_t{-1});
    if (what == "shape") {
      const BlockId narrow = start.add("linear", "narrow", {{"width", std::int64_t{3}}});
      const BlockId second = start.add("add", "second");
      const auto inputs = findBlockType("add")->inputs;
      start.connect(start.rows, "values", narrow, "input");
      start.connect(start.rows, "values", second, inputs[0].id.c_str());
      start.connect(narrow, "output", second, inputs[1].id.c_str());
    }
    const Error error = errorOf(document);
    QVERIFY2(QString(error.what()) != "accepted", error.what());
    const Issue issue = issueOf(error, document.model);
    QVERIFY2(issue.block.isValid(), error.what());
    QCOMPARE(QString::fromStdString(document.model.block(issue.block)->name), block);
  }

  void seedsDecideFreshWeights() {
    DocumentData document = repeatedModel(2, false).document;
    const auto weightOf = [&](std::uint64_t seed) {
      document.seed = seed;
      const Lowered model = lowered(document);
      for (std::size_t i = 0; i < model.inputs.size(); ++i) {
        if (model.program->inputs()[i].name == "my_layer0/map/W") return model.inputs[i];
      }
      return Tensor();
    };
    QVERIFY(!weightOf(1).isNull());
    QVERIFY(weightOf(1).identicalTo(weightOf(1)));
    QVERIFY(!weightOf(1).identicalTo(weightOf(2)));
    const Lowered model = lowered(document);
    QVERIFY(std::ranges::all_of(model.weights,
                                [](const LoweredWeight& weight) { return weight.origin == WeightOrigin::Seeded; }));
  }

  void outputsAreWhatFeedsNothing() {
    const Lowered model = lowered(templateDocument("soft-and-hard"));
    QStringList names;
    for (const ProgramOutput& output : model.program->outputs()) names << QString::fromStdString(output.name);
    QCOMPARE(names, (QStringList{"soft.output", "hard.output", "drawn.output"}));
  }

  void parametersAreReadFromText_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("integer") << "linear" << "width" << "12" << "12";
    QTest::newRow("not an integer") << "linear" << "width" << "1.5" << "must be a whole number";
    QTest::newRow("flag") << "linear" << "bias" << "false" << "false";
    QTest::newRow("not a flag") << "linear" << "bias" << "no" << "must be true or false";
    QTest::newRow("real") << "scaled_dot_product" << "divisor" << "2" << "2";
    QTest::newRow("not a real") << "scaled_dot_product" << "divisor" << "nan" << "must be a number";
    QTest::newRow("block") << "multi_head_attention" << "mechanism" << "cosine" << "cosine";
    QTest::newRow("block with parameters") << "multi_head_attention" << "mechanism"
                                           << R"({"type": "local_window", "parameters": {"radius": 3}})"
                                           << "local_window(radius=3)";
    QTest::newRow("text") << "padding_mask" << "hidden" << "1, 2" << "1, 2";
  }
  void parametersAreReadFromText() {
    QFETCH(QString, type);
    QFETCH(QString, id);
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const auto& params = findBlockType(type.toStdString())->params;
    const auto spec = std::ranges::find(params, id.toStdString(), &ParamSpec::id);
    QVERIFY(spec != params.end());
    QString found;
    try {
      found = QString::fromStdString(heed::core::toString(parameterFromText(text.toStdString(), *spec)));
    } catch (const Error& error) {
      found = error.what();
    }
    QVERIFY2(found == expected || found.contains(expected), qPrintable(found));
  }

 private:
  static Model changed(const QString& change) {
    Model model = repeatedModel(1, false).document.model;
    const auto id = [&](const char* name) { return model.blockNamed(name)->id; };
    if (change == "unknown type") model.addBlock("teleport");
    if (change == "no wire") model.addBlock("linear", "lonely");
    if (change == "no tokens") model.addBlock("feature_table", "lonely");
    if (change == "two wires") model.connect(id("rows"), "values", id("sum"), findBlockType("add")->inputs[0].id);
    if (change == "wrong kind") model.connect(id("rows"), "values", model.addBlock("feature_table", "words"), "tokens");
    if (change == "no such output") model.connect(id("rows"), "nothing", id("norm"), "nothing");
    if (change == "no such input") model.connect(id("rows"), "values", id("norm"), "nothing");
    if (change == "circle") model.connect(id("sum"), "output", id("map"), "input");
    if (change == "two of one name") model.setName(id("sum"), "norm");
    if (change == "name with a dot") model.setName(id("sum"), "a.b");
    if (change == "empty name") model.setName(id("sum"), "");
    if (change == "parameter too large") model.setParameter(id("map"), "width", std::int64_t{1} << 40U);
    if (change == "parameter of another type") model.setParameter(id("map"), "width", std::string("wide"));
    if (change == "unknown parameter") model.setParameter(id("map"), "height", std::int64_t{1});
    if (change == "choice that is none")
      model.addBlock("text_input", "text", {{"tokenizer", std::string("sometimes")}});
    if (change == "no mechanism" || change.startsWith("mechanism with")) {
      const BlockRef inner =
          change == "no mechanism" ? BlockRef{"linear", {}} : BlockRef{"local_window", {{"depth", std::int64_t{1}}}};
      model.addBlock("multi_head_attention", "attention", {{"mechanism", inner}});
    }
    if (change == "group that repeats 0 times") model.addGroup("Never", {}, 0);
    if (change == "group that hands nothing on") model.addGroup("End", {id("norm")}, 2);
    if (change == "group inside itself") {
      const GroupId group = model.addGroup("Ring", {});
      model.setGroupParent(group, group);
    }
    if (change == "repeated twice") {
      const GroupId inner = model.addGroup("Inner", {}, 2);
      model.setGroupParent(inner, model.addGroup("Outer", {}, 2));
    }
    if (change == "member of two groups") model.addGroup("Second", {id("map")});
    return model;
  }
};

QTEST_GUILESS_MAIN(TestModel)
#include "tst_model.moc"
