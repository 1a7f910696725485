#include "app/cli/gpu_programs.h"

#include "app/cli/work.h"
#include "core/autodiff/gradients.h"
#include "core/io/build_resources.h"
#include "core/model/lowering.h"
#include "core/ops/ops.h"
#include "core/program/builder.h"
#include "ui/import/templates.h"

#include <fmt/format.h>

#include <algorithm>

namespace heed::app {

namespace {

constexpr std::int64_t kHeads = 8;
constexpr std::int64_t kDepth = 64;
constexpr std::int64_t kRows = 4096;
constexpr std::int64_t kPlainLargest = 4096;  ///< beyond it plain attention would hold gigabytes of weights
constexpr int kSentences = 12;

/// Repeatable numbers in [-1, 1).
core::Tensor numbers(const core::Shape& shape) {
  core::TensorBuffer buffer(core::ElementKind::Float32, shape);
  std::uint32_t state = 1;
  for (float& element : buffer.floats()) {
    state = state * 1664525U + 1013904223U;
    element = static_cast<float>(state >> 8U) * 0x1p-23F - 1.0F;
  }
  return buffer.finish();
}

core::Value realInput(core::Builder& builder, const char* name, const core::Shape& shape) {
  return builder.input(name, {core::ValueKind::Real, shape});
}

/// The program with numbers for each of its inputs.
BenchProgram finished(core::Builder& builder, std::vector<core::ProgramOutput> outputs) {
  BenchProgram result{builder.finish(std::move(outputs)), {}};
  for (const core::ProgramInput& input : result.program->inputs())
    result.inputs.push_back(numbers(result.program->type(input.value).shape));
  return result;
}

BenchProgram product(std::int64_t n) {
  core::Builder builder;
  const core::Value a = realInput(builder, "a", {n, n});
  const core::Value b = realInput(builder, "b", {n, n});
  return finished(builder, {{"product", core::ops::matmul(builder, a, b)}});
}

struct Operands {
  core::Value query, key, value;
};

Operands operands(core::Builder& builder, std::int64_t n) {
  const core::Shape shape{kHeads, n, kDepth};
  return {realInput(builder, "query", shape), realInput(builder, "key", shape), realInput(builder, "value", shape)};
}

core::Value attended(core::Builder& builder, const Operands& in) {
  return core::ops::attention(builder, in.query, in.key, in.value, {}, {}, 0.125);
}

BenchProgram attention(std::int64_t n) {
  core::Builder builder;
  return finished(builder, {{"output", attended(builder, operands(builder, n))}});
}

BenchProgram plainAttention(std::int64_t n) {
  core::Builder builder;
  const Operands in = operands(builder, n);
  const core::Value scores =
      core::ops::matmul(builder, in.query, in.key, core::ops::Transpose::No, core::ops::Transpose::Yes);
  const core::Value weights = core::ops::softmax(builder, core::ops::scale(builder, scores, 0.125));
  // The weights are an output, so that no backend takes the three ops for one.
  const core::Value first = core::ops::slice(builder, weights, 1, 0, 1);
  return finished(builder, {{"output", core::ops::matmul(builder, weights, in.value)}, {"weights", first}});
}

/// Forward and backward, from a gradient of the output that is an input as well.
BenchProgram attentionGradient(std::int64_t n) {
  core::Builder builder;
  const Operands in = operands(builder, n);
  const core::Value output = attended(builder, in);
  const core::Value weight = realInput(builder, "gradient", {kHeads, n, kDepth});
  const core::Value loss = core::ops::reduceSum(builder, core::ops::multiply(builder, output, weight), {0, 1, 2},
                                                core::ops::KeepDimensions::No);
  const std::vector<core::Value> wrt = {in.query, in.key, in.value};
  const std::vector<core::Value> found = core::gradients(builder, loss, wrt);
  return finished(builder, {{"output", output}, {"query", found[0]}, {"key", found[1]}, {"value", found[2]}});
}

BenchProgram softmax() {
  core::Builder builder;
  return finished(builder, {{"softmax", core::ops::softmax(builder, realInput(builder, "a", {kRows, kRows}))}});
}

BenchProgram layerNorm() {
  core::Builder builder;
  const core::Value a = realInput(builder, "a", {kRows, kRows});
  const core::Value gain = realInput(builder, "gain", {kRows});
  const core::Value bias = realInput(builder, "bias", {kRows});
  return finished(builder, {{"norm", core::ops::layerNorm(builder, a, gain, bias, 1e-5)}});
}

/// A long input of which little is needed.
BenchProgram upload() {
  core::Builder builder;
  const core::Value a = realInput(builder, "a", {kRows, kRows});
  return finished(builder, {{"row", core::ops::slice(builder, a, 0, 0, 1)}});
}

/// A long output made of little.
BenchProgram download() {
  core::Builder builder;
  const core::Value a = realInput(builder, "a", {kRows});
  return finished(builder, {{"rows", core::ops::broadcastTo(builder, a, {kRows, kRows})}});
}

/// The encoder of the templates on a longer text, with the gradient of one number for all weights.
BenchProgram encoderStep() {
  core::DocumentData document = ui::openTemplate("encoder-block");
  for (auto& [block, input] : document.inputs) {
    auto* text = std::get_if<core::TextInput>(&input);
    if (text == nullptr) continue;
    std::string longer;
    for (int i = 0; i < kSentences; ++i) longer += text->text + " ";
    text->text = longer;
  }
  const core::Lowered lowered =
      core::lower(document.model, document.inputs, document.weights, {document.seed, core::readBuildResources()});
  return {core::withGradients(*lowered.program, {lowered.program->outputs().front().value, 0}), lowered.inputs};
}

}  // namespace

std::vector<BenchTask> gpuBenchTasks() {
  std::vector<BenchTask> tasks;
  for (std::int64_t n = 512; n <= 4096; n *= 2) {
    const double operations = 2.0 * static_cast<double>(n * n * n);
    tasks.push_back({"product", fmt::format("n={}", n), n, operations, 0.0, [n] { return product(n); }});
  }
  const auto attentionRows = [&](const char* what, std::int64_t largest, double factor, auto make) {
    for (std::int64_t n = 512; n <= largest; n *= 2) {
      const double operations = factor * static_cast<double>(kHeads * n * n * kDepth);
      tasks.push_back({what, fmt::format("n={} heads={} d={}", n, kHeads, kDepth), n, operations, 0.0,
                       [n, make] { return make(n); }});
    }
  };
  // Two products forward, and five more for the gradients of query, key and value.
  attentionRows("attention forward", 8192, 4.0, attention);
  attentionRows("attention forward and backward", 8192, 14.0, attentionGradient);
  attentionRows("attention in plain ops", kPlainLargest, 4.0, plainAttention);
  const double matrix = sizeof(float) * static_cast<double>(kRows * kRows);
  const std::string sizes = fmt::format("{0}x{0}", kRows);
  tasks.push_back({"softmax", sizes, kRows, 0.0, 2.0 * matrix, softmax});
  tasks.push_back({"layer norm", sizes, kRows, 0.0, 2.0 * matrix, layerNorm});
  tasks.push_back({"encoder, forward and gradient", fmt::format("{} sentences", kSentences), 0, 0.0, 0.0, encoderStep});
  tasks.push_back({"transfer to the device", sizes, kRows, 0.0, matrix, upload});
  tasks.push_back({"transfer from the device", sizes, kRows, 0.0, matrix, download});
  return tasks;
}

}  // namespace heed::app
