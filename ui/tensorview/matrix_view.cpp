#include "ui/tensorview/matrix_view.h"

#include "core/base/error.h"
#include "ui/tensorview/matrix_layout.h"
#include "ui/tensorview/matrix_painter.h"
#include "ui/tensorview/number_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace heed::ui {

namespace {

using core::Error;
using core::ErrorKind;
using core::Tensor;
using core::text;

void checkFocus(const std::optional<std::int64_t>& focus, std::int64_t count, const char* what) {
  if (focus && (*focus < 0 || *focus >= count)) {
    throw Error(ErrorKind::Parameter,
                text("MatrixView", "The focus is %1 %2, and the matrix has %3 of them.", what, *focus, count));
  }
}

}  // namespace

MatrixView::MatrixView(Tensor matrix, MatrixOptions options)
    : m_matrix(std::move(matrix)), m_options(std::move(options)) {
  if (m_matrix.isNull() || m_matrix.shape().rank() != 2 || m_matrix.elementCount() == 0) {
    throw Error(ErrorKind::Shape, text("MatrixView", "A matrix figure needs rows and columns; the tensor is %1.",
                                       m_matrix.isNull() ? std::string("empty") : m_matrix.shape().toString()));
  }
  const Tensor& allowed = m_options.allowed;
  if (!allowed.isNull() && (allowed.kind() != core::ElementKind::Bool || allowed.shape() != m_matrix.shape())) {
    throw Error(ErrorKind::Shape,
                text("MatrixView", "The mask is %1 %2; the matrix needs bool %3.", core::toString(allowed.kind()),
                     allowed.shape().toString(), m_matrix.shape().toString()));
  }
  checkFocus(m_options.focusRow, rows(), "row");
  checkFocus(m_options.focusColumn, columns(), "column");
  m_floats = m_matrix.converted(core::ElementKind::Float32);
  m_scale = ValueScale::choose(m_floats.floats(), allowedElements(), columns(), m_options.kind, m_options.range,
                               m_options.fixedMaximum, m_options.shape);
  countGlyphs();
  m_fullyMasked.assign(static_cast<std::size_t>(rows()), false);
  if (allowed.isNull()) return;
  const auto width = static_cast<std::ptrdiff_t>(columns());
  for (std::int64_t row = 0; row < rows(); ++row) {
    const auto first = allowed.bools().begin() + row * width;
    m_fullyMasked[static_cast<std::size_t>(row)] =
        std::all_of(first, first + width, [](std::uint8_t a) { return a == 0; });
    m_hasMask = m_hasMask || std::any_of(first, first + width, [](std::uint8_t a) { return a == 0; });
  }
}

std::span<const std::uint8_t> MatrixView::allowedElements() const {
  return m_options.allowed.isNull() ? std::span<const std::uint8_t>() : m_options.allowed.bools();
}

double MatrixView::value(std::int64_t row, std::int64_t column) const {
  return m_matrix.at(row * columns() + column);
}

bool MatrixView::isAllowed(std::int64_t row, std::int64_t column) const {
  return m_options.allowed.isNull() || m_options.allowed.at(row * columns() + column) != 0;
}

std::int64_t MatrixView::glyphCount(CellGlyph glyph) const {
  return m_glyphCounts[static_cast<std::size_t>(glyph)];
}

void MatrixView::countGlyphs() {
  const std::span<const float> values = floats();
  const std::span<const std::uint8_t> allowed = allowedElements();
  // Nearly always there are none, which a comparison tells; only then is each value looked at.
  const float most = m_scale.fixed ? static_cast<float>(m_scale.high) : std::numeric_limits<float>::max();
  const float least = m_scale.centred ? -most : 0;
  const bool none = std::ranges::all_of(values, [=](float value) { return value >= least && value <= most; });
  if (none) return;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!allowed.empty() && allowed[i] == 0) continue;
    ++m_glyphCounts[static_cast<std::size_t>(m_scale.glyph(static_cast<double>(values[i])))];
  }
}

QString MatrixView::cellText(std::int64_t row, std::int64_t column, int decimals) const {
  if (!isAllowed(row, column)) return {};
  const double number = value(row, column);
  if (m_scale.glyph(number) != CellGlyph::None) return {};
  const bool whole = m_matrix.kind() == core::ElementKind::Int32 || m_matrix.kind() == core::ElementKind::Bool;
  if (whole) return signedCellText(number, 0);
  return m_options.kind == ValueKind::Weights ? weightCellText(number, decimals) : signedCellText(number, decimals);
}

QString MatrixView::readout(std::int64_t row, std::int64_t column) const {
  const double number = value(row, column);
  if (m_options.kind == ValueKind::Weights && number == 1) return QStringLiteral("1");
  const int decimals = std::max(m_options.decimals, 3);
  if (m_options.kind == ValueKind::Weights && number < 1 && number > 1 - 0.5 * std::pow(10.0, -decimals)) {
    return QLatin1Char('>') + fixedText(1 - std::pow(10.0, -decimals), decimals);
  }
  return readoutText(number, decimals);
}

ColorMap MatrixView::colorMap(const Theme& theme) const {
  if (m_scale.centred) return ColorMap::fromStops(theme.signedMap);
  return ColorMap::fromStops(m_options.weightMap == WeightMap::Viridis ? theme.viridis : theme.cividis);
}

bool MatrixView::leavesNumbersOut(QSizeF room, const FigureStyle& style) const {
  return m_options.numbers == CellNumbers::All && !layoutMatrix(*this, room, style).numbersEverywhere;
}

std::vector<FigureNumbers> MatrixView::numbers() const {
  return {{m_options.title, m_matrix}};
}

QSizeF MatrixView::sizeFor(double width, const FigureStyle& style) const {
  return layoutMatrix(*this, QSizeF(width, 0), style).size;
}

void MatrixView::paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
  paintMatrix(painter, rect.topLeft(), *this, layoutMatrix(*this, rect.size(), style), style);
}

}  // namespace heed::ui
