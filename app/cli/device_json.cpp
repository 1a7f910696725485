#include "app/cli/device_json.h"

#include "app/cli/json_writer.h"

namespace heed::app {

void writeDevice(JsonWriter& json, std::size_t number, const gpu::DeviceDescription& device) {
  json.beginObject().member("number", number).member("name", device.name).member("kind", gpu::toString(device.kind));
  json.member("driver", device.driver).member("vulkan", device.vulkan);
  json.member("usable", device.shortcoming.empty()).member("shortcoming", device.shortcoming);
  json.key("limits").beginObject();
  json.member("allocation_bytes", static_cast<double>(device.limits.allocationBytes))
      .member("shared_memory_bytes", static_cast<std::int64_t>(device.limits.sharedMemoryBytes))
      .member("group_threads", static_cast<std::int64_t>(device.limits.groupInvocations))
      .member("groups", static_cast<std::int64_t>(device.limits.groupCount))
      .member("push_constant_bytes", static_cast<std::int64_t>(device.limits.pushConstantBytes))
      .member("subgroup_threads", static_cast<std::int64_t>(device.subgroupSize))
      .endObject();
  json.key("uses").beginObject();
  json.member("subgroups", device.limits.subgroupSize > 0)
      .member("timestamps", device.hasTimestamps)
      .member("buffer_addresses", device.hasBufferAddresses)
      .member("timeline_semaphores", device.hasTimelineSemaphores)
      .endObject();
  json.key("heaps").beginArray();
  for (const gpu::HeapDescription& heap : device.heaps) {
    json.beginObject()
        .member("bytes", static_cast<double>(heap.bytes))
        .member("on_device", heap.isOnDevice)
        .member("visible", heap.isVisible)
        .endObject();
  }
  json.endArray().endObject();
}

}  // namespace heed::app
