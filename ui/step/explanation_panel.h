#pragma once

#include "ui/step/explanation.h"
#include "ui/step/push_table.h"
#include "ui/step/ruler.h"

#include <QWidget>

#include <optional>

class QDialog;
class QLabel;
class QScrollArea;
class QStackedLayout;

namespace heed::ui {

class LedgerView;
class LinkButton;
class ReadoutCard;
class ThreadView;

/// What the step does, the number under the focus and what makes it, what comes next and what not to conclude. From the
/// number two more open: the thread back to the inputs, as a page, and the ledger of a score, in a window.
class ExplanationPanel : public QWidget {
  Q_OBJECT

 public:
  ExplanationPanel(Walk& walk, Appearance& appearance, QWidget* parent = nullptr);

  [[nodiscard]] const Explanation& explanation() const { return m_explanation; }
  [[nodiscard]] ReadoutCard* card() const { return m_card; }
  [[nodiscard]] ThreadView* thread() const { return m_thread; }
  [[nodiscard]] LedgerView* ledger() const { return m_ledger; }
  /// The draw of the focus row, in a step of hard attention; none elsewhere.
  [[nodiscard]] const std::optional<RulerFigure>& ruler() const { return m_ruler; }
  /// The pushes of the focus row, on the way back through softmax; none elsewhere.
  [[nodiscard]] const std::optional<PushTable>& pushes() const { return m_pushes; }

  void showExplanation();
  void showThread();
  void showLedger();
  /// Opens the field to override or change the number under the focus, where that is possible.
  void editNumber();

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void makePage();
  void makeLedgerWindow();
  void refresh();
  void applyAppearance();
  /// The thread and the ledger follow a new result, the ledger also the cell.
  void refreshPages();
  void refreshRuler();
  void refreshPushes();
  void setNumber(double number);
  void releaseNumber();

  Walk& m_walk;
  Appearance& m_appearance;
  Explanation m_explanation;
  QStackedLayout* m_pages = nullptr;
  QScrollArea* m_scroll = nullptr;
  QWidget* m_page = nullptr;
  QLabel* m_place = nullptr;
  QLabel* m_title = nullptr;
  FlowText* m_sentence = nullptr;
  ReadoutCard* m_card = nullptr;
  FlowText* m_why = nullptr;
  FlowText* m_rowSum = nullptr;
  std::optional<RulerFigure> m_ruler;
  QWidget* m_rulerArea = nullptr;
  std::optional<PushTable> m_pushes;
  QWidget* m_pushesArea = nullptr;
  LinkButton* m_toNotFinite = nullptr;
  FlowText* m_next = nullptr;
  FlowText* m_caution = nullptr;
  ThreadView* m_thread = nullptr;
  bool m_isThreadOld = false;  ///< the result changed since it was followed
  QDialog* m_ledgerWindow = nullptr;
  LedgerView* m_ledger = nullptr;
};

}  // namespace heed::ui
