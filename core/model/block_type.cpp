#include "core/model/block_type.h"

#include "core/base/error.h"

#include <algorithm>

namespace heed::core {

std::string toString(PortKind kind) {
  switch (kind) {
    case PortKind::Tokens:
      return "tokens";
    case PortKind::Tensor:
      return "tensor";
    case PortKind::Mask:
      return "mask";
    case PortKind::Weights:
      return "weights";
    case PortKind::Image:
      return "image";
    case PortKind::Graph:
      return "graph";
    case PortKind::Scalar:
      return "scalar";
  }
  HEED_ASSERT(false);
}

const BlockType* findBlockType(std::string_view id) {
  const auto types = allBlockTypes();
  const auto found = std::ranges::find_if(types, [&](const BlockType* type) { return type->id == id; });
  return found == types.end() ? nullptr : *found;
}

ParameterValue parameterOrDefault(const BlockType& type, const Parameters& parameters, std::string_view id) {
  if (const ParameterValue* value = findParameter(parameters, id)) return *value;
  const auto spec = std::ranges::find(type.params, id, &ParamSpec::id);
  HEED_ASSERT(spec != type.params.end());
  return spec->defaultValue;
}

Parameters completeParameters(const BlockType& type, const Parameters& parameters) {
  Parameters complete;
  for (const ParamSpec& spec : type.params)
    setParameter(complete, spec.id, parameterOrDefault(type, parameters, spec.id));
  return complete;
}

}  // namespace heed::core
