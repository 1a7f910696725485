#include "core/base/error.h"
#include "core/io/graphml.h"

#include <QtTest>

using namespace heed::core;

namespace {

constexpr const char* kSmall =
    "<?xml version=\"1.0\"?>\n"
    "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
    "  <key id=\"d0\" for=\"node\" attr.name=\"label\" attr.type=\"string\"/>\n"
    "  <key id=\"d1\" for=\"node\" attr.name=\"age\" attr.type=\"double\"/>\n"
    "  <key id=\"d2\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n"
    "  <graph edgedefault=\"undirected\">\n"
    "    <node id=\"n0\"><data key=\"d0\">Ada</data><data key=\"d1\">36</data></node>\n"
    "    <node id=\"n1\"><data key=\"d0\">Ben &amp; Co</data></node>\n"
    "    <node id=\"n2\"/>\n"
    "    <edge source=\"n0\" target=\"n1\"><data key=\"d2\">2</data></edge>\n"
    "    <edge source=\"n2\" target=\"n0\"/>\n"
    "  </graph>\n"
    "</graphml>\n";

}  // namespace

class TestGraphml : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void readsNodesEdgesAndNumbers() {
    const GraphInput graph = readGraphml(kSmall);
    QCOMPARE(graph.nodes, (std::vector<std::string>{"Ada", "Ben & Co", "n2"}));
    QVERIFY(graph.edges.identicalTo(Tensor::fromInts({2, 2}, {0, 1, 2, 0})));
    QCOMPARE(graph.featureNames, std::vector<std::string>{"age"});
    QVERIFY(graph.features.identicalTo(Tensor::fromDoubles({3, 1}, {36, 0, 0})));
  }

  void refusesWithASentence_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("part");
    QTest::newRow("empty") << QByteArray() << "line 1";
    QTest::newRow("no XML") << QByteArray("hello") << "line 1";
    QTest::newRow("no graph") << QByteArray("<graphml/>") << "no <graph>";
    QTest::newRow("cut off") << QByteArray(kSmall).left(500) << "line";
    QTest::newRow("unknown node")
        << QByteArray("<graphml><graph><node id='a'/><edge source='a' target='b'/></graph></graphml>") << "\"b\"";
    QTest::newRow("node twice") << QByteArray("<graphml><graph><node id='a'/><node id='a'/></graph></graphml>")
                                << "twice";
    QTest::newRow("no id") << QByteArray("<graphml><graph><node/></graph></graphml>") << "no id";
    QTest::newRow("no number") << QByteArray(
                                      "<graphml><key id='k' for='node' attr.type='int'/><graph><node id='a'><data "
                                      "key='k'>x</data></node></graph></graphml>")
                               << "is no number";
    QTest::newRow("entities that grow")
        << QByteArray(
               "<!DOCTYPE g [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;'>]><graphml><graph><node "
               "id='&b;'/></graph></graphml>")
        << "entities";
  }

  void refusesWithASentence() {
    QFETCH(QByteArray, content);
    QFETCH(QString, part);
    try {
      static_cast<void>(readGraphml(content.toStdString(), "g.graphml"));
      QFAIL("nothing was thrown");
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::Format);
      QVERIFY2(QString(error.what()).contains(part), error.what());
      QVERIFY2(QString(error.what()).contains("g.graphml"), error.what());
    }
  }

  void everyTruncationIsReadOrRefused() {
    const std::string whole = kSmall;
    for (std::size_t length = 0; length < whole.size(); ++length) {
      try {
        QVERIFY(readGraphml(whole.substr(0, length)).nodes.size() <= 3);
      } catch (const Error& error) {
        QVERIFY(!error.text().isEmpty());
      }
    }
  }
};

QTEST_GUILESS_MAIN(TestGraphml)
#include "tst_graphml.moc"
