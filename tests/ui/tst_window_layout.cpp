#include "tests/ui/opened_window.h"
#include "tests/ui/stage_bench.h"
#include "tests/ui/stage_layout_checks.h"
#include "ui/step/flow_text.h"
#include "ui/step/step_list_panel.h"
#include "ui/widgets/labels.h"

#include <QLabel>
#include <QLineEdit>
#include <QtTest>

using namespace heed;
using namespace heed::test;

namespace {

/// What a person set before looking.
struct Look {
  QSize size;
  ui::ThemeChoice theme;
  ui::LanguageChoice language;
  bool isLecture;

  [[nodiscard]] QString name() const {
    return QStringLiteral("%1 x %2, %3, %4%5")
        .arg(size.width())
        .arg(size.height())
        .arg(theme == ui::ThemeChoice::Light ? QStringLiteral("light") : QStringLiteral("dark"),
             language == ui::LanguageChoice::English ? QStringLiteral("English") : QStringLiteral("Chinese"),
             isLecture ? QStringLiteral(", lecture size") : QString());
  }
};

std::vector<Look> allLooks() {
  std::vector<Look> looks;
  for (const ui::LanguageChoice language : {ui::LanguageChoice::English, ui::LanguageChoice::Chinese}) {
    for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
      for (const ui::ThemeChoice theme : {ui::ThemeChoice::Light, ui::ThemeChoice::Dark}) {
        for (const bool isLecture : {false, true}) looks.push_back({size, theme, language, isLecture});
      }
    }
  }
  return looks;
}

QString nameOf(const QWidget& widget) {
  const QString words = widget.accessibleName().isEmpty() ? widget.objectName() : widget.accessibleName();
  const auto* label = qobject_cast<const QLabel*>(&widget);
  const auto* button = qobject_cast<const QAbstractButton*>(&widget);
  const QString text = label != nullptr ? label->text() : button != nullptr ? button->text() : QString();
  return QStringLiteral("%1 \"%2\" %3").arg(QString::fromLatin1(widget.metaObject()->className()), words, text);
}

/// Words that do not fit into their widget.
QString cutText(const QWidget& window) {
  for (const auto* text : window.findChildren<ui::FlowText*>()) {
    if (text->isVisible() && text->height() < text->heightForWidth(text->width())) return nameOf(*text);
  }
  for (const auto* label : window.findChildren<QLabel*>()) {
    // Elided ones say so by their dots, and have the rest in their tool tip.
    if (!label->isVisible() || qobject_cast<const ui::ElidedLabel*>(label) != nullptr) continue;
    const bool fits = label->wordWrap() ? label->height() >= label->heightForWidth(label->width())
                                        : label->width() >= label->sizeHint().width();
    if (!fits) return nameOf(*label);
  }
  for (const auto* button : window.findChildren<QAbstractButton*>()) {
    const bool isInField = qobject_cast<const QLineEdit*>(button->parentWidget()) != nullptr;
    if (button->isVisible() && !isInField && button->width() < button->minimumSizeHint().width())
      return nameOf(*button);
  }
  return {};
}

bool hasInk(const QWidget& widget) {
  return qobject_cast<const QLabel*>(&widget) != nullptr || qobject_cast<const QAbstractButton*>(&widget) != nullptr ||
         qobject_cast<const QLineEdit*>(&widget) != nullptr || qobject_cast<const ui::FlowText*>(&widget) != nullptr;
}

/// Parts that lie over each other though neither holds the other, or that reach out of the window.
QString overlappingParts(const QWidget& window) {
  struct Part {
    const QWidget* widget;
    QRect area;
  };
  std::vector<Part> parts;
  for (const auto* widget : window.findChildren<QWidget*>()) {
    if (!widget->isVisible() || !hasInk(*widget) || widget->visibleRegion().isEmpty()) continue;
    // What is scrolled out of view is not seen.
    const QPoint corner = widget->mapTo(&window, QPoint(0, 0));
    parts.push_back({widget, widget->visibleRegion().boundingRect().translated(corner)});
  }
  for (const Part& part : parts) {
    if (!window.rect().contains(part.area)) return nameOf(*part.widget) + QStringLiteral(" outside");
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = i + 1; j < parts.size(); ++j) {
      const bool isHeld =
          parts[i].widget->isAncestorOf(parts[j].widget) || parts[j].widget->isAncestorOf(parts[i].widget);
      if (isHeld || !parts[i].area.intersects(parts[j].area)) continue;
      return nameOf(*parts[i].widget) + QStringLiteral(" and ") + nameOf(*parts[j].widget);
    }
  }
  return {};
}

}  // namespace

/// The window as a whole, at every size of sentence and window, theme, language and in lecture size: nothing is cut and
/// nothing lies over anything else.
class TestWindowLayout : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void nothingIsCutOrCovered_data();
  void nothingIsCutOrCovered();
  void faultsAreFound();
};

void TestWindowLayout::nothingIsCutOrCovered_data() {
  QTest::addColumn<int>("tokens");
  for (const int tokens : {1, 11, 60, 300}) QTest::addRow("%d tokens", tokens) << tokens;
  QTest::newRow("patches of a picture") << 0;
}

void TestWindowLayout::nothingIsCutOrCovered() {
  QFETCH(int, tokens);
  Opened opened;
  opened.window.findChild<ui::Hints*>()->dismissAll();
  if (tokens == 0) {
    opened.document.replace("picture", ui::openTemplate("image-patches"));
  } else {
    ui::setText(opened.document, sentenceOf(tokens));
  }
  QVERIFY(opened.waits());
  // A projection, the scores, the mask, the weights and the mix: each frame of the stage.
  const ui::StepList list(*opened.session.result(), ui::Direction::Forward);
  const int weights = list.firstWithRole(core::Role::Weights);
  QVERIFY(weights > 0);
  const auto scores = std::ranges::find(list.rows(), core::Phase::Score, &ui::StepRow::phase)->number;
  const std::vector<int> rows = {0, std::max(list.firstWithRole(core::Role::Query), 1), scores, weights, weights + 1};
  QStringList problems;
  for (const Look& look : allLooks()) {
    opened.settings.change([&](ui::Settings& values) {
      values.theme = look.theme;
      values.language = look.language;
    });
    opened.window.setLectureSize(look.isLecture);
    // The screen of the tests is small: in lecture size the window takes the place of a larger one.
    opened.window.setWindowState(Qt::WindowNoState);
    opened.window.resize(look.size);
    QCoreApplication::processEvents();
    QCOMPARE(opened.window.size(), look.size);
    for (const int row : rows) {
      opened.walk.goTo(row);
      QVERIFY(opened.waits());
      const ui::StageContent* content = opened.walk.content();
      opened.session.focus().lock({std::min<std::int64_t>(7, content->result.rowCount() - 1),
                                   std::min<std::int64_t>(1, content->result.columnCount() - 1)});
      QVERIFY(opened.waits());
      QCoreApplication::sendPostedEvents();
      QCoreApplication::processEvents();
      const ui::Stage& stage = opened.window.workspace().stage();
      const std::pair<const char*, QString> found[] = {
          {"cut", cutText(opened.window)},
          {"covered", overlappingParts(opened.window)},
          {"stage", layoutProblem(stage.stageLayout(), opened.appearance.figureStyle())}};
      for (const auto& [kind, what] : found) {
        if (what.isEmpty()) continue;
        problems << QStringLiteral("%1, row %2, %3: %4").arg(look.name()).arg(row).arg(QString::fromLatin1(kind), what);
        keepPicture(opened.window, qPrintable(QStringLiteral("problem-%1-%2").arg(tokens).arg(problems.size())));
      }
    }
  }
  if (qEnvironmentVariableIsSet("HEED_ALL_PROBLEMS")) {
    for (const QString& problem : problems) qWarning("%s", qPrintable(problem));
  }
  QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n').left(2000)));
}

void TestWindowLayout::faultsAreFound() {
  QWidget window;
  window.resize(400, 100);
  auto* left = new QLabel("A word that is wider than its label", &window);
  auto* right = new QLabel("b", &window);
  left->setGeometry(0, 0, 300, 30);
  right->setGeometry(310, 0, 40, 30);
  window.show();
  QVERIFY(QTest::qWaitForWindowExposed(&window));
  QVERIFY(cutText(window).isEmpty());
  QVERIFY(overlappingParts(window).isEmpty());
  left->setGeometry(0, 0, 20, 30);
  QVERIFY(!cutText(window).isEmpty());
  left->setGeometry(0, 0, 320, 30);
  QVERIFY(!overlappingParts(window).isEmpty());
}

QTEST_MAIN(TestWindowLayout)
#include "tst_window_layout.moc"
