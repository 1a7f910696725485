#include "core/base/error.h"
#include "core/io/safetensors.h"
#include "tests/core/model_run.h"
#include "tests/core/refusal.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>
#include <limits>
#include <random>

using namespace heed::core;
using namespace heed::test;

namespace {

/// A template of two rows that attend to each other, with one place to put something else.
std::string templateText(const std::string& place, const std::string& content) {
  const std::map<std::string, std::string> usual = {
      {"head", R"("format": "heed-template", "version": 1, "title": "T", "summary": "S.", "seed": "7")"},
      {"blocks", R"([{"name": "rows", "type": "matrix_input"}, {"name": "map", "type": "linear"}])"},
      {"edges", R"([{"from": "rows.values", "to": "map.input"}])"},
      {"input", R"({"kind": "matrix", "name": "m", "rows": ["a", "b"], "columns": [], "values": [[1, 2], [3, 4]]})"},
      {"weights", R"({"map/W": {"origin": "hand-set", "values": [[1, 0], [0, 1]]}})"},
      {"more", ""}};
  const auto part = [&](const char* name) { return name == place ? content : usual.at(name); };
  return "{" + part("head") + R"(, "model": {"blocks": )" + part("blocks") + R"(, "edges": )" + part("edges") +
         R"(}, "inputs": {"rows": )" + part("input") + R"(}, "weights": )" + part("weights") + part("more") + "}";
}

DocumentData everyKindOfInput() {
  DocumentData document;
  document.title = "Every kind";
  document.summary = "Of input.";
  const BlockId text = document.model.addBlock("text_input");
  const BlockId image = document.model.addBlock("image_input");
  const BlockId graph = document.model.addBlock("graph_input");
  const BlockId matrix = document.model.addBlock("matrix_input");
  const BlockId counts = document.model.addBlock("matrix_input");
  document.inputs[text] = TextInput{"naïve 👩‍👩‍👧\n\"quoted\" שלום"};
  document.inputs[image] = picture(5, 3);
  document.inputs[graph] =
      GraphInput{{"a", "b"}, Tensor::fromInts({1, 2}, {0, 1}), Tensor::fromFloats({2, 1}, {0.5F, -1.0F}), {"f"}};
  document.inputs[matrix] =
      MatrixInput{"m.npy",
                  Tensor::fromDoubles({2, 2}, {std::numeric_limits<double>::quiet_NaN(), -0.0, 1e-300, 4.0 / 3.0}),
                  {"r", "s"},
                  {"x", "y"}};
  document.inputs[counts] = MatrixInput{"counts.npy", Tensor::fromInts({1, 2}, {7, -7}), {}, {}};
  document.weights["linear/W"] = {Tensor::fromFloats({1, 2}, {0.1F, 0.2F}), WeightOrigin::Loaded, "from a file"};
  document.weights["linear/b"] = {Tensor::fromDoubles({2}, {0.1, 0.2}), WeightOrigin::Trained, ""};
  document.replaced = {{"rows/values", {1, 0}, 0.25},
                       {"rows/values", {0, 0}, -std::numeric_limits<double>::infinity()}};
  document.seed = std::numeric_limits<std::uint64_t>::max();
  document.layout["rows"] = JsonValue(JsonValue::Array{10, 20});
  document.view["zoom"] = 1.5;
  document.compare["members"] = JsonValue(JsonValue::Array{});
  document.training["rate"] = 0.01;
  return document;
}

std::string headerOf(const std::string& json) {
  return writeSafetensors({}, {{"heed", json}});
}

}  // namespace

class TestDocuments : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { qputenv("HEED_RESOURCES", HEED_RESOURCES); }

  void templatesSurviveAsDocuments_data() {
    QTest::addColumn<QString>("id");
    for (const std::string& id : templateIds()) QTest::newRow(id.c_str()) << QString::fromStdString(id);
  }
  void templatesSurviveAsDocuments() {
    QFETCH(QString, id);
    const DocumentData document = templateDocument(id.toStdString());
    const std::string bytes = writeDocument(document);
    const DocumentData again = readDocumentBytes(bytes, "again.heed");
    QVERIFY(writeDocument(again) == bytes);
    QVERIFY(again.model.blocks().size() == document.model.blocks().size());
    const ModelRun first = runModel(document);
    const ModelRun second = runModel(again);
    QCOMPARE(second.outputs.size(), first.outputs.size());
    for (std::size_t i = 0; i < first.outputs.size(); ++i) QVERIFY(second.outputs[i].identicalTo(first.outputs[i]));
  }

  void everyKindOfInputSurvives() {
    const DocumentData document = everyKindOfInput();
    const std::string bytes = writeDocument(document);
    const DocumentData again = readDocumentBytes(bytes, "again.heed");
    QVERIFY(writeDocument(again) == bytes);
    QVERIFY(again.model == document.model);
    QCOMPARE(again.seed, document.seed);
    QVERIFY(again.replaced == document.replaced);
    QVERIFY(again.layout == document.layout && again.view == document.view);
    QVERIFY(again.compare == document.compare && again.training == document.training);
    for (const auto& [block, input] : document.inputs) {
      const InputData& other = again.inputs.at(block);
      QCOMPARE(other.index(), input.index());
      if (const auto* text = std::get_if<TextInput>(&input)) QVERIFY(*text == std::get<TextInput>(other));
      if (const auto* image = std::get_if<ImageInput>(&input))
        QVERIFY(image->pixels.identicalTo(std::get<ImageInput>(other).pixels));
      if (const auto* matrix = std::get_if<MatrixInput>(&input)) {
        QVERIFY(matrix->values.identicalTo(std::get<MatrixInput>(other).values));
        QVERIFY(matrix->rowLabels == std::get<MatrixInput>(other).rowLabels);
      }
      if (const auto* graph = std::get_if<GraphInput>(&input)) {
        QVERIFY(graph->edges.identicalTo(std::get<GraphInput>(other).edges));
        QVERIFY(graph->features.identicalTo(std::get<GraphInput>(other).features));
      }
    }
    for (const auto& [path, weight] : document.weights) {
      QVERIFY(weight.value.identicalTo(again.weights.at(path).value));
      QCOMPARE(again.weights.at(path).note, weight.note);
      QVERIFY(again.weights.at(path).origin == weight.origin);
    }
  }

  void equalDocumentsAreEqualBytes() {
    DocumentData one;
    DocumentData other;
    const BlockId first = one.model.addBlock("matrix_input", "a");
    one.model.removeBlock(one.model.addBlock("linear", "gone"));
    const BlockId second = one.model.addBlock("linear", "b");
    one.model.connect(first, "values", second, "input");
    const BlockId otherFirst = other.model.addBlock("matrix_input", "a");
    const BlockId otherSecond = other.model.addBlock("linear", "b");
    other.model.connect(otherFirst, "values", otherSecond, "input");
    QVERIFY(writeDocument(one) == writeDocument(other));
  }

  void fileIsASafetensorsFile() {
    const SafetensorsFile file = SafetensorsFile::fromBytes(writeDocument(everyKindOfInput()));
    QVERIFY(file.metadata().contains("heed"));
    QVERIFY(file.tensor("weights/linear/W").identicalTo(Tensor::fromFloats({1, 2}, {0.1F, 0.2F})));
    QCOMPARE(file.tensor("inputs/image_input/pixels").shape(), (Shape{3, 5, 3}));
  }

  void fileIsWrittenAndReadAgain() {
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("saved.heed").toStdString();
    const DocumentData document = everyKindOfInput();
    writeDocumentFile(path, document);
    QVERIFY(writeDocument(readDocument(path)) == writeDocument(document));
  }

  void unknownBlocksSurviveUnchanged() {
    const std::string block =
        R"({"future": {"depth": [1, 2.5]}, "name": "later", "parameters": {"rate": 0.1}, "type": "not_yet_invented"})";
    const std::string text = templateText("blocks", "[" + block + R"(, {"name": "rows", "type": "matrix_input"}, )" +
                                                        R"({"name": "map", "type": "linear"}])");
    const DocumentData document = readTemplate(text, "later.json");
    const JsonValue written = parseJson(writeTemplate(document));
    QVERIFY(JsonView(written)["model"]["blocks"].at(0).value() == parseJson(block));
    const DocumentData again = readDocumentBytes(writeDocument(document), "later.heed");
    QCOMPARE(QString::fromStdString(writeTemplate(again)), QString::fromStdString(writeTemplate(document)));
    const auto issues = validate(document.model);
    QCOMPARE(issues.size(), std::size_t{1});
    QVERIFY(issues.front().text.english().find("not_yet_invented") != std::string::npos);
  }

  void groupsSurviveWithTheirParents() {
    DocumentData document;
    const BlockId a = document.model.addBlock("linear", "a");
    const BlockId b = document.model.addBlock("linear", "b");
    const GroupId inner = document.model.addGroup("Inner", {a});
    const GroupId outer = document.model.addGroup("Outer", {b}, 3, true);
    document.model.setGroupParent(inner, outer);
    const DocumentData again = readDocumentBytes(writeDocument(document), "groups.heed");
    QCOMPARE(again.model.groups().size(), std::size_t{2});
    QCOMPARE(again.model.groups()[0].parent, again.model.groups()[1].id);
    QCOMPARE(again.model.groups()[1].repeat, 3);
    QVERIFY(again.model.groups()[1].tied);
    QVERIFY(writeDocument(again) == writeDocument(document));
  }

  void blockReferencesSurvive() {
    DocumentData document;
    const BlockRef mechanism{"local_window", {{"radius", std::int64_t{3}}}};
    document.model.addBlock("multi_head_attention", "attention",
                            {{"heads", std::int64_t{4}}, {"mechanism", mechanism}});
    const DocumentData again = readTemplate(writeTemplate(document), "reference.json");
    QVERIFY(again.model.blocks().front().parameters == document.model.blocks().front().parameters);
  }

  void idsAreNotReusedAfterUndo() {
    Model model;
    const BlockId first = model.addBlock("linear");
    const BlockId second = model.addBlock("linear");
    const Block removed = *model.block(second);
    model.removeBlock(second);
    const BlockId third = model.addBlock("linear");
    QVERIFY(third != second && third != first);
    model.insertBlock(removed);
    QCOMPARE(model.block(second)->name, removed.name);
    const BlockId fourth = model.addBlock("linear");
    QVERIFY(fourth != first && fourth != second && fourth != third);
  }

  void saysWhatIsWrongAndWhere_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* place, const std::string& content, const char* expected) {
      QTest::newRow(name) << QString::fromStdString(templateText(place, content)) << QString(expected);
    };
    const auto head = [](const std::string& changed) { return R"("title": "T", "summary": "S.", )" + changed; };
    row("newer version", "head", head(R"("format": "heed-template", "version": 2)"),
        "version: is 2; this version of Heed reads 1 to 1");
    row("version 0", "head", head(R"("format": "heed-template", "version": 0)"), "version: is 0");
    row("version as text", "head", head(R"("format": "heed-template", "version": "1")"), "version: expected");
    row("another format", "head", head(R"("format": "netron", "version": 1)"),
        "format: expected \"heed-template\", found \"netron\"");
    row("no version", "head", head(R"("format": "heed-template")"), "version");
    row("negative seed", "head", head(R"("format": "heed-template", "version": 1, "seed": "-1")"),
        "seed: a seed is a whole number");
    row("seed beyond 64 bits", "head",
        head(R"("format": "heed-template", "version": 1, "seed": "18446744073709551616")"),
        "seed: a seed is a whole number");
    row("block without a type", "blocks", R"([{"name": "rows"}])", "model.blocks[0]");
    row("block without a name", "blocks", R"([{"name": "", "type": "linear"}])",
        "model.blocks[0].name: a block needs a name");
    row("two blocks of one name", "blocks",
        R"([{"name": "rows", "type": "matrix_input"}, {"name": "rows", "type": "linear"}])",
        "model.blocks[1].name: the name \"rows\" is used twice");
    row("an unknown parameter", "blocks", R"([{"name": "rows", "type": "linear", "parameters": {"wdith": 2}}])",
        "model.blocks[0].parameters.wdith: linear has no parameter \"wdith\"");
    row("a parameter of another type", "blocks",
        R"([{"name": "rows", "type": "linear", "parameters": {"width": "wide"}}])",
        "model.blocks[0].parameters.width: expected");
    row("an unknown key of a block", "blocks", R"([{"name": "rows", "type": "linear", "colour": 1}])", "colour");
    row("wire without a port", "edges", R"([{"from": "rows", "to": "map.input"}])",
        "model.edges[0].from: expected \"block.port\", found \"rows\"");
    row("wire from nowhere", "edges", R"([{"from": "nobody.values", "to": "map.input"}])",
        "model.edges[0].from: there is no block \"nobody\"");
    row("input for nobody", "input", R"({"kind": "text", "text": "a"}, "x": {"kind": "text", "text": "a"})",
        "inputs.x: there is no block \"x\"");
    row("unknown kind of input", "input", R"({"kind": "sound"})", "inputs.rows.kind: \"sound\" is no kind of input");
    row("ragged matrix", "input",
        R"({"kind": "matrix", "name": "m", "rows": [], "columns": [], "values": [[1, 2], [3]]})",
        "inputs.rows.values[1]: has 1 entries; the one before has 2");
    row("matrix of text", "input", R"({"kind": "matrix", "name": "m", "rows": [], "columns": [], "values": [["a"]]})",
        "inputs.rows.values[0][0]: expected a number, found a string");
    row("too many names", "input",
        R"({"kind": "matrix", "name": "m", "rows": ["a", "b", "c"], "columns": [], "values": [[1]]})",
        "inputs.rows.rows: has 3 names for 1 rows");
    row("picture of two colours", "input", R"({"kind": "image", "name": "p", "pixels": [[[1, 2]]]})",
        "inputs.rows.pixels: is 1 x 1 x 2; a picture is height x width x 3");
    row("edge to nowhere", "input",
        R"({"kind": "graph", "nodes": ["a"], "edges": [[0, 1]], "features": null, "feature_names": []})",
        "inputs.rows.edges: edge 0 names node 1; there are nodes 0 to 0");
    row("half an edge", "input",
        R"({"kind": "graph", "nodes": ["a"], "edges": [[0, 0.5]], "features": null, "feature_names": []})",
        "inputs.rows.edges: edge 0 names node 0.5");
    row("edge beyond all numbers", "input",
        R"({"kind": "graph", "nodes": ["a"], "edges": [[0, 1e300]], "features": null, "feature_names": []})",
        "inputs.rows.edges: edge 0 names node 1e+300");
    row("features for other nodes", "input",
        R"({"kind": "graph", "nodes": ["a"], "edges": [], "features": [[1], [2]], "feature_names": []})",
        "inputs.rows.features: is 2 x 1; 1 nodes need as many rows");
    row("unknown origin", "weights", R"({"map/W": {"origin": "magic", "values": [1]}})",
        "weights.map/W.origin: \"magic\" is no origin");
    row("weight without numbers", "weights", R"({"map/W": {"origin": "seeded"}})", "weights.map/W");
    row("replaced by a word", "more", R"(, "replaced": [{"step": "s", "cell": [0], "number": "many"}])",
        "replaced[0].number: \"many\" is no number");
    row("replaced below zero", "more", R"(, "replaced": [{"step": "s", "cell": [-1], "number": 0}])",
        "replaced[0].cell[0]");
    row("something else", "more", R"(, "macro": "rm")", "macro");
    row("group of nobody", "blocks",
        R"([{"name": "rows", "type": "matrix_input"}, {"name": "map", "type": "linear"}], "groups": [{"title": "G", "members": ["x"]}])",
        "model.groups[0].members[0]: there is no block \"x\"");
    row("group in no group", "blocks",
        R"([{"name": "rows", "type": "matrix_input"}, {"name": "map", "type": "linear"}], "groups": [{"title": "G", "members": [], "parent": 1}])",
        "model.groups[0].parent");
    row("repeated without end", "blocks",
        R"([{"name": "rows", "type": "matrix_input"}, {"name": "map", "type": "linear"}], "groups": [{"title": "G", "members": [], "repeat": 1000000}])",
        "model.groups[0].repeat");
  }
  void saysWhatIsWrongAndWhere() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const QString said =
        QString::fromStdString(refusal([&] { static_cast<void>(readTemplate(text.toStdString(), "hostile.json")); }));
    QVERIFY2(said.contains(expected), qPrintable(said));
    QVERIFY2(said.contains("hostile.json"), qPrintable(said));
    std::string asDocument = text.toStdString();
    const std::string format = R"("format": "heed-template")";
    if (const auto at = asDocument.find(format); at != std::string::npos)
      asDocument.replace(at, format.size(), R"("format": "heed")");
    const QString saidOfDocument = QString::fromStdString(
        refusal([&] { static_cast<void>(readDocumentBytes(headerOf(asDocument), "hostile.heed")); }));
    QVERIFY2(saidOfDocument != "accepted", qPrintable(saidOfDocument));
  }

  void hasNothingToWorkWith() {
    QVERIFY(refusal([] {
              static_cast<void>(readDocumentBytes(writeSafetensors({}, {}), "plain.safetensors"));
            }).find("no document of Heed") != std::string::npos);
    const std::string missing = headerOf(R"({"format": "heed", "version": 1, "title": "", "summary": "",
      "model": {"blocks": []}, "weights": {"w": {"origin": "loaded", "values": "weights/w"}}})");
    QVERIFY(refusal([&] { static_cast<void>(readDocumentBytes(missing, "missing.heed")); }).find("weights/w") !=
            std::string::npos);
  }

  /// A download that broke off: what is there, what the file should have, and a guess why.
  void documentsThatEndTooSoonSaySo() {
    const std::string whole = writeDocument(everyKindOfInput());
    std::uint64_t headerSize = 0;
    for (std::size_t i = 8; i > 0; --i) headerSize = headerSize * 256 + static_cast<unsigned char>(whole[i - 1]);
    const std::size_t headerEnd = 8 + static_cast<std::size_t>(headerSize);
    QVERIFY(headerEnd + 100 < whole.size());
    for (std::size_t length = 0; length < whole.size(); length += length < 16 || length + 8 > headerEnd ? 1 : 97) {
      const std::string said =
          refusal([&] { static_cast<void>(readDocumentBytes(whole.substr(0, length), "cut.heed")); });
      const std::string found = "ends after " + std::to_string(length) + " bytes";
      const std::string expected = length < 8           ? "begins with 8 bytes that say how long its header is"
                                   : length < headerEnd ? "a header that reaches to byte " + std::to_string(headerEnd)
                                                        : "reach to byte " + std::to_string(whole.size());
      for (const std::string& part : {found, expected, std::string("cut.heed"), std::string("probably incomplete")})
        QVERIFY2(said.find(part) != std::string::npos, said.c_str());
    }
  }

  void brokenDocumentsAreRefused() {
    const std::string whole = writeDocument(everyKindOfInput());
    std::mt19937 random(1);
    for (int i = 0; i < 400; ++i) {
      std::string bytes = whole;
      if (i % 2 == 0) {
        bytes.resize(random() % bytes.size());
      } else {
        for (int changes = 0; changes < 3; ++changes)
          bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
      }
      try {
        const DocumentData read = readDocumentBytes(bytes, "broken.heed");
        const std::string written = writeDocument(read);
        QVERIFY(writeDocument(readDocumentBytes(written, "again.heed")) == written);
      } catch (const Error& error) {
        QVERIFY(!error.text().isEmpty());
      }
    }
  }

  /// What a hostile document may say of a model is only found when it is lowered.
  void hostileModelsAreRefusedWhenTheyAreRun_data() {
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const char* place, const std::string& content) {
      QTest::newRow(name) << QString::fromStdString(templateText(place, content));
    };
    row("wire in a circle", "edges", R"([{"from": "map.output", "to": "map.input"}])");
    row("wire of no port", "edges", R"([{"from": "rows.nothing", "to": "map.input"}])");
    row("wire twice", "edges",
        R"([{"from": "rows.values", "to": "map.input"}, {"from": "rows.values", "to": "map.input"}])");
    row("no wire", "edges", "[]");
    row("width of a million millions", "blocks",
        R"([{"name": "rows", "type": "matrix_input"}, {"name": "map", "type": "linear", "parameters": {"width": 1000000000000}}])");
    row("name with a slash", "blocks",
        R"([{"name": "rows", "type": "matrix_input"}, {"name": "map", "type": "linear"}, {"name": "a/b", "type": "matrix_input"}])");
    row("text for a matrix", "input", R"({"kind": "text", "text": "a"})");
    row("matrix of three dimensions", "input",
        R"({"kind": "matrix", "name": "m", "rows": [], "columns": [], "values": [[[1]]]})");
    row("empty matrix", "input", R"({"kind": "matrix", "name": "m", "rows": [], "columns": [], "values": [[], []]})");
    row("weight of another shape", "weights", R"({"map/W": {"origin": "hand-set", "values": [1, 2, 3]}})");
    row("groups that contain each other", "blocks",
        R"([{"name": "rows", "type": "matrix_input"}, {"name": "map", "type": "linear"}], "groups": [{"title": "A", "members": ["rows"], "parent": 1}, {"title": "B", "members": ["map"], "parent": 0, "repeat": 2}])");
    row("block in two groups", "blocks",
        R"([{"name": "rows", "type": "matrix_input"}, {"name": "map", "type": "linear"}], "groups": [{"title": "A", "members": ["map"], "repeat": 2}, {"title": "B", "members": ["map"], "repeat": 3}])");
    row("mechanism that is none", "blocks",
        R"([{"name": "rows", "type": "matrix_input"}, {"name": "map", "type": "multi_head_attention", "parameters": {"mechanism": "linear"}}])");
  }
  void hostileModelsAreRefusedWhenTheyAreRun() {
    QFETCH(QString, text);
    const std::string said =
        refusal([&] { static_cast<void>(runModel(readTemplate(text.toStdString(), "hostile.json"))); });
    QVERIFY(said != "accepted");
    QVERIFY2(said.size() > 20, said.c_str());
  }
};

QTEST_GUILESS_MAIN(TestDocuments)
#include "tst_documents.moc"
