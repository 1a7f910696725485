#pragma once

#include "core/base/text.h"
#include "core/program/step.h"
#include "core/tensor/tensor.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace heed::core {

/// How fresh weights are drawn; the names of the specifications. Draws are philox(seed, stream of the weight's path).
enum class Initialisation {
  Zero,
  One,
  Normal,       ///< standard deviation `scale`
  Glorot,       ///< uniform in +-sqrt(6 / (in + out)), in and out the last two sizes
  TorchLinear,  ///< uniform in +-1/sqrt(in)
  Identity,     ///< `scale` on the diagonal of the last two dimensions
  NearIdentity  ///< 1 on that diagonal, plus normal noise of standard deviation `scale`
};

/// A weight that a block asks for while it is built.
struct WeightSpec {
  std::string name;  ///< local to the block: "W_query"
  Text label;
  Role role = Role::None;
  Shape shape;  ///< layout [in, heads x d_head] where heads share a matrix; views slice by head
  Initialisation initialisation = Initialisation::Glorot;
  double scale = 1.0;
  std::vector<Axis> axes;
  bool trainable = true;
  bool perHead = false;  ///< the last axis is heads side by side, or the first axis is the head
};

/// Where a weight's values came from; kept and shown.
enum class WeightOrigin { Seeded, HandSet, Loaded, Trained };

struct StoredWeight {
  Tensor value;
  WeightOrigin origin = WeightOrigin::HandSet;
  std::string note;  ///< file or remark; may be empty
};

/// The weights that have values of their own, beside the model, by path: "<block name>/<weight name>", with the layer
/// or the inner block between them where there is one. A weight without an entry is drawn from the seed.
using WeightStore = std::map<std::string, StoredWeight>;

[[nodiscard]] std::string toString(WeightOrigin origin);

/// The fresh values of a weight: Float64, the same for the same seed and path.
[[nodiscard]] Tensor initialWeight(const WeightSpec& spec, std::uint64_t seed, const std::string& path);

}  // namespace heed::core
