#pragma once

#include "ui/theme/appearance.h"

#include <QAction>
#include <QIcon>
#include <QKeySequence>
#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <span>
#include <vector>

class QMenuBar;
class QMenu;

namespace heed::ui {

/// Words without their access key: "&File" and the Chinese "文件(&F)", where it stands behind the word.
[[nodiscard]] QString withoutAccessKey(QString words);

/// The menus of the window, from left to right.
enum class CommandMenu { File, Edit, View, Model, Run, Help };

/// Where in a menu a command stands: a submenu is opened where its first command stands.
enum class Submenu { None, Template, Recent, Export, Docks, Scale, Mask, Speed, Head };

/// One row of the table of commands. Words are English and in the translation context "Commands".
struct CommandSpec {
  const char* id = "";
  CommandMenu menu = CommandMenu::File;
  Submenu submenu = Submenu::None;
  int section = 0;  ///< a line divides sections
  const char* words = "";
  const char* keys = "";  ///< portable text; several are divided by "; ". The first is the one that menus show
  const char* icon = "";  ///< a name of resources/icons, or empty
};

/// Every command that is always there.
[[nodiscard]] std::span<const CommandSpec> commandTable();

/// The one list of commands behind menus, shortcuts, buttons and the searchable list. What a command does is bound by
/// whoever can do it; a command that nobody bound does not appear.
class CommandSet : public QObject {
  Q_OBJECT

 public:
  /// The shortcuts work in `window` and what floats beside it.
  CommandSet(const Appearance& appearance, QWidget& window);

  struct Binding {
    std::function<void()> run;
    std::function<bool()> isEnabled = {};  ///< always, if none
    std::function<bool()> isChecked = {};  ///< makes it a switch
    std::function<QString()> words = {};   ///< in the place of the table's, where they change
  };
  void bind(const QString& id, Binding binding);

  /// Makes an action of a view the command of the table: its words, its keys and whether it is possible are the view's.
  void adopt(const QString& id, QAction& action);

  /// A command that is not in the table: a template, a recent file. `words` is asked again for another language.
  void add(const QString& id, CommandMenu menu, Submenu submenu, Binding binding);
  /// Takes away all added commands of a submenu.
  void removeAdded(Submenu submenu);

  struct Command {
    QString id;
    CommandMenu menu = CommandMenu::File;
    Submenu submenu = Submenu::None;
    int section = 0;
    const char* words = "";
    QAction* action = nullptr;
    Binding binding;
    bool isAdded = false;
    bool isAdopted = false;
  };
  [[nodiscard]] const std::vector<std::unique_ptr<Command>>& commands() const { return m_commands; }
  /// The action of a command of the table.
  [[nodiscard]] QAction& action(const QString& id) const;

  /// Fills an empty menu bar; done again when the commands or the language change.
  void fill(QMenuBar& bar);

  /// Asks every command again whether it is possible and switched on.
  void refresh();
  void retranslate();

  [[nodiscard]] static QString title(CommandMenu menu);
  [[nodiscard]] static QString title(Submenu submenu);

 Q_SIGNALS:
  /// Commands came or went.
  void listChanged();

 private:
  [[nodiscard]] Command& find(const QString& id) const;
  void connectAction(Command& command);
  [[nodiscard]] QString wordsOf(const Command& command) const;

  const Appearance& m_appearance;
  QWidget& m_window;
  std::vector<std::unique_ptr<Command>> m_commands;
};

/// How well `query` fits `words`: all its letters in their order, better where words begin and where letters adjoin;
/// -1 if it does not fit. The case does not matter.
[[nodiscard]] int fuzzyScore(const QString& query, const QString& words);

}  // namespace heed::ui
