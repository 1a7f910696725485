#include "gpu/backend/kernels.h"
#include "gpu/backend/strides.h"

#include <variant>

namespace heed::gpu {

namespace {

/// The walk over the result along which each operand is broadcast.
Walk broadcastWalk(const KernelNode& node) {
  const core::Shape& shape = node.output().shape;
  Walk walk{{shape.begin(), shape.end()}, {}};
  for (std::size_t i = 0; i < node.node.inputs.size(); ++i) {
    walk.strides.push_back(broadcastStrides(node.input(i).shape, shape));
  }
  return walk.simplified();
}

/// Of a kernel whose threads take four elements each.
void takeFour(Dispatch& dispatch) {
  dispatch.groups = (dispatch.count + 4 * kGroupSize - 1) / (4 * kGroupSize);
}

Dispatch overResult(const KernelNode& node) {
  return threadsFor(node, node.node.op->name, node.output().shape.elementCount());
}

std::uint32_t kindNumber(core::ValueKind kind) {
  return kind == core::ValueKind::Real ? 0 : (kind == core::ValueKind::Int ? 1 : 2);
}

}  // namespace

/// The op's only attribute, where it has one, is the real parameter of its shader.
std::vector<Dispatch> mapKernel(const KernelNode& node) {
  Dispatch dispatch = overResult(node);
  for (const auto& [name, value] : node.attributes().entries()) {
    dispatch.parameters.push_back(realWord(std::get<double>(value)));
  }
  takeFour(dispatch);
  return {dispatch};
}

/// Specialisation constant 1 is left to the shader, 2 says whether the walk is a single one.
std::vector<Dispatch> pairKernel(const KernelNode& node) {
  Dispatch dispatch = overResult(node);
  const Walk walk = broadcastWalk(node);
  dispatch.parameters = walk.words();
  dispatch.constants = {0, walk.sizes.size() == 1 ? 1U : 0U};
  return {dispatch};
}

std::vector<Dispatch> realPairKernel(const KernelNode& node) {
  Dispatch dispatch = pairKernel(node).front();
  takeFour(dispatch);
  return {dispatch};
}

std::vector<Dispatch> comparisonKernel(const KernelNode& node) {
  Dispatch dispatch = pairKernel(node).front();
  dispatch.constants.front() = node.input(0).kind == core::ValueKind::Int ? 1U : 0U;
  return {dispatch};
}

std::vector<Dispatch> notKernel(const KernelNode& node) {
  return {overResult(node)};
}

std::vector<Dispatch> selectKernel(const KernelNode& node) {
  Dispatch dispatch = overResult(node);
  dispatch.parameters = broadcastWalk(node).words();
  return {dispatch};
}

std::vector<Dispatch> castKernel(const KernelNode& node) {
  Dispatch dispatch = overResult(node);
  dispatch.constants = {kindNumber(node.input(0).kind), kindNumber(node.output().kind)};
  return {dispatch};
}

std::vector<Dispatch> geluKernel(const KernelNode& node) {
  Dispatch dispatch = overResult(node);
  dispatch.constants = {node.attributes().string("form") == "erf" ? 0U : 1U};
  takeFour(dispatch);
  return {dispatch};
}

std::vector<Dispatch> randomUniformKernel(const KernelNode& node) {
  Dispatch dispatch = overResult(node);
  const auto stream = static_cast<std::uint64_t>(node.attributes().integer("stream"));
  dispatch.parameters = {static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32U)};
  return {dispatch};
}

}  // namespace heed::gpu
