#include "ui/step/step_list_panel.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/follow.h"
#include "ui/widgets/search_field.h"

#include <QAction>
#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QVBoxLayout>

namespace heed::ui {

using Kind = StepListModel::Kind;

StepListView::StepListView(Walk& walk, Appearance& appearance, StepListModel& model, Thumbnails& thumbnails,
                           QWidget* parent)
    : QListView(parent),
      m_walk(walk),
      m_model(model),
      m_delegate(new StepListDelegate(walk, appearance, thumbnails, this)) {
  setModel(&m_model);
  setItemDelegate(m_delegate);
  setFrameShape(QFrame::NoFrame);
  setSelectionMode(QAbstractItemView::SingleSelection);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setMouseTracking(true);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  connect(&m_model, &QAbstractItemModel::modelReset, this, &StepListView::showCurrent);
  connect(&m_walk.focus(), &Focus::stepChanged, this, &StepListView::showCurrent);
  connect(&thumbnails, &Thumbnails::arrived, viewport(), qOverload<>(&QWidget::update));
  connect(&appearance, &Appearance::changed, this, &StepListView::scheduleDelayedItemsLayout);
  showCurrent();
}

void StepListView::setForm(ListForm form) {
  m_delegate->setForm(form);
  setVerticalScrollBarPolicy(form == ListForm::Numbers ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
  scheduleDelayedItemsLayout();
}

void StepListView::showCurrent() {
  const QModelIndex current = m_model.currentIndex();
  if (current.isValid()) {
    setCurrentIndex(current);
    scrollTo(current);
  }
  viewport()->update();
}

void StepListView::goToFirst() {
  const QModelIndex first = neighbour({}, 1);
  if (first.isValid()) choose(first);
  setFocus(Qt::OtherFocusReason);
}

QRect StepListView::weightsRect(const QModelIndex& index) const {
  QRect line = visualRect(index);
  line.setWidth(width());
  return m_delegate->weightsRect(line, index);
}

void StepListView::resizeEvent(QResizeEvent* event) {
  QListView::resizeEvent(event);
  scheduleDelayedItemsLayout();
}

QModelIndex StepListView::neighbour(const QModelIndex& from, int direction) const {
  const int start = from.isValid() ? from.row() + direction : 0;
  for (int i = start; i >= 0 && i < m_model.rowCount(); i += direction) {
    if (m_model.line(m_model.index(i)).kind != Kind::Phase) return m_model.index(i);
  }
  return {};
}

void StepListView::choose(const QModelIndex& index) {
  const StepListModel::Line line = m_model.line(index);
  setCurrentIndex(index);
  if (line.kind == Kind::Step) m_walk.goTo(line.row);
  if (line.kind == Kind::Weights) m_walk.openInput(line.step);
}

void StepListView::openWeights(const QModelIndex& index, bool isOpen) {
  const StepListModel::Line line = m_model.line(index);
  if (line.kind == Kind::Block && isOpen == line.isFolded) m_model.toggleFold(index);
  if (line.kind != Kind::Step && line.kind != Kind::Weights) return;
  const StepRow row = m_walk.list().row(line.row);
  if (row.inputs.empty()) return;
  m_walk.goTo(line.row);
  m_walk.openInput(isOpen ? row.inputs.front() : -1);
}

void StepListView::keyPressEvent(QKeyEvent* event) {
  const QModelIndex current = currentIndex();
  switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down: {
      const QModelIndex next = neighbour(current, event->key() == Qt::Key_Down ? 1 : -1);
      if (next.isValid()) choose(next);
      return;
    }
    case Qt::Key_Right:
    case Qt::Key_Left:
      if (current.isValid()) openWeights(current, event->key() == Qt::Key_Right);
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter: {
      if (!current.isValid()) return;
      const StepListModel::Line line = m_model.line(current);
      const bool isOpen = line.kind == Kind::Block ? !line.isFolded : m_walk.openedInput() >= 0;
      openWeights(current, !isOpen);
      Q_EMIT stepChosen();
      return;
    }
    default:
      break;
  }
  const QString text = event->text();
  const bool isPlain = (event->modifiers() & ~Qt::KeyboardModifiers(Qt::ShiftModifier)) == Qt::NoModifier;
  if (isPlain && !text.isEmpty() && text.front().isLetterOrNumber()) {
    Q_EMIT searchWanted(text);
    return;
  }
  QListView::keyPressEvent(event);
}

void StepListView::mousePressEvent(QMouseEvent* event) {
  const QModelIndex index = indexAt(event->pos());
  if (event->button() != Qt::LeftButton || !index.isValid()) return;
  setFocus(Qt::MouseFocusReason);
  const StepListModel::Line line = m_model.line(index);
  if (line.kind == Kind::Block) {
    m_model.toggleFold(index);
    return;
  }
  if (line.kind == Kind::Phase) return;
  if (weightsRect(index).contains(event->pos())) {
    const StepRow& row = m_walk.list().row(line.row);
    const bool isOpen = std::ranges::find(row.inputs, m_walk.openedInput()) != row.inputs.end();
    openWeights(index, !isOpen);
    return;
  }
  choose(index);
  Q_EMIT stepChosen();
}

StepListPanel::StepListPanel(Walk& walk, Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      m_walk(walk),
      m_appearance(appearance),
      m_model(walk),
      m_thumbnails(walk, appearance),
      m_search(new QAction(this)),
      m_field(new SearchField({}, appearance, this)),
      m_unfold(new IconButton(QStringLiteral("chev"), {}, appearance, this, 32, 16)),
      m_view(new StepListView(walk, appearance, m_model, m_thumbnails, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_unfold, 0, Qt::AlignHCenter);
  layout->addWidget(m_field);
  layout->addWidget(m_view, 1);
  m_field->hide();
  m_unfold->hide();
  setFocusProxy(m_view);
  connect(m_search, &QAction::triggered, this, [this] { openSearch({}); });
  connect(m_view, &StepListView::searchWanted, this, &StepListPanel::openSearch);
  connect(m_field, &QLineEdit::textChanged, &m_model, &StepListModel::setFilter);
  connect(m_field, &SearchField::enterResults, m_view, &StepListView::goToFirst);
  connect(m_view, &StepListView::stepChosen, this, &StepListPanel::closeSearch);
  connect(m_unfold, &QToolButton::clicked, this, &StepListPanel::openOverStage);
  follow(*this, appearance, [this] { applyAppearance(); });
  retranslate();
}

void StepListPanel::applyAppearance() {
  QPalette colors = palette();
  colors.setColor(QPalette::Base, m_appearance.theme().surface);
  colors.setColor(QPalette::Window, m_appearance.theme().surface);
  setPalette(colors);
  setAutoFillBackground(true);
  m_search->setIcon(icon(QStringLiteral("search"), m_appearance));
  if (m_isFolded) {
    setFixedWidth(m_appearance.px(kFoldedWidth));
  } else {
    setMinimumWidth(m_appearance.px(200));
    setMaximumWidth(m_appearance.px(420));
  }
}

void StepListPanel::retranslate() {
  m_search->setText(tr("Search the steps"));
  m_search->setToolTip(tr("Search the steps"));
  m_field->setPlaceholderText(tr("Search the steps"));
  m_field->setAccessibleName(tr("Search the steps"));
  m_unfold->setName(tr("Show the list of steps"));
  m_view->setAccessibleName(tr("Steps"));
  m_model.refresh();
}

void StepListPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QWidget::changeEvent(event);
}

QSize StepListPanel::sizeHint() const {
  return {m_appearance.px(m_isFolded ? kFoldedWidth : kWidth), m_appearance.px(400)};
}

QSize StepListPanel::minimumSizeHint() const {
  return {m_appearance.px(m_isFolded ? kFoldedWidth : 200), m_appearance.px(120)};
}

void StepListPanel::setFolded(bool isFolded) {
  if (m_isFolded == isFolded) return;
  m_isFolded = isFolded;
  closeSearch();
  m_unfold->setVisible(isFolded);
  m_view->setForm(isFolded ? ListForm::Numbers : ListForm::Full);
  applyAppearance();
  updateGeometry();
}

void StepListPanel::openSearch(const QString& text) {
  if (m_isFolded) {
    openOverStage();
    return;
  }
  m_field->show();
  m_field->setFocus(Qt::ShortcutFocusReason);
  if (!text.isEmpty()) m_field->setText(m_field->text() + text);
}

void StepListPanel::closeSearch() {
  m_field->clear();
  m_field->hide();
}

void StepListPanel::openOverStage() {
  auto* popup = new StepListView(m_walk, m_appearance, m_model, m_thumbnails, this);
  popup->setWindowFlags(Qt::Popup);
  popup->setAttribute(Qt::WA_DeleteOnClose);
  popup->setAccessibleName(tr("Steps"));
  popup->setFrameShape(QFrame::Box);
  popup->setGeometry(QRect(mapToGlobal(QPoint(0, 0)), QSize(m_appearance.px(kWidth), height())));
  connect(popup, &StepListView::stepChosen, popup, &QWidget::close);
  popup->show();
  popup->setFocus(Qt::PopupFocusReason);
  popup->showCurrent();
}

}  // namespace heed::ui
