#pragma once

#include "core/program/program.h"

#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::core {

/// What Builder::step says of a value; see Step for the fields. The id is local to the open group.
struct StepSpec {
  std::string id = {};
  Phase phase = Phase::Transform;
  Role role = Role::None;
  Text caption = {};
  Text explanation = {};
  std::string term = {};
  std::string expression = {};
  std::vector<Axis> axes = {};
  Value mask = {};
  StepDepth depth = StepDepth::Step;
  bool isInput = false;
};

/// Appends ops to a program and checks shapes at once. It only describes: nothing is computed here.
class Builder {
 public:
  Builder() = default;
  /// Goes on from a finished program: its values keep their ids. Its outputs are not taken over.
  explicit Builder(Program program);

  [[nodiscard]] Value input(std::string name, ValueType type, InputRole role = InputRole::Data);
  [[nodiscard]] Value constant(Tensor tensor);
  /// A real scalar.
  [[nodiscard]] Value constant(double number);

  /// Appends an op. Throws Error{Shape} or {Parameter} from the op's infer, with the op and the open groups in where().
  std::vector<Value> append(const OpDef& op, std::span<const Value> inputs, Attributes attributes = {});
  /// The same for an op with one output.
  [[nodiscard]] Value appendOne(const OpDef& op, std::initializer_list<Value> inputs, Attributes attributes = {});

  /// Labels a value as worth seeing. Returns it, so that a call can wrap an expression.
  Value step(Value value, StepSpec spec);

  /// Opens a group until the returned scope ends.
  class Scope {
   public:
    explicit Scope(Builder& builder, int previous) : m_builder(builder), m_previous(previous) {}
    ~Scope() { m_builder.m_group = m_previous; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Builder& m_builder;
    int m_previous;
  };
  [[nodiscard]] Scope group(std::string id, Text title);
  /// Makes an existing group the open one until the scope ends; -1 is outside of all.
  [[nodiscard]] Scope enter(int group);

  // By value: a reference would not survive the next append.
  [[nodiscard]] ValueType type(Value value) const { return m_program.type(value); }
  [[nodiscard]] Shape shape(Value value) const { return m_program.type(value).shape; }
  [[nodiscard]] const Step* labelOf(Value value) const { return m_program.labelOf(value); }
  /// What was built so far; for passes that walk back over it.
  [[nodiscard]] const Program& soFar() const { return m_program; }

  /// The finished program with its outputs. The builder is empty afterwards.
  [[nodiscard]] std::shared_ptr<const Program> finish(std::vector<ProgramOutput> outputs);

 private:
  [[nodiscard]] Value addValue(ValueInfo info);
  [[nodiscard]] std::string uniqueStepId(const std::string& localId) const;

  Program m_program;
  std::set<std::pair<int, std::string>> m_groupIds;  ///< of the groups, with their parents
  int m_group = -1;
};

}  // namespace heed::core
