#include "core/program/layers.h"
#include "core/program/rewrite.h"
#include "tests/core/model_run.h"

#include <QtTest>

using namespace heed::core;
using heed::test::buildResources;
using heed::test::templateDocument;

namespace {

std::shared_ptr<const Program> programOf(const DocumentData& document) {
  return lower(document.model, document.inputs, document.weights, {document.seed, buildResources()}).program;
}

std::vector<Layer> layersOf(const Program& program) {
  return heed::core::layersOf(program, static_cast<int>(program.steps().size()));
}

std::vector<std::string> pathsOf(const std::vector<Layer>& layers) {
  std::vector<std::string> paths;
  for (const Layer& layer : layers) paths.push_back(layer.path);
  return paths;
}

/// The encoder template with a second encoder block behind the first, instead of a group that repeats.
DocumentData withSecondEncoder() {
  DocumentData document = templateDocument("encoder-block");
  Model& model = document.model;
  const BlockId first = model.blockNamed("encoder")->id;
  const BlockId second = model.addBlock("encoder_block", "deeper", model.block(first)->parameters);
  for (const Edge* edge : std::vector<const Edge*>(model.edgesFrom(first))) {
    const Edge old = *edge;
    model.removeEdge(old.id);
    model.connect(second, old.fromPort, old.to, old.toPort);
  }
  model.connect(first, "output", second, "input");
  return document;
}

}  // namespace

class TestLayers : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void repeatedGroupsAreLayers() {
    const auto program = programOf(templateDocument("two-layers"));
    const std::vector<Layer> layers = layersOf(*program);
    QCOMPARE(pathsOf(layers), (std::vector<std::string>{"layer0/", "layer1/"}));
    const int first = program->stepIndex("layer0/encoder/attention/mechanism/weights");
    const int second = program->stepIndex("layer1/encoder/attention/mechanism/weights");
    QVERIFY(first >= 0);
    QVERIFY(second > first);
    const auto groupOf = [&](int step) { return program->steps()[static_cast<std::size_t>(step)].group; };
    QCOMPARE(layerOfGroup(*program, layers, groupOf(first)), 0);
    QCOMPARE(layerOfGroup(*program, layers, groupOf(second)), 1);
    QCOMPARE(layerOfGroup(*program, layers, groupOf(program->stepIndex("sentence/output"))), -1);
    QCOMPARE(layerOfGroup(*program, layers, -1), -1);
  }

  void sameStepHasTheSameIdInEveryLayer() {
    const auto program = programOf(templateDocument("two-layers"));
    const std::vector<Layer> layers = layersOf(*program);
    std::vector<std::vector<std::string>> ids(layers.size());
    for (const Step& step : program->steps()) {
      const int layer = layerOfGroup(*program, layers, step.group);
      if (layer < 0) continue;
      const auto place = static_cast<std::size_t>(layer);
      QCOMPARE(layers[place].path + idWithinLayer(step.id, layers[place]), step.id);
      ids[place].push_back(idWithinLayer(step.id, layers[place]));
    }
    QVERIFY(ids[0].size() > 10);
    QCOMPARE(ids[0], ids[1]);
  }

  void takenApartTheyStayLayers() {
    const auto program = fullyExpanded(*programOf(templateDocument("two-layers")));
    QCOMPARE(pathsOf(layersOf(*program)), (std::vector<std::string>{"layer0/", "layer1/"}));
  }

  void equalBlocksInARowAreLayers() {
    const auto program = programOf(withSecondEncoder());
    QCOMPARE(pathsOf(layersOf(*program)), (std::vector<std::string>{"encoder/", "deeper/"}));
  }

  void tiedCopiesAreLayers() {
    DocumentData document = templateDocument("two-layers");
    const ModelGroup group = document.model.groups().front();
    document.model.removeGroup(group.id);
    document.model.addGroup("Deep", group.members, 5, true);
    const auto program = programOf(document);
    QCOMPARE(pathsOf(layersOf(*program)), (std::vector<std::string>{"deep0/", "deep1/", "deep2/", "deep3/", "deep4/"}));
  }

  void whatStandsSideBySideIsNoLayer_data() {
    QTest::addColumn<QString>("id");
    for (const char* id : {"self-attention", "multi-head", "soft-and-hard", "global-and-local", "encoder-block"}) {
      QTest::newRow(id) << QString(id);
    }
  }
  void whatStandsSideBySideIsNoLayer() {
    QFETCH(QString, id);
    QVERIFY(layersOf(*programOf(templateDocument(id.toStdString()))).empty());
  }

  /// Two copies of one mechanism that both look at the same input are equal but do not follow each other.
  void equalBlocksThatShareTheirInputAreNoLayers() {
    DocumentData document = templateDocument("soft-and-hard");
    Model& model = document.model;
    const Block soft = *model.blockNamed("soft");
    const BlockId twin = model.addBlock(soft.type, "twin", soft.parameters);
    for (const Edge* edge : std::vector<const Edge*>(model.edgesInto(soft.id))) {
      const Edge old = *edge;
      model.connect(old.from, old.fromPort, twin, old.toPort);
    }
    const auto program = programOf(document);
    QVERIFY(program->stepIndex("twin/weights") >= 0);
    QVERIFY(layersOf(*program).empty());
  }
};

QTEST_GUILESS_MAIN(TestLayers)
#include "tst_layers.moc"
