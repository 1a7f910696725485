#pragma once

#include "ui/step/stage_content.h"
#include "ui/theme/appearance.h"

#include <QAbstractTableModel>
#include <QDialog>

#include <vector>

class QComboBox;
class QLabel;
class QTableView;

namespace heed::ui {

/// A matrix of the stage as a table of texts: words or indices as headers, numbers in full, "masked" where a query may
/// not look.
class MatrixTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  using QAbstractTableModel::QAbstractTableModel;

  void setMatrix(StageMatrix matrix);
  [[nodiscard]] const StageMatrix& matrix() const { return m_matrix; }

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  /// As shown: the number; to a screen reader: "row it, column animal, 8.76577".
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  /// "7  it"; only the index where the axis has no words.
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  StageMatrix m_matrix;
};

/// What is on the stage as tables, one for each matrix of the step, for a screen reader and for copying numbers out.
class MatrixTableDialog : public QDialog {
  Q_OBJECT

 public:
  /// The result is shown first, with `cell` as its current one.
  MatrixTableDialog(const StageContent& content, const QString& title, Focus::Cell cell, const Appearance& appearance,
                    QWidget* parent = nullptr);

 Q_SIGNALS:
  /// A cell of the result was chosen by Enter or a double click; the dialog closes then.
  void cellChosen(Focus::Cell cell);

 private:
  void showMatrix(int position);
  void choose(const QModelIndex& index);
  void copySelection() const;

  std::vector<StageMatrix> m_matrices;  ///< the result first
  MatrixTableModel* m_model;
  QComboBox* m_which;
  QLabel* m_size;
  QTableView* m_table;
};

}  // namespace heed::ui
