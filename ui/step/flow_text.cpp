#include "ui/step/flow_text.h"

#include "ui/widgets/follow.h"
#include "ui/widgets/labels.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace heed::ui {

FlowText::FlowText(const Appearance& appearance, QWidget* parent, double size, double lineHeight)
    : QWidget(parent), m_appearance(appearance), m_size(size), m_lineHeight(lineHeight) {
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  follow(*this, appearance, [] {});
}

void FlowText::setRuns(FlowRuns runs) {
  m_runs = std::move(runs);
  setAccessibleName(plainText(m_runs));
  setVisible(!m_runs.isEmpty());
  updateGeometry();
  update();
}

void FlowText::setTone(Tone tone) {
  m_tone = tone;
  update();
}

QFont FlowText::fontOf(FlowRun::Kind kind) const {
  if (kind == FlowRun::Kind::Number) return m_appearance.font(m_size, 500, FontUse::Numbers);
  return m_appearance.font(m_size, kind == FlowRun::Kind::Text ? 400 : 600);
}

double FlowText::widthOf(const FlowRun& run) const {
  if (run.kind == FlowRun::Kind::Chip) {
    return chipSize({run.text, run.role, run.letter, run.crop}, m_appearance, m_size).width();
  }
  return QFontMetricsF(fontOf(run.kind)).horizontalAdvance(run.text);
}

FlowMeasure FlowText::measure() const {
  const double line = m_appearance.px(m_lineHeight);
  const QFontMetricsF plain(fontOf(FlowRun::Kind::Text));
  return {.lineHeight = line,
          .rise = (line + plain.ascent() - plain.descent()) / 2,
          .space = plain.horizontalAdvance(QLatin1Char(' ')),
          .widthOf = [this](const FlowRun& run) { return widthOf(run); }};
}

QList<PlacedRun> FlowText::laidOut(double width, double& height) const {
  return placeRuns(m_runs, width, measure(), height);
}

int FlowText::heightForWidth(int width) const {
  double height = 0;
  static_cast<void>(laidOut(width, height));
  return static_cast<int>(std::ceil(height));
}

int FlowText::naturalWidth() const {
  double height = 0;
  const QList<PlacedRun> pieces = laidOut(1e6, height);
  return pieces.isEmpty() ? 0 : static_cast<int>(std::ceil(pieces.back().at.x() + pieces.back().width));
}

QSize FlowText::sizeHint() const {
  const int width = m_appearance.px(260);
  return {width, heightForWidth(width)};
}

QSize FlowText::minimumSizeHint() const {
  const double widest = widestPart(m_runs, measure());
  return {static_cast<int>(std::ceil(std::min<double>(widest, m_appearance.px(160)))), m_appearance.px(m_lineHeight)};
}

void FlowText::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme& theme = m_appearance.theme();
  const QMarginsF margins = textMargins();
  painter.translate(margins.left(), margins.top());
  double height = 0;
  for (const PlacedRun& piece : laidOut(width() - margins.left() - margins.right(), height)) {
    if (piece.run.kind == FlowRun::Kind::Chip) {
      const ChipText chip{piece.run.text, piece.run.role, piece.run.letter, piece.run.crop};
      const QFontMetricsF metrics(m_appearance.font(m_size, 600));
      const double middle = piece.at.y() - (metrics.ascent() - metrics.descent()) / 2;
      const double tall = chipSize(chip, m_appearance, m_size).height();
      paintChip(painter, {piece.at.x(), middle - tall / 2}, chip, m_appearance, ChipStyle::Tinted, m_size);
      continue;
    }
    painter.setFont(fontOf(piece.run.kind));
    painter.setPen(m_tone == Tone::Soft ? theme.text2 : theme.text);
    painter.drawText(piece.at, piece.run.text);
  }
}

}  // namespace heed::ui
