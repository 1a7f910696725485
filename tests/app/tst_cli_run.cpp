#include <QtTest>

#include "tests/app/cli_program.h"

#include <cmath>

// heed run, and the files that it opens.

class TestCliRun : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QVERIFY(m_program.isReady());
    QImage large(12000, 9000, QImage::Format_Grayscale8);
    large.fill(128);
    QVERIFY(large.save(path("large.png")));
  }

  void runPrintsTheNumbersOfThePictures() {
    const CliResult result = heed({"run", "--template", "self-attention", "--json"});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.err, QByteArray());
    const QJsonObject json = result.json();
    QCOMPARE(wrongKey(json, {{"command", "s"},
                             {"title", "s"},
                             {"summary", "s"},
                             {"backend", "s"},
                             {"backend_reason", "s"},
                             {"precision", "s"},
                             {"seed", "s"},
                             {"seconds", "n"},
                             {"tokens", "a"},
                             {"weights", "a"},
                             {"outputs", "a"},
                             {"notes", "a"},
                             {"replaced", "a"},
                             {"first_not_finite", "s?"}}),
             QString());
    QCOMPARE(json["tokens"].toArray().at(7).toString(), QString("it"));
    const QJsonObject weights = firstOf(json, "weights");
    QCOMPARE(wrongKey(weights, {{"step", "s"}, {"caption", "s"}, {"shape", "a"}, {"values", "a"}, {"allowed", "a?"}}),
             QString());
    QCOMPARE(weights["shape"].toArray(), QJsonArray({2, 11, 11}));
    // The picture shows three decimals.
    QVERIFY(std::abs(numberIn(weights["values"], {0, 7, 1}) - 0.805) <= 5e-4);
    QCOMPARE(wrongKey(firstOf(json, "outputs"), {{"name", "s"}, {"shape", "a"}, {"values", "a"}}), QString());
    QCOMPARE(json["first_not_finite"], QJsonValue(QJsonValue::Null));
  }

  void float64AgreesWithFloat32() {
    const QJsonObject single = firstOf(heed({"run", "--json"}).json(), "weights");
    const QJsonObject twice = firstOf(heed({"run", "--json", "--precision", "float64"}).json(), "weights");
    for (int row = 0; row < 11; ++row) {
      for (int column = 0; column < 11; ++column) {
        const double a = numberIn(single["values"], {1, row, column});
        QVERIFY(std::abs(a - numberIn(twice["values"], {1, row, column})) <= 1e-6);
      }
    }
  }

  void replacedNumbersChangeWhatFollowsAndAreSaved() {
    const QString saved = path("replaced");
    const CliResult changed = heed({"run", "--json", "--set", "scores[it,animal]=0", "-o", saved});
    QCOMPARE(changed.status, 0);
    const QJsonObject weights = firstOf(changed.json(), "weights");
    QVERIFY(numberIn(weights["values"], {0, 7, 1}) < 0.1);
    QVERIFY(std::abs(numberIn(weights["values"], {1, 7, 1}) -
                     numberIn(firstOf(heed({"run", "--json"}).json(), "weights")["values"], {1, 7, 1})) <= 1e-6);
    QCOMPARE(changed.json()["replaced"].toArray(), QJsonArray({"attention/mechanism/scores [0, it, animal] = 0"}));
    const CliResult again = heed({"run", "--json", saved + ".heed"});
    QCOMPARE(again.json()["weights"].toArray(), changed.json()["weights"].toArray());
    QCOMPARE(again.json()["outputs"].toArray(), changed.json()["outputs"].toArray());
    const CliResult other = heed({"run", saved + ".heed", "--text", "one word"});
    QCOMPARE(other.status, 1);
    QVERIFY(other.err.contains("is replaced, but with this input the step is"));
  }

  void parametersChangeTheModel() {
    const QJsonObject cosine =
        firstOf(heed({"run", "--json", "--param", "attention.mechanism=cosine"}).json(), "weights");
    QVERIFY(std::abs(numberIn(cosine["values"], {0, 7, 1}) - 0.805) > 0.05);
  }

  void opensEveryKindOfFile_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("title");
    QTest::newRow("text") << "words.txt" << "Self-attention on a sentence";
    QTest::newRow("table") << "matrix.csv" << "Attention over a matrix";
    QTest::newRow("edges") << "edges.csv" << "Graph attention";
    QTest::newRow("one pixel") << "one.png" << "Image patches attend";
    QTest::newRow("108 million pixels") << "large.png" << "Image patches attend";
    QTest::newRow("photograph") << HEED_RESOURCES "/samples/photo.jpg" << "Image patches attend";
    QTest::newRow("template") << HEED_RESOURCES "/templates/multi-head.json" << "Multi-head";
  }
  void opensEveryKindOfFile() {
    QFETCH(QString, file);
    QFETCH(QString, title);
    const QString saved = path("saved.heed");
    const CliResult result = heed({"run", "--json", file, "-o", saved});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.json()["title"].toString(), title);
    const CliResult again = heed({"run", "--json", saved});
    QCOMPARE(again.json()["weights"].toArray(), result.json()["weights"].toArray());
    QCOMPARE(again.json()["outputs"].toArray(), result.json()["outputs"].toArray());
  }

  void notesSayTheSizeOfThePictureInTheFile() {
    const QString saved = path("large.heed");
    const CliResult result = heed({"run", "--json", "large.png", "-o", saved});
    QCOMPARE(result.status, 0);
    const QJsonArray notes = result.json()["notes"].toArray();
    QVERIFY(notes.contains(QString("12000 x 9000 pixels, 16 x 12 patches, 192 tokens")));
    QVERIFY(notes.contains(QString("the picture was read at 2048 x 1536 pixels")));
    QCOMPARE(heed({"run", "--json", saved}).json()["notes"].toArray(), notes);
  }

  void arraysAreOpened() {
    QCOMPARE(heed({"export", "--view", "weights", "-o", path("weights.npy")}).status, 0);
    const CliResult result = heed({"run", "--json", "weights.npy"});
    QCOMPARE(result.json()["title"].toString(), QString("Attention over a matrix"));
    QCOMPARE(firstOf(result.json(), "outputs")["shape"].toArray(), QJsonArray({11, 11}));
  }

  void everyTemplateRuns() {
    for (const QJsonValue& entry : heed({"list", "templates", "--json"}).json()["entries"].toArray()) {
      const CliResult result = heed({"run", "--json", "--template", entry["id"].toString()});
      QVERIFY2(result.status == 0, result.err.constData());
      QVERIFY(!result.json()["weights"].toArray().isEmpty());
      QVERIFY(!result.json()["outputs"].toArray().isEmpty());
      const CliResult text = heed({"run", "--template", entry["id"].toString()});
      QVERIFY(text.out.startsWith(result.json()["title"].toString().toUtf8()));
    }
  }

  void notNumbersAreNamed() {
    const CliResult result = heed({"run", "--json", "nan.csv"});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.json()["first_not_finite"].toString(), QString("rows/values"));
    QCOMPARE(firstOf(result.json(), "weights")["values"].toArray().at(0).toArray().at(0).toString(), QString("NaN"));
    QVERIFY(heed({"run", "nan.csv"}).out.contains("The first step with NaN or infinity is rows/values."));
  }

  void rowsWithoutKeysAreZero() {
    const CliResult result = heed({"run", "--json", "one.png"});
    const QJsonObject weights = firstOf(result.json(), "weights");
    QCOMPARE(numberIn(weights["values"], {0, 0}), 0.0);
    QCOMPARE(weights["allowed"].toArray().at(0).toArray().at(0).toBool(true), false);
    QVERIFY(heed({"run", "one.png"}).out.contains("1 row has no valid key"));
    const CliResult cell = heed({"explain", "one.png", "--step", "weights", "--cell", "0,0", "--json"});
    QCOMPARE(cell.json()["masked"].toBool(), true);
    QCOMPARE(cell.json()["number"].toDouble(), 0.0);
  }

 private:
  [[nodiscard]] CliResult heed(const QStringList& arguments) const { return m_program.run(arguments); }
  [[nodiscard]] QString path(const QString& name) const { return m_program.path(name); }

  CliProgram m_program;
};

QTEST_GUILESS_MAIN(TestCliRun)
#include "tst_cli_run.moc"
