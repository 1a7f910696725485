#pragma once

#include "ui/theme/appearance.h"

#include <QColor>
#include <QIcon>
#include <QString>
#include <QStringList>

namespace heed::ui {

/// Which token an icon is drawn in while nothing else is said about its place.
enum class IconTone { Text, Soft, Hint, OnInk, Error, Warning, Good };

/// The colour of an icon for each state of what it stands on.
struct IconColors {
  QColor normal;
  QColor disabled;
  QColor active;    ///< under the pointer or with the focus
  QColor selected;  ///< in a selected row
  QColor on;        ///< on ink: what is switched on is filled with it
};

/// The colours of a tone in a theme. OnInk is for what stands on ink at all times.
[[nodiscard]] IconColors iconColors(const Theme& theme, IconTone tone);

/// An icon of resources/icons by its file name without ".svg", drawn at any size in the colours of the appearance; it
/// follows the appearance when that changes its theme, and keeps its last colours when that is gone.
/// Throws core::Error{Parameter} for a name that does not exist.
[[nodiscard]] QIcon icon(const QString& name, const Appearance& appearance, IconTone tone = IconTone::Soft);

/// The same in fixed colours: for roles, and for figures.
[[nodiscard]] QIcon icon(const QString& name, const IconColors& colors);
[[nodiscard]] QIcon icon(const QString& name, const QColor& color);

/// The icon as vectors, `color` in place of currentColor, into `rect` of any painter. The colour is taken as opaque.
void paintIcon(QPainter& painter, const QRectF& rect, const QString& name, const QColor& color);

/// All names there are, sorted.
[[nodiscard]] QStringList iconNames();

}  // namespace heed::ui
