#include "ui/step/stage_painter.h"

#include "ui/tensorview/cell_marks.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr double kRing = 2.5;
constexpr double kPipRadius = 6.5;
constexpr double kHeadWidth = 1.2;       ///< half of an arrow's head to the width of its line
constexpr double kHeadLength = 5.0 / 3;  ///< of the head to its half width

}  // namespace

void StagePainter::paintFormula(QPainter& painter, const FigureStyle& design) const {
  for (const StageFormula& line : m_layout.formulas) {
    FormulaLayout(line.tex, design, line.size, lineFormulaOptions()).paint(painter, line.at, design);
  }
  if (!m_layout.formula) return;
  const StepFormula& formula = m_picture.formula;
  FormulaMarks marks;
  marks.current = formula.term;
  FormulaLayout(m_picture.isLectureSize ? formula.brief : formula.tex, design, m_layout.formula->size,
                stageFormulaOptions())
      .paint(painter, m_layout.formula->at, design, marks);
}

void StagePainter::paintSettledLift(QPainter& painter, const FigureStyle& design) const {
  if (!m_layout.lift || !m_picture.lift) return;
  paintLift(painter, *m_picture.lift, m_layout.lift->columns, m_layout.lift->area, design, LiftForm::Settled);
}

void StagePainter::paintLegends(QPainter& painter) const {
  for (const StageLegend& legend : m_layout.legends) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    const ColorMap& map = legend.isSigned ? m_signed : m_shares;
    const int count = std::max(2, static_cast<int>(legend.ramp.width()));
    for (int i = 0; i < count; ++i) {
      painter.fillRect(QRectF(legend.ramp.left() + i, legend.ramp.top(), 1, legend.ramp.height()),
                       QColor(map.at(static_cast<double>(i) / (count - 1))));
    }
    painter.setPen(QPen(m_style.theme.strong, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(legend.ramp.adjusted(-1, -1, 0, 0));
  }
  painter.setRenderHint(QPainter::Antialiasing, true);
  FigureStyle design = m_style;
  design.hatchWidth = 1.6;
  design.hatchPeriod = 6;
  for (const QRectF& area : m_layout.hatches) paintHatch(painter, area, design);
}

void StagePainter::paintLines(QPainter& painter) const {
  for (const StageLine& line : m_layout.lines) {
    QPen pen(line.color, line.width, Qt::SolidLine, Qt::FlatCap);
    if (!line.dashes.isEmpty()) pen.setDashPattern(line.dashes);
    painter.setPen(pen);
    const QPointF along = line.to - line.from;
    const bool isDown = std::abs(along.y()) > std::abs(along.x());
    const double sign = isDown ? (along.y() > 0 ? 1 : -1) : (along.x() > 0 ? 1 : -1);
    const double half = std::max(3.0, line.width * kHeadWidth);
    const double length = std::min(half * kHeadLength, std::abs(along.y()));
    const bool isThick = line.hasArrow && isDown && line.width > 2;
    painter.drawLine(line.from, isThick ? line.to - QPointF(0, length * sign) : line.to);
    if (!line.hasArrow) continue;
    QPainterPath head(line.to);
    if (isDown) {
      head.lineTo(line.to + QPointF(-half, -length * sign));
      head.lineTo(line.to + QPointF(half, -length * sign));
    } else {
      head.lineTo(line.to + QPointF(-6 * sign, -4.5));
      head.lineTo(line.to + QPointF(-6 * sign, 4.5));
    }
    head.closeSubpath();
    painter.fillPath(head, line.color);
  }
}

void StagePainter::paintBoxes(QPainter& painter) const {
  for (const StageBox& box : m_layout.boxes) {
    QPen pen(box.line, box.width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
    if (!box.dashes.isEmpty()) pen.setDashPattern(box.dashes);
    painter.setPen(pen);
    painter.setBrush(box.fill.isValid() ? QBrush(box.fill) : QBrush(Qt::NoBrush));
    if (box.radius > 0) {
      painter.drawRoundedRect(box.area, box.radius, box.radius);
    } else {
      painter.drawRect(box.area);
    }
  }
}

void StagePainter::paintMarks(QPainter& painter) const {
  const Theme& theme = m_style.theme;
  FigureStyle design = m_style;
  design.unit = design.line = 1;
  design.ring = kRing * m_layout.lineScale;
  for (const QRectF& area : m_layout.triangles) paintTriangle(painter, area, design);
  for (const QPointF& dot : m_layout.dots) {
    painter.setPen(QPen(theme.surface, 1));
    painter.setBrush(theme.ink);
    painter.drawEllipse(dot, 3.0, 3.0);
  }
  for (const QPointF& dot : m_layout.hollowDots) {
    painter.setPen(QPen(theme.ink, 1.3));
    painter.setBrush(theme.surface);
    painter.drawEllipse(dot, 3.0, 3.0);
  }
  if (!m_layout.ring) return;
  QRectF cell = *m_layout.ring;
  if (cell.width() < 4 || cell.height() < 4) {
    const QPointF centre = cell.center();
    cell = QRectF(centre.x() - 3, centre.y() - 3, 6, 6);
  }
  paintRing(painter, cell, design);
  if (m_layout.isRingLocked) paintPip(painter, cell.topRight() + QPointF(1, -1));
}

void StagePainter::paintPip(QPainter& painter, QPointF centre) const {
  const Theme& theme = m_style.theme;
  const double scale = m_layout.lineScale;
  painter.save();
  painter.translate(centre);
  painter.scale(scale, scale);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.surface);
  painter.drawEllipse(QPointF(0, 0), kPipRadius + 1, kPipRadius + 1);
  painter.setBrush(theme.ink);
  painter.drawEllipse(QPointF(0, 0), kPipRadius, kPipRadius);
  painter.setBrush(theme.onInk);
  painter.drawRoundedRect(QRectF(-2.8, -0.6, 5.6, 4), 0.8, 0.8);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.onInk, 1.1));
  QPainterPath shackle(QPointF(-1.6, -0.6));
  shackle.lineTo(-1.6, -1.9);
  shackle.arcTo(QRectF(-1.6, -3.5, 3.2, 3.2), 180, -180);
  shackle.lineTo(1.6, -0.6);
  painter.drawPath(shackle);
  painter.restore();
}

}  // namespace heed::ui
