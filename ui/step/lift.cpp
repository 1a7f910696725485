#include "ui/step/lift.h"

#include "ui/tensorview/number_text.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::Lift)
};

constexpr double kHead = 56;  ///< the two lines above the bars
constexpr double kFoot = 10;
constexpr double kMargin = 3;  ///< around the matrix that is covered
constexpr double kNumber = 15;
constexpr float kBand = 0.28F;
constexpr float kSettledBand = 0.18F;
constexpr int kMostDecimals = 6;
constexpr double kSameWeight = 1e-4;

double roundedTo(double value, int decimals) {
  const double factor = std::pow(10.0, decimals);
  return std::round(value * factor) / factor;
}

/// Bars on a base line, by the bands of their columns.
class LiftPainter {
 public:
  LiftPainter(QPainter& painter, const Lift& lift, const Bands& columns, const QRectF& area, const FigureStyle& style,
              LiftForm form)
      : m_painter(painter),
        m_lift(lift),
        m_columns(columns),
        m_area(area),
        m_style(style),
        m_isSettled(form == LiftForm::Settled),
        m_base(area.bottom() - (m_isSettled ? 1 : kFoot)) {
    const double most = std::max(std::ranges::max(lift.before), std::ranges::max(lift.after.weights));
    const double taken = m_isSettled ? 2 : kHead + kFoot + kNumber;
    m_perShare = most > 0 ? std::max(area.height() - taken, 20.0) / most : 0;
  }

  void paint() {
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    if (!m_isSettled) {
      m_painter.setPen(QPen(m_style.theme.strong, 1));
      m_painter.setBrush(m_style.theme.surface);
      m_painter.drawRect(m_area.adjusted(-kMargin, -kMargin, kMargin, kMargin));
      paintWords();
    }
    flow(-1);
    flow(1);
    for (const Band& band : m_columns.all()) paintBars(band);
    m_painter.setPen(QPen(m_isSettled ? m_style.theme.strong : m_style.theme.ink, m_isSettled ? 1 : 1.5));
    m_painter.drawLine(QPointF(m_area.left(), m_base), QPointF(m_area.right(), m_base));
  }

 private:
  [[nodiscard]] double before(std::int64_t key) const { return m_lift.before[static_cast<std::size_t>(key)]; }
  [[nodiscard]] double after(std::int64_t key) const { return m_lift.after.weights[static_cast<std::size_t>(key)]; }
  [[nodiscard]] static QRectF inset(const Band& band, double upper, double lower) {
    const double gap = band.size() >= 12 ? 4 : band.size() >= 4 ? 1 : 0;
    return {band.from + gap, upper, std::max(band.size() - 2 * gap - 1, 1.0), lower - upper};
  }
  [[nodiscard]] QRectF bar(const Band& band, double from, double to) const {
    return inset(band, m_base - to * m_perShare, m_base - from * m_perShare);
  }

  void paintWords() {
    const TextStyle plain{13, m_style.theme.text, FontUse::Interface, 400};
    const TextStyle strong{13, m_style.theme.text, FontUse::Interface, 600};
    const double x = m_area.left() + 8;
    m_style.letters.draw(m_painter, {x, m_area.top() + 18}, Words::tr("%1 without %2").arg(m_lift.query, m_lift.word),
                         plain);
    m_style.letters.draw(m_painter, {x, m_area.top() + 38}, liftCaption(m_lift), strong);
  }

  /// Bands from the lifted bar to the keys on one side: the farthest leaves from
  /// the top, so that none cross.
  void flow(int side) {
    const auto source = m_columns.band(m_lift.key);
    if (!source) return;
    std::vector<Band> targets;
    for (const Band& band : m_columns.all()) {
      if ((band.place - m_lift.key) * side > 0 && after(band.place) > before(band.place)) targets.push_back(band);
    }
    if (side > 0) std::ranges::reverse(targets);
    const QRectF from = bar(*source, 0, before(m_lift.key));
    double taken = side > 0 ? 0 : shareTo(1);
    QColor color = m_style.theme.weights.line;
    color.setAlphaF(m_isSettled ? kSettledBand : kBand);
    for (const Band& band : targets) {
      const double gain = after(band.place) - before(band.place);
      const QRectF to = bar(band, before(band.place), after(band.place));
      const double upper = from.top() + taken * m_perShare;
      taken += gain;
      const double lower = from.top() + taken * m_perShare;
      const double start = side < 0 ? from.left() : from.right();
      const double end = side < 0 ? to.right() : to.left();
      const double middle = (start + end) / 2;
      QPainterPath path(QPointF(start, upper));
      path.cubicTo({middle, upper}, {middle, to.top()}, {end, to.top()});
      path.lineTo(end, to.bottom());
      path.cubicTo({middle, to.bottom()}, {middle, lower}, {start, lower});
      path.closeSubpath();
      m_painter.fillPath(path, color);
    }
  }

  /// What the keys on one side get.
  [[nodiscard]] double shareTo(int side) const {
    double share = 0;
    for (const Band& band : m_columns.all()) {
      if ((band.place - m_lift.key) * side > 0) share += std::max(after(band.place) - before(band.place), 0.0);
    }
    return share;
  }

  void paintBars(const Band& band) {
    const double old = before(band.place);
    const double now = after(band.place);
    const QColor line = m_style.theme.weights.line;
    m_painter.fillRect(bar(band, 0, std::min(old, now)), m_style.theme.weights.tint);
    if (now > old) m_painter.fillRect(bar(band, old, now), line);
    m_painter.setBrush(Qt::NoBrush);
    QPen outline(line, 1.2);
    if (band.size() >= 8) {
      if (band.place == m_lift.key) outline.setDashPattern({4, 3});
      m_painter.setPen(outline);
      m_painter.drawRect(bar(band, 0, old));
    }
    // Settled, the numbers stand in the row beside it.
    if (m_isSettled || band.size() < 24 || band.place == m_lift.key || !(now > 0)) return;
    const QRectF whole = bar(band, 0, std::max(now, old));
    m_style.letters.draw(m_painter, {whole.center().x(), whole.top() - 4}, weightCellText(now),
                         {m_style.leastSize, m_style.theme.text, FontUse::Numbers, 500}, Qt::AlignHCenter);
  }

  QPainter& m_painter;
  const Lift& m_lift;
  const Bands& m_columns;
  const QRectF m_area;
  const FigureStyle& m_style;
  bool m_isSettled;
  double m_base;
  double m_perShare = 0;
};

}  // namespace

std::optional<Lift> liftOf(const StageMatrix& weights, std::int64_t row, std::int64_t key) {
  if (row < 0 || key < 0 || row >= weights.rowCount() || key >= weights.columnCount() || !weights.isAllowed(row, key)) {
    return std::nullopt;
  }
  Lift lift;
  lift.row = row;
  lift.key = key;
  lift.query = QString::fromStdString(core::axisPlace(weights.rows, row));
  lift.word = QString::fromStdString(core::axisPlace(weights.columns, key));
  for (std::int64_t column = 0; column < weights.columnCount(); ++column) {
    const double weight = weights.isAllowed(row, column) ? weights.value(row, column) : 0.0;
    lift.before.push_back(std::isfinite(weight) ? weight : 0.0);
  }
  lift.after = core::liftedRow(lift.before, key);
  return std::isfinite(lift.after.factor) ? std::optional(std::move(lift)) : std::nullopt;
}

std::optional<std::int64_t> liftedKey(const StageMatrix& before, const StageMatrix& now) {
  if (before.values.isNull() || now.values.isNull() || before.values.shape() != now.values.shape()) return std::nullopt;
  if (now.allowed.isNull()) return std::nullopt;
  std::optional<std::int64_t> lifted;
  for (std::int64_t row = 0; row < now.rowCount(); ++row) {
    for (std::int64_t key = 0; key < now.columnCount(); ++key) {
      if (before.isAllowed(row, key) == now.isAllowed(row, key)) continue;
      if (now.isAllowed(row, key) || (lifted && *lifted != key)) return std::nullopt;
      lifted = key;
    }
  }
  return lifted;
}

bool isLiftOf(const Lift& lift, const StageMatrix& now) {
  if (lift.row >= now.rowCount() || lift.after.weights.size() != static_cast<std::size_t>(now.columnCount())) {
    return false;
  }
  for (std::int64_t key = 0; key < now.columnCount(); ++key) {
    const double weight = now.isAllowed(lift.row, key) ? now.value(lift.row, key) : 0.0;
    // Softmax in float32 against the old row in double.
    if (!(std::abs(weight - lift.after.weights[static_cast<std::size_t>(key)]) <= kSameWeight)) return false;
  }
  return true;
}

QString liftCaption(const Lift& lift) {
  const double factor = roundedTo(lift.after.factor, 2);
  int decimals = 3;
  while (decimals < kMostDecimals && roundedTo(1.0 / (1.0 - roundedTo(lift.after.share, decimals)), 2) != factor) {
    ++decimals;
  }
  return Words::tr("every other weight \u00D7 %1 = 1 / (1 \u2212 %2)")
      .arg(fixedText(factor, 2), weightCellText(lift.after.share, decimals));
}

void paintLift(QPainter& painter, const Lift& lift, const Bands& columns, const QRectF& area, const FigureStyle& style,
               LiftForm form) {
  painter.save();
  LiftPainter(painter, lift, columns, area, style, form).paint();
  painter.restore();
}

}  // namespace heed::ui
