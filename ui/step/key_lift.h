#pragma once

#include "ui/step/lift.h"
#include "ui/step/walk.h"

#include <QObject>
#include <QPointF>

#include <optional>

namespace heed::ui {

/// Lifting a key's label off the map: while it hangs in the air the row under
/// the focus is shown without it; letting go away from its place hides the key
/// from all queries, as one edit.
class KeyLift : public QObject {
  Q_OBJECT

 public:
  explicit KeyLift(Walk& walk, QObject* parent = nullptr) : QObject(parent), m_walk(walk) {}

  /// The label of a key is pressed; positions are pixels of the design.
  void press(std::int64_t key, QPointF position);
  [[nodiscard]] bool isPressed() const { return m_key.has_value(); }
  /// Whether the label was moved away from its place.
  [[nodiscard]] bool isLifted() const { return m_isLifted; }
  void drag(QPointF position);
  /// From the keyboard: the label hangs over its column until drop() or
  /// putBack().
  void lift(std::int64_t key, QPointF position);
  /// Lets go; false where the label was not lifted at all, so that it was a
  /// click.
  bool release();
  void drop();
  void putBack();

  [[nodiscard]] std::optional<std::int64_t> key() const { return m_key; }
  [[nodiscard]] QPointF position() const { return m_position; }
  /// The row without the key; none where that is not known before the run.
  [[nodiscard]] const std::optional<Lift>& preview() const { return m_preview; }

 Q_SIGNALS:
  void changed();
  void refused(const QString& sentence);

 private:
  void takePreview();

  Walk& m_walk;
  std::optional<std::int64_t> m_key;
  QPointF m_pressedAt;
  QPointF m_position;
  bool m_isLifted = false;
  std::optional<Lift> m_preview;
};

}  // namespace heed::ui
