#include "ui/step/stage_picture.h"
#include "ui/step/step_figures.h"
#include "ui/step/token_panel.h"
#include "ui/widgets/follow.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace heed::ui {

namespace {

constexpr double kLeastPitch = 12;  ///< of token lines, in pixels of the design
/// Texts of more words follow the pointer when it rests.
constexpr std::int64_t kMostWordsAtOnce = 100;
constexpr int kLaterMilliseconds = 60;

}  // namespace

TokenView::TokenView(Walk& walk, Appearance& appearance, QWidget* parent)
    : QWidget(parent), m_walk(walk), m_appearance(appearance) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Expanding);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  connect(&m_walk, &Walk::weightsChanged, this, &TokenView::refresh);
  connect(&m_walk, &Walk::contentChanged, this, &TokenView::refresh);
  connect(&m_walk, &Walk::patchScoresChanged, this, &TokenView::refresh);
  m_later.setSingleShot(true);
  m_later.setInterval(kLaterMilliseconds);
  connect(&m_later, &QTimer::timeout, this, &TokenView::refresh);
  connect(&m_walk.focus(), &Focus::cellChanged, this, &TokenView::followFocus);
  follow(*this, appearance, [this] { m_measured = QSize(); });
  refresh();
}

const Figure* TokenView::figure() const {
  if (m_keys) return &*m_keys;
  if (m_overlay) return &*m_overlay;
  return m_lines ? &*m_lines : nullptr;
}

std::shared_ptr<const Figure> TokenView::copyOfFigure() const {
  if (m_keys) return std::make_shared<StrongestKeys>(*m_keys);
  if (m_overlay) return std::make_shared<ImageOverlay>(*m_overlay);
  return m_lines ? std::make_shared<TokenLines>(*m_lines) : nullptr;
}

void TokenView::setMode(OverlayMode mode) {
  m_mode = mode;
  refresh();
}

std::optional<std::int64_t> TokenView::focusRow() const {
  const StageMatrix* weights = m_walk.weights();
  const auto cell = m_walk.focus().cell();
  if (weights == nullptr || !cell || m_walk.content() == nullptr) return std::nullopt;
  const StageMatrix& shown = m_walk.content()->result;
  if (shown.rowCount() != weights->rowCount() || cell->row >= weights->rowCount()) return std::nullopt;
  return cell->row;
}

void TokenView::refresh() {
  const StageMatrix* weights = m_walk.weights();
  const bool wereKeys = m_keys.has_value();
  m_lines.reset();
  m_overlay.reset();
  m_keys.reset();
  m_isHidden = false;
  m_later.stop();
  const bool isSame = weights != nullptr && isSameWeights(*weights);
  if (!isSame) {
    m_shown = weights == nullptr ? core::Tensor() : weights->values;
    m_queryLabels = weights == nullptr ? std::vector<AxisLabel>() : axisLabels(weights->rows, weights->rowCount());
    m_keyLabels = weights == nullptr ? std::vector<AxisLabel>() : axisLabels(weights->columns, weights->columnCount());
  }
  if (weights != nullptr && weights->values.elementCount() > 0 && m_walk.session().result() != nullptr) {
    const int row = m_walk.list().rowOfStep(weights->step);
    m_isHidden = row >= 0 && !m_walk.isRevealed(row);
    const StageContent* content = m_walk.content();
    const PatchPicture* patches = content != nullptr ? content->patches.get() : nullptr;
    if (patches == nullptr || !isPatchAxis(weights->columns, *patches)) {
      makeLines(*weights);
    } else if (isPatchPair(*content) && m_walk.patchScores() != nullptr) {
      m_keys.emplace(*m_walk.patchScores(), content->patches, tr("Strongest keys"));
      m_isHidden = false;
    } else {
      makeOverlay(*weights);
    }
  }
  if (!isSame || wereKeys || m_keys) {
    const QSize before = std::exchange(m_measured, QSize());
    if (!isSame || heightForWidth(before.width()) != before.height()) updateGeometry();
  }
  update();
  Q_EMIT figureChanged();
}

bool TokenView::isSameWeights(const StageMatrix& weights) const {
  const bool isSize =
      m_shown.isNull() == weights.values.isNull() && (m_shown.isNull() || m_shown.shape() == weights.values.shape());
  return isSize && !m_shown.isNull() && m_shown.kind() == core::ElementKind::Float32 &&
         m_shown.floats().data() == weights.values.floats().data();
}

void TokenView::followFocus() {
  if (m_lines && m_lines->isText() && m_lines->keys() > kMostWordsAtOnce) {
    m_later.start();
  } else {
    refresh();
  }
}

void TokenView::makeLines(const StageMatrix& weights) {
  TokenLinesOptions options;
  options.queryLabels = m_queryLabels;
  options.keyLabels = m_keyLabels;
  options.queryAxis = tr("queries");
  options.keyAxis = tr("keys");
  core::Tensor values = weights.values;
  if (m_isHidden) {
    core::TensorBuffer nothing(core::ElementKind::Float32, weights.values.shape());
    std::ranges::fill(nothing.floats(), 0.0F);
    values = nothing.finish();
  } else {
    options.allowed = weights.allowed;
    options.focusRow = focusRow();
  }
  m_lines.emplace(std::move(values), std::move(options));
}

void TokenView::makeOverlay(const StageMatrix& weights) {
  const PatchPicture& picture = *m_walk.content()->patches;
  const std::int64_t rows = picture.rows();
  const std::int64_t columns = picture.columns();
  const std::int64_t query = focusRow().value_or(rows / 2 * columns + columns / 2);
  ImageOverlayOptions options;
  options.mode = m_mode;
  options.patchArea = picture.area();
  if (!weights.allowed.isNull()) {
    options.allowed = ImageOverlay::rowAsGrid(weights.allowed, query, rows, columns);
  }
  options.query = query;
  options.valueWord = tr("weight");
  m_overlay.emplace(picture.whole(), ImageOverlay::rowAsGrid(weights.values, query, rows, columns), std::move(options));
}

QRectF TokenView::area() const {
  const double side = m_appearance.px(12);
  return QRectF(rect()).adjusted(side, m_appearance.px(8), -side, -m_appearance.px(6));
}

int TokenView::heightForWidth(int width) const {
  const Figure* shown = figure();
  if (shown == nullptr) return m_appearance.px(80);
  const double frame = m_appearance.px(14);
  const FigureStyle style = m_appearance.figureStyle();
  if (m_lines && !m_lines->isText()) {
    const auto count = static_cast<double>(std::max(m_lines->queries(), m_lines->keys()));
    return static_cast<int>(std::ceil(count * m_appearance.px(kLeastPitch) + style.labelSize * 1.7 + frame));
  }
  if (m_measured.width() != width) {
    const double height = shown->sizeFor(width - 2.0 * m_appearance.px(12), style).height() + frame;
    m_measured = QSize(width, static_cast<int>(std::ceil(height)));
  }
  return m_measured.height();
}

QSize TokenView::sizeHint() const {
  return {m_appearance.px(320), heightForWidth(std::max(width(), m_appearance.px(240)))};
}

QSize TokenView::minimumSizeHint() const {
  return {m_appearance.px(200), heightForWidth(std::max(width(), m_appearance.px(200)))};
}

void TokenView::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  painter.setClipRect(event->rect());
  const FigureStyle style = m_appearance.figureStyle();
  const Figure* shown = figure();
  const auto say = [&](const QString& words, const QRectF& place) {
    painter.setPen(style.theme.text2);
    painter.setFont(m_appearance.font(13));
    painter.drawText(place, Qt::AlignCenter | Qt::TextWordWrap, words);
  };
  if (shown == nullptr) {
    const bool isComputed = m_walk.session().result() != nullptr;
    say(isComputed ? tr("This model has no attention weights.") : tr("No result yet"), area());
    return;
  }
  if (m_overlay && (m_isAlone || m_isHidden)) {
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(m_overlay->pictureRect(area(), style), m_overlay->picture());
  } else {
    shown->paintTo(painter, area(), style);
  }
  if (!m_isHidden) return;
  const int row = m_walk.list().rowOfStep(m_walk.weights()->step);
  const QString words = tr("after\nstep %1").arg(row);
  const QFontMetrics metrics(m_appearance.font(13));
  QRectF place = metrics.boundingRect(QRect(0, 0, width(), height()), Qt::AlignCenter, words);
  place.adjust(-m_appearance.px(6), -m_appearance.px(4), m_appearance.px(6), m_appearance.px(4));
  place.moveCenter(area().center());
  painter.fillRect(place, style.theme.surface);
  say(words, place);
}

std::optional<Focus::Cell> TokenView::cellOf(Role role, std::int64_t place) const {
  const StageMatrix* weights = m_walk.weights();
  if (weights == nullptr || m_walk.content() == nullptr) return std::nullopt;
  const StageMatrix& shown = m_walk.content()->result;
  const Focus::Cell now = m_walk.focus().cell().value_or(Focus::Cell{});
  const bool hasKeys = shown.columns.meaning == core::AxisMeaning::Key && shown.columnCount() == weights->columnCount();
  if (role == Role::Key && hasKeys) return Focus::Cell{std::min(now.row, shown.rowCount() - 1), place};
  if (place < shown.rowCount() && shown.rowCount() == weights->rowCount()) {
    return Focus::Cell{place, std::min(now.column, shown.columnCount() - 1)};
  }
  return std::nullopt;
}

std::optional<Focus::Cell> TokenView::cellAt(QPointF point) const {
  const FigureStyle style = m_appearance.figureStyle();
  if (m_keys) {
    const auto key = m_keys->keyAt(point, area(), style);
    return key ? cellOf(Role::Key, m_keys->keys()[*key].place) : std::nullopt;
  }
  if (m_overlay) {
    const auto patch = m_overlay->patchAt(point, area(), style);
    return patch ? cellOf(Role::Query, *patch) : std::nullopt;
  }
  if (!m_lines) return std::nullopt;
  const auto word = m_lines->wordAt(point, area(), style);
  if (!word) return std::nullopt;
  // In running text there is one word for query and key: a click asks for its row.
  return cellOf(m_lines->isText() ? Role::Query : word->role, word->place);
}

void TokenView::mouseMoveEvent(QMouseEvent* event) {
  const auto cell = cellAt(event->position());
  setCursor(cell ? Qt::PointingHandCursor : Qt::ArrowCursor);
  // The list of keys follows the focus: it would run away under the pointer.
  if (cell && !m_keys) m_walk.focus().hover(cell);
}

void TokenView::mousePressEvent(QMouseEvent* event) {
  const auto cell = cellAt(event->position());
  if (cell && event->button() == Qt::LeftButton) m_walk.focus().lock(*cell);
}

void TokenView::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  if (!m_keys) m_walk.focus().hover(std::nullopt);
}

void TokenView::moveRow(std::int64_t change) {
  const StageMatrix* weights = m_walk.weights();
  if (weights == nullptr) return;
  const std::int64_t row = std::clamp<std::int64_t>(focusRow().value_or(-1) + change, 0, weights->rowCount() - 1);
  if (const auto cell = cellOf(Role::Query, row)) m_walk.focus().lock(*cell);
}

/// The next or the last of the strongest keys; the first where none of them is under the focus.
void TokenView::moveKey(std::int64_t change) {
  if (!m_keys || m_keys->keys().empty()) return;
  const auto& keys = m_keys->keys();
  const auto found = std::ranges::find(keys, m_keys->scores().focus.place, &PatchScores::Key::place);
  const std::int64_t now = found == keys.end() ? -1 : found - keys.begin();
  const std::int64_t next = std::clamp<std::int64_t>(now + change, 0, static_cast<std::int64_t>(keys.size()) - 1);
  if (const auto cell = cellOf(Role::Key, keys[static_cast<std::size_t>(next)].place)) m_walk.focus().lock(*cell);
}

void TokenView::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space && m_overlay) {
    if (!event->isAutoRepeat()) setAlone(true);
    return;
  }
  if (m_keys && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)) {
    moveKey(event->key() == Qt::Key_Down ? 1 : -1);
    return;
  }
  if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down) {
    const bool isGrid = m_overlay.has_value();
    moveRow((event->key() == Qt::Key_Down ? 1 : -1) * (isGrid ? m_overlay->columns() : 1));
    return;
  }
  if (m_overlay && (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)) {
    moveRow(event->key() == Qt::Key_Right ? 1 : -1);
    return;
  }
  QWidget::keyPressEvent(event);
}

void TokenView::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) setAlone(false);
  QWidget::keyReleaseEvent(event);
}

void TokenView::focusOutEvent(QFocusEvent* event) {
  setAlone(false);
  QWidget::focusOutEvent(event);
}

void TokenView::setAlone(bool alone) {
  m_isAlone = alone;
  update();
}

}  // namespace heed::ui
