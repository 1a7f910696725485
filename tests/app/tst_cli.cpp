#include <QtTest>

#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <signal.h>

#include <cmath>

// The built program, used as people use it: what it prints, what it writes and how it ends. The keys of its JSON are
// those of app/cli/README.md.

namespace {

constexpr const char* kProgram = HEED_BINARY_DIR "/heed";
/// Generous: it only tells a hang from a slow machine.
constexpr int kWatchdogMilliseconds = 120'000;

struct Result {
  int status = -1;
  QByteArray out;
  QByteArray err;

  [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
};

/// What a JSON value must be: s string, n number, b boolean, a array, o object; ? also null.
using Keys = QHash<QString, QString>;

QString kindOf(const QJsonValue& value) {
  switch (value.type()) {
    case QJsonValue::String:
      return "s";
    case QJsonValue::Double:
      return "n";
    case QJsonValue::Bool:
      return "b";
    case QJsonValue::Array:
      return "a";
    case QJsonValue::Object:
      return "o";
    default:
      return "?";
  }
}

/// The first key that is missing, too many or of another type; empty if there is none.
QString wrongKey(const QJsonObject& object, const Keys& expected) {
  for (auto key = expected.begin(); key != expected.end(); ++key) {
    if (!object.contains(key.key())) return key.key() + " is missing";
    if (!key.value().contains(kindOf(object[key.key()]))) return key.key() + " is " + kindOf(object[key.key()]);
  }
  for (const QString& key : object.keys()) {
    if (!expected.contains(key)) return key + " is not documented";
  }
  return {};
}

QJsonObject firstOf(const QJsonObject& object, const char* key) {
  return object[QLatin1String(key)].toArray().first().toObject();
}

double numberIn(const QJsonValue& nested, std::initializer_list<int> index) {
  QJsonValue value = nested;
  for (const int i : index) value = value.toArray().at(i);
  return value.toDouble();
}

/// A number as it is shown, with its true minus sign.
double shown(QString text) {
  bool isNumber = false;
  const double number = text.replace(QChar(0x2212), u'-').toDouble(&isNumber);
  return isNumber ? number : std::nan("");
}

}  // namespace

class TestCli : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QVERIFY(m_folder.isValid());
    write("words.txt", "The dog saw the ball and it barked loudly\n");
    write("bad.txt", "abc \xff def");
    write("matrix.csv", "x,y,z\n1,0,2\n0,1,1\n");
    write("nan.csv", "1,NaN\n0,1\n");
    write("edges.csv", "source,target\na,b\nb,c\n");
    write("model.pt", "not read");
    write("broken.heed", "not a document");
    QString longText;
    for (int i = 0; i < 3000; ++i) longText += (i % 3 == 0 ? "animal " : i % 3 == 1 ? "street " : "it ");
    write("long.txt", longText.toUtf8());
    QImage one(1, 1, QImage::Format_RGB32);
    one.fill(Qt::red);
    QVERIFY(one.save(path("one.png")));
    QImage large(12000, 9000, QImage::Format_Grayscale8);
    large.fill(128);
    QVERIFY(large.save(path("large.png")));
  }

  void helpNamesEverySubcommand() {
    const Result overview = heed({"--help"});
    QCOMPARE(overview.status, 0);
    for (const char* name : {"run", "trace", "explain", "export", "list", "docs", "check", "bench"}) {
      QVERIFY2(overview.out.contains(name), name);
      const Result help = heed({name, "--help"});
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
    row({"trace", "--backward", "output"}, 2, "it must read STEP[R,C]");
    row({"trace", "--backward", "text/tokens[1]"}, 1, "a gradient starts from a real number");
    row({"explain"}, 2, "--step and --cell are needed");
    row({"explain", "--step", "scores", "--cell", "it"}, 2, "names 1 of the 3 places");
    row({"explain", "--step", "scores", "--cell", "it,zebra"}, 2, "\"zebra\" is no key");
    row({"explain", "--step", "scores", "--cell", "1,1", "--depth", "3"}, 2, "go with --thread");
    row({"export"}, 2, "-o FILE is needed");
    row({"export", "-o", "x.docx"}, 2, "cannot be written as \".docx\"");
    row({"export", "-o", "x.png", "--view", "film"}, 2, "it must be weights, tokens, overlay or steps");
    row({"export", "-o", "x.png", "--view", "overlay"}, 2, "has no picture to lay weights over");
    row({"export", "-o", "x.png", "--head", "2"}, 2, "--head is 2");
    row({"export", "-o", "x.png", "--width", "3"}, 2, "from 10 to 2000 millimetres");
    row({"export", "-o", "nowhere/x.png"}, 1, "cannot be written");
    row({"list"}, 2, "one of templates, blocks, variants and ops is needed");
    row({"list", "planets"}, 2, "\"planets\" cannot be listed");
    row({"docs"}, 2, "a name is needed");
    row({"docs", "planets"}, 2, "nothing is called \"planets\"");
    row({"bench"}, 2, "one of attention, startup and paint is needed");
  }
  void saysWhatIsWrong() {
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    QFETCH(QString, sentence);
    const Result result = heed(arguments);
    QCOMPARE(result.status, status);
    QCOMPARE(result.out, QByteArray());
    QVERIFY2(result.err.contains(sentence.toUtf8()), result.err.constData());
    QVERIFY2(result.err.startsWith("heed"), result.err.constData());
    const QByteArray said = result.err.trimmed();
    QVERIFY2(said.endsWith('.') || said.endsWith('"'), said.constData());
  }

  void runPrintsTheNumbersOfThePictures() {
    const Result result = heed({"run", "--template", "self-attention", "--json"});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.err, QByteArray());
    const QJsonObject json = result.json();
    QCOMPARE(wrongKey(json, {{"command", "s"},
                             {"title", "s"},
                             {"summary", "s"},
                             {"backend", "s"},
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

  void traceListsEveryStep() {
    const QJsonObject json = heed({"trace", "--json"}).json();
    QCOMPARE(wrongKey(json, {{"command", "s"},
                             {"title", "s"},
                             {"backend", "s"},
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
    const Result result = heed({"trace", "--json", "--backward", "mechanism/output[0,7,1]"});
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
    const Result text = heed({"explain", "--step", "scores", "--cell", "it,animal"});
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
      QCOMPARE(
          wrongKey(node,
                   {{"place", "s"}, {"share", "n"}, {"op", "s"}, {"number", "n"}, {"repeated", "b"}, {"terms", "a"}}),
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

  void replacedNumbersChangeWhatFollowsAndAreSaved() {
    const QString saved = path("replaced");
    const Result changed = heed({"run", "--json", "--set", "scores[it,animal]=0", "-o", saved});
    QCOMPARE(changed.status, 0);
    const QJsonObject weights = firstOf(changed.json(), "weights");
    QVERIFY(numberIn(weights["values"], {0, 7, 1}) < 0.1);
    QVERIFY(std::abs(numberIn(weights["values"], {1, 7, 1}) -
                     numberIn(firstOf(heed({"run", "--json"}).json(), "weights")["values"], {1, 7, 1})) <= 1e-6);
    QCOMPARE(changed.json()["replaced"].toArray(), QJsonArray({"attention/mechanism/scores [0, it, animal] = 0"}));
    const Result again = heed({"run", "--json", saved + ".heed"});
    QCOMPARE(again.json()["weights"].toArray(), changed.json()["weights"].toArray());
    QCOMPARE(again.json()["outputs"].toArray(), changed.json()["outputs"].toArray());
    const Result other = heed({"run", saved + ".heed", "--text", "one word"});
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
    const Result result = heed({"run", "--json", file, "-o", saved});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.json()["title"].toString(), title);
    const Result again = heed({"run", "--json", saved});
    QCOMPARE(again.json()["weights"].toArray(), result.json()["weights"].toArray());
    QCOMPARE(again.json()["outputs"].toArray(), result.json()["outputs"].toArray());
  }

  void arraysAreOpened() {
    QCOMPARE(heed({"export", "--view", "weights", "-o", path("weights.npy")}).status, 0);
    const Result result = heed({"run", "--json", "weights.npy"});
    QCOMPARE(result.json()["title"].toString(), QString("Attention over a matrix"));
    QCOMPARE(firstOf(result.json(), "outputs")["shape"].toArray(), QJsonArray({11, 11}));
  }

  void everyTemplateRuns() {
    for (const QJsonValue& entry : heed({"list", "templates", "--json"}).json()["entries"].toArray()) {
      const Result result = heed({"run", "--json", "--template", entry["id"].toString()});
      QVERIFY2(result.status == 0, result.err.constData());
      QVERIFY(!result.json()["weights"].toArray().isEmpty());
      QVERIFY(!result.json()["outputs"].toArray().isEmpty());
      const Result text = heed({"run", "--template", entry["id"].toString()});
      QVERIFY(text.out.startsWith(result.json()["title"].toString().toUtf8()));
    }
  }

  void notNumbersAreNamed() {
    const Result result = heed({"run", "--json", "nan.csv"});
    QCOMPARE(result.status, 0);
    QCOMPARE(result.json()["first_not_finite"].toString(), QString("rows/values"));
    QCOMPARE(firstOf(result.json(), "weights")["values"].toArray().at(0).toArray().at(0).toString(), QString("NaN"));
    QVERIFY(heed({"run", "nan.csv"}).out.contains("The first step with NaN or infinity is rows/values."));
  }

  void rowsWithoutKeysAreZero() {
    const Result result = heed({"run", "--json", "one.png"});
    const QJsonObject weights = firstOf(result.json(), "weights");
    QCOMPARE(numberIn(weights["values"], {0, 0}), 0.0);
    QCOMPARE(weights["allowed"].toArray().at(0).toArray().at(0).toBool(true), false);
    QVERIFY(heed({"run", "one.png"}).out.contains("1 row has no valid key"));
    const Result cell = heed({"explain", "one.png", "--step", "weights", "--cell", "0,0", "--json"});
    QCOMPARE(cell.json()["masked"].toBool(), true);
    QCOMPARE(cell.json()["number"].toDouble(), 0.0);
  }

  void threeThousandTokensAreSummarised() {
    const Result result = heed({"trace", "long.txt", "--json", "--summary"});
    QCOMPARE(result.status, 0);
    for (const QJsonValue& step : result.json()["steps"].toArray()) {
      if (step["role"].toString() == "weights") QCOMPARE(step["shape"].toArray(), QJsonArray({2, 3000, 3000}));
    }
  }

  void exportWritesEveryViewInEveryFormat_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("extension");
    QTest::addColumn<QByteArray>("start");
    const QHash<QString, QStringList> views = {
        {"weights", {"--view", "weights", "--query", "it"}},
        {"tokens", {"--view", "tokens", "--query", "it"}},
        {"overlay", {"--template", "image-patches", "--view", "overlay", "--query", "100"}},
        {"steps", {"--view", "steps"}}};
    for (auto view = views.begin(); view != views.end(); ++view) {
      const auto row = [&](const char* extension, const char* start) {
        QTest::newRow(qPrintable(view.key() + "." + extension))
            << view.value() << QString(extension) << QByteArray(start);
      };
      row("png", "\x89PNG");
      row("svg", "<?xml");
      row("pdf", "%PDF");
      row("csv", "");
      if (view.key() != "steps") row("npy", "\x93NUMPY");
    }
  }
  void exportWritesEveryViewInEveryFormat() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, extension);
    QFETCH(QByteArray, start);
    const QString name = "figure." + extension;
    QFile::remove(path(name));
    const Result result = heed(QStringList{"export", "-o", path(name), "--dpi", "72"} + arguments);
    QVERIFY2(result.status == 0, result.err.constData());
    QCOMPARE(result.err, QByteArray());
    QCOMPARE(result.out.trimmed(), path(name).toUtf8());
    QVERIFY(read(name).startsWith(start));
    QVERIFY(read(name).size() > 100);
  }

  void exportedNumbersAreThoseOfTheRun() {
    QCOMPARE(heed({"export", "-o", path("numbers.csv")}).status, 0);
    const QList<QByteArray> rows = read("numbers.csv").trimmed().split('\n');
    QCOMPARE(rows.size(), 11);
    QVERIFY(std::abs(rows[7].split(',')[1].toDouble() - 0.805) <= 5e-4);
  }

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

  void checkFindsEveryOpWithinItsTolerance() {
    const Result result = heed({"check", "--template", "self-attention", "--json"});
    QVERIFY2(result.status == 0, result.out.constData());
    const QJsonObject json = result.json();
    QCOMPARE(wrongKey(json, {{"command", "s"}, {"tested", "s"}, {"reference", "s"}, {"ops", "a"}, {"steps", "a"}}),
             QString());
    for (const QJsonValue& op : json["ops"].toArray()) {
      QCOMPARE(wrongKey(op.toObject(), {{"op", "s"},
                                        {"example", "s"},
                                        {"examples", "n"},
                                        {"largest", "n"},
                                        {"tolerance", "n"},
                                        {"within", "b"}}),
               QString());
      QVERIFY(op["examples"].toInt() > 0);
    }
    QCOMPARE(wrongKey(firstOf(json, "steps"), {{"step", "s"}, {"largest", "n"}}), QString());
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

  void isCancelledByControlC_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("run") << QStringList{"run", "long.txt", "--template", "multi-head", "--threads", "1"};
    QTest::newRow("trace") << QStringList{"trace", "long.txt", "--json"};
    QTest::newRow("export") << QStringList{"export", "long.txt", "--view", "steps", "-o", "never.png"};
    QTest::newRow("bench") << QStringList{"bench", "attention"};
  }
  void isCancelledByControlC() {
    QFETCH(QStringList, arguments);
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.setStandardOutputFile(QProcess::nullDevice());
    process.start(kProgram, arguments);
    QVERIFY(process.waitForStarted());
    QTest::qWait(500);
    QCOMPARE(process.state(), QProcess::Running);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(kWatchdogMilliseconds));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 3);
    QCOMPARE(process.readAllStandardError(), QByteArray("Cancelled.\n"));
    QVERIFY(!QFile::exists(path("never.png")));
    QCOMPARE(QDir(m_folder.path()).entryList({".heed-*"}, QDir::Hidden | QDir::Files), QStringList());
  }

 private:
  [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }

  void write(const QString& name, const QByteArray& bytes) {
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
  }

  [[nodiscard]] QByteArray read(const QString& name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

  [[nodiscard]] Result heed(const QStringList& arguments) const {
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("HEED_RESOURCES", HEED_RESOURCES);
    environment.remove("XDG_RUNTIME_DIR");
    environment.remove("DISPLAY");
    process.setProcessEnvironment(environment);
    process.start(kProgram, arguments);
    if (!process.waitForFinished(kWatchdogMilliseconds)) {
      process.kill();
      process.waitForFinished();
      return {};
    }
    const bool isNormal = process.exitStatus() == QProcess::NormalExit;
    return {isNormal ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
  }

  QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
