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
    QTest::newRow("no graph") << QByteArray("<graphml/>") << "expected an element <graph>, found <graphml>";
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

  void saysWhatIsNoXmlAndWhere_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const char* content, const char* sentence) {
      QTest::newRow(name) << QByteArray(content) << QString::fromUtf8(sentence);
    };
    row("nothing", "", "line 1, column 1: expected an element, found the end of the text");
    row("words", "\n hello", "line 2, column 2: expected an element, found \"hello\"");
    row("cut off", "<graphml>\n<graph>", "line 2, column 8: expected \"</graph>\", found the end of the text");
    row("cut in a tag", "<graphml>\n<node id='a",
        "line 2, column 12: expected the end of \"<node id='a\", found the end of the text");
    row("cut in a comment", "<graphml><!-- a", "line 1, column 16: expected \"-->\", found the end of the text");
    row("another end", "<graphml>\n<graph>\n</graphml>",
        "line 3, column 1: expected \"</graph>\", found \"</graphml>\"");
    row("another end in a node", "<graphml>\n<node id='a'><data key='k'>x</node>",
        "line 2, column 29: expected \"</data>\", found \"</node>\"");
    row("two roots", "<graphml/>\n<graphml/>", "line 2, column 1: expected the end of the text, found \"<graphml/>\"");
    row("no quotes", "<graphml>\r\n\r\n<node label='\xE5\x8C\x97' id=1/>",
        "line 3, column 20: expected a value in quotes, found \"1\"");
    row("no value", "<graphml x/>", "line 1, column 11: expected \"=\" and a value in quotes, found \"/\"");
    row("no space", "<a b='1'c='2'/>", "line 1, column 9: expected a space, \"/>\" or \">\", found \"c\"");
    row("no end of a tag", "<graphml>\n<node<",
        "line 2, column 6: expected an attribute, \"/>\" or \">\", found \"<\"");
    row("twice", "<a>\n<b x='1' x='2'/></a>", "line 2, column 1: expected each attribute once, found \"x\" again");
    row("prefix", "<a><y:b/></a>", "line 1, column 4: expected prefixes that are declared with xmlns, found \"<y:b\"");
    row("number as a name", "<a><1/></a>", "line 1, column 5: expected the name of an element, found \"1\"");
    row("bare and", "<a>salt & pepper</a>", "line 1, column 9: expected \"&amp;\", found \"&\"");
    row("bare and before a tag", "<a>salt &</a>", "line 1, column 9: expected \"&amp;\", found \"&\"");
    row("bare and in a value", "<a b='salt & pepper'/>", "line 1, column 12: expected \"&amp;\", found \"&\"");
    row("less in a value", "<a b='1 < 2'/>", "line 1, column 9: expected \"&lt;\", found \"<\"");
    row("name of a character", "<a>caf&eacute;</a>",
        "line 1, column 7: expected &amp;, &lt;, &gt;, &quot;, &apos; or the number of a character, found "
        "\"&eacute;\"");
    row("control character", "<a>\x01</a>",
        "line 1, column 4: expected a character that a text may have, found the character U+0001");
    row("version", "<?xml version='2.0'?><a/>",
        "line 1, column 1: expected the declaration of XML 1.0 at the very beginning, found \"<?xml version='2.0'?>\"");
    row("no UTF-8", "<a>\xFF\xFE</a>", "expected text in UTF-8 or UTF-16, found bytes that are not");
    row("encoding", "<?xml version='1.0' encoding='klingon'?><a/>",
        "expected text in UTF-8 or UTF-16, found \"klingon\"");
  }

  void saysWhatIsNoXmlAndWhere() {
    QFETCH(QByteArray, content);
    QFETCH(QString, sentence);
    try {
      static_cast<void>(readGraphml(content.toStdString(), "g.graphml"));
      QFAIL("nothing was thrown");
    } catch (const Error& error) {
      QCOMPARE(QString::fromStdString(error.text().english()), "g.graphml: " + sentence);
    }
  }

  void aNumberThatIsCutIsNoWrongNumber() {
    try {
      static_cast<void>(
          readGraphml("<graphml><key id='k' for='node' attr.type='int'/><graph><node id='a'><data key='k'>"));
      QFAIL("nothing was thrown");
    } catch (const Error& error) {
      QVERIFY2(QString(error.what()).contains("expected \"</data>\""), error.what());
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

  void everyDamageIsReadOrRefused() {
    const std::string whole = kSmall;
    int refused = 0;
    for (std::size_t place = 0; place < whole.size(); ++place) {
      for (const char letter : {'<', '>', '&', '"', '/', '=', '!', ' ', '\0', '\xFF'}) {
        std::string damaged = whole;
        damaged[place] = letter;
        try {
          QVERIFY(readGraphml(damaged).nodes.size() <= 3);
        } catch (const Error& error) {
          ++refused;
          QVERIFY(!error.text().isEmpty());
        }
      }
    }
    QVERIFY(refused > 1000);
  }
};

QTEST_GUILESS_MAIN(TestGraphml)
#include "tst_graphml.moc"
