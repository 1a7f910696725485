#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// Single rows of weights worked out beside a run, for what-if pictures: in double, whatever the run's precision.
namespace heed::core {

/// Softmax of one row of scores over the allowed places (1 byte each; empty: all). Places that are not allowed, and all
/// of a row without an allowed one, get 0.
[[nodiscard]] std::vector<double> rowSoftmax(std::span<const double> scores,
                                             std::span<const std::uint8_t> allowed = {});

/// A row of softmax weights from which one key was taken: its share flows to the others in proportion to theirs, since
/// softmax keeps the ratios of the keys that stay.
struct LiftedRow {
  std::vector<double> weights;  ///< 0 at the key
  double share = 0.0;           ///< what the key had
  double factor = 1.0;          ///< of every other weight: 1 / (1 - share); infinite where nothing is left
};

/// The row without `key`. Where the key has all of the row no other has a share to grow from: all weights are 0.
[[nodiscard]] LiftedRow liftedRow(std::span<const double> weights, std::int64_t key);

}  // namespace heed::core
