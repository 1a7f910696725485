#pragma once

#include "ui/step/stage_layout.h"
#include "ui/step/walk.h"

#include <QLineEdit>
#include <QObject>
#include <QPointer>

#include <functional>
#include <optional>

namespace heed::ui {

/// Changes numbers in place: by dragging, by the wheel, or in a field over the cell. An input is changed itself; a
/// computed number is replaced. All changes of one drag are one edit.
class StageEditor : public QObject {
  Q_OBJECT

 public:
  StageEditor(Walk& walk, QWidget& stage);

  /// What a number belongs to.
  struct Subject {
    int step = -1;
    std::int64_t offset = 0;
    double number = 0;
    bool operator==(const Subject&) const = default;
  };

  void beginDrag(const Subject& subject, QPointF position);
  [[nodiscard]] bool isPressed() const { return m_dragged.has_value(); }
  /// Whether the pointer has moved far enough to mean a change.
  [[nodiscard]] bool isDragging() const { return m_isMoving; }
  void drag(QPointF position, Qt::KeyboardModifiers modifiers);
  /// Ends the drag; false where nothing was moved, so that it was a click.
  bool endDrag();
  void cancelDrag();
  void turn(const Subject& subject, double notches, Qt::KeyboardModifiers modifiers);
  /// Opens the field over a cell of the widget.
  void openField(const Subject& subject, const QRect& area, const QFont& font);
  [[nodiscard]] bool isFieldOpen() const { return m_field != nullptr; }
  [[nodiscard]] QLineEdit* field() const { return m_field; }

 Q_SIGNALS:
  void refused(const QString& sentence);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool set(const Subject& subject, double number, const QString& mergeKey);
  void applyField();
  void closeField();

  Walk& m_walk;
  QWidget& m_stage;
  std::optional<Subject> m_dragged;
  QPointF m_pressedAt;
  bool m_isMoving = false;
  std::optional<Subject> m_turned;
  Subject m_edited;
  QPointer<QLineEdit> m_field;
};

}  // namespace heed::ui
