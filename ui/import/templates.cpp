#include "ui/import/templates.h"

#include "core/base/error.h"
#include "core/io/resources.h"
#include "ui/import/import_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace heed::ui {

std::vector<std::string> templateIds() {
  std::vector<std::string> ids;
  for (const std::string& name : core::resourceNames("templates", ".json")) {
    ids.push_back(std::filesystem::path(name).stem().string());
  }
  return ids;
}

core::DocumentData openTemplate(std::string_view id) {
  const std::vector<std::string> ids = templateIds();
  if (std::ranges::find(ids, id) == ids.end()) {
    throw core::Error(core::ErrorKind::Usage, core::text("Import", "there is no template \"%1\"; there are %2", id,
                                                         fmt::format("{}", fmt::join(ids, ", "))));
  }
  const std::string name = std::string(id) + ".json";
  core::DocumentData document = core::readTemplate(core::readResource("templates/" + name), name);
  document.id = id;
  loadSamples(document);
  return document;
}

std::string templateTitle(std::string_view id) {
  const std::string name = std::string(id) + ".json";
  return core::readTemplate(core::readResource("templates/" + name), name).title;
}

const char* templateFor(const core::InputData& input) {
  if (std::holds_alternative<core::ImageInput>(input)) return "image-patches";
  if (std::holds_alternative<core::GraphInput>(input)) return "graph";
  if (std::holds_alternative<core::MatrixInput>(input)) return "matrix";
  return "self-attention";
}

const char* inputBlockFor(const core::InputData& input) {
  if (std::holds_alternative<core::TextInput>(input)) return "text_input";
  if (std::holds_alternative<core::ImageInput>(input)) return "image_input";
  if (std::holds_alternative<core::GraphInput>(input)) return "graph_input";
  if (std::holds_alternative<core::MatrixInput>(input)) return "matrix_input";
  return nullptr;
}

}  // namespace heed::ui
