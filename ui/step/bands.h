#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace heed::ui {

/// The room of one row or column of a matrix.
struct Band {
  std::int64_t place = 0;  ///< in the matrix
  double from = 0;
  double to = 0;

  [[nodiscard]] double size() const { return to - from; }
  [[nodiscard]] double centre() const { return (from + to) / 2; }
};

/// Where the rows or the columns of a matrix stand along one axis. Places that are folded away have no band.
class Bands {
 public:
  Bands() = default;

  /// `count` places of the same size, the first at `from`.
  [[nodiscard]] static Bands each(double from, double size, std::int64_t count);
  /// Places of which each stands on a pixel with the `block - 1` that follow it.
  [[nodiscard]] static Bands blocks(double from, std::int64_t count, std::int64_t block);
  /// `visible` of the places, the middle ones folded into one slot of the same size.
  [[nodiscard]] static Bands folded(double from, double size, std::int64_t count, std::int64_t visible);
  /// One place alone.
  [[nodiscard]] static Bands one(std::int64_t place, double from, double size);

  /// Places are added in order.
  void add(Band band) { m_bands.push_back(band); }

  [[nodiscard]] const std::vector<Band>& all() const { return m_bands; }
  [[nodiscard]] bool isEmpty() const { return m_bands.empty(); }
  [[nodiscard]] double from() const { return m_bands.empty() ? 0 : m_bands.front().from; }
  [[nodiscard]] double to() const { return m_bands.empty() ? 0 : m_bands.back().to; }
  [[nodiscard]] double extent() const { return to() - from(); }
  [[nodiscard]] std::optional<Band> band(std::int64_t place) const;
  [[nodiscard]] std::optional<std::int64_t> placeAt(double position) const;
  [[nodiscard]] double largest() const;

 private:
  std::vector<Band> m_bands;
};

/// How an axis is fitted into the room that it has.
struct BandWish {
  std::int64_t count = 0;
  double preferred = 42;
  double least = 36;               ///< with numbers
  std::vector<std::int64_t> wide;  ///< places that keep `wideSize` where not all have room; ascending
  double wideSize = 42;
};

struct BandPlan {
  Bands bands;
  bool isMap = false;      ///< too many for cells of their own: one texel each
  std::int64_t block = 1;  ///< with isMap: places that share a pixel
  double narrow = 0;       ///< size of the narrow places; 0 where all have the same
};

/// Above this many places an axis is an even map, not cells with wide ones between narrow ones.
inline constexpr std::int64_t kMostCells = 64;

/// Gives both axes of a map the same texel within the room there is, so that a matrix of pairs is a square.
void makeSquare(BandPlan& columns, BandPlan& rows, double width, double height);

[[nodiscard]] BandPlan planBands(double start, double room, const BandWish& wish);

}  // namespace heed::ui
