#pragma once

#include "gpu/backend/kernel.h"
#include "gpu/vulkan/compute_pipeline.h"
#include "gpu/vulkan/instance.h"
#include "gpu/vulkan/queue.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::gpu {

enum class Subgroups { Use, Avoid };
enum class KernelChoice { ForDevice, ForCard };

/// What the makers of dispatches are told of the device.
struct KernelOptions {
  Subgroups subgroups = Subgroups::Use;
  KernelChoice choice = KernelChoice::ForDevice;
};

struct MachineOptions {
  InstanceOptions instance;
  SoftwareDrivers software = SoftwareDrivers::Allow;
  std::optional<int> device = {};
  KernelOptions kernels = {};
  std::filesystem::path pipelineFile = {};  ///< where compiled kernels are kept between runs; nowhere where it is empty
};

/// The device with its queue and the kernels compiled so far: what a backend and its plans share. Whoever uses it holds
/// the lock.
class Machine {
 public:
  [[nodiscard]] static std::shared_ptr<Machine> create(const MachineOptions& options);
  /// Keeps the compiled kernels on disk, where there are new ones.
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  [[nodiscard]] std::unique_lock<std::mutex> lock() { return std::unique_lock(m_mutex); }
  [[nodiscard]] const Instance& instance() const { return *m_instance; }
  [[nodiscard]] const Device& device() const { return *m_device; }
  /// What the makers of dispatches may rely on.
  [[nodiscard]] const KernelTarget& target() const { return m_target; }
  [[nodiscard]] Queue& queue() { return *m_queue; }
  /// The kernel of that shader with its specialisation constants, compiled at the first call.
  [[nodiscard]] const ComputePipeline& pipeline(std::string_view shader, const std::vector<std::uint32_t>& constants);

  /// Seconds that a unit of cost takes in this shader: as measured, or at first a cautious guess for the device.
  [[nodiscard]] double secondsPerCost(std::string_view shader) const;
  /// Seconds that a dispatch takes beside its work, waiting for the one before it: a guess.
  [[nodiscard]] double secondsPerDispatch() const;
  void noteSpeed(std::string_view shader, double cost, double seconds);

  void countDispatches(const std::map<std::string, std::int64_t>& counts);
  [[nodiscard]] const std::map<std::string, std::int64_t>& dispatchCounts() const { return m_dispatchCounts; }

 private:
  Machine() = default;
  void savePipelines() const;
  [[nodiscard]] double guessedSecondsPerCost() const;
  [[nodiscard]] const ShaderModule& shaderModule(std::string_view shader);

  std::mutex m_mutex;
  std::unique_ptr<Instance> m_instance;
  std::unique_ptr<Device> m_device;
  KernelTarget m_target;
  std::unique_ptr<Queue> m_queue;
  std::unique_ptr<PipelineCache> m_cache;
  std::filesystem::path m_pipelineFile;
  std::vector<std::byte> m_savedPipelines;  ///< what the file held
  std::map<std::string, std::unique_ptr<ShaderModule>, std::less<>> m_shaders;
  std::map<std::pair<std::string, std::vector<std::uint32_t>>, std::unique_ptr<ComputePipeline>> m_pipelines;
  std::map<std::string, double, std::less<>> m_secondsPerCost;  ///< by shader
  std::map<std::string, std::int64_t> m_dispatchCounts;
};

}  // namespace heed::gpu
