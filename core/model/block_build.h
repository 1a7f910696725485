#pragma once

#include "core/model/block_type.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

class FeatureTable;

/// What blocks may look up while they are built, besides their inputs: the hand-set tables.
struct BuildResources {
  std::shared_ptr<const FeatureTable> english;
  std::shared_ptr<const FeatureTable> chinese;
};

/// A weight that a block asked for, with the program input it became.
struct RequestedWeight {
  std::string path;  ///< in the WeightStore
  WeightSpec spec;
  Value value;
  BlockId block;
};

/// One program input that is bound to data of an input block.
struct BoundData {
  std::string name;
  Tensor tensor;
};

/// What lowering shares with the blocks that it builds.
struct LoweringState {
  Builder builder;
  const BuildResources& resources;
  std::uint64_t seed = 0;
  std::vector<RequestedWeight> weights;
  std::vector<BoundData> data;
  std::vector<Issue> notes;
  std::int64_t randomStreams = 0;
  BlockId block;  ///< that is being built
};

/// What a block's build function works with: its inputs, parameters, data, weights and outputs. Axes of inputs name the
/// batch and heads in front; a build acts on trailing axes.
class BlockBuild {
 public:
  BlockBuild(LoweringState& state, const BlockType& type, const Parameters& parameters, std::string path);

  [[nodiscard]] Builder& builder() { return m_state.builder; }
  [[nodiscard]] const BuildResources& resources() const { return m_state.resources; }
  [[nodiscard]] std::uint64_t seed() const { return m_state.seed; }
  /// "attention" or "attention/mechanism": where weights live, unique in the model.
  [[nodiscard]] const std::string& path() const { return m_path; }

  // Inputs. A required input is always there; validation saw to it.
  void setInput(std::string_view port, Signal signal);
  [[nodiscard]] bool hasInput(std::string_view port) const;
  [[nodiscard]] const Signal& input(std::string_view port) const;
  /// What a person gave to this input block, or null.
  void setData(const InputData* data) { m_data = data; }
  [[nodiscard]] const InputData* data() const { return m_data; }

  // Parameters, defaults filled in.
  [[nodiscard]] bool flag(std::string_view id) const;
  [[nodiscard]] std::int64_t integer(std::string_view id) const;
  [[nodiscard]] double real(std::string_view id) const;
  [[nodiscard]] const std::string& string(std::string_view id) const;
  [[nodiscard]] const BlockRef& block(std::string_view id) const;
  [[nodiscard]] const Parameters& parameters() const { return m_parameters; }

  /// A weight as a program input, labelled as a step that a person may change where `label` is given.
  [[nodiscard]] Value weight(WeightSpec spec);
  /// Data of this input block as a program input.
  [[nodiscard]] Value dataInput(std::string_view name, Tensor tensor);
  /// A stream of random numbers of its own, the same for the same model.
  [[nodiscard]] std::int64_t nextRandomStream() { return m_state.randomStreams++; }

  void setOutput(std::string_view port, Signal signal);
  [[nodiscard]] const std::map<std::string, Signal, std::less<>>& outputs() const { return m_outputs; }

  /// Says something about the input without stopping: "3 words are not in the table".
  void note(Severity severity, Text text, std::string port = {});

  /// Builds another block inside this one, in a group of its own; its weights live below this path. Used by multi-head
  /// attention and the encoder block.
  [[nodiscard]] std::map<std::string, Signal, std::less<>> buildInside(
      std::string_view id, Text title, std::string_view type, const Parameters& parameters,
      const std::map<std::string, Signal, std::less<>>& inputs);

 private:
  LoweringState& m_state;
  const BlockType& m_type;
  Parameters m_parameters;
  std::string m_path;
  std::map<std::string, Signal, std::less<>> m_inputs;
  std::map<std::string, Signal, std::less<>> m_outputs;
  const InputData* m_data = nullptr;
};

}  // namespace heed::core
