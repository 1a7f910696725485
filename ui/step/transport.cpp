#include "ui/step/transport.h"

#include "ui/step/link_button.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/follow.h"

#include <QAbstractButton>
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr double kLectureHeight = 56;
constexpr double kHeight = 64;
constexpr double kSpeeds[] = {0.5, 1.0, 2.0, 4.0};
/// Under this width Step into keeps its icon only, so that the scrubber has room.
constexpr double kLeastWidthWithWords = 620;

QString speedText(double speed) {
  return QStringLiteral("%1×").arg(speed);
}

}  // namespace

Transport::Transport(Walk& walk, Appearance& appearance, QWidget* parent)
    : QWidget(parent), m_walk(walk), m_appearance(appearance) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  makeActions();
  makeLayout();
  makeSpeeds();
  connect(&m_walk, &Walk::listChanged, this, &Transport::refresh);
  connect(&m_walk, &Walk::contentChanged, this, &Transport::refresh);
  connect(&m_walk, &Walk::insideChanged, this, &Transport::refresh);
  connect(&m_walk, &Walk::playingChanged, this, &Transport::refresh);
  connect(&m_walk.focus(), &Focus::stepChanged, this, &Transport::refresh);
  qApp->installEventFilter(this);
  retranslate();
  follow(*this, appearance, [this] { applyAppearance(); });
}

void Transport::makeActions() {
  const auto make = [this](const QString& name, const QList<QKeySequence>& keys, auto run) {
    auto* action = new QAction(this);
    action->setObjectName(name);
    action->setShortcuts(keys);
    connect(action, &QAction::triggered, this, run);
    addAction(action);
    return action;
  };
  m_reset = make(QStringLiteral("step.reset"), {Qt::Key_Home}, [this] { m_walk.reset(); });
  m_back = make(QStringLiteral("step.back"), {Qt::SHIFT | Qt::Key_F10, Qt::Key_P}, [this] { m_walk.stepBack(); });
  m_play = make(QStringLiteral("step.play"), {Qt::Key_Space}, [this] {
    if (m_walk.isPlaying()) {
      m_walk.pause();
    } else {
      m_walk.play();
    }
  });
  m_forward = make(QStringLiteral("step.forward"), {Qt::Key_F10, Qt::Key_N}, [this] { m_walk.stepForward(); });
  m_into = make(QStringLiteral("step.into"), {Qt::Key_F11, Qt::Key_I}, [this] { m_walk.stepInto(); });
  m_out =
      make(QStringLiteral("step.out"), {Qt::SHIFT | Qt::Key_F11, Qt::SHIFT | Qt::Key_I}, [this] { m_walk.stepOut(); });
  m_end = make(QStringLiteral("step.end"), {Qt::Key_End}, [this] { m_walk.goToEnd(); });
}

QList<QAction*> Transport::commands() const {
  return {m_play, m_forward, m_back, m_into, m_out, m_reset, m_end};
}

void Transport::makeLayout() {
  auto* layout = new QHBoxLayout(this);
  const auto addButton = [&](const char* iconName, QAction& action, double side) {
    auto* button = new IconButton(QLatin1String(iconName), action.text(), m_appearance, this, side, 18);
    button->setCommand(action);
    m_buttons.emplace_back(button, &action);
    layout->addWidget(button);
    return button;
  };
  addButton("reset", *m_reset, 32);
  setButtonLook(*addButton("stepb", *m_back, 32), ButtonLook::Plain);
  m_playButton = addButton("play", *m_play, 40);
  m_playButton->setRound();
  m_playButton->setTone(IconTone::OnInk);
  setButtonLook(*m_playButton, ButtonLook::Primary);
  setButtonLook(*addButton("stepf", *m_forward, 32), ButtonLook::Plain);
  m_intoButton = new QToolButton(this);
  m_intoButton->setDefaultAction(m_into);
  m_intoButton->setFocusPolicy(Qt::StrongFocus);
  setButtonLook(*m_intoButton, ButtonLook::Plain);
  layout->addWidget(m_intoButton);
  m_outButton = addButton("stairsup", *m_out, 32);
  setButtonLook(*m_outButton, ButtonLook::Plain);
  // The scrubber stays where it is while the way out comes and goes.
  QSizePolicy policy = m_outButton->sizePolicy();
  policy.setRetainSizeWhenHidden(true);
  m_outButton->setSizePolicy(policy);
  m_scrubber = new Scrubber(m_walk, m_appearance, this);
  layout->addWidget(m_scrubber, 1);
  auto* words = new QVBoxLayout;
  words->setSpacing(0);
  m_place = new QLabel(this);
  m_place->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_speedButton = new QToolButton(this);
  m_speedButton->setPopupMode(QToolButton::InstantPopup);
  m_speedButton->setFocusPolicy(Qt::StrongFocus);
  setButtonLook(*m_speedButton, ButtonLook::Flat);
  words->addStretch(1);
  words->addWidget(m_place);
  words->addWidget(m_speedButton, 0, Qt::AlignRight);
  words->addStretch(1);
  layout->addLayout(words);
  m_leave = new LinkButton({}, m_appearance, this);
  m_leave->hide();
  connect(m_leave, &QAbstractButton::clicked, this, &Transport::leaveWanted);
  layout->addWidget(m_leave);
}

void Transport::makeSpeeds() {
  m_speeds = new QMenu(this);
  auto* group = new QActionGroup(m_speeds);
  for (const double speed : kSpeeds) {
    QAction* action = m_speeds->addAction(speedText(speed));
    action->setCheckable(true);
    action->setData(speed);
    group->addAction(action);
    connect(action, &QAction::triggered, this, [this, speed] { m_walk.setSpeed(speed); });
  }
  m_speedButton->setMenu(m_speeds);
}

void Transport::applyAppearance() {
  setFixedHeight(m_appearance.px(m_appearance.isLectureSize() ? kLectureHeight : kHeight));
  const int side = m_appearance.px(14);
  auto* row = static_cast<QHBoxLayout*>(layout());
  row->setContentsMargins(side, 0, side, 0);
  row->setSpacing(m_appearance.px(6));
  m_into->setIcon(icon(QStringLiteral("stairs"), m_appearance, IconTone::Text));
  m_intoButton->setIconSize(QSize(m_appearance.px(18), m_appearance.px(18)));
  m_intoButton->setFont(m_appearance.font(13, 500));
  m_intoButton->setFixedHeight(m_appearance.px(32));
  m_place->setFont(m_appearance.font(m_appearance.isLectureSize() ? 20 : 13, 600));
  m_speedButton->setFont(m_appearance.font(12));
  m_speedButton->setFixedHeight(m_appearance.px(20));
  refresh();
}

void Transport::retranslate() {
  const auto name = [](QAction& action, const QString& text, const QString& help) {
    action.setText(text);
    action.setToolTip(action.shortcut().isEmpty()
                          ? help
                          : tr("%1 (%2)").arg(help, action.shortcut().toString(QKeySequence::NativeText)));
  };
  name(*m_reset, tr("Reset"), tr("Back to the first step, hiding what follows"));
  name(*m_back, tr("Step back"), tr("One step back"));
  name(*m_forward, tr("Step"), tr("One step on"));
  name(*m_into, tr("Step into"), tr("Into the sub-steps, the weights or the parts of this step"));
  name(*m_out, tr("Step out"), tr("Back to the step around this"));
  name(*m_end, tr("Last step"), tr("To the last step"));
  for (const auto& [button, action] : m_buttons) button->setName(action->text());
  m_speedButton->setAccessibleName(tr("Speed"));
  m_speedButton->setToolTip(tr("Speed of playing"));
  m_leave->setText(QKeySequence(Qt::Key_Escape).toString(QKeySequence::NativeText));
  m_leave->setAccessibleName(tr("Leave the lecture size"));
  m_leave->setToolTip(tr("Leave the lecture size"));
  refresh();
}

void Transport::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QWidget::changeEvent(event);
}

void Transport::refresh() {
  const int count = m_walk.list().count();
  const int current = m_walk.current();
  const bool isPlaying = m_walk.isPlaying();
  const bool isInside = m_walk.inside() != Walk::Inside::Nothing;
  m_play->setText(isPlaying ? tr("Pause") : tr("Play"));
  m_playButton->setIconName(isPlaying ? QStringLiteral("pause") : QStringLiteral("play"));
  m_playButton->setAccessibleName(m_play->text());
  m_play->setEnabled(count > 0);
  m_back->setEnabled(current > 0 || isInside);
  m_reset->setEnabled(count > 0);
  m_forward->setEnabled(current + 1 < count || isInside);
  m_end->setEnabled(current + 1 < count);
  m_into->setEnabled(m_walk.canStepInto());
  m_out->setEnabled(m_walk.canStepOut());
  m_outButton->setVisible(m_out->isEnabled());
  m_intoButton->setToolTip(m_into->isEnabled() ? m_into->toolTip() : tr("This step has nothing inside it"));
  m_place->setText(placeText());
  m_speedButton->setVisible(!m_appearance.isLectureSize());
  m_leave->setVisible(m_appearance.isLectureSize());
  m_speedButton->setText(tr("from 0, %1").arg(speedText(m_walk.speed())));
  for (QAction* action : m_speeds->actions()) action->setChecked(action->data().toDouble() == m_walk.speed());
}

QString Transport::placeText() const {
  const int count = m_walk.list().count();
  if (count == 0) return {};
  const StepRow& row = m_walk.list().row(std::min(m_walk.current(), count - 1));
  if (m_walk.inside() != Walk::Inside::Nothing) {
    return tr("Step %1, part %2 of %3").arg(row.shown).arg(m_walk.subStep() + 1).arg(m_walk.subStepCount());
  }
  return m_appearance.isLectureSize() ? QStringLiteral("%1  %2").arg(row.shown).arg(row.title)
                                      : tr("Step %1 of %2").arg(row.shown).arg(m_walk.list().forwardCount());
}

QSize Transport::sizeHint() const {
  return {m_appearance.px(832), m_appearance.px(kHeight)};
}

void Transport::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const bool hasRoom = width() >= m_appearance.px(kLeastWidthWithWords);
  m_intoButton->setToolButtonStyle(hasRoom ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
}

void Transport::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_appearance.theme().surface);
  painter.fillRect(QRect(0, 0, width(), 1), m_appearance.theme().border);
}

bool Transport::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride) return QWidget::eventFilter(watched, event);
  // A key goes to the button that has the focus before it plays.
  const auto* key = static_cast<QKeyEvent*>(event);
  if (key->key() == Qt::Key_Space && key->modifiers() == Qt::NoModifier &&
      qobject_cast<QAbstractButton*>(QApplication::focusWidget()) != nullptr) {
    event->accept();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace heed::ui
