#include "ui/step/readout_card.h"

#include "ui/step/link_button.h"
#include "ui/theme/style_parts.h"
#include "ui/widgets/follow.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>

namespace heed::ui {

namespace {

constexpr double kNumberSize = 34;
constexpr double kWordSize = 24;
/// A narrower card abbreviates the column.
constexpr double kNarrow = 280;
/// Longer numbers take a smaller face, so that row and column keep their place beside them.
constexpr qsizetype kMostLargeDigits = 6;

}  // namespace

ReadoutCard::ReadoutCard(const Appearance& appearance, QWidget* parent)
    : QFrame(parent),
      m_appearance(appearance),
      m_pair(new FlowText(appearance, this, 13, 22)),
      m_rank(new QLabel(this)),
      m_number(new QLabel(this)),
      m_field(new QLineEdit(this)),
      m_row(new QLabel(this)),
      m_column(new QLabel(this)),
      m_error(new FlowText(appearance, this, 12, 17)),
      m_line(new QFrame(this)),
      m_follow(new LinkButton({}, appearance, this)),
      m_ledger(new LinkButton({}, appearance, this)),
      m_change(new LinkButton({}, appearance, this, LinkButton::Mark::HollowDot)) {
  auto* layout = new QVBoxLayout(this);
  auto* head = new QHBoxLayout;
  m_head = head;
  head->addWidget(m_pair, 1);
  head->addWidget(m_rank, 0, Qt::AlignTop);
  auto* body = new QHBoxLayout;
  body->addWidget(m_number);
  body->addWidget(m_field);
  body->setSpacing(0);
  body->addStretch(1);
  auto* places = new QVBoxLayout;
  places->setSpacing(0);
  places->addWidget(m_row);
  places->addWidget(m_column);
  body->addLayout(places);
  auto* links = new QHBoxLayout;
  m_links = links;
  links->addWidget(m_follow);
  links->addWidget(m_ledger);
  links->addStretch(1);
  links->addWidget(m_change);
  layout->addLayout(head);
  layout->addLayout(body);
  layout->addWidget(m_error);
  layout->addWidget(m_line);
  layout->addLayout(links);
  for (QLabel* label : {m_rank, m_row, m_column}) label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_number->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_line->setFixedHeight(1);
  m_line->setAutoFillBackground(true);
  m_field->hide();
  m_error->setRuns({});
  m_field->installEventFilter(this);
  connect(m_follow, &QAbstractButton::clicked, this, &ReadoutCard::followWanted);
  connect(m_ledger, &QAbstractButton::clicked, this, &ReadoutCard::ledgerWanted);
  connect(m_change, &QAbstractButton::clicked, this, [this] {
    if (m_kind == Explanation::Cell::Overridden) {
      Q_EMIT releaseWanted();
    } else {
      Q_EMIT editWanted();
    }
  });
  connect(m_field, &QLineEdit::returnPressed, this, [this] {
    bool isNumber = false;
    QString text = m_field->text().trimmed();
    text.replace(QChar(0x2212), QLatin1Char('-')).replace(QLatin1Char(','), QLatin1Char('.'));
    const double number = text.toDouble(&isNumber);
    if (!isNumber) {
      setError(tr("\"%1\" is no number.").arg(m_field->text()));
      return;
    }
    closeField();
    Q_EMIT numberEntered(number);
  });
  follow(*this, appearance, [this] { applyAppearance(); });
  retranslate();
}

void ReadoutCard::applyAppearance() {
  const auto px = [this](double length) { return m_appearance.px(length); };
  layout()->setContentsMargins(px(11), px(9), px(11), px(4));
  layout()->setSpacing(px(4));
  m_links->setSpacing(px(14));
  const Theme& theme = m_appearance.theme();
  QPalette soft = palette();
  soft.setColor(QPalette::WindowText, theme.text2);
  for (QLabel* label : {m_rank, m_row, m_column}) {
    label->setFont(m_appearance.font(12));
    label->setPalette(soft);
  }
  fitWidth();
  m_field->setFont(m_appearance.font(20, 600, FontUse::Numbers));
  m_field->setFixedWidth(px(130));
  QPalette line = m_line->palette();
  line.setColor(QPalette::Window, theme.border);
  m_line->setPalette(line);
}

void ReadoutCard::retranslate() {
  m_follow->setText(tr("Follow it back"));
  m_follow->setToolTip(tr("Unroll the number to the inputs that it was made of"));
  m_ledger->setText(tr("Ledger"));
  m_ledger->setToolTip(tr("Features of the query by features of the key, adding up to the score"));
  m_field->setAccessibleName(tr("New value"));
  switch (m_kind) {
    case Explanation::Cell::Overridden:
      m_change->setText(tr("Release"));
      m_change->setToolTip(tr("Compute this number again"));
      break;
    case Explanation::Cell::Input:
      m_change->setText(tr("Change"));
      m_change->setToolTip(tr("Give this input another value (F2)"));
      break;
    default:
      m_change->setText(tr("Override"));
      m_change->setToolTip(tr("Put another number here and run on from it (F2)"));
      break;
  }
}

void ReadoutCard::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QFrame::changeEvent(event);
}

QString ReadoutCard::numberText() const {
  return m_number->text();
}

void ReadoutCard::show(const Explanation& explanation) {
  setVisible(explanation.readout.has_value());
  closeField();
  m_kind = explanation.cell;
  if (!explanation.readout) return;
  const CellReadout& readout = *explanation.readout;
  m_isNumber = readout.isNumber;
  m_pair->setRuns(readout.pair);
  m_rank->setText(readout.rank);
  m_rank->setVisible(!readout.rank.isEmpty());
  m_number->setText(readout.number);
  m_row->setText(readout.row);
  m_longColumn = readout.column;
  m_shortColumn = readout.shortColumn;
  fitWidth();
  m_column->setVisible(!readout.column.isEmpty());
  const bool isMade = m_kind == Explanation::Cell::Computed || m_kind == Explanation::Cell::NotFinite;
  m_follow->setVisible(isMade);
  m_ledger->setVisible(explanation.hasLedger);
  m_change->setVisible(m_kind != Explanation::Cell::Masked && readout.isNumber && explanation.canChange);
  const bool hasLinks = !m_follow->isHidden() || !m_ledger->isHidden() || !m_change->isHidden();
  m_line->setVisible(hasLinks);
  setAccessibleName(plainText(readout.pair) + QStringLiteral(": ") + readout.number);
  retranslate();
  applyAppearance();
  updateGeometry();
}

void ReadoutCard::fitWidth() {
  const bool isNarrow = width() < m_appearance.px(kNarrow);
  m_column->setText(isNarrow ? m_shortColumn : m_longColumn);
  const bool isLong = m_number->text().size() > kMostLargeDigits - (isNarrow ? 1 : 0);
  m_number->setFont(m_isNumber ? m_appearance.font(isLong ? kWordSize : kNumberSize, 600, FontUse::Numbers)
                               : m_appearance.font(kWordSize, 600));
  const int wanted = m_pair->naturalWidth() + m_rank->sizeHint().width() + m_appearance.px(8);
  const bool hasRoom = m_rank->isHidden() || wanted <= width() - 2 * m_appearance.px(11);
  m_head->setDirection(hasRoom ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  m_rank->setAlignment((hasRoom ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

void ReadoutCard::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  fitWidth();
}

void ReadoutCard::edit(double number) {
  // The field takes the whole line.
  for (QWidget* beside : std::initializer_list<QWidget*>{m_number, m_row, m_column}) beside->hide();
  m_field->show();
  m_field->setText(QString::number(number, 'g', 7));
  m_field->selectAll();
  m_field->setFocus(Qt::OtherFocusReason);
}

void ReadoutCard::closeField() {
  m_field->hide();
  m_number->show();
  m_row->show();
  m_column->setVisible(!m_longColumn.isEmpty());
  m_error->setRuns({});
}

void ReadoutCard::setError(const QString& sentence) {
  m_error->setRuns(flowOf(sentence));
}

bool ReadoutCard::eventFilter(QObject* watched, QEvent* event) {
  const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
  if (isKey && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    event->accept();
    if (event->type() == QEvent::KeyPress) closeField();
    return true;
  }
  return QFrame::eventFilter(watched, event);
}

void ReadoutCard::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme& theme = m_appearance.theme();
  style::paintBox(painter, QRectF(rect()), m_appearance.px(8), theme.surface, theme.border, m_appearance.px(1));
}

}  // namespace heed::ui
