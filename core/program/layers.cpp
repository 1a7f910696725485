#include "core/program/layers.h"

#include <algorithm>
#include <map>

namespace heed::core {

namespace {

/// Groups with the same parent and the same steps, in the order of the program.
struct Alike {
  int depth = 0;
  std::vector<int> groups;
};

int depthOf(const Program& program, int group) {
  int depth = 0;
  for (; group >= 0; group = program.groups()[static_cast<std::size_t>(group)].parent) ++depth;
  return depth;
}

bool isWithin(const Program& program, int group, int outer) {
  for (; group >= 0; group = program.groups()[static_cast<std::size_t>(group)].parent) {
    if (group == outer) return true;
  }
  return false;
}

/// What a group is compared by: the ids of its computed steps without its own path. Empty where it has no attention
/// weights.
std::vector<std::string> stepsWithin(const Program& program, int group, int stepCount) {
  const std::size_t prefix = program.groupPath(group).size();
  std::vector<std::string> ids;
  bool hasWeights = false;
  for (int i = 0; i < stepCount; ++i) {
    const Step& step = program.steps()[static_cast<std::size_t>(i)];
    // Weights that layers share are steps of the first alone.
    if (step.isInput || !isWithin(program, step.group, group)) continue;
    ids.push_back(step.id.substr(prefix));
    hasWeights = hasWeights || (step.role == Role::Weights);
  }
  if (!hasWeights) ids.clear();
  return ids;
}

std::vector<Alike> alikeGroups(const Program& program, int stepCount) {
  std::map<std::pair<int, std::vector<std::string>>, Alike> found;
  for (int group = 0; group < static_cast<int>(program.groups().size()); ++group) {
    std::vector<std::string> ids = stepsWithin(program, group, stepCount);
    if (ids.empty()) continue;
    Alike& alike = found[{program.groups()[static_cast<std::size_t>(group)].parent, std::move(ids)}];
    alike.depth = depthOf(program, group);
    alike.groups.push_back(group);
  }
  std::vector<Alike> result;
  for (auto& [key, alike] : found) {
    if (alike.groups.size() > 1) result.push_back(std::move(alike));
  }
  std::ranges::stable_sort(result, [](const Alike& a, const Alike& b) {
    return a.depth != b.depth ? a.depth < b.depth : a.groups.size() > b.groups.size();
  });
  return result;
}

/// Whether a step of the later group needs a value of the earlier one.
bool dependsOn(const Program& program, int later, int earlier, int stepCount) {
  std::vector<bool> isReached(program.values().size(), false);
  for (int i = 0; i < stepCount; ++i) {
    const Step& step = program.steps()[static_cast<std::size_t>(i)];
    if (!step.isInput && isWithin(program, step.group, earlier)) {
      isReached[static_cast<std::size_t>(step.value.id)] = true;
    }
  }
  for (const Node& node : program.nodes()) {
    const bool reaches =
        std::ranges::any_of(node.inputs, [&](Value input) { return isReached[static_cast<std::size_t>(input.id)]; });
    if (!reaches) continue;
    for (const Value output : node.outputs) isReached[static_cast<std::size_t>(output.id)] = true;
  }
  for (int i = 0; i < stepCount; ++i) {
    const Step& step = program.steps()[static_cast<std::size_t>(i)];
    if (isWithin(program, step.group, later) && isReached[static_cast<std::size_t>(step.value.id)]) return true;
  }
  return false;
}

bool isChain(const Program& program, const std::vector<int>& groups, int stepCount) {
  for (std::size_t i = 1; i < groups.size(); ++i) {
    if (!dependsOn(program, groups[i], groups[i - 1], stepCount)) return false;
  }
  return true;
}

}  // namespace

std::vector<Layer> layersOf(const Program& program, int stepCount) {
  for (const Alike& alike : alikeGroups(program, stepCount)) {
    if (!isChain(program, alike.groups, stepCount)) continue;
    std::vector<Layer> layers;
    for (const int group : alike.groups) layers.push_back({group, program.groupPath(group) + "/"});
    return layers;
  }
  return {};
}

int layerOfGroup(const Program& program, const std::vector<Layer>& layers, int group) {
  for (std::size_t i = 0; i < layers.size(); ++i) {
    if (isWithin(program, group, layers[i].group)) return static_cast<int>(i);
  }
  return -1;
}

std::string idWithinLayer(std::string_view stepId, const Layer& layer) {
  const std::size_t place = stepId.find(layer.path);
  if (place == std::string_view::npos) return std::string(stepId);
  return std::string(stepId.substr(0, place)) + std::string(stepId.substr(place + layer.path.size()));
}

}  // namespace heed::core
