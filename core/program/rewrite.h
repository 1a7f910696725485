#pragma once

#include "core/program/builder.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace heed::core {

/// Copies a program node by node into a builder; passes derive what differs. Steps and groups are copied along.
class ProgramCopier {
 public:
  ProgramCopier(const Program& source, Builder& target);
  virtual ~ProgramCopier() = default;

  /// Copies everything but the outputs; mapped() is complete afterwards.
  void run();
  [[nodiscard]] Value mapped(Value value) const;
  [[nodiscard]] std::vector<ProgramOutput> mappedOutputs() const;

 protected:
  /// The values that take the place of the node's outputs; the default appends the same op.
  virtual std::vector<Value> copyNode(const Node& node, std::span<const Value> inputs);
  /// Called when all outputs of a node (or an input, a constant) are there; may return another value to use from here
  /// on.
  virtual Value replaced(Value original, Value copy);

  [[nodiscard]] const Program& source() const { return m_source; }
  [[nodiscard]] Builder& target() { return m_target; }

 private:
  /// Copies the steps up to the first one whose value a later node makes.
  void copySteps(int lastNode);

  const Program& m_source;
  Builder& m_target;
  std::size_t m_copiedSteps = 0;
  std::vector<Value> m_map;
  std::vector<int> m_groupMap;
};

/// The program with every composite node for which `wanted` says so replaced by its expansion, again and again.
[[nodiscard]] std::shared_ptr<const Program> expanded(const Program& program,
                                                      const std::function<bool(const Program&, const Node&)>& wanted);

/// Every composite op expanded down to primitive ops.
[[nodiscard]] std::shared_ptr<const Program> fullyExpanded(const Program& program);

/// Only what is needed for the given values, which become the outputs; inputs keep their names.
[[nodiscard]] std::shared_ptr<const Program> sliced(const Program& program, std::span<const Value> values);

}  // namespace heed::core
