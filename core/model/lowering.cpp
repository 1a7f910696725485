#include "core/model/lowering.h"

#include <algorithm>
#include <set>

namespace heed::core {

namespace {

using PortKey = std::pair<BlockId, std::string>;

std::string slug(const std::string& title) {
  std::string result;
  for (const char c : title) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
    if (plain) {
      result += c;
    } else if (c >= 'A' && c <= 'Z') {
      result += static_cast<char>(c - 'A' + 'a');
    } else if (!result.empty() && result.back() != '_') {
      result += '_';
    }
  }
  return result.empty() ? "group" : result;
}

/// Builds the blocks of a model one after the other into one builder.
class Lowering {
 public:
  Lowering(const Model& model, const InputStore& inputs, const LowerOptions& options)
      : m_model(model), m_inputs(inputs), m_state{Builder(), options.resources, options.seed, {}, {}, {}, 0, {}} {}

  void run() {
    std::set<GroupId> done;
    for (const BlockId id : orderByGroups()) {
      const ModelGroup* group = m_model.repeatedGroupOf(id);
      if (group == nullptr) {
        lowerBlock(id, "");
      } else if (done.insert(group->id).second) {
        lowerRepeated(*group);
      }
    }
  }

  Lowered finish(const WeightStore& weights) {
    Lowered result;
    result.seed = m_state.seed;
    std::vector<ProgramOutput> outputs;
    for (const Block& block : m_model.blocks()) {
      for (const PortSpec& port : findBlockType(block.type)->outputs) {
        const auto found = m_signals.find({block.id, port.id});
        if (found == m_signals.end()) continue;
        result.ports.push_back({block.id, port.id, found->second});
        const bool feeds = std::ranges::any_of(
            m_model.edges(), [&](const Edge& edge) { return edge.from == block.id && edge.fromPort == port.id; });
        if (!feeds && port.kind != PortKind::Weights)
          outputs.push_back({block.name + "." + port.id, found->second.value});
      }
    }
    result.program = m_state.builder.finish(std::move(outputs));
    result.notes = std::move(m_state.notes);
    bind(weights, result);
    return result;
  }

 private:
  /// A topological order in which the members of a repeated group stand together.
  [[nodiscard]] std::vector<BlockId> orderByGroups() const {
    const std::vector<BlockId> order = topologicalOrder(m_model);
    std::vector<BlockId> result;
    std::set<BlockId> placed;
    const auto ready = [&](BlockId id, const ModelGroup* group) {
      return std::ranges::all_of(m_model.edgesInto(id), [&](const Edge* edge) {
        return placed.contains(edge->from) || (group != nullptr && m_model.repeatedGroupOf(edge->from) == group);
      });
    };
    while (result.size() < order.size()) {
      const std::size_t before = result.size();
      for (const BlockId id : order) {
        const ModelGroup* group = m_model.repeatedGroupOf(id);
        if (placed.contains(id)) continue;
        std::vector<BlockId> unit;
        for (const BlockId member : order) {
          if (member == id || (group != nullptr && m_model.repeatedGroupOf(member) == group)) unit.push_back(member);
        }
        if (!std::ranges::all_of(unit, [&](BlockId member) { return ready(member, group); })) continue;
        result.insert(result.end(), unit.begin(), unit.end());
        placed.insert(unit.begin(), unit.end());
      }
      if (result.size() == before) {
        throw Error(ErrorKind::Model, text("Model", "a repeated group feeds itself through a block outside of it"));
      }
    }
    return result;
  }

  void lowerBlock(BlockId id, const std::string& pathPrefix) {
    const Block& block = *m_model.block(id);
    const BlockType& type = *findBlockType(block.type);
    m_state.block = id;
    try {
      const auto scope = m_state.builder.group(block.name, type.title);
      BlockBuild build(m_state, type, block.parameters, pathPrefix + block.name);
      for (const Edge* edge : m_model.edgesInto(id)) build.setInput(edge->toPort, m_signals.at(source(*edge)));
      if (const auto data = m_inputs.find(id); data != m_inputs.end()) build.setData(&data->second);
      type.build(build);
      for (const auto& [port, signal] : build.outputs()) m_signals.insert_or_assign({id, port}, signal);
    } catch (Error& error) {
      if (error.where().empty() || error.where().back() != block.name) error.addWhere(block.name);
      throw;
    }
  }

  /// Where the edge's signal comes from: in the later copies of a repeated group, what the copy before gave.
  [[nodiscard]] PortKey source(const Edge& edge) const {
    const PortKey key{edge.from, edge.fromPort};
    const auto found = m_replaced.find(key);
    return found == m_replaced.end() ? key : found->second;
  }

  void lowerRepeated(const ModelGroup& group) {
    const std::vector<BlockId> within = m_model.membersWithin(group.id);
    const auto inside = [&](BlockId id) { return std::ranges::find(within, id) != within.end(); };
    std::vector<BlockId> members;
    for (const BlockId id : topologicalOrder(m_model)) {
      if (inside(id)) members.push_back(id);
    }
    const auto carries = [&](const Edge& edge) {
      const auto& outputs = findBlockType(m_model.block(edge.from)->type)->outputs;
      return std::ranges::find(outputs, edge.fromPort, &PortSpec::id)->kind == PortKind::Tensor;
    };
    PortKey entry;
    PortKey exit;
    for (const Edge& edge : m_model.edges()) {
      if (!carries(edge)) continue;
      if (!inside(edge.from) && inside(edge.to)) entry = {edge.from, edge.fromPort};
      if (inside(edge.from) && !inside(edge.to)) exit = {edge.from, edge.fromPort};
    }
    const Signal original = m_signals.at(entry);
    for (int copy = 0; copy < group.repeat; ++copy) {
      const std::string name = fmt::format("{}{}", slug(group.title), copy);
      const auto scope = m_state.builder.group(name, text("Model", "%1 %2", group.title, copy));
      if (copy > 0) {
        const Signal& handedOn = m_signals.at(exit);
        if (m_state.builder.type(handedOn.value) != m_state.builder.type(original.value)) {
          throw Error(ErrorKind::Shape,
                      text("Model", "the repeated group \"%1\" takes %2 and gives %3; its copies need the same shape",
                           group.title, toString(m_state.builder.type(original.value)),
                           toString(m_state.builder.type(handedOn.value))));
        }
        m_replaced[entry] = {BlockId{}, "carried"};
        m_signals.insert_or_assign({BlockId{}, "carried"}, handedOn);
      }
      const std::string prefix = (group.tied ? slug(group.title) : name) + "/";
      for (const BlockId id : members) lowerBlock(id, prefix);
    }
    m_replaced.erase(entry);
  }

  void bind(const WeightStore& weights, Lowered& result) const {
    for (const RequestedWeight& weight : m_state.weights) {
      const auto stored = weights.find(weight.path);
      const WeightOrigin origin = stored == weights.end() ? WeightOrigin::Seeded : stored->second.origin;
      result.weights.push_back({weight.path, weight.spec, weight.value, origin});
    }
    for (const ProgramInput& input : result.program->inputs()) result.inputs.push_back(tensorFor(input, weights));
  }

  [[nodiscard]] Tensor tensorFor(const ProgramInput& input, const WeightStore& weights) const {
    const auto data = std::ranges::find(m_state.data, input.name, &BoundData::name);
    if (data != m_state.data.end()) return data->tensor;
    const auto weight = std::ranges::find(m_state.weights, input.name, &RequestedWeight::path);
    HEED_ASSERT(weight != m_state.weights.end());
    const auto stored = weights.find(weight->path);
    if (stored == weights.end()) return initialWeight(weight->spec, m_state.seed, weight->path);
    if (stored->second.value.shape() != weight->spec.shape) {
      Error error(ErrorKind::Shape, text("Weights", "the weight \"%1\" is %2; the model needs %3", weight->path,
                                         stored->second.value.shape().toString(), weight->spec.shape.toString()));
      error.addWhere(m_model.block(weight->block)->name);
      throw error;
    }
    return stored->second.value;
  }

  const Model& m_model;
  const InputStore& m_inputs;
  LoweringState m_state;
  std::map<PortKey, Signal> m_signals;
  std::map<PortKey, PortKey> m_replaced;
};

}  // namespace

const LoweredPort* Lowered::port(BlockId block, std::string_view port) const {
  const auto found = std::ranges::find_if(
      ports, [&](const LoweredPort& candidate) { return candidate.block == block && candidate.port == port; });
  return found == ports.end() ? nullptr : &*found;
}

Lowered lower(const Model& model, const InputStore& inputs, const WeightStore& weights, const LowerOptions& options) {
  for (const Issue& issue : validate(model)) {
    if (issue.severity != Severity::Error) continue;
    Error error(ErrorKind::Model, issue.text);
    if (const Block* block = model.block(issue.block)) error.addWhere(block->name);
    if (issue.fix) error.setFix(*issue.fix);
    throw error;
  }
  Lowering lowering(model, inputs, options);
  lowering.run();
  return lowering.finish(weights);
}

Issue issueOf(const Error& error, const Model& model) {
  Issue issue{Severity::Error, error.text(), {}, {}, error.fix()};
  for (const std::string& place : error.where()) {
    if (const Block* block = model.blockNamed(place)) issue.block = block->id;
  }
  return issue;
}

}  // namespace heed::core
