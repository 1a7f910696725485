#include "core/ops/ops.h"
#include "gpu/backend/kernel.h"
#include "gpu/backend/memory_plan.h"
#include "gpu/shaders/shader.h"
#include "gpu/vulkan/instance.h"
#include "gpu/vulkan/queue.h"
#include "tests/core/refusal.h"
#include "tests/gpu/vulkan_testing.h"

#include <QtTest>

#include <array>
#include <cstring>

using namespace heed::core;
using namespace heed::gpu;
using heed::test::refusal;

namespace {

QString refused(const std::function<void()>& action) {
  return QString::fromStdString(refusal(action));
}

/// One of each class, used together: words travel from the host through the device and back.
bool wordsTravel(const Device& device, std::uint32_t count) {
  const std::uint64_t bytes = count * sizeof(std::uint32_t);
  MemoryBlocks host(device, MemoryPlace::Host);
  MemoryBlocks onDevice(device, MemoryPlace::Device);
  const MemoryPiece up = host.take(bytes);
  const MemoryPiece middle = onDevice.take(bytes);
  const MemoryPiece down = host.take(bytes);
  std::vector<std::uint32_t> words(count);
  for (std::uint32_t i = 0; i < count; ++i) words[i] = 2654435761U * (i + 1);
  std::memcpy(up.buffer->mapped().data() + up.offset, words.data(), bytes);
  const auto commands = CommandBuffer::create(device);
  commands->begin();
  commands->copy(up, middle, bytes);
  commands->barrier();
  commands->copy(middle, down, bytes);
  commands->barrierToHost();
  commands->end();
  const auto queue = Queue::create(device);
  queue->wait(queue->submit(*commands));
  return std::memcmp(down.buffer->mapped().data() + down.offset, words.data(), bytes) == 0;
}

}  // namespace

/// The classes of gpu/vulkan, each made, used, used wrongly and freed while the validation layer watches.
class TestVulkan : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void missingLoadersAreNamed();
  void devicesAreDescribed();
  void devicesAreChosen();
  void buffersHaveMemoryAndAddresses();
  void blocksAreCutIntoPieces();
  void wordsTravelThroughTheDevice();
  void everyShaderIsRead();
  void wrongShadersAreRefused();
  void cacheSurvivesDamage();
  void waitingEndsAtItsLimit();
  void clocksMayWrapAround();
  void twoHundredDevices();
  void memoryIsUsedAgain();
  void layerReportsMistakes();

 private:
  [[nodiscard]] std::string messages() const { return joined(m_instance->log().messages()); }

  std::unique_ptr<Instance> m_instance;
  std::unique_ptr<Device> m_device;
};

void TestVulkan::initTestCase() {
  m_instance = Instance::create({.validation = Validation::On});
  m_device = Device::create(*m_instance, chosenDevice(*m_instance, SoftwareDrivers::Allow, std::nullopt));
}

void TestVulkan::missingLoadersAreNamed() {
  QCOMPARE(refused([] { std::ignore = Instance::create({.loader = "libvulkan-of-nobody.so.1"}); }),
           QStringLiteral("no Vulkan loader (libvulkan-of-nobody.so.1) was found on this computer"));
  QCOMPARE(refused([] { std::ignore = Instance::create({.loader = "libm.so.6"}); }),
           QStringLiteral("libm.so.6 is not a Vulkan loader"));
}

void TestVulkan::devicesAreDescribed() {
  const auto devices = physicalDevices(*m_instance);
  QVERIFY(!devices.empty());
  for (std::size_t i = 0; i < devices.size(); ++i) {
    QVERIFY(!devices[i].name.empty());
    // What Vulkan promises of every device.
    QVERIFY(devices[i].limits.pushConstantBytes >= 128);
    QVERIFY(devices[i].limits.sharedMemoryBytes >= 16384);
    QVERIFY(devices[i].limits.groupInvocations >= 128);
    QVERIFY(devices[i].limits.groupCount >= 65535);
    if (i > 0) QVERIFY(devices[i - 1].kind <= devices[i].kind);
  }
}

void TestVulkan::devicesAreChosen() {
  const auto devices = physicalDevices(*m_instance);
  const int count = static_cast<int>(devices.size());
  QCOMPARE(chosenDevice(*m_instance, SoftwareDrivers::Allow, 0).name, devices.front().name);
  const QString sentence = QStringLiteral("there is no Vulkan device %1; the numbers are 0 to %2");
  for (const int wrong : {-1, count}) {
    QCOMPARE(refused([&] { std::ignore = chosenDevice(*m_instance, SoftwareDrivers::Allow, wrong); }),
             sentence.arg(wrong).arg(count - 1));
  }
  const bool onlySoftware =
      std::ranges::all_of(devices, [](const auto& device) { return device.kind == DeviceKind::Software; });
  const QString refusing =
      refused([&] { std::ignore = chosenDevice(*m_instance, SoftwareDrivers::Refuse, std::nullopt); });
  QCOMPARE(refusing.contains("a software driver"), onlySoftware);
}

void TestVulkan::buffersHaveMemoryAndAddresses() {
  const auto onDevice = Buffer::create(*m_device, 1000, MemoryPlace::Device);
  QVERIFY(onDevice->address() != 0);
  QVERIFY(onDevice->mapped().empty());
  const auto host = Buffer::create(*m_device, 1000, MemoryPlace::Host);
  QCOMPARE(host->mapped().size(), std::size_t{1000});
  const std::uint64_t tooLarge = m_device->limits().allocationBytes + 1;
  for (const std::uint64_t wrong : {std::uint64_t{0}, tooLarge}) {
    const QString sentence = refused([&] { std::ignore = Buffer::create(*m_device, wrong, MemoryPlace::Device); });
    QVERIFY2(sentence.startsWith(QStringLiteral("a buffer of %1 bytes was asked for").arg(wrong)),
             qPrintable(sentence));
  }
  QVERIFY2(messages().empty(), messages().c_str());
}

void TestVulkan::blocksAreCutIntoPieces() {
  MemoryBlocks blocks(*m_device, MemoryPlace::Device);
  std::vector<std::pair<VkDeviceAddress, VkDeviceAddress>> ranges;
  for (int i = 0; i < 500; ++i) {
    const auto bytes = static_cast<std::uint64_t>(i * 37 % 5000);
    const MemoryPiece piece = blocks.take(bytes);
    QCOMPARE(piece.offset % 256, std::uint64_t{0});
    QVERIFY(piece.offset + bytes <= piece.buffer->bytes());
    ranges.emplace_back(piece.address(), piece.address() + bytes);
  }
  std::ranges::sort(ranges);
  for (std::size_t i = 1; i < ranges.size(); ++i) QVERIFY(ranges[i - 1].second <= ranges[i].first);
  QVERIFY2(blocks.blockCount() <= 8, "blocks double in size");
}

void TestVulkan::wordsTravelThroughTheDevice() {
  QVERIFY(wordsTravel(*m_device, 1));
  QVERIFY(wordsTravel(*m_device, 100003));
  QVERIFY2(messages().empty(), messages().c_str());
}

void TestVulkan::everyShaderIsRead() {
  QVERIFY(allShaders().size() > 40);
  for (const Shader& shader : allShaders()) {
    QVERIFY(ShaderModule::create(*m_device, shader.words) != nullptr);
    QCOMPARE(findShader(shader.name)->words.data(), shader.words.data());
  }
  QVERIFY(findShader("no_such_shader") == nullptr);
  QVERIFY2(messages().empty(), messages().c_str());
}

void TestVulkan::wrongShadersAreRefused() {
  const std::array<std::uint32_t, 3> noise = {1, 2, 3};
  QCOMPARE(refused([&] { std::ignore = ShaderModule::create(*m_device, noise); }),
           QStringLiteral("a shader of 3 words is not SPIR-V"));
  const auto cache = PipelineCache::create(*m_device, {});
  const auto shader = ShaderModule::create(*m_device, findShader("fill")->words);
  const std::array<std::uint32_t, 1> constants = {64};
  const std::uint32_t tooLarge = m_device->limits().pushConstantBytes + 4;
  const QString sentence =
      refused([&] { std::ignore = ComputePipeline::create(*m_device, *cache, *shader, constants, tooLarge); });
  QVERIFY2(sentence.startsWith(QStringLiteral("a kernel has %1 bytes of push constants").arg(tooLarge)),
           qPrintable(sentence));
}

void TestVulkan::cacheSurvivesDamage() {
  const auto shader = ShaderModule::create(*m_device, findShader("fill")->words);
  const std::array<std::uint32_t, 1> constants = {64};
  const auto compileWith = [&](std::span<const std::byte> saved) {
    const auto cache = PipelineCache::create(*m_device, saved);
    std::ignore = ComputePipeline::create(*m_device, *cache, *shader, constants, sizeof(PushConstants));
    return cache->data();
  };
  const std::vector<std::byte> good = compileWith({});
  QVERIFY(!good.empty());
  std::vector<std::byte> foreign = good;
  foreign[20] ^= std::byte{0xFF};
  for (const auto& saved : {good, std::vector(good.begin(), good.begin() + 10), foreign}) {
    QVERIFY(!compileWith(saved).empty());
  }
  QVERIFY2(messages().empty(), messages().c_str());
}

void TestVulkan::waitingEndsAtItsLimit() {
  const auto semaphore = TimelineSemaphore::create(*m_device);
  QVERIFY(semaphore->waitFor(0, std::chrono::milliseconds(1)));
  QVERIFY(!semaphore->waitFor(1, std::chrono::milliseconds(1)));
}

void TestVulkan::clocksMayWrapAround() {
  QCOMPARE(secondsBetween(100, 350, 64, 2e-9), 500e-9);
  QCOMPARE(secondsBetween((std::uint64_t{1} << 36U) - 10, 5, 36, 1e-9), 15e-9);
}

/// What is not freed before its device is reported by the layer.
void TestVulkan::twoHundredDevices() {
  const PhysicalDevice physical = m_device->physical();
  for (int i = 0; i < 200; ++i) {
    const auto device = Device::create(*m_instance, physical);
    QVERIFY(wordsTravel(*device, 64));
    const auto cache = PipelineCache::create(*device, {});
    const auto shader = ShaderModule::create(*device, findShader("fill")->words);
  }
  QVERIFY2(messages().empty(), messages().c_str());
}

void TestVulkan::memoryIsUsedAgain() {
  Builder builder;
  const Value x = builder.input("x", {ValueKind::Real, {100}});
  Value value = x;
  std::vector<Value> made;
  for (int i = 0; i < 20; ++i) made.push_back(value = ops::tanh(builder, value));
  const auto program = builder.finish({{"y", value}});
  std::vector<Value> wanted = outputsOf(*program);
  const std::vector<int> nodes = neededNodes(*program, wanted);
  QCOMPARE(nodes.size(), std::size_t{20});
  // The input, the output, and one in which every value but the first takes the place of the one before.
  QCOMPARE(planMemory(*program, nodes, wanted).slotBytes.size(), std::size_t{3});
  wanted.push_back(made[5]);
  const MemoryPlan plan = planMemory(*program, nodes, wanted);
  const int own = plan.slotOf[static_cast<std::size_t>(made[5].id)];
  QCOMPARE(std::ranges::count(plan.slotOf, own), 1);
}

/// Else a silent layer would prove nothing. Last, as the messages stay.
void TestVulkan::layerReportsMistakes() {
  QVERIFY2(messages().empty(), messages().c_str());
  VkBufferCreateInfo wrong{};
  wrong.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  wrong.size = 16;
  VkBuffer buffer = VK_NULL_HANDLE;
  if (m_device->calls().createBuffer(m_device->handle(), &wrong, nullptr, &buffer) == VK_SUCCESS) {
    m_device->calls().destroyBuffer(m_device->handle(), buffer, nullptr);
  }
  QVERIFY2(messages().find("VUID-VkBufferCreateInfo-usage") != std::string::npos, messages().c_str());
}

QTEST_GUILESS_MAIN(TestVulkan)
#include "tst_vulkan.moc"
