#pragma once

#include "ui/step/step_figures.h"
#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QIcon>
#include <QImage>
#include <QSize>

#include <functional>
#include <memory>
#include <vector>

namespace heed::ui {

inline constexpr std::size_t kMostThumbnails = 8;

/// A view as it is looked at now: its head, and its cell where that stands for a query and a key.
[[nodiscard]] FigureChoice choiceOf(Walk& walk, FigureView view, std::shared_ptr<const StageFigure> stage);

/// Draws small pictures of the choices away from the interface, one after another, and gives each to `done` with its
/// place in the list, of at most kMostThumbnails, as long as there is the receiver. A newer request with the same key
/// takes the place of this one.
void askThumbnails(Walk& walk, const QString& key, const std::vector<FigureChoice>& choices, ThemeName theme,
                   const QObject* receiver, const std::function<void(std::size_t place, const QImage& picture)>& done);
/// Stops what of a request with this key is not drawn yet.
void stopThumbnails(Walk& walk, const QString& key);

/// A picture in the middle of an icon of this size, with a frame, so that the words beside icons stand under each
/// other.
[[nodiscard]] QIcon framedIcon(const QImage& picture, QSize size, double ratio, const Theme& theme);

}  // namespace heed::ui
