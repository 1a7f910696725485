#include "ui/shell/problem_strip.h"

#include "ui/step/step_list.h"
#include "ui/theme/style_parts.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/follow.h"
#include "ui/widgets/labels.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <ranges>
#include <string>

namespace heed::ui {

namespace {

constexpr double kGlyph = 16;
constexpr double kPadding = 12;

}  // namespace

ProblemStrip::ProblemStrip(const Appearance& appearance, QWidget* parent)
    : QFrame(parent),
      m_appearance(appearance),
      m_text(new QLabel(this)),
      m_old(new Tag({}, appearance, this, TagTone::Plain, QStringLiteral("clock"))),
      m_fix(new QPushButton(this)),
      m_close(new IconButton(QStringLiteral("close"), {}, appearance, this, 24, 16)) {
  setObjectName(QStringLiteral("problemStrip"));
  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::PlainText);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_text->setFocusPolicy(Qt::NoFocus);
  auto* layout = new QHBoxLayout(this);
  layout->addWidget(m_old, 0, Qt::AlignVCenter);
  layout->addWidget(m_text, 1);
  layout->addWidget(m_fix, 0, Qt::AlignVCenter);
  layout->addWidget(m_close, 0, Qt::AlignTop);
  connect(m_close, &IconButton::clicked, this, [this] {
    clear();
    Q_EMIT dismissed();
  });
  connect(m_fix, &QPushButton::clicked, this, [this] {
    // The fix may show another problem, so it is taken out of this one first.
    const std::function<void()> fix = m_problem.fix;
    clear();
    if (fix) fix();
  });
  follow(*this, appearance, [this] {
    const int padding = m_appearance.px(kPadding);
    this->layout()->setContentsMargins(padding + m_appearance.px(kGlyph + 8), m_appearance.px(6), m_appearance.px(6),
                                       m_appearance.px(6));
    this->layout()->setSpacing(m_appearance.px(8));
    m_text->setFont(m_appearance.font(13));
  });
  retranslate();
  hide();
}

void ProblemStrip::show(const Problem& problem) {
  m_problem = problem;
  m_text->setText(problem.sentence);
  m_fix->setText(problem.fixWords);
  m_fix->setVisible(!problem.fixWords.isEmpty());
  m_old->setVisible(problem.isOldResult);
  setAccessibleName(problem.sentence);
  QFrame::show();
  QAccessibleEvent spoken(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&spoken);
}

void ProblemStrip::clear() {
  m_problem = {};
  m_text->clear();
  hide();
}

QString ProblemStrip::sentence() const {
  return isHidden() ? QString() : m_text->text();
}

void ProblemStrip::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QFrame::changeEvent(event);
}

void ProblemStrip::retranslate() {
  m_close->setName(tr("Close"));
  static_cast<QLabel*>(m_old)->setText(tr("Old result: model changed"));
}

void ProblemStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = m_appearance.theme();
  painter.fillRect(rect(), m_problem.isNotice ? theme.selected : theme.errorTint);
  painter.fillRect(QRect(0, height() - 1, width(), 1), theme.border);
  const QRectF box(m_appearance.px(kPadding), 0, m_appearance.px(kGlyph), height());
  style::paintGlyph(painter, box, m_appearance.px(kGlyph),
                    m_problem.isNotice ? QStringLiteral("check") : QStringLiteral("error"),
                    m_problem.isNotice ? theme.text : theme.error);
}

QString errorSentence(const core::Error& error) {
  QString sentence = translated(error.text());
  // A name at its beginning is written as it is.
  const bool beginsWithName = error.text().pattern.starts_with('%');
  if (!sentence.isEmpty() && !beginsWithName) sentence[0] = sentence[0].toUpper();
  QStringList places;
  for (const std::string& place : std::views::reverse(error.where())) places << QString::fromStdString(place);
  const bool isClosed = sentence.endsWith(QLatin1Char('.')) || sentence.endsWith(QStringLiteral("\u3002"));
  // A command to copy must not get a full stop.
  if (!isClosed && !sentence.endsWith(QLatin1Char('"'))) sentence = ProblemStrip::tr("%1.").arg(sentence);
  if (places.isEmpty()) return sentence;
  return ProblemStrip::tr("%1 (In %2.)").arg(sentence, places.join(QStringLiteral(", ")));
}

}  // namespace heed::ui
