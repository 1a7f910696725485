#include "ui/shell/settings_dialog.h"

#include "ui/widgets/follow.h"
#include "ui/widgets/segmented_control.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>

#include <array>
#include <cmath>

namespace heed::ui {

namespace {

constexpr std::array kPercents = {75, 90, 100, 110, 125, 150, 175, 200, 250, 300};
constexpr double kWidth = 520;

}  // namespace

SettingsDialog::SettingsDialog(SettingsFile& settings, const std::vector<BackendChoice>& backends,
                               const Appearance& appearance, QWidget* parent)
    : QDialog(parent),
      m_settings(settings),
      m_backends(backends),
      m_appearance(appearance),
      m_form(new QFormLayout(this)),
      m_theme(new SegmentedControl(appearance, {}, {}, this)),
      m_language(new SegmentedControl(appearance, {}, {}, this)),
      m_motion(new SegmentedControl(appearance, {}, {}, this)),
      m_decimals(new SegmentedControl(appearance, {}, {{"1"}, {"2"}, {"3"}, {"4"}}, this)),
      m_scale(new QComboBox(this)),
      m_backend(new QComboBox(this)),
      m_close(new QPushButton(this)) {
  for (const int percent : kPercents) m_scale->addItem(QStringLiteral("%1 %").arg(percent), percent);
  addRow(m_theme, [] { return tr("Theme"); });
  addRow(m_language, [] { return tr("Language"); });
  addRow(m_scale, [] { return tr("Size of the interface"); });
  addRow(m_decimals, [] { return tr("Decimals in cells"); });
  addRow(m_motion, [] { return tr("Motion"); });
  addRow(m_backend, [] { return tr("Compute with"); });
  auto* foot = new QHBoxLayout;
  foot->addStretch(1);
  foot->addWidget(m_close);
  m_form->addRow(foot);
  retranslate();

  connect(m_close, &QPushButton::clicked, this, &QDialog::accept);
  connect(m_theme, &SegmentedControl::chosen, this, [this](int index) {
    m_settings.change([&](Settings& values) { values.theme = static_cast<ThemeChoice>(index); });
  });
  connect(m_language, &SegmentedControl::chosen, this, [this](int index) {
    m_settings.change([&](Settings& values) { values.language = static_cast<LanguageChoice>(index); });
  });
  connect(m_motion, &SegmentedControl::chosen, this, [this](int index) {
    m_settings.change([&](Settings& values) { values.motion = static_cast<MotionChoice>(index); });
  });
  connect(m_decimals, &SegmentedControl::chosen, this,
          [this](int index) { m_settings.change([&](Settings& values) { values.decimals = index + 1; }); });
  connect(m_scale, &QComboBox::activated, this, [this](int index) {
    m_settings.change([&](Settings& values) { values.scale = m_scale->itemData(index).toInt() / 100.0; });
  });
  connect(m_backend, &QComboBox::activated, this, [this](int index) {
    m_settings.change([&](Settings& values) { values.backend = m_backend->itemData(index).toString(); });
  });
  connect(&m_settings, &SettingsFile::changed, this, &SettingsDialog::showValues);
  follow(*this, appearance, [this] {
    const int padding = m_appearance.px(24);
    m_form->setContentsMargins(padding, padding, padding, padding);
    m_form->setHorizontalSpacing(m_appearance.px(24));
    m_form->setVerticalSpacing(m_appearance.px(12));
    setMinimumWidth(m_appearance.px(kWidth));
  });
}

void SettingsDialog::addRow(QWidget* field, std::function<QString()> words) {
  auto* label = new QLabel(this);
  label->setBuddy(field);
  m_form->addRow(label, field);
  m_rows.append({label, field, std::move(words)});
}

/// Tab goes down the rows, also when the choices were made anew for another language.
void SettingsDialog::orderByRows() {
  QWidget* before = nullptr;
  for (const Row& row : m_rows) {
    QList<QWidget*> stops;
    const auto choices = row.field->findChildren<QAbstractButton*>();
    for (QAbstractButton* choice : choices) stops << choice;
    if (stops.isEmpty()) stops << row.field;
    for (QWidget* stop : stops) {
      if (before != nullptr) setTabOrder(before, stop);
      before = stop;
    }
  }
  if (before != nullptr) setTabOrder(before, m_close);
}

void SettingsDialog::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  const auto choices = m_theme->findChildren<QAbstractButton*>();
  for (QAbstractButton* choice : choices) {
    if (choice->isChecked()) choice->setFocus();
  }
}

void SettingsDialog::showValues() {
  const Settings& values = m_settings.values();
  m_theme->setCurrentIndex(static_cast<int>(values.theme));
  m_language->setCurrentIndex(static_cast<int>(values.language));
  m_motion->setCurrentIndex(static_cast<int>(values.motion));
  m_decimals->setCurrentIndex(values.decimals - 1);
  const int percent = static_cast<int>(std::lround(values.scale * 100.0));
  if (m_scale->findData(percent) < 0) m_scale->addItem(QStringLiteral("%1 %").arg(percent), percent);
  m_scale->setCurrentIndex(m_scale->findData(percent));
  m_backend->setCurrentIndex(m_backend->findData(values.backend));
}

void SettingsDialog::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QDialog::changeEvent(event);
}

void SettingsDialog::retranslate() {
  setWindowTitle(tr("Settings"));
  m_close->setText(tr("Close"));
  for (const Row& row : m_rows) {
    row.label->setText(row.words());
    row.field->setAccessibleName(row.words());
  }
  m_theme->setSegments({{tr("As the system")}, {tr("Light")}, {tr("Dark")}});
  // A language is called by its own name in every language.
  m_language->setSegments({{tr("As the system")}, {QStringLiteral("English")}, {QStringLiteral("\u4e2d\u6587")}});
  m_motion->setSegments({{tr("As the system")}, {tr("On", "motion")}, {tr("Off", "motion")}});
  m_backend->clear();
  for (const BackendChoice& choice : m_backends) {
    m_backend->addItem(QCoreApplication::translate("Backends", choice.name.toUtf8().constData()), choice.id);
  }
  showValues();
  orderByRows();
}

}  // namespace heed::ui
