#include "ui/step/seed_tools.h"

#include "ui/document/seed_edits.h"
#include "ui/step/ruler.h"
#include "ui/theme/style.h"
#include "ui/widgets/follow.h"
#include "ui/widgets/switch.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <limits>

namespace heed::ui {

namespace {

constexpr int kLargestSeed = std::numeric_limits<int>::max();
constexpr double kSeedWidth = 92;

}  // namespace

bool isDrawn(const StageContent& content, const Computation& computation) {
  if (content.result.step < 0 || content.result.step >= computation.forwardStepCount()) return false;
  if (hasRuler(computation, content.result.step)) return true;
  const core::Step& step = computation.step(content.result.step);
  const core::AxisLabels* labels = content.result.rows.labels.get();
  const bool hasUnknownWords = step.isInput && step.phase == core::Phase::Input && labels != nullptr &&
                               std::ranges::find(labels->unknown, true) != labels->unknown.end();
  const auto& weights = computation.lowered().weights;
  const auto weight = std::ranges::find(weights, step.id, &core::LoweredWeight::path);
  return hasUnknownWords || (weight != weights.end() && weight->origin == core::WeightOrigin::Seeded);
}

SeedTools::SeedTools(Walk& walk, Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      m_walk(walk),
      m_name(new QLabel(this)),
      m_seed(new QSpinBox(this)),
      m_again(new QPushButton(this)),
      m_hold(new Switch(appearance, tr("Hold"), this)) {
  m_seed->setObjectName(QStringLiteral("stageSeed"));
  m_again->setObjectName(QStringLiteral("stageDrawAgain"));
  m_hold->setObjectName(QStringLiteral("stageHoldSeed"));
  m_seed->setRange(0, kLargestSeed);
  setButtonLook(*m_again, ButtonLook::Plain);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  for (QWidget* widget : std::initializer_list<QWidget*>{m_name, m_seed, m_again, m_hold}) row->addWidget(widget);
  Document& document = walk.session().document();
  connect(m_seed, &QSpinBox::valueChanged, this,
          [&document](int seed) { setSeed(document, static_cast<std::uint64_t>(seed), QStringLiteral("seed")); });
  connect(m_seed, &QSpinBox::editingFinished, this, [&document] { document.finishMerging(); });
  connect(m_again, &QPushButton::clicked, this, [&document] { drawAgain(document); });
  connect(m_hold, &QCheckBox::toggled, this, [&document](bool isOn) { setSeedHeld(document, isOn); });
  connect(&document, &Document::changed, this, &SeedTools::takeStep);
  follow(*this, appearance, [this, row, &appearance] {
    row->setSpacing(appearance.px(8));
    m_seed->setFixedWidth(appearance.px(kSeedWidth));
    m_name->setFont(appearance.font(12));
    m_again->setFont(appearance.font(12, 500));
  });
  retranslate();
}

void SeedTools::retranslate() {
  m_name->setText(tr("Seed"));
  m_seed->setAccessibleName(tr("Seed of the random numbers"));
  m_again->setText(tr("Draw again"));
  m_hold->setText(tr("Hold"));
  m_hold->setToolTip(
      tr("Keeps the seed with the document: nothing draws again "
         "until it is let go."));
  takeStep();
}

bool SeedTools::takeStep() {
  const core::DocumentData& opened = m_walk.session().document().data();
  const QSignalBlocker quietSeed(m_seed);
  const QSignalBlocker quietHold(m_hold);
  const bool isHeld = isSeedHeld(opened);
  m_seed->setValue(static_cast<int>(std::min<std::uint64_t>(opened.seed, kLargestSeed)));
  m_seed->setEnabled(!isHeld && opened.seed <= static_cast<std::uint64_t>(kLargestSeed));
  m_again->setEnabled(!isHeld);
  m_hold->setChecked(isHeld);
  const StageContent* content = m_walk.content();
  const auto& result = m_walk.session().result();
  return content != nullptr && result != nullptr && m_walk.focus().direction() == Direction::Forward &&
         isDrawn(*content, *result);
}

}  // namespace heed::ui
