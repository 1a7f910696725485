#include "tests/ui/opened_window.h"

#include <QLabel>

using namespace heed;
using namespace heed::test;

/// The one command set: words, keys, the list that finds them, and that each does something.
class TestCommands : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void commandsHaveWordsAMenuAndKeysOfTheirOwn();
  void everyCommandDoesSomething_data();
  void everyCommandDoesSomething();
  void commandsAreFoundAndRunByKeys();
  void lettersFindCommands_data();
  void lettersFindCommands();
};

void TestCommands::commandsHaveWordsAMenuAndKeysOfTheirOwn() {
  Opened opened;
  QHash<QString, QString> ownerOfKeys;
  QHash<const QAction*, int> menus;
  const auto bars = opened.window.header().menuBar().findChildren<QMenu*>();
  for (const QMenu* menu : bars) {
    const auto actions = menu->actions();
    for (const QAction* action : actions) ++menus[action];
  }
  for (const auto& command : opened.window.commands().commands()) {
    const QByteArray id = command->id.toUtf8();
    QVERIFY2(command->binding.run, id.constData());
    QVERIFY2(!command->action->text().isEmpty(), id.constData());
    QCOMPARE(std::pair(id, menus.value(command->action)), std::pair(id, 1));
    const auto keys = command->action->shortcuts();
    for (const QKeySequence& key : keys) {
      if (key.isEmpty()) continue;
      QVERIFY2(!ownerOfKeys.contains(key.toString()),
               qPrintable(key.toString() + " of " + id + " and " + ownerOfKeys.value(key.toString())));
      ownerOfKeys[key.toString()] = command->id;
    }
  }
}

void TestCommands::everyCommandDoesSomething_data() {
  QTest::addColumn<QString>("id");
  for (const ui::CommandSpec& spec : ui::commandTable()) QTest::newRow(spec.id) << QString(spec.id);
  for (const std::string& name : ui::templateIds()) {
    const QString id = "file.new." + QString::fromStdString(name);
    QTest::newRow(qPrintable(id)) << id;
  }
}

void TestCommands::everyCommandDoesSomething() {
  QFETCH(QString, id);
  Opened opened;
  opened.prepareFor(id);
  ui::CommandSet& commands = opened.window.commands();
  commands.refresh();
  QVERIFY2(commands.action(id).isEnabled(), "the command is not possible here");
  const Opened::Seen before = opened.seen();
  commands.action(id).trigger();
  QVERIFY(opened.waits());
  QTRY_VERIFY(opened.seen() != before);
  const auto dialogs = opened.window.findChildren<QDialog*>();
  for (QDialog* dialog : dialogs) dialog->close();
}

void TestCommands::commandsAreFoundAndRunByKeys() {
  Opened opened;
  QTest::keyClick(&opened.window, Qt::Key_K, Qt::ControlModifier);
  auto* list = opened.window.findChild<ui::CommandList*>();
  QVERIFY(list->isVisible());
  auto* field = list->findChild<QLineEdit*>();
  QTRY_COMPARE(QApplication::focusWidget(), field);
  QTest::keyClicks(field, "light dark");
  keepPicture(opened.window, "commands");
  const ui::ThemeName before = opened.appearance.themeName();
  QTest::keyClick(field, Qt::Key_Return);
  QVERIFY(!list->isVisible());
  QVERIFY(opened.appearance.themeName() != before);

  QTest::keyClick(&opened.window, Qt::Key_K, Qt::ControlModifier);
  QTest::keyClick(field, Qt::Key_Down);
  QCOMPARE(list->findChild<QListView*>()->currentIndex().row(), 1);
  QTest::keyClicks(field, "causall maskk");
  QVERIFY2(list->findChild<QLabel*>()->isVisible(), "nothing found is said in words");
  QTest::keyClick(field, Qt::Key_Return);
  QVERIFY(list->isVisible());
  field->clear();
  QVERIFY(!list->findChild<QLabel*>()->isVisible());
  QTest::keyClick(field, Qt::Key_Escape);
  QVERIFY(!list->isVisible());
}

void TestCommands::lettersFindCommands_data() {
  QTest::addColumn<QString>("query");
  QTest::addColumn<QString>("better");
  QTest::addColumn<QString>("worse");
  QTest::newRow("beginnings of words") << "sa" << "Save as..." << "Draw again";
  QTest::newRow("adjoining letters") << "step" << "Step back" << "Save the picture";
  QTest::newRow("capitals do not matter") << "UNDO" << "Undo" << "Under one door";
  QTest::newRow("letters in order") << "oe" << "Open" << "Help";
}

void TestCommands::lettersFindCommands() {
  QFETCH(QString, query);
  QFETCH(QString, better);
  QFETCH(QString, worse);
  QVERIFY(ui::fuzzyScore(query, better) >= 0);
  QVERIFY(ui::fuzzyScore(query, better) > ui::fuzzyScore(query, worse));
}

QTEST_MAIN(TestCommands)
#include "tst_commands.moc"
