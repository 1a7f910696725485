#include "core/base/error.h"
#include "tests/support/template_rows.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace heed::core;
using namespace heed::test;

namespace {

constexpr const char* kSentence = "The animal didn't cross the street because it was too tired";
constexpr std::int64_t kTokens = 11;

// Scores and weights of the two hand-set heads over that sentence, computed with NumPy in double precision.
constexpr double kScoresHead0[] = {
    -0.6428, 2.6108,  -0.4422, -0.191,  -0.6428, 1.16,    -0.5656, 0.9202,  -0.2142, -0.2654, 0.769,   -1.5354, 3.9716,
    1.9608,  2.7612,  -1.5354, 0.886,   -1.0925, 0.8862,  1.8904,  0.8696,  4.1709,  -1.2626, 3.6814,  1.1299,  2.1459,
    -1.2626, 1.006,   -1.0764, 0.9567,  0.4671,  -0.2225, 1.7369,  -1.498,  5.207,   -0.2588, 0.7036,  -1.498,  2.937,
    -1.3454, 1.8124,  -0.36,   -0.7044, 1.1833,  -0.6428, 2.6108,  -0.4422, -0.191,  -0.6428, 1.16,    -0.5656, 0.9202,
    -0.2142, -0.2654, 0.769,   -0.946,  1.076,   1.87,    2.923,   -0.946,  2.13,    -0.74,   0.25,    1.071,   0.252,
    1.051,   -0.5684, 2.3014,  -0.329,  -0.1092, -0.5684, 0.901,   -0.495,  0.7878,  -0.1416, -0.2054, 0.7619,  -2.2588,
    8.766,   -0.6024, 0.2882,  -2.2588, 2.812,   -1.9056, 2.828,   0.0018,  -0.462,  3.72,    -1.3036, 5.3736,  -0.4901,
    0.0283,  -1.3036, 1.269,   -1.1293, 1.7017,  -0.2049, -0.4297, 2.0517,  -0.8978, 3.5154,  -0.0037, 0.3863,  -0.8978,
    0.528,   -0.7568, 1.0295,  0.0843,  -0.1697, 1.6539,  -1.7412, 6.9282,  -0.0209, 0.5555,  -1.7412, 0.776,   -1.4137,
    1.9985,  0.4347,  -0.0565, 3.8406};
constexpr double kWeightsHead0[] = {
    0.05100476,  0.2594902,  0.05638589,  0.06393193, 0.05100476, 0.1256272,   0.05301203,  0.1114325,   0.06319461,
    0.06159736,  0.1033188,  0.01510869,  0.2371683,  0.08677945, 0.1294856,   0.01510869,  0.05070223,  0.0188539,
    0.0507073,   0.08377795, 0.05028817,  0.2620197,  0.02602251, 0.3082657,   0.08607441,  0.1430526,   0.02602251,
    0.08090391,  0.02856157, 0.078934,    0.06179436, 0.04377278, 0.1165957,   0.01723791,  0.4925574,   0.03203122,
    0.05182699,  0.01723791, 0.1583188,   0.01860464, 0.0902254,  0.03045076,  0.02563378,  0.06587513,  0.05100476,
    0.2594902,   0.05638589, 0.06393193,  0.05100476, 0.1256272,  0.05301203,  0.1114325,   0.06319461,  0.06159736,
    0.1033188,   0.0326638,  0.08977148,  0.1335221,  0.2260525,  0.0326638,   0.1520588,   0.03620754,  0.0593984,
    0.08954734,  0.05945783, 0.08865632,  0.05537551, 0.2325342,  0.06241698,  0.06966774,  0.05537551,  0.11545,
    0.05744554,  0.109097,   0.06854821,  0.06639604, 0.1076933,  0.003251281, 0.8054887,   0.007442816, 0.01161793,
    0.003251281, 0.04103598, 0.003879279, 0.04136558, 0.01006787, 0.007984077, 0.06461517,  0.01943068,  0.5475498,
    0.0291835,   0.03781869, 0.01943068,  0.07032683, 0.02120005, 0.08731336,  0.03365641,  0.03007828,  0.1040117,
    0.03712235,  0.3372482,  0.05804793,  0.07054629, 0.03712235, 0.07572582,  0.03983393,  0.09730682,  0.06065907,
    0.05342448,  0.1329628,  0.008577067, 0.6544479,  0.02027203, 0.02704337,  0.008577067, 0.03019547,  0.0101031,
    0.0556422,   0.0254583,  0.01991438,  0.1397691};
constexpr double kScoresHead1[] = {
    -0.79352, 2.22664, 0.34644,  0.7846,  -0.79352, 1.592, -0.62552, 0.73972, 0.43212,  0.10388,  1.30556,
    -1.948,   3.64556, 3.82218,  4.87538, -1.948,   1.12,  -1.23058, 0.52862, 3.6789,   1.98514,  6.38056,
    -1.65576, 3.35564, 2.68838,  4.29826, -1.65576, 1.828, -1.34142, 0.7189,  1.41186,  0.15062,  2.3644,
    -1.51648, 5.07856, -0.31414, 0.6963,  -1.51648, 3.513, -1.36598, 1.85118, -0.39962, -0.73238, 0.95194,
    -0.79352, 2.22664, 0.34644,  0.7846,  -0.79352, 1.592, -0.62552, 0.73972, 0.43212,  0.10388,  1.30556,
    -1.7992,  2.582,   4.1442,   5.9018,  -1.7992,  1.52,  -1.319,   0.2414,  2.6842,   0.9482,   3.7212,
    -0.78804, 2.42032, 0.1726,   0.61592, -0.78804, 1.52,  -0.64746, 0.81272, 0.23184,  -0.04268, 1.12106,
    -1.56128, 3.33604, 2.646,    3.15784, -1.56128, 0.871, -0.92392, 0.59584, 3.11888,  1.88104,  5.86482,
    -1.44648, 5.592,   -0.55092, 0.13572, -1.44648, 2.246, -1.2692,  1.88316, -0.30652, -0.55252, 1.77448,
    -1.1788,  3.91348, 0.39674,  1.09374, -1.1788,  1.34,  -0.98914, 1.17006, 0.2835,   -0.16758, 1.81928,
    -1.8576,  7.0108,  -0.0125,  0.6269,  -1.8576,  1.629, -1.4929,  2.1161,  0.5521,   0.0251,   3.9109};
constexpr double kWeightsHead1[] = {
    0.04291631, 0.1942861,   0.07588598,  0.0944728,  0.04291631, 0.1414593,   0.04667702,  0.09237644, 0.07920757,
    0.06721873, 0.1225834,   0.006086756, 0.09977277, 0.1089845,  0.1845288,   0.006086756, 0.02822238, 0.00871308,
    0.02099796, 0.1014499,   0.04349671,  0.3916605,  0.0148409,  0.1818327,   0.1302502,   0.2913126,  0.0148409,
    0.08471281, 0.01736674,  0.04865316,  0.06879953, 0.03661935, 0.1107712,   0.01683942,  0.4554304,  0.03071935,
    0.05091272, 0.01683942,  0.2081924,   0.01815549, 0.09069959, 0.02943407,  0.02492255,  0.05785459, 0.04291631,
    0.1942861,  0.07588598,  0.0944728,   0.04291631, 0.1414593,  0.04667702,  0.09237644,  0.07920757, 0.06721873,
    0.1225834,  0.008624623, 0.0771091,   0.1683965,  0.4055002,  0.008624623, 0.04534144,  0.01096514, 0.02392494,
    0.08115179, 0.03406673,  0.136295,    0.04387399, 0.2182195,  0.07092632,  0.08852647,  0.04387399, 0.1391207,
    0.04706886, 0.09768047,  0.07305858,  0.06368835, 0.1139628,  0.01030964,  0.1193116,   0.08449725, 0.1091408,
    0.01030964, 0.03478614,  0.01417896,  0.03031489, 0.1070353,  0.05764128,  0.4224744,   0.01650715, 0.557261,
    0.02583096, 0.03641183,  0.01650715,  0.1045885,  0.01803715, 0.0872357,   0.02918847,  0.0258103,  0.08262181,
    0.02766764, 0.3529772,   0.06082698,  0.08618821, 0.02766764, 0.09748158,  0.03041979,  0.08954071, 0.05747864,
    0.04587285, 0.1238788,   0.007676816, 0.6470379,  0.01931254, 0.02658786,  0.007676816, 0.04388203, 0.009212441,
    0.05598338, 0.02561184,  0.01967905,  0.1373393};

struct OracleHead {
  std::span<const double> scores;
  std::span<const double> weights;
};
constexpr OracleHead kOracle[] = {{kScoresHead0, kWeightsHead0}, {kScoresHead1, kWeightsHead1}};

/// Every row of every step with the role Weights sums to 1, or is empty because the mask allows no key.
std::string rowsThatDoNotSumToOne(const ModelRun& run, double tolerance) {
  std::string found;
  for (std::size_t i = 0; i < run.program().steps().size(); ++i) {
    const Step& step = run.program().steps()[i];
    if (step.role != Role::Weights || step.depth != StepDepth::Step) continue;
    const Tensor& weights = run.trace->kept(static_cast<int>(i));
    const std::int64_t columns = weights.shape()[-1];
    for (std::int64_t row = 0; row < weights.elementCount() / columns; ++row) {
      double sum = 0.0;
      for (std::int64_t j = 0; j < columns; ++j) sum += weights.at(row * columns + j);
      const bool isLonePatch = step.mask.isValid() && columns == 1 && sum == 0.0;
      if (!isLonePatch && !(std::abs(sum - 1.0) <= tolerance))
        found += step.id + " row " + std::to_string(row) + " sums to " + std::to_string(sum) + "; ";
    }
  }
  return found;
}

std::int64_t largestIn(const Tensor& matrices, std::int64_t row) {
  const std::int64_t columns = matrices.shape()[-1];
  std::int64_t best = 0;
  for (std::int64_t j = 1; j < columns; ++j) {
    if (matrices.at(row * columns + j) > matrices.at(row * columns + best)) best = j;
  }
  return best;
}

std::shared_ptr<const AxisLabels> tokenLabels(const ModelRun& run, const std::string& step) {
  return run.program().steps()[static_cast<std::size_t>(run.program().stepIndex(step))].axes.front().labels;
}

}  // namespace

class TestTemplates : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { qputenv("HEED_RESOURCES", HEED_RESOURCES); }

  void thereAreTheTemplatesThatTheProgramPromises() {
    const std::vector<std::string> ids = templateIds();
    for (const char* id : {"self-attention", "soft-and-hard", "global-and-local", "multi-head", "image-patches",
                           "encoder-block", "matrix", "graph"}) {
      QVERIFY2(std::ranges::find(ids, id) != ids.end(), id);
    }
  }

  void isCanonical_data() { templateRows(); }
  void isCanonical() {
    QFETCH(QString, id);
    const std::string text = readResource("templates/" + id.toStdString() + ".json");
    QCOMPARE(QString::fromStdString(writeTemplate(readTemplate(text, "template"))), QString::fromStdString(text));
  }

  void hasWordsAndIsValid_data() { templateRows(); }
  void hasWordsAndIsValid() {
    QFETCH(QString, id);
    const DocumentData document = templateDocument(id.toStdString());
    QVERIFY(!document.title.empty());
    QVERIFY2(document.summary.ends_with('.'), document.summary.c_str());
    for (const Issue& issue : validate(document.model)) QFAIL(issue.text.english().c_str());
  }

  void everyStepHasACaption_data() { templateRows(); }
  void everyStepHasACaption() {
    QFETCH(QString, id);
    const ModelRun run = runModel(templateDocument(id.toStdString()));
    QVERIFY(!run.program().steps().empty());
    for (const Step& step : run.program().steps()) {
      QVERIFY2(!step.caption.isEmpty(), step.id.c_str());
      QCOMPARE(step.axes.size(), static_cast<std::size_t>(run.program().type(step.value).shape.rank()));
    }
  }

  void runsInBothPrecisions_data() { addTemplateInputRows(); }
  void runsInBothPrecisions() {
    const DocumentData document = currentDocument();
    const ModelRun exact = runModel(document, Precision::Float64);
    const ModelRun single = runModel(document, Precision::Float32);
    QCOMPARE(exact.trace->firstNotFinite(), -1);
    QVERIFY(!exact.outputs.empty());
    // Sums of at most 192 terms of size 1: roundings of double and float32.
    const std::string wrong = rowsThatDoNotSumToOne(exact, 1e-12) + rowsThatDoNotSumToOne(single, 1e-5);
    QVERIFY2(wrong.empty(), wrong.c_str());
    for (std::size_t i = 0; i < exact.outputs.size(); ++i) {
      QCOMPARE(single.outputs[i].shape(), exact.outputs[i].shape());
      for (std::int64_t j = 0; j < exact.outputs[i].elementCount(); ++j) {
        const double expected = exact.outputs[i].at(j);
        // A few hundred roundings of float32, scores up to about 100 in softmax.
        const bool isNear = std::abs(single.outputs[i].at(j) - expected) <= 2e-4 * std::max(1.0, std::abs(expected));
        QVERIFY2(
            isNear,
            qPrintable(
                QString("output %1, element %2: %3 and %4").arg(i).arg(j).arg(single.outputs[i].at(j)).arg(expected)));
      }
    }
  }

  void unknownWordsDifferAndAreMarked() {
    const DocumentData document = withText(templateDocument("self-attention"), "zorkle saw bramblix Zorkle");
    const ModelRun run = runModel(document);
    const Tensor& features = run.step("features/features");
    const auto row = [&](std::int64_t i) {
      std::vector<double> values;
      for (std::int64_t j = 0; j < features.shape()[1]; ++j) values.push_back(features.at(i * features.shape()[1] + j));
      return values;
    };
    QVERIFY(row(0) != row(2));
    QCOMPARE(row(0), row(3));
    const auto labels = tokenLabels(run, "features/features");
    QCOMPARE(labels->unknown, (std::vector<bool>{true, false, true, true}));
    QVERIFY(std::ranges::any_of(
        run.lowered.notes, [](const Issue& note) { return note.text.english().find("zorkle") != std::string::npos; }));
  }

  void emptyTextIsRefusedWithASentence() {
    for (const char* text : {"", "  \n ", "?!"}) {
      try {
        static_cast<void>(runModel(withText(templateDocument("self-attention"), text)));
        QFAIL("an empty text was accepted");
      } catch (const Error& error) {
        QCOMPARE(error.kind(), ErrorKind::Model);
        QVERIFY(QString(error.what()).contains("the text holds no token"));
      }
    }
  }

  void selfAttentionGivesTheNumbersOfItsPictures() {
    const ModelRun run = runModel(templateDocument("self-attention"));
    const Tensor& scores = run.step("attention/mechanism/scores");
    const Tensor& weights = run.step("attention/mechanism/weights");
    QCOMPARE(scores.shape(), (Shape{2, kTokens, kTokens}));
    for (std::int64_t head = 0; head < 2; ++head) {
      const OracleHead& expected = kOracle[head];
      for (std::int64_t i = 0; i < kTokens * kTokens; ++i) {
        const std::int64_t offset = head * kTokens * kTokens + i;
        // The table holds seven digits.
        QVERIFY2(std::abs(scores.at(offset) - expected.scores[static_cast<std::size_t>(i)]) <= 1e-5,
                 qPrintable(QString::number(offset)));
        QVERIFY2(std::abs(weights.at(offset) - expected.weights[static_cast<std::size_t>(i)]) <= 1e-5,
                 qPrintable(QString::number(offset)));
      }
    }
  }

  void everyHeadOfMultiHeadDoesWhatItIsSetFor() {
    const ModelRun run = runModel(templateDocument("multi-head"));
    const Tensor& weights = run.step("attention/mechanism/weights");
    QCOMPARE(weights.shape(), (Shape{4, kTokens, kTokens}));
    const FeatureTable& table = *buildResources().english;
    const auto names = tokenLabels(run, "features/features")->names;
    for (std::int64_t row = 0; row < kTokens; ++row) {
      const std::string& word = names[static_cast<std::size_t>(row)];
      if (row > 0) QCOMPARE(largestIn(weights, row), row - 1);
      const std::string& chosen = names[static_cast<std::size_t>(largestIn(weights, kTokens + row))];
      QCOMPARE(table.features(chosen).wordClass, table.features(word).wordClass);
      QCOMPARE(largestIn(weights, 3 * kTokens + row), row);
    }
    const auto it = std::ranges::find(names, "it") - names.begin();
    const auto animal = std::ranges::find(names, "animal") - names.begin();
    QCOMPARE(largestIn(weights, 2 * kTokens + it), animal);
  }

  void hardTakesWhatSoftWeighsMost() {
    const ModelRun run = runModel(templateDocument("soft-and-hard"));
    const Tensor& soft = run.step("soft/weights");
    const Tensor& hard = run.step("hard/weights");
    const Tensor& drawn = run.step("drawn/weights");
    for (std::int64_t row = 0; row < kTokens; ++row) {
      const std::int64_t largest = largestIn(soft, row);
      double sum = 0.0;
      for (std::int64_t j = 0; j < kTokens; ++j) {
        QCOMPARE(hard.at(row * kTokens + j), j == largest ? 1.0 : 0.0);
        const double draw = drawn.at(row * kTokens + j);
        QVERIFY(draw == 0.0 || draw == 1.0);
        sum += draw;
      }
      QCOMPARE(sum, 1.0);
    }
  }

  void localIsZeroOutsideItsWindow() {
    const ModelRun run = runModel(templateDocument("global-and-local"));
    const Tensor& global = run.step("global/weights");
    const Tensor& local = run.step("local/weights");
    for (std::int64_t i = 0; i < kTokens; ++i) {
      for (std::int64_t j = 0; j < kTokens; ++j) {
        const double weight = local.at(i * kTokens + j);
        QCOMPARE(weight == 0.0, std::abs(i - j) > 2);
        if (weight > 0.0) QVERIFY(weight > global.at(i * kTokens + j));
      }
    }
  }

  void sentencesFindTheirKeys_data() {
    QTest::addColumn<QJsonObject>("sentence");
    const QJsonObject all =
        QJsonDocument::fromJson(QByteArray::fromStdString(readResource("features/sentences.json"))).object();
    for (const char* language : {"english", "chinese"}) {
      const QJsonArray sentences = all.value(QLatin1String(language)).toArray();
      QVERIFY(sentences.size() >= 10);
      for (const QJsonValue& sentence : sentences)
        QTest::newRow(qPrintable(sentence["text"].toString())) << sentence.toObject();
    }
  }
  void sentencesFindTheirKeys() {
    QFETCH(QJsonObject, sentence);
    const ModelRun run =
        runModel(withText(templateDocument("self-attention"), sentence["text"].toString().toStdString()));
    const auto names = tokenLabels(run, "features/features")->names;
    QStringList tokens;
    for (const std::string& name : names) tokens << QString::fromStdString(name);
    QCOMPARE(tokens, sentence["tokens"].toVariant().toStringList());
    const auto query = tokens.indexOf(sentence["query"].toString());
    const auto key = tokens.indexOf(sentence["key"].toString());
    const auto count = static_cast<std::int64_t>(tokens.size());
    const std::int64_t row = sentence["head"].toInt() * count + query;
    const Tensor& weights = run.step("attention/mechanism/weights");
    const double weight = weights.at(row * count + key);
    QVERIFY(weight >= 0.3);
    // The file rounds to three decimals.
    QVERIFY(std::abs(weight - sentence["weight"].toDouble()) <= 1e-3);
    for (std::int64_t j = 0; j < count; ++j) QVERIFY(j == key || weights.at(row * count + j) < weight);
  }

 private:
  static void templateRows() {
    QTest::addColumn<QString>("id");
    for (const std::string& id : templateIds()) QTest::newRow(id.c_str()) << QString::fromStdString(id);
  }
};

QTEST_GUILESS_MAIN(TestTemplates)
#include "tst_templates.moc"
