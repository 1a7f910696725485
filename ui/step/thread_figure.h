#pragma once

#include "ui/step/thread.h"
#include "ui/tensorview/figure.h"

#include <QRectF>
#include <QStringList>

#include <vector>

namespace heed::ui {

/// The thread as a ribbon of cells, each link as thick as its share: side by side where there is room, else one below
/// another with what makes each number beside it.
class ThreadFigure : public Figure {
 public:
  ThreadFigure(std::vector<ThreadStop> stops, QString title) : m_stops(std::move(stops)), m_title(std::move(title)) {}

  [[nodiscard]] QString title() const override { return m_title; }
  [[nodiscard]] QSizeF sizeFor(double width, const FigureStyle& style) const override;
  void paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
  [[nodiscard]] std::vector<FigureNumbers> numbers() const override;

  [[nodiscard]] const std::vector<ThreadStop>& stops() const { return m_stops; }
  /// Where the cell of a stop, its factor and its remark are painted; empty where there is none.
  struct Places {
    QRectF cell;
    QRectF factor;
    QStringList remark;   ///< in lines
    QPointF remarkStart;  ///< baseline of the first line: its middle where the stops stand side by side, else its left
  };
  [[nodiscard]] std::vector<Places> places(const QRectF& rect, const FigureStyle& style) const;

  /// Whether the stops stand side by side in this width.
  [[nodiscard]] bool isHorizontal(double width, const FigureStyle& style) const;

 private:
  void paintLinks(QPainter& painter, const std::vector<Places>& all, bool horizontal, const FigureStyle& style) const;
  void paintStops(QPainter& painter, const std::vector<Places>& all, bool horizontal, const FigureStyle& style) const;
  [[nodiscard]] std::vector<Places> placesInLine(const QRectF& rect, const FigureStyle& style) const;
  [[nodiscard]] std::vector<Places> placesInColumn(const QRectF& rect, const FigureStyle& style) const;
  [[nodiscard]] QStringList remarkLines(std::size_t stop, double width, const FigureStyle& style) const;

  std::vector<ThreadStop> m_stops;
  QString m_title;
};

}  // namespace heed::ui
