#pragma once

#include "tests/core/block_harness.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// The rows over the registry of blocks that the suites of every backend loop over: examples, other sizes, masks, large
/// numbers and ragged batches.
namespace heed::test {

/// A block with one of its examples.
struct BlockRow {
  const BlockType* type = nullptr;
  BlockExample example;
};

using BlockFilter = std::function<bool(const BlockType& type, const BlockExample& example)>;

/// Adds a row "block/example" for each example, or for each that the filter takes.
void addExampleRows(const BlockFilter& filter = {});
/// What the current row names; only in a test function with such rows.
[[nodiscard]] BlockRow currentRow();

[[nodiscard]] bool isAttention(const BlockType& type);
[[nodiscard]] bool isMaskable(const BlockType& type);
[[nodiscard]] const PortSpec* port(const std::vector<PortSpec>& ports, std::string_view id);

/// How many items a port gets: queries and inputs `queries`, keys and values `keys`.
struct Items {
  std::int64_t queries = 1;
  std::int64_t keys = 1;
};

/// The numbers of items that attention is tried with beside those of its examples: one token, odd sizes.
[[nodiscard]] std::vector<Items> otherSizes();
/// The example's ports with other numbers of items.
[[nodiscard]] PortContents resized(const BlockRow& row, Items items);

using MaskRule = bool (*)(std::int64_t query, std::int64_t key);
/// The contents with a mask [queries, keys] in place of any that was there: true where `allowed` says so.
[[nodiscard]] PortContents masked(PortContents contents, MaskRule allowed);
/// The example's contents with a mask that leaves the first query no key.
[[nodiscard]] PortContents withoutKeysForTheFirstQuery(const BlockRow& row);

/// The real tensors of the ports, times a factor.
[[nodiscard]] PortContents scaled(const BlockType& type, PortContents contents, double factor);

/// Whether the block maps matrices of items to tensors and this example has no dimension in front and draws nothing.
/// Items on a grid always fill it.
[[nodiscard]] bool takesSequences(const BlockRow& row, const BlockOptions& options);
/// Three sequences of different lengths for a block that takes them, without a mask.
[[nodiscard]] std::vector<PortContents> raggedSingles(const BlockRow& row);
/// The single items one behind the other, filled up with numbers that must not matter.
[[nodiscard]] PortContents raggedBatch(const std::vector<PortContents>& singles);

}  // namespace heed::test
