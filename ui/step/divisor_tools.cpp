#include "ui/step/divisor_tools.h"

#include "ui/document/divisor_edits.h"
#include "ui/tensorview/number_text.h"
#include "ui/theme/style.h"
#include "ui/widgets/follow.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>

#include <cmath>

namespace heed::ui {

namespace {

// The slider is logarithmic: from a quarter to four times the width, so that both ends of softmax are reached.
constexpr int kPositions = 240;
constexpr double kLeast = 0.25;
constexpr double kMostTimesWidth = 4.0;
constexpr double kSliderWidth = 220;
constexpr double kNumberWidth = 96;
constexpr double kRounding = 100;  ///< drags give two decimals

double mostFor(double width) {
  return std::max(16.0, kMostTimesWidth * width);
}

int positionOf(double divisor, double width) {
  const double part = std::log(divisor / kLeast) / std::log(mostFor(width) / kLeast);
  return static_cast<int>(std::lround(std::clamp(part, 0.0, 1.0) * kPositions));
}

double divisorAt(int position, double width) {
  const double part = static_cast<double>(position) / kPositions;
  return std::round(kLeast * std::pow(mostFor(width) / kLeast, part) * kRounding) / kRounding;
}

}  // namespace

DivisorTools::DivisorTools(Walk& walk, Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      m_walk(walk),
      m_appearance(appearance),
      m_name(new QLabel(this)),
      m_slider(new QSlider(Qt::Horizontal, this)),
      m_number(new QLabel(this)),
      m_root(new QPushButton(this)) {
  m_slider->setObjectName(QStringLiteral("stageDivisor"));
  m_root->setObjectName(QStringLiteral("stageDivisorRoot"));
  m_slider->setRange(0, kPositions);
  m_slider->setPageStep(kPositions / 12);
  setButtonLook(*m_root, ButtonLook::Plain);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  for (QWidget* widget : std::initializer_list<QWidget*>{m_name, m_slider, m_number, m_root}) row->addWidget(widget);
  connect(m_slider, &QSlider::valueChanged, this, &DivisorTools::slide);
  connect(m_slider, &QSlider::sliderPressed, this, [this] { m_walk.session().document().finishMerging(); });
  connect(m_slider, &QSlider::sliderReleased, this, [this] { m_walk.session().document().finishMerging(); });
  connect(m_root, &QPushButton::clicked, this, [this] {
    m_walk.session().document().finishMerging();
    set(0.0, {});
  });
  follow(*this, appearance, [this, row] {
    row->setSpacing(m_appearance.px(8));
    m_slider->setFixedWidth(m_appearance.px(kSliderWidth));
    m_number->setFixedWidth(m_appearance.px(kNumberWidth));
    m_name->setFont(m_appearance.font(12));
    m_number->setFont(m_appearance.font(12, 500, FontUse::Numbers));
    m_root->setFont(m_appearance.font(12, 500));
  });
  retranslate();
}

void DivisorTools::retranslate() {
  m_name->setText(tr("Divisor"));
  m_slider->setAccessibleName(tr("Divisor of the scores"));
  takeStep();
}

bool DivisorTools::takeStep() {
  const StageContent* content = m_walk.content();
  const auto& result = m_walk.session().result();
  const bool isScale = content != nullptr && result != nullptr && content->row >= 0 &&
                       content->row < m_walk.list().count() && content->width > 0 &&
                       m_walk.list().row(content->row).phase == core::Phase::Scale &&
                       m_walk.focus().direction() == Direction::Forward;
  if (!isScale) return false;
  m_stepId = result->step(content->result.step).id;
  m_width = static_cast<double>(content->width);
  try {
    const auto divisor = divisorOf(m_walk.session().document().data(), m_stepId);
    if (!divisor) return false;
    showDivisor(*divisor);
  } catch (const core::Error&) {
    // The document is already another one than the result: its own will come.
    return false;
  }
  return true;
}

void DivisorTools::showDivisor(double divisor) {
  const bool isRoot = divisor == 0.0;
  const double shown = isRoot ? std::sqrt(m_width) : divisor;
  const QString root = QStringLiteral("\u221A%1").arg(m_width);
  m_root->setText(tr("Back to %1").arg(root));
  m_root->setEnabled(!isRoot);
  m_number->setText(isRoot ? QStringLiteral("\u00F7 %1 = %2").arg(root, readoutText(shown, 2))
                           : QStringLiteral("\u00F7 %1").arg(readoutText(shown, 2)));
  if (m_slider->isSliderDown()) return;
  const QSignalBlocker quiet(m_slider);
  m_slider->setValue(positionOf(shown, m_width));
}

void DivisorTools::slide(int position) {
  const double divisor = divisorAt(position, m_width);
  set(divisor, QStringLiteral("divisor"));
  showDivisor(divisor);
}

void DivisorTools::set(double divisor, const QString& mergeKey) {
  try {
    setDivisor(m_walk.session().document(), m_stepId, divisor, mergeKey);
  } catch (const core::Error& error) {
    Q_EMIT refused(translated(error.text()));
  }
}

}  // namespace heed::ui
