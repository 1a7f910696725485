#include <QtTest>

#include "tests/app/cli_program.h"

#include <csignal>

// What every subcommand has in common: help, sentences about wrong use, Ctrl+C.

class TestCli : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { QVERIFY(m_program.isReady()); }

  void helpNamesEverySubcommand() {
    const CliResult overview = heed({"--help"});
    QCOMPARE(overview.status, 0);
    for (const char* name : {"run", "trace", "explain", "export", "list", "docs", "check", "devices", "bench"}) {
      QVERIFY2(overview.out.contains(name), name);
      const CliResult help = heed({name, "--help"});
      QCOMPARE(help.status, 0);
      QVERIFY(help.out.startsWith(QByteArray("Usage: heed ") + name));
      QVERIFY2(help.out.contains("Examples:\n  heed "), name);
      QCOMPARE(help.err, QByteArray());
    }
  }

  void saysWhatIsWrong_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const QStringList& arguments, int status, const char* sentence) {
      QTest::newRow(qPrintable(arguments.join(' '))) << arguments << status << QString(sentence);
    };
    row({"frob"}, 2, "there is no subcommand \"frob\"");
    row({"run", "--bogus"}, 2, "Unknown option 'bogus'");
    row({"run", "a", "b"}, 2, "2 files were given");
    row({"run", "--precision", "half"}, 2, "it must be float32 or float64");
    row({"run", "--seed", "-1"}, 2, "it must be a whole number from 0");
    row({"run", "--threads", "999"}, 2, "it must be a whole number from 0 to 256");
    row({"run", "--template", "nothing"}, 2, "there is no template \"nothing\"; there are");
    row({"run", "--template", "matrix", "--text", "a"}, 2, "has no text input for --text");
    row({"run", "--set", "x"}, 2, "it must read STEP[R,C]=X");
    row({"run", "--set", "scores[1,1]=x"}, 2, "what follows the = must be a number");
    row({"run", "--set", "nothing[1,1]=0"}, 2, "no step is called \"nothing\"");
    row({"run", "--set", "scores[11,1]=0"}, 2, "give a number from 0 to 10 or a name");
    row({"run", "--param", "x"}, 2, "it must read BLOCK.PARAMETER=VALUE");
    row({"run", "--param", "nobody.heads=1"}, 2, "there is no block \"nobody\"; there are text, features, attention");
    row({"run", "--param", "attention.nothing=1"}, 2, "has no parameter \"nothing\"");
    row({"run", "--param", "attention.heads=0"}, 1, "it must be from 1 to 64");
    row({"run", "--param", "attention.mechanism=linear"}, 1, "it must name an attention mechanism");
    row({"run", "--text", ""}, 1, "the text holds no token");
    row({"run", "--text", "?!"}, 1, "the text holds no token");
    row({"run", "nothing.txt"}, 1, "nothing.txt does not exist");
    row({"run", "bad.txt"}, 1, "bad.txt: The text is not valid UTF-8 at byte 4");
    row({"run", "broken.heed"}, 1, "broken.heed");
    row({"run", "model.pt"}, 1, "Convert it with");
    row({"run", "."}, 1, "is a folder");
    row({"run", "-o", "figure.png"}, 2, "a document's name ends in .heed");
    row({"run", "-o", "nowhere/saved.heed"}, 1, "cannot be written");
    row({"run", "--backend", "gpu"}, 2, "it must be auto, cpu or vulkan");
    row({"run", "--backend", "cpu", "--device", "0"}, 2, "--backend cpu takes none");
    row({"run", "--device", "-1"}, 2, "it must be a whole number from 0 to 63");
    row({"run", "--backend", "vulkan", "--device", "63"}, 1, "there is no Vulkan device 63");
    row({"run", "--backend", "vulkan", "--precision", "float64"}, 1, "float64 needs the CPU");
    row({"trace", "--backward", "output"}, 2, "it must read STEP[R,C]");
    row({"trace", "--backward", "text/tokens[1]"}, 1, "a gradient starts from a real number");
    row({"explain"}, 2, "--step and --cell are needed");
    row({"explain", "--step", "scores", "--cell", "it"}, 2, "names 1 of the 3 places");
    row({"explain", "--step", "scores", "--cell", "it,zebra"}, 2, "\"zebra\" is no key");
    row({"explain", "--step", "scores", "--cell", "1,1", "--depth", "3"}, 2, "go with --thread");
    row({"export"}, 2, "-o FILE is needed");
    row({"export", "-o", "x.docx"}, 2, "cannot be written as \".docx\"");
    row({"export", "-o", "x.png", "--view", "film"}, 2, "it must be weights, tokens, row, overlay or steps");
    row({"export", "-o", "x.png", "--view", "overlay"}, 2, "has no picture to lay weights over");
    row({"export", "-o", "x.png", "--head", "2"}, 2, "--head is 2");
    row({"export", "-o", "x.png", "--width", "3"}, 2, "from 10 to 2000 millimetres");
    row({"export", "-o", "nowhere/x.png"}, 1, "cannot be written");
    row({"list"}, 2, "one of templates, blocks, variants and ops is needed");
    row({"list", "planets"}, 2, "\"planets\" cannot be listed");
    row({"docs"}, 2, "a name is needed");
    row({"docs", "planets"}, 2, "nothing is called \"planets\"");
    row({"bench", "startup", "--device", "0"}, 2, "--device goes with bench gpu");
    row({"bench", "gpu", "--device", "63"}, 1, "there is no Vulkan device 63");
    row({"devices", "0"}, 2, "it takes no argument");
    row({"bench"}, 2, "one of attention, gpu, startup, paint, ui and window is needed");
  }
  void saysWhatIsWrong() {
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    QFETCH(QString, sentence);
    const CliResult result = heed(arguments);
    QCOMPARE(result.status, status);
    QCOMPARE(result.out, QByteArray());
    QVERIFY2(result.err.contains(sentence.toUtf8()), result.err.constData());
    QVERIFY2(result.err.startsWith("heed"), result.err.constData());
    const QByteArray said = result.err.trimmed();
    QVERIFY2(said.endsWith('.') || said.endsWith('"'), said.constData());
  }

  void isCancelledByControlC_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("run") << QStringList{"run", "long.txt", "--template", "multi-head", "--threads", "1"};
    QTest::newRow("trace") << QStringList{"trace", "long.txt", "--json"};
    QTest::newRow("export") << QStringList{"export", "long.txt", "--view", "steps", "-o", "never.png"};
    QTest::newRow("bench") << QStringList{"bench", "attention"};
    QTest::newRow("bench gpu") << QStringList{"bench", "gpu"};
    QTest::newRow("Vulkan") << QStringList{"trace", "long.txt", "--json", "--backend", "vulkan"};
  }
  void isCancelledByControlC() {
    QFETCH(QStringList, arguments);
    QProcess process;
    process.setWorkingDirectory(m_program.folder());
    process.setStandardOutputFile(QProcess::nullDevice());
    process.start(CliProgram::kProgram, arguments);
    QVERIFY(process.waitForStarted());
    QTest::qWait(500);
    QCOMPARE(process.state(), QProcess::Running);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(CliProgram::kWatchdogMilliseconds));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 3);
    QVERIFY(process.readAllStandardError().endsWith("Cancelled.\n"));
    QVERIFY(!QFile::exists(path("never.png")));
    QCOMPARE(QDir(m_program.folder()).entryList({".heed-*"}, QDir::Hidden | QDir::Files), QStringList());
  }

  void benchSaysWhatRan() {
    const QJsonObject json = heed({"bench", "startup", "--json"}).json();
    QCOMPARE(wrongKey(json, {{"command", "s"}, {"what", "s"}, {"ran", "s"}, {"rows", "a"}}), QString());
    const QJsonObject row = firstOf(json, "rows");
    QCOMPARE(
        wrongKey(row,
                 {{"what", "s"}, {"best_ms", "n"}, {"median_ms", "n"}, {"gigaflops", "n"}, {"share_of_peak", "n"}}),
        QString());
    QVERIFY(row["best_ms"].toDouble() > 0.0);
  }

 private:
  [[nodiscard]] CliResult heed(const QStringList& arguments) const { return m_program.run(arguments); }
  [[nodiscard]] QString path(const QString& name) const { return m_program.path(name); }

  CliProgram m_program;
};

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
