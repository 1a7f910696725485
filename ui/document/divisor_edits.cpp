#include "ui/document/divisor_edits.h"

#include "core/base/error.h"
#include "core/model/block_type.h"
#include "ui/document/step_places.h"

#include <QCoreApplication>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr const char* kDivisor = "divisor";
constexpr const char* kMechanism = "mechanism";

bool hasParameter(const core::BlockType& type, std::string_view id) {
  return std::ranges::find(type.params, id, &core::ParamSpec::id) != type.params.end();
}

/// The mechanism that a block holds; none where it holds none.
std::optional<core::BlockRef> mechanismOf(const core::BlockType& type, const core::Parameters& parameters) {
  if (!hasParameter(type, kMechanism)) return std::nullopt;
  const core::ParameterValue value = core::parameterOrDefault(type, parameters, kMechanism);
  const auto* mechanism = std::get_if<core::BlockRef>(&value);
  return mechanism == nullptr ? std::nullopt : std::optional(*mechanism);
}

std::optional<double> divisorIn(const std::string& typeId, const core::Parameters& parameters) {
  const core::BlockType* type = core::findBlockType(typeId);
  if (type == nullptr) return std::nullopt;
  if (hasParameter(*type, kDivisor)) return std::get<double>(core::parameterOrDefault(*type, parameters, kDivisor));
  const auto mechanism = mechanismOf(*type, parameters);
  return mechanism ? divisorIn(mechanism->type, mechanism->parameters) : std::nullopt;
}

/// Sets it in the block or in the mechanism that it holds; false where neither divides.
bool setIn(const std::string& typeId, core::Parameters& parameters, double divisor) {
  const core::BlockType* type = core::findBlockType(typeId);
  if (type == nullptr) return false;
  if (hasParameter(*type, kDivisor)) {
    core::setParameter(parameters, kDivisor, divisor);
    return true;
  }
  auto mechanism = mechanismOf(*type, parameters);
  if (!mechanism || !setIn(mechanism->type, mechanism->parameters, divisor)) return false;
  core::setParameter(parameters, kMechanism, *mechanism);
  return true;
}

}  // namespace

std::optional<double> divisorOf(const core::DocumentData& data, const std::string& stepId) {
  const core::Block* block = data.model.block(blockOfStep(data, stepId));
  return divisorIn(block->type, block->parameters);
}

void setDivisor(Document& document, const std::string& stepId, double divisor, const QString& mergeKey) {
  document.edit(
      QCoreApplication::translate("Edits", "change the divisor"),
      [&](core::DocumentData& data) {
        core::Block block = *data.model.block(blockOfStep(data, stepId));
        if (!setIn(block.type, block.parameters, divisor)) {
          throw core::Error(core::ErrorKind::Model,
                            core::text("Edits", "\"%1\" divides its scores by nothing that can be set", block.name));
        }
        for (const core::NamedParameter& parameter : block.parameters) {
          data.model.setParameter(block.id, parameter.id, parameter.value);
        }
      },
      mergeKey);
}

}  // namespace heed::ui
