#include "core/io/file.h"
#include "core/ops/ops.h"
#include "gpu/backend/pipeline_file.h"
#include "tests/core/program_run.h"
#include "tests/gpu/vulkan_testing.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace heed::core;
using namespace heed::gpu;

namespace {

DeviceIdentity someDevice() {
  DeviceIdentity identity{1, 2, 3, {}, {}};
  for (std::size_t i = 0; i < VK_UUID_SIZE; ++i) {
    identity.driver[i] = static_cast<std::uint8_t>(i);
    identity.pipelineCache[i] = static_cast<std::uint8_t>(2 * i);
  }
  return identity;
}

std::vector<std::byte> someBytes(std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i * 37 % 251);
  return bytes;
}

}  // namespace

/// The file of compiled kernels: what comes back is what was written, or nothing.
class TestVulkanPipelineFile : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void comesBack();
  void foreignFilesAreIgnored();
  void shortenedFilesAreIgnored();
  void everyChangedByteIsSeen();
  void tooLargeFilesAreIgnored();
  void foldersAreNoFiles();
  void unwritablePlacesAreNoError();
  void backendsKeepTheirKernels();

 private:
  std::unique_ptr<QTemporaryDir> m_folder;
  std::filesystem::path m_path;
};

void TestVulkanPipelineFile::init() {
  m_folder = std::make_unique<QTemporaryDir>();
  m_path = std::filesystem::path(m_folder->path().toStdString()) / "cache" / "pipelines";
}

void TestVulkanPipelineFile::comesBack() {
  QVERIFY(readPipelineFile(m_path, someDevice()).empty());
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{5000}}) {
    QVERIFY(writePipelineFile(m_path, someDevice(), someBytes(count)));
    QVERIFY(readPipelineFile(m_path, someDevice()) == someBytes(count));
  }
}

void TestVulkanPipelineFile::foreignFilesAreIgnored() {
  QVERIFY(writePipelineFile(m_path, someDevice(), someBytes(100)));
  std::vector<DeviceIdentity> others(5, someDevice());
  ++others[0].vendor;
  ++others[1].device;
  ++others[2].driverVersion;
  ++others[3].driver[15];
  ++others[4].pipelineCache[0];
  for (const DeviceIdentity& other : others) QVERIFY(readPipelineFile(m_path, other).empty());
  writeFileAtomically(m_path,
                      "a recipe for soup, longer than any header that there could be in front of it; it needs "
                      "leeks, potatoes, a bay leaf and forty minutes on a small flame");
  QVERIFY(readPipelineFile(m_path, someDevice()).empty());
}

void TestVulkanPipelineFile::shortenedFilesAreIgnored() {
  QVERIFY(writePipelineFile(m_path, someDevice(), someBytes(60)));
  const std::string whole = readFile(m_path);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    writeFileAtomically(m_path, whole.substr(0, length));
    QVERIFY(readPipelineFile(m_path, someDevice()).empty());
  }
  writeFileAtomically(m_path, whole + "x");
  QVERIFY(readPipelineFile(m_path, someDevice()).empty());
}

void TestVulkanPipelineFile::everyChangedByteIsSeen() {
  QVERIFY(writePipelineFile(m_path, someDevice(), someBytes(60)));
  const std::string whole = readFile(m_path);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 0x10);
    writeFileAtomically(m_path, changed);
    QVERIFY2(readPipelineFile(m_path, someDevice()).empty(), qPrintable(QString::number(i)));
  }
}

void TestVulkanPipelineFile::tooLargeFilesAreIgnored() {
  QVERIFY(!writePipelineFile(m_path, someDevice(), std::vector<std::byte>(kLargestPipelineFile)));
  QVERIFY(!std::filesystem::exists(m_path));
  QVERIFY(writePipelineFile(m_path, someDevice(), someBytes(60)));
  std::filesystem::resize_file(m_path, kLargestPipelineFile + 1);
  QVERIFY(readPipelineFile(m_path, someDevice()).empty());
}

void TestVulkanPipelineFile::foldersAreNoFiles() {
  std::filesystem::create_directories(m_path);
  QVERIFY(readPipelineFile(m_path, someDevice()).empty());
  QVERIFY(!writePipelineFile(m_path, someDevice(), someBytes(60)));
}

void TestVulkanPipelineFile::unwritablePlacesAreNoError() {
  QVERIFY(!writePipelineFile("/proc/nobody/may/write/here", someDevice(), someBytes(60)));
}

/// The file appears when a backend goes, is whole, survives its own damage, and never changes a number.
void TestVulkanPipelineFile::backendsKeepTheirKernels() {
  Builder builder;
  const Value x = builder.input("x", {ValueKind::Real, {3}});
  const auto program = builder.finish({{"y", ops::relu(builder, ops::scale(builder, x, 2.0))}});
  const std::vector<Tensor> inputs = {Tensor::fromFloats({3}, {1.0F, -2.0F, 3.0F})};
  const Tensor wanted = Tensor::fromFloats({3}, {2.0F, 0.0F, 6.0F});
  const auto use = [&] {
    auto backend = VulkanBackend::create({.validates = true, .pipelineFile = m_path});
    const auto plan = backend->prepare(program, Keep::Outputs, Precision::Float32);
    QVERIFY(runOn(*backend, *plan, inputs)[0].identicalTo(wanted));
    QVERIFY2(backend->validationMessages().empty(), joined(backend->validationMessages()).c_str());
  };
  use();
  const std::string whole = readFile(m_path);
  QVERIFY(!whole.empty());
  use();
  for (const std::string& damaged : {std::string(), whole.substr(0, whole.size() - 1), std::string(10000, 'x')}) {
    writeFileAtomically(m_path, damaged);
    use();
    QCOMPARE(readFile(m_path).substr(0, 8), whole.substr(0, 8));
    QVERIFY(readFile(m_path) != damaged);
  }
}

QTEST_GUILESS_MAIN(TestVulkanPipelineFile)
#include "tst_vulkan_pipeline_file.moc"
