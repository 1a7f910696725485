#include "core/blocks/shared/sequence.h"

#include "core/base/error.h"
#include "core/ops/ops.h"

#include <algorithm>
#include <cmath>

namespace heed::core {

std::shared_ptr<const AxisLabels> axisLabels(std::vector<std::string> names) {
  auto labels = std::make_shared<AxisLabels>();
  labels->names = std::move(names);
  return labels;
}

Signal derived(const Signal& source, Value value, std::vector<Axis> axes) {
  return {PortKind::Tensor, value, source.valid, std::move(axes), source.items, 0, false};
}

std::vector<Axis> leadingAxes(const Signal& source) {
  return {source.axes.begin(), source.axes.end() - 2};
}

Axis itemAxis(const Signal& source, AxisMeaning meaning) {
  return {meaning, source.items != nullptr ? source.items : source.axes[source.axes.size() - 2].labels};
}

std::vector<Axis> withPlainChannels(const Signal& source) {
  std::vector<Axis> axes = source.axes;
  axes.back() = {AxisMeaning::Channel, nullptr};
  return axes;
}

std::vector<std::string> namesIn(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    std::string_view name = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), name.size() + 1));
    name.remove_prefix(std::min(name.size(), name.find_first_not_of(' ')));
    name = name.substr(0, name.find_last_not_of(' ') + 1);
    if (!name.empty()) names.emplace_back(name);
  }
  return names;
}

void requireSequence(BlockBuild& build, std::string_view port, int rank) {
  const Shape& shape = build.builder().shape(build.input(port).value);
  if (shape.rank() < rank) {
    throw Error(ErrorKind::Shape,
                text("Block", "the input \"%1\" is %2; it needs at least %3 dimensions, the last two items x channels",
                     port, shape.toString(), rank));
  }
}

Value linearMap(BlockBuild& build, Value input, const std::string& weightName, const std::string& biasName,
                std::int64_t outputWidth, bool bias, const std::vector<Axis>& outputAxes,
                Initialisation initialisation) {
  Builder& builder = build.builder();
  const std::int64_t inputWidth = builder.shape(input)[-1];
  const Axis inputAxis{AxisMeaning::Channel, nullptr};
  const Axis outputAxis = outputAxes.empty() ? inputAxis : outputAxes.back();
  const Value weight = build.weight({.name = weightName,
                                     .label = text("Weights", "Weights %1", weightName),
                                     .role = Role::None,
                                     .shape = {inputWidth, outputWidth},
                                     .initialisation = initialisation,
                                     .scale = 1.0,
                                     .axes = {inputAxis, outputAxis}});
  const Value product = ops::matmul(builder, input, weight);
  if (!bias) return product;
  const Value offset =
      build.weight({.name = biasName,
                    .label = text("Weights", "Bias %1", biasName),
                    .role = Role::None,
                    .shape = {outputWidth},
                    .initialisation = initialisation == Initialisation::TorchLinear ? Initialisation::TorchLinear
                                                                                    : Initialisation::Zero,
                    .scale = std::sqrt(static_cast<double>(outputWidth) /
                                       static_cast<double>(std::max<std::int64_t>(1, inputWidth))),
                    .axes = {outputAxis}});
  return ops::add(builder, product, offset);
}

}  // namespace heed::core
