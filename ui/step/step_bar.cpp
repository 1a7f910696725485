#include "ui/step/step_bar.h"

#include "ui/document/edits.h"
#include "ui/step/lock_chip.h"
#include "ui/step/start_chip.h"
#include "ui/step/step_figures.h"
#include "ui/step/step_trail.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/follow.h"
#include "ui/widgets/segmented_control.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QToolTip>

namespace heed::ui {

namespace {

constexpr double kHeight = 44;
constexpr double kField = 420;
constexpr double kNarrowField = 340;
constexpr double kCuePadding = 6;
/// The bar of a window of 1400 pixels of the design, whose rail takes 64.
constexpr double kNarrowBelow = 1336;

/// The first input of a document: what the field shows.
struct ShownInput {
  QString text;
  const char* icon = "text";
  bool isText = false;
};

ShownInput shownInput(const core::DocumentData& data) {
  ShownInput shown;
  for (const auto& [id, input] : data.inputs) {
    if (const auto* words = std::get_if<core::TextInput>(&input)) {
      return {QString::fromStdString(words->text), "text", true};
    }
    if (const auto* image = std::get_if<core::ImageInput>(&input)) {
      shown = {QString::fromStdString(image->name), "image", false};
    } else if (const auto* matrix = std::get_if<core::MatrixInput>(&input)) {
      shown = {QString::fromStdString(matrix->name), "matrix", false};
    } else if (std::holds_alternative<core::GraphInput>(input)) {
      shown.icon = "graph";
    }
  }
  return shown;
}

/// Shows where a long text goes on behind the right edge, while nobody writes in it.
class InputField : public QLineEdit {
 public:
  InputField(const Appearance& appearance, QWidget* parent) : QLineEdit(parent), m_look(appearance) {}

  /// Words at the right while the text is not yet what the model reads; empty: it is.
  void setCue(const QString& words) {
    if (words == m_cue) return;
    m_cue = words;
    setTextMargins(0, 0, words.isEmpty() ? 0 : cueWidth(), 0);
    setAccessibleDescription(words);
    update();
  }

 protected:
  void paintEvent(QPaintEvent* event) override {
    QLineEdit::paintEvent(event);
    const QFontMetrics metrics(font());
    const int room = width() - m_look.px(44);
    if (!m_cue.isEmpty()) {
      paintCue();
      return;
    }
    if (hasFocus() || metrics.horizontalAdvance(text()) <= room) return;
    QPainter painter(this);
    const int dots = metrics.horizontalAdvance(QChar(0x2026)) + m_look.px(6);
    const QRect end(width() - dots - m_look.px(8), m_look.px(3), dots + m_look.px(5), height() - 2 * m_look.px(3));
    painter.fillRect(end, palette().color(QPalette::Base));
    painter.setPen(palette().color(QPalette::Text));
    painter.setFont(font());
    painter.drawText(end, Qt::AlignLeft | Qt::AlignVCenter, QString(QChar(0x2026)));
  }

 private:
  [[nodiscard]] QFont cueFont() const { return m_look.font(12, 500); }
  [[nodiscard]] int cueWidth() const {
    return QFontMetrics(cueFont()).horizontalAdvance(m_cue) + m_look.px(2 * kCuePadding);
  }

  void paintCue() {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = m_look.theme();
    const QRectF chip(width() - cueWidth() - m_look.px(5), m_look.px(5), cueWidth(), height() - 2 * m_look.px(5));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.selected);
    painter.drawRoundedRect(chip, m_look.px(3), m_look.px(3));
    painter.setPen(theme.text);
    painter.setFont(cueFont());
    painter.drawText(chip, Qt::AlignCenter, m_cue);
  }

  const Appearance& m_look;
  QString m_cue;
};

}  // namespace

StepBar::StepBar(Walk& walk, Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      m_walk(walk),
      m_appearance(appearance),
      m_layout(new QHBoxLayout(this)),
      m_field(new InputField(appearance, this)),
      m_fieldIcon(m_field->addAction(QIcon(), QLineEdit::LeadingPosition)),
      m_room(new QSpacerItem(0, 0, QSizePolicy::Maximum)),
      m_count(new QLabel(this)),
      m_trail(new StepTrail(walk, appearance, this)),
      m_start(new StartChip(walk, appearance, this)),
      m_lock(new LockChip(walk, appearance, this)),
      m_direction(new SegmentedControl(appearance, {}, {}, this)),
      m_free(new QSpacerItem(0, 0, QSizePolicy::Expanding)),
      m_lecture(new QToolButton(this)) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_layout->addWidget(m_field);
  m_layout->addSpacerItem(m_room);
  m_layout->addWidget(m_count);
  m_layout->addSpacing(8);
  m_layout->addWidget(m_trail);
  m_layout->addWidget(m_start);
  m_layout->addSpacerItem(m_free);
  m_layout->addWidget(m_lock);
  m_layout->addWidget(m_direction);
  m_layout->addWidget(m_lecture);
  m_lecture->setFocusPolicy(Qt::StrongFocus);
  m_field->installEventFilter(this);
  connect(m_field, &QLineEdit::returnPressed, this, &StepBar::applyText);
  connect(m_field, &QLineEdit::textChanged, this, &StepBar::showCue);
  connect(m_lecture, &QToolButton::clicked, this, &StepBar::lectureSizeRequested);
  connect(m_direction, &SegmentedControl::chosen, this, [this](int index) {
    if (index == 1) {
      m_walk.startBackward();
    } else {
      m_walk.endBackward();
    }
    showDirection();
  });
  connect(&m_walk.session().document(), &Document::changed, this, &StepBar::takeDocument);
  connect(&m_walk, &Walk::listChanged, this, &StepBar::takeResult);
  connect(&m_walk, &Walk::cellChanged, this, &StepBar::showDirection);
  connect(&m_walk.focus(), &Focus::directionChanged, this, &StepBar::showDirection);
  connect(&m_walk.focus(), &Focus::cellChanged, this, &StepBar::showDirection);
  retranslate();
  follow(*this, appearance, [this] { applyAppearance(); });
}

bool StepBar::keepRoom(int width) {
  m_layout->activate();
  const bool isThere = width <= m_room->geometry().width() + m_free->geometry().width();
  m_room->changeSize(isThere ? width : 0, 0, QSizePolicy::Maximum);
  m_layout->invalidate();
  m_layout->activate();
  return isThere;
}

bool StepBar::isNarrow() const {
  return width() < m_appearance.px(kNarrowBelow);
}

void StepBar::applyAppearance() {
  setFixedHeight(m_appearance.px(kHeight));
  const int side = m_appearance.px(12);
  m_layout->setContentsMargins(side, 0, side, 0);
  m_layout->setSpacing(m_appearance.px(8));
  m_field->setFixedHeight(m_appearance.px(28));
  m_field->setFixedWidth(m_appearance.px(isNarrow() ? kNarrowField : kField));
  m_field->setFont(m_appearance.font(13));
  m_count->setFont(m_appearance.font(12));
  QPalette soft = palette();
  soft.setColor(QPalette::WindowText, m_appearance.theme().text2);
  m_count->setPalette(soft);
  m_lecture->setIcon(icon(QStringLiteral("present"), m_appearance, IconTone::Text));
  m_lecture->setIconSize(QSize(m_appearance.px(16), m_appearance.px(16)));
  m_lecture->setFont(m_appearance.font(13, 500));
  m_lecture->setFixedHeight(m_appearance.px(28));
  m_lecture->setToolButtonStyle(isNarrow() ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
  setButtonLook(*m_lecture, ButtonLook::Plain);
  takeDocument();
}

void StepBar::retranslate() {
  m_field->setPlaceholderText(tr("Write a sentence and press Enter, or drop a file"));
  m_field->setAccessibleName(tr("Input"));
  m_direction->setAccessibleName(tr("Direction"));
  m_direction->setSegments({{tr("Forward")}, {tr("Backward")}});
  m_lecture->setText(tr("Lecture size"));
  m_lecture->setToolTip(tr("Large, for a projector (Ctrl+Shift+L)"));
  takeDocument();
  takeResult();
  showDirection();
}

void StepBar::takeDocument() {
  const ShownInput shown = shownInput(m_walk.session().document().data());
  m_fieldIcon->setIcon(icon(QLatin1String(shown.icon), m_appearance, IconTone::Soft));
  const bool isBeingEdited = m_field->hasFocus() && m_field->isModified();
  if (!isBeingEdited && m_field->text() != shown.text) {
    m_field->setText(shown.text);
    m_field->setCursorPosition(0);
  }
  m_field->setToolTip(shown.isText ? tr("The sentence that the model reads; Enter takes it")
                                   : tr("The input of the model. A sentence and Enter take its place."));
  showCue();
}

/// Whether Enter would change something.
void StepBar::showCue() {
  const bool differs = m_field->text() != shownInput(m_walk.session().document().data()).text;
  static_cast<InputField*>(m_field)->setCue(differs ? tr("Enter applies") : QString());
}

void StepBar::takeResult() {
  m_count->setText(countText());
  m_count->setToolTip(m_count->text());
  m_count->setVisible(!m_count->text().isEmpty());
  showDirection();
}

QString StepBar::countText() const {
  if (m_walk.session().result() == nullptr) return {};
  const Computation& result = *m_walk.session().result();
  if (const auto picture = patchedPicture(result.document())) {
    const core::PatchGrid& grid = picture->grid;
    return tr("%1 × %2, %3 × %4 patches, %5 tokens")
        .arg(picture->image->fullWidth())
        .arg(picture->image->fullHeight())
        .arg(grid.columns)
        .arg(grid.rows)
        .arg(grid.patchCount());
  }
  const StepList forward(result, Direction::Forward);
  if (forward.isEmpty()) return {};
  const core::Shape& shape = result.program().type(result.step(forward.row(0).step).value).shape;
  if (shape.rank() == 0) return {};
  const std::int64_t count = shape.rank() >= 2 ? shape[-2] : shape[-1];
  const ShownInput shown = shownInput(result.document());
  if (shown.isText) return count == 1 ? tr("1 token") : tr("%1 tokens").arg(count);
  if (QLatin1String(shown.icon) == QLatin1String("graph")) {
    return count == 1 ? tr("1 node") : tr("%1 nodes").arg(count);
  }
  return count == 1 ? tr("1 row") : tr("%1 rows").arg(count);
}

void StepBar::showDirection() {
  const bool isBackward = m_walk.focus().direction() == Direction::Backward;
  const bool isPossible = isBackward || m_walk.canStartBackward();
  m_direction->setSegmentEnabled(1, isPossible,
                                 tr("Point at a number or lock one first: the gradients are those of one number."));
  m_direction->setCurrentIndex(isBackward ? 1 : 0);
  m_trail->setVisible(m_walk.list().direction() == Direction::Forward);
}

void StepBar::applyText() {
  m_field->setModified(false);
  try {
    setText(m_walk.session().document(), m_field->text());
  } catch (const core::Error& error) {
    const QString sentence = translated(error.text());
    QToolTip::showText(m_field->mapToGlobal(QPoint(0, m_field->height())), sentence, m_field);
    Q_EMIT refused(sentence);
  }
}

QSize StepBar::sizeHint() const {
  return {m_appearance.px(1216), m_appearance.px(kHeight)};
}

void StepBar::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QWidget::changeEvent(event);
}

void StepBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  applyAppearance();
  m_count->setText(countText());
}

void StepBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_appearance.theme().surface);
  painter.fillRect(QRect(0, height() - 1, width(), 1), m_appearance.theme().border);
  const QWidget* next = m_start->isHidden() ? static_cast<const QWidget*>(m_trail) : m_start;
  if (next->sizeHint().width() == 0 || next->isHidden() || m_count->isHidden()) return;
  const int x = (m_count->geometry().right() + next->x()) / 2;
  painter.fillRect(QRect(x, (height() - m_appearance.px(20)) / 2, 1, m_appearance.px(20)), m_appearance.theme().border);
}

bool StepBar::eventFilter(QObject* watched, QEvent* event) {
  const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
  if (watched == m_field && isKey && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && m_field->isModified()) {
    event->accept();
    if (event->type() == QEvent::KeyPress) {
      m_field->setModified(false);
      m_field->setText(shownInput(m_walk.session().document().data()).text);
    }
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace heed::ui
