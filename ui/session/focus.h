#pragma once

#include <QObject>

#include <cstdint>
#include <optional>

namespace heed::ui {

enum class Direction { Forward, Backward };

/// The one place that every view looks at: which step, which matrix of it, which cell. Row and column are those of the
/// step's matrix. Views read it and write it; nobody else keeps a cursor.
class Focus : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  struct Cell {
    std::int64_t row = 0;
    std::int64_t column = 0;
    bool operator==(const Cell&) const = default;
  };

  [[nodiscard]] int step() const { return m_step; }  ///< position in the list of steps that is walked
  [[nodiscard]] std::int64_t head() const { return m_head; }
  [[nodiscard]] Direction direction() const { return m_direction; }
  /// The locked cell where there is one, else the one under the pointer or the keyboard.
  [[nodiscard]] std::optional<Cell> cell() const { return m_locked ? m_locked : m_hovered; }
  [[nodiscard]] std::optional<Cell> locked() const { return m_locked; }
  [[nodiscard]] std::optional<Cell> hovered() const { return m_hovered; }
  [[nodiscard]] bool isLocked() const { return m_locked.has_value(); }

  void setStep(int step);
  void setHead(std::int64_t head);
  void setDirection(Direction direction);
  void hover(std::optional<Cell> cell);
  void lock(Cell cell);
  void release();

 Q_SIGNALS:
  void stepChanged();
  void headChanged();
  void directionChanged();
  /// The cell, its lock, or what is under the pointer.
  void cellChanged();

 private:
  int m_step = 0;
  std::int64_t m_head = 0;
  Direction m_direction = Direction::Forward;
  std::optional<Cell> m_hovered;
  std::optional<Cell> m_locked;
};

}  // namespace heed::ui
