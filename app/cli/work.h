#pragma once

#include "core/exec/backend.h"
#include "core/exec/override.h"
#include "core/exec/trace.h"
#include "core/io/document.h"

#include <QCommandLineParser>

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace heed::app {

/// The options that name a model, its input and what is changed in it: the same for run, trace, explain, export and
/// check.
void addWorkOptions(QCommandLineParser& parser);
/// --precision, for those that compute in one.
void addPrecisionOption(QCommandLineParser& parser);
[[nodiscard]] core::Precision precisionOption(const QCommandLineParser& parser);
/// -o FILE.heed, for those that save what they ran.
void addSaveOption(QCommandLineParser& parser);
/// Where -o saves to, with its extension; none if it was not given. Throws UsageError for another extension.
[[nodiscard]] std::optional<std::filesystem::path> savePath(const QCommandLineParser& parser);

/// How far composite ops are taken apart: not at all, or down to the arithmetic (row maximum, exponential, ...).
enum class Inside { Closed, Open };

/// A model with its input, and what a backend computed of it: what most subcommands start from.
class Work {
 public:
  /// Opens what the options ask for and lowers it. Throws UsageError or core::Error. The backend must outlive this.
  Work(const QCommandLineParser& parser, core::Backend& backend, std::stop_token stop, Inside inside,
       core::Precision precision = core::Precision::Float32);

  [[nodiscard]] const core::DocumentData& document() const { return m_document; }
  [[nodiscard]] const core::Lowered& lowered() const { return m_lowered; }
  [[nodiscard]] std::stop_token stop() const { return m_kernel.stop; }
  /// What is run: the lowered program, taken apart as asked for, with overrides and gradients.
  [[nodiscard]] const std::shared_ptr<const core::Program>& program() const { return m_program; }
  [[nodiscard]] core::Precision precision() const { return m_precision; }
  [[nodiscard]] core::RunContext& context() { return m_context; }
  [[nodiscard]] core::Backend& backend() { return m_backend; }
  /// The numbers that were put in the place of computed ones, as "scores [it, animal] = 0".
  [[nodiscard]] std::vector<std::string> replacedNumbers() const;

  /// Adds the gradients of one cell, so that a run computes them too: where the program is taken apart, those that the
  /// window walks back through.
  void addGradients(int step, std::int64_t offset);

  /// Runs the program with all steps that the request asks for.
  void run(const core::TraceRequest& request = {});
  [[nodiscard]] const core::RunResult& result() const { return m_result; }
  /// The name of the backend that computed it, and why that one; empty where there is nothing to say.
  [[nodiscard]] const std::string& ranOn() const { return m_ranOn; }
  [[nodiscard]] const std::string& ranOnReason() const { return m_ranOnReason; }
  [[nodiscard]] const core::Trace& trace() const { return *m_trace; }
  /// The value of a step: from the trace where that kept it, else computed again each time.
  [[nodiscard]] core::Tensor stepValue(int step);
  [[nodiscard]] core::Evaluator& evaluator();

  /// The step with this number, id or unambiguous end of an id. Throws UsageError naming near ones.
  [[nodiscard]] int findStep(const std::string& wanted) const;
  /// The element that "7,1" or "it,animal" names in a step; with fewer places than dimensions the first are those of
  /// `head` (0 where that is not given).
  [[nodiscard]] std::int64_t findCell(int step, const std::string& wanted, std::optional<std::int64_t> head) const;
  /// The first step with this role, or -1.
  [[nodiscard]] int firstStep(core::Role role) const;

  /// Saves the document with the input that was run.
  void save(const std::optional<std::filesystem::path>& path) const;

 private:
  void open(const QCommandLineParser& parser);
  void openFile(const std::string& path, const QCommandLineParser& parser);
  void setTextInput(const std::string& text);
  void setImageInput(const std::string& path);
  void setParameters(const QStringList& settings);
  void readOverrides(const QStringList& settings);
  void applyOverrides();

  core::DocumentData m_document;
  core::Lowered m_lowered;
  std::shared_ptr<const core::Program> m_program;
  Inside m_inside = Inside::Open;
  core::Precision m_precision;
  std::vector<core::Override> m_overrides;
  core::ThreadPool m_pool;
  core::KernelContext m_kernel;
  core::Progress m_progress;
  core::RunContext m_context;
  core::Backend& m_backend;
  std::unique_ptr<core::Trace> m_trace;
  std::unique_ptr<core::Evaluator> m_evaluator;
  core::RunResult m_result;
  std::string m_ranOn;
  std::string m_ranOnReason;
};

/// "scores [it, animal]": an element of a step as people call it.
[[nodiscard]] std::string placeName(const core::Program& program, int step, std::int64_t offset);

/// A whole number from an option's text, in [lowest, highest]. Throws UsageError.
[[nodiscard]] std::int64_t integerOption(const QCommandLineParser& parser, const QString& name, std::int64_t fallback,
                                         std::int64_t lowest, std::int64_t highest);

}  // namespace heed::app
