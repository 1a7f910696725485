#include "core/io/build_resources.h"
#include "core/model/block_type.h"
#include "core/model/formula_text.h"
#include "tests/core/block_harness.h"
#include "tests/ui/recording_device.h"
#include "ui/formula/formula_layout.h"
#include "ui/formula/formula_tree.h"

#include <QImage>
#include <QPainter>
#include <QtTest>

#include <set>

using namespace heed::ui;

namespace {

const char kAttention[] =
    "\\mathrm{Attention}(Q, K, V) = \\term{weights}{\\mathrm{softmax}(\\term{scaled}{\\frac{\\term{scores}{Q "
    "K^\\top}}{\\sqrt{d_k}}})} V";

/// Every formula of every block, and every expression of the steps of its examples.
std::set<std::string> formulasOfTheRegistry() {
  heed::test::BlockOptions options;
  options.resources = heed::core::readBuildResources();
  std::set<std::string> formulas;
  for (const heed::core::BlockType* type : heed::core::allBlockTypes()) {
    if (!type->formula.empty()) formulas.insert(std::string(type->formula));
    for (const heed::core::BlockExample& example : type->examples()) {
      const auto contents = heed::test::contentsOf(*type, example);
      heed::test::BlockBench bench(*type, example.parameters, contents, &example.data, options);
      const auto built = bench.finish();
      for (const heed::core::Step& step : built.program->steps()) {
        if (!step.expression.empty()) formulas.insert(step.expression);
      }
    }
  }
  return formulas;
}

QPainterPath lettersOf(const FormulaPiece& piece) {
  return piece.shape.translated(piece.at);
}

}  // namespace

class FormulaTest : public QObject {
  Q_OBJECT

 private:
  FigureStyle m_style = FigureStyle::screen(Theme::load(ThemeName::Light), Fonts::installed());

  [[nodiscard]] FormulaLayout laidOut(std::string_view tex, const FormulaOptions& options = {}) const {
    return FormulaLayout(tex, m_style, 22, options);
  }

  /// Left edge and baseline of the first piece with these letters.
  static QPointF placeOf(const FormulaLayout& layout, const QString& letters) {
    for (const FormulaPiece& piece : layout.pieces()) {
      if (piece.letters == letters) return piece.at;
    }
    return {-1, -1};
  }

  static const FormulaPiece* pieceOf(const FormulaLayout& layout, const QString& letters) {
    for (const FormulaPiece& piece : layout.pieces()) {
      if (piece.letters == letters) return &piece;
    }
    return nullptr;
  }

  QImage painted(const FormulaLayout& layout, const FormulaMarks& marks = {}, double scale = 1) const {
    constexpr int kMargin = 12;
    const QSizeF size = layout.size() * scale;
    QImage image(qCeil(size.width()) + 2 * kMargin, qCeil(size.height()) + 2 * kMargin, QImage::Format_RGB32);
    image.fill(m_style.theme.surface);
    QPainter painter(&image);
    painter.translate(kMargin, kMargin);
    painter.scale(scale, scale);
    layout.paint(painter, QPointF(0, 0), m_style, marks);
    return image;
  }

 private Q_SLOTS:
  void everyFormulaOfTheRegistryIsUnderstood() {
    const std::set<std::string> formulas = formulasOfTheRegistry();
    QVERIFY(formulas.size() > 60);
    for (const std::string& tex : formulas) {
      const FormulaLayout layout = laidOut(tex);
      QVERIFY2(!layout.isMalformed(),
               qPrintable(QString::fromStdString(tex) + QStringLiteral(": ") + layout.problem()));
      QVERIFY2(layout.size().width() > 4 && layout.size().height() > 4, tex.c_str());
      QVERIFY2(layout.baseline() > 0 && layout.baseline() <= layout.size().height(), tex.c_str());
      // The same terms in the same order as core reads them.
      const std::vector<std::string> ids = heed::core::formulaTerms(tex);
      QCOMPARE(layout.terms().size(), ids.size());
      for (const std::string& id : ids) {
        const QRectF rect = layout.termRect(id);
        QVERIFY2(rect.width() > 0 && rect.height() > 0, tex.c_str());
        QVERIFY2(QRectF(QPointF(-0.01, -0.01), layout.size() + QSizeF(0.02, 0.02)).contains(rect), tex.c_str());
      }
    }
  }

  void nothingIsPaintedOutsideOfTheSize() {
    for (const std::string& tex : formulasOfTheRegistry()) {
      const QImage image = painted(laidOut(tex));
      for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
          // A slanted letter may lean out of its width, and a serif end below the baseline, by a pixel or two.
          const bool isMargin = x < 9 || y < 9 || x >= image.width() - 9 || y >= image.height() - 9;
          if (isMargin) QVERIFY2(image.pixelColor(x, y) == m_style.theme.surface, tex.c_str());
        }
      }
    }
  }

  void operandsHaveTheColoursOfTheirRoles() {
    const FormulaLayout layout = laidOut(kAttention);
    QVERIFY(pieceOf(layout, QStringLiteral("Q"))->role == Role::Query);
    QVERIFY(pieceOf(layout, QStringLiteral("K"))->role == Role::Key);
    QVERIFY(pieceOf(layout, QStringLiteral("V"))->role == Role::Value);
    QVERIFY(pieceOf(layout, QStringLiteral("⊤"))->role == Role::Key);
    QVERIFY(pieceOf(layout, QStringLiteral("d"))->role == Role::None);
    QVERIFY(pieceOf(layout, QStringLiteral("Q"))->style.isItalic);
    QVERIFY(!pieceOf(layout, QStringLiteral("softmax"))->style.isItalic);
    QVERIFY(pieceOf(laidOut("\\term{a}{\\alpha_{ij}} \\cos(q_i, k_j)"), QStringLiteral("q"))->role == Role::Query);
    // The vertices of a graph are no values, and a mask is no weights.
    QVERIFY(pieceOf(laidOut("G = (V, E)"), QStringLiteral("V"))->role == Role::None);
    QVERIFY(pieceOf(laidOut("M = A \\wedge B"), QStringLiteral("A"))->role == Role::None);
    QVERIFY(pieceOf(laidOut("V", {.roles = RoleLetters::Coloured}), QStringLiteral("V"))->role == Role::Value);
  }

  void aFractionHasItsPartsAboveAndBelowItsBar() {
    const FormulaLayout layout = laidOut("x = \\frac{a}{b + c}");
    const QPointF a = placeOf(layout, QStringLiteral("a"));
    const QPointF b = placeOf(layout, QStringLiteral("b"));
    const QPointF x = placeOf(layout, QStringLiteral("x"));
    QVERIFY(a.y() < x.y());
    QVERIFY(b.y() > x.y());
    QCOMPARE(x.y(), layout.baseline());
    const FormulaPiece& bar = layout.pieces().back();
    QVERIFY(bar.letters.isEmpty());
    const QRectF line = lettersOf(bar).boundingRect();
    QVERIFY(line.top() > a.y() && line.bottom() < b.y());
    QVERIFY(line.bottom() < x.y());  // on the axis, above the baseline
    QVERIFY(line.left() <= b.x());
  }

  void scriptsAreSmallerAndHigherOrLower() {
    const FormulaLayout layout = laidOut("x_i^2");
    const QPointF x = placeOf(layout, QStringLiteral("x"));
    QVERIFY(placeOf(layout, QStringLiteral("2")).y() < x.y() - 5);
    QVERIFY(placeOf(layout, QStringLiteral("i")).y() > x.y() + 2);
    QVERIFY(pieceOf(layout, QStringLiteral("i"))->style.size < 22);
    QVERIFY(qAbs(placeOf(layout, QStringLiteral("2")).x() - placeOf(layout, QStringLiteral("i")).x()) < 5);
  }

  void limitsStandBelowASumAndBesideItInALine() {
    const FormulaLayout display = laidOut("\\sum_j z_j");
    const QPointF sum = placeOf(display, QStringLiteral("∑"));
    const QPointF below = placeOf(display, QStringLiteral("j"));
    QVERIFY(below.x() < placeOf(display, QStringLiteral("z")).x());
    QVERIFY(below.x() >= sum.x());
    QVERIFY(below.y() > display.baseline() + 8);
    const FormulaLayout line = laidOut("\\sum_j z_j", {.mode = FormulaMode::Inline});
    QVERIFY(line.size().height() < display.size().height());
    QVERIFY(placeOf(line, QStringLiteral("j")).x() > placeOf(line, QStringLiteral("∑")).x() + 8);
  }

  void bracketsGrowWithWhatTheyHold() {
    const FormulaLayout tall = laidOut("f(\\frac{a}{b})");
    QCOMPARE(pieceOf(tall, QStringLiteral("(")), nullptr);
    int shapes = 0;
    for (const FormulaPiece& piece : tall.pieces()) {
      if (piece.letters.isEmpty() && lettersOf(piece).boundingRect().height() > 35) ++shapes;
    }
    QCOMPARE(shapes, 2);
    const FormulaLayout low = laidOut("f(a)");
    QVERIFY(pieceOf(low, QStringLiteral("(")) != nullptr);
    QVERIFY(!laidOut("\\left\\lfloor \\frac{a}{b} \\right\\rfloor").isMalformed());
    QVERIFY(!laidOut("\\left. \\frac{a}{b} \\right|_0").isMalformed());
  }

  void aRootCoversItsContent() {
    const FormulaLayout layout = laidOut("\\sqrt{d_k}");
    QRectF sign;
    for (const FormulaPiece& piece : layout.pieces()) {
      if (piece.letters.isEmpty()) sign = lettersOf(piece).boundingRect();
    }
    const QPointF d = placeOf(layout, QStringLiteral("d"));
    QVERIFY(sign.left() < d.x() && sign.right() > d.x() + 10);
    QVERIFY(sign.top() < d.y() - 14);
  }

  void termsNestAndTheInnermostIsFound() {
    const FormulaLayout layout = laidOut(kAttention);
    QCOMPARE(layout.terms().size(), std::size_t{3});
    const QRectF scores = layout.termRect("scores");
    const QRectF scaled = layout.termRect("scaled");
    const QRectF weights = layout.termRect("weights");
    QVERIFY(scaled.contains(scores));
    QVERIFY(weights.contains(scaled));
    QCOMPARE(layout.termAt(scores.center()), std::string("scores"));
    QCOMPARE(layout.termAt(QPointF(scaled.center().x(), scaled.bottom() - 3)), std::string("scaled"));
    QCOMPARE(layout.termAt(QPointF(weights.left() + 5, weights.center().y())), std::string("weights"));
    QCOMPARE(layout.termAt(QPointF(1, 1)), std::string());
    QVERIFY(layout.termRect("nothing").isNull());
  }

  void theCurrentTermIsBoxedWithABracketAboveAndTheRestIsHint() {
    const FormulaLayout layout = laidOut(kAttention, {.hasRoomForBracket = true});
    const QRectF scores = layout.termRect("scores");
    const QImage image = painted(layout, {.current = "scores"});
    const auto at = [&](double x, double y) { return image.pixelColor(qRound(x) + 12, qRound(y) + 12); };
    QCOMPARE(at(scores.left() + 1, scores.center().y()), m_style.theme.selected);
    QCOMPARE(at(scores.center().x(), scores.top() - 5.5), m_style.theme.ink);    // the bracket: 7 above, 3 wide
    QCOMPARE(at(scores.center().x(), scores.top() - 2), m_style.theme.surface);  // between bracket and box
    QCOMPARE(at(scores.left() + 1, scores.top() - 2.5), m_style.theme.ink);      // a leg
    QVERIFY(scores.top() - 7 >= 0);
    // A formula without a current term has no ink but its letters.
    const QImage plain = painted(layout);
    QCOMPARE(plain.pixelColor(qRound(scores.center().x()) + 12, qRound(scores.top() - 5.5) + 12),
             m_style.theme.surface);
  }

  void aNoteStandsUnderTheFirstWordOfItsTerm() {
    const QString words = QStringLiteral("over allowed keys");
    const FormulaLayout layout = laidOut(kAttention, {.notes = {{"weights", words}}});
    const QPointF note = placeOf(layout, words);
    const QPointF word = placeOf(layout, QStringLiteral("softmax"));
    QVERIFY(note.y() > word.y() + 11);
    const double noteWidth = m_style.letters.width(words, pieceOf(layout, words)->style);
    const double wordWidth =
        m_style.letters.width(QStringLiteral("softmax"), pieceOf(layout, QStringLiteral("softmax"))->style);
    QVERIFY(qAbs(note.x() + noteWidth / 2 - (word.x() + wordWidth / 2)) < 1);
    QVERIFY(layout.termRect("weights").contains(QRectF(note, QSizeF(noteWidth, 1))));
    // Wherever the term has no word, below all of it.
    QVERIFY(placeOf(laidOut("\\term{a}{x + y}", {.notes = {{"a", words}}}), words).y() > 0);
  }

  void aWideFormulaIsBrokenAtItsWideSpaces() {
    const char* tex = "\\term{a}{h_t} = (1 - z_t) \\odot h_{t-1}, \\quad \\term{b}{n_t} = \\tanh(x_t + b)";
    const FormulaLayout one = laidOut(tex);
    const FormulaLayout two = laidOut(tex, {.maximumWidth = one.size().width() * 0.7});
    QVERIFY(two.size().width() < one.size().width() * 0.7);
    QVERIFY(two.termRect("b").top() > two.termRect("a").bottom());
    QCOMPARE(two.baseline(), one.baseline());
    QCOMPARE(two.terms().size(), std::size_t{2});
  }

  void aFormulaScalesWithItsSize() {
    const FormulaLayout small(kAttention, m_style, 22);
    const FormulaLayout large(kAttention, m_style, 44);
    // Scripts have a least size, so not exactly; within five per cent.
    QVERIFY(qAbs(large.size().width() / small.size().width() - 2) < 0.1);
    QVERIFY(qAbs(large.size().height() / small.size().height() - 2) < 0.1);
  }

  void whatCannotBeReadIsShownAsItIs_data() {
    QTest::addColumn<QByteArray>("tex");
    const std::initializer_list<const char*> sources = {
        "{",         "}",          "a}b",      "\\frac{a}",   "\\frac",      "\\unknown{x}",
        "x__y",      "x^2^3",      "\\sqrt",   "\\left( a",   "a \\right)",  "\\left x \\right)",
        "\\term{a}", "\\term a b", "\\mathrm", "\\mathrm{",   "x_",          "\\",
        "\\left",    "\\term{a}{", "_{",       "\\frac{a}{b", "x_{a_{b_{c}}"};
    for (const char* source : sources) QTest::newRow(source) << QByteArray(source);
    QTest::newRow("open braces") << QByteArray(100000, '{');
    QTest::newRow("closing braces") << QByteArray(100000, '}');
    QTest::newRow("open brackets") << QByteArray(3000, '(');
    QTest::newRow("nested groups") << QByteArray(1500, '{') + "x" + QByteArray(1500, '}');
    QTest::newRow("nested brackets") << QByteArray(1500, '(') + "x" + QByteArray(1500, ')');
    QTest::newRow("nested roots") << QByteArray("\\sqrt").repeated(600) + "x";
    QTest::newRow("nested scripts") << QByteArray("x_{").repeated(800) + "x" + QByteArray(800, '}');
    QTest::newRow("nested left") << QByteArray("\\left(").repeated(300) + QByteArray("\\right)").repeated(300);
  }

  void whatCannotBeReadIsShownAsItIs() {
    QFETCH(QByteArray, tex);
    const FormulaLayout layout = laidOut(tex.toStdString());
    QVERIFY(layout.isMalformed());
    QCOMPARE(layout.pieces().size(), std::size_t{1});
    const QString shown = layout.pieces()[0].letters;
    QCOMPARE(shown.left(100), QString::fromUtf8(tex).left(100));
    QVERIFY(layout.size().width() < 5000);
    (void)painted(layout, {.current = "a", .hovered = "b", .focused = "c"});
  }

  void noSourceCrashes() {
    const QByteArray alphabet = "abQK{}{}()[]^_\\\\\\ '\"-+,|&%$#~.0";
    const std::initializer_list<const char*> words = {"\\frac{",    "\\sqrt{",  "\\left(",     "\\right)",
                                                      "\\term{a}{", "\\sum_",   "\\mathrm{",   "\\quad ",
                                                      "\\hat ",     "\xff\xfe", "\xe4\xbd\xa0"};
    const std::vector<const char*> list(words);
    quint32 state = 12345;
    const auto next = [&](quint32 below) {
      state = state * 1664525U + 1013904223U;
      return (state >> 8) % below;
    };
    int understood = 0;
    for (int round = 0; round < 3000; ++round) {
      QByteArray tex;
      const quint32 length = next(40);
      for (quint32 i = 0; i < length; ++i) {
        if (next(3) == 0) {
          tex += list[next(static_cast<quint32>(list.size()))];
        } else {
          tex += alphabet[static_cast<qsizetype>(next(static_cast<quint32>(alphabet.size())))];
        }
      }
      const FormulaTree tree = parseFormula(std::string_view(tex.constData(), static_cast<std::size_t>(tex.size())));
      understood += tree.isMalformed ? 0 : 1;
      if (round % 10 == 0) {
        const FormulaLayout layout = laidOut(tex.toStdString());
        QVERIFY(qIsFinite(layout.size().width()) && qIsFinite(layout.size().height()));
      }
    }
    QVERIFY(understood > 50);
  }

  void theLongestFormulaThatIsReadIsLaidOut() {
    // Groups and brackets in turn, as deep as both may nest.
    QByteArray open;
    QByteArray close;
    for (int i = 0; i < kMaximumFormulaDepth / 2 - 1; ++i) {
      open += "((((((((({";
      close += "})))))))))";
    }
    const FormulaLayout deep = laidOut((open + "x" + close).toStdString());
    QVERIFY(qIsFinite(deep.size().width()));
    QByteArray longest = QByteArray("x+").repeated(1990) + "y";
    QVERIFY(!laidOut(longest.toStdString()).isMalformed());
  }

  void aFormulaIsExportedAsVectors() {
    for (const TextMode mode : {TextMode::Outlines, TextMode::Text}) {
      const FigureStyle print = FigureStyle::print(Theme::load(ThemeName::Light), Fonts::installed(), mode);
      const FormulaLayout layout(kAttention, print, 12);
      RecordingDevice device;
      QPainter painter(&device);
      layout.paint(painter, QPointF(0, 0), print, {.current = "scores"});
      painter.end();
      QVERIFY(device.engine().images.empty());
      QCOMPARE(device.engine().clips, 0);
      QCOMPARE(device.engine().texts.contains(QStringLiteral("softmax")), mode == TextMode::Text);
      QVERIFY(!device.engine().paths.empty());
    }
  }

  void sheetForTheEye() {
    const QString folder = qEnvironmentVariable("HEED_PICTURES");
    const FormulaOptions options{.notes = {{"weights", QStringLiteral("over allowed keys")}},
                                 .hasRoomForBracket = true};
    int number = 0;
    for (const char* current : {"scores", "scaled", "weights", ""}) {
      const QImage image = painted(laidOut(kAttention, options), {.current = current}, 2);
      if (!folder.isEmpty()) QVERIFY(image.save(folder + QStringLiteral("/formula-%1.png").arg(number++)));
    }
    const std::set<std::string> formulas = formulasOfTheRegistry();
    QImage sheet(1500, 2200, QImage::Format_RGB32);
    sheet.fill(m_style.theme.surface);
    QPainter painter(&sheet);
    double x = 16;
    double y = 12;
    for (const std::string& tex : formulas) {
      const FormulaLayout layout = laidOut(tex);
      if (y + layout.size().height() > 2180) {
        y = 12;
        x += 760;
      }
      layout.paint(painter, QPointF(x, y), m_style);
      QVERIFY2(x + layout.size().width() <= sheet.width(), tex.c_str());
      y += layout.size().height() + 14;
    }
    painter.end();
    if (!folder.isEmpty()) QVERIFY(sheet.save(folder + QStringLiteral("/formulas.png")));
  }
};

QTEST_MAIN(FormulaTest)
#include "tst_formula.moc"
