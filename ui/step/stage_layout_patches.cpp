#include "ui/step/stage_draft.h"

#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

constexpr double kPictureLeft = 46;  ///< room for the rows' indices
constexpr double kGap = 38;          ///< between the picture and the map, for the crop at the locked row
constexpr double kMostGap = 78;
constexpr double kRight = 12;
constexpr double kFoot = 6;
constexpr double kStripGap = 10;
constexpr double kControls = 76;  ///< under the picture: the ramp with its words, the choice of overlays
constexpr double kLeastPictureTop = 84;
constexpr double kMostPictureTop = 106;
constexpr double kLeastMapTop = 72;  ///< below what lies at the stage's upper right
constexpr double kMostMapTop = 130;
constexpr double kHeader = 30;  ///< over the map: its name, below it the crop at the locked column
constexpr double kUsualPatch = 22;
constexpr double kRoomyPatch = 28;  ///< where there is this much room, patches grow
constexpr double kMostPatch = 34;
constexpr double kMostLecturePatch = 44;
constexpr double kLeastPatch = 8;
constexpr double kCrop = 18;
constexpr double kRamp = 120;
constexpr std::int64_t kMostTexel = 4;
constexpr double kStripLeft = 212;

QString phrase(const char* text) {
  return QCoreApplication::translate("Stage", text);
}

/// Picture and map side by side: at 832 x 728 a patch of a 4:3 picture takes 22 pixels and a cell of the map 2.
class PatchLayout {
 public:
  explicit PatchLayout(StageDraft& draft)
      : m_draft(draft),
        m_picture(draft.picture),
        m_patches(*draft.picture.patchesOf(draft.picture.result().rows)),
        m_metrics(draft.metrics),
        m_count(m_patches.count()) {}

  void run() {
    chooseSizes();
    placePicture();
    placeMap();
    placeHeader();
    placeFocus();
    if (m_metrics.isLectureSize) {
      placeLectureNumber();
      return;
    }
    placeControls();
    layoutPatchStrip(m_draft, kStripLeft, height() - kFoot - m_strip, m_form);
  }

 private:
  [[nodiscard]] double height() const { return m_draft.height() - m_picture.toolsHeight; }

  /// Room that the picture has beside a map of this side.
  [[nodiscard]] double pitchBeside(double side) const {
    return std::floor((m_draft.width() - kRight - side - kGap - kPictureLeft) / m_patches.columns());
  }

  /// The largest whole number of pixels for a cell of a map that is at most this tall; 0 where there is none.
  [[nodiscard]] std::int64_t texelFor(double tallest) const {
    for (std::int64_t texel = kMostTexel; texel > 0; --texel) {
      const auto side = static_cast<double>(m_count * texel);
      const double readable = texel > 2 ? 26 : texel == 2 ? 16 : 12;
      if (side <= tallest && pitchBeside(side) >= readable) return texel;
    }
    return 0;
  }

  /// The strip gives up height where that leaves a larger map.
  void chooseStrip(double least) {
    constexpr PatchStripForm kForms[] = {{22, true}, {22, false}, {20, false}};
    m_texel = -1;
    for (const PatchStripForm& form : kForms) {
      const double strip = patchStripHeight(m_picture, form);
      const std::int64_t texel = texelFor(height() - kFoot - strip - kStripGap - least);
      if (texel <= m_texel || m_texel >= 2) continue;
      m_texel = texel;
      m_form = form;
      m_strip = strip;
    }
    m_bottom = height() - kFoot - m_strip - kStripGap;
  }

  void chooseSizes() {
    double least = kLeastMapTop;
    if (m_metrics.isLectureSize) {
      least = m_metrics.top - 20;
      m_bottom = height() - 24;
      m_texel = texelFor(m_bottom - least);
    } else {
      chooseStrip(least);
    }
    if (m_texel == 0) {
      const double room = std::max(64.0, std::min(m_bottom - least, m_draft.width() * 0.45));
      m_block = static_cast<std::int64_t>(std::ceil(static_cast<double>(m_count) / room));
      m_side = std::ceil(static_cast<double>(m_count) / static_cast<double>(m_block));
    } else {
      m_side = static_cast<double>(m_count * m_texel);
    }
    const double controls = m_metrics.isLectureSize ? 60 : kControls;
    const double leastTop = m_metrics.isLectureSize ? m_metrics.top : kLeastPictureTop;
    const double tall = std::floor((m_bottom - leastTop - controls) / m_patches.rows());
    const double room = std::min(pitchBeside(m_side), tall);
    const double most = m_metrics.isLectureSize ? kMostLecturePatch : room < kRoomyPatch ? kUsualPatch : kMostPatch;
    m_pitch = std::clamp(room, kLeastPatch, most);
    const double top = m_metrics.isLectureSize ? m_metrics.top : kMostPictureTop;
    m_pictureTop = std::clamp(m_bottom - controls - m_pitch * m_patches.rows(), leastTop, top);
    const double spare = m_draft.width() - kRight - m_side - kGap - kPictureLeft - m_pitch * m_patches.columns();
    m_mapLeft =
        std::floor(kPictureLeft + m_pitch * m_patches.columns() + kGap + std::clamp(spare, 0.0, kMostGap - kGap));
    m_mapTop = std::floor(std::max(least, std::min(m_bottom - m_side, kMostMapTop)));
  }

  void placePicture() {
    PlacedPicture placed;
    placed.rows = m_patches.rows();
    placed.columns = m_patches.columns();
    placed.grid = QRectF(kPictureLeft, m_pictureTop, m_pitch * m_patches.columns(), m_pitch * m_patches.rows());
    placed.whole = m_patches.wholeRect(placed.grid.topLeft(), m_pitch);
    m_draft.layout.picture = placed;
    placeIndices(placed.grid);
  }

  /// Every row and column that has room, those of the query in its colour.
  void placeIndices(const QRectF& grid) {
    const auto focus = m_picture.focus;
    const int row = focus ? static_cast<int>(focus->row / m_patches.columns()) : -1;
    const int column = focus ? static_cast<int>(focus->row % m_patches.columns()) : -1;
    const QColor own = m_draft.theme().role(core::Role::Query).line;
    const auto style = [&](bool isOwn) {
      return m_draft.digits(m_metrics.leastSize, isOwn ? own : m_draft.theme().text3, isOwn ? 700 : 400);
    };
    const double widest = m_draft.measure(QString::number(m_patches.columns() - 1), style(true)) + 3;
    const int columnStep = std::max(1, static_cast<int>(std::ceil(widest / m_pitch)));
    for (int i = 0; i < m_patches.columns(); ++i) {
      if (i != column && (i % columnStep != 0 || (columnStep > 1 && std::abs(i - column) < columnStep))) continue;
      m_draft.text({grid.left() + (i + 0.5) * m_pitch, grid.top() - 7}, QString::number(i), style(i == column),
                   Qt::AlignHCenter);
    }
    const int rowStep = std::max(1, static_cast<int>(std::ceil((m_metrics.leastSize + 2) / m_pitch)));
    for (int i = 0; i < m_patches.rows(); ++i) {
      if (i != row && (i % rowStep != 0 || (rowStep > 1 && std::abs(i - row) < rowStep))) continue;
      m_draft.text({grid.left() - 8, grid.top() + (i + 0.5) * m_pitch + m_metrics.leastSize * 0.36}, QString::number(i),
                   style(i == row), Qt::AlignRight);
    }
  }

  void placeMap() {
    const auto bands = [&](double from) {
      return m_texel > 0 ? Bands::each(from, static_cast<double>(m_texel), m_count)
                         : Bands::blocks(from, m_count, m_block);
    };
    PlacedMatrix& map = m_draft.place(StagePart::Result, bands(m_mapTop), bands(m_mapLeft));
    map.isMap = true;
    map.rowBlock = map.columnBlock = m_texel > 0 ? 1 : m_block;
    m_map = map.area();
  }

  void placeHeader() {
    const StageMatrix& matrix = m_picture.result();
    const Theme& theme = m_draft.theme();
    const double y = m_mapTop - kHeader;
    const TextStyle words = m_draft.words(m_metrics.smallSize, theme.text2);
    const double after = m_draft.letter({m_map.left(), y}, matrix.letter, theme.role(matrix.role).line);
    if (m_metrics.isLectureSize) return;
    const QString shape = QStringLiteral("%1 \u00D7 %2").arg(matrix.rowCount()).arg(matrix.columnCount());
    const double named = m_draft.text({after + 8, y}, matrix.name, words);
    const double sized = m_draft.text({named + 8, y}, shape, m_draft.digits(m_metrics.smallSize, theme.text3));
    const ValueScale& scale = m_picture.scale(StagePart::Result);
    const TextStyle ends = m_draft.digits(m_metrics.leastSize, theme.text2);
    const QString range =
        scale.centred
            ? QStringLiteral("\u00B1") + scaleEndText(scale.high)
            : phrase(QT_TRANSLATE_NOOP("Stage", "%1 to %2")).arg(scaleEndText(scale.low), scaleEndText(scale.high));
    constexpr double kHeaderRamp = 40;
    const double ramp = m_map.right() - m_draft.measure(range, ends) - 5 - kHeaderRamp;
    if (ramp < sized + 10) return;
    m_draft.legend({ramp, y}, StagePart::Result, kHeaderRamp);
    const QString cell =
        m_texel > 0
            ? QCoreApplication::translate("Stage", "%n px a cell", nullptr, static_cast<int>(m_texel))
            : phrase(QT_TRANSLATE_NOOP("Stage", "each pixel: largest of %1 \u00D7 %2")).arg(m_block).arg(m_block);
    const TextStyle hint = m_draft.words(m_metrics.smallSize, theme.text3);
    if (ramp - 14 - m_draft.measure(cell, hint) > sized + 10) {
      m_draft.text({ramp - 14, y}, cell, hint, Qt::AlignRight);
    }
  }

  /// Crops at the locked row and column, led to the cell.
  void placeFocus() {
    const auto focus = m_picture.focus;
    if (!focus) return;
    const PlacedMatrix* map = m_draft.layout.placed(StagePart::Result);
    const auto cell = map != nullptr ? m_draft.layout.cellArea(*map, *focus) : std::nullopt;
    if (!cell) return;
    const QColor query = m_draft.theme().role(core::Role::Query).line;
    const QColor key = m_draft.theme().role(core::Role::Key).line;
    const auto inside = [](double at, double from, double to) {
      return std::clamp(at - kCrop / 2, from, std::max(from, to - kCrop));
    };
    const QRectF rowCrop(m_map.left() - 6 - kCrop, inside(cell->center().y(), m_map.top(), m_map.bottom()), kCrop,
                         kCrop);
    const QRectF columnCrop(inside(cell->center().x(), m_map.left(), m_map.right()), m_map.top() - 5 - kCrop, kCrop,
                            kCrop);
    addCrop(focus->row, rowCrop, query, TargetKind::RowLabel, m_picture.result().rows);
    addCrop(focus->column, columnCrop, key, TargetKind::ColumnLabel, m_picture.result().columns);
    const double half = std::max(1.5, cell->height() / 2 + 0.5);
    for (const double side : {-half, half}) {
      const double y = cell->center().y() + side;
      const double x = cell->center().x() + side;
      m_draft.line({rowCrop.right() + 1, y}, {cell->left() - 4, y}, query, 1.2);
      m_draft.line({x, columnCrop.bottom() + 1}, {x, cell->top() - 4}, key, 1.2);
    }
    m_draft.ring(*cell);
  }

  void addCrop(std::int64_t patch, const QRectF& area, const QColor& line, TargetKind kind, const core::Axis& axis) {
    m_draft.layout.crops.push_back({.patch = patch, .area = area, .line = line, .width = 2});
    m_draft.layout.targets.push_back({.kind = kind, .area = area, .place = patch, .name = placeText(axis, patch)});
  }

  [[nodiscard]] double largestWeight() const {
    const auto focus = m_picture.focus;
    double largest = 0;
    if (!m_picture.weights || !focus || focus->row >= m_picture.weights->rowCount()) return largest;
    for (std::int64_t key = 0; key < m_picture.weights->columnCount(); ++key) {
      const double value = m_picture.weights->value(focus->row, key);
      if (m_picture.weights->isAllowed(focus->row, key) && std::isfinite(value)) largest = std::max(largest, value);
    }
    return largest;
  }

  [[nodiscard]] QString overlayWords() const {
    switch (m_picture.overlayMode) {
      case OverlayMode::Spotlight:
        return phrase(
            QT_TRANSLATE_NOOP("Stage", "The colour of an edge is the weight in step %1; weak patches are veiled."));
      case OverlayMode::Overlay:
        return phrase(QT_TRANSLATE_NOOP("Stage", "weight of step %1, over the picture in grey"));
      case OverlayMode::MapOnly:
        return phrase(QT_TRANSLATE_NOOP("Stage", "weight of step %1"));
    }
    return {};
  }

  /// What the edges or colours are, in two lines beside the ramp; fewer words where they would not do.
  void placeOverlayWords(QPointF baseline, double room) {
    const TextStyle words = m_draft.words(m_metrics.smallSize, m_draft.theme().text2);
    QStringList lines = m_draft.style.letters.wrapped(overlayWords().arg(m_picture.weightsRow), words, room);
    if (lines.size() > 2) {
      const QString brief = phrase(QT_TRANSLATE_NOOP("Stage", "weight of step %1")).arg(m_picture.weightsRow);
      lines = m_draft.style.letters.wrapped(brief, words, room);
    }
    for (qsizetype i = 0; i < std::min<qsizetype>(lines.size(), 2); ++i) {
      m_draft.text(baseline + QPointF(0, static_cast<double>(i) * (m_metrics.smallSize + 3)), lines[i], words);
    }
  }

  void placeControls() {
    const QRectF grid = m_draft.layout.picture->grid;
    const double y = m_draft.layout.picture->whole.bottom() + 10;
    const Theme& theme = m_draft.theme();
    const TextStyle words = m_draft.words(m_metrics.smallSize, theme.text2);
    const double room = m_mapLeft - kGap + 8 - grid.left();
    if (m_picture.weights) {
      m_draft.layout.legends.push_back({QRectF(grid.left(), y, kRamp, 8), false});
      const TextStyle ends = m_draft.digits(m_metrics.leastSize, theme.text2);
      m_draft.text({grid.left(), y + 10 + m_metrics.leastSize}, QStringLiteral("0"), ends);
      m_draft.text({grid.left() + kRamp, y + 10 + m_metrics.leastSize}, weightCellText(largestWeight(), 3), ends,
                   Qt::AlignRight);
      placeOverlayWords({grid.left() + kRamp + 12, y + 9}, room - kRamp - 12);
    } else if (m_picture.weightsRow >= 0) {
      m_draft.text({grid.left(), y + 12},
                   phrase(QT_TRANSLATE_NOOP("Stage", "weights after step %1")).arg(m_picture.weightsRow), words);
    }
    m_draft.layout.overlaySwitch = QPointF(grid.left(), y + 34);
    m_draft.layout.followSwitch = QPointF(grid.left(), y + 47);
  }

  void placeLectureNumber() {
    const auto focus = m_picture.focus;
    if (!focus) return;
    const StageMatrix& matrix = m_picture.result();
    const QRectF grid = m_draft.layout.picture->grid;
    const double below = m_draft.layout.picture->whole.bottom() + 10;
    const QRectF area(grid.left(), below, m_draft.width() - kRight - grid.left(), height() - below - 4);
    if (m_map.bottom() < below && layoutLectureSentence(m_draft, area)) return;
    const double size = m_metrics.numberSize * 1.3;
    m_draft.text({grid.left(), below + 2 + size}, readoutText(matrix.value(focus->row, focus->column), 2),
                 m_draft.digits(size, m_draft.theme().text, 600));
  }

  StageDraft& m_draft;
  const StagePicture& m_picture;
  const PatchPicture& m_patches;
  const StageMetrics& m_metrics;
  std::int64_t m_count;
  PatchStripForm m_form;
  std::int64_t m_texel = 1, m_block = 1;
  double m_strip = 0, m_bottom = 0, m_side = 0, m_pitch = 0, m_pictureTop = 0, m_mapLeft = 0, m_mapTop = 0;
  QRectF m_map;
};

}  // namespace

void layoutPatches(StageDraft& draft) {
  PatchLayout(draft).run();
}

}  // namespace heed::ui
