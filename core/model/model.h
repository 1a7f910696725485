#pragma once

#include "core/base/ids.h"
#include "core/base/issue.h"
#include "core/data/input.h"
#include "core/model/block_type.h"
#include "core/model/parameter.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

/// A block as the user placed it. Its name is unique in the model and stands in step ids and weight paths.
struct Block {
  BlockId id;
  std::string name;
  std::string type;
  Parameters parameters;
  std::string unknownJson;  ///< the whole block as JSON, if this program does not know the type: saved unchanged

  bool operator==(const Block&) const = default;
};

struct Edge {
  EdgeId id;
  BlockId from;
  std::string fromPort;
  BlockId to;
  std::string toPort;

  bool operator==(const Edge&) const = default;
};

/// Blocks that belong together. A repeat is lowered to that many copies, each fed by the one before; `tied` copies
/// share their weights.
struct ModelGroup {
  GroupId id;
  std::string title;
  GroupId parent;
  std::vector<BlockId> members;
  int repeat = 1;
  bool tied = false;

  bool operator==(const ModelGroup&) const = default;
};

/// What the user builds; it may be wrong. Knows nothing of positions or colours. Ids are never reused while it is open.
class Model {
 public:
  /// Adds a block; an empty name becomes the type's id, made unique with a number. Returns its id.
  BlockId addBlock(std::string type, std::string name = {}, Parameters parameters = {});
  /// Puts a block back under the id it had (undo, loading).
  void insertBlock(Block block);
  void removeBlock(BlockId id);  ///< with its edges; groups forget it
  void setName(BlockId id, std::string name);
  void setParameter(BlockId id, std::string_view parameter, ParameterValue value);

  EdgeId connect(BlockId from, std::string fromPort, BlockId to, std::string toPort);
  void insertEdge(Edge edge);
  void removeEdge(EdgeId id);

  GroupId addGroup(std::string title, std::vector<BlockId> members, int repeat = 1, bool tied = false);
  void insertGroup(ModelGroup group);
  void removeGroup(GroupId id);
  void setGroupParent(GroupId id, GroupId parent);

  [[nodiscard]] const std::vector<Block>& blocks() const { return m_blocks; }
  [[nodiscard]] const std::vector<Edge>& edges() const { return m_edges; }
  [[nodiscard]] const std::vector<ModelGroup>& groups() const { return m_groups; }
  [[nodiscard]] const Block* block(BlockId id) const;
  [[nodiscard]] const Block* blockNamed(std::string_view name) const;
  [[nodiscard]] std::vector<const Edge*> edgesInto(BlockId id) const;
  [[nodiscard]] std::vector<const Edge*> edgesFrom(BlockId id) const;
  [[nodiscard]] const ModelGroup* group(GroupId id) const;
  /// The group that has this block as a member, or null.
  [[nodiscard]] const ModelGroup* groupOf(BlockId id) const;
  /// The nearest group around this block that repeats, or null.
  [[nodiscard]] const ModelGroup* repeatedGroupOf(BlockId id) const;
  /// The members of a group and of the groups inside it.
  [[nodiscard]] std::vector<BlockId> membersWithin(GroupId id) const;

  /// The same blocks, edges and groups; the counter for ids does not count.
  bool operator==(const Model& other) const;

 private:
  [[nodiscard]] std::string uniqueName(std::string wanted) const;

  std::vector<Block> m_blocks;
  std::vector<Edge> m_edges;
  std::vector<ModelGroup> m_groups;
  std::uint32_t m_lastId = 0;
};

/// What people gave to the input blocks, beside the model.
using InputStore = std::map<BlockId, InputData>;

/// Everything about a model that can be said without shapes: unknown types, missing inputs, kinds that do not fit, two
/// wires into one port, circles, parameters out of range, names used twice. Empty if it can be lowered.
[[nodiscard]] std::vector<Issue> validate(const Model& model);

/// The blocks in an order in which every block comes after those that feed it. The model must have no circle.
[[nodiscard]] std::vector<BlockId> topologicalOrder(const Model& model);

}  // namespace heed::core
