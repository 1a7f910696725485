#pragma once

#include "core/tensor/tensor.h"
#include "ui/tensorview/axis_labels.h"
#include "ui/tensorview/color_map.h"
#include "ui/tensorview/figure.h"
#include "ui/tensorview/value_scale.h"

#include <QString>
#include <QStringList>

#include <array>
#include <optional>
#include <vector>

namespace heed::ui {

/// Which cells carry their number, as far as there is room.
enum class CellNumbers { All, FocusRowAndColumn, None };

enum class WeightMap { Viridis, Cividis };

/// Whether the legend, the focus cell's number and the notes stand beside the matrix.
enum class PanelShown { Yes, No };

/// What a matrix figure shows. Labels are ready strings; where there are none, rows and columns are numbered.
struct MatrixOptions {
  QString title;
  Role titleRole = Role::None;  ///< the role of the tensor: Q, K, V and weights have their colour in the title
  std::vector<AxisLabel> rowLabels;
  std::vector<AxisLabel> columnLabels;
  QString rowAxis;     ///< what rows are: "query", "channel"
  QString columnAxis;  ///< what columns are: "key"
  Role rowRole = Role::Query;
  Role columnRole = Role::Key;
  QString valueWord;  ///< what a cell is: "weight", "score"
  ValueKind kind = ValueKind::Other;
  ScaleRange range = ScaleRange::Automatic;
  double fixedMaximum = 1;  ///< with ScaleRange::Fixed
  ScaleShape shape = ScaleShape::Automatic;
  WeightMap weightMap = WeightMap::Viridis;
  core::Tensor allowed;  ///< Bool of the matrix's shape, false where masked; null where nothing is
  std::optional<std::int64_t> focusRow;
  std::optional<std::int64_t> focusColumn;
  CellNumbers numbers = CellNumbers::All;
  int decimals = 2;
  PanelShown panel = PanelShown::Yes;
  QStringList notes;  ///< "head 0", "weights set by hand"
  QString caption;    ///< below the figure, whole sentences
};

/// A matrix as coloured cells with labels, numbers, legend, masks and one focus cell. One image above 64 x 64 cells.
class MatrixView : public Figure {
 public:
  /// Throws core::Error{Shape} where `matrix` does not have two dimensions or `allowed` another shape, and
  /// core::Error{Parameter} for a focus outside the matrix.
  MatrixView(core::Tensor matrix, MatrixOptions options);

  [[nodiscard]] QString title() const override { return m_options.title; }
  [[nodiscard]] QSizeF sizeFor(double width, const FigureStyle& style) const override;
  void paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
  [[nodiscard]] bool leavesNumbersOut(QSizeF room, const FigureStyle& style) const override;
  [[nodiscard]] std::vector<FigureNumbers> numbers() const override;

  [[nodiscard]] const MatrixOptions& options() const { return m_options; }
  [[nodiscard]] std::int64_t rows() const { return m_matrix.shape()[0]; }
  [[nodiscard]] std::int64_t columns() const { return m_matrix.shape()[1]; }
  [[nodiscard]] const ValueScale& scale() const { return m_scale; }
  [[nodiscard]] double value(std::int64_t row, std::int64_t column) const;
  [[nodiscard]] bool isAllowed(std::int64_t row, std::int64_t column) const;
  /// Whether nothing in a row is allowed; such a row is flagged.
  [[nodiscard]] bool isFullyMasked(std::int64_t row) const { return m_fullyMasked[static_cast<std::size_t>(row)]; }
  [[nodiscard]] bool hasMask() const { return m_hasMask; }
  /// How many values that are not masked have this glyph.
  [[nodiscard]] std::int64_t glyphCount(CellGlyph glyph) const;
  /// The number as a cell shows it; empty for a masked cell and for a value that has a glyph.
  [[nodiscard]] QString cellText(std::int64_t row, std::int64_t column) const {
    return cellText(row, column, m_options.decimals);
  }
  [[nodiscard]] QString cellText(std::int64_t row, std::int64_t column, int decimals) const;
  [[nodiscard]] QString readout(std::int64_t row, std::int64_t column) const;
  [[nodiscard]] ColorMap colorMap(const Theme& theme) const;
  /// The elements as float32, row-major, and the mask; empty where there is none.
  [[nodiscard]] std::span<const float> floats() const { return m_floats.floats(); }
  [[nodiscard]] std::span<const std::uint8_t> allowedElements() const;

 private:
  void countGlyphs();

  core::Tensor m_matrix;
  core::Tensor m_floats;
  MatrixOptions m_options;
  ValueScale m_scale;
  std::vector<bool> m_fullyMasked;
  bool m_hasMask = false;
  std::array<std::int64_t, 6> m_glyphCounts{};
};

}  // namespace heed::ui
