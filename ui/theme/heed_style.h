#pragma once

#include "ui/theme/appearance.h"

#include <QProxyStyle>

namespace heed::ui {

/// Fusion with the controls of the design: grey paper, ink, one scale factor. Colours come from the appearance each
/// time something is painted, so a change of theme needs no new style.
class HeedStyle : public QProxyStyle {
  Q_OBJECT

 public:
  explicit HeedStyle(const Appearance& appearance);

  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                          const QWidget* widget) const override;
  [[nodiscard]] QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                     const QWidget* widget) const override;
  [[nodiscard]] QRect subElementRect(SubElement element, const QStyleOption* option,
                                     const QWidget* widget) const override;
  [[nodiscard]] QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                       const QWidget* widget) const override;
  [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
  [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                              QStyleHintReturn* result) const override;
  [[nodiscard]] QIcon standardIcon(StandardPixmap pixmap, const QStyleOption* option,
                                   const QWidget* widget) const override;
  using QProxyStyle::polish;
  void polish(QWidget* widget) override;

 private:
  const Appearance& m_appearance;
};

}  // namespace heed::ui
