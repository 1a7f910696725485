#include "ui/step/explanation_panel.h"

#include "ui/document/edits.h"
#include "ui/step/figure_area.h"
#include "ui/step/ledger_view.h"
#include "ui/step/link_button.h"
#include "ui/step/readout_card.h"
#include "ui/step/root_panel.h"
#include "ui/step/thread_view.h"
#include "ui/widgets/follow.h"

#include <QDialog>
#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QScreen>
#include <QScrollArea>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace heed::ui {

namespace {

// Pages, in the order in which they are added.
constexpr int kExplanationPage = 0;
constexpr int kThreadPage = 1;
constexpr double kLedgerWidth = 640;
constexpr double kLedgerMost = 0.9;  ///< of the height of the screen
const QString kRulerKey = QStringLiteral("ruler");

/// A sentence that warns, on a ground of its own with a rule at the left.
class Caution : public FlowText {
 public:
  explicit Caution(const Appearance& appearance, QWidget* parent)
      : FlowText(appearance, parent, 13, 18), m_look(appearance) {
    setTone(Tone::Soft);
  }
  [[nodiscard]] int heightForWidth(int width) const override {
    return runs().isEmpty() ? 0 : FlowText::heightForWidth(width - 2 * side()) + 2 * m_look.px(7);
  }
  [[nodiscard]] QSize sizeHint() const override { return {m_look.px(260), heightForWidth(m_look.px(260))}; }

 protected:
  void paintEvent(QPaintEvent* event) override {
    QPainter painter(this);
    painter.fillRect(rect(), m_look.theme().sunken);
    painter.fillRect(QRect(0, 0, m_look.px(3), height()), m_look.theme().strong);
    painter.end();
    FlowText::paintEvent(event);
  }
  [[nodiscard]] QMarginsF textMargins() const override {
    return {static_cast<double>(side()), static_cast<double>(m_look.px(7)), static_cast<double>(side()),
            static_cast<double>(m_look.px(7))};
  }

 private:
  [[nodiscard]] int side() const { return m_look.px(11); }
  const Appearance& m_look;
};

}  // namespace

ExplanationPanel::ExplanationPanel(Walk& walk, Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      m_walk(walk),
      m_appearance(appearance),
      m_pages(new QStackedLayout(this)),
      m_scroll(new QScrollArea(this)),
      m_page(new QWidget(this)),
      m_thread(new ThreadView(walk, appearance, this)),
      m_ledgerWindow(new QDialog(this)),
      m_ledger(new LedgerView(walk, appearance, m_ledgerWindow)) {
  makePage();
  const auto addPage = [this](QScrollArea* scroll, QWidget* page) {
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(page);
    m_pages->addWidget(scroll);
  };
  addPage(m_scroll, m_page);
  addPage(new QScrollArea(this), m_thread);
  makeLedgerWindow();
  connect(&m_walk, &Walk::contentChanged, this, &ExplanationPanel::refresh);
  connect(&m_walk, &Walk::cellChanged, this, &ExplanationPanel::refresh);
  connect(&m_walk, &Walk::insideChanged, this, &ExplanationPanel::refresh);
  connect(&m_walk, &Walk::patchScoresChanged, this, &ExplanationPanel::refresh);
  connect(&m_walk, &Walk::listChanged, this, [this] {
    m_isThreadOld = true;
    refresh();
  });
  connect(m_card, &ReadoutCard::followWanted, this, &ExplanationPanel::showThread);
  connect(m_card, &ReadoutCard::ledgerWanted, this, &ExplanationPanel::showLedger);
  connect(m_card, &ReadoutCard::editWanted, this, &ExplanationPanel::editNumber);
  connect(m_card, &ReadoutCard::releaseWanted, this, &ExplanationPanel::releaseNumber);
  connect(m_card, &ReadoutCard::numberEntered, this, &ExplanationPanel::setNumber);
  connect(m_thread, &ThreadView::closed, this, &ExplanationPanel::showExplanation);
  // What is said on the other way is another matter than a number of this one.
  connect(&walk.focus(), &Focus::directionChanged, this, &ExplanationPanel::showExplanation);
  connect(m_toNotFinite, &QAbstractButton::clicked, this, [this] { m_walk.goTo(m_explanation.firstNotFinite); });
  follow(*this, appearance, [this] { applyAppearance(); });
  refresh();
}

void ExplanationPanel::makeLedgerWindow() {
  auto* layout = new QVBoxLayout(m_ledgerWindow);
  auto* scroll = new QScrollArea(m_ledgerWindow);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(scroll);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setWidget(m_ledger);
  connect(m_ledger, &LedgerView::closed, m_ledgerWindow, &QDialog::close);
  connect(m_ledger, &LedgerView::arrived, this, [this] {
    const int wanted = m_appearance.px(kLedgerWidth);
    m_ledger->layout()->invalidate();
    const int height = std::max(m_ledger->layout()->totalHeightForWidth(wanted), m_ledger->minimumSizeHint().height());
    const QSize size(wanted, std::min(height, static_cast<int>(screen()->availableGeometry().height() * kLedgerMost)));
    // A person's own size stays, as long as all has room.
    m_ledgerWindow->resize(m_ledgerWindow->isVisible() ? m_ledgerWindow->size().expandedTo(size) : size);
  });
}

void ExplanationPanel::makePage() {
  m_place = new QLabel(m_page);
  m_title = new QLabel(m_page);
  m_title->setWordWrap(true);
  m_sentence = new FlowText(m_appearance, m_page);
  m_card = new ReadoutCard(m_appearance, m_page);
  m_why = new FlowText(m_appearance, m_page);
  m_rowSum = new FlowText(m_appearance, m_page, 13, 19);
  m_rulerArea = new FigureArea(m_appearance, [this] { return m_ruler ? &*m_ruler : nullptr; }, m_page);
  m_pushesArea = new FigureArea(m_appearance, [this] { return m_pushes ? &*m_pushes : nullptr; }, m_page);
  m_toNotFinite = new LinkButton({}, m_appearance, m_page);
  m_next = new FlowText(m_appearance, m_page, 13, 19);
  m_caution = new Caution(m_appearance, m_page);
  auto* layout = new QVBoxLayout(m_page);
  for (QWidget* widget :
       std::initializer_list<QWidget*>{m_place, m_title, m_sentence, m_card, m_why, m_rowSum, m_rulerArea}) {
    layout->addWidget(widget);
  }
  layout->addWidget(new RootPanel(m_walk, m_appearance, m_page));
  layout->addWidget(m_toNotFinite, 0, Qt::AlignLeft);
  layout->addWidget(m_next);
  layout->addWidget(m_pushesArea);
  layout->addWidget(m_caution);
  layout->addStretch(1);
  m_rowSum->setTone(FlowText::Tone::Soft);
}

void ExplanationPanel::applyAppearance() {
  const auto px = [this](double length) { return m_appearance.px(length); };
  auto* layout = static_cast<QVBoxLayout*>(m_page->layout());
  layout->setContentsMargins(px(16), px(11), px(16), px(8));
  layout->setSpacing(px(8));
  QPalette colors = palette();
  colors.setColor(QPalette::Window, m_appearance.theme().surface);
  setPalette(colors);
  setAutoFillBackground(true);
  QPalette soft = colors;
  soft.setColor(QPalette::WindowText, m_appearance.theme().text2);
  m_place->setPalette(soft);
  m_place->setFont(m_appearance.font(12));
  m_title->setFont(m_appearance.font(20, 600));
}

void ExplanationPanel::refresh() {
  m_explanation = explain(m_walk);
  m_place->setText(m_explanation.place);
  m_place->setVisible(!m_explanation.place.isEmpty());
  m_title->setText(m_explanation.title);
  m_sentence->setRuns(m_explanation.sentence);
  m_card->show(m_explanation);
  m_why->setRuns(m_explanation.why);
  m_rowSum->setRuns(m_explanation.row);
  const bool isElsewhere = m_explanation.firstNotFinite >= 0 && m_explanation.firstNotFinite != m_walk.current();
  m_toNotFinite->setVisible(isElsewhere);
  if (isElsewhere) m_toNotFinite->setText(tr("Go to step %1").arg(m_explanation.firstNotFinite));
  m_next->setRuns(m_explanation.next.isEmpty() ? FlowRuns() : flowOf(tr("Next: %1"), {strongRun(m_explanation.next)}));
  m_caution->setRuns(m_explanation.caution.isEmpty() ? FlowRuns() : flowOf(m_explanation.caution));
  refreshPages();
  refreshRuler();
  refreshPushes();
}

void ExplanationPanel::refreshPushes() {
  const StageContent* content = m_walk.content();
  const auto cell = m_walk.focus().cell();
  m_pushes.reset();
  if (content != nullptr && content->pushes && cell && cell->row < content->result.rowCount()) {
    m_pushes.emplace(content->result, *content->pushes, *cell, tr("All pushes of the row, largest first"));
  }
  m_pushesArea->setVisible(m_pushes.has_value());
  m_pushesArea->setAccessibleName(m_pushes ? m_pushes->title() : QString());
  m_pushesArea->updateGeometry();
  m_pushesArea->update();
}

void ExplanationPanel::refreshPages() {
  const CellContent* cell = m_walk.cell();
  m_ledgerWindow->setWindowTitle(tr("Ledger"));
  if (m_ledgerWindow->isVisible()) {
    if (cell == nullptr || !m_explanation.hasLedger) {
      m_ledgerWindow->close();
    } else {
      m_ledger->show(cell->step, cell->offset);
    }
  }
  if (m_pages->currentIndex() == kThreadPage && m_isThreadOld && cell != nullptr) {
    m_isThreadOld = false;
    m_thread->follow(cell->step, cell->offset);
  }
}

void ExplanationPanel::refreshRuler() {
  const StageContent* content = m_walk.content();
  const auto cell = m_walk.focus().cell();
  const bool isDraw = content != nullptr && cell && content->result.step >= 0 && m_walk.session().result() != nullptr &&
                      m_walk.focus().direction() == Direction::Forward &&
                      hasRuler(*m_walk.session().result(), content->result.step);
  if (!isDraw) {
    m_walk.session().jobs().stop(kRulerKey);
    m_ruler.reset();
    m_rulerArea->setVisible(false);
    return;
  }
  m_walk.session().ask(
      kRulerKey,
      [step = content->result.step, place = drawPlace(content->result, m_walk.focus().head(), *cell)](
          core::Evaluator& evaluator, const Computation& computation) {
        return rulerOf(evaluator, computation, step, place.head, place.query);
      },
      [this](std::optional<Ruler> ruler) {
        m_ruler.reset();
        if (ruler) m_ruler.emplace(std::move(*ruler), tr("Ruler and needle"));
        m_rulerArea->setVisible(m_ruler.has_value());
        if (m_ruler)
          m_rulerArea->setAccessibleName(
              tr("The random number %1 draws the key").arg(m_ruler->ruler().needle, 0, 'f', 3));
        m_rulerArea->updateGeometry();
        m_rulerArea->update();
      });
}

void ExplanationPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) refresh();
  QWidget::changeEvent(event);
}

QSize ExplanationPanel::sizeHint() const {
  return {m_appearance.px(320), m_appearance.px(458)};
}

QSize ExplanationPanel::minimumSizeHint() const {
  return {m_appearance.px(240), m_appearance.px(160)};
}

void ExplanationPanel::showExplanation() {
  m_pages->setCurrentIndex(kExplanationPage);
}

void ExplanationPanel::showThread() {
  if (m_walk.cell() == nullptr) return;
  m_isThreadOld = false;
  m_thread->follow(m_walk.cell()->step, m_walk.cell()->offset);
  m_pages->setCurrentIndex(kThreadPage);
  m_thread->ribbon()->setFocus(Qt::OtherFocusReason);
}

void ExplanationPanel::showLedger() {
  if (m_walk.cell() == nullptr || !m_explanation.hasLedger) return;
  m_ledger->show(m_walk.cell()->step, m_walk.cell()->offset);
  m_ledgerWindow->show();
  m_ledgerWindow->raise();
}

void ExplanationPanel::editNumber() {
  const bool isPossible = m_explanation.readout && m_explanation.readout->isNumber && m_walk.cell() != nullptr &&
                          m_explanation.cell != Explanation::Cell::Masked && m_explanation.canChange;
  if (!isPossible) return;
  showExplanation();
  m_card->edit(m_walk.cell()->number);
}

void ExplanationPanel::setNumber(double number) {
  if (m_walk.cell() == nullptr || m_walk.session().result() == nullptr) return;
  try {
    setCell(m_walk.session().document(), *m_walk.session().result(), m_walk.cell()->step, m_walk.cell()->offset,
            number);
  } catch (const core::Error& error) {
    m_card->setError(translated(error.text()));
  }
}

void ExplanationPanel::releaseNumber() {
  if (m_walk.cell() == nullptr || m_walk.session().result() == nullptr) return;
  releaseCell(m_walk.session().document(), *m_walk.session().result(), m_walk.cell()->step, m_walk.cell()->offset);
}

}  // namespace heed::ui
