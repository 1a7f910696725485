#pragma once

#include "ui/theme/appearance.h"

#include <QFocusFrame>
#include <QPointer>

namespace heed::ui {

/// Four corner brackets of ink around the widget that got the keyboard focus by a key: a frame would read as a choice
/// or as a lock. A click hides them. A widget that shows its focus itself (a matrix, the stage) says so by
/// setPaintsOwnFocus().
class FocusRing : public QObject {
  Q_OBJECT

 public:
  FocusRing(const Appearance& appearance, QObject* parent);
  ~FocusRing() override;
  FocusRing(const FocusRing&) = delete;
  FocusRing& operator=(const FocusRing&) = delete;

  [[nodiscard]] bool eventFilter(QObject* watched, QEvent* event) override;
  /// The widget that the brackets are around; null if there is none.
  [[nodiscard]] QWidget* ringed() const;

  static void setPaintsOwnFocus(QWidget& widget);

 private:
  void show(QWidget* widget);
  void hide();

  const Appearance& m_appearance;
  QPointer<QFocusFrame> m_frame;
  bool m_isByKey = false;
};

}  // namespace heed::ui
