#include "core/base/error.h"
#include "core/model/model.h"

#include <algorithm>
#include <set>

namespace heed::core {

namespace {

Text wordOf(PortKind kind) {
  switch (kind) {
    case PortKind::Tokens:
      return text("Model", "tokens");
    case PortKind::Tensor:
      return text("Model", "tensor");
    case PortKind::Mask:
      return text("Model", "mask");
    case PortKind::Weights:
      return text("Model", "weights");
    case PortKind::Image:
      return text("Model", "image");
    case PortKind::Graph:
      return text("Model", "graph");
    case PortKind::Scalar:
      return text("Model", "scalar");
  }
  HEED_ASSERT(false);
}

class Validator {
 public:
  explicit Validator(const Model& model) : m_model(model) {}

  std::vector<Issue> run() {
    checkNames();
    for (const Block& block : m_model.blocks()) checkBlock(block);
    for (const Edge& edge : m_model.edges()) checkEdge(edge);
    checkCircles();
    checkGroups();
    return std::move(m_issues);
  }

 private:
  void add(BlockId block, Text sentence, std::string port = {}, std::optional<Fix> fix = std::nullopt) {
    m_issues.push_back({Severity::Error, std::move(sentence), block, std::move(port), std::move(fix)});
  }

  void checkNames() {
    std::set<std::string> seen;
    for (const Block& block : m_model.blocks()) {
      const bool wellFormed = !block.name.empty() && block.name.find_first_of("/.[]~") == std::string::npos;
      if (!wellFormed) {
        add(block.id, text("Model", "the block name \"%1\" must not be empty or hold any of / . [ ] ~", block.name));
      } else if (!seen.insert(block.name).second) {
        add(block.id,
            text("Model", "the block name \"%1\" is used twice; every block needs a name of its own", block.name));
      }
    }
  }

  void checkBlock(const Block& block) {
    const BlockType* type = findBlockType(block.type);
    if (type == nullptr) {
      add(block.id, text("Model", "this version of Heed does not know the block type \"%1\"", block.type));
      return;
    }
    checkParameters(block.id, *type, block.parameters);
    for (const PortSpec& port : type->inputs) {
      const auto count = std::ranges::count_if(
          m_model.edges(), [&](const Edge& edge) { return edge.to == block.id && edge.toPort == port.id; });
      if (count == 0 && !port.optional) {
        add(block.id,
            text("Model", "\"%1\" needs something at its input \"%2\" (%3)", block.name, port.id, wordOf(port.kind)),
            port.id, fixForMissing(port));
      } else if (count > 1) {
        add(block.id,
            text("Model", "\"%1\" has %2 wires into its input \"%3\"; it takes one", block.name, count, port.id),
            port.id, Fix{Fix::Kind::RemoveEdge, text("Model", "Keep only the last wire"), {}, {}});
      }
    }
  }

  /// Tokens and graphs come from one type of block; tensors from many, so that none can be proposed.
  static std::optional<Fix> fixForMissing(const PortSpec& port) {
    const char* type =
        port.kind == PortKind::Tokens ? "text_input" : (port.kind == PortKind::Graph ? "graph_input" : "");
    const BlockType* found = findBlockType(type);
    if (found == nullptr) return std::nullopt;
    return Fix{Fix::Kind::AddBlock, text("Model", "Add %1", found->title), type, {}};
  }

  void checkParameters(BlockId id, const BlockType& type, const Parameters& parameters) {
    for (const NamedParameter& parameter : parameters) {
      const auto spec = std::ranges::find(type.params, parameter.id, &ParamSpec::id);
      if (spec == type.params.end()) {
        add(id, text("Model", "%1 has no parameter \"%2\"", type.id, parameter.id));
      } else {
        checkParameter(id, type, *spec, parameter.value);
      }
    }
  }

  void checkParameter(BlockId id, const BlockType& type, const ParamSpec& spec, const ParameterValue& value) {
    if (value.index() != spec.defaultValue.index()) {
      add(id, text("Model", "the parameter \"%1\" of %2 is %3; it must be like %4", spec.id, type.id, toString(value),
                   toString(spec.defaultValue)));
      return;
    }
    double number = 0.0;
    bool isNumber = true;
    if (const auto* integer = std::get_if<std::int64_t>(&value)) {
      number = static_cast<double>(*integer);
    } else if (const auto* real = std::get_if<double>(&value)) {
      number = *real;
    } else {
      isNumber = false;
    }
    const bool isInRange = number >= spec.minimum && number <= spec.maximum;  // false for NaN
    if (isNumber && !isInRange) {
      const double nearest = number > spec.maximum ? spec.maximum : spec.minimum;
      const Fix fix{Fix::Kind::SetParameter, text("Model", "Set %1 to %2", spec.id, nearest), spec.id,
                    fmt::format("{}", nearest)};
      add(id,
          text("Model", "the parameter \"%1\" of %2 is %3; it must be from %4 to %5", spec.id, type.id, number,
               spec.minimum, spec.maximum),
          {}, fix);
    }
    if (spec.type == ParamType::Choice) checkChoice(id, type, spec, std::get<std::string>(value));
    if (const auto* block = std::get_if<BlockRef>(&value)) checkBlockReference(id, type, spec, *block);
  }

  void checkChoice(BlockId id, const BlockType& type, const ParamSpec& spec, const std::string& chosen) {
    if (std::ranges::find(spec.choices, chosen, &ParamChoice::id) != spec.choices.end()) return;
    std::string possible;
    for (const ParamChoice& choice : spec.choices) possible += (possible.empty() ? "" : ", ") + choice.id;
    add(id, text("Model", "the parameter \"%1\" of %2 is \"%3\"; it must be one of %4", spec.id, type.id, chosen,
                 possible));
  }

  void checkBlockReference(BlockId id, const BlockType& type, const ParamSpec& spec, const BlockRef& block) {
    const BlockType* inner = findBlockType(block.type);
    if (inner == nullptr || !inner->isMechanism) {
      add(id, text("Model", "the parameter \"%1\" of %2 is \"%3\"; it must name an attention mechanism", spec.id,
                   type.id, block.type));
    } else {
      checkParameters(id, *inner, block.parameters);
    }
  }

  static const PortSpec* findPort(const std::vector<PortSpec>& ports, std::string_view id) {
    const auto found = std::ranges::find(ports, id, &PortSpec::id);
    return found == ports.end() ? nullptr : &*found;
  }

  void checkEdge(const Edge& edge) {
    const Block* from = m_model.block(edge.from);
    const Block* to = m_model.block(edge.to);
    if (from == nullptr || to == nullptr) {
      add(edge.to, text("Model", "a wire leads to or from a block that is not there"));
      return;
    }
    const BlockType* fromType = findBlockType(from->type);
    const BlockType* toType = findBlockType(to->type);
    if (fromType == nullptr || toType == nullptr) return;
    const PortSpec* output = findPort(fromType->outputs, edge.fromPort);
    const PortSpec* input = findPort(toType->inputs, edge.toPort);
    if (output == nullptr) {
      add(from->id, text("Model", "\"%1\" has no output \"%2\"", from->name, edge.fromPort));
    } else if (input == nullptr) {
      add(to->id, text("Model", "\"%1\" has no input \"%2\"", to->name, edge.toPort));
    } else if (!fits(output->kind, input->kind)) {
      add(to->id,
          text("Model", "\"%1\" gives %2 at \"%3\", but \"%4\" takes %5 at \"%6\"", from->name, wordOf(output->kind),
               output->id, to->name, wordOf(input->kind), input->id),
          input->id);
    }
  }

  static bool fits(PortKind output, PortKind input) {
    return output == input || (output == PortKind::Weights && input == PortKind::Tensor);
  }

  void checkCircles() {
    const auto order = topologicalOrder(m_model);
    if (order.size() == m_model.blocks().size()) return;
    for (const Block& block : m_model.blocks()) {
      if (std::ranges::find(order, block.id) != order.end()) continue;
      add(block.id,
          text("Model", "\"%1\" is part of a circle of wires; a recurrence needs a block such as GRU", block.name));
      return;
    }
  }

  void checkGroups() {
    for (const ModelGroup& group : m_model.groups()) {
      if (group.repeat < 1 || group.repeat > 64) {
        add({}, text("Model", "the group \"%1\" repeats %2 times; it must be from 1 to 64", group.title, group.repeat));
      }
      checkNesting(group);
      if (group.repeat > 1) checkRepeat(group);
    }
    for (const Block& block : m_model.blocks()) {
      const auto count = std::ranges::count_if(m_model.groups(), [&](const ModelGroup& group) {
        return std::ranges::find(group.members, block.id) != group.members.end();
      });
      if (count > 1) {
        add(block.id,
            text("Model", "\"%1\" is a member of %2 groups; a block belongs to one at most", block.name, count));
      }
    }
  }

  void checkNesting(const ModelGroup& group) {
    const BlockId place = group.members.empty() ? BlockId() : group.members.front();
    const ModelGroup* outer = m_model.group(group.parent);
    for (std::size_t i = 0; outer != nullptr; ++i) {
      if (i >= m_model.groups().size()) {
        add(place, text("Model", "the group \"%1\" lies inside itself", group.title));
        return;
      }
      if (group.repeat > 1 && outer->repeat > 1) {
        add(place, text("Model", "the repeated group \"%1\" lies inside the repeated group \"%2\"; only one can repeat",
                        group.title, outer->title));
        return;
      }
      outer = m_model.group(outer->parent);
    }
  }

  /// The copies of a repeated group hand one tensor on: one comes in from outside and one goes out.
  void checkRepeat(const ModelGroup& group) {
    const std::vector<BlockId> within = m_model.membersWithin(group.id);
    const auto inside = [&](BlockId id) { return std::ranges::find(within, id) != within.end(); };
    const auto isTensor = [&](const Edge& edge) {
      const Block* from = m_model.block(edge.from);
      const BlockType* type = from == nullptr ? nullptr : findBlockType(from->type);
      const PortSpec* port = type == nullptr ? nullptr : findPort(type->outputs, edge.fromPort);
      return port != nullptr && port->kind == PortKind::Tensor;
    };
    std::set<std::pair<BlockId, std::string>> entering;
    std::set<std::pair<BlockId, std::string>> leaving;
    for (const Edge& edge : m_model.edges()) {
      if (!isTensor(edge)) continue;
      if (!inside(edge.from) && inside(edge.to)) entering.emplace(edge.from, edge.fromPort);
      if (inside(edge.from) && !inside(edge.to)) leaving.emplace(edge.from, edge.fromPort);
    }
    if (entering.size() != 1 || leaving.size() != 1) {
      add(group.members.empty() ? BlockId() : group.members.front(),
          text("Model",
               "the repeated group \"%1\" takes %2 tensors from outside and gives %3; each copy hands on exactly one",
               group.title, entering.size(), leaving.size()));
    }
  }

  const Model& m_model;
  std::vector<Issue> m_issues;
};

}  // namespace

std::vector<Issue> validate(const Model& model) {
  return Validator(model).run();
}

}  // namespace heed::core
