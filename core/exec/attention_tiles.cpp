#include "core/exec/attention_tiles.h"

#include "core/ops/shared/attention_parts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed::core {

namespace {

constexpr const char* kContext = "AttentionTiles";
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t kLeastTile = 4;
constexpr std::int64_t kMostTiles = 8;

/// Goes back through a softmax, whole or taken apart into maximum, difference, exponential, sum and quotient.
class SoftmaxReader {
 public:
  explicit SoftmaxReader(const Program& program) : m_program(program) {}

  /// Fills scores and mask; false where the weights are no softmax.
  [[nodiscard]] bool read(Value weights, AttentionPlace& place) const {
    const Node* node = maker(weights);
    if (node != nullptr && node->op->name == "softmax") {
      place.scores = node->inputs[0];
      if (node->attributes.flag("mask")) place.mask = node->inputs[1];
      return true;
    }
    const Node* quotient = maker(unmasked(weights, place), "divide");
    if (quotient == nullptr) return false;
    const Node* exponential = maker(unmasked(quotient->inputs[0], place), "exp");
    if (exponential == nullptr || !isSumOf(quotient->inputs[1], quotient->inputs[0])) return false;
    const Node* difference = maker(unmasked(exponential->inputs[0], place), "subtract");
    if (difference == nullptr || !isMaximumOf(difference->inputs[1], difference->inputs[0])) return false;
    place.scores = difference->inputs[0];
    return true;
  }

 private:
  [[nodiscard]] const Node* maker(Value value) const {
    const int node = m_program.info(value).node;
    return node < 0 ? nullptr : &m_program.nodes()[static_cast<std::size_t>(node)];
  }
  [[nodiscard]] const Node* maker(Value value, std::string_view op) const {
    const Node* node = maker(value);
    return node != nullptr && node->op->name == op ? node : nullptr;
  }

  /// What a mask lets through. Numbers that were replaced by hand are chosen by a constant, which is no mask.
  [[nodiscard]] Value unmasked(Value value, AttentionPlace& place) const {
    const Node* choice = maker(value, "select");
    if (choice == nullptr) return value;
    const Value mask = choice->inputs[0];
    const bool isOther = place.mask.isValid() && place.mask != mask;
    const Tensor& otherwise = m_program.info(choice->inputs[2]).constant;
    if (isOther || otherwise.isNull() || otherwise.elementCount() != 1) return value;
    place.mask = mask;
    return choice->inputs[1];
  }

  [[nodiscard]] bool isSumOf(Value sum, Value of) const {
    const Node* choice = maker(sum, "select");  // 1 for rows that are masked throughout
    const Node* node = maker(choice == nullptr ? sum : choice->inputs[1], "reduce_sum");
    return node != nullptr && node->inputs[0] == of;
  }

  [[nodiscard]] bool isMaximumOf(Value maximum, Value of) const {
    const Node* choice = maker(maximum, "select");
    const Node* node = maker(choice == nullptr ? maximum : choice->inputs[1], "reduce_max");
    if (node == nullptr || node->inputs[0] == of) return node != nullptr;
    const Node* allowed = maker(node->inputs[0], "select");
    return allowed != nullptr && allowed->inputs[1] == of;
  }

  const Program& m_program;
};

AttentionTile firstState(std::int64_t width) {
  AttentionTile state;
  state.maximum = -kInfinity;
  state.output.assign(static_cast<std::size_t>(width), 0.0);
  return state;
}

/// The state after one more tile.
AttentionTile afterTile(const AttentionTile& before, std::int64_t firstKey, std::vector<double> scores,
                        std::span<const double> values) {
  AttentionTile tile;
  tile.firstKey = firstKey;
  tile.scores = std::move(scores);
  tile.earlierMaximum = before.maximum;
  tile.earlierSum = before.sum;
  tile.tileMaximum = *std::ranges::max_element(tile.scores);
  tile.maximum = std::max(tile.earlierMaximum, tile.tileMaximum);
  tile.correction = tile.earlierMaximum == -kInfinity ? 0.0 : std::exp(tile.earlierMaximum - tile.maximum);
  for (const double score : tile.scores) {
    tile.exponentials.push_back(score == -kInfinity ? 0.0 : std::exp(score - tile.maximum));
    tile.tileSum += tile.exponentials.back();
  }
  tile.sum = tile.correction * tile.earlierSum + tile.tileSum;
  const std::size_t width = before.output.size();
  for (std::size_t channel = 0; channel < width; ++channel) {
    double added = 0.0;
    for (std::size_t key = 0; key < tile.exponentials.size(); ++key) {
      if (tile.exponentials[key] != 0.0) added += tile.exponentials[key] * values[key * width + channel];
    }
    tile.added.push_back(added);
    tile.output.push_back(tile.correction * before.output[channel] + added);
  }
  return tile;
}

}  // namespace

std::optional<AttentionPlace> attentionPlace(const Program& program, Value output) {
  const int number = program.info(output).node;
  if (number < 0) return std::nullopt;
  const Node& product = program.nodes()[static_cast<std::size_t>(number)];
  const bool isProduct =
      product.op->name == "matmul" && !product.attributes.flag("transposeA") && !product.attributes.flag("transposeB");
  if (!isProduct) return std::nullopt;
  AttentionPlace place;
  place.output = output;
  place.values = product.inputs[1];
  if (!SoftmaxReader(program).read(product.inputs[0], place)) return std::nullopt;
  const Shape& scores = program.type(place.scores).shape;
  const Shape& result = program.type(output).shape;
  const bool fits = scores.rank() >= 2 && program.type(place.values).shape.rank() >= 2 && scores[-1] > 0 &&
                    leadingDimensions(scores) == leadingDimensions(result);
  return fits ? std::optional(place) : std::nullopt;
}

std::int64_t usualTileKeys(std::int64_t keys) {
  if (keys <= kLeastTile) return std::max<std::int64_t>(1, (keys + 1) / 2);
  std::int64_t size = kLeastTile;
  while ((keys + size - 1) / size > kMostTiles) size *= 2;
  return size;
}

AttentionTiles attentionTiles(std::span<const double> scores, std::span<const std::uint8_t> allowed,
                              std::span<const double> values, std::int64_t width, std::int64_t tileKeys) {
  HEED_ASSERT(tileKeys > 0);
  AttentionTiles result;
  result.keys = static_cast<std::int64_t>(scores.size());
  result.width = width;
  result.tileKeys = tileKeys;
  AttentionTile state = firstState(width);
  for (std::int64_t first = 0; first < result.keys; first += tileKeys) {
    const std::int64_t last = std::min(first + tileKeys, result.keys);
    std::vector<double> own;
    for (std::int64_t key = first; key < last; ++key) {
      const auto place = static_cast<std::size_t>(key);
      own.push_back(allowed.empty() || allowed[place] != 0 ? scores[place] : -kInfinity);
    }
    state = afterTile(state, first, std::move(own), values.subspan(static_cast<std::size_t>(first * width)));
    result.tiles.push_back(state);
  }
  for (const double sum : state.output) result.result.push_back(state.sum == 0.0 ? 0.0 : sum / state.sum);
  return result;
}

AttentionTiles attentionTiles(Evaluator& evaluator, const AttentionPlace& place, std::int64_t row,
                              std::int64_t tileKeys) {
  std::vector<Value> wanted = {place.scores, place.values};
  if (place.mask.isValid()) wanted.push_back(place.mask);
  evaluator.require(wanted);
  const Tensor scores = evaluator.value(place.scores);
  const Tensor values = evaluator.value(place.values);
  const std::int64_t keys = scores.shape()[-1];
  const std::int64_t width = values.shape()[-1];
  const std::int64_t batch = row / scores.shape()[-2];
  const std::int64_t start =
      BroadcastMap(leadingDimensions(values.shape()), leadingDimensions(scores.shape()))(batch) * keys * width;
  std::vector<double> rowScores;
  std::vector<std::uint8_t> allowed;
  for (std::int64_t key = 0; key < keys; ++key) rowScores.push_back(scores.at(row * keys + key));
  if (place.mask.isValid()) {
    const Tensor mask = evaluator.value(place.mask);
    const BroadcastMap map(mask.shape(), scores.shape());
    for (std::int64_t key = 0; key < keys; ++key) allowed.push_back(mask.at(map(row * keys + key)) != 0.0 ? 1 : 0);
  }
  std::vector<double> rowValues;
  for (std::int64_t i = 0; i < keys * width; ++i) rowValues.push_back(values.at(start + i));
  return attentionTiles(rowScores, allowed, rowValues, width, tileKeys > 0 ? tileKeys : usualTileKeys(keys));
}

std::vector<TileFormula> tileFormulas() {
  return {
      {"m", "m = \\max(m', \\max S_t)", text(kContext, "The largest score so far.")},
      {"c", "c = \\exp(m' - m)", text(kContext, "What was added up so far is worth this much under the new maximum.")},
      {"l", "l = c l' + \\sum \\exp(S_t - m)", text(kContext, "The sum of exponentials so far.")},
      {"o", "o = c o' + \\exp(S_t - m) V_t",
       text(kContext, "The sum of values so far; after the last tile it is divided by l.")}};
}

}  // namespace heed::core
