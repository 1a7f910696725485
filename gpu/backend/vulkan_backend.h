#pragma once

#include "core/exec/backend.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed::gpu {

class Faults;
class Machine;
class ValidationLog;

struct VulkanOptions {
  bool validates = false;          ///< with Khronos' validation layer, which must be installed
  bool allowsSoftware = true;      ///< whether a driver that computes on the processor may be taken
  std::optional<int> device = {};  ///< a number of the list of devices, instead of the best one
  bool usesSubgroups = true;    ///< whether kernels may compute across the threads of a subgroup, where there are such
  bool choosesForCard = false;  ///< whether a driver that computes on the processor gets the kernels of a real card
  std::filesystem::path pipelineFile = {};   ///< where compiled kernels are kept between runs; empty: nowhere
  std::string loader = "libvulkan.so.1";     ///< the library that finds the drivers
  std::shared_ptr<Faults> faults = nullptr;  ///< failures on demand, for tests
  std::shared_ptr<ValidationLog> validationLog = nullptr;  ///< where the validation layer's messages go, for tests
};

/// Runs programs on a graphics card through Vulkan 1.2: float32, int32 and truths as 32-bit words. A composite op
/// without a kernel runs expanded; a program with an op that has neither is refused by prepare().
class VulkanBackend : public core::Backend {
 public:
  /// Throws core::Error{Device} with a sentence where there is no device that can be used.
  [[nodiscard]] static std::unique_ptr<VulkanBackend> create(const VulkanOptions& options);
  ~VulkanBackend() override;

  [[nodiscard]] std::string name() const override { return "vulkan"; }
  [[nodiscard]] core::Text note() const override;
  [[nodiscard]] bool isLost() const override;
  [[nodiscard]] std::string deviceName() const;
  /// Equal only for the same device with the same driver.
  [[nodiscard]] std::string deviceIdentity() const;
  /// Whether the driver computes on the processor.
  [[nodiscard]] bool isSoftware() const;
  /// How many threads kernels compute across; 0 where they do not.
  [[nodiscard]] std::uint32_t subgroupSize() const;
  /// Whether kernels are those of a real card.
  [[nodiscard]] bool choosesForCard() const;
  [[nodiscard]] bool supports(core::Precision precision) const override;
  [[nodiscard]] bool supports(const core::OpDef& op) const override;
  [[nodiscard]] std::unique_ptr<core::Plan> prepare(std::shared_ptr<const core::Program> program, core::Keep keep,
                                                    core::Precision precision) override;
  [[nodiscard]] core::RunResult run(core::Plan& plan, std::span<const core::Tensor> inputs,
                                    core::RunContext& context) override;

  /// How often a kernel was started for each op, over all runs that ended well; a reshape whose result lies where its
  /// operand was counts too.
  [[nodiscard]] std::map<std::string, std::int64_t> dispatchCounts() const;
  [[nodiscard]] std::uint64_t submissions() const;
  /// What the validation layer said; empty without it.
  [[nodiscard]] std::vector<std::string> validationMessages() const;

 private:
  explicit VulkanBackend(std::shared_ptr<Machine> machine);

  std::shared_ptr<Machine> m_machine;  ///< plans keep it alive too
};

}  // namespace heed::gpu
