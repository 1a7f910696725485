#pragma once

#include "ui/export/export_figure.h"
#include "ui/session/job_runner.h"

#include <functional>
#include <memory>

class QMimeData;
class QObject;

namespace heed::ui {

/// The settings with which figures were exported last; those of a page at first.
[[nodiscard]] ExportOptions lastExportOptions();

/// A figure for the clipboard: a PNG at the resolution of the options, and SVG for programs that take it.
struct CopiedFigure {
  QByteArray png;
  QByteArray svg;
};
[[nodiscard]] CopiedFigure copiedFigure(const Figure& figure, const ExportOptions& options);
[[nodiscard]] std::unique_ptr<QMimeData> mimeDataOf(const CopiedFigure& copied);

/// Draws the figure away from the interface and puts it into the clipboard; `say` hears that it is there, or why not.
/// Nothing is said once `receiver` is gone.
void copyFigure(JobRunner& jobs, std::shared_ptr<const Figure> figure, const ExportOptions& options,
                const std::function<void(const QString& sentence, bool isError)>& say, QObject* receiver);

}  // namespace heed::ui
