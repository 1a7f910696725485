#include "gpu/backend/runnable.h"

#include "core/base/error.h"
#include "core/exec/fusion.h"
#include "core/ops/ops.h"
#include "core/program/rewrite.h"
#include "gpu/backend/kernel.h"
#include "gpu/backend/scan_layout.h"
#include "gpu/backend/unroll.h"

#include <algorithm>
#include <utility>

namespace heed::gpu {

namespace {

/// Keys from which on attention without its weights is the faster one.
constexpr std::int64_t kKeysForDirectAttention = 32;

bool isScan(const core::Node& node) {
  return node.op->name == kScanOp;
}

bool lacksKernel(const core::Node& node) {
  return !isScan(node) && findKernel(node.op->name) == nullptr;
}

/// The body with a copy where a carry becomes another one, so that carries may be moved one after the other.
std::shared_ptr<const core::Program> withCarriesApart(std::shared_ptr<const core::Program> body,
                                                      const ScanLayout& layout) {
  std::vector<std::size_t> crossing;
  for (std::size_t i = 0; i < layout.carries; ++i) {
    const int input = body->info(body->outputs()[i].value).input;
    const auto position = static_cast<std::size_t>(std::max(input, 0));
    const bool isCarry = input >= 0 && position >= layout.constants && position < layout.firstSequence();
    if (isCarry && position != layout.constants + i) crossing.push_back(i);
  }
  if (crossing.empty()) return body;
  core::Builder builder;
  core::ProgramCopier copier(*body, builder);
  copier.run();
  std::vector<core::ProgramOutput> outputs = copier.mappedOutputs();
  for (const std::size_t i : crossing) {
    outputs[i].value = core::ops::reshape(builder, outputs[i].value, builder.shape(outputs[i].value));
  }
  return builder.finish(std::move(outputs));
}

/// Copies a program with bodies that can run.
class BodyPreparer : public core::ProgramCopier {
 public:
  BodyPreparer(const core::Program& source, core::Builder& target, core::Keep keep)
      : ProgramCopier(source, target), m_keep(keep) {}

 protected:
  std::vector<core::Value> copyNode(const core::Node& node, std::span<const core::Value> inputs) override {
    if (!isScan(node)) return ProgramCopier::copyNode(node, inputs);
    const ScanLayout layout(node);
    core::Attributes attributes = node.attributes;
    attributes.set("body", withCarriesApart(runnable(withScansUnrolled(layout.body), m_keep), layout));
    return target().append(*node.op, inputs, attributes);
  }

 private:
  core::Keep m_keep;
};

std::shared_ptr<const core::Program> withBodiesPrepared(std::shared_ptr<const core::Program> program, core::Keep keep) {
  if (std::ranges::none_of(program->nodes(), isScan)) return program;
  core::Builder builder;
  BodyPreparer preparer(*program, builder, keep);
  preparer.run();
  return builder.finish(preparer.mappedOutputs());
}

}  // namespace

std::shared_ptr<const core::Program> runnable(std::shared_ptr<const core::Program> program, core::Keep keep) {
  program = withBodiesPrepared(std::move(program), keep);
  if (keep == core::Keep::Outputs) {
    if (auto fused = core::withFusedAttention(*program, kKeysForDirectAttention, core::GradientChains::Fuse))
      program = std::move(fused);
  }
  const bool mustExpand = std::ranges::any_of(
      program->nodes(), [](const core::Node& node) { return lacksKernel(node) && node.op->expand != nullptr; });
  if (mustExpand) {
    program = core::expanded(*program, [](const core::Program&, const core::Node& node) { return lacksKernel(node); });
  }
  const auto found = std::ranges::find_if(program->nodes(), lacksKernel);
  if (found != program->nodes().end()) {
    throw core::Error(
        core::ErrorKind::Device,
        core::text("Vulkan", "the op %1 has no kernel for Vulkan; the program needs the CPU", found->op->name));
  }
  return program;
}

}  // namespace heed::gpu
