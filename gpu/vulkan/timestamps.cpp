#include "gpu/vulkan/timestamps.h"

#include "gpu/vulkan/result.h"

namespace heed::gpu {

std::unique_ptr<Timestamps> Timestamps::create(const Device& device, std::uint32_t count) {
  std::unique_ptr<Timestamps> times(new Timestamps(device));
  VkQueryPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = count;
  require(device.calls().createQueryPool(device.handle(), &info, nullptr, &times->m_handle),
          "creating places for times");
  times->m_count = count;
  return times;
}

Timestamps::~Timestamps() {
  if (m_handle != VK_NULL_HANDLE) m_device.calls().destroyQueryPool(m_device.handle(), m_handle, nullptr);
}

std::vector<double> Timestamps::differences() const {
  std::vector<std::uint64_t> ticks(m_count);
  m_device.require(m_device.calls().getQueryPoolResults(m_device.handle(), m_handle, 0, m_count,
                                                        ticks.size() * sizeof(ticks[0]), ticks.data(), sizeof(ticks[0]),
                                                        VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
                   "reading the device's times");
  std::vector<double> seconds;
  for (std::size_t i = 1; i < ticks.size(); ++i) {
    seconds.push_back(secondsBetween(ticks[i - 1], ticks[i], m_device.physical().timestampBits,
                                     m_device.physical().timestampSeconds));
  }
  return seconds;
}

double secondsBetween(std::uint64_t from, std::uint64_t to, std::uint32_t bits, double tick) {
  const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  return static_cast<double>((to - from) & mask) * tick;
}

}  // namespace heed::gpu
