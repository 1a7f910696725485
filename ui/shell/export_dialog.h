#pragma once

#include "ui/export/color_vision.h"
#include "ui/export/export_figure.h"
#include "ui/step/stage_figure.h"
#include "ui/step/step_figures.h"
#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QDialog>
#include <QImage>
#include <QTimer>

#include <array>
#include <memory>
#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace heed::ui {

class FigurePreview;
class SegmentedControl;
class Switch;

/// The views that can be exported, in the order of the list.
inline constexpr std::array kExportViews{FigureView::Stage, FigureView::HeatMap, FigureView::TokenLines,
                                         FigureView::Row,   FigureView::Overlay, FigureView::AllSteps};

/// The figures of the result as files: which view, at what size, with a preview that is the file itself, also as it is
/// seen in grey and with each colour vision. Remembers its last settings. Nothing is written before Export is pressed.
class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  /// `stage` is what the stage shows; null where there is none.
  ExportDialog(Walk& walk, Appearance& appearance, std::shared_ptr<const StageFigure> stage, QWidget* parent = nullptr);
  ~ExportDialog() override;
  ExportDialog(const ExportDialog&) = delete;
  ExportDialog& operator=(const ExportDialog&) = delete;

  /// Which of the views is chosen; one that the result does not have is passed over.
  void setView(FigureView view);
  [[nodiscard]] FigureView view() const;
  /// What would be written now.
  [[nodiscard]] ExportOptions options() const;
  [[nodiscard]] FigureChoice choice() const;
  [[nodiscard]] QString filePath() const;
  void setFilePath(const QString& path);
  /// The picture of the preview as it is shown; null until it was made.
  [[nodiscard]] QImage preview() const { return m_preview; }
  [[nodiscard]] QString message() const;

  /// Writes the file and closes; a failure is said in the dialog, and it stays open.
  void exportNow();
  /// The figure as it would be written into the clipboard: as a picture and as SVG.
  void copyPicture();

 Q_SIGNALS:
  void previewChanged();
  /// The path of the file that was written.
  void exported(const QString& path);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void build();
  [[nodiscard]] QWidget* buildViews();
  [[nodiscard]] QWidget* buildPreview();
  [[nodiscard]] QWidget* buildSettings();
  [[nodiscard]] QWidget* buildFoot();
  void retranslate();
  void addRow(class QFormLayout& form, QLabel*& label, QWidget* field);
  void applyPreset(int preset);
  void settingChanged();
  void sizeChanged();
  void refresh();
  void requestThumbnails();
  void showPreview(const QImage& picture);
  void suggestPath();
  [[nodiscard]] QString suggestedFolder() const;
  [[nodiscard]] QString suggestedName() const;
  void chooseFile();
  void restore();
  void remember() const;
  void sayTextSize(double points);
  void say(const QString& sentence, bool isError);

  Walk& m_walk;
  Appearance& m_appearance;
  std::shared_ptr<const StageFigure> m_stage;
  std::shared_ptr<const Figure> m_figure;
  QImage m_picture;  ///< as it would be written
  QImage m_preview;  ///< the same as it is looked at
  QTimer m_delay;
  QString m_suggested;
  bool m_isApplying = false;

  QListWidget* m_views = nullptr;
  FigurePreview* m_canvas = nullptr;
  QLabel* m_previewTitle = nullptr;
  QLabel* m_check = nullptr;
  QLabel* m_numbersNote = nullptr;
  SegmentedControl* m_vision = nullptr;
  QComboBox* m_preset = nullptr;
  SegmentedControl* m_format = nullptr;
  QDoubleSpinBox* m_width = nullptr;
  QDoubleSpinBox* m_height = nullptr;
  QSpinBox* m_dots = nullptr;
  QLineEdit* m_title = nullptr;
  QLineEdit* m_caption = nullptr;
  SegmentedControl* m_theme = nullptr;
  SegmentedControl* m_ground = nullptr;
  SegmentedControl* m_fit = nullptr;
  SegmentedControl* m_text = nullptr;
  QComboBox* m_numbers = nullptr;
  Switch* m_legend = nullptr;
  Switch* m_origin = nullptr;
  Switch* m_mark = nullptr;
  Switch* m_data = nullptr;
  QLineEdit* m_file = nullptr;
  QPushButton* m_browse = nullptr;
  QPushButton* m_copy = nullptr;
  QPushButton* m_cancel = nullptr;
  QPushButton* m_export = nullptr;
  std::vector<QLabel*> m_labels;
};

}  // namespace heed::ui
