#pragma once

#include "ui/tensorview/axis_labels.h"

#include <optional>
#include <vector>

namespace heed::ui {

class MatrixView;
struct MatrixLayout;
struct MatrixOptions;

/// The words around a matrix: chooses how they stand by the room that the layout gives them, and puts them into it.
class MatrixLabels {
 public:
  /// All three must outlive it.
  MatrixLabels(const MatrixView& view, const FigureStyle& style, MatrixLayout& layout);

  /// Width of the column of row labels; whether all or every tenth are shown is known only with the cells' height.
  [[nodiscard]] double rowLabelWidth() const { return m_rowLabelWidth; }
  /// Whether column labels stand flat, lean or fold, by the width of a cell.
  void chooseColumnMode();
  /// Need the place of the cells and the mode.
  void placeColumns();
  void placeRows();
  /// After the rows, since the first row's label may reach above its row.
  void placeAxisWords();

 private:
  [[nodiscard]] QString rowLetter() const;
  [[nodiscard]] QString columnLetter() const;
  [[nodiscard]] std::optional<Role> focusOfRow(std::int64_t row) const;
  [[nodiscard]] std::optional<Role> focusOfColumn(std::int64_t column) const;
  [[nodiscard]] double size() const { return m_style.labelSize; }
  [[nodiscard]] PlacedLabel axisWord(const QString& word, const QString& arrow, Role role) const;
  [[nodiscard]] double measuredRows() const;
  [[nodiscard]] double columnCentre(std::int64_t column) const;
  void placeColumn(std::int64_t column);
  void placeStacked(PlacedLabel label, std::int64_t column);
  [[nodiscard]] double chipRoom(std::int64_t column) const;
  void placeColumnTicks();
  [[nodiscard]] PlacedLabel tick(const QString& text) const;
  [[nodiscard]] double rowBaseline(std::int64_t row, const PlacedLabel& label) const;
  void placeRow(PlacedLabel label, std::int64_t row);
  void placeRowTicks();
  [[nodiscard]] PlacedLabel fitted(PlacedLabel label) const;

  const MatrixView& m_view;
  const MatrixOptions& m_options;
  const FigureStyle& m_style;
  MatrixLayout& m_result;
  std::vector<ShownLabel> m_rowTexts;
  std::vector<ShownLabel> m_columnTexts;
  const double m_rowLabelWidth;
};

}  // namespace heed::ui
