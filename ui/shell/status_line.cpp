#include "ui/shell/status_line.h"

#include "ui/shell/intake.h"
#include "ui/theme/style.h"
#include "ui/theme/style_parts.h"
#include "ui/widgets/follow.h"
#include "ui/widgets/icon.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <array>
#include <chrono>

namespace heed::ui {

namespace {

constexpr std::chrono::milliseconds kBeforeProgress{300};
constexpr std::chrono::milliseconds kBetweenLooks{100};
constexpr double kHeight = 24;
constexpr double kGlyphSide = 14;

}  // namespace

/// A small sign before words: an icon in its colour, or the dot of a number that can be changed.
class StatusLine::Glyph : public QWidget {
 public:
  Glyph(const Appearance& appearance, QWidget* parent) : QWidget(parent), m_appearance(appearance) {
    follow(*this, appearance, [this] { setFixedSize(m_appearance.px(kGlyphSide), m_appearance.px(kGlyphSide)); });
  }

  void set(const QString& icon, IconTone tone) {
    m_icon = icon;
    m_tone = tone;
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    if (!m_icon.isEmpty()) {
      paintIcon(painter, rect(), m_icon, iconColors(m_appearance.theme(), m_tone).normal);
      return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(m_appearance.theme().ink);
    painter.setPen(Qt::NoPen);
    const double radius = m_appearance.px(3);
    painter.drawEllipse(QRectF(rect()).center(), radius, radius);
  }

 private:
  const Appearance& m_appearance;
  QString m_icon;
  IconTone m_tone = IconTone::Text;
};

StatusLine::StatusLine(Walk& walk, Intake& intake, const Appearance& appearance, QWidget* parent)
    : QStatusBar(parent),
      m_walk(walk),
      m_intake(intake),
      m_appearance(appearance),
      m_glyph(new Glyph(appearance, this)),
      m_state(new QLabel(this)),
      m_stop(new QPushButton(this)),
      m_dot(new Glyph(appearance, this)),
      m_input(new QLabel(this)),
      m_rows(new QLabel(this)),
      m_precision(new QLabel(QStringLiteral("float32"), this)),
      m_source(new QLabel(this)),
      m_backend(new QLabel(this)),
      m_cost(new QLabel(this)) {
  setSizeGripEnabled(false);
  setButtonLook(*m_stop, ButtonLook::Plain);
  auto* line = new QWidget(this);
  auto* layout = new QHBoxLayout(line);
  layout->addWidget(m_glyph);
  layout->addWidget(m_state);
  layout->addWidget(m_stop);
  layout->addSpacing(1);
  layout->addWidget(m_dot);
  layout->addWidget(m_input);
  layout->addSpacing(1);
  layout->addWidget(m_rows);
  layout->addStretch(1);
  for (QLabel* label : {m_precision, m_source, m_backend, m_cost}) {
    layout->addWidget(label);
    layout->addSpacing(1);
  }
  addWidget(line, 1);

  m_wait.setSingleShot(true);
  m_wait.setInterval(kBeforeProgress);
  m_poll.setInterval(kBetweenLooks);
  connect(&m_wait, &QTimer::timeout, this, [this] {
    m_isProgressShown = true;
    m_poll.start();
    showProgress();
    Q_EMIT progressShownChanged();
  });
  connect(&m_poll, &QTimer::timeout, this, &StatusLine::showProgress);
  Session& session = m_walk.session();
  connect(&session, &Session::stateChanged, this, &StatusLine::showState);
  connect(&session, &Session::resultChanged, this, &StatusLine::showFacts);
  connect(&m_intake, &Intake::readingChanged, this, &StatusLine::showState);
  connect(&m_walk, &Walk::contentChanged, this, &StatusLine::showStep);
  connect(m_stop, &QPushButton::clicked, this, [this] { m_walk.session().stop(); });

  follow(*this, appearance, [this, layout] {
    setFixedHeight(m_appearance.px(kHeight));
    layout->setContentsMargins(m_appearance.px(16), 0, m_appearance.px(16), 0);
    layout->setSpacing(m_appearance.px(6));
    for (QLabel* label : {m_state, m_input, m_rows, m_source, m_cost}) label->setFont(m_appearance.font(12));
    for (QLabel* label : {m_precision, m_backend}) label->setFont(m_appearance.font(12, 400, FontUse::Numbers));
    m_stop->setFont(m_appearance.font(12, 500));
    m_stop->setFixedHeight(m_appearance.px(20));
    for (int i = 0; i < layout->count(); ++i) {
      if (QSpacerItem* gap = layout->itemAt(i)->spacerItem(); gap != nullptr && gap->expandingDirections() == 0) {
        gap->changeSize(m_appearance.px(8), 1, QSizePolicy::Fixed, QSizePolicy::Minimum);
      }
    }
    QPalette soft = palette();
    soft.setColor(QPalette::WindowText, m_appearance.theme().text2);
    for (QLabel* label : {m_state, m_input, m_rows, m_precision, m_source, m_backend, m_cost}) label->setPalette(soft);
  });
  retranslate();
}

void StatusLine::setBackendName(const QString& name) {
  m_backendName = name;
  showFacts();
}

void StatusLine::setPointedAt(const QString& sentence) {
  if (std::exchange(m_pointedAt, sentence) == sentence) return;
  m_rows->setText(sentence.isEmpty() ? rowSumWords(m_facts) : sentence);
  hideWhatDoesNotFit();
}

QString StatusLine::stateWords() const {
  return m_state->text();
}

void StatusLine::showState() {
  const Session& session = m_walk.session();
  const bool isWorking = session.state() == SessionState::Computing || m_intake.isReading();
  if (isWorking) {
    if (!m_isProgressShown && !m_wait.isActive()) m_wait.start();
  } else {
    m_wait.stop();
    m_poll.stop();
    if (std::exchange(m_isProgressShown, false)) Q_EMIT progressShownChanged();
  }
  m_stop->setVisible(m_isProgressShown);
  if (m_isProgressShown) {
    showProgress();
    return;
  }
  if (session.state() == SessionState::Failed) {
    m_glyph->set(QStringLiteral("error"), IconTone::Error);
    m_state->setText(session.result() == nullptr ? tr("Nothing could be computed") : tr("Old result: model changed"));
  } else if (session.result() == nullptr) {
    m_glyph->set(QStringLiteral("clock"), IconTone::Hint);
    m_state->setText(tr("Computing"));
  } else if (session.isStale() && session.state() != SessionState::Computing) {
    m_glyph->set(QStringLiteral("clock"), IconTone::Hint);
    m_state->setText(tr("Old result: stopped"));
  } else {
    m_glyph->set(QStringLiteral("check"), IconTone::Good);
    m_state->setText(tr("Up to date, %n steps", nullptr, m_walk.list().count()));
  }
  hideWhatDoesNotFit();
}

void StatusLine::showProgress() {
  const int percent = static_cast<int>(m_walk.session().jobs().progress() * 100.0);
  m_glyph->set(QStringLiteral("clock"), IconTone::Hint);
  m_state->setText(m_intake.isReading() ? tr("Reading %1").arg(m_intake.readingName())
                                        : tr("Computing, %1 %").arg(percent));
  m_stop->setVisible(true);
  hideWhatDoesNotFit();
}

void StatusLine::showFacts() {
  Session& session = m_walk.session();
  showState();
  if (session.result() == nullptr) return;
  const Computation& result = *session.result();
  m_source->setText(sourceWords(result.lowered()));
  m_backend->setText(QStringLiteral("%1 %2").arg(m_backendName, timeWords(result.seconds())));
  session.ask(
      QStringLiteral("facts"), [](core::Evaluator&, const Computation& computation) { return factsOf(computation); },
      [this](const ResultFacts& facts) {
        m_facts = facts;
        if (m_pointedAt.isEmpty()) m_rows->setText(rowSumWords(facts));
        hideWhatDoesNotFit();
      });
  showStep();
}

void StatusLine::showStep() {
  const StageContent* content = m_walk.content();
  const bool isOfResult = content != nullptr && m_walk.session().result() != nullptr &&
                          content->result.step < static_cast<int>(m_walk.session().result()->program().steps().size());
  if (!isOfResult || content->result.step < 0) {
    m_cost->clear();
    return;
  }
  const double heads = static_cast<double>(std::max<std::int64_t>(content->headCount, 1));
  const double count = multiplyAddsOf(m_walk.session().result()->program(), content->result.step) / heads;
  m_cost->setText(count < 0.5 ? QString() : tr("multiply-adds of this step %1").arg(QString::number(count, 'f', 0)));
  hideWhatDoesNotFit();
}

void StatusLine::hideWhatDoesNotFit() {
  // From the least important on, until the rest fits.
  const std::array<QList<QWidget*>, 4> expendable = {QList<QWidget*>{m_cost}, {m_dot, m_input}, {m_rows}, {m_source}};
  QLayout* layout = m_state->parentWidget()->layout();
  for (const QList<QWidget*>& part : expendable) {
    for (QWidget* widget : part) {
      const auto* label = qobject_cast<QLabel*>(widget);
      widget->setVisible(label == nullptr || !label->text().isEmpty());
    }
  }
  for (const QList<QWidget*>& part : expendable) {
    layout->invalidate();
    if (layout->sizeHint().width() <= width()) break;
    for (QWidget* widget : part) widget->hide();
  }
}

void StatusLine::resizeEvent(QResizeEvent* event) {
  QStatusBar::resizeEvent(event);
  hideWhatDoesNotFit();
}

void StatusLine::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QStatusBar::changeEvent(event);
}

void StatusLine::retranslate() {
  setAccessibleName(tr("Status"));
  m_stop->setText(tr("Stop"));
  m_input->setText(tr("input you can change"));
  m_rows->setText(rowSumWords(m_facts));
  showFacts();
}

}  // namespace heed::ui
