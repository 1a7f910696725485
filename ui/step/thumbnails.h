#pragma once

#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QImage>
#include <QObject>

#include <map>
#include <set>
#include <vector>

namespace heed::ui {

/// Small pictures of the steps' matrices for the list. They are painted away from the interface, a few at a time and
/// only those that are asked for, and kept for one result and head; until the next result is painted the last one
/// stays.
class Thumbnails : public QObject {
  Q_OBJECT

 public:
  Thumbnails(Walk& walk, Appearance& appearance, QObject* parent = nullptr);

  /// The picture of a row of the list; null while it is on its way or where the step is too large to be computed for
  /// it.
  [[nodiscard]] QImage of(int row);
  /// Whether everything that was asked for is there.
  [[nodiscard]] bool isIdle() const { return m_wanted.empty() && !m_isAsking; }

  /// The side of a picture in pixels of the design.
  static constexpr double kSide = 26;

 Q_SIGNALS:
  void arrived();

 private:
  void renew();
  void askNext();

  Walk& m_walk;
  Appearance& m_appearance;
  std::map<int, QImage> m_images;
  std::set<int> m_current;  ///< rows whose picture belongs to the present result
  std::vector<int> m_wanted;
  bool m_isAsking = false;
  int m_generation = 0;  ///< counts renewals: what was asked for before one is no longer wanted
};

}  // namespace heed::ui
