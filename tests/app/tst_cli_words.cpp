#include <QtTest>

#include "tests/app/cli_program.h"

// heed list and heed docs.

class TestCliWords : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { QVERIFY(m_program.isReady()); }

  void listsAndDocumentsAgree() {
    for (const char* what : {"templates", "blocks", "variants", "ops"}) {
      const QJsonObject json = heed({"list", what, "--json"}).json();
      QCOMPARE(wrongKey(json, {{"command", "s"}, {"what", "s"}, {"entries", "a"}}), QString());
      QVERIFY(!json["entries"].toArray().isEmpty());
      const QJsonObject entry = firstOf(json, "entries");
      QCOMPARE(wrongKey(entry, {{"id", "s"}, {"title", "s"}, {"summary", "s"}, {"group", "s"}}), QString());
      QVERIFY(heed({"list", what}).out.contains(entry["id"].toString().toUtf8()));
      QCOMPARE(heed({"docs", entry["id"].toString()}).status, 0);
    }
  }

  void docsTellBlocksOpsAndTemplates() {
    const QJsonObject block = heed({"docs", "Bahdanau", "--json"}).json();
    QCOMPARE(wrongKey(block, {{"command", "s"},
                              {"kind", "s"},
                              {"id", "s"},
                              {"category", "s"},
                              {"title", "s"},
                              {"summary", "s"},
                              {"what", "s"},
                              {"why", "s"},
                              {"caution", "s"},
                              {"synonyms", "a"},
                              {"formula", "s"},
                              {"tex", "s"},
                              {"paper", "s"},
                              {"inputs", "a"},
                              {"outputs", "a"},
                              {"parameters", "a"}}),
             QString());
    QCOMPARE(block["id"].toString(), QString("additive"));
    QCOMPARE(wrongKey(firstOf(block, "inputs"),
                      {{"id", "s"}, {"label", "s"}, {"kind", "s"}, {"role", "s"}, {"optional", "b"}}),
             QString());
    QCOMPARE(wrongKey(firstOf(heed({"docs", "multi_head_attention", "--json"}).json(), "parameters"),
                      {{"id", "s"}, {"label", "s"}, {"help", "s"}, {"default", "s"}, {"range", "s"}}),
             QString());
    const QJsonObject op = heed({"docs", "softmax", "--json"}).json();
    QCOMPARE(wrongKey(op, {{"command", "s"},
                           {"kind", "s"},
                           {"id", "s"},
                           {"summary", "s"},
                           {"composite", "b"},
                           {"gradient", "b"},
                           {"no_gradient", "s"},
                           {"tolerance", "n"},
                           {"tolerance_reason", "s"}}),
             QString());
    const QJsonObject page = heed({"docs", "self-attention", "--json"}).json();
    QCOMPARE(
        wrongKey(page,
                 {{"command", "s"}, {"kind", "s"}, {"id", "s"}, {"title", "s"}, {"summary", "s"}, {"blocks", "a"}}),
        QString());
    QCOMPARE(page["kind"].toString(), QString("template"));
  }

 private:
  [[nodiscard]] CliResult heed(const QStringList& arguments) const { return m_program.run(arguments); }

  CliProgram m_program;
};

QTEST_GUILESS_MAIN(TestCliWords)
#include "tst_cli_words.moc"
