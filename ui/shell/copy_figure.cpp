#include "ui/shell/copy_figure.h"

#include "ui/step/step_list.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>
#include <QPointer>
#include <QSettings>

#include <algorithm>

namespace heed::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::CopyFigure)
};

}  // namespace

ExportOptions lastExportOptions() {
  const QSettings settings;
  const auto number = [&](const char* key, int fallback) {
    return settings.value(QStringLiteral("export/") + QLatin1String(key), fallback).toInt();
  };
  ExportOptions options;
  constexpr int kSlidePreset = 2;
  options.widthMillimetres = number("width", static_cast<int>(kPageMillimetres));
  options.heightMillimetres = number("height", 0);
  options.dotsPerInch = std::clamp(number("dpi", 300), 36, 1200);
  options.type = number("preset", 1) == kSlidePreset ? FigureType::Slide : FigureType::Print;
  options.theme = number("theme", 0) == 1 ? ThemeName::Dark : ThemeName::Light;
  options.ground = number("ground", 0) == 1 ? FigureGround::Transparent : FigureGround::White;
  options.fit = number("fit", 0) == 1 ? PageFit::Content : PageFit::Page;
  options.text = static_cast<FigureText>(std::clamp(number("text", 0), 0, 2));
  return options;
}

CopiedFigure copiedFigure(const Figure& figure, const ExportOptions& options) {
  return {figureBytes(figure, FigureFormat::Png, options), figureBytes(figure, FigureFormat::Svg, options)};
}

std::unique_ptr<QMimeData> mimeDataOf(const CopiedFigure& copied) {
  auto data = std::make_unique<QMimeData>();
  data->setImageData(QImage::fromData(copied.png, "PNG"));
  data->setData(QStringLiteral("image/png"), copied.png);
  data->setData(QStringLiteral("image/svg+xml"), copied.svg);
  return data;
}

void copyFigure(JobRunner& jobs, std::shared_ptr<const Figure> figure, const ExportOptions& options,
                const std::function<void(const QString&, bool)>& say, QObject* receiver) {
  const QPointer<QObject> alive(receiver);
  jobs.start(
      QStringLiteral("copy figure"), 0,
      [figure = std::move(figure), options](core::RunContext&) { return copiedFigure(*figure, options); },
      [say, alive](const CopiedFigure& copied) {
        QGuiApplication::clipboard()->setMimeData(mimeDataOf(copied).release());
        if (alive != nullptr) say(Words::tr("The figure is in the clipboard, as a picture and as SVG."), false);
      },
      [say, alive](const core::Error& error) {
        if (alive != nullptr) say(translated(error.text()), true);
      });
}

}  // namespace heed::ui
