#include "core/model/model.h"

#include "core/base/error.h"

#include <algorithm>

namespace heed::core {

namespace {

template <typename Container, typename IdType>
auto* findById(Container& container, IdType id) {
  const auto found = std::ranges::find_if(container, [&](const auto& entry) { return entry.id == id; });
  return found == container.end() ? nullptr : &*found;
}

}  // namespace

BlockId Model::addBlock(std::string type, std::string name, Parameters parameters) {
  const BlockId id{++m_lastId};
  std::string unique = uniqueName(name.empty() ? type : std::move(name));
  m_blocks.push_back({id, std::move(unique), std::move(type), std::move(parameters), {}});
  return id;
}

void Model::insertBlock(Block block) {
  HEED_ASSERT(block.id.isValid() && this->block(block.id) == nullptr);
  m_lastId = std::max(m_lastId, block.id.value);
  m_blocks.push_back(std::move(block));
}

void Model::removeBlock(BlockId id) {
  std::erase_if(m_blocks, [&](const Block& block) { return block.id == id; });
  std::erase_if(m_edges, [&](const Edge& edge) { return edge.from == id || edge.to == id; });
  for (ModelGroup& group : m_groups) std::erase(group.members, id);
}

void Model::setName(BlockId id, std::string name) {
  Block* block = findById(m_blocks, id);
  HEED_ASSERT(block != nullptr);
  block->name = std::move(name);
}

void Model::setParameter(BlockId id, std::string_view parameter, ParameterValue value) {
  Block* block = findById(m_blocks, id);
  HEED_ASSERT(block != nullptr);
  core::setParameter(block->parameters, parameter, std::move(value));
}

EdgeId Model::connect(BlockId from, std::string fromPort, BlockId to, std::string toPort) {
  const EdgeId id{++m_lastId};
  m_edges.push_back({id, from, std::move(fromPort), to, std::move(toPort)});
  return id;
}

void Model::insertEdge(Edge edge) {
  HEED_ASSERT(edge.id.isValid() && findById(m_edges, edge.id) == nullptr);
  m_lastId = std::max(m_lastId, edge.id.value);
  m_edges.push_back(std::move(edge));
}

void Model::removeEdge(EdgeId id) {
  std::erase_if(m_edges, [&](const Edge& edge) { return edge.id == id; });
}

GroupId Model::addGroup(std::string title, std::vector<BlockId> members, int repeat, bool tied) {
  const GroupId id{++m_lastId};
  m_groups.push_back({id, std::move(title), {}, std::move(members), repeat, tied});
  return id;
}

void Model::insertGroup(ModelGroup group) {
  HEED_ASSERT(group.id.isValid() && findById(m_groups, group.id) == nullptr);
  m_lastId = std::max(m_lastId, group.id.value);
  m_groups.push_back(std::move(group));
}

void Model::removeGroup(GroupId id) {
  std::erase_if(m_groups, [&](const ModelGroup& group) { return group.id == id; });
  for (ModelGroup& group : m_groups) {
    if (group.parent == id) group.parent = {};
  }
}

void Model::setGroupParent(GroupId id, GroupId parent) {
  ModelGroup* group = findById(m_groups, id);
  HEED_ASSERT(group != nullptr);
  group->parent = parent;
}

const ModelGroup* Model::group(GroupId id) const {
  return findById(m_groups, id);
}

const Block* Model::block(BlockId id) const {
  return findById(m_blocks, id);
}

const Block* Model::blockNamed(std::string_view name) const {
  const auto found = std::ranges::find(m_blocks, name, &Block::name);
  return found == m_blocks.end() ? nullptr : &*found;
}

std::vector<const Edge*> Model::edgesInto(BlockId id) const {
  std::vector<const Edge*> result;
  for (const Edge& edge : m_edges) {
    if (edge.to == id) result.push_back(&edge);
  }
  return result;
}

std::vector<const Edge*> Model::edgesFrom(BlockId id) const {
  std::vector<const Edge*> result;
  for (const Edge& edge : m_edges) {
    if (edge.from == id) result.push_back(&edge);
  }
  return result;
}

const ModelGroup* Model::groupOf(BlockId id) const {
  const auto found = std::ranges::find_if(
      m_groups, [&](const ModelGroup& group) { return std::ranges::find(group.members, id) != group.members.end(); });
  return found == m_groups.end() ? nullptr : &*found;
}

const ModelGroup* Model::repeatedGroupOf(BlockId id) const {
  const ModelGroup* current = groupOf(id);
  // A file may hold groups that contain each other: a walk that is longer than there are groups goes in a circle.
  for (std::size_t i = 0; current != nullptr && i < m_groups.size(); ++i) {
    if (current->repeat > 1) return current;
    current = group(current->parent);
  }
  return nullptr;
}

std::vector<BlockId> Model::membersWithin(GroupId id) const {
  std::vector<GroupId> inside = {id};
  for (std::size_t i = 0; i < inside.size(); ++i) {
    for (const ModelGroup& group : m_groups) {
      const bool isKnown = std::ranges::find(inside, group.id) != inside.end();
      if (group.parent == inside[i] && !isKnown) inside.push_back(group.id);
    }
  }
  std::vector<BlockId> members;
  for (const GroupId groupId : inside) {
    if (const ModelGroup* entry = group(groupId))
      members.insert(members.end(), entry->members.begin(), entry->members.end());
  }
  return members;
}

bool Model::operator==(const Model& other) const {
  return m_blocks == other.m_blocks && m_edges == other.m_edges && m_groups == other.m_groups;
}

std::string Model::uniqueName(std::string wanted) const {
  std::string unique = wanted;
  for (int i = 2; blockNamed(unique) != nullptr; ++i) unique = fmt::format("{}{}", wanted, i);
  return unique;
}

std::vector<BlockId> topologicalOrder(const Model& model) {
  std::map<BlockId, int> missing;
  for (const Block& block : model.blocks()) missing[block.id] = static_cast<int>(model.edgesInto(block.id).size());
  std::vector<BlockId> order;
  bool moved = true;
  while (moved) {
    moved = false;
    for (const Block& block : model.blocks()) {
      const auto found = missing.find(block.id);
      if (found == missing.end() || found->second > 0) continue;
      missing.erase(found);
      order.push_back(block.id);
      for (const Edge* edge : model.edgesFrom(block.id)) --missing[edge->to];
      moved = true;
    }
  }
  return order;
}

}  // namespace heed::core
