#pragma once

#include "ui/theme/appearance.h"

#include <QList>
#include <QString>
#include <QWidget>

class QButtonGroup;

namespace heed::ui {

/// One choice of a segmented control.
struct Segment {
  QString text;
  QString accessibleName = {};  ///< where the text says too little for a screen reader; else empty
  QString icon = {};            ///< a name of resources/icons, or empty
  FontUse use = FontUse::Interface;
};

enum class SegmentSize { Normal, Compact };  ///< 28 or 24 px high

/// A few choices side by side of which one is taken, filled with ink. To the keyboard and to a screen reader it is a
/// group of radio buttons: one stop of Tab, arrows choose.
class SegmentedControl : public QWidget {
  Q_OBJECT

 public:
  /// `name` says what is chosen: "Direction".
  SegmentedControl(const Appearance& appearance, const QString& name, const QList<Segment>& segments,
                   QWidget* parent = nullptr, SegmentSize size = SegmentSize::Normal);

  /// Replaces the choices; the first becomes current, without a signal.
  void setSegments(const QList<Segment>& segments);
  [[nodiscard]] int count() const;
  /// -1 if there is no choice.
  [[nodiscard]] int currentIndex() const;
  /// Emits currentChanged if this is another choice; an index that is out of range is passed over.
  void setCurrentIndex(int index);
  /// A choice that is not possible now, and why.
  void setSegmentEnabled(int index, bool isEnabled, const QString& reason = {});

 Q_SIGNALS:
  void currentChanged(int index);
  /// Only when a person has chosen.
  void chosen(int index);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void letTabReachTheChosen();
  const Appearance& m_appearance;
  SegmentSize m_size;
  QButtonGroup* m_group;
};

}  // namespace heed::ui
