#pragma once

#include "ui/step/explanation.h"

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QLineEdit;

namespace heed::ui {

class LinkButton;

/// The number under the focus in large, with its words, its rank and what can be done with it.
class ReadoutCard : public QFrame {
  Q_OBJECT

 public:
  ReadoutCard(const Appearance& appearance, QWidget* parent = nullptr);

  void show(const Explanation& explanation);
  /// Opens the field in the number's place, filled with the number in full.
  void edit(double number);
  void setError(const QString& sentence);
  [[nodiscard]] QString numberText() const;
  [[nodiscard]] QLineEdit* field() const { return m_field; }

 Q_SIGNALS:
  void followWanted();
  void ledgerWanted();
  /// Override or change: open the field.
  void editWanted();
  void releaseWanted();
  void numberEntered(double number);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void applyAppearance();
  void retranslate();
  void closeField();

  const Appearance& m_appearance;
  Explanation::Cell m_kind = Explanation::Cell::None;
  FlowText* m_pair;
  QLabel* m_rank;
  QLabel* m_number;
  QLineEdit* m_field;
  QLabel* m_row;
  QLabel* m_column;
  FlowText* m_error;
  QFrame* m_line;
  LinkButton* m_follow;
  LinkButton* m_ledger;
  LinkButton* m_change;
  /// What depends on the width: the place of the rank, the size of the number, the words of the column.
  void fitWidth();

  QString m_longColumn;
  QString m_shortColumn;
  QHBoxLayout* m_head;
  QHBoxLayout* m_links;
  bool m_isNumber = true;
};

}  // namespace heed::ui
