#include "ui/shell/export_dialog.h"

#include "ui/shell/copy_figure.h"
#include "ui/shell/figure_preview.h"
#include "ui/shell/folders.h"
#include "ui/shell/view_thumbnails.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/switch.h"

#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>

#include <algorithm>
#include <array>
#include <cmath>

namespace heed::ui {

namespace {

constexpr std::array kFormats{FigureFormat::Pdf, FigureFormat::Svg, FigureFormat::Png, FigureFormat::Csv,
                              FigureFormat::Npy};
constexpr std::array kExtensions{"pdf", "svg", "png", "csv", "npy"};
constexpr int kPreviewDots = 144;
constexpr int kColumnPreset = 0;
constexpr int kPagePreset = 1;
constexpr int kSlidePreset = 2;
constexpr int kOwnPreset = 3;
const QString kPreviewJob = QStringLiteral("export preview");
const QString kThumbnailJob = QStringLiteral("export thumbnails");
const QString kWriteJob = QStringLiteral("export");

QString viewKey(FigureView view) {
  static constexpr std::array keys{"stage", "heat-map", "token-lines", "row", "overlay", "all-steps"};
  return QString::fromLatin1(keys[static_cast<std::size_t>(view)]);
}

}  // namespace

ExportDialog::ExportDialog(Walk& walk, Appearance& appearance, std::shared_ptr<const StageFigure> stage,
                           QWidget* parent)
    : QDialog(parent), m_walk(walk), m_appearance(appearance), m_stage(std::move(stage)) {
  build();
  retranslate();
  restore();
  m_delay.setSingleShot(true);
  m_delay.setInterval(120);
  connect(&m_delay, &QTimer::timeout, this, &ExportDialog::refresh);
  suggestPath();
  refresh();
  requestThumbnails();
}

ExportDialog::~ExportDialog() {
  m_walk.session().jobs().stop(kPreviewJob);
  stopThumbnails(m_walk, kThumbnailJob);
}

void ExportDialog::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange && m_file != nullptr) retranslate();
  QDialog::changeEvent(event);
}

void ExportDialog::setView(FigureView view) {
  for (int i = 0; i < m_views->count(); ++i) {
    if (m_views->item(i)->data(Qt::UserRole).toInt() == static_cast<int>(view)) m_views->setCurrentRow(i);
  }
}

FigureView ExportDialog::view() const {
  const QListWidgetItem* item = m_views->currentItem();
  return item == nullptr ? FigureView::AllSteps : static_cast<FigureView>(item->data(Qt::UserRole).toInt());
}

ExportOptions ExportDialog::options() const {
  ExportOptions options;
  options.widthMillimetres = m_width->value();
  options.heightMillimetres = m_height->value();
  options.dotsPerInch = m_dots->value();
  options.type = m_preset->currentIndex() == kSlidePreset ? FigureType::Slide : FigureType::Print;
  options.theme = m_theme->currentIndex() == 1 ? ThemeName::Dark : ThemeName::Light;
  options.ground = m_ground->currentIndex() == 1 ? FigureGround::Transparent : FigureGround::White;
  options.fit = m_fit->currentIndex() == 1 ? PageFit::Content : PageFit::Page;
  options.text = static_cast<FigureText>(std::max(m_text->currentIndex(), 0));
  options.caption = m_caption->text();
  options.withoutExtension = kFormats[static_cast<std::size_t>(std::max(m_format->currentIndex(), 0))];
  return options;
}

FigureChoice ExportDialog::choice() const {
  FigureChoice choice = choiceOf(m_walk, view(), m_stage);
  choice.title = m_title->text();
  choice.numbers = static_cast<CellNumbers>(std::max(m_numbers->currentIndex(), 0));
  choice.hasPanel = m_legend->isChecked();
  choice.saysOrigin = m_origin->isChecked();
  choice.marksFocus = m_mark->isChecked();
  choice.decimals = m_appearance.decimals();
  return choice;
}

QString ExportDialog::filePath() const {
  const QString text = QDir::fromNativeSeparators(m_file->text().trimmed());
  return text.isEmpty() ? text : QDir(suggestedFolder()).absoluteFilePath(text);
}

/// Where figures went last, while that folder is there.
QString ExportDialog::suggestedFolder() const {
  return folderOr(QSettings().value(QStringLiteral("export/folder")).toString());
}

/// The file or the sentence that is shown, else the model.
QString ExportDialog::suggestedName() const {
  const Document& document = m_walk.session().document();
  QString name = document.path().isEmpty() ? QString() : QFileInfo(document.path()).completeBaseName();
  for (const auto& [id, input] : document.data().inputs) {
    if (!name.isEmpty()) break;
    if (const auto* text = std::get_if<core::TextInput>(&input)) name = QString::fromStdString(text->text);
    if (const auto* image = std::get_if<core::ImageInput>(&input)) {
      name = QFileInfo(QString::fromStdString(image->name)).completeBaseName();
    }
  }
  if (name.isEmpty()) name = document.name();
  name = fileNameOf(name);
  return name.isEmpty() ? QStringLiteral("Heed") : name;
}

void ExportDialog::setFilePath(const QString& path) {
  m_file->setText(QDir::toNativeSeparators(path));
}

QString ExportDialog::message() const {
  return m_check->text();
}

void ExportDialog::applyPreset(int preset) {
  static constexpr std::array<std::array<double, 2>, 3> sizes{{{84, 0}, {174, 0}, {254, 143}}};
  if (preset < kOwnPreset) {
    m_isApplying = true;
    m_width->setValue(sizes[static_cast<std::size_t>(preset)][0]);
    m_height->setValue(sizes[static_cast<std::size_t>(preset)][1]);
    m_numbers->setCurrentIndex(static_cast<int>(CellNumbers::All));
    m_isApplying = false;
  }
  settingChanged();
}

void ExportDialog::sizeChanged() {
  if (!m_isApplying) m_preset->setCurrentIndex(kOwnPreset);
  settingChanged();
}

void ExportDialog::settingChanged() {
  if (m_export == nullptr) return;
  const auto format = static_cast<std::size_t>(std::max(m_format->currentIndex(), 0));
  m_export->setText(tr("Export %1").arg(QString::fromLatin1(kExtensions[format]).toUpper()));
  const bool isPicture = format <= 2;
  m_dots->setEnabled(kFormats[format] == FigureFormat::Png);
  m_text->setEnabled(kFormats[format] == FigureFormat::Pdf || kFormats[format] == FigureFormat::Svg);
  m_data->setEnabled(isPicture);
  suggestPath();
  m_delay.start();
}

void ExportDialog::suggestPath() {
  const auto format = static_cast<std::size_t>(std::max(m_format->currentIndex(), 0));
  const QString extension = QString::fromLatin1(kExtensions[format]);
  QFileInfo current(filePath());
  if (!m_file->text().isEmpty() && m_file->text() != m_suggested) {
    if (current.suffix().toLower() != extension && !current.completeBaseName().isEmpty()) {
      setFilePath(current.path() + '/' + current.completeBaseName() + '.' + extension);
    }
    return;
  }
  const QString view = m_views->currentItem() == nullptr ? QString() : m_views->currentItem()->text().toLower();
  setFilePath(suggestedFolder() + QStringLiteral("/%1, %2.%3").arg(suggestedName(), view, extension));
  m_suggested = m_file->text();
}

void ExportDialog::refresh() {
  ExportOptions options = this->options();
  options.dotsPerInch = kPreviewDots;
  struct Made {
    std::shared_ptr<const Figure> figure;
    QImage picture;
    double smallestText = 0;
    bool leavesNumbersOut = false;
  };
  m_walk.session().ask(
      kPreviewJob,
      [choice = choice(), options](core::Evaluator& evaluator, const Computation& computation) {
        Made made;
        made.figure = makeFigure(evaluator, figureSource(computation), choice);
        // Of a figure with pages the first is looked at.
        const std::vector<const Figure*> pages = made.figure->pages();
        const Figure& first = pages.empty() ? *made.figure : *pages.front();
        made.picture = QImage::fromData(figureBytes(first, FigureFormat::Png, options), "PNG");
        made.smallestText = smallestTextOf(first, options);
        made.leavesNumbersOut = leavesNumbersOut(first, options);
        return made;
      },
      [this](Made made) {
        m_figure = std::move(made.figure);
        const auto pages = m_figure->pages().size();
        const double points = 72.0 / kPreviewDots;
        m_previewTitle->setText(pages > 1 ? tr("Preview of page 1 of %1, %2 x %3 pt")
                                                .arg(pages)
                                                .arg(made.picture.width() * points, 0, 'f', 0)
                                                .arg(made.picture.height() * points, 0, 'f', 0)
                                          : tr("Preview, %1 x %2 pt")
                                                .arg(made.picture.width() * points, 0, 'f', 0)
                                                .arg(made.picture.height() * points, 0, 'f', 0));
        sayTextSize(made.smallestText);
        m_numbersNote->setVisible(made.leavesNumbersOut);
        showPreview(made.picture);
      },
      [this](const core::Error& error) { say(translated(error.text()), true); });
}

/// Honest also where a width is too small for the letters.
void ExportDialog::sayTextSize(double points) {
  const double wanted = options().type == FigureType::Slide ? 14 : 7;
  const QString size = QLocale().toString(std::floor(points * 10 + 0.05) / 10, 'g', 3);
  const bool isSmall = points < wanted - 0.05;
  say(isSmall ? tr("Smallest text %1 pt: a wider figure or another view is easier to read.").arg(size)
              : tr("Smallest text %1 pt.").arg(size),
      isSmall);
}

/// Small pictures of the views beside their names.
void ExportDialog::requestThumbnails() {
  std::vector<FigureChoice> choices;
  for (int i = 0; i < m_views->count(); ++i) {
    FigureChoice small = choice();
    small.view = static_cast<FigureView>(m_views->item(i)->data(Qt::UserRole).toInt());
    choices.push_back(std::move(small));
  }
  askThumbnails(m_walk, kThumbnailJob, choices, m_appearance.themeName(), this,
                [this](std::size_t place, const QImage& picture) {
                  m_views->item(static_cast<int>(place))
                      ->setIcon(framedIcon(picture, m_views->iconSize(), devicePixelRatioF(), m_appearance.theme()));
                });
}

void ExportDialog::showPreview(const QImage& picture) {
  m_picture = picture;
  m_preview = seenWith(static_cast<ColorVision>(std::max(m_vision->currentIndex(), 0)), picture);
  m_canvas->setPicture(m_preview);
  Q_EMIT previewChanged();
}

void ExportDialog::chooseFile() {
  const QString now = filePath();
  const QString start = nearestFolder(now) + QLatin1Char('/') + QFileInfo(now).fileName();
  const QString path = QFileDialog::getSaveFileName(this, tr("Export"), start);
  if (!path.isEmpty()) setFilePath(path);
}

void ExportDialog::copyPicture() {
  if (m_figure == nullptr) return;
  const std::vector<const Figure*> pages = m_figure->pages();
  const std::shared_ptr<const Figure> first(m_figure, pages.empty() ? m_figure.get() : pages.front());
  copyFigure(
      m_walk.session().jobs(), first, options(),
      [this](const QString& sentence, bool isError) { say(sentence, isError); }, this);
}

void ExportDialog::exportNow() {
  if (filePath().isEmpty()) {
    say(tr("The file needs a name."), true);
    return;
  }
  remember();
  m_export->setEnabled(false);
  const bool writesData = m_data->isEnabled() && m_data->isChecked();
  m_walk.session().ask(
      kWriteJob,
      [choice = choice(), options = options(), path = filePath(), writesData](core::Evaluator& evaluator,
                                                                              const Computation& computation) {
        const std::shared_ptr<const Figure> figure = makeFigure(evaluator, figureSource(computation), choice);
        QString written = exportFigure(*figure, path, options);
        if (writesData) {
          const QFileInfo file(written);
          exportFigure(*figure, file.path() + '/' + file.completeBaseName() + ".csv", options);
        }
        return written;
      },
      [this](const QString& path) {
        m_export->setEnabled(true);
        Q_EMIT exported(path);
        accept();
      },
      [this](const core::Error& error) {
        m_export->setEnabled(true);
        say(translated(error.text()), true);
      });
}

void ExportDialog::say(const QString& sentence, bool isError) {
  m_check->setText(sentence);
  QPalette palette = m_check->palette();
  palette.setColor(QPalette::WindowText, isError ? m_appearance.theme().error : m_appearance.theme().text2);
  m_check->setPalette(palette);
}

void ExportDialog::restore() {
  const QSettings settings;
  const auto number = [&](const char* key, int fallback) {
    return settings.value(QStringLiteral("export/") + QLatin1String(key), fallback).toInt();
  };
  m_isApplying = true;
  m_preset->setCurrentIndex(std::clamp(number("preset", kPagePreset), 0, kOwnPreset));
  m_width->setValue(number("width", 174));
  m_height->setValue(number("height", 0));
  m_dots->setValue(number("dpi", 300));
  m_format->setCurrentIndex(std::clamp(number("format", 0), 0, 4));
  m_theme->setCurrentIndex(std::clamp(number("theme", 0), 0, 1));
  m_ground->setCurrentIndex(std::clamp(number("ground", 0), 0, 1));
  m_fit->setCurrentIndex(std::clamp(number("fit", 0), 0, 1));
  m_text->setCurrentIndex(std::clamp(number("text", 0), 0, 2));
  m_numbers->setCurrentIndex(std::clamp(number("numbers", 0), 0, 2));
  m_legend->setChecked(number("legend", 1) != 0);
  m_origin->setChecked(number("origin", 1) != 0);
  m_mark->setChecked(number("mark", 1) != 0);
  m_data->setChecked(number("data", 0) != 0);
  m_isApplying = false;
  const QString last = settings.value(QStringLiteral("export/view")).toString();
  for (const FigureView view : kExportViews) {
    if (viewKey(view) == last) setView(view);
  }
}

void ExportDialog::remember() const {
  QSettings settings;
  const auto keep = [&](const char* key, const QVariant& value) {
    settings.setValue(QStringLiteral("export/") + QLatin1String(key), value);
  };
  keep("preset", m_preset->currentIndex());
  keep("width", m_width->value());
  keep("height", m_height->value());
  keep("dpi", m_dots->value());
  keep("format", m_format->currentIndex());
  keep("theme", m_theme->currentIndex());
  keep("ground", m_ground->currentIndex());
  keep("fit", m_fit->currentIndex());
  keep("text", m_text->currentIndex());
  keep("numbers", m_numbers->currentIndex());
  keep("legend", static_cast<int>(m_legend->isChecked()));
  keep("origin", static_cast<int>(m_origin->isChecked()));
  keep("mark", static_cast<int>(m_mark->isChecked()));
  keep("data", static_cast<int>(m_data->isChecked()));
  keep("view", viewKey(view()));
  keep("folder", QFileInfo(filePath()).path());
}

}  // namespace heed::ui
