#pragma once

#include "core/base/json.h"
#include "core/model/lowering.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

/// A number that a person put in the place of a computed one.
struct ReplacedNumber {
  std::string step;
  std::vector<std::int64_t> cell;  ///< one place for each dimension of the step's value
  double number = 0.0;

  bool operator==(const ReplacedNumber&) const = default;
};

/// Everything that a document holds. Layout, view, compare and training belong to later parts of the program; whoever
/// does not know them keeps them as they are.
struct DocumentData {
  std::string id;  ///< of a template: its file's name
  std::string title;
  std::string summary;  ///< one sentence; says where features and weights come from
  Model model;
  InputStore inputs;
  WeightStore weights;
  std::vector<ReplacedNumber> replaced;
  std::uint64_t seed = 7;
  JsonValue layout;
  JsonValue view;
  JsonValue compare;
  JsonValue training;
};

/// The version that is written. Older ones are migrated step by step on reading; newer ones are refused.
inline constexpr int kDocumentVersion = 1;

/// A document: one safetensors file whose metadata "heed" holds everything but the numbers as JSON, and whose tensors
/// are "weights/<path>" and "inputs/<block>/...". Equal documents are equal bytes. Throws Error{File}, {Format} or
/// {Limit}.
[[nodiscard]] DocumentData readDocument(const std::filesystem::path& path);
[[nodiscard]] DocumentData readDocumentBytes(std::string bytes, const std::string& name);
[[nodiscard]] std::string writeDocument(const DocumentData& document);
void writeDocumentFile(const std::filesystem::path& path, const DocumentData& document);

/// A template: plain canonical JSON, which diffs. Small hand-set weights stand in it as nested arrays.
[[nodiscard]] DocumentData readTemplate(std::string_view text, const std::string& name);
[[nodiscard]] std::string writeTemplate(const DocumentData& document);

}  // namespace heed::core
