#pragma once

#include "core/exec/backend.h"
#include "core/program/cell_explanation.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace heed::core {

/// What a trace keeps. Steps whose id starts with one of the prefixes (all, if there is none), until the budget is used
/// up: beyond it a step keeps its summary and is computed again on demand.
struct TraceRequest {
  std::vector<std::string> prefixes;
  std::size_t byteBudget = std::size_t{256} << 20U;
};

/// What is known of a step's value without its elements.
struct Summary {
  double minimum = 0.0;  ///< of the finite elements
  double maximum = 0.0;
  double mean = 0.0;
  std::int64_t nanCount = 0;
  std::int64_t infinityCount = 0;
};
[[nodiscard]] Summary summarise(const Tensor& tensor);

/// The values of a run's steps.
class Trace : public TraceSink {
 public:
  Trace(std::shared_ptr<const Program> program, TraceRequest request);

  [[nodiscard]] bool wants(int step) const override;
  void record(int step, const Tensor& value) override;
  void restart() override;

  [[nodiscard]] const Program& program() const { return *m_program; }
  [[nodiscard]] std::shared_ptr<const Program> sharedProgram() const { return m_program; }
  /// The step's value, or null if it was not kept.
  [[nodiscard]] const Tensor& kept(int step) const;
  [[nodiscard]] const std::optional<Summary>& summary(int step) const;
  /// The first step, in order, whose value holds a NaN or an infinity, or -1.
  [[nodiscard]] int firstNotFinite() const;
  [[nodiscard]] std::size_t keptBytes() const { return m_keptBytes; }

 private:
  struct Entry {
    Tensor value;
    std::optional<Summary> summary;
  };
  std::shared_ptr<const Program> m_program;
  TraceRequest m_request;
  std::vector<Entry> m_entries;
  std::size_t m_keptBytes = 0;
};

/// Gives any value of a program its numbers for one set of inputs: from the trace where it was kept, else by running
/// the part of the program that it needs. Used by cell explanations, threads and views of steps beyond the budget.
class Evaluator {
 public:
  Evaluator(Backend& backend, std::shared_ptr<const Program> program, std::vector<Tensor> inputs, Precision precision,
            RunContext& context);

  /// Takes over what a run of the same program with the same inputs kept.
  void use(const Trace& trace);
  [[nodiscard]] const Tensor& value(Value value);
  /// Makes several values known with one run.
  void require(std::span<const Value> values);
  [[nodiscard]] const Program& program() const { return *m_program; }
  /// The same for another program with the same inputs: one with a number overridden.
  [[nodiscard]] Evaluator withProgram(std::shared_ptr<const Program> program) const {
    return {m_backend, std::move(program), m_inputs, m_precision, m_context};
  }

 private:
  void compute(const std::vector<Value>& missing);

  Backend& m_backend;
  std::shared_ptr<const Program> m_program;
  std::vector<Tensor> m_inputs;
  Precision m_precision;
  RunContext& m_context;
  std::map<Value, Tensor> m_values;
};

/// One term's operand in a program: the value and the element, with the step that shows it (-1 if none does).
struct ExplainedFactor {
  Value value;  ///< invalid for a constant of the op
  std::int64_t offset = 0;
  double number = 0.0;
  int step = -1;
  std::int64_t stepOffset = 0;  ///< the same element in the step's value
};

struct ExplainedTerm {
  std::vector<ExplainedFactor> factors;
  double value = 0.0;
};

/// How one cell of a value came about, in terms of the program's steps. Ops that only move elements (reshape, permute,
/// slice, concatenate, broadcast) are looked through, so that a factor names the nearest value that is a step or was
/// computed. The cell itself is looked through until its number was computed or comes out of another step: then `op`
/// and `explanation` are of the value that made it.
struct ExplainedCell {
  Value value;
  std::int64_t offset = 0;
  int step = -1;              ///< of `value`; -1 if it is none
  const OpDef* op = nullptr;  ///< null for an input or a constant
  CellExplanation explanation;
  std::vector<ExplainedTerm> terms;  ///< parallel to explanation.terms
};
[[nodiscard]] ExplainedCell explainCell(Evaluator& evaluator, Value value, std::int64_t offset);

/// A cell followed back to the inputs, largest terms first.
struct ThreadNode {
  ExplainedCell cell;
  int term = 0;             ///< of the parent's terms; factors of one term are siblings with the same share
  double share = 1.0;       ///< of that term in the parent's number, see termShares(); 1 at the start
  bool isRepeated = false;  ///< followed at an earlier node of the same cell, and so without children here
  std::vector<ThreadNode> children;
};
/// How much each term of a cell has in its number. Sums and means: |term| over the sum of |terms|. Softmax: its part of
/// the sum of exponentials. Choices and extremes: all for the selected one. Products and quotients: the same for both.
[[nodiscard]] std::vector<double> termShares(const CellExplanation& explanation);
/// The term that is the number itself before what happened to it, where the others are only its measure: the score of
/// this key in a softmax, what is divided, what something is subtracted from; the chosen one of choices and extremes.
/// Followed before larger terms. -1 where all terms are alike.
[[nodiscard]] int ownTerm(const CellExplanation& explanation);
struct ThreadOptions {
  int maximumDepth = 12;
  int maximumTerms = 2;  ///< followed at each cell
};
[[nodiscard]] ThreadNode followThread(Evaluator& evaluator, Value value, std::int64_t offset,
                                      const ThreadOptions& options);

}  // namespace heed::core
