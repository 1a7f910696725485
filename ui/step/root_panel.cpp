#include "ui/step/root_panel.h"

#include <QEvent>
#include <QVBoxLayout>

namespace heed::ui {

namespace {

const QString kKey = QStringLiteral("root of width");

}  // namespace

RootPanel::RootPanel(Walk& walk, Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      m_walk(walk),
      m_area(new FigureArea(appearance, [this] { return m_figure ? &*m_figure : nullptr; }, this)) {
  setObjectName(QStringLiteral("rootPanel"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_area);
  connect(&walk, &Walk::contentChanged, this, &RootPanel::takeStep);
  takeStep();
}

void RootPanel::takeStep() {
  const StageContent* content = m_walk.content();
  const bool isScale = content != nullptr && content->width > 0 && m_walk.focus().direction() == Direction::Forward;
  setVisible(isScale);
  JobRunner& jobs = m_walk.session().jobs();
  if (!isScale || m_figure || jobs.isBusy(kKey)) return;
  const core::RootOfWidthTrial trial;
  jobs.start(
      kKey, trial.seed, [trial](core::RunContext& context) { return core::rootOfWidth(trial, context.kernel.stop); },
      [this, trial](std::vector<core::RootOfWidthRow> rows) {
        m_figure.emplace(trial, std::move(rows));
        describe();
        m_area->updateGeometry();
        m_area->update();
        updateGeometry();
      });
}

void RootPanel::describe() {
  if (!m_figure) return;
  const core::RootOfWidthRow& last = m_figure->rows().back();
  m_area->setAccessibleName(tr("With %1 channels the largest weight is %2 without the division and %3 with it.")
                                .arg(last.width)
                                .arg(last.largestWithout, 0, 'f', 2)
                                .arg(last.largestWith, 0, 'f', 2));
}

void RootPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) describe();
  QWidget::changeEvent(event);
}

}  // namespace heed::ui
