#include "tests/ui/opened_window.h"
#include "ui/shell/command_synonyms.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/help_dialog.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QSettings>

using namespace heed;
using namespace heed::test;

namespace {

QStringList wordsOf(const QMenu& menu) {
  QStringList words;
  for (const QAction* action : menu.actions()) words << action->text();
  return words;
}

/// The menu of that name after a right click at a place of the stage.
QMenu* menuAt(ui::Stage& stage, QPoint place, const char* name) {
  QContextMenuEvent event(QContextMenuEvent::Mouse, place, stage.mapToGlobal(place));
  QCoreApplication::sendEvent(&stage, &event);
  return stage.findChild<QMenu*>(QString::fromLatin1(name));
}

}  // namespace

/// What someone tries who has never seen the window.
class TestFirstSteps : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void settingsHaveOneFile();
  void theWindowFitsItsScreen();
  void aTemplateIsNotEdited();
  void theLockGoesWithItsWords();
  void aNewSentenceNeedsEnter();
  void rowsAndCellsHaveMenus();
  void backGoesBackOnTheTrail();
  void helpSaysHowAndWhichKeys();
  void commandsAreFoundByOtherWords_data();
  void commandsAreFoundByOtherWords();
  void theHintIsTrueForTheLock();
  void whatWasWrittenIsSaidWithItsFolder();
};

void TestFirstSteps::settingsHaveOneFile() {
  ui::nameApplication();
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
  QCOMPARE(QSettings().fileName(), folder + "/heed/heed.ini");
}

void TestFirstSteps::theWindowFitsItsScreen() {
  Opened opened;
  const QRect room = opened.window.screen()->availableGeometry();
  opened.window.hide();
  // As it comes from a larger screen.
  opened.window.setGeometry(room.left() + 200, room.top() + 300, room.width() + 640, room.height() + 200);
  opened.window.fitToScreen();
  QVERIFY2(room.contains(opened.window.normalGeometry()), "the window reaches over its screen");
  QVERIFY(opened.window.isMaximized());
  // One that has room stays as it is.
  opened.window.setWindowState(Qt::WindowNoState);
  opened.window.setMinimumSize(300, 200);
  opened.window.setGeometry(room.left() + 20, room.top() + 20, 600, 500);
  opened.window.fitToScreen();
  QVERIFY(!opened.window.isMaximized());
  QCOMPARE(opened.window.size(), QSize(600, 500));
}

void TestFirstSteps::aTemplateIsNotEdited() {
  Opened opened;
  opened.trigger("file.new.soft-and-hard");
  QVERIFY(!opened.document.isModified());
  QVERIFY(!opened.document.undoStack().canUndo());
  ui::setText(opened.document, "the cat sat");
  QVERIFY(opened.waits());
  QVERIFY(opened.document.isModified());
  // Changes that another template takes the place of come back.
  opened.trigger("file.new.multi-head");
  QVERIFY(!opened.document.isModified());
  opened.document.undoStack().undo();
  QVERIFY(opened.waits());
  QCOMPARE(opened.text(), QString("the cat sat"));
  QVERIFY(opened.document.isModified());
}

void TestFirstSteps::theLockGoesWithItsWords() {
  Opened opened;
  const auto say = [&](const char* sentence) {
    ui::setText(opened.document, sentence);
    opened.waitFor("the sentence");
  };
  const auto locked = [&] { return opened.walk.focus().locked().value_or(ui::Focus::Cell{-1, -1}); };
  opened.walk.goTo(4);
  opened.waitFor("the scores");
  opened.walk.focus().lock({7, 1});
  opened.waitFor("the cell");
  // "it" and "animal" further back.
  say("Yesterday the animal was here and it was tired");
  QCOMPARE(locked(), (ui::Focus::Cell{6, 2}));
  // No animal: the strongest key of "it".
  say("The dog bit the man and it ran away");
  QCOMPARE(locked().row, std::int64_t{6});
  const ui::StageMatrix& weights = *opened.walk.weights();
  for (std::int64_t key = 0; key < weights.columnCount(); ++key) {
    if (key != 6) QVERIFY(weights.value(6, key) <= weights.value(6, locked().column));
  }
  // Neither of them: the strongest pair of all.
  say("We ran");
  QVERIFY(locked().row < 2 && locked().column < 2 && locked().row != locked().column);
  // Words that come twice stay where they are.
  say("the dog saw the dog");
  opened.walk.focus().lock({4, 3});
  opened.waitFor("the cell");
  ui::setMaskKind(opened.document, *opened.session.result(), opened.walk.weights()->step, ui::MaskKind::Causal);
  opened.waitFor("the mask");
  QCOMPARE(locked(), (ui::Focus::Cell{4, 3}));
}

void TestFirstSteps::aNewSentenceNeedsEnter() {
  Opened opened;
  QLineEdit* field = opened.window.workspace().bar().field();
  QVERIFY(field->accessibleDescription().isEmpty());
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, "The cat sat");
  QCOMPARE(field->accessibleDescription(), QString("Enter applies"));
  QVERIFY(field->textMargins().right() > 0);
  keepPicture(opened.window, "enter-applies");
  QTest::keyClick(field, Qt::Key_Return);
  QVERIFY(opened.waits());
  QVERIFY(field->accessibleDescription().isEmpty());
  QCOMPARE(opened.text(), QString("The cat sat"));
}

void TestFirstSteps::rowsAndCellsHaveMenus() {
  Opened opened;
  opened.walk.goTo(11);
  opened.waitFor("the weights");
  opened.walk.focus().lock({7, 1});
  opened.waitFor("the cell");
  ui::Stage& stage = opened.window.workspace().stage();
  const auto& targets = stage.stageLayout().targets;
  const auto label = std::ranges::find_if(targets, [](const ui::StageTarget& target) {
    return target.kind == ui::TargetKind::RowLabel && target.place == 1;
  });
  QVERIFY(label != targets.end());
  const QPoint place = (label->area.center() * opened.appearance.scale()).toPoint();
  QMenu* menu = menuAt(stage, place, "rowMenu");
  QVERIFY(menu != nullptr);
  QCOMPARE(wordsOf(*menu), QStringList({"Hide this word from all queries", "Set the features of the word",
                                        "Remove the word from the input"}));
  menu->actions().front()->trigger();
  menu->close();
  QVERIFY(opened.waits());
  QVERIFY(!opened.walk.weights()->isAllowed(7, 1));
  QVERIFY(opened.walk.weights()->isAllowed(7, 2));
  opened.document.undoStack().undo();
  QVERIFY(opened.waits());

  const auto cell = stage.cellRect(ui::StagePart::Result, {7, 1});
  QVERIFY(cell.has_value());
  menu = menuAt(stage, cell->center().toPoint(), "cellMenu");
  QVERIFY(menu != nullptr);
  const QStringList words = wordsOf(*menu);
  const auto hide = static_cast<int>(words.indexOf("Hide \"animal\" from \"it\" only"));
  QVERIFY2(hide >= 0, qPrintable(words.join(", ")));
  menu->actions()[hide]->trigger();
  menu->close();
  QVERIFY(opened.waits());
  QVERIFY(!opened.walk.weights()->isAllowed(7, 1));
  QVERIFY(opened.walk.weights()->isAllowed(6, 1));
}

void TestFirstSteps::backGoesBackOnTheTrail() {
  Opened opened;
  QApplication::setActiveWindow(&opened.window);
  const auto goesOn = [&] {
    opened.walk.goTo(11);
    opened.waitFor("the weights");
    opened.walk.focus().lock({7, 1});
    opened.waitFor("the cell");
    opened.walk.follow(opened.walk.list().row(4).step, 7 * 11 + 1);
    opened.waitFor("the score");
    return opened.walk.current() == 4;
  };
  QVERIFY(goesOn());
  opened.window.workspace().stage().setFocus();
  QTest::keyClick(&opened.window.workspace().stage(), Qt::Key_Left, Qt::AltModifier);
  QVERIFY(opened.waits());
  QCOMPARE(opened.walk.current(), 11);
  QVERIFY(goesOn());
  QTest::mouseClick(&opened.window.workspace().stage(), Qt::BackButton, Qt::NoModifier, QPoint(300, 300));
  QVERIFY(opened.waits());
  QCOMPARE(opened.walk.current(), 11);
  // The second of two quick presses is all that a double click is.
  QVERIFY(goesOn());
  QMouseEvent again(QEvent::MouseButtonDblClick, QPointF(300, 300), QPointF(300, 300), Qt::BackButton, Qt::BackButton,
                    Qt::NoModifier);
  QApplication::sendEvent(&opened.window.workspace().stage(), &again);
  QVERIFY(opened.waits());
  QCOMPARE(opened.walk.current(), 11);
}

void TestFirstSteps::helpSaysHowAndWhichKeys() {
  Opened opened;
  opened.run("help.open");
  auto* help = opened.window.findChild<ui::HelpDialog*>();
  QVERIFY(help != nullptr && help->isVisible());
  const QString english = help->words();
  for (const char* part : {"Where does this number come from?", "What if?", "How do I get a figure?", "Ctrl+K",
                           "Back on the trail", "Alt+Left"}) {
    QVERIFY2(english.contains(QLatin1String(part)), part);
  }
  keepPicture(*help, "help");
  opened.settings.change([](ui::Settings& values) { values.language = ui::LanguageChoice::Chinese; });
  QTRY_VERIFY(!help->words().contains("Where does this number come from?"));
  QVERIFY(help->words().contains("Alt+Left"));
  opened.settings.change([](ui::Settings& values) { values.language = ui::LanguageChoice::English; });
}

void TestFirstSteps::commandsAreFoundByOtherWords_data() {
  QTest::addColumn<QString>("query");
  QTest::addColumn<QString>("command");
  QTest::newRow("language") << "language" << "edit.settings";
  QTest::newRow("chin") << "chin" << "edit.settings";
  QTest::newRow("Chinese, in Chinese") << QString::fromUtf8("\xe4\xb8\xad\xe6\x96\x87") << "edit.settings";
  QTest::newRow("hard") << "hard" << "file.new.soft-and-hard";
  QTest::newRow("dark") << "dark" << "view.theme";
  QTest::newRow("gradient") << "gradient" << "run.backward";
  QTest::newRow("shortcuts") << "shortcuts" << "help.open";
}

void TestFirstSteps::commandsAreFoundByOtherWords() {
  QFETCH(QString, query);
  QFETCH(QString, command);
  Opened opened;
  ui::CommandListModel model(opened.window.commands());
  model.search(query);
  QVERIFY(model.rowCount() > 0);
  bool isFound = false;
  for (int row = 0; row < std::min(model.rowCount(), 3); ++row) {
    isFound = isFound || model.actionAt(model.index(row)) == &opened.window.commands().action(command);
  }
  QVERIFY2(isFound, qPrintable(query));
  QCOMPARE(opened.window.findChild<ui::CommandList*>()->findChild<QListView*>()->horizontalScrollBarPolicy(),
           Qt::ScrollBarAlwaysOff);
}

void TestFirstSteps::theHintIsTrueForTheLock() {
  Opened opened;
  const auto says = [&](const char* words) {
    const auto widgets = opened.window.findChildren<QWidget*>();
    return std::ranges::any_of(
        widgets, [&](const QWidget* widget) { return widget->accessibleName().startsWith(QLatin1String(words)); });
  };
  opened.walk.focus().lock({7, 1});
  opened.waitFor("the cell");
  QTRY_VERIFY(says("Click any number"));
  QVERIFY(!says("Point at any number"));
}

void TestFirstSteps::whatWasWrittenIsSaidWithItsFolder() {
  Opened opened;
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, opened.folder.path());
  opened.run("file.export");
  auto* dialog = opened.window.findChild<ui::ExportDialog*>();
  QVERIFY(dialog != nullptr);
  const QString path = opened.folder.filePath("figure.svg");
  dialog->setFilePath(path);
  dialog->exportNow();
  QTRY_VERIFY(QFileInfo(path).size() > 0);
  QTRY_VERIFY2(opened.window.problem().contains("figure.svg"), qPrintable(opened.window.problem()));
  const auto buttons = opened.window.workspace().problems().findChildren<QPushButton*>();
  QVERIFY(std::ranges::any_of(buttons, [](const QPushButton* button) {
    return button->isVisible() && button->text() == QLatin1String("Open folder");
  }));
  keepPicture(opened.window, "written");
}

QTEST_MAIN(TestFirstSteps)
#include "tst_first_steps.moc"
