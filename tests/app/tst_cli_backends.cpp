#include <QtTest>

#include "tests/app/cli_program.h"

#include <cmath>

// Which backend computes, and the subcommands about devices. A machine without a Vulkan device fails this suite: `./dev
// setup` installs a driver that computes on the processor.

class TestCliBackends : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { QVERIFY(m_program.isReady()); }

  void aSmallProgramStaysOnTheCpu() {
    for (const QStringList& more : {QStringList(), QStringList{"--backend", "auto"}}) {
      const CliResult result = heed(QStringList{"run", "--json"} + more);
      QCOMPARE(result.status, 0);
      QCOMPARE(result.err, QByteArray());
      QCOMPARE(result.json()["backend"].toString(), QString("cpu"));
      QVERIFY(result.json()["backend_reason"].toString().contains("a graphics card is tried from 5.0 ms on"));
    }
    const CliResult named = heed({"run", "--json", "--backend", "cpu"});
    QCOMPARE(named.json()["backend"].toString(), QString("cpu"));
    QCOMPARE(named.json()["backend_reason"].toString(), QString());
  }

  void vulkanGivesTheNumbersOfTheCpu_data() {
    QTest::addColumn<QString>("id");
    for (const char* id : {"self-attention", "multi-head", "graph", "image-patches"}) QTest::newRow(id) << QString(id);
  }
  void vulkanGivesTheNumbersOfTheCpu() {
    QFETCH(QString, id);
    const QJsonObject cpu = heed({"run", "--template", id, "--json", "--backend", "cpu"}).json();
    const CliResult result = heed({"run", "--template", id, "--json", "--backend", "vulkan"}, softwareOnly());
    QVERIFY2(result.status == 0, result.err.constData());
    QVERIFY(result.err.startsWith("heed: Vulkan runs on a software driver, "));
    const QJsonObject vulkan = result.json();
    QCOMPARE(vulkan["backend"].toString(), QString("vulkan"));
    QVERIFY(vulkan["backend_reason"].toString().startsWith("the device is "));
    QVector<double> expected;
    QVector<double> found;
    appendNumbers(cpu["outputs"], expected);
    appendNumbers(vulkan["outputs"], found);
    QVERIFY(!expected.isEmpty());
    QCOMPARE(found.size(), expected.size());
    // The tolerances of the ops add up along the few ops of a model.
    for (int i = 0; i < found.size(); ++i) {
      QVERIFY(std::abs(found[i] - expected[i]) <= 1e-5 * std::max(1.0, std::abs(expected[i])));
    }
  }

  void autoNeverTakesASoftwareDriver() {
    const CliResult result = heed({"trace", "long.txt", "--json", "--summary"}, softwareOnly());
    QCOMPARE(result.status, 0);
    QCOMPARE(result.err, QByteArray());
    QCOMPARE(result.json()["backend"].toString(), QString("cpu"));
    QVERIFY(result.json()["backend_reason"].toString().contains("a software driver"));
    const CliResult numbered = heed({"trace", "long.txt", "--json", "--summary", "--device", "0"}, softwareOnly());
    QCOMPARE(numbered.json()["backend"].toString(), QString("cpu"));
    QVERIFY(numbered.json()["backend_reason"].toString().contains("only taken with --backend vulkan"));
  }

  void withoutADriverEverythingRunsOnTheCpu() {
    const CliResult small = heed({"run"}, withoutDriver());
    QCOMPARE(small.status, 0);
    QCOMPARE(small.err, QByteArray());
    const CliResult large = heed({"trace", "long.txt", "--json", "--summary"}, withoutDriver());
    QCOMPARE(large.status, 0);
    QCOMPARE(large.err, QByteArray());
    QCOMPARE(large.json()["backend"].toString(), QString("cpu"));
    QVERIFY(large.json()["backend_reason"].toString().contains("Vulkan"));
    for (const char* name : {"run", "trace", "check"}) {
      const CliResult demanded = heed({name, "--backend", "vulkan"}, withoutDriver());
      QCOMPARE(demanded.status, 1);
      QCOMPARE(demanded.out, QByteArray());
      QVERIFY2(demanded.err.contains("Vulkan") && demanded.err.trimmed().endsWith('.'), demanded.err.constData());
    }
  }

  void aDamagedSpeedFileIsNoMatter() {
    QVERIFY(QDir(m_program.folder()).mkpath("cache/heed"));
    m_program.write("cache/heed/speeds.json", "{\"version\": 1, \"programs\": [");
    QCOMPARE(heed({"trace", "long.txt", "--json", "--summary"}).status, 0);
  }

  void devicesSayWhatHeedUses() {
    const CliResult result = heed({"devices", "--json"}, softwareOnly());
    QCOMPARE(result.status, 0);
    const QJsonObject json = result.json();
    QCOMPARE(wrongKey(json, {{"command", "s"}, {"missing", "s"}, {"devices", "a"}, {"auto", "o"}, {"vulkan", "o"}}),
             QString());
    const QJsonObject device = firstOf(json, "devices");
    QCOMPARE(wrongKey(device, {{"number", "n"},
                               {"name", "s"},
                               {"kind", "s"},
                               {"driver", "s"},
                               {"vulkan", "s"},
                               {"usable", "b"},
                               {"shortcoming", "s"},
                               {"limits", "o"},
                               {"uses", "o"},
                               {"heaps", "a"}}),
             QString());
    QCOMPARE(device["kind"].toString(), QString("software"));
    QCOMPARE(device["usable"].toBool(), true);
    QVERIFY(device["vulkan"].toString().startsWith("1."));
    QCOMPARE(wrongKey(device["limits"].toObject(), {{"allocation_bytes", "n"},
                                                    {"shared_memory_bytes", "n"},
                                                    {"group_threads", "n"},
                                                    {"groups", "n"},
                                                    {"push_constant_bytes", "n"},
                                                    {"subgroup_threads", "n"}}),
             QString());
    QVERIFY(device["limits"].toObject()["push_constant_bytes"].toInt() >= 128);
    QCOMPARE(
        wrongKey(device["uses"].toObject(),
                 {{"subgroups", "b"}, {"timestamps", "b"}, {"buffer_addresses", "b"}, {"timeline_semaphores", "b"}}),
        QString());
    QVERIFY(firstOf(device, "heaps")["bytes"].toDouble() > 1e6);
    QVERIFY(json["auto"].toObject()["device"].isNull());
    QCOMPARE(json["vulkan"].toObject()["device"].toInt(-1), 0);
    QVERIFY(heed({"devices"}, softwareOnly()).out.contains(device["name"].toString().toUtf8()));
  }

  void benchGpuReportsEveryRow() {
    const CliResult result =
        heed({"bench", "gpu", "--json", "--largest", "512", "-o", m_program.path("report.json")}, softwareOnly());
    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(m_program.read("report.json"), result.out);
    const QJsonObject json = result.json();
    QCOMPARE(wrongKey(json, {{"command", "s"},
                             {"what", "s"},
                             {"seconds", "n"},
                             {"device", "o"},
                             {"open_ms", "n"},
                             {"cpu", "s"},
                             {"rows", "a"},
                             {"goals", "a"}}),
             QString());
    QCOMPARE(json["device"].toObject()["kind"].toString(), QString("software"));
    QStringList measured;
    const Keys timing = {{"runs", "n"},      {"best_ms", "n"},   {"median_ms", "n"},        {"gigaflops", "n"},
                         {"gigabytes", "n"}, {"kernel_ms", "n"}, {"kernel_gigaflops", "n"}, {"kernel_gigabytes", "n"}};
    for (const QJsonValue& value : json["rows"].toArray()) {
      const QJsonObject row = value.toObject();
      QCOMPARE(wrongKey(row, {{"what", "s"},
                              {"sizes", "s"},
                              {"size", "n"},
                              {"operations", "n"},
                              {"bytes", "n"},
                              {"gpu", "o?"},
                              {"gpu_left_out", "s"},
                              {"cpu", "o?"},
                              {"cpu_left_out", "s"}}),
               QString());
      for (const QString side : {"gpu", "cpu"}) {
        const QString reason = row[side + "_left_out"].toString();
        QCOMPARE(row[side].isNull(), !reason.isEmpty());
        if (row["size"].toInt() > 512) QCOMPARE(reason, QString("larger than 512"));
        if (row[side].isNull()) continue;
        const QJsonObject cell = row[side].toObject();
        QCOMPARE(wrongKey(cell, timing), QString());
        QVERIFY(cell["runs"].toInt() >= 1);
        QVERIFY(cell["best_ms"].toDouble() > 0.0 && cell["best_ms"].toDouble() <= cell["median_ms"].toDouble());
        measured << side + " " + row["what"].toString();
      }
    }
    for (const char* what : {"product", "attention forward", "attention forward and backward", "attention in plain ops",
                             "encoder, forward and gradient"}) {
      QVERIFY2(measured.contains(QString("gpu ") + what) && measured.contains(QString("cpu ") + what), what);
    }
    for (const QJsonValue& goal : json["goals"].toArray()) {
      QCOMPARE(wrongKey(goal.toObject(),
                        {{"goal", "s"}, {"at_least", "n"}, {"then", "n"}, {"measured", "n?"}, {"note", "s"}}),
               QString());
    }
  }

  void noDeviceIsNoFailure() {
    const CliResult result = heed({"devices", "--json"}, withoutDriver());
    QCOMPARE(result.status, 0);
    QVERIFY(result.json()["missing"].toString().contains("Vulkan"));
    QVERIFY(result.json()["devices"].toArray().isEmpty());
    QVERIFY(result.json()["vulkan"].toObject()["device"].isNull());
    const CliResult said = heed({"devices"}, withoutDriver());
    QCOMPARE(said.status, 0);
    QCOMPARE(said.out.count('\n'), 1);
    QCOMPARE(said.err, QByteArray());
  }

  void checkFindsEveryOpWithinItsTolerance() {
    const CliResult result =
        heed({"check", "--template", "self-attention", "--json", "--backend", "vulkan"}, softwareOnly());
    QVERIFY2(result.status == 0, result.out.constData());
    const QJsonObject json = result.json();
    QCOMPARE(wrongKey(json, {{"command", "s"},
                             {"reference", "s"},
                             {"vulkan_device", "s"},
                             {"vulkan_missing", "s"},
                             {"ops", "a"},
                             {"steps", "a"}}),
             QString());
    QVERIFY(!json["vulkan_device"].toString().isEmpty());
    QCOMPARE(json["vulkan_missing"].toString(), QString());
    const Keys difference = {{"largest", "n"}, {"example", "s"}, {"within", "b"}, {"refusal", "s"}};
    for (const QJsonValue& value : json["ops"].toArray()) {
      const QJsonObject op = value.toObject();
      QCOMPARE(wrongKey(op, {{"op", "s"}, {"examples", "n"}, {"tolerance", "n"}, {"cpu", "o"}, {"vulkan", "o"}}),
               QString());
      QVERIFY(op["examples"].toInt() > 0);
      for (const char* backend : {"cpu", "vulkan"}) {
        const QJsonObject one = op[QLatin1String(backend)].toObject();
        QCOMPARE(wrongKey(one, difference), QString());
        QCOMPARE(one["refusal"].toString(), QString());
        QVERIFY(one["within"].toBool());
        QVERIFY(one["largest"].toDouble() <= op["tolerance"].toDouble());
      }
    }
    for (const QJsonValue& step : json["steps"].toArray())
      QCOMPARE(wrongKey(step.toObject(), {{"step", "s"}, {"cpu", "n"}, {"vulkan", "n"}}), QString());
    QVERIFY(!json["steps"].toArray().isEmpty());
  }

  void checkSaysWhyVulkanIsMissing() {
    const CliResult result = heed({"check", "--json"}, withoutDriver());
    QCOMPARE(result.status, 0);
    QCOMPARE(result.json()["vulkan_device"].toString(), QString());
    QVERIFY(result.json()["vulkan_missing"].toString().contains("Vulkan"));
    QVERIFY(firstOf(result.json(), "ops")["vulkan"].isNull());
    QVERIFY(heed({"check"}, withoutDriver()).out.contains("Vulkan: not compared: "));
    QVERIFY(heed({"check"}, softwareOnly()).out.contains("a software driver"));
  }

 private:
  /// A machine whose only device computes on the processor.
  [[nodiscard]] QProcessEnvironment softwareOnly() const {
    QProcessEnvironment environment = m_program.environment();
    environment.insert("VK_LOADER_DRIVERS_SELECT", "*lvp*");
    return environment;
  }

  /// A machine whose loader finds no driver at all.
  [[nodiscard]] QProcessEnvironment withoutDriver() const {
    QProcessEnvironment environment = m_program.environment();
    environment.insert("VK_ICD_FILENAMES", m_program.path("words.txt"));
    environment.insert("VK_DRIVER_FILES", m_program.path("words.txt"));
    return environment;
  }

  static void appendNumbers(const QJsonValue& value, QVector<double>& numbers) {
    if (value.isDouble()) numbers << value.toDouble();
    if (value.isArray()) {
      for (const QJsonValue& element : value.toArray()) appendNumbers(element, numbers);
    }
    if (value.isObject()) appendNumbers(value.toObject()["values"], numbers);
  }

  [[nodiscard]] CliResult heed(const QStringList& arguments) const { return m_program.run(arguments); }
  [[nodiscard]] CliResult heed(const QStringList& arguments, const QProcessEnvironment& environment) const {
    return m_program.run(arguments, environment);
  }

  CliProgram m_program;
};

QTEST_GUILESS_MAIN(TestCliBackends)
#include "tst_cli_backends.moc"
