#include "ui/shell/hints.h"

#include "ui/theme/style_parts.h"
#include "ui/widgets/buttons.h"

#include <QCoreApplication>
#include <QPainter>
#include <QWidget>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr double kHeight = 28;
constexpr double kPadding = 6;
constexpr double kDisc = 18;
constexpr double kClose = 22;
constexpr double kDot = 3;

}  // namespace

/// Words on ink with a number, a cross, and a line to what they are about.
class Hints::Bubble : public QWidget {
 public:
  Bubble(int number, const Appearance& appearance, QWidget* parent)
      : QWidget(parent),
        m_number(number),
        m_appearance(appearance),
        m_close(new IconButton(QStringLiteral("close"), {}, appearance, this, kClose, 14)) {
    m_close->setTone(IconTone::OnInk);
    hide();
  }

  [[nodiscard]] IconButton& closeButton() { return *m_close; }

  void setWords(const QString& words) {
    m_words = words;
    setAccessibleName(words);
    m_close->setName(QCoreApplication::translate("Hints", "Close the hint"));
  }

  [[nodiscard]] QSize bubbleSize() const {
    const int text = QFontMetrics(m_appearance.font(12, 600)).horizontalAdvance(m_words);
    return {text + m_appearance.px(kDisc + kClose + 4 * kPadding), m_appearance.px(kHeight)};
  }

  void show(const HintPlace& place) {
    const QRect target(place.target - QPoint(m_appearance.px(kDot + 1), m_appearance.px(kDot + 1)),
                       QSize(m_appearance.px(2 * kDot + 2), m_appearance.px(2 * kDot + 2)));
    const QRect whole = place.bubble.united(target);
    m_bubble = place.bubble.translated(-whole.topLeft());
    m_target = place.target - whole.topLeft();
    setGeometry(whole);
    const int side = m_close->sizeHint().width();
    m_close->setGeometry(m_bubble.right() - side - m_appearance.px(3), m_bubble.center().y() - side / 2, side, side);
    // Only the words and the line take the mouse: the rest of the rectangle is the window's.
    const QRect line = QRect(m_target, m_bubble.center()).normalized();
    setMask(QRegion(m_bubble) + QRegion(target.translated(-whole.topLeft())) +
            QRegion(line.adjusted(-m_appearance.px(2), -m_appearance.px(2), m_appearance.px(2), m_appearance.px(2))));
    QWidget::show();
    raise();
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = m_appearance.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.ink, m_appearance.px(2)));
    painter.drawLine(m_target, nearest());
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.ink);
    painter.drawEllipse(QPointF(m_target), m_appearance.px(kDot), m_appearance.px(kDot));
    style::paintBox(painter, m_bubble, m_appearance.px(4), theme.ink, QColor(), 0);
    const double disc = m_appearance.px(kDisc);
    const QRectF round(m_bubble.left() + m_appearance.px(kPadding), m_bubble.center().y() - disc / 2 + 0.5, disc, disc);
    painter.setBrush(theme.onInk);
    painter.drawEllipse(round);
    painter.setPen(theme.ink);
    painter.setFont(m_appearance.font(12, 600));
    painter.drawText(round, Qt::AlignCenter, QString::number(m_number));
    painter.setPen(theme.onInk);
    painter.setFont(m_appearance.font(12, 600));
    painter.drawText(m_bubble.adjusted(m_appearance.px(kDisc + 2 * kPadding), 0, 0, 0), Qt::AlignVCenter, m_words);
  }

 private:
  /// The point of the bubble's edge that is nearest to the target, straight up, down or across.
  [[nodiscard]] QPoint nearest() const {
    return {std::clamp(m_target.x(), m_bubble.left(), m_bubble.right()),
            std::clamp(m_target.y(), m_bubble.top(), m_bubble.bottom())};
  }

  int m_number;
  const Appearance& m_appearance;
  IconButton* m_close;
  QString m_words;
  QRect m_bubble;
  QPoint m_target;
};

Hints::Hints(SettingsFile& settings, const Appearance& appearance, QWidget& window)
    : QObject(&window), m_settings(settings), m_appearance(appearance), m_window(window) {
  connect(&appearance, &Appearance::changed, this, &Hints::place);
}

Hints::~Hints() = default;

void Hints::add(Hint hint) {
  auto* bubble = new Bubble(static_cast<int>(m_hints.size()) + 1, m_appearance, &m_window);
  connect(&bubble->closeButton(), &IconButton::clicked, this, [this, id = hint.id] { dismiss(id); });
  m_hints.push_back({std::move(hint), bubble});
}

bool Hints::isDismissed(const QString& id) const {
  return m_settings.values().dismissedHints.contains(id);
}

void Hints::dismiss(const QString& id) {
  if (isDismissed(id)) return;
  m_settings.change([&](Settings& values) { values.dismissedHints.append(id); });
  place();
  Q_EMIT countChanged();
}

void Hints::dismissAll() {
  for (const Shown& shown : m_hints) dismiss(shown.hint.id);
}

void Hints::restore() {
  m_settings.change([](Settings& values) { values.dismissedHints.clear(); });
  place();
  Q_EMIT countChanged();
}

void Hints::setVisible(bool isVisible) {
  m_isVisible = isVisible;
  place();
}

void Hints::place() {
  for (const auto& [hint, bubble] : m_hints) {
    std::optional<HintPlace> at;
    if (m_isVisible && !isDismissed(hint.id)) {
      bubble->setWords(hint.words());
      at = hint.place(bubble->bubbleSize());
    } else if (hint.gone && !bubble->isHidden()) {
      hint.gone();
    }
    if (at) {
      bubble->show(*at);
    } else {
      bubble->hide();
    }
  }
}

int Hints::count() const {
  return static_cast<int>(
      std::ranges::count_if(m_hints, [this](const Shown& shown) { return !isDismissed(shown.hint.id); }));
}

}  // namespace heed::ui
