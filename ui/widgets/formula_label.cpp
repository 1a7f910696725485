#include "ui/widgets/formula_label.h"

#include "core/model/formula_text.h"
#include "ui/theme/focus_ring.h"
#include "ui/widgets/follow.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <ranges>
#include <vector>

namespace heed::ui {

namespace {

/// Formulas get no smaller than this in pixels of the design; what is still too wide is cut.
constexpr double kLeastLetterSize = 12;
/// Room for the ring of the keyboard focus.
constexpr double kMargin = 2;

}  // namespace

FormulaLabel::FormulaLabel(const Appearance& appearance, QWidget* parent, double size)
    : QLabel(parent), m_appearance(appearance), m_letterSize(size), m_layout({}, appearance.figureStyle(), size) {
  setTextFormat(Qt::PlainText);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  FocusRing::setPaintsOwnFocus(*this);
  follow(*this, appearance, [this] { layOut(); });
}

void FormulaLabel::setFormula(const std::string& tex, const FormulaOptions& options) {
  m_tex = tex;
  m_options = options;
  m_marks.hovered.clear();
  m_marks.focused.clear();
  setText(QString::fromStdString(core::formulaAsText(tex)));
  setAccessibleName(text());
  layOut();
}

void FormulaLabel::setLetterSize(double size) {
  m_letterSize = size;
  layOut();
}

void FormulaLabel::setCurrentTerm(const std::string& id) {
  m_marks.current = id;
  update();
}

void FormulaLabel::setTermNames(const std::map<std::string, QString>& names) {
  m_names = names;
  setMouseTracking(!names.empty());
  setFocusPolicy(names.empty() ? Qt::NoFocus : Qt::StrongFocus);
}

FormulaLayout FormulaLabel::fitted(double width) const {
  const FigureStyle style = m_appearance.figureStyle();
  FormulaOptions options = m_options;
  const double room = width - 2 * style.px(kMargin);
  options.maximumWidth = room;
  FormulaLayout layout(m_tex, style, style.px(m_letterSize), options);
  const double size = layout.size().width();
  if (size <= room) return layout;
  const double smaller =
      std::max(style.px(std::min(kLeastLetterSize, m_letterSize)), layout.letterSize() * room / size);
  return FormulaLayout(m_tex, style, smaller, options);
}

void FormulaLabel::layOut() {
  m_layout = fitted(width());
  updateGeometry();
  update();
}

QSize FormulaLabel::sizeHint() const {
  const FigureStyle style = m_appearance.figureStyle();
  const FormulaLayout whole(m_tex, style, style.px(m_letterSize), m_options);
  const double margin = 2 * style.px(kMargin);
  return {qCeil(whole.size().width() + margin), qCeil(whole.size().height() + margin)};
}

QSize FormulaLabel::minimumSizeHint() const {
  const FigureStyle style = m_appearance.figureStyle();
  FormulaOptions options = m_options;
  options.maximumWidth = 1;
  const FormulaLayout least(m_tex, style, style.px(std::min(kLeastLetterSize, m_letterSize)), options);
  const double margin = 2 * style.px(kMargin);
  return {qCeil(least.size().width() + margin), qCeil(least.letterSize() + margin)};
}

int FormulaLabel::heightForWidth(int width) const {
  return qCeil(fitted(width).size().height() + 2 * m_appearance.figureStyle().px(kMargin));
}

void FormulaLabel::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  m_layout = fitted(width());
}

void FormulaLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const FigureStyle style = m_appearance.figureStyle();
  m_layout.paint(painter, QPointF(style.px(kMargin), style.px(kMargin)), style, m_marks);
}

std::string FormulaLabel::namedTermAt(const QPoint& point) const {
  const double margin = m_appearance.figureStyle().px(kMargin);
  const QPointF place = QPointF(point) - QPointF(margin, margin);
  for (const FormulaTerm& term : m_layout.terms() | std::views::reverse) {
    if (term.rect.contains(place) && m_names.contains(term.id)) return term.id;
  }
  return {};
}

void FormulaLabel::mouseMoveEvent(QMouseEvent* event) {
  const std::string term = namedTermAt(event->pos());
  if (term == m_marks.hovered) return;
  m_marks.hovered = term;
  setCursor(term.empty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
  update();
}

void FormulaLabel::mousePressEvent(QMouseEvent* event) {
  const std::string term = namedTermAt(event->pos());
  if (event->button() != Qt::LeftButton || term.empty()) {
    QLabel::mousePressEvent(event);
    return;
  }
  Q_EMIT termActivated(QString::fromStdString(term));
}

void FormulaLabel::leaveEvent(QEvent* event) {
  m_marks.hovered.clear();
  update();
  QLabel::leaveEvent(event);
}

bool FormulaLabel::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && !m_names.empty()) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const std::string term = namedTermAt(help->pos());
    if (term.empty()) {
      QToolTip::hideText();
    } else {
      QToolTip::showText(help->globalPos(), m_names.at(term), this);
    }
    return true;
  }
  return QLabel::event(event);
}

void FormulaLabel::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      moveFocus(-1);
      return;
    case Qt::Key_Right:
      moveFocus(1);
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (!m_marks.focused.empty()) Q_EMIT termActivated(QString::fromStdString(m_marks.focused));
      return;
    default:
      QLabel::keyPressEvent(event);
  }
}

void FormulaLabel::moveFocus(int step) {
  std::vector<std::string> ids;
  for (const FormulaTerm& term : m_layout.terms()) {
    if (m_names.contains(term.id)) ids.push_back(term.id);
  }
  if (ids.empty()) return;
  const auto here = std::ranges::find(ids, m_marks.focused);
  const auto last = std::ssize(ids) - 1;
  const std::ptrdiff_t index = here == ids.end() ? (step > 0 ? 0 : last) : (here - ids.begin()) + step;
  showFocusedTerm(ids[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(index, 0, last))]);
}

void FormulaLabel::showFocusedTerm(const std::string& id) {
  m_marks.focused = id;
  setAccessibleDescription(m_names.contains(id) ? m_names.at(id) : QString());
  QAccessibleEvent change(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&change);
  update();
}

void FormulaLabel::focusInEvent(QFocusEvent* event) {
  QLabel::focusInEvent(event);
  if (event->reason() == Qt::MouseFocusReason) return;
  if (m_names.contains(m_marks.current)) {
    showFocusedTerm(m_marks.current);
  } else {
    moveFocus(event->reason() == Qt::BacktabFocusReason ? -1 : 1);
  }
}

void FormulaLabel::focusOutEvent(QFocusEvent* event) {
  m_marks.focused.clear();
  QLabel::focusOutEvent(event);
}

}  // namespace heed::ui
