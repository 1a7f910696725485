#pragma once

#include "ui/document/mask_edits.h"
#include "ui/step/walk.h"

#include <QObject>

#include <memory>
#include <optional>

namespace heed::ui {

/// Paints cells of the mask on the stage: the first cell of a stroke changes, and the others become what it became. A
/// stroke is one edit, and the result follows while it goes on.
class MaskBrush : public QObject {
  Q_OBJECT

 public:
  explicit MaskBrush(Walk& walk, QObject* parent = nullptr) : QObject(parent), m_walk(walk) {}

  [[nodiscard]] bool isPainting() const { return m_mask.has_value(); }
  /// Starts a stroke at a cell of the step on the stage.
  void begin(Focus::Cell cell);
  /// Goes on to a cell in a straight line, so that a quick hand leaves no gaps.
  void paintTo(Focus::Cell cell);
  void end();
  /// Takes the stroke back.
  void cancel();

 Q_SIGNALS:
  void refused(const QString& sentence);

 private:
  void apply(const PaintedMask& mask);

  Walk& m_walk;
  std::optional<PaintedMask> m_mask;
  std::int64_t m_columns = 1;
  Focus::Cell m_last;
  bool m_allows = true;  ///< what the brush leaves
};

}  // namespace heed::ui
