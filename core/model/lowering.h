#pragma once

#include "core/base/error.h"
#include "core/model/block_build.h"
#include "core/model/model.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed::core {

/// Where a block's output port ended up in the program. In a repeated group it is that of the last copy.
struct LoweredPort {
  BlockId block;
  std::string port;
  Signal signal;
};

/// A weight of the lowered model: the program input, and where its values came from.
struct LoweredWeight {
  std::string path;
  WeightSpec spec;
  Value value;
  WeightOrigin origin = WeightOrigin::Seeded;
};

/// A model made concrete for its inputs: the program, a tensor for each of its inputs, and the way back to the blocks.
struct Lowered {
  std::shared_ptr<const Program> program;
  std::vector<Tensor> inputs;  ///< in the order of Program::inputs
  std::vector<LoweredWeight> weights;
  std::vector<LoweredPort> ports;
  std::vector<Issue> notes;  ///< warnings and notes of the blocks
  std::uint64_t seed = 0;

  [[nodiscard]] const LoweredPort* port(BlockId block, std::string_view port) const;
};

struct LowerOptions {
  std::uint64_t seed = 7;
  BuildResources resources;
};

/// The program's outputs are the output ports that feed nothing, named "<block>.<port>"; attention weights are no
/// outputs but steps, so that a run that nobody looks into never has to hold them. Throws Error{Model} with the first
/// issue of validate(), or Error with the block's name in where() if shapes do not fit or data is missing.
[[nodiscard]] Lowered lower(const Model& model, const InputStore& inputs, const WeightStore& weights,
                            const LowerOptions& options);

/// The issue that an error thrown by lower() stands for, so that views can put it at its block.
[[nodiscard]] Issue issueOf(const Error& error, const Model& model);

}  // namespace heed::core
