#include "app/cli/bench_rows.h"

#include "core/base/philox.h"
#include "core/exec/cpu_backend.h"
#include "core/exec/kernels/bench.h"
#include "core/ops/ops.h"
#include "core/program/builder.h"
#include "ui/tensorview/figures.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QProcess>
#include <QSysInfo>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>

namespace heed::app {

namespace {

constexpr double kKernelSeconds = 20.0;

std::string machine(const core::KernelContext& kernel) {
  return fmt::format(
      "{}, {} threads",
      QSysInfo::prettyProductName().toStdString() + " " + QSysInfo::currentCpuArchitecture().toStdString(),
      kernel.pool.threadCount());
}

/// Best and median of several runs of a piece of work.
BenchLine measured(const std::string& what, int runs, core::KernelContext& kernel, const std::function<void()>& work) {
  std::vector<double> times;
  work();
  for (int i = 0; i < runs; ++i) {
    kernel.throwIfStopped();
    const auto start = std::chrono::steady_clock::now();
    work();
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::ranges::sort(times);
  return {what, times.front(), times[times.size() / 2], 0.0, 0.0};
}

core::Tensor randomTensor(const core::Shape& shape, std::uint64_t stream) {
  core::TensorBuffer buffer(core::ElementKind::Float32, shape);
  const auto elements = buffer.floats();
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = core::philoxUniform(1, stream, i) * 2.0F - 1.0F;
  return buffer.finish();
}

/// Scores and softmax of 8 heads over 200 tokens, kept as a trace keeps them.
BenchLine weightsOf200(core::KernelContext& kernel) {
  const core::Shape shape{8, 200, 64};
  core::Builder builder;
  const core::Value query = builder.input("query", {core::ValueKind::Real, shape});
  const core::Value key = builder.input("key", {core::ValueKind::Real, shape});
  const core::Value scores =
      core::ops::matmul(builder, query, key, core::ops::Transpose::No, core::ops::Transpose::Yes);
  const core::Value weights = core::ops::softmax(builder, core::ops::scale(builder, scores, 0.125));
  core::CpuBackend backend;
  const auto plan =
      backend.prepare(builder.finish({{"weights", weights}}), core::Keep::Outputs, core::Precision::Float32);
  const std::vector<core::Tensor> inputs = {randomTensor(shape, 0), randomTensor(shape, 1)};
  core::RunContext context{kernel};
  return measured("weights, 200 tokens x 8 heads, d = 64, CPU backend", 50, kernel,
                  [&] { static_cast<void>(backend.run(*plan, inputs, context)); });
}

void startAgain(const QStringList& arguments) {
  QProcess process;
  process.setProgram(QCoreApplication::applicationFilePath());
  process.setArguments(arguments);
  process.start();
  process.waitForFinished(-1);
}

BenchLine paintLine(int size, core::KernelContext& kernel) {
  const core::Tensor weights = randomTensor({size, size}, 2);
  const ui::Theme theme = ui::Theme::load(ui::ThemeName::Light);
  const ui::MatrixView view(weights, {});
  QImage image(900, 900, QImage::Format_ARGB32_Premultiplied);
  image.fill(0);
  QPainter painter(&image);
  const ui::FigureStyle style = ui::FigureStyle::screen(theme, ui::Fonts::installed());
  return measured(fmt::format("map {} x {} into 900 x 900 pixels", size, size), 20, kernel,
                  [&] { view.paintTo(painter, QRectF(0, 0, 900, 900), style); });
}

}  // namespace

BenchReport benchAttention(core::KernelContext& kernel) {
  const core::KernelBench bench = core::benchKernels(kernel, kKernelSeconds);
  BenchReport report;
  report.ran =
      fmt::format("{}, kernels {}, measured peak {:.0f} GFLOP/s, memory {:.0f} GB/s read, {:.0f} GB/s copied",
                  machine(kernel), bench.kernels, bench.peakGigaflops, bench.readGigabytes, bench.copyGigabytes);
  for (const core::KernelTiming& row : bench.rows) {
    report.lines.push_back(
        {row.name + " " + row.sizes, row.bestMilliseconds, row.medianMilliseconds, row.gigaflops, row.peakShare});
  }
  report.lines.push_back(weightsOf200(kernel));
  return report;
}

BenchReport benchStartup(core::KernelContext& kernel) {
  BenchReport report;
  report.ran = machine(kernel) + ", process start to end of output";
  report.lines.push_back(measured("heed --version", 10, kernel, [] { startAgain({"--version"}); }));
  report.lines.push_back(measured("heed run --template self-attention", 10, kernel,
                                  [] { startAgain({"run", "--template", "self-attention"}); }));
  report.lines.push_back(measured("heed, to the first numbers in the window (offscreen)", 10, kernel,
                                  [] { startAgain({"bench", "window"}); }));
  report.lines.push_back(measured("heed run --template self-attention --json", 10, kernel,
                                  [] { startAgain({"run", "--template", "self-attention", "--json"}); }));
  return report;
}

BenchReport benchPaint(core::KernelContext& kernel) {
  BenchReport report;
  report.ran = machine(kernel) + ", Qt raster painting";
  for (const int size : {11, 60, 256, 1024, 4096}) report.lines.push_back(paintLine(size, kernel));
  return report;
}

}  // namespace heed::app
