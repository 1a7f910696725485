#include "core/compare/root_of_width.h"

#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/compare/row_softmax.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace heed::core {

namespace {

constexpr std::string_view kQueryStream = "root of width, queries";
constexpr std::string_view kKeyStream = "root of width, keys";

std::uint64_t streamOf(std::string_view name) {
  return stableHash(name.data(), name.size());
}

double largestWeight(const std::vector<double>& scores, double divisor) {
  std::vector<double> divided(scores);
  for (double& score : divided) score /= divisor;
  return std::ranges::max(rowSoftmax(divided));
}

/// Adds the channels from `from` to `to` of one draw to its scores.
void addChannels(const RootOfWidthTrial& trial, std::int64_t draw, std::int64_t from, std::int64_t to,
                 std::vector<double>& scores) {
  const auto widest = trial.widths.back();
  for (std::int64_t channel = from; channel < to; ++channel) {
    const double query =
        philoxNormal(trial.seed, streamOf(kQueryStream), static_cast<std::uint64_t>(draw * widest + channel));
    for (std::int64_t key = 0; key < trial.keys; ++key) {
      const std::int64_t place = (draw * trial.keys + key) * widest + channel;
      scores[static_cast<std::size_t>(key)] +=
          query * philoxNormal(trial.seed, streamOf(kKeyStream), static_cast<std::uint64_t>(place));
    }
  }
}

}  // namespace

std::vector<RootOfWidthRow> rootOfWidth(const RootOfWidthTrial& trial, const std::stop_token& stop) {
  std::vector<RootOfWidthRow> rows;
  for (const std::int64_t width : trial.widths) rows.push_back({.width = width});
  for (std::int64_t draw = 0; draw < trial.draws; ++draw) {
    if (stop.stop_requested()) throw Cancelled();
    std::vector<double> scores(static_cast<std::size_t>(trial.keys), 0.0);
    std::int64_t added = 0;
    for (RootOfWidthRow& row : rows) {
      addChannels(trial, draw, added, row.width, scores);
      added = row.width;
      const double without = largestWeight(scores, 1.0);
      const double with = largestWeight(scores, std::sqrt(static_cast<double>(row.width)));
      row.largestWithout += without;
      row.largestWith += with;
      row.slopeWithout += without * (1.0 - without);
      row.slopeWith += with * (1.0 - with);
    }
  }
  const auto count = static_cast<double>(std::max<std::int64_t>(trial.draws, 1));
  for (RootOfWidthRow& row : rows) {
    for (double* mean : {&row.largestWithout, &row.largestWith, &row.slopeWithout, &row.slopeWith}) *mean /= count;
  }
  return rows;
}

}  // namespace heed::core
