#pragma once

#include "ui/shell/backend_choice.h"
#include "ui/shell/settings.h"
#include "ui/theme/appearance.h"

#include <QDialog>
#include <QList>

class QComboBox;
class QFormLayout;
class QLabel;
class QPushButton;

namespace heed::ui {

class SegmentedControl;

/// What a person chooses once. Each choice takes effect at once and is kept; there is nothing to confirm.
class SettingsDialog : public QDialog {
  Q_OBJECT

 public:
  SettingsDialog(SettingsFile& settings, const std::vector<BackendChoice>& backends, const Appearance& appearance,
                 QWidget* parent);

 protected:
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  struct Row {
    QLabel* label = nullptr;
    QWidget* field = nullptr;
    std::function<QString()> words;
  };
  void addRow(QWidget* field, std::function<QString()> words);
  void orderByRows();
  void showValues();
  void retranslate();

  SettingsFile& m_settings;
  const std::vector<BackendChoice> m_backends;
  const Appearance& m_appearance;
  QFormLayout* m_form;
  QList<Row> m_rows;
  SegmentedControl* m_theme;
  SegmentedControl* m_language;
  SegmentedControl* m_motion;
  SegmentedControl* m_decimals;
  QComboBox* m_scale;
  QComboBox* m_backend;
  QPushButton* m_close;
};

}  // namespace heed::ui
