#pragma once

#include "core/program/op_def.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

/// One op in a program.
struct Node {
  const OpDef* op = nullptr;
  std::vector<Value> inputs;
  std::vector<Value> outputs;
  Attributes attributes;
  int group = -1;
};

/// Where a value comes from: exactly one of node, input and constant is set.
struct ValueInfo {
  ValueType type;
  int node = -1;    ///< position of the producing node
  int output = 0;   ///< which of its outputs
  int input = -1;   ///< position in Program::inputs
  Tensor constant;  ///< null unless the value is a constant
};

enum class InputRole { Data, Weight };

/// Something that is bound to a tensor for each run.
struct ProgramInput {
  std::string name;  ///< unique in the program
  InputRole role = InputRole::Data;
  Value value;
};

/// A scope of steps: a block, a layer, a head, a tile.
struct Group {
  std::string id;  ///< unique among its siblings
  Text title;
  int parent = -1;
};

struct ProgramOutput {
  std::string name;
  Value value;
};

/// Ops in topological order with concrete shapes, labels and groups. Always right: the Builder checked it. Immutable.
class Program {
 public:
  [[nodiscard]] const std::vector<Node>& nodes() const { return m_nodes; }
  [[nodiscard]] const std::vector<ValueInfo>& values() const { return m_values; }
  [[nodiscard]] const std::vector<ProgramInput>& inputs() const { return m_inputs; }
  [[nodiscard]] const std::vector<ProgramOutput>& outputs() const { return m_outputs; }
  [[nodiscard]] const std::vector<Step>& steps() const { return m_steps; }
  [[nodiscard]] const std::vector<Group>& groups() const { return m_groups; }

  [[nodiscard]] const ValueInfo& info(Value value) const { return m_values[static_cast<std::size_t>(value.id)]; }
  [[nodiscard]] const ValueType& type(Value value) const { return info(value).type; }
  /// The step whose value this is (the last one labelled), or null.
  [[nodiscard]] const Step* labelOf(Value value) const;
  /// The position of that step, or -1.
  [[nodiscard]] int labelIndex(Value value) const { return m_labels[static_cast<std::size_t>(value.id)]; }
  /// The position of the step with this id, or -1.
  [[nodiscard]] int stepIndex(std::string_view id) const;
  /// The ids of a group and its parents, outermost first, joined by '/'; empty for -1.
  [[nodiscard]] std::string groupPath(int group) const;

  /// One line a node, as tests compare it; equal programs print equal text.
  [[nodiscard]] std::string toText() const;
  /// A stable hash of toText() and the constants.
  [[nodiscard]] std::uint64_t hash() const { return m_hash; }
  [[nodiscard]] Cost cost() const;

 private:
  friend class Builder;
  Program() = default;

  std::vector<Node> m_nodes;
  std::vector<ValueInfo> m_values;
  std::vector<ProgramInput> m_inputs;
  std::vector<ProgramOutput> m_outputs;
  std::vector<Step> m_steps;
  std::vector<Group> m_groups;
  std::vector<int> m_labels;                          ///< by value: its last step, or -1
  std::map<std::string, int, std::less<>> m_stepIds;  ///< positions of the steps
  std::uint64_t m_hash = 0;
};

}  // namespace heed::core
