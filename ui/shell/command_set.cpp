#include "ui/shell/command_set.h"

#include "core/base/error.h"
#include "ui/widgets/icon.h"

#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QWidget>

#include <algorithm>
#include <map>

namespace heed::ui {

namespace {

QString translatedWords(const char* words) {
  return QCoreApplication::translate("Commands", words);
}

QList<QKeySequence> sequences(const char* keys) {
  if (*keys == '\0') return {};
  return QKeySequence::listFromString(QString::fromLatin1(keys));
}

}  // namespace

QString withoutAccessKey(QString words) {
  static const QRegularExpression key(QStringLiteral("\\(&\\w\\)|&"));
  return words.remove(key);
}

CommandSet::CommandSet(const Appearance& appearance, QWidget& window)
    : QObject(&window), m_appearance(appearance), m_window(window) {
  for (const CommandSpec& spec : commandTable()) {
    auto command = std::make_unique<Command>();
    command->id = QString::fromLatin1(spec.id);
    command->menu = spec.menu;
    command->submenu = spec.submenu;
    command->section = spec.section;
    command->words = spec.words;
    command->action = new QAction(this);
    command->action->setObjectName(command->id);
    command->action->setShortcuts(sequences(spec.keys));
    command->action->setShortcutContext(Qt::WindowShortcut);
    command->action->setMenuRole(QAction::NoRole);
    if (*spec.icon != '\0') command->action->setIcon(icon(QString::fromLatin1(spec.icon), m_appearance));
    connectAction(*command);
    m_commands.push_back(std::move(command));
  }
  retranslate();
}

void CommandSet::connectAction(Command& command) {
  connect(command.action, &QAction::triggered, this, [this, &command] {
    if (!command.binding.run) return;
    // The command may take itself away, as a recent file that is gone does.
    const std::function<void()> run = command.binding.run;
    run();
    refresh();
  });
}

CommandSet::Command& CommandSet::find(const QString& id) const {
  const auto found = std::ranges::find_if(m_commands, [&](const auto& command) { return command->id == id; });
  HEED_ASSERT(found != m_commands.end());
  return **found;
}

void CommandSet::bind(const QString& id, Binding binding) {
  Command& command = find(id);
  command.binding = std::move(binding);
  command.action->setCheckable(static_cast<bool>(command.binding.isChecked));
  m_window.addAction(command.action);
}

void CommandSet::adopt(const QString& id, QAction& action) {
  Command& command = find(id);
  delete command.action;
  command.action = &action;
  command.isAdopted = true;
  command.binding.run = [&action] { action.trigger(); };
}

void CommandSet::add(const QString& id, CommandMenu menu, Submenu submenu, Binding binding) {
  auto command = std::make_unique<Command>();
  command->id = id;
  command->menu = menu;
  command->submenu = submenu;
  command->action = new QAction(this);
  command->action->setObjectName(id);
  command->action->setMenuRole(QAction::NoRole);
  command->binding = std::move(binding);
  command->action->setText(wordsOf(*command));
  command->isAdded = true;
  connectAction(*command);
  m_commands.push_back(std::move(command));
  Q_EMIT listChanged();
}

void CommandSet::removeAdded(Submenu submenu) {
  const auto count = std::erase_if(m_commands, [&](const std::unique_ptr<Command>& command) {
    if (!command->isAdded || command->submenu != submenu) return false;
    command->action->deleteLater();
    command->action->disconnect(this);
    return true;
  });
  if (count > 0) Q_EMIT listChanged();
}

QAction& CommandSet::action(const QString& id) const {
  return *find(id).action;
}

QString CommandSet::wordsOf(const Command& command) const {
  return command.binding.words ? command.binding.words() : translatedWords(command.words);
}

void CommandSet::retranslate() {
  for (const auto& command : m_commands) {
    if (!command->isAdopted) command->action->setText(wordsOf(*command));
  }
}

void CommandSet::refresh() {
  for (const auto& command : m_commands) {
    if (command->isAdopted) continue;
    const Binding& binding = command->binding;
    command->action->setEnabled(binding.run && (!binding.isEnabled || binding.isEnabled()));
    if (binding.isChecked) command->action->setChecked(binding.isChecked());
    if (binding.words) command->action->setText(binding.words());
  }
}

QString CommandSet::title(CommandMenu menu) {
  switch (menu) {
    case CommandMenu::File:
      return tr("&File");
    case CommandMenu::Edit:
      return tr("&Edit");
    case CommandMenu::View:
      return tr("&View");
    case CommandMenu::Model:
      return tr("&Model");
    case CommandMenu::Run:
      return tr("&Run");
    case CommandMenu::Help:
      break;
  }
  return tr("&Help");
}

QString CommandSet::title(Submenu submenu) {
  switch (submenu) {
    case Submenu::None:
      break;
    case Submenu::Template:
      return tr("New from template");
    case Submenu::Recent:
      return tr("Open recent");
    case Submenu::Export:
      return tr("Export a view");
    case Submenu::Docks:
      return tr("Docks");
    case Submenu::Scale:
      return tr("Size of the interface");
    case Submenu::Mask:
      return tr("Mask");
    case Submenu::Speed:
      return tr("Speed");
    case Submenu::Head:
      return tr("Layer and head");
  }
  return {};
}

void CommandSet::fill(QMenuBar& bar) {
  bar.clear();
  std::map<CommandMenu, QMenu*> menus;
  std::map<CommandMenu, int> sections;
  for (int i = 0; i <= static_cast<int>(CommandMenu::Help); ++i) {
    const auto menu = static_cast<CommandMenu>(i);
    menus[menu] = bar.addMenu(title(menu));
    connect(menus[menu], &QMenu::aboutToShow, this, &CommandSet::refresh);
  }
  std::map<Submenu, QMenu*> submenus;
  std::map<Submenu, int> subsections;
  // Templates and recent files come first in the File menu, though they are added last.
  for (const Submenu submenu : {Submenu::Template, Submenu::Recent}) {
    submenus[submenu] = menus[CommandMenu::File]->addMenu(title(submenu));
  }
  std::vector<const Command*> ordered;
  for (const auto& command : m_commands) {
    if (command->binding.run) ordered.push_back(command.get());
  }
  std::ranges::stable_partition(ordered, [](const Command* command) { return command->isAdded; });
  for (const Command* command : ordered) {
    QMenu* menu = menus[command->menu];
    if (command->submenu == Submenu::None || !submenus.contains(command->submenu)) {
      if (const auto section = sections.find(command->menu);
          section != sections.end() && section->second != command->section) {
        menu->addSeparator();
      }
      sections[command->menu] = command->section;
    }
    if (command->submenu != Submenu::None) {
      QMenu*& inner = submenus[command->submenu];
      if (inner == nullptr) inner = menu->addMenu(title(command->submenu));
      const auto section = subsections.find(command->submenu);
      if (section != subsections.end() && section->second != command->section) inner->addSeparator();
      subsections[command->submenu] = command->section;
      menu = inner;
    }
    menu->addAction(command->action);
  }
}

namespace {

/// Whether the letters of `query` stand in `words` in this order.
bool holdsInOrder(const QString& query, const QString& words) {
  qsizetype at = 0;
  for (const QChar wanted : query) {
    if (wanted.isSpace()) continue;
    at = words.indexOf(wanted, at, Qt::CaseInsensitive) + 1;
    if (at == 0) return false;
  }
  return true;
}

}  // namespace

int fuzzyScore(const QString& query, const QString& words) {
  if (!holdsInOrder(query, words)) return -1;
  int score = 0;
  qsizetype at = 0;
  for (const QChar wanted : query) {
    if (wanted.isSpace()) continue;
    qsizetype best = -1;
    int bestGain = 0;
    // The next letter, else where a word begins, else the nearest place.
    for (qsizetype i = at; i < words.size(); ++i) {
      if (words[i].toCaseFolded() != wanted.toCaseFolded()) continue;
      const bool adjoins = i == at && at > 0;
      const bool begins = i == 0 || !words[i - 1].isLetterOrNumber();
      const int gain = adjoins ? 8 : (begins ? 6 : 1);
      if (gain > bestGain) {
        bestGain = gain;
        best = i;
      }
      if (adjoins) break;
    }
    // The place taken for an earlier letter was too far on: the words fit, but no better than by their letters.
    if (best < 0) return static_cast<int>(query.size());
    score += bestGain;
    at = best + 1;
  }
  return score;
}

}  // namespace heed::ui
