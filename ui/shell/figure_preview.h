#pragma once

#include "ui/theme/appearance.h"

#include <QImage>
#include <QWidget>

namespace heed::ui {

/// A picture as large as there is room and never larger than it is, on the ground of the window.
class FigurePreview : public QWidget {
  Q_OBJECT

 public:
  FigurePreview(const Appearance& appearance, QWidget* parent);

  void setPicture(const QImage& picture);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Appearance& m_appearance;
  QImage m_picture;
  QImage m_shown;  ///< the picture in pixels of the screen
};

}  // namespace heed::ui
