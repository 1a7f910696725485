#include "ui/step/stage_figure.h"

#include "ui/step/stage_painter.h"

#include <QPainter>

#include <algorithm>

namespace heed::ui {

namespace {

/// A narrower stage has no room for its frames.
constexpr double kLeastDesignWidth = 640;
constexpr double kLeastDesignHeight = 380;
constexpr double kSlideDesignWidth = 900;
constexpr double kTitleLine = 1.3;
constexpr double kNoteLine = 1.5;

TextStyle titleText(const FigureStyle& style) {
  return {style.titleSize, style.theme.text, FontUse::Interface, 600};
}

}  // namespace

StageFigure::StageFigure(StagePicture picture, QString title, QSizeF design, QStringList notes)
    : m_picture(std::move(picture)), m_title(std::move(title)), m_design(design), m_notes(std::move(notes)) {
  // What lies on the stage in the window is not in the figure.
  m_picture.controlsWidth = m_picture.viewToolsWidth = m_picture.toolsHeight = 0;
  m_picture.origin.clear();
}

StageFigure StageFigure::worded(const QString& title, bool hasNotes) const {
  return StageFigure(m_picture, title.isEmpty() ? m_title : title, m_design, hasNotes ? m_notes : QStringList());
}

StageFigure StageFigure::unmarked() const {
  StageFigure figure(*this);
  figure.m_picture.focus.reset();
  figure.m_picture.isLocked = false;
  return figure;
}

double StageFigure::titleHeight(double width, const FigureStyle& style) const {
  if (m_title.isEmpty()) return 0;
  const auto lines = style.letters.wrapped(m_title, titleText(style), width).size();
  return static_cast<double>(lines) * style.titleSize * kTitleLine;
}

double StageFigure::notesHeight(const FigureStyle& style) const {
  return m_notes.isEmpty() ? 0 : style.leastSize * kNoteLine;
}

StageFigure::Plan StageFigure::plan(QSizeF room, const FigureStyle& style) const {
  Plan plan{m_picture, m_design, 1, titleHeight(room.width(), style)};
  if (style.isSlide) {
    // Letters are as large as slides want them, so the stage is laid out as for a projector.
    plan.design.setWidth(kSlideDesignWidth);
    plan.unit = room.width() / kSlideDesignWidth;
    plan.picture.isLectureSize = true;
    plan.picture.leastSize = style.leastSize / plan.unit;
  } else {
    // As wide as the stage was where the letters stay readable, else narrower.
    const double readable = room.width() / style.leastSize * m_picture.leastSize;
    plan.design.setWidth(std::clamp(readable, std::min(kLeastDesignWidth, m_design.width()), m_design.width()));
    plan.unit = std::min(room.width() / plan.design.width(), style.leastSize / m_picture.leastSize);
  }
  const double tall = room.height() - plan.upper - notesHeight(style);
  if (room.height() > 0 && style.isSlide) {
    plan.design.setHeight(std::max(kLeastDesignHeight, tall / plan.unit));
  }
  if (room.height() > 0) plan.unit = std::min(plan.unit, tall / plan.design.height());
  return plan;
}

QSizeF StageFigure::sizeFor(double width, const FigureStyle& style) const {
  const Plan planned = plan({width, 0}, style);
  const double tall = style.isSlide ? width * 9 / 16 : planned.design.height() * planned.unit;
  const double wide = std::min(width, planned.design.width() * planned.unit);
  return {wide, planned.upper + tall + notesHeight(style)};
}

void StageFigure::paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
  if (rect.isEmpty()) return;
  const Plan planned = plan(rect.size(), style);
  double y = rect.top();
  if (!m_title.isEmpty()) {
    for (const QString& line : style.letters.wrapped(m_title, titleText(style), rect.width())) {
      style.letters.draw(painter, {rect.left(), y + style.titleSize}, line, titleText(style));
      y += style.titleSize * kTitleLine;
    }
  }
  FigureStyle fitted = style;
  fitted.unit = planned.unit;
  StageImages images;
  const StageLayout layout = layoutStage(planned.picture, fitted, planned.design);
  painter.save();
  painter.translate(rect.left(), rect.top() + planned.upper);
  StagePainter(planned.picture, layout, fitted, images).paint(painter);
  painter.restore();
  const double lower = rect.top() + planned.upper + planned.design.height() * planned.unit;
  style.letters.draw(painter, {rect.left(), lower + style.leastSize * 1.1}, m_notes.join(QStringLiteral(", ")),
                     style.small(style.theme.text2));
}

double StageFigure::smallestText(QSizeF room, const FigureStyle& style) const {
  const Plan planned = plan(room, style);
  FigureStyle fitted = style;
  fitted.unit = planned.unit;
  const double least = layoutStage(planned.picture, fitted, planned.design).smallestText() * planned.unit;
  return m_notes.isEmpty() ? least : std::min(least, style.leastSize);
}

std::vector<FigureNumbers> StageFigure::numbers() const {
  std::vector<FigureNumbers> result;
  for (const StagePart part : {StagePart::Result, StagePart::Left, StagePart::Top, StagePart::Before, StagePart::Column,
                               StagePart::Gradient, StagePart::Difference, StagePart::Behind}) {
    const StageMatrix* matrix = m_picture.matrix(part);
    if (matrix != nullptr && !matrix->values.isNull()) result.push_back({matrix->name, matrix->values});
  }
  return result;
}

}  // namespace heed::ui
