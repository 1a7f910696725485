#include "ui/shell/view_thumbnails.h"

#include "ui/export/export_figure.h"
#include "ui/step/stage_figure.h"

#include <QPainter>
#include <QPointer>

namespace heed::ui {

namespace {

constexpr int kDots = 40;

QString jobOf(const QString& key, std::size_t place) {
  return QStringLiteral("%1 %2").arg(key).arg(place);
}

}  // namespace

FigureChoice choiceOf(Walk& walk, FigureView view, std::shared_ptr<const StageFigure> stage) {
  FigureChoice choice;
  choice.view = view;
  choice.stage = std::move(stage);
  choice.head = walk.focus().head();
  // The cell of another step stands for other things than a query and a key.
  const StageContent* content = walk.content();
  if (const auto cell = walk.focus().cell(); cell && content != nullptr) {
    if (content->result.rows.meaning == core::AxisMeaning::Query) choice.row = cell->row;
    if (content->result.columns.meaning == core::AxisMeaning::Key) choice.column = cell->column;
  }
  return choice;
}

void askThumbnails(Walk& walk, const QString& key, const std::vector<FigureChoice>& choices, ThemeName theme,
                   const QObject* receiver, const std::function<void(std::size_t place, const QImage& picture)>& done) {
  Q_ASSERT(choices.size() <= kMostThumbnails);
  stopThumbnails(walk, key);
  ExportOptions options;
  options.dotsPerInch = kDots;
  options.theme = theme;
  for (std::size_t place = 0; place < choices.size(); ++place) {
    walk.session().ask(
        jobOf(key, place),
        [choice = choices[place], options](core::Evaluator& evaluator, const Computation& computation) {
          const auto figure = makeFigure(evaluator, figureSource(computation), choice);
          const std::vector<const Figure*> pages = figure->pages();
          const Figure& first = pages.empty() ? *figure : *pages.front();
          return QImage::fromData(figureBytes(first, FigureFormat::Png, options), "PNG");
        },
        [done, place, alive = QPointer<const QObject>(receiver)](const QImage& picture) {
          if (!picture.isNull() && alive != nullptr) done(place, picture);
        });
  }
}

void stopThumbnails(Walk& walk, const QString& key) {
  for (std::size_t place = 0; place < kMostThumbnails; ++place) walk.session().jobs().stop(jobOf(key, place));
}

QIcon framedIcon(const QImage& picture, QSize size, double ratio, const Theme& theme) {
  const QImage small = picture.scaled(size * ratio, Qt::KeepAspectRatio, Qt::SmoothTransformation);
  QPixmap ground(size * ratio);
  ground.fill(Qt::transparent);
  QPainter painter(&ground);
  const QRect place(QPoint((ground.width() - small.width()) / 2, (ground.height() - small.height()) / 2), small.size());
  painter.drawImage(place, small);
  painter.setPen(theme.border);
  painter.drawRect(place.adjusted(0, 0, -1, -1));
  painter.end();
  ground.setDevicePixelRatio(ratio);
  QIcon icon(ground);
  // A selected row does not grey the picture.
  icon.addPixmap(ground, QIcon::Selected);
  return icon;
}

}  // namespace heed::ui
