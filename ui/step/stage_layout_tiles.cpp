#include "ui/step/stage_draft.h"
#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

constexpr double kTop = 84;  ///< below the formula
constexpr double kLectureTop = 116;
constexpr double kKeysLeft = 112;
constexpr double kLectureKeysLeft = 190;
constexpr double kRowGap = 12;       ///< between scores and exponentials
constexpr double kTableGap = 40;     ///< with the names of the tiles
constexpr double kNumberPitch = 66;  ///< of the table's columns
constexpr double kNumbersWidth = 268;
constexpr int kDecimals = 3;

QString phrase(const char* text) {
  return QCoreApplication::translate("Stage", text);
}

/// Minus infinity is where nothing was seen yet.
QString written(double number) {
  if (std::isinf(number) && number < 0) return QStringLiteral("\u2212\u221E");
  return readoutText(number, kDecimals);
}

/// A row of attention as the kernel computes it: the keys with the tile that is held, and what is known after each
/// tile.
class TilesLayout {
 public:
  explicit TilesLayout(StageDraft& draft)
      : m_draft(draft),
        m_metrics(draft.metrics),
        m_content(*draft.picture.tiles()),
        m_tiles(m_content.tiles.tiles),
        m_count(static_cast<int>(m_tiles.size())),
        m_now(std::clamp(draft.picture.tile, 0, m_count - 1)),
        m_tile(m_tiles[static_cast<std::size_t>(m_now)]) {}

  void run() {
    placeTitle();
    placeKeys();
    chooseTable();
    placeHeads();
    placeRows();
    placeResult();
    placeArithmetic();
  }

 private:
  [[nodiscard]] const StageMatrix& matrix(TileMatrix which) const { return m_content.matrix(which); }
  [[nodiscard]] TextStyle label(const QColor& color, int weight = 400) const {
    return m_draft.words(m_metrics.labelSize, color, weight);
  }
  [[nodiscard]] TextStyle number(const QColor& color, int weight = 400) const {
    return m_draft.digits(m_metrics.labelSize, color, weight);
  }

  PlacedMatrix& place(TileMatrix which, const Bands& rows, const Bands& columns) {
    PlacedMatrix& placed = m_draft.place(StagePart::Tile, rows, columns, static_cast<int>(which));
    placed.showsFocusOnly = false;
    return placed;
  }

  void placeTitle() {
    const Theme& theme = m_draft.theme();
    const double y = (m_metrics.isLectureSize ? kLectureTop * m_metrics.lecture : kTop) + m_metrics.labelSize;
    double x = m_draft.text({m_metrics.left, y}, phrase(QT_TRANSLATE_NOOP("Stage", "row")), label(theme.text2));
    x = m_draft.text({x + 4, y}, placeLabel(m_draft.picture.result().rows, m_content.row).text,
                     label(theme.role(core::Role::Query).line, 700));
    const QString tile = phrase(QT_TRANSLATE_NOOP("Stage", "tile %1 of %2")).arg(m_now + 1).arg(m_count);
    x = m_draft.text({x + 16, y}, tile, label(theme.text, 600));
    const QString size = QCoreApplication::translate("Stage", "%n keys in a tile; the whole row is never held", nullptr,
                                                     static_cast<int>(m_content.tiles.tileKeys));
    if (x + 16 + m_draft.measure(size, label(theme.text2)) < m_draft.width() - 16) {
      m_draft.text({x + 16, y}, size, label(theme.text2));
    }
    m_upper = y + 10;
  }

  void placeKeys() {
    const StageMatrix& scores = matrix(TileMatrix::Scores);
    const double from = m_metrics.left + (m_metrics.isLectureSize ? kLectureKeysLeft * m_metrics.lecture : kKeysLeft);
    const double available = m_draft.width() - m_metrics.legendRoom - from;
    std::vector<std::int64_t> wide;
    for (std::size_t i = 0; i < m_tile.scores.size(); ++i) {
      wide.push_back(m_tile.firstKey + static_cast<std::int64_t>(i));
    }
    m_keyPlan = planBands(from, available,
                          {.count = scores.columnCount(),
                           .preferred = m_metrics.cellWidth,
                           .least = m_metrics.leastNumberWidth,
                           .wide = wide.size() <= 8 ? wide : std::vector<std::int64_t>(),
                           .wideSize = m_metrics.cellWidth});
    const double labels = m_draft.columnLabelHeight(scores.columns, std::min(scores.columnCount(), kMostCells),
                                                    m_keyPlan.bands.largest());
    m_keysTop = m_upper + std::min(labels, 120.0 * m_metrics.lecture);
    m_rowHeight = m_metrics.isLectureSize ? m_metrics.mostCell : 26;
    m_draft.marksFocusColumn = false;
    m_draft.columnLabels(m_keyPlan.bands, m_keysTop, scores.columns, core::Role::Key);
    m_draft.marksFocusColumn = true;
    const double second = m_keysTop + m_rowHeight + kRowGap;
    m_draft.text(keyRowName(m_keysTop), phrase(QT_TRANSLATE_NOOP("Stage", "scores")), label(m_draft.theme().text2),
                 Qt::AlignRight);
    placeKeyRow(TileMatrix::Scores, m_keysTop);
    m_draft.formula(keyRowName(second), "\\exp(S - m)", Qt::AlignRight);
    placeKeyRow(TileMatrix::Exponentials, second);
    m_keysBottom = second + m_rowHeight;
    if (!m_metrics.isLectureSize) {
      m_draft.legend({m_keyPlan.bands.to() + 10, m_keysTop + m_rowHeight / 2 + 4}, StagePart::Tile, 24);
    }
    placeTiles();
  }

  /// Scores of the tiles so far; exponentials of the present tile, the only ones that the kernel holds.
  void placeKeyRow(TileMatrix which, double y) {
    const std::int64_t first = which == TileMatrix::Scores ? 0 : m_tile.firstKey;
    const std::int64_t last = m_tile.firstKey + static_cast<std::int64_t>(m_tile.scores.size());
    Bands there;
    Bands empty;
    for (const Band& band : m_keyPlan.bands.all()) (band.place >= first && band.place < last ? there : empty).add(band);
    for (const bool isThere : {true, false}) {
      const Bands& columns = isThere ? there : empty;
      if (columns.isEmpty()) continue;
      PlacedMatrix& placed = place(which, Bands::one(0, y, m_rowHeight), columns);
      placed.isEmptyFrame = !isThere;
      placed.isMap = isThere && m_keyPlan.isMap;
      placed.columnBlock = m_keyPlan.block;
    }
  }
  /// The right end of the baseline of what stands before it.
  [[nodiscard]] QPointF keyRowName(double y) const {
    return {m_keyPlan.bands.from() - 10, y + m_rowHeight / 2 + m_metrics.labelSize * 0.35};
  }

  void placeTiles() {
    const Theme& theme = m_draft.theme();
    for (int i = 0; i < m_count; ++i) {
      const AreaOfTile area = areaOf(i);
      if (area.to <= area.from) continue;
      if (i > 0)
        m_draft.line({area.from - 0.5, m_keysTop - 5}, {area.from - 0.5, m_keysBottom + 5}, theme.strong, 1, {3, 3});
      const bool isNow = i == m_now;
      const QString name = phrase(QT_TRANSLATE_NOOP("Stage", "tile %1")).arg(i + 1);
      const TextStyle style = m_draft.words(m_metrics.smallSize, isNow ? theme.text : theme.text3, isNow ? 700 : 400);
      if (m_draft.measure(name, style) + 6 < area.to - area.from) {
        m_draft.text({(area.from + area.to) / 2, m_keysBottom + 6 + m_metrics.smallSize}, name, style,
                     Qt::AlignHCenter);
      }
      if (isNow) {
        m_draft.box(QRectF(area.from - 1.5, m_keysTop - 3, area.to - area.from + 2, m_keysBottom - m_keysTop + 6),
                    theme.ink, 2, 3);
      }
    }
  }

  struct AreaOfTile {
    double from = 0;
    double to = 0;
  };
  [[nodiscard]] AreaOfTile areaOf(int tile) const {
    const core::AttentionTile& entry = m_tiles[static_cast<std::size_t>(tile)];
    const std::int64_t last = entry.firstKey + static_cast<std::int64_t>(entry.scores.size());
    AreaOfTile area{1e9, 0};
    for (const Band& band : m_keyPlan.bands.all()) {
      if (band.place < entry.firstKey || band.place >= last) continue;
      area.from = std::min(area.from, band.from);
      area.to = std::max(area.to, band.to);
    }
    return area;
  }

  /// As many rows as fit with the arithmetic below them, or without it; the last ones where even these are too many.
  void chooseTable() {
    const double scale = m_metrics.labelSize / 13;
    m_numberLeft = m_metrics.left + 118 * scale;
    m_cellsLeft = m_numberLeft + 4 * kNumberPitch * scale + 18;
    const std::int64_t width = m_content.tiles.width;
    const double cell = m_metrics.cellWidth;
    const auto slots = static_cast<std::int64_t>((m_draft.width() - m_cellsLeft - 16) / cell);
    const bool isFolded = width > slots;
    m_channels = slots < 1
                     ? Bands()
                     : Bands::folded(m_cellsLeft, cell, width, isFolded ? std::max<std::int64_t>(slots - 1, 1) : width);
    const double names = m_channels.isEmpty() ? 0
                                              : m_draft.columnLabelHeight(matrix(TileMatrix::Running).columns,
                                                                          std::min(width, slots), cell);
    m_headBottom =
        m_keysBottom + kTableGap + std::max(m_metrics.labelSize + 8, std::min(names, 90.0 * m_metrics.lecture));
    for (const core::TileFormula& formula : core::tileFormulas()) {
      const QSizeF taken = m_draft.lineFormula(formula.tex).size();
      m_formulaWidth = std::max(m_formulaWidth, taken.width());
      m_line = std::max({m_line, taken.height() + 2, m_metrics.labelSize + 8});
    }
    const double arithmetic = 4 * m_line + 22;
    const double all = m_draft.height() - m_headBottom - 8;
    const double least = m_metrics.isLectureSize ? m_metrics.leastCell : 20;
    const double most = m_metrics.isLectureSize ? m_metrics.mostCell : 26;
    m_hasArithmetic = (m_count + 1) * least + arithmetic <= all || (2 * least + arithmetic <= all && m_count > 3);
    const double room = all - (m_hasArithmetic ? arithmetic : 0);
    m_tableRow = std::clamp(std::floor(room / (m_count + 1)), least, most);
    const int fits = std::max(1, static_cast<int>(std::floor(room / m_tableRow)) - 1);
    m_firstRow = std::clamp(m_now - fits + 1, 0, std::max(0, m_count - fits));
    m_lastRow = std::min(m_count, m_firstRow + fits);
  }

  [[nodiscard]] double numberRight(int column) const {
    return m_numberLeft + (column + 1) * kNumberPitch * m_metrics.labelSize / 13;
  }
  [[nodiscard]] double rowTop(int tile) const { return m_headBottom + (tile - m_firstRow) * m_tableRow; }
  [[nodiscard]] double baseline(double top) const { return top + m_tableRow / 2 + m_metrics.labelSize * 0.35; }

  void placeHeads() {
    const TextStyle style = label(m_draft.theme().text2, 600);
    const double y = m_headBottom - 6;
    m_draft.text({m_metrics.left, y}, phrase(QT_TRANSLATE_NOOP("Stage", "after tile")), style);
    m_draft.text({numberRight(0), y}, phrase(QT_TRANSLATE_NOOP("Stage", "its max")), style, Qt::AlignRight);
    const char* const letters[] = {"m", "c", "l"};
    for (int i = 0; i < 3; ++i) m_draft.formula({numberRight(i + 1), y}, letters[i], Qt::AlignRight);
    if (m_channels.isEmpty()) return;
    m_draft.columnLabels(m_channels, m_headBottom, matrix(TileMatrix::Running).columns, core::Role::Output);
  }

  void placeRows() {
    const Theme& theme = m_draft.theme();
    Bands there;
    Bands empty;
    for (int i = m_firstRow; i < m_lastRow; ++i) {
      (i <= m_now ? there : empty).add({i, rowTop(i), rowTop(i) + m_tableRow});
      const bool isNow = i == m_now;
      const TextStyle name = label(isNow ? theme.text : theme.text3, isNow ? 700 : 400);
      m_draft.text({m_metrics.left, baseline(rowTop(i))}, QString::number(i + 1), name);
      const double keys = m_metrics.left + 26 * m_metrics.labelSize / 13;
      m_draft.text({keys, baseline(rowTop(i))}, keysOf(i), m_draft.words(m_metrics.smallSize, theme.text3));
      if (i <= m_now) placeNumbers(i);
    }
    if (m_channels.isEmpty()) return;
    if (!there.isEmpty()) place(TileMatrix::Running, there, m_channels);
    if (!empty.isEmpty()) place(TileMatrix::Running, empty, m_channels).isEmptyFrame = true;
    m_draft.box(QRectF(m_metrics.left - 6, rowTop(m_now) - 1, m_channels.to() - m_metrics.left + 10, m_tableRow + 1),
                theme.ink, 1.5, 3);
  }

  [[nodiscard]] QString keysOf(int tile) const {
    const core::AttentionTile& entry = m_tiles[static_cast<std::size_t>(tile)];
    const std::int64_t last = entry.firstKey + static_cast<std::int64_t>(entry.scores.size()) - 1;
    if (last == entry.firstKey) return phrase(QT_TRANSLATE_NOOP("Stage", "key %1")).arg(last);
    return phrase(QT_TRANSLATE_NOOP("Stage", "keys %1 to %2")).arg(entry.firstKey).arg(last);
  }

  void placeNumbers(int tile) {
    const core::AttentionTile& entry = m_tiles[static_cast<std::size_t>(tile)];
    const bool isNow = tile == m_now;
    const TextStyle style = number(isNow ? m_draft.theme().text : m_draft.theme().text2, isNow ? 600 : 400);
    const double numbers[] = {entry.tileMaximum, entry.maximum, entry.correction, entry.sum};
    for (int i = 0; i < 4; ++i) {
      m_draft.text({numberRight(i), baseline(rowTop(tile))}, written(numbers[i]), style, Qt::AlignRight);
    }
  }

  /// o / l, once the last tile is done, and how near it is to the step's own output.
  void placeResult() {
    if (m_now + 1 < m_count) return;
    const double top = rowTop(m_lastRow) + 4;
    const StageMatrix& output = m_draft.picture.result();
    double largest = 0;
    for (std::int64_t channel = 0; channel < std::min(output.columnCount(), m_content.tiles.width); ++channel) {
      const double difference =
          m_content.tiles.result[static_cast<std::size_t>(channel)] - output.value(m_content.row, channel);
      largest = std::max(largest, std::abs(difference));
    }
    const Theme& theme = m_draft.theme();
    if (!m_channels.isEmpty()) {
      m_draft.formula({m_channels.from() - 10, baseline(top)}, "o / l", Qt::AlignRight);
      place(TileMatrix::Result, Bands::one(0, top, m_tableRow), m_channels);
      m_draft.box(QRectF(m_channels.from(), top, m_channels.extent(), m_tableRow).adjusted(-1.5, -1.5, 0.5, 0.5),
                  theme.role(core::Role::Output).line, 2, 2);
    }
    const QString same = phrase(QT_TRANSLATE_NOOP("Stage", "as A V gives it, within %1")).arg(readoutText(largest, 3));
    const double room = numberRight(2) - m_metrics.left;
    if (m_draft.measure(same, label(theme.text2)) < room) {
      m_draft.text({m_metrics.left, baseline(top)}, same, label(theme.text2));
    }
  }

  [[nodiscard]] std::size_t channel() const {
    const auto& focus = m_draft.picture.focus;
    const std::int64_t last = std::max<std::int64_t>(m_content.tiles.width - 1, 0);
    return static_cast<std::size_t>(focus ? std::min(focus->column, last) : 0);
  }

  /// The four lines of the kernel in this tile's numbers.
  [[nodiscard]] std::vector<QString> arithmetic() const {
    const std::size_t place = channel();
    const double before = m_now == 0 ? 0 : m_tiles[static_cast<std::size_t>(m_now) - 1].output[place];
    const QString times(QChar(0xD7));
    const auto grown = [&](double old, double added, double sum) {
      return QStringLiteral("%1 %2 %3 + %4 = %5")
          .arg(written(m_tile.correction), times, written(old), written(added), written(sum));
    };
    return {QStringLiteral("max(%1, %2) = %3")
                .arg(written(m_tile.earlierMaximum), written(m_tile.tileMaximum), written(m_tile.maximum)),
            QStringLiteral("exp(%1 \u2212 %2) = %3")
                .arg(written(m_tile.earlierMaximum), written(m_tile.maximum), written(m_tile.correction)),
            grown(m_tile.earlierSum, m_tile.tileSum, m_tile.sum),
            grown(before, m_tile.added[place], m_tile.output[place])};
  }

  void placeArithmetic() {
    if (!m_hasArithmetic || m_content.tiles.width == 0) return;
    const Theme& theme = m_draft.theme();
    const double scale = m_metrics.labelSize / 13;
    double y = m_headBottom + (m_lastRow - m_firstRow + 1) * m_tableRow + 22 + m_metrics.labelSize;
    const std::vector<QString> numbers = arithmetic();
    const std::vector<core::TileFormula> formulas = core::tileFormulas();
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      const double x = m_metrics.left + m_formulaWidth + 20 * scale;
      m_draft.formula({m_metrics.left, y}, formulas[i].tex);
      double after = m_draft.text({x, y}, numbers[i], number(theme.text, 600));
      if (i + 1 == formulas.size()) {
        const QString which = placeText(matrix(TileMatrix::Running).columns, static_cast<std::int64_t>(channel()));
        after = m_draft.text({after + 10, y}, which, label(theme.role(core::Role::Output).line, 600));
      }
      const QString caption = translated(formulas[i].caption);
      const double captionLeft = std::max(x + kNumbersWidth * scale, after + 16);
      const TextStyle soft = m_draft.words(m_metrics.smallSize, theme.text3);
      if (captionLeft + m_draft.measure(caption, soft) < m_draft.width() - 16)
        m_draft.text({captionLeft, y}, caption, soft);
      y += m_line;
    }
  }

  StageDraft& m_draft;
  const StageMetrics& m_metrics;
  const TileContent& m_content;
  const std::vector<core::AttentionTile>& m_tiles;
  int m_count, m_now;
  const core::AttentionTile& m_tile;
  BandPlan m_keyPlan;
  Bands m_channels;
  double m_upper = 0, m_keysTop = 0, m_keysBottom = 0, m_rowHeight = 26;
  double m_numberLeft = 0, m_cellsLeft = 0, m_headBottom = 0, m_tableRow = 22;
  double m_formulaWidth = 0, m_line = 0;  ///< of the arithmetic
  int m_firstRow = 0, m_lastRow = 0;
  bool m_hasArithmetic = false;
};

}  // namespace

void layoutTiles(StageDraft& draft) {
  const std::optional<TileContent>& content = draft.picture.tiles();
  if (!content || content->tiles.tiles.empty()) return;
  TilesLayout(draft).run();
}

}  // namespace heed::ui
