#pragma once

#include "core/base/thread_pool.h"
#include "core/exec/cpu_backend.h"
#include "core/exec/trace.h"
#include "core/io/document.h"
#include "core/io/resources.h"
#include "core/text/feature_table.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

/// Lowers models and runs them with all their steps kept, as the suites about whole models want it.
namespace heed::test {

inline const core::BuildResources& buildResources() {
  static const core::BuildResources resources{
      std::make_shared<const core::FeatureTable>(core::FeatureTable::parse(core::readResource("features/english.csv"))),
      std::make_shared<const core::FeatureTable>(
          core::FeatureTable::parse(core::readResource("features/chinese.csv")))};
  return resources;
}

inline std::vector<std::string> templateIds() {
  std::vector<std::string> ids;
  for (const std::string& name : core::resourceNames("templates", ".json"))
    ids.push_back(std::filesystem::path(name).stem().string());
  return ids;
}

/// A picture whose every pixel differs from its neighbours.
inline core::ImageInput picture(std::int64_t width, std::int64_t height) {
  core::TensorBuffer pixels(core::ElementKind::Float32, {height, width, 3});
  for (std::int64_t i = 0; i < pixels.shape().elementCount(); ++i)
    pixels.setAt(i, static_cast<double>((i * 7919) % 1009) / 1008.0);
  return {"pattern", pixels.finish()};
}

/// A template; a picture that it only names is replaced by a pattern of that size.
inline core::DocumentData templateDocument(const std::string& id, std::int64_t width = 96, std::int64_t height = 72) {
  core::DocumentData document = core::readTemplate(core::readResource("templates/" + id + ".json"), id);
  for (auto& [block, input] : document.inputs) {
    if (std::holds_alternative<core::ImageInput>(input)) input = picture(width, height);
  }
  return document;
}

inline bool hasText(const core::DocumentData& document) {
  for (const auto& [block, input] : document.inputs) {
    if (std::holds_alternative<core::TextInput>(input)) return true;
  }
  return false;
}

inline core::DocumentData withText(core::DocumentData document, const std::string& text) {
  for (auto& [block, input] : document.inputs) {
    if (std::holds_alternative<core::TextInput>(input)) input = core::TextInput{text};
  }
  return document;
}

struct ModelRun {
  core::Lowered lowered;
  std::unique_ptr<core::Trace> trace;
  std::vector<core::Tensor> outputs;

  [[nodiscard]] const core::Program& program() const { return *lowered.program; }
  /// The value of the step with this id.
  [[nodiscard]] const core::Tensor& step(const std::string& id) const {
    const int position = program().stepIndex(id);
    if (position < 0) throw std::invalid_argument("no step is called " + id);
    return trace->kept(position);
  }
};

inline ModelRun runModel(const core::DocumentData& document, core::Precision precision = core::Precision::Float64) {
  ModelRun run;
  run.lowered = core::lower(document.model, document.inputs, document.weights, {document.seed, buildResources()});
  run.trace = std::make_unique<core::Trace>(run.lowered.program, core::TraceRequest{{}, std::size_t{1} << 30U});
  core::ThreadPool pool(1);
  core::KernelContext kernel{{}, pool, document.seed};
  core::RunContext context{kernel, nullptr, run.trace.get()};
  core::CpuBackend backend;
  const auto plan = backend.prepare(run.lowered.program, core::Keep::Steps, precision);
  run.outputs = backend.run(*plan, run.lowered.inputs, context).outputs;
  return run;
}

}  // namespace heed::test
