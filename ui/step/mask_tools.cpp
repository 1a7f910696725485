#include "ui/step/mask_tools.h"

#include "core/model/block_type.h"
#include "ui/document/mask_edits.h"
#include "ui/document/step_places.h"
#include "ui/widgets/follow.h"
#include "ui/widgets/segmented_control.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr MaskKind kKinds[] = {MaskKind::None, MaskKind::Causal, MaskKind::Window, MaskKind::NotSelf,
                               MaskKind::Painted};
constexpr int kLargestRadius = 9999;

bool isMaskBlock(const Computation& computation, const std::string& stepId) {
  const core::Block* block = findBlockOfStep(computation.document().model, stepId);
  const core::BlockType* type = block == nullptr ? nullptr : core::findBlockType(block->type);
  return type != nullptr && type->category == "masks";
}

}  // namespace

bool isMaskRow(const StepRow& row) {
  return row.isMaskNote || row.phase == core::Phase::Mask;
}

int maskedStep(const Walk& walk, const Computation& computation) {
  const StageContent* content = walk.content();
  const StepList& list = walk.list();
  if (content == nullptr || content->row < 0 || content->row >= list.count() || !isMaskRow(list.row(content->row))) {
    return -1;
  }
  const int step = list.row(content->row).step;
  if (!isMaskBlock(computation, computation.step(step).id)) return step;
  const int weights = list.firstWithRole(core::Role::Weights);
  return weights < 0 ? -1 : list.row(weights).step;
}

MaskTools::MaskTools(Walk& walk, Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      m_walk(walk),
      m_kinds(new SegmentedControl(appearance, tr("Mask"), {}, this)),
      m_radius(new QSpinBox(this)) {
  m_kinds->setObjectName(QStringLiteral("stageMask"));
  m_radius->setObjectName(QStringLiteral("stageRadius"));
  m_radius->setRange(0, kLargestRadius);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(m_kinds);
  row->addWidget(m_radius);
  connect(m_kinds, &SegmentedControl::chosen, this, &MaskTools::choose);
  connect(m_radius, &QSpinBox::valueChanged, this, &MaskTools::setRadius);
  connect(m_radius, &QSpinBox::editingFinished, this, [this] { m_walk.session().document().finishMerging(); });
  follow(*this, appearance, [row, &appearance] { row->setSpacing(appearance.px(8)); });
  retranslate();
}

void MaskTools::retranslate() {
  m_kinds->setSegments({{tr("None")}, {tr("Causal")}, {tr("Window")}, {tr("Not itself")}, {tr("Paint")}});
  m_radius->setAccessibleName(tr("Keys to each side"));
  m_radius->setToolTip(tr("How far a query may look to each side."));
  m_radius->setPrefix(QStringLiteral("\u00B1 "));
  takeStep();
}

bool MaskTools::takeStep() {
  m_isPainting = false;
  const auto& result = m_walk.session().result();
  const int step = result == nullptr ? -1 : maskedStep(m_walk, *result);
  if (step < 0) return false;
  try {
    const core::DocumentData& document = m_walk.session().document().data();
    const std::string& id = result->step(step).id;
    const MaskKind kind = maskKind(document, id);
    const auto found = std::ranges::find(kKinds, kind);
    m_kinds->setCurrentIndex(found == std::end(kKinds) ? -1 : static_cast<int>(found - std::begin(kKinds)));
    const std::int64_t radius = windowRadius(document, id);
    m_radius->setVisible(radius >= 0);
    const QSignalBlocker quiet(m_radius);
    if (radius >= 0) m_radius->setValue(static_cast<int>(std::min<std::int64_t>(radius, kLargestRadius)));
    const StepRow& row = m_walk.list().row(m_walk.content()->row);
    m_isPainting = kind == MaskKind::Painted && !row.isMaskNote;
  } catch (const core::Error&) {
    // The document is already another one than the result: its own will come.
    return false;
  }
  return true;
}

void MaskTools::choose(int index) {
  const auto result = m_walk.session().result();
  const int step = result == nullptr || index < 0 ? -1 : maskedStep(m_walk, *result);
  if (step < 0) return;
  try {
    setMaskKind(m_walk.session().document(), *result, step, kKinds[index]);
  } catch (const core::Error& error) {
    Q_EMIT refused(translated(error.text()));
    takeStep();
  }
}

void MaskTools::setRadius(int radius) {
  const auto result = m_walk.session().result();
  const int step = result == nullptr ? -1 : maskedStep(m_walk, *result);
  if (step < 0) return;
  setWindowRadius(m_walk.session().document(), *result, step, radius, QStringLiteral("radius"));
}

}  // namespace heed::ui
