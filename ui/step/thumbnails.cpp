#include "ui/step/thumbnails.h"

#include "ui/tensorview/color_map.h"
#include "ui/tensorview/heat_image.h"

#include <algorithm>

namespace heed::ui {

namespace {

constexpr std::size_t kBatch = 6;
/// Larger steps that were not kept would have to be computed again for a picture of 26 pixels.
constexpr std::int64_t kMostUnkeptCells = std::int64_t{1} << 20U;

/// What is painted of one row, decided in the interface's thread.
struct Wanted {
  int row = -1;
  int step = -1;
  bool isMaskNote = false;
};

struct Painted {
  int row = -1;
  QImage image;
};

QImage maskImage(const StageMatrix& matrix, const Theme& theme, int side) {
  // At this size hatching would be noise: masked pairs are flat, in a tone that stands off the ground in both themes.
  QImage image(side, side, QImage::Format_RGB32);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const std::int64_t row = y * matrix.rowCount() / side;
      const std::int64_t column = x * matrix.columnCount() / side;
      image.setPixel(x, y, (matrix.value(row, column) != 0.0 ? theme.surface : theme.text3).rgb());
    }
  }
  return image;
}

QImage matrixImage(const StageMatrix& matrix, const Theme& theme, int side) {
  const std::span<const float> values = matrix.values.floats();
  const std::span<const std::uint8_t> allowed =
      matrix.allowed.isNull() ? std::span<const std::uint8_t>() : matrix.allowed.bools();
  const ValueScale scale = ValueScale::choose(values, allowed, matrix.columnCount(), matrix.kind, ScaleRange::Automatic,
                                              0, ScaleShape::Automatic);
  const std::int64_t rowBlock = std::max<std::int64_t>(1, matrix.rowCount() / side);
  const std::int64_t columnBlock = std::max<std::int64_t>(1, matrix.columnCount() / side);
  const CoarseMatrix coarse = reducedByLargest(values, allowed, matrix.rowCount(), matrix.columnCount(), rowBlock,
                                               columnBlock, scale.centred ? Largest::Magnitude : Largest::Value);
  const ColorMap map = ColorMap::fromStops(scale.centred ? theme.signedMap : theme.viridis);
  return heatImage({coarse.values, coarse.allowed, coarse.rows, coarse.columns}, scale, map, theme, QSize(side, side),
                   1, 3);
}

bool canBePainted(const Computation& computation, int step) {
  if (!computation.trace().kept(step).isNull()) return true;
  return computation.program().type(computation.step(step).value).shape.elementCount() <= kMostUnkeptCells;
}

QImage imageOf(core::Evaluator& evaluator, const Computation& computation, const Wanted& wanted, std::int64_t head,
               const Theme& theme, int side) {
  if (wanted.isMaskNote) {
    QImage image(side, side, QImage::Format_RGB32);
    image.fill(theme.sunken);
    return image;
  }
  if (!canBePainted(computation, wanted.step)) return {};
  const StageMatrix matrix = stageMatrix(evaluator, computation, wanted.step, head);
  if (matrix.values.elementCount() == 0) return {};
  const core::Value value = computation.step(wanted.step).value;
  const bool isMask = computation.program().type(value).kind == core::ValueKind::Bool;
  return isMask ? maskImage(matrix, theme, side) : matrixImage(matrix, theme, side);
}

}  // namespace

Thumbnails::Thumbnails(Walk& walk, Appearance& appearance, QObject* parent)
    : QObject(parent), m_walk(walk), m_appearance(appearance) {
  connect(&m_walk, &Walk::listChanged, this, &Thumbnails::renew);
  connect(&m_walk.focus(), &Focus::headChanged, this, &Thumbnails::renew);
  connect(&m_appearance, &Appearance::changed, this, &Thumbnails::renew);
}

void Thumbnails::renew() {
  ++m_generation;
  m_current.clear();
  m_wanted.clear();
  m_isAsking = false;
  std::erase_if(m_images, [this](const auto& entry) { return entry.first >= m_walk.list().count(); });
  Q_EMIT arrived();
}

QImage Thumbnails::of(int row) {
  if (!m_current.contains(row) && std::ranges::find(m_wanted, row) == m_wanted.end()) {
    m_wanted.push_back(row);
    if (!m_isAsking) QMetaObject::invokeMethod(this, &Thumbnails::askNext, Qt::QueuedConnection);
  }
  const auto found = m_images.find(row);
  return found == m_images.end() ? QImage() : found->second;
}

void Thumbnails::askNext() {
  if (m_isAsking || m_wanted.empty() || m_walk.session().result() == nullptr) return;
  std::vector<Wanted> batch;
  for (std::size_t i = 0; i < std::min(m_wanted.size(), kBatch); ++i) {
    if (m_wanted[i] >= m_walk.list().count()) continue;
    const StepRow& row = m_walk.list().row(m_wanted[i]);
    batch.push_back({m_wanted[i], row.step, row.isMaskNote});
  }
  m_isAsking = true;
  const auto finished = [this, batch, generation = m_generation] {
    if (generation != m_generation) return;
    m_isAsking = false;
    for (const Wanted& wanted : batch) {
      m_current.insert(wanted.row);
      std::erase(m_wanted, wanted.row);
    }
    Q_EMIT arrived();
    askNext();
  };
  m_walk.session().ask(
      QStringLiteral("thumbnails"),
      [batch, head = m_walk.focus().head(), theme = m_appearance.theme(), side = 2 * m_appearance.px(kSide)](
          core::Evaluator& evaluator, const Computation& computation) {
        std::vector<Painted> painted;
        for (const Wanted& wanted : batch) {
          painted.push_back({wanted.row, imageOf(evaluator, computation, wanted, head, theme, side)});
        }
        return painted;
      },
      [this, finished, generation = m_generation](std::vector<Painted> painted) {
        if (generation != m_generation) return;
        for (Painted& entry : painted) m_images[entry.row] = std::move(entry.image);
        finished();
      },
      [finished](const core::Error&) { finished(); });
}

}  // namespace heed::ui
