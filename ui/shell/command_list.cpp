#include "ui/shell/command_list.h"

#include "ui/shell/command_synonyms.h"
#include "ui/widgets/search_field.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <ranges>

namespace heed::ui {

namespace {

constexpr double kWidth = 560;
constexpr double kHeight = 420;
constexpr double kRow = 32;
constexpr double kPadding = 12;

/// "Save as..." as it stands in a list.
QString plainWords(const QAction& action) {
  return withoutAccessKey(action.text());
}

/// Words at the left, the menu after them, the keys at the right.
class CommandDelegate : public QStyledItemDelegate {
 public:
  CommandDelegate(const Appearance& appearance, QObject* parent)
      : QStyledItemDelegate(parent), m_appearance(appearance) {}

  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
    return {option.rect.width(), m_appearance.px(kRow)};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Theme& theme = m_appearance.theme();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const bool isEnabled = index.flags().testFlag(Qt::ItemIsEnabled);
    painter->save();
    if (isSelected) {
      painter->fillRect(option.rect, theme.selected);
      painter->fillRect(QRect(option.rect.topLeft(), QSize(m_appearance.px(3), option.rect.height())), theme.ink);
    }
    const QRect inner = option.rect.adjusted(m_appearance.px(kPadding), 0, -m_appearance.px(kPadding), 0);
    const QString keys = index.data(CommandListModel::Keys).toString();
    const QColor soft = isSelected ? theme.text2 : theme.text3;
    painter->setFont(option.font);
    painter->setPen(soft);
    painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter, keys);
    const int keyWidth = keys.isEmpty() ? 0 : option.fontMetrics.horizontalAdvance(keys) + m_appearance.px(kPadding);
    const QRect left = inner.adjusted(0, 0, -keyWidth, 0);
    const QString words =
        option.fontMetrics.elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideRight, left.width());
    painter->setPen(isEnabled ? theme.text : theme.text3);
    painter->drawText(left, Qt::AlignLeft | Qt::AlignVCenter, words);
    const QRect rest = left.adjusted(option.fontMetrics.horizontalAdvance(words) + m_appearance.px(kPadding), 0, 0, 0);
    painter->setPen(soft);
    painter->drawText(
        rest, Qt::AlignLeft | Qt::AlignVCenter,
        option.fontMetrics.elidedText(index.data(CommandListModel::Path).toString(), Qt::ElideRight, rest.width()));
    painter->restore();
  }

 private:
  const Appearance& m_appearance;
};

}  // namespace

CommandListModel::CommandListModel(const CommandSet& commands, QObject* parent)
    : QAbstractListModel(parent), m_commands(commands) {}

void CommandListModel::search(const QString& query) {
  beginResetModel();
  m_rows.clear();
  std::vector<std::pair<int, const CommandSet::Command*>> found;
  for (const auto& command : m_commands.commands()) {
    if (!command->binding.run || command->id == QLatin1String("edit.commands")) continue;
    const int score = std::max(
        {fuzzyScore(query, plainWords(*command->action)) * 2,
         fuzzyScore(query, CommandSet::title(command->submenu) + QLatin1Char(' ') + plainWords(*command->action)),
         synonymScore(query, command->id)});
    if (score >= 0) found.emplace_back(command->action->isEnabled() ? score + 1 : 0, command.get());
  }
  std::ranges::stable_sort(found, std::greater(), &std::pair<int, const CommandSet::Command*>::first);
  for (const auto& [score, command] : found) m_rows.push_back(command);
  endResetModel();
}

int CommandListModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant CommandListModel::data(const QModelIndex& index, int role) const {
  const QAction* action = actionAt(index);
  if (action == nullptr) return {};
  const CommandSet::Command& command = *m_rows[static_cast<std::size_t>(index.row())];
  QString path = withoutAccessKey(CommandSet::title(command.menu));
  if (command.submenu != Submenu::None) path += QStringLiteral(" \u203A ") + CommandSet::title(command.submenu);
  const QString keys = action->shortcut().toString(QKeySequence::NativeText);
  switch (role) {
    case Qt::DisplayRole:
      return plainWords(*action);
    case Path:
      return path;
    case Keys:
      return keys;
    case Qt::AccessibleTextRole:
      return keys.isEmpty() ? plainWords(*action) : tr("%1, keys %2").arg(plainWords(*action), keys);
    default:
      return {};
  }
}

Qt::ItemFlags CommandListModel::flags(const QModelIndex& index) const {
  const QAction* action = actionAt(index);
  if (action == nullptr) return Qt::NoItemFlags;
  return action->isEnabled() ? Qt::ItemIsSelectable | Qt::ItemIsEnabled : Qt::ItemFlags(Qt::ItemIsSelectable);
}

QAction* CommandListModel::actionAt(const QModelIndex& index) const {
  if (!index.isValid() || index.row() >= rowCount()) return nullptr;
  return m_rows[static_cast<std::size_t>(index.row())]->action;
}

CommandList::CommandList(const CommandSet& commands, const Appearance& appearance, QWidget& window)
    : QFrame(&window),
      m_appearance(appearance),
      m_model(new CommandListModel(commands, this)),
      m_field(new SearchField(QString(), appearance, this)),
      m_view(new QListView(this)),
      m_nothing(new QLabel(this)) {
  setObjectName(QStringLiteral("commandList"));
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_field);
  layout->addWidget(m_view);
  layout->addWidget(m_nothing);
  m_nothing->setAlignment(Qt::AlignCenter);
  m_nothing->setFocusPolicy(Qt::NoFocus);
  m_view->setModel(m_model);
  m_view->setItemDelegate(new CommandDelegate(appearance, m_view));
  m_view->setFrameShape(QFrame::NoFrame);
  m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_view->setFocusPolicy(Qt::NoFocus);
  m_view->setUniformItemSizes(true);
  m_view->setMouseTracking(true);
  connect(m_field, &QLineEdit::textChanged, this, [this](const QString& text) {
    m_model->search(text);
    m_view->setCurrentIndex(m_model->index(0));
    place();
  });
  connect(m_view, &QListView::clicked, this, &CommandList::runCurrent);
  m_field->installEventFilter(this);
  window.installEventFilter(this);
  connect(&appearance, &Appearance::changed, this, &CommandList::place);
  retranslate();
  hide();
}

void CommandList::open() {
  m_before = QApplication::focusWidget();
  m_field->clear();
  m_model->search({});
  m_view->setCurrentIndex(m_model->index(0));
  place();
  show();
  raise();
  m_field->setFocus(Qt::ShortcutFocusReason);
}

void CommandList::closeList() {
  if (isHidden()) return;
  hide();
  if (!m_before.isNull()) m_before->setFocus(Qt::OtherFocusReason);
}

void CommandList::runCurrent() {
  QAction* action = m_model->actionAt(m_view->currentIndex());
  if (action == nullptr || !action->isEnabled()) return;
  closeList();
  action->trigger();
}

void CommandList::place() {
  const int padding = m_appearance.px(8);
  layout()->setContentsMargins(padding, padding, padding, padding);
  m_nothing->setFont(m_appearance.font(13));
  m_nothing->setVisible(m_model->rowCount() == 0);
  m_view->setVisible(m_model->rowCount() > 0);
  const QWidget& window = *parentWidget();
  const int width = std::min(m_appearance.px(kWidth), window.width() - 2 * padding);
  const int rows = std::max(m_model->rowCount(), 1) * m_appearance.px(kRow);
  const int wanted = rows + m_field->sizeHint().height() + 3 * padding;
  const int height = std::min({wanted, m_appearance.px(kHeight), window.height() - m_appearance.px(96)});
  setGeometry((window.width() - width) / 2, m_appearance.px(48), width, height);
}

bool CommandList::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parent() && event->type() == QEvent::Resize && isVisible()) place();
  if (watched != m_field) return QFrame::eventFilter(watched, event);
  // The keys of this list are no shortcuts of the window while it is open.
  if (event->type() == QEvent::ShortcutOverride) {
    event->accept();
    return true;
  }
  if (event->type() == QEvent::FocusOut && isVisible() && !isAncestorOf(QApplication::focusWidget()) &&
      static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason &&
      static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason) {
    hide();
    return false;
  }
  if (event->type() != QEvent::KeyPress) return false;
  auto* key = static_cast<QKeyEvent*>(event);
  switch (key->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
      QApplication::sendEvent(m_view, event);
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      runCurrent();
      return true;
    case Qt::Key_Escape:
      closeList();
      return true;
    default:
      return false;
  }
}

void CommandList::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), m_appearance.theme().surface);
  painter.setPen(QPen(m_appearance.theme().ink, m_appearance.px(1)));
  painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void CommandList::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QFrame::changeEvent(event);
}

void CommandList::retranslate() {
  setAccessibleName(tr("Commands"));
  m_field->setPlaceholderText(tr("Type some letters of a command"));
  m_field->setAccessibleName(tr("Find a command"));
  m_view->setAccessibleName(tr("Commands"));
  m_nothing->setText(tr("No command has these letters"));
}

}  // namespace heed::ui
