#include <QtTest>

#include "tests/app/cli_program.h"

#include <cmath>

// heed trace and heed explain.

class TestCliSteps : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { QVERIFY(m_program.isReady()); }

  void traceListsEveryStep() {
    const QJsonObject json = heed({"trace", "--json"}).json();
    QCOMPARE(wrongKey(json, {{"command", "s"},
                             {"title", "s"},
                             {"backend", "s"},
                             {"backend_reason", "s"},
                             {"precision", "s"},
                             {"seed", "s"},
                             {"direction", "s"},
                             {"first_not_finite", "s?"},
                             {"steps", "a"},
                             {"replaced", "a"}}),
             QString());
    bool hasScores = false;
    int number = 0;
    for (const QJsonValue& value : json["steps"].toArray()) {
      const QJsonObject step = value.toObject();
      QCOMPARE(wrongKey(step, {{"number", "n"},
                               {"id", "s"},
                               {"phase", "s"},
                               {"role", "s"},
                               {"caption", "s"},
                               {"explanation", "s"},
                               {"expression", "s"},
                               {"term", "s"},
                               {"kind", "s"},
                               {"inside", "b"},
                               {"input", "b"},
                               {"shape", "a"},
                               {"axes", "a"},
                               {"summary", "o"},
                               {"values", "a"}}),
               QString());
      QCOMPARE(step["number"].toInt(), number++);
      QVERIFY(!step["caption"].toString().isEmpty());
      QCOMPARE(step["axes"].toArray().size(), step["shape"].toArray().size());
      QCOMPARE(wrongKey(step["summary"].toObject(),
                        {{"minimum", "n"}, {"maximum", "n"}, {"mean", "n"}, {"nan", "n"}, {"infinite", "n"}}),
               QString());
      QCOMPARE(wrongKey(firstOf(step, "axes"), {{"meaning", "s"}, {"labels", "a?"}}), QString());
      if (step["id"].toString() != "attention/mechanism/scores") continue;
      hasScores = true;
      QVERIFY(std::abs(numberIn(step["values"], {0, 7, 1}) - 8.766) <= 5e-4);
    }
    QVERIFY(hasScores);
    const QJsonObject summary = firstOf(heed({"trace", "--json", "--summary"}).json(), "steps");
    QVERIFY(!summary.isEmpty() && !summary.contains("values"));
  }

  void backwardTraceHoldsGradients() {
    const CliResult result = heed({"trace", "--json", "--backward", "mechanism/output[0,7,1]"});
    QCOMPARE(result.status, 0);
    const QJsonObject json = result.json();
    QCOMPARE(json["direction"].toString(), QString("backward"));
    const QJsonObject start = firstOf(json, "steps");
    QVERIFY(start["id"].toString().endsWith(".gradient"));
    QCOMPARE(numberIn(start["values"], {0, 7, 1}), 1.0);
    QCOMPARE(numberIn(start["values"], {0, 7, 2}), 0.0);
    for (const QJsonValue& step : json["steps"].toArray()) {
      // The output is a mean of values by weights, so the gradient of a value is its weight.
      if (step["id"].toString() == "attention/values.gradient")
        QVERIFY(std::abs(numberIn(step["values"], {0, 1, 1}) - 0.805) <= 5e-4);
    }
  }

  void timesAreGivenStepByStep_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("CPU") << QStringList{"--backend", "cpu"};
    QTest::newRow("Vulkan") << QStringList{"--backend", "vulkan"};
    QTest::newRow("backward") << QStringList{"--backend", "cpu", "--backward", "mechanism/output[0,7,1]"};
  }
  void timesAreGivenStepByStep() {
    QFETCH(QStringList, arguments);
    const CliResult result = heed(QStringList{"trace", "--json", "--summary", "--times"} + arguments);
    QVERIFY2(result.status == 0, result.err.constData());
    const QJsonObject times = result.json()["times"].toObject();
    QCOMPARE(wrongKey(times, {{"backend", "s"}, {"runs", "n"}, {"seconds", "n"}, {"rest", "n"}, {"known", "b"}}),
             QString());
    QCOMPARE(times["backend"].toString(), arguments[1]);
    QVERIFY(times["runs"].toInt() >= 1 && times["runs"].toInt() <= 5);
    QVERIFY(times["known"].toBool());
    double total = 0.0;
    for (const QJsonValue& step : result.json()["steps"].toArray()) {
      QVERIFY(step.toObject()["seconds"].isDouble());
      QVERIFY(step.toObject()["seconds"].toDouble() >= 0.0);
      total += step.toObject()["seconds"].toDouble();
      if (step.toObject()["input"].toBool()) QCOMPARE(step.toObject()["seconds"].toDouble(), 0.0);
    }
    QVERIFY(total > 0.0);
    const CliResult said = heed(QStringList{"trace", "--times"} + arguments);
    QVERIFY(said.out.contains("Times are medians of "));
    QVERIFY(!firstOf(heed({"trace", "--json"}).json(), "steps").contains("seconds"));
  }

  void npzHoldsTheSteps() {
    QCOMPARE(heed({"trace", "--npz", path("steps")}).status, 0);
    QVERIFY(read("steps.npz").startsWith("PK"));
    QVERIFY(read("steps.npz").contains("008.attention.mechanism.scores.npy"));
  }

  void everyScoreClosesAsShown() {
    for (int query = 0; query < 11; ++query) {
      for (int key = 0; key < 11; ++key) {
        const QString cell = QString("%1,%2").arg(query).arg(key);
        const QJsonObject json = heed({"explain", "--step", "scores", "--cell", cell, "--json"}).json();
        QCOMPARE(wrongKey(json, {{"command", "s"},
                                 {"step", "s"},
                                 {"cell", "s"},
                                 {"masked", "b"},
                                 {"op", "s"},
                                 {"function", "s"},
                                 {"number", "n"},
                                 {"terms", "a"},
                                 {"shown", "o"}}),
                 QString());
        const QJsonObject sum = json["shown"].toObject();
        QCOMPARE(wrongKey(sum, {{"decimals", "n"},
                                {"closes", "b"},
                                {"result", "s"},
                                {"note", "s"},
                                {"axis", "s"},
                                {"columns", "a"},
                                {"lines", "a"},
                                {"remaining", "n"},
                                {"remaining_sum", "s"}}),
                 QString());
        double total = 0.0;
        for (const QJsonValue& line : sum["lines"].toArray()) total += shown(line["product"].toString());
        const double unit = std::pow(10.0, -sum["decimals"].toInt());
        const bool closes = std::abs(total - shown(sum["result"].toString())) < unit / 2;
        QCOMPARE(sum["closes"].toBool(), closes);
        QCOMPARE(sum["note"].toString().isEmpty(), closes);
      }
    }
  }

  void explainNamesTheFactors() {
    const QJsonObject json = heed({"explain", "--step", "scores", "--cell", "it,animal", "--json"}).json();
    QCOMPARE(json["cell"].toString(), QString("attention/mechanism/scores [0, it, animal]"));
    QVERIFY(std::abs(json["number"].toDouble() - 8.766) <= 5e-4);
    const QJsonObject term = firstOf(json, "terms");
    QCOMPARE(wrongKey(term, {{"value", "n"}, {"factors", "a"}}), QString());
    const QJsonObject factor = firstOf(term, "factors");
    QCOMPARE(wrongKey(factor, {{"number", "n"}, {"from", "s?"}}), QString());
    QCOMPARE(factor["from"].toString(), QString("attention/queries [0, it, thing]"));
    const CliResult text = heed({"explain", "--step", "scores", "--cell", "it,animal"});
    QVERIFY(text.out.contains("thing"));
    QVERIFY(text.out.contains("result  8.77"));
  }

  void threadEndsAtInputs() {
    const QJsonObject json =
        heed({"explain", "--step", "mechanism/output", "--cell", "it,alive", "--thread", "--json"}).json();
    QCOMPARE(wrongKey(json, {{"command", "s"}, {"step", "s"}, {"cell", "s"}, {"thread", "o"}}), QString());
    int ends = 0;
    QVector<QJsonObject> open = {json["thread"].toObject()};
    while (!open.isEmpty()) {
      const QJsonObject node = open.takeLast();
      QCOMPARE(wrongKey(node, {{"place", "s"},
                               {"share", "n"},
                               {"op", "s"},
                               {"number", "n"},
                               {"own", "b"},
                               {"repeated", "b"},
                               {"terms", "a"}}),
               QString());
      const QJsonArray terms = node["terms"].toArray();
      for (const QJsonValue& term : terms) open << term.toObject();
      if (!terms.isEmpty() || node["repeated"].toBool()) continue;
      ++ends;
      QCOMPARE(node["op"].toString(), QString("input"));
      const QString place = node["place"].toString();
      QVERIFY2(place.startsWith("features/features [") || place.startsWith("attention/W_"), qPrintable(place));
    }
    QVERIFY(ends >= 8);
  }

  /// A weight that is not the largest of its row comes from its own score; the largest is named as a part of the sum.
  void threadStaysInItsOwnColumn() {
    const QStringList cell = {"explain", "--step", "mechanism/weights", "--cell", "cross,street", "--thread"};
    const QJsonArray terms = heed(cell + QStringList{"--json"}).json()["thread"].toObject()["terms"].toArray();
    QCOMPARE(terms.size(), 2);
    const QJsonObject own = terms[0].toObject();
    QVERIFY(own["own"].toBool());
    QVERIFY2(own["place"].toString().endsWith("[0, cross, street]"), qPrintable(own["place"].toString()));
    QVERIFY(std::abs(own["number"].toDouble() - 1.469) < 0.0005);
    QVERIFY(std::abs(own["share"].toDouble() - 0.158) < 0.0005);
    QVERIFY(!terms[1].toObject()["own"].toBool());
    QVERIFY(terms[1].toObject()["place"].toString().endsWith("[0, cross, animal]"));
    const QString text = heed(cell).out;
    QVERIFY2(text.contains("16 % of the row sum, its own score"), qPrintable(text));
    QVERIFY(text.contains("49 % of the row sum"));
  }

  void threeThousandTokensAreSummarised() {
    const CliResult result = heed({"trace", "long.txt", "--json", "--summary"});
    QCOMPARE(result.status, 0);
    for (const QJsonValue& step : result.json()["steps"].toArray()) {
      if (step["role"].toString() == "weights") QCOMPARE(step["shape"].toArray(), QJsonArray({2, 3000, 3000}));
    }
  }

  /// The row of the example in tiles of four keys: as A V gives it, and as the tiles add up.
  void explainGoesThroughTiles() {
    const QStringList cell = {"explain", "--step", "attention/mechanism/output", "--cell", "it,0"};
    const QJsonObject json = heed(cell + QStringList{"--tiles", "4", "--json"}).json();
    QCOMPARE(
        wrongKey(json,
                 {{"command", "s"}, {"step", "s"}, {"cell", "s"}, {"tile_keys", "n"}, {"tiles", "a"}, {"result", "a"}}),
        QString());
    const QJsonArray tiles = json["tiles"].toArray();
    QCOMPARE(tiles.size(), 3);
    QCOMPARE(tiles[2].toObject()["keys"].toInt(), 3);
    const QJsonObject last = tiles[2].toObject();
    const double number = heed(cell + QStringList{"--json"}).json()["number"].toDouble();
    // The tiles work in float64, the step in float32.
    QVERIFY(std::abs(json["result"].toArray()[0].toDouble() - number) < 1e-5);
    QVERIFY(std::abs(last["output"].toArray()[0].toDouble() / last["sum"].toDouble() - number) < 1e-5);
    QVERIFY(heed(cell + QStringList{"--tiles", "4"}).out.contains("8 to 10"));
    QCOMPARE(heed({"explain", "--step", "attention/mechanism/scores", "--cell", "it,animal", "--tiles", "4"}).status,
             2);
  }

 private:
  [[nodiscard]] CliResult heed(const QStringList& arguments) const { return m_program.run(arguments); }
  [[nodiscard]] QString path(const QString& name) const { return m_program.path(name); }
  [[nodiscard]] QByteArray read(const QString& name) const { return m_program.read(name); }

  CliProgram m_program;
};

QTEST_GUILESS_MAIN(TestCliSteps)
#include "tst_cli_steps.moc"
