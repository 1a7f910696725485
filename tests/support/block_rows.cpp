#include "tests/support/block_rows.h"

#include <QTest>

namespace heed::test {

namespace {

Tensor maskOf(std::int64_t queries, std::int64_t keys, MaskRule allowed) {
  std::vector<std::uint8_t> elements;
  for (std::int64_t i = 0; i < queries; ++i) {
    for (std::int64_t j = 0; j < keys; ++j) elements.push_back(allowed(i, j) ? 1 : 0);
  }
  return Tensor::fromBools({queries, keys}, elements);
}

std::int64_t itemsAt(const PortContents& contents, const std::string& id) {
  return contents.values.at(id).shape()[-2];
}

/// The port whose items are the rows of the output.
std::string rowPort(const PortContents& contents) {
  return contents.values.contains("query") ? "query" : "input";
}

std::int64_t keysOf(const PortContents& contents) {
  return itemsAt(contents, contents.values.contains("key") ? "key" : rowPort(contents));
}

}  // namespace

void addExampleRows(const BlockFilter& filter) {
  QTest::addColumn<QString>("block");
  QTest::addColumn<int>("index");
  for (const BlockType* type : allBlockTypes()) {
    if (type->examples == nullptr) continue;
    const std::vector<BlockExample> examples = type->examples();
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (filter != nullptr && !filter(*type, examples[i])) continue;
      const QString id = QString::fromUtf8(type->id.data(), static_cast<qsizetype>(type->id.size()));
      QTest::newRow(qPrintable(id + "/" + QString::fromStdString(examples[i].label))) << id << static_cast<int>(i);
    }
  }
}

BlockRow currentRow() {
  QFETCH(QString, block);
  QFETCH(int, index);
  const BlockType& type = *findBlockType(block.toStdString());
  return {&type, type.examples()[static_cast<std::size_t>(index)]};
}

bool isAttention(const BlockType& type) {
  return type.category == "mechanisms" || type.category == "attention";
}

bool isMaskable(const BlockType& type) {
  return isAttention(type) && port(type.inputs, "mask") != nullptr;
}

const PortSpec* port(const std::vector<PortSpec>& ports, std::string_view id) {
  const auto found = std::ranges::find(ports, id, &PortSpec::id);
  return found == ports.end() ? nullptr : &*found;
}

std::vector<Items> otherSizes() {
  return {{1, 1}, {1, 3}, {7, 5}, {13, 17}};
}

PortContents resized(const BlockRow& row, Items items) {
  BlockExample other = row.example;
  other.label += std::to_string(items.queries) + "x" + std::to_string(items.keys);
  const std::int64_t keys = row.example.ports.contains("key") ? items.keys : items.queries;
  for (auto& [id, input] : other.ports) {
    Shape& shape = input.type.shape;
    if (port(row.type->inputs, id)->kind == PortKind::Mask) {
      shape = shape.withSize(-2, items.queries).withSize(-1, keys);
    } else {
      shape = shape.withSize(-2, id == "key" || id == "value" ? keys : items.queries);
    }
  }
  return contentsOf(*row.type, other);
}

PortContents masked(PortContents contents, MaskRule allowed) {
  contents.values.insert_or_assign("mask", maskOf(itemsAt(contents, rowPort(contents)), keysOf(contents), allowed));
  return contents;
}

PortContents withoutKeysForTheFirstQuery(const BlockRow& row) {
  return masked(contentsOf(*row.type, row.example), [](std::int64_t query, std::int64_t) { return query != 0; });
}

PortContents scaled(const BlockType& type, PortContents contents, double factor) {
  for (auto& [id, tensor] : contents.values) {
    if (port(type.inputs, id)->kind != PortKind::Tensor) continue;
    std::vector<double> elements = tensor.toDoubles();
    for (double& element : elements) element *= factor;
    tensor = Tensor::fromDoubles(tensor.shape(), elements);
  }
  return contents;
}

bool takesSequences(const BlockRow& row, const BlockOptions& options) {
  if (row.type->category == "vision") return false;
  for (const PortSpec& spec : row.type->inputs) {
    const bool isSequence = spec.kind == PortKind::Tensor && spec.rank == 2;
    const bool isMask = spec.kind == PortKind::Mask && spec.optional;
    if (!isSequence && !isMask) return false;
  }
  if (std::ranges::any_of(row.type->outputs, [](const PortSpec& spec) { return spec.kind == PortKind::Mask; }))
    return false;
  if (row.example.ports.empty()) return false;
  for (const auto& [id, input] : row.example.ports) {
    if (input.type.shape.rank() != 2) return false;
  }
  return !blockProgram(*row.type, row.example.parameters, contentsOf(*row.type, row.example), &row.example.data,
                       options)
              .usesOp("random_uniform");
}

std::vector<PortContents> raggedSingles(const BlockRow& row) {
  std::vector<PortContents> singles;
  for (const Items items : {Items{3, 4}, Items{4, 2}, Items{2, 3}}) {
    singles.push_back(resized(row, items));
    singles.back().values.erase("mask");
  }
  return singles;
}

PortContents raggedBatch(const std::vector<PortContents>& singles) {
  PortContents batch;
  for (const auto& [id, first] : singles.front().values) {
    std::int64_t longest = 0;
    for (const PortContents& single : singles) longest = std::max(longest, single.values.at(id).shape()[-2]);
    std::vector<double> elements;
    std::vector<std::uint8_t> valid;
    for (const PortContents& single : singles) {
      const Tensor& tensor = single.values.at(id);
      for (std::int64_t i = 0; i < longest; ++i) {
        const bool isItem = i < tensor.shape()[-2];
        valid.push_back(isItem ? 1 : 0);
        for (std::int64_t c = 0; c < tensor.shape()[-1]; ++c) {
          elements.push_back(isItem ? tensor.at(i * tensor.shape()[-1] + c) : 50.0 + static_cast<double>(i + c));
        }
      }
    }
    const auto count = static_cast<std::int64_t>(singles.size());
    batch.values.emplace(id, Tensor::fromDoubles({count, longest, first.shape()[-1]}, elements));
    batch.valid.emplace(id, Tensor::fromBools({count, longest}, valid));
  }
  return batch;
}

}  // namespace heed::test
