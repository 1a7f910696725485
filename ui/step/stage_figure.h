#pragma once

#include "ui/step/stage_layout.h"
#include "ui/tensorview/figure.h"

#include <QStringList>

namespace heed::ui {

/// The stage as a figure that can be exported: the same layout and the same painter as in the window, with its title
/// above and where the weights come from below. On a slide it is laid out as for a projector.
class StageFigure : public Figure {
 public:
  /// `design` is the size of the stage that the figure is laid out for, in pixels of the design.
  StageFigure(StagePicture picture, QString title, QSizeF design, QStringList notes = {});

  [[nodiscard]] QString title() const override { return m_title; }
  [[nodiscard]] QSizeF sizeFor(double width, const FigureStyle& style) const override;
  void paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
  [[nodiscard]] double smallestText(QSizeF room, const FigureStyle& style) const override;
  [[nodiscard]] std::vector<FigureNumbers> numbers() const override;

  [[nodiscard]] const StagePicture& picture() const { return m_picture; }
  /// The same with other words, and without its notes.
  [[nodiscard]] StageFigure worded(const QString& title, bool hasNotes) const;
  /// The same with no cell marked, as the stage is where nothing is locked.
  [[nodiscard]] StageFigure unmarked() const;

 private:
  /// What is laid out in a room, how large its pixels are, and where it stands.
  struct Plan {
    StagePicture picture;
    QSizeF design;
    double unit = 1;
    double upper = 0;
  };
  [[nodiscard]] Plan plan(QSizeF room, const FigureStyle& style) const;
  [[nodiscard]] double titleHeight(double width, const FigureStyle& style) const;
  [[nodiscard]] double notesHeight(const FigureStyle& style) const;

  StagePicture m_picture;
  QString m_title;
  QSizeF m_design;
  QStringList m_notes;
};

}  // namespace heed::ui
