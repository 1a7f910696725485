#pragma once

#include "ui/shell/settings.h"
#include "ui/theme/appearance.h"

#include <QObject>
#include <QPointer>
#include <QRect>

#include <functional>
#include <optional>
#include <vector>

class QWidget;

namespace heed::ui {

/// Where a bubble goes, in the window's coordinates, and what it points at.
struct HintPlace {
  QRect bubble;
  QPoint target;
};

/// Three hints at the first start. Each goes when it is closed, or when the person did what it says, and does not come
/// back; none covers a number.
class Hints : public QObject {
  Q_OBJECT

 public:
  Hints(SettingsFile& settings, const Appearance& appearance, QWidget& window);
  ~Hints() override;

  struct Hint {
    QString id;
    std::function<QString()> words;  ///< in the language of the window
    /// Asked for the place of a bubble of this size; none while there is nothing to point at, or no room.
    std::function<std::optional<HintPlace>(QSize)> place;
    std::function<void()> gone = {};  ///< called where it is not wanted and needs no room
  };
  void add(Hint hint);

  void dismiss(const QString& id);
  void dismissAll();
  /// Shows those again that were dismissed.
  void restore();
  /// Places them anew: sizes or what they point at have changed.
  void place();
  void setVisible(bool isVisible);
  [[nodiscard]] int count() const;

 Q_SIGNALS:
  void countChanged();

 private:
  class Bubble;
  struct Shown {
    Hint hint;
    Bubble* bubble = nullptr;
  };
  [[nodiscard]] bool isDismissed(const QString& id) const;

  SettingsFile& m_settings;
  const Appearance& m_appearance;
  QWidget& m_window;
  std::vector<Shown> m_hints;
  bool m_isVisible = true;
};

}  // namespace heed::ui
