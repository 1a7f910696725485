#include "ui/tensorview/matrix_panel.h"

#include "ui/tensorview/matrix_view.h"
#include "ui/tensorview/number_text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace heed::ui {

namespace {

/// How many keys are named, the more the better.
constexpr std::size_t kRankedCounts[] = {8, 5, 3, 0};

struct MatrixPanelText {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::MatrixPanel)
};

QString nameOf(const std::vector<AxisLabel>& labels, std::int64_t place) {
  const auto all = shownLabels(labels, place + 1);
  const ShownLabel& label = all.back();
  return label.index.isEmpty() ? label.text : label.text + QLatin1Char(' ') + label.index;
}

void addReadout(Panel& panel, const MatrixView& view, const FigureStyle& style) {
  const MatrixOptions& options = view.options();
  if (!options.focusRow || !options.focusColumn) return;
  Readout readout;
  readout.row = nameOf(options.rowLabels, *options.focusRow);
  readout.column = nameOf(options.columnLabels, *options.focusColumn);
  readout.rowRole = options.rowRole;
  readout.columnRole = options.columnRole;
  readout.number = view.isAllowed(*options.focusRow, *options.focusColumn)
                       ? view.readout(*options.focusRow, *options.focusColumn)
                       : MatrixPanelText::tr("masked");
  panel.add(readoutItem(readout, panel.width(), style));
}

void addRanked(Panel& panel, const MatrixView& view, std::size_t most, const FigureStyle& style) {
  const MatrixOptions& options = view.options();
  if (!options.focusRow) return;
  const std::int64_t row = *options.focusRow;
  std::vector<std::int64_t> order;
  for (std::int64_t j = 0; j < view.columns(); ++j) {
    if (!view.cellText(row, j).isEmpty()) order.push_back(j);
  }
  const std::size_t count = std::min(most, order.size());
  if (count == 0) return;
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [&](std::int64_t a, std::int64_t b) {
                      const double left = view.value(row, a);
                      const double right = view.value(row, b);
                      return left != right ? left > right : a < b;
                    });
  const int decimals = std::max(options.decimals, placesFor(view.value(row, order.front())));
  std::vector<RankedKey> keys;
  for (std::size_t i = 0; i < count; ++i) {
    keys.push_back({nameOf(options.columnLabels, order[i]), view.cellText(row, order[i], decimals)});
  }
  const QString heading = MatrixPanelText::tr("largest in row %1").arg(nameOf(options.rowLabels, row));
  panel.add(rankedItem(heading, keys, panel.width(), style));
}

void addSwatches(Panel& panel, const MatrixView& view, const FigureStyle& style) {
  const double width = panel.width();
  if (view.hasMask()) panel.add(maskedItem(width, style));
  bool anyRowMasked = false;
  for (std::int64_t row = 0; row < view.rows(); ++row) anyRowMasked = anyRowMasked || view.isFullyMasked(row);
  if (anyRowMasked) {
    panel.add(swatchItem(
        [&style](QPainter& painter, const QRectF& box) {
          const double side = box.height();
          paintTriangle(painter, QRectF(box.center().x() - side / 2, box.top(), side, side), style);
        },
        MatrixPanelText::tr("row without an allowed key"), width, style));
  }
  const auto fromSeed = [](const AxisLabel& label) { return label.drawnFromSeed; };
  const MatrixOptions& options = view.options();
  if (std::ranges::any_of(options.rowLabels, fromSeed) || std::ranges::any_of(options.columnLabels, fromSeed)) {
    panel.add(swatchItem(
        [&style](QPainter& painter, const QRectF& box) {
          const double side = box.height();
          paintDie(painter, QRectF(box.center().x() - side / 2, box.top(), side, side), style);
        },
        MatrixPanelText::tr("not in the table, drawn from the seed"), width, style));
  }
  for (const CellGlyph glyph : kCellGlyphs) {
    const std::int64_t count = view.glyphCount(glyph);
    if (count > 0) panel.add(glyphItem(glyph, count, width, style));
  }
}

}  // namespace

Panel matrixPanel(const MatrixView& view, Panel::Flow flow, QSizeF room, FocusNumbers focusNumbers, QSize texel,
                  const FigureStyle& style) {
  const auto build = [&](std::size_t ranked) {
    Panel panel(flow, room.width(), style);
    if (view.options().panel == PanelShown::No) return panel;
    addReadout(panel, view, style);
    panel.add(rampItem(describeScale(view.scale(), view.options().valueWord), view.colorMap(style.theme), room.width(),
                       style));
    if (focusNumbers == FocusNumbers::InPanel) addRanked(panel, view, ranked, style);
    addSwatches(panel, view, style);
    if (texel.width() > 1 || texel.height() > 1) {
      const QString sentence = view.scale().centred
                                   ? MatrixPanelText::tr("each pixel: largest magnitude of %1 \u00D7 %2")
                                   : MatrixPanelText::tr("each pixel: largest of %1 \u00D7 %2");
      panel.add(noteItem(sentence.arg(texel.height()).arg(texel.width()), room.width(), style));
    }
    for (const QString& note : view.options().notes) panel.add(noteItem(note, room.width(), style));
    return panel;
  };
  Panel panel = build(kRankedCounts[0]);
  for (const std::size_t ranked : kRankedCounts) {
    if (room.height() <= 0 || panel.height() <= room.height()) break;
    panel = build(ranked);
    if (panel.height() > room.height()) panel.setSpacing(style.px(5));
  }
  return panel;
}

}  // namespace heed::ui
