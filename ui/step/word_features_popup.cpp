#include "ui/step/word_features_popup.h"

#include "ui/tensorview/number_text.h"
#include "ui/theme/style.h"

#include <QApplication>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

constexpr double kChipWidth = 138;
constexpr double kChipHeight = 28;
constexpr double kStep = 0.1;
constexpr double kRounding = 100;
constexpr int kChipsAcross = 2;

double rounded(double value) {
  return std::round(std::clamp(value, 0.0, 1.0) * kRounding) / kRounding;
}

}  // namespace

FeatureChip::FeatureChip(const Appearance& appearance, QString name, double value, QWidget* parent)
    : QAbstractButton(parent), m_appearance(appearance), m_name(std::move(name)) {
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setFixedSize(sizeHint());
  setValue(value);
}

QSize FeatureChip::sizeHint() const {
  return {m_appearance.px(kChipWidth), m_appearance.px(kChipHeight)};
}

void FeatureChip::setValue(double value) {
  m_value = rounded(value);
  setAccessibleName(tr("%1, %2").arg(m_name, readoutText(m_value, 2)));
  update();
}

void FeatureChip::change(double value) {
  const double next = rounded(value);
  if (next == m_value) return;
  setValue(next);
  Q_EMIT valueChanged(m_value);
}

void FeatureChip::paintEvent(QPaintEvent*) {
  const Theme& theme = m_appearance.theme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
  const double radius = m_appearance.px(6);
  painter.setPen(Qt::NoPen);
  painter.setBrush(underMouse() ? theme.hover : theme.surface);
  painter.drawRoundedRect(box, radius, radius);
  painter.save();
  painter.setClipRect(QRectF(box.left(), box.top(), box.width() * m_value, box.height()));
  painter.setBrush(theme.selected);
  painter.drawRoundedRect(box, radius, radius);
  painter.restore();
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(hasFocus() ? theme.ink : theme.control, hasFocus() ? 2 : 1));
  painter.drawRoundedRect(box, radius, radius);
  const QRect inner = rect().adjusted(m_appearance.px(9), 0, -m_appearance.px(9), 0);
  painter.setPen(theme.text);
  painter.setFont(m_appearance.font(13, m_value > 0 ? 600 : 400));
  painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, m_name);
  painter.setFont(m_appearance.font(12, 500, FontUse::Numbers));
  painter.drawText(inner, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, readoutText(m_value, 2));
}

void FeatureChip::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  setFocus(Qt::MouseFocusReason);
  m_pressedAt = event->pos();
  m_isDragging = false;
}

void FeatureChip::mouseMoveEvent(QMouseEvent* event) {
  if ((event->buttons() & Qt::LeftButton) == 0) return;
  if (!m_isDragging && (event->pos() - m_pressedAt).manhattanLength() < QApplication::startDragDistance()) return;
  m_isDragging = true;
  change(static_cast<double>(event->pos().x()) / std::max(width(), 1));
}

void FeatureChip::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  if (!m_isDragging) change(m_value > 0 ? 0 : 1);
  m_isDragging = false;
  Q_EMIT settled();
}

void FeatureChip::wheelEvent(QWheelEvent* event) {
  change(m_value + kStep * event->angleDelta().y() / 120.0);
  Q_EMIT settled();
  event->accept();
}

void FeatureChip::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Plus:
      change(m_value + kStep);
      break;
    case Qt::Key_Left:
    case Qt::Key_Minus:
      change(m_value - kStep);
      break;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
      change(m_value > 0 ? 0 : 1);
      break;
    default:
      QAbstractButton::keyPressEvent(event);
      return;
  }
  Q_EMIT settled();
}

WordFeaturesPopup::WordFeaturesPopup(Walk& walk, Appearance& appearance, WordFeatureSet word, QWidget* parent)
    : QFrame(parent, Qt::Popup),
      m_walk(walk),
      m_word(std::move(word)),
      m_origin(new QLabel(this)),
      m_forget(new QPushButton(this)) {
  setObjectName(QStringLiteral("wordFeatures"));
  setAttribute(Qt::WA_DeleteOnClose);
  setFrameShape(QFrame::StyledPanel);
  setAccessibleName(tr("Features of %1").arg(QString::fromStdString(m_word.word)));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(appearance.px(14), appearance.px(12), appearance.px(14), appearance.px(12));
  layout->setSpacing(appearance.px(8));
  auto* title = new QLabel(QString::fromStdString(m_word.word), this);
  title->setFont(appearance.font(14, 600));
  m_origin->setFont(appearance.font(12));
  layout->addWidget(title);
  layout->addWidget(m_origin);
  auto* grid = new QGridLayout;
  grid->setSpacing(appearance.px(6));
  for (std::size_t i = 0; i < m_word.names.size(); ++i) {
    m_word.values[i] = static_cast<float>(rounded(static_cast<double>(m_word.values[i])));
    const QString name = QString::fromStdString(m_word.names[i]);
    auto* chip = new FeatureChip(appearance, name, static_cast<double>(m_word.values[i]), this);
    connect(chip, &FeatureChip::valueChanged, this, [this, i](double value) { set(i, value); });
    connect(chip, &FeatureChip::settled, this, [this] { m_walk.session().document().finishMerging(); });
    grid->addWidget(chip, static_cast<int>(i) / kChipsAcross, static_cast<int>(i) % kChipsAcross);
    m_chips.push_back(chip);
  }
  layout->addLayout(grid);
  m_forget->setObjectName(QStringLiteral("forgetFeatures"));
  setButtonLook(*m_forget, ButtonLook::Plain);
  connect(m_forget, &QPushButton::clicked, this, &WordFeaturesPopup::forget);
  layout->addWidget(m_forget, 0, Qt::AlignLeft);
  describe();
  if (!m_chips.empty()) m_chips.front()->setFocus();
}

void WordFeaturesPopup::describe() {
  const QString seed = QString::number(m_walk.session().document().data().seed);
  m_origin->setText(m_word.isOwn     ? tr("Set by hand in this document.")
                    : m_word.isDrawn ? tr("Not in the table: drawn from seed %1. Set what is true of it.").arg(seed)
                                     : tr("From the table. What you set is for this document."));
  m_forget->setText(tr("Forget what was set"));
  m_forget->setEnabled(m_word.isOwn);
}

void WordFeaturesPopup::set(std::size_t feature, double value) {
  m_word.values[feature] = static_cast<float>(value);
  m_word.isOwn = true;
  m_word.isDrawn = false;
  try {
    setWordFeatures(m_walk.session().document(), m_word, QStringLiteral("word %1").arg(feature));
  } catch (const core::Error& error) {
    Q_EMIT refused(translated(error.text()));
  }
  describe();
}

void WordFeaturesPopup::forget() {
  try {
    forgetWordFeatures(m_walk.session().document(), m_word);
  } catch (const core::Error& error) {
    Q_EMIT refused(translated(error.text()));
  }
  close();
}

}  // namespace heed::ui
