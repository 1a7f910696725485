#include "core/model/weights.h"

#include "core/base/error.h"
#include "core/base/philox.h"

#include <cmath>

namespace heed::core {

namespace {

double fanIn(const Shape& shape) {
  return static_cast<double>(shape.rank() >= 2 ? shape[-2] : (shape.rank() == 1 ? shape[0] : 1));
}
double fanOut(const Shape& shape) {
  return static_cast<double>(shape.rank() >= 1 ? shape[-1] : 1);
}

}  // namespace

std::string toString(WeightOrigin origin) {
  switch (origin) {
    case WeightOrigin::Seeded:
      return "seeded";
    case WeightOrigin::HandSet:
      return "hand-set";
    case WeightOrigin::Loaded:
      return "loaded";
    case WeightOrigin::Trained:
      return "trained";
  }
  HEED_ASSERT(false);
}

Tensor initialWeight(const WeightSpec& spec, std::uint64_t seed, const std::string& path) {
  const std::uint64_t stream = stableHash(path.data(), path.size());
  const Shape& shape = spec.shape;
  const auto uniform = [&](std::int64_t i, double bound) {
    return (2.0 * static_cast<double>(philoxUniform(seed, stream, static_cast<std::uint64_t>(i))) - 1.0) * bound;
  };
  const auto isOnDiagonal = [&](std::int64_t i) { return (i / shape[-1]) % shape[-2] == i % shape[-1]; };
  const auto element = [&](std::int64_t i) {
    switch (spec.initialisation) {
      case Initialisation::Zero:
        return 0.0;
      case Initialisation::One:
        return 1.0;
      case Initialisation::Normal:
        return spec.scale * philoxNormal(seed, stream, static_cast<std::uint64_t>(i));
      case Initialisation::Glorot:
        return spec.scale * uniform(i, std::sqrt(6.0 / std::max(1.0, fanIn(shape) + fanOut(shape))));
      case Initialisation::TorchLinear:
        return spec.scale * uniform(i, 1.0 / std::sqrt(std::max(1.0, fanIn(shape))));
      case Initialisation::Identity:
        return isOnDiagonal(i) ? spec.scale : 0.0;
      case Initialisation::NearIdentity:
        return (isOnDiagonal(i) ? 1.0 : 0.0) + spec.scale * philoxNormal(seed, stream, static_cast<std::uint64_t>(i));
    }
    HEED_ASSERT(false);
  };
  std::vector<double> elements(static_cast<std::size_t>(shape.elementCount()));
  for (std::int64_t i = 0; i < shape.elementCount(); ++i) elements[static_cast<std::size_t>(i)] = element(i);
  return Tensor::fromDoubles(shape, elements);
}

}  // namespace heed::core
