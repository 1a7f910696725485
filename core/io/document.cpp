#include "core/io/document.h"

#include "core/base/error.h"
#include "core/io/file.h"
#include "core/io/model_json.h"
#include "core/io/safetensors.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace heed::core {

namespace {

constexpr std::string_view kFormat = "heed";
constexpr std::string_view kTemplateFormat = "heed-template";

constexpr std::int64_t kMostImageSide = std::numeric_limits<std::int32_t>::max();

using TensorMap = std::map<std::string, Tensor>;

JsonValue stringsToJson(const std::vector<std::string>& strings) {
  JsonValue json{JsonValue::Array()};
  for (const std::string& string : strings) json.append(string);
  return json;
}

std::vector<std::string> stringsFromJson(const JsonView& json) {
  std::vector<std::string> strings;
  for (const JsonView& element : json.elements()) strings.push_back(element.string());
  return strings;
}

JsonValue tensorToJson(const Tensor& tensor, int axis = 0, std::int64_t offset = 0) {
  if (axis == tensor.shape().rank()) return tensor.at(offset);
  const std::int64_t stride = tensor.shape().part(axis + 1, tensor.shape().rank()).elementCount();
  JsonValue json{JsonValue::Array()};
  for (std::int64_t i = 0; i < tensor.shape()[axis]; ++i)
    json.append(tensorToJson(tensor, axis + 1, offset + i * stride));
  return json;
}

void collectNumbers(const JsonView& json, std::size_t depth, std::vector<std::int64_t>& sizes,
                    std::vector<double>& numbers) {
  if (!json.value().isArray()) {
    if (depth != sizes.size()) json.refuse(text("Document", "the arrays are not nested equally deep"));
    numbers.push_back(json.number());
    return;
  }
  const auto size = static_cast<std::int64_t>(json.size());
  if (depth == sizes.size()) {
    if (!numbers.empty()) json.refuse(text("Document", "the arrays are not nested equally deep"));
    sizes.push_back(size);
  }
  if (sizes[depth] != size) json.refuse(text("Document", "has %1 entries; the one before has %2", size, sizes[depth]));
  for (const JsonView& element : json.elements()) collectNumbers(element, depth + 1, sizes, numbers);
}

Tensor tensorFromJson(const JsonView& json) {
  std::vector<std::int64_t> sizes;
  std::vector<double> numbers;
  collectNumbers(json, 0, sizes, numbers);
  return Tensor::fromDoubles(Shape(sizes), numbers);
}

/// Where the numbers of inputs and weights go to or come from: tensors of the file, or arrays in the JSON.
struct NumberWriter {
  TensorMap* tensors = nullptr;  ///< null: nested arrays

  void write(JsonValue& json, const std::string& key, const std::string& name, const Tensor& tensor) const {
    if (tensor.isNull()) return;
    if (tensors != nullptr) {
      tensors->insert_or_assign(name, tensor);
      json[key] = name;
    } else {
      json[key] = tensorToJson(tensor);
    }
  }
};

struct NumberReader {
  const SafetensorsFile* file = nullptr;

  /// As it stands there; arrays are Float64.
  [[nodiscard]] Tensor read(const JsonView& json) const {
    if (json.value().isString() && file != nullptr) return file->tensor(json.string());
    return tensorFromJson(json);
  }
  [[nodiscard]] Tensor readReal(const JsonView& json) const {
    Tensor tensor = read(json);
    const bool isReal = tensor.kind() == ElementKind::Float32 || tensor.kind() == ElementKind::Float64;
    return isReal ? tensor : tensor.converted(ElementKind::Float64);
  }
};

void requireCount(const JsonView& json, std::size_t found, std::int64_t expected, const Text& what) {
  if (found == 0 || static_cast<std::int64_t>(found) == expected) return;
  json.refuse(text("Document", "has %1 names for %2 %3", found, expected, what));
}

JsonValue inputToJson(const std::string& block, const InputData& input, const NumberWriter& numbers) {
  JsonValue json;
  const std::string prefix = "inputs/" + block + "/";
  if (const auto* text = std::get_if<TextInput>(&input)) {
    json["kind"] = "text";
    json["text"] = text->text;
  } else if (const auto* image = std::get_if<ImageInput>(&input)) {
    json["kind"] = "image";
    json["name"] = image->name;
    if (image->isReadSmaller()) {
      json["file_width"] = image->fileWidth;
      json["file_height"] = image->fileHeight;
    }
    numbers.write(json, "pixels", prefix + "pixels", image->pixels);
  } else if (const auto* graph = std::get_if<GraphInput>(&input)) {
    json["kind"] = "graph";
    json["nodes"] = stringsToJson(graph->nodes);
    json["features"] = nullptr;
    json["feature_names"] = stringsToJson(graph->featureNames);
    numbers.write(json, "edges", prefix + "edges", graph->edges);
    numbers.write(json, "features", prefix + "features", graph->features);
  } else if (const auto* matrix = std::get_if<MatrixInput>(&input)) {
    json["kind"] = "matrix";
    json["name"] = matrix->name;
    json["rows"] = stringsToJson(matrix->rowLabels);
    json["columns"] = stringsToJson(matrix->columnLabels);
    numbers.write(json, "values", prefix + "values", matrix->values);
  }
  return json;
}

InputData imageFromJson(const JsonView& json, const NumberReader& numbers) {
  json.allowOnly({"kind", "name", "pixels", "file_width", "file_height"});
  ImageInput image{.name = json["name"].string(), .pixels = {}};
  if (!json.find("pixels")) return image;
  image.pixels = numbers.read(json["pixels"]).converted(ElementKind::Float32);
  const Shape& shape = image.pixels.shape();
  if (shape.rank() != 3 || shape[2] != 3 || shape.elementCount() == 0)
    json["pixels"].refuse(text("Document", "is %1; a picture is height x width x 3", shape.toString()));
  if (json.find("file_width") || json.find("file_height")) {
    const std::int64_t width = json["file_width"].integer(shape[1], kMostImageSide);
    const std::int64_t height = json["file_height"].integer(shape[0], kMostImageSide);
    if (width > shape[1] || height > shape[0]) {
      image.fileWidth = width;
      image.fileHeight = height;
    }
  }
  return image;
}

/// Pairs of nodes. Checked before they become whole numbers, so that 1e300 is no node.
Tensor edgesFromJson(const JsonView& json, const NumberReader& numbers, std::int64_t nodes) {
  const Tensor edges = numbers.read(json);
  const Shape& shape = edges.shape();
  if (shape == Shape{0}) return Tensor::zeros(ElementKind::Int32, {0, 2});
  if (shape.rank() != 2 || shape[1] != 2)
    json.refuse(text("Document", "is %1; edges are a list of pairs", shape.toString()));
  for (std::int64_t i = 0; i < edges.elementCount(); ++i) {
    const double node = edges.at(i);
    if (node >= 0.0 && node < static_cast<double>(nodes) && node == std::floor(node)) continue;
    json.refuse(text("Document", "edge %1 names node %2; there are nodes 0 to %3", i / 2, node, nodes - 1));
  }
  return edges.converted(ElementKind::Int32);
}

InputData graphFromJson(const JsonView& json, const NumberReader& numbers) {
  json.allowOnly({"kind", "nodes", "edges", "features", "feature_names"});
  GraphInput graph{stringsFromJson(json["nodes"]), {}, {}, stringsFromJson(json["feature_names"])};
  const auto nodes = static_cast<std::int64_t>(graph.nodes.size());
  graph.edges = edgesFromJson(json["edges"], numbers, nodes);
  if (json["features"].isNull()) return graph;
  graph.features = numbers.readReal(json["features"]);
  const Shape& shape = graph.features.shape();
  if (shape.rank() != 2 || shape[0] != nodes)
    json["features"].refuse(text("Document", "is %1; %2 nodes need as many rows", shape.toString(), nodes));
  requireCount(json["feature_names"], graph.featureNames.size(), shape[1], text("Document", "features"));
  return graph;
}

InputData matrixFromJson(const JsonView& json, const NumberReader& numbers) {
  json.allowOnly({"kind", "name", "values", "rows", "columns"});
  MatrixInput matrix{json["name"].string(), numbers.read(json["values"]), stringsFromJson(json["rows"]),
                     stringsFromJson(json["columns"])};
  const Shape& shape = matrix.values.shape();
  requireCount(json["rows"], matrix.rowLabels.size(), shape.rank() == 2 ? shape[0] : 1, text("Document", "rows"));
  requireCount(json["columns"], matrix.columnLabels.size(), shape.rank() > 0 ? shape[-1] : 1,
               text("Document", "columns"));
  return matrix;
}

InputData inputFromJson(const JsonView& json, const NumberReader& numbers) {
  const std::string& kind = json["kind"].string();
  if (kind == "image") return imageFromJson(json, numbers);
  if (kind == "graph") return graphFromJson(json, numbers);
  if (kind == "matrix") return matrixFromJson(json, numbers);
  if (kind == "text") {
    json.allowOnly({"kind", "text"});
    return TextInput{json["text"].string()};
  }
  json["kind"].refuse(text("Document", "\"%1\" is no kind of input; it must be text, image, graph or matrix", kind));
}

WeightOrigin originFromJson(const JsonView& json) {
  for (const WeightOrigin origin :
       {WeightOrigin::Seeded, WeightOrigin::HandSet, WeightOrigin::Loaded, WeightOrigin::Trained}) {
    if (json.string() == toString(origin)) return origin;
  }
  json.refuse(text("Document", "\"%1\" is no origin; it must be seeded, hand-set, loaded or trained", json.string()));
}

/// JSON has no NaN and no infinities, which a person may well put into a step: they are strings.
JsonValue replacedToJson(const ReplacedNumber& replaced) {
  JsonValue json;
  json["step"] = replaced.step;
  JsonValue cell{JsonValue::Array()};
  for (const std::int64_t place : replaced.cell) cell.append(place);
  json["cell"] = std::move(cell);
  if (std::isfinite(replaced.number)) {
    json["number"] = replaced.number;
  } else {
    json["number"] = std::isnan(replaced.number) ? "NaN" : (replaced.number > 0 ? "Infinity" : "-Infinity");
  }
  return json;
}

ReplacedNumber replacedFromJson(const JsonView& json) {
  json.allowOnly({"step", "cell", "number"});
  ReplacedNumber replaced{json["step"].string(), {}, 0.0};
  for (const JsonView& place : json["cell"].elements())
    replaced.cell.push_back(place.integer(0, std::numeric_limits<std::int64_t>::max()));
  const JsonView number = json["number"];
  if (!number.value().isString()) {
    replaced.number = number.number();
  } else if (number.string() == "NaN") {
    replaced.number = std::numeric_limits<double>::quiet_NaN();
  } else if (number.string() == "Infinity" || number.string() == "-Infinity") {
    replaced.number = (number.string() == "Infinity" ? 1.0 : -1.0) * std::numeric_limits<double>::infinity();
  } else {
    number.refuse(text("Document",
                       "\"%1\" is no number; beside numbers there are \"NaN\", \"Infinity\" and \"-Infinity\"",
                       number.string()));
  }
  return replaced;
}

JsonValue toJson(const DocumentData& document, std::string_view format, const NumberWriter& numbers) {
  JsonValue json;
  json["format"] = format;
  json["version"] = kDocumentVersion;
  json["title"] = document.title;
  json["summary"] = document.summary;
  json["seed"] = std::to_string(document.seed);
  json["model"] = modelToJson(document.model);
  JsonValue inputs{JsonValue::Object()};
  for (const auto& [id, input] : document.inputs) {
    const Block* block = document.model.block(id);
    if (block != nullptr) inputs[block->name] = inputToJson(block->name, input, numbers);
  }
  json["inputs"] = std::move(inputs);
  JsonValue weights{JsonValue::Object()};
  for (const auto& [path, weight] : document.weights) {
    JsonValue& entry = weights[path];
    entry["origin"] = toString(weight.origin);
    if (!weight.note.empty()) entry["note"] = weight.note;
    numbers.write(entry, "values", "weights/" + path, weight.value);
  }
  json["weights"] = std::move(weights);
  for (const ReplacedNumber& replaced : document.replaced) json["replaced"].append(replacedToJson(replaced));
  const auto keep = [&](const char* key, const JsonValue& part) {
    if (!part.isNull()) json[key] = part;
  };
  keep("layout", document.layout);
  keep("view", document.view);
  keep("compare", document.compare);
  keep("training", document.training);
  return json;
}

std::uint64_t seedFromJson(const JsonView& json) {
  if (json.value().isInteger())
    return static_cast<std::uint64_t>(json.integer(0, std::numeric_limits<std::int64_t>::max()));
  const std::string& digits = json.string();
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seed);
  if (error != std::errc() || end != digits.data() + digits.size())
    json.refuse(text("Document", "a seed is a whole number from 0 to 2^64 - 1"));
  return seed;
}

DocumentData fromJson(const JsonView& json, std::string_view format, const NumberReader& numbers) {
  json.allowOnly({"format", "version", "title", "summary", "seed", "model", "inputs", "weights", "replaced", "layout",
                  "view", "compare", "training"});
  if (json["format"].string() != format) {
    json["format"].refuse(text("Document", "expected \"%1\", found \"%2\"", format, json["format"].string()));
  }
  const std::int64_t version = json["version"].integer();
  if (version < 1 || version > kDocumentVersion) {
    json["version"].refuse(text("Document", "is %1; this version of Heed reads 1 to %2", version, kDocumentVersion));
  }
  DocumentData document;
  document.title = json["title"].string();
  document.summary = json["summary"].string();
  if (const auto seed = json.find("seed")) document.seed = seedFromJson(*seed);
  document.model = modelFromJson(json["model"]);
  if (const auto inputs = json.find("inputs")) {
    for (const auto& [name, input] : inputs->members()) {
      const Block* block = document.model.blockNamed(name);
      if (block == nullptr) input.refuse(text("Document", "there is no block \"%1\"", name));
      document.inputs[block->id] = inputFromJson(input, numbers);
    }
  }
  if (const auto weights = json.find("weights")) {
    for (const auto& [path, weight] : weights->members()) {
      weight.allowOnly({"origin", "note", "values"});
      const auto note = weight.find("note");
      document.weights[path] = {numbers.readReal(weight["values"]), originFromJson(weight["origin"]),
                                note ? note->string() : std::string()};
    }
  }
  if (const auto replaced = json.find("replaced")) {
    for (const JsonView& entry : replaced->elements()) document.replaced.push_back(replacedFromJson(entry));
  }
  const auto part = [&](const char* key) {
    const auto found = json.find(key);
    return found ? found->value() : JsonValue();
  };
  document.layout = part("layout");
  document.view = part("view");
  document.compare = part("compare");
  document.training = part("training");
  return document;
}

/// Adds the file's name to what is thrown inside.
template <typename Function>
auto inFile(const std::string& name, const Function& function) {
  try {
    return function();
  } catch (Error& error) {
    error.addWhere(name);
    throw;
  }
}

DocumentData fromFile(const SafetensorsFile& file, const std::string& name) {
  const auto header = file.metadata().find(std::string(kFormat));
  if (header == file.metadata().end()) {
    throw Error(
        ErrorKind::Format,
        text("Document", "%1 is a safetensors file, but no document of Heed: its metadata has no \"heed\"", name));
  }
  return inFile(name, [&] {
    const JsonValue json = parseJson(header->second);
    return fromJson(JsonView(json), kFormat, {&file});
  });
}

}  // namespace

DocumentData readDocument(const std::filesystem::path& path) {
  return fromFile(SafetensorsFile::open(path), path.filename().string());
}

DocumentData readDocumentBytes(std::string bytes, const std::string& name) {
  return fromFile(SafetensorsFile::fromBytes(std::move(bytes), name), name);
}

std::string writeDocument(const DocumentData& document) {
  TensorMap tensors;
  const JsonValue json = toJson(document, kFormat, {&tensors});
  return writeSafetensors(tensors, {{std::string(kFormat), json.toText(JsonStyle::Compact)}});
}

void writeDocumentFile(const std::filesystem::path& path, const DocumentData& document) {
  writeFileAtomically(path, writeDocument(document));
}

DocumentData readTemplate(std::string_view text, const std::string& name) {
  return inFile(name, [&] {
    const JsonValue json = parseJson(text);
    return fromJson(JsonView(json), kTemplateFormat, {});
  });
}

std::string writeTemplate(const DocumentData& document) {
  return toJson(document, kTemplateFormat, {}).toText(JsonStyle::Indented);
}

}  // namespace heed::core
