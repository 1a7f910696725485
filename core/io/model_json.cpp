#include "core/io/model_json.h"

#include "core/base/error.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace heed::core {

namespace {

JsonValue valueToJson(const ParameterValue& value) {
  struct Writer {
    JsonValue operator()(bool flag) const { return flag; }
    JsonValue operator()(std::int64_t number) const { return number; }
    JsonValue operator()(double number) const { return number; }
    JsonValue operator()(const std::string& string) const { return string; }
    JsonValue operator()(const BlockRef& block) const {
      JsonValue json;
      json["type"] = block.type;
      if (!block.parameters.empty()) json["parameters"] = parametersToJson(block.parameters);
      return json;
    }
  };
  return std::visit(Writer(), value);
}

Parameters parametersFromJson(const JsonView& json, const BlockType* type) {
  Parameters parameters;
  for (const auto& [id, value] : json.members()) {
    const ParamSpec* spec = nullptr;
    if (type != nullptr) {
      const auto found = std::ranges::find(type->params, id, &ParamSpec::id);
      if (found == type->params.end()) value.refuse(text("Document", "%1 has no parameter \"%2\"", type->id, id));
      spec = &*found;
    }
    setParameter(parameters, id, parameterFromJson(value, spec));
  }
  return parameters;
}

JsonValue blockToJson(const Block& block) {
  if (!block.unknownJson.empty()) return parseJson(block.unknownJson);
  JsonValue json;
  json["name"] = block.name;
  json["type"] = block.type;
  if (!block.parameters.empty()) json["parameters"] = parametersToJson(block.parameters);
  return json;
}

void readBlock(const JsonView& json, Model& model) {
  const std::string& typeId = json["type"].string();
  const std::string& name = json["name"].string();
  if (model.blockNamed(name) != nullptr) json["name"].refuse(text("Document", "the name \"%1\" is used twice", name));
  if (name.empty()) json["name"].refuse(text("Document", "a block needs a name"));
  const BlockType* type = findBlockType(typeId);
  if (type == nullptr) {
    const BlockId id = model.addBlock(typeId, name);
    Block block = *model.block(id);
    block.unknownJson = json.value().toText(JsonStyle::Compact);
    model.removeBlock(id);
    model.insertBlock(std::move(block));
    return;
  }
  json.allowOnly({"name", "type", "parameters"});
  const auto parameters = json.find("parameters");
  model.addBlock(typeId, name, parameters ? parametersFromJson(*parameters, type) : Parameters());
}

std::pair<BlockId, std::string> readPort(const JsonView& json, const Model& model) {
  const std::string& port = json.string();
  const std::size_t dot = port.rfind('.');
  if (dot == std::string::npos) json.refuse(text("Document", "expected \"block.port\", found \"%1\"", port));
  const Block* block = model.blockNamed(port.substr(0, dot));
  if (block == nullptr) json.refuse(text("Document", "there is no block \"%1\"", port.substr(0, dot)));
  return {block->id, port.substr(dot + 1)};
}

GroupId readGroup(const JsonView& json, Model& model) {
  json.allowOnly({"title", "members", "parent", "repeat", "tied"});
  std::vector<BlockId> members;
  for (const JsonView& member : json["members"].elements()) {
    const Block* block = model.blockNamed(member.string());
    if (block == nullptr) member.refuse(text("Document", "there is no block \"%1\"", member.string()));
    members.push_back(block->id);
  }
  const auto repeat = json.find("repeat");
  const auto tied = json.find("tied");
  return model.addGroup(json["title"].string(), std::move(members),
                        repeat ? static_cast<int>(repeat->integer(1, 64)) : 1, tied ? tied->boolean() : false);
}

[[noreturn]] void refuseText(const std::string& text, const ParamSpec& spec, const Text& expected) {
  throw Error(ErrorKind::Parameter,
              core::text("Parameter", "the parameter \"%1\" is \"%2\"; it must be %3", spec.id, text, expected));
}

}  // namespace

JsonValue parametersToJson(const Parameters& parameters) {
  JsonValue json{JsonValue::Object()};
  for (const NamedParameter& parameter : parameters) json[parameter.id] = valueToJson(parameter.value);
  return json;
}

ParameterValue parameterFromJson(const JsonView& json, const ParamSpec* spec) {
  if (spec != nullptr && spec->type == ParamType::Real) return json.number();
  if (spec != nullptr && spec->type == ParamType::Integer) return json.integer();
  if (json.value().isBool()) return json.boolean();
  if (json.value().isInteger()) return json.integer();
  if (json.value().isNumber()) return json.number();
  if (json.value().isObject()) {
    json.allowOnly({"type", "parameters"});
    const std::string& typeId = json["type"].string();
    const auto parameters = json.find("parameters");
    return BlockRef{typeId, parameters ? parametersFromJson(*parameters, findBlockType(typeId)) : Parameters()};
  }
  if (spec != nullptr && spec->type == ParamType::Block) return BlockRef{json.string(), {}};
  return json.string();
}

ParameterValue parameterFromText(const std::string& text, const ParamSpec& spec) {
  switch (spec.type) {
    case ParamType::Bool:
      if (text == "true") return true;
      if (text == "false") return false;
      refuseText(text, spec, core::text("Parameter", "true or false"));
    case ParamType::Integer: {
      std::int64_t number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error != std::errc() || end != text.data() + text.size())
        refuseText(text, spec, core::text("Parameter", "a whole number"));
      return number;
    }
    case ParamType::Real: {
      double number = 0.0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) {
        refuseText(text, spec, core::text("Parameter", "a number"));
      }
      return number;
    }
    case ParamType::Choice:
    case ParamType::String:
      return text;
    case ParamType::Block:
      if (text.starts_with("{")) {
        const JsonValue json = parseJson(text);
        return parameterFromJson(JsonView(json, spec.id), &spec);
      }
      return BlockRef{text, {}};
  }
  HEED_ASSERT(false);
}

JsonValue modelToJson(const Model& model) {
  JsonValue json;
  JsonValue blocks{JsonValue::Array()};
  JsonValue edges{JsonValue::Array()};
  for (const Block& block : model.blocks()) blocks.append(blockToJson(block));
  for (const Edge& edge : model.edges()) {
    JsonValue entry;
    entry["from"] = model.block(edge.from)->name + "." + edge.fromPort;
    entry["to"] = model.block(edge.to)->name + "." + edge.toPort;
    edges.append(std::move(entry));
  }
  json["blocks"] = std::move(blocks);
  json["edges"] = std::move(edges);
  if (model.groups().empty()) return json;
  JsonValue groups{JsonValue::Array()};
  for (const ModelGroup& group : model.groups()) {
    JsonValue entry;
    entry["title"] = group.title;
    JsonValue members{JsonValue::Array()};
    for (const BlockId member : group.members) members.append(model.block(member)->name);
    entry["members"] = std::move(members);
    const auto parent = std::ranges::find(model.groups(), group.parent, &ModelGroup::id);
    if (parent != model.groups().end()) entry["parent"] = parent - model.groups().begin();
    if (group.repeat != 1) entry["repeat"] = group.repeat;
    if (group.tied) entry["tied"] = true;
    groups.append(std::move(entry));
  }
  json["groups"] = std::move(groups);
  return json;
}

Model modelFromJson(const JsonView& json) {
  json.allowOnly({"blocks", "edges", "groups"});
  Model model;
  for (const JsonView& block : json["blocks"].elements()) readBlock(block, model);
  if (const auto edges = json.find("edges")) {
    for (const JsonView& edge : edges->elements()) {
      edge.allowOnly({"from", "to"});
      const auto [from, fromPort] = readPort(edge["from"], model);
      const auto [to, toPort] = readPort(edge["to"], model);
      model.connect(from, fromPort, to, toPort);
    }
  }
  if (const auto groups = json.find("groups")) {
    std::vector<GroupId> ids;
    for (const JsonView& group : groups->elements()) ids.push_back(readGroup(group, model));
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const auto parent = groups->at(i).find("parent");
      if (!parent) continue;
      const std::int64_t place = parent->integer(0, static_cast<std::int64_t>(ids.size()) - 1);
      model.setGroupParent(ids[i], ids[static_cast<std::size_t>(place)]);
    }
  }
  return model;
}

}  // namespace heed::core
