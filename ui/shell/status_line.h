#pragma once

#include "ui/shell/result_facts.h"
#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QStatusBar>
#include <QTimer>

class QLabel;
class QPushButton;

namespace heed::ui {

class Intake;

/// The lower edge of the window: how the result stands to the document, what was checked, and where the numbers came
/// from. What takes long shows its progress after 300 ms, with a button that stops it.
class StatusLine : public QStatusBar {
  Q_OBJECT

 public:
  StatusLine(Walk& walk, Intake& intake, const Appearance& appearance, QWidget* parent = nullptr);

  /// The name of what computes: "CPU".
  void setBackendName(const QString& name);
  [[nodiscard]] QString stateWords() const;
  /// What the pointer is over; takes the place of the checks while there is something.
  void setPointedAt(const QString& sentence);
  /// Whether something has been going on for so long that it is shown.
  [[nodiscard]] bool isProgressShown() const { return m_isProgressShown; }

 Q_SIGNALS:
  void progressShownChanged();

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void showState();
  void showProgress();
  void showFacts();
  void showStep();
  void hideWhatDoesNotFit();
  void retranslate();

  Walk& m_walk;
  Intake& m_intake;
  const Appearance& m_appearance;
  QString m_backendName;
  QString m_pointedAt;
  ResultFacts m_facts;
  QTimer m_wait;  ///< until progress is shown
  QTimer m_poll;  ///< of the progress
  bool m_isProgressShown = false;
  class Glyph;
  Glyph* m_glyph;
  QLabel* m_state;
  QPushButton* m_stop;
  Glyph* m_dot;
  QLabel* m_input;
  QLabel* m_rows;
  QLabel* m_precision;
  QLabel* m_source;
  QLabel* m_backend;
  QLabel* m_cost;
};

}  // namespace heed::ui
