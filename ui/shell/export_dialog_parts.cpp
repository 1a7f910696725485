#include "ui/shell/export_dialog.h"
#include "ui/shell/figure_preview.h"
#include "ui/theme/style.h"
#include "ui/widgets/follow.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/switch.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

// What the dialog is made of; what it does is in export_dialog.cpp.
namespace heed::ui {

void ExportDialog::build() {
  setModal(true);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->setSpacing(0);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(0);
  columns->addWidget(buildViews());
  columns->addWidget(buildPreview(), 1);
  columns->addWidget(buildSettings());
  all->addLayout(columns, 1);
  all->addWidget(buildFoot());
  follow(*this, m_appearance, [this] {
    m_views->setFixedWidth(m_appearance.px(232));
    m_views->setIconSize(QSize(m_appearance.px(72), m_appearance.px(52)));
    resize(m_appearance.px(1180), m_appearance.px(720));
  });
}

QWidget* ExportDialog::buildViews() {
  m_views = new QListWidget(this);
  m_views->setFrameShape(QFrame::NoFrame);
  static constexpr std::array icons{"matrix", "heat", "lines", "train", "image", "step"};
  const auto& result = m_walk.session().result();
  for (std::size_t i = 0; i < kExportViews.size(); ++i) {
    if (result == nullptr || !hasFigure(figureSource(*result), kExportViews[i])) continue;
    if (kExportViews[i] == FigureView::Stage && m_stage == nullptr) continue;
    auto* item = new QListWidgetItem(icon(QString::fromLatin1(icons[i]), m_appearance), QString(), m_views);
    item->setData(Qt::UserRole, static_cast<int>(kExportViews[i]));
    item->setSizeHint(QSize(0, m_appearance.px(64)));
  }
  m_views->setCurrentRow(0);
  connect(m_views, &QListWidget::currentRowChanged, this, &ExportDialog::settingChanged);
  return m_views;
}

QWidget* ExportDialog::buildPreview() {
  auto* field = new QWidget(this);
  auto* layout = new QVBoxLayout(field);
  layout->setContentsMargins(m_appearance.px(24), m_appearance.px(16), m_appearance.px(24), m_appearance.px(16));
  layout->setSpacing(m_appearance.px(8));
  m_previewTitle = new QLabel(field);
  m_canvas = new FigurePreview(m_appearance, field);
  m_check = new QLabel(field);
  m_check->setWordWrap(true);
  m_vision = new SegmentedControl(m_appearance, QString(),
                                  {{QString()}, {QString()}, {QString()}, {QString()}, {QString()}}, field);
  connect(m_vision, &SegmentedControl::currentChanged, this, [this] { showPreview(m_picture); });
  layout->addWidget(m_previewTitle);
  layout->addWidget(m_canvas, 1);
  layout->addWidget(m_check);
  layout->addWidget(m_vision, 0, Qt::AlignLeft);
  return field;
}

void ExportDialog::addRow(QFormLayout& form, QLabel*& label, QWidget* field) {
  label = new QLabel(this);
  label->setBuddy(field);
  form.addRow(label, field);
  m_labels.push_back(label);
}

QWidget* ExportDialog::buildSettings() {
  auto* scroll = new QScrollArea(this);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* field = new QWidget(scroll);
  auto* form = new QFormLayout(field);
  form->setContentsMargins(m_appearance.px(16), m_appearance.px(16), m_appearance.px(16), m_appearance.px(16));
  form->setVerticalSpacing(m_appearance.px(10));
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  m_preset = new QComboBox(field);
  m_preset->addItems({QString(), QString(), QString(), QString()});
  m_format = new SegmentedControl(m_appearance, QString(), {{"PDF"}, {"SVG"}, {"PNG"}, {"CSV"}, {"NPY"}}, field);
  m_width = new QDoubleSpinBox(field);
  m_height = new QDoubleSpinBox(field);
  for (QDoubleSpinBox* length : {m_width, m_height}) {
    length->setDecimals(0);
    length->setSuffix(QStringLiteral(" mm"));
    length->setRange(length == m_height ? 0 : 30, 2000);
  }
  m_dots = new QSpinBox(field);
  m_dots->setRange(36, 1200);
  m_dots->setSuffix(QStringLiteral(" dpi"));
  m_title = new QLineEdit(field);
  m_caption = new QLineEdit(field);
  m_theme = new SegmentedControl(m_appearance, QString(), {{QString()}, {QString()}}, field);
  m_ground = new SegmentedControl(m_appearance, QString(), {{QString()}, {QString()}}, field);
  m_fit = new SegmentedControl(m_appearance, QString(), {{QString()}, {QString()}}, field);
  m_text = new SegmentedControl(m_appearance, QString(), {{QString()}, {QString()}, {QString()}}, field);
  m_numbers = new QComboBox(field);
  m_numbers->addItems({QString(), QString(), QString()});
  m_legend = new Switch(m_appearance, QString(), field);
  m_origin = new Switch(m_appearance, QString(), field);
  m_mark = new Switch(m_appearance, QString(), field);
  m_data = new Switch(m_appearance, QString(), field);
  m_preset->setObjectName(QStringLiteral("preset"));
  m_width->setObjectName(QStringLiteral("width"));
  m_numbers->setObjectName(QStringLiteral("numbers"));
  m_mark->setObjectName(QStringLiteral("markFocus"));
  QLabel* label = nullptr;
  for (QWidget* row : std::initializer_list<QWidget*>{m_preset, m_format, m_width, m_height, m_dots, m_title, m_caption,
                                                      m_theme, m_ground, m_fit, m_text, m_numbers}) {
    addRow(*form, label, row);
  }
  m_numbersNote = new QLabel(field);
  m_numbersNote->setObjectName(QStringLiteral("numbersNote"));
  m_numbersNote->setWordWrap(true);
  m_numbersNote->hide();
  form->addRow(QString(), m_numbersNote);
  for (Switch* row : {m_mark, m_legend, m_origin, m_data}) form->addRow(row);
  connect(m_preset, &QComboBox::activated, this, &ExportDialog::applyPreset);
  for (SegmentedControl* control : {m_format, m_theme, m_ground, m_fit, m_text}) {
    connect(control, &SegmentedControl::currentChanged, this, &ExportDialog::settingChanged);
  }
  for (QDoubleSpinBox* length : {m_width, m_height}) {
    connect(length, &QDoubleSpinBox::valueChanged, this, &ExportDialog::sizeChanged);
  }
  connect(m_dots, &QSpinBox::valueChanged, this, &ExportDialog::settingChanged);
  connect(m_numbers, &QComboBox::currentIndexChanged, this, &ExportDialog::settingChanged);
  for (QLineEdit* words : {m_title, m_caption})
    connect(words, &QLineEdit::textChanged, this, &ExportDialog::settingChanged);
  for (Switch* option : {m_mark, m_legend, m_origin, m_data})
    connect(option, &Switch::toggled, this, &ExportDialog::settingChanged);
  scroll->setWidget(field);
  scroll->setFixedWidth(m_appearance.px(384));
  return scroll;
}

QWidget* ExportDialog::buildFoot() {
  auto* foot = new QWidget(this);
  auto* layout = new QHBoxLayout(foot);
  layout->setContentsMargins(m_appearance.px(16), m_appearance.px(12), m_appearance.px(16), m_appearance.px(12));
  m_file = new QLineEdit(foot);
  m_browse = new QPushButton(foot);
  m_copy = new QPushButton(icon(QStringLiteral("copy"), m_appearance), QString(), foot);
  m_cancel = new QPushButton(foot);
  m_export = new QPushButton(foot);
  m_export->setDefault(true);
  setButtonLook(*m_export, ButtonLook::Primary);
  auto* label = new QLabel(foot);
  label->setBuddy(m_file);
  m_labels.push_back(label);
  layout->addWidget(label);
  layout->addWidget(m_file, 1);
  layout->addWidget(m_browse);
  layout->addSpacing(m_appearance.px(24));
  for (QPushButton* button : {m_cancel, m_copy, m_export}) layout->addWidget(button);
  connect(m_browse, &QPushButton::clicked, this, &ExportDialog::chooseFile);
  connect(m_copy, &QPushButton::clicked, this, &ExportDialog::copyPicture);
  connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(m_export, &QPushButton::clicked, this, &ExportDialog::exportNow);
  return foot;
}

void ExportDialog::retranslate() {
  setWindowTitle(tr("Export"));
  const std::array titles{tr("Stage"),   tr("Heat map"), tr("Token lines"),
                          tr("One row"), tr("Picture"),  tr("All steps")};
  for (int i = 0; i < m_views->count(); ++i) {
    QListWidgetItem& item = *m_views->item(i);
    item.setText(titles[static_cast<std::size_t>(item.data(Qt::UserRole).toInt())]);
  }
  m_views->setAccessibleName(tr("View"));
  m_canvas->setAccessibleName(tr("Preview"));
  const std::array presets{tr("Column, 84 mm"), tr("Page, 174 mm"), tr("Slide 16 : 9"), tr("Own size")};
  for (int i = 0; i < m_preset->count(); ++i) m_preset->setItemText(i, presets[static_cast<std::size_t>(i)]);
  const auto reset = [](SegmentedControl& control, const QString& name, const QList<Segment>& segments) {
    const int current = control.currentIndex();
    control.setSegments(segments);
    control.setAccessibleName(name);
    control.setCurrentIndex(std::max(current, 0));
  };
  reset(*m_vision, tr("Seen as"), {{tr("Colour")}, {tr("Grey")}, {tr("Protan")}, {tr("Deutan")}, {tr("Tritan")}});
  reset(*m_theme, tr("Theme"), {{tr("Light")}, {tr("Dark")}});
  reset(*m_ground, tr("Ground"), {{tr("Filled")}, {tr("Transparent")}});
  reset(*m_fit, tr("Crop"), {{tr("Whole page")}, {tr("To content")}});
  reset(*m_text, tr("Letters"), {{tr("Automatic")}, {tr("Text")}, {tr("Outlines")}});
  const std::array numbers{tr("In all cells"), tr("Focus row and column"), tr("None")};
  for (int i = 0; i < m_numbers->count(); ++i) m_numbers->setItemText(i, numbers[static_cast<std::size_t>(i)]);
  m_height->setSpecialValueText(tr("as needed"));
  m_title->setPlaceholderText(tr("Name of the step"));
  m_caption->setPlaceholderText(tr("None"));
  m_numbersNote->setText(tr("They do not fit at a size that can be read: only those of the marked row and column."));
  m_mark->setText(tr("Mark the focus"));
  m_legend->setText(tr("Legend, axis words, number of the cell"));
  m_origin->setText(tr("Where the weights come from"));
  m_data->setText(tr("Numbers beside it, as CSV"));
  const std::array labels{tr("Preset"),  tr("Format"),  tr("Width"), tr("Height"), tr("Resolution"),
                          tr("Title"),   tr("Caption"), tr("Theme"), tr("Ground"), tr("Crop"),
                          tr("Letters"), tr("Numbers"), tr("File")};
  for (std::size_t i = 0; i < m_labels.size(); ++i) m_labels[i]->setText(labels[i]);
  m_browse->setText(tr("Choose..."));
  m_copy->setText(tr("Copy"));
  m_cancel->setText(tr("Cancel"));
  settingChanged();
}

}  // namespace heed::ui
