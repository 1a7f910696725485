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

  /// `words` in the language of the window; `place` is asked for the place of a bubble of this size, and gives none
  /// while there is nothing to point at.
  void add(const QString& id, std::function<QString()> words, std::function<std::optional<HintPlace>(QSize)> place);

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
  struct Hint {
    QString id;
    std::function<QString()> words;
    std::function<std::optional<HintPlace>(QSize)> place;
    Bubble* bubble = nullptr;
  };
  [[nodiscard]] bool isDismissed(const QString& id) const;

  SettingsFile& m_settings;
  const Appearance& m_appearance;
  QWidget& m_window;
  std::vector<Hint> m_hints;
  bool m_isVisible = true;
};

}  // namespace heed::ui
