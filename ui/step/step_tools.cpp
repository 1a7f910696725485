#include "ui/step/step_tools.h"

#include <algorithm>

namespace heed::ui {

namespace {

constexpr double kLeft = 24;
constexpr double kFoot = 8;
constexpr double kHeight = 40;

}  // namespace

StepTools::StepTools(Walk& walk, Appearance& appearance, QWidget& stage)
    : QObject(&stage),
      m_appearance(appearance),
      m_stage(stage),
      m_mask(new MaskTools(walk, appearance, &stage)),
      m_divisor(new DivisorTools(walk, appearance, &stage)),
      m_seed(new SeedTools(walk, appearance, &stage)) {
  connect(m_mask, &MaskTools::refused, this, &StepTools::refused);
  connect(m_divisor, &DivisorTools::refused, this, &StepTools::refused);
  takeStep();
}

QList<QWidget*> StepTools::tools() const {
  return {m_mask, m_divisor, m_seed};
}

void StepTools::takeStep() {
  const bool isShown = !m_appearance.isLectureSize();
  m_mask->setVisible(m_mask->takeStep() && isShown);
  m_divisor->setVisible(m_divisor->takeStep() && isShown);
  m_seed->setVisible(m_seed->takeStep() && isShown);
}

double StepTools::height() const {
  const QList<QWidget*> all = tools();
  return std::ranges::all_of(all, [](const QWidget* tool) { return tool->isHidden(); }) ? 0 : kHeight;
}

void StepTools::arrange() {
  for (QWidget* tool : tools()) {
    const QSize size = tool->sizeHint();
    tool->setGeometry(m_appearance.px(kLeft), m_stage.height() - size.height() - m_appearance.px(kFoot), size.width(),
                      size.height());
  }
}

void StepTools::retranslate() {
  m_mask->retranslate();
  m_divisor->retranslate();
  m_seed->retranslate();
}

}  // namespace heed::ui
