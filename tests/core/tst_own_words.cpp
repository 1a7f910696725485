#include "core/base/error.h"
#include "core/text/own_words.h"

#include <QtTest>

using namespace heed::core;

class TestOwnWords : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void writtenWordsAreReadAgain();
  void wordsAreFoundAsTheTableFindsThem();
  void linesOfAnotherFormAreRefused();
};

void TestOwnWords::writtenWordsAreReadAgain() {
  OwnWords words = OwnWords::parse("", {"thing", "alive"});
  QVERIFY(words.toText().empty());
  words.set("zyzzyva", {1.0F, 0.25F});
  words.set(",", {0.0F, 0.5F});
  words.set("\"", {0.125F, 0.0F});
  const OwnWords again = OwnWords::parse(words.toText(), {"thing", "alive"});
  QCOMPARE(again.toText(), words.toText());
  QVERIFY(again.find(",") != nullptr && again.find("\"") != nullptr);
  QCOMPARE((*again.find("zyzzyva"))[1], 0.25F);
  words.remove("zyzzyva");
  QVERIFY(words.find("zyzzyva") == nullptr);
}

void TestOwnWords::wordsAreFoundAsTheTableFindsThem() {
  const OwnWords words = OwnWords::parse("Zyzzyva,1,0\n\nit,0,1\n", {"thing", "alive"});
  QVERIFY(words.find("ZYZZYVA") != nullptr);
  QVERIFY(words.find("it") != nullptr);
  QVERIFY(words.find("animal") == nullptr);
}

void TestOwnWords::linesOfAnotherFormAreRefused() {
  QVERIFY_EXCEPTION_THROWN((void)OwnWords::parse("zyzzyva,1\n", {"thing", "alive"}), Error);
  QVERIFY_EXCEPTION_THROWN((void)OwnWords::parse("zyzzyva,1,much\n", {"thing", "alive"}), Error);
}

QTEST_GUILESS_MAIN(TestOwnWords)
#include "tst_own_words.moc"
