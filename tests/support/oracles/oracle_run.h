#pragma once

#include "core/model/block_build.h"
#include "core/ops/ops.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::test {

/// What a case needs is not in the palette. Not an error: the case counts as not there yet.
struct NoSuchBlock {
  std::string type;
};

/// What one machine made of a case: the outputs of its program, and the precision whose bounds hold for them.
struct MachineOutputs {
  core::Precision precision = core::Precision::Float64;
  std::string machine;  ///< for messages: "float32", "Vulkan"
  std::vector<core::Tensor> outputs;
};
/// Runs the program of a case in every way that is to be compared; throws std::exception with what is wrong.
using OracleMachine = std::function<std::vector<MachineOutputs>(const std::shared_ptr<const core::Program>& program,
                                                                const std::vector<core::Tensor>& inputs)>;
/// In both precisions on the CPU, with and without the direct kernels.
[[nodiscard]] std::vector<MachineOutputs> runOnCpu(const std::shared_ptr<const core::Program>& program,
                                                   const std::vector<core::Tensor>& inputs);

/// One case as a program: tensors bound to ports and weights, steps and gradients beside what they must be.
class OracleRun {
 public:
  /// A block that was built into the program.
  struct Block {
    const core::Program* program = nullptr;  ///< what was built so far
    std::string group;
    std::map<std::string, core::Signal, std::less<>> outputs;
    std::map<std::string, core::Value> weights;  ///< by path inside the block

    [[nodiscard]] core::Value output(std::string_view port) const { return outputs.find(port)->second.value; }
    /// The labelled step with this id inside the block; throws std::runtime_error if there is none.
    [[nodiscard]] core::Value step(const std::string& id) const;
    [[nodiscard]] core::Value weight(const std::string& path) const { return weights.at(path); }
  };

  /// Contents of the ports; a sequence may have a valid mask under "<port>.valid".
  using Ports = std::map<std::string, core::Value>;
  using Weights = std::map<std::string, core::Tensor>;

  OracleRun();
  ~OracleRun() = default;
  OracleRun(const OracleRun&) = delete;
  OracleRun& operator=(const OracleRun&) = delete;

  [[nodiscard]] core::Builder& builder() { return m_state.builder; }

  /// A program input with these numbers, as they are, as truth values or as whole numbers.
  [[nodiscard]] core::Value real(const core::Tensor& tensor);
  [[nodiscard]] core::Value mask(const core::Tensor& tensor);
  [[nodiscard]] core::Value whole(const core::Tensor& tensor);

  /// Builds a block of the palette. Every weight that it asks for must be given, and no other. Throws NoSuchBlock.
  [[nodiscard]] Block block(const std::string& type, const core::Parameters& parameters, const Ports& ports,
                            const Weights& weights = {});

  /// sum(factors * output).
  [[nodiscard]] core::Value loss(core::Value output, const core::Tensor& factors);
  [[nodiscard]] core::Value gradient(core::Value loss, core::Value of);
  /// Rows of d(value[i]) / d(of) for a vector, [n, size of `of`].
  [[nodiscard]] core::Value jacobian(core::Value vector, core::Value of);

  /// Dimensions of size 1 are not compared.
  void expect(std::string name, core::Value value, core::Tensor expected);
  void expectGradient(const std::string& name, core::Value loss, core::Value of, core::Tensor expected);
  /// Draws by these uniforms: in float32 those may differ that lie on a step of the running sums.
  void expectDraws(std::string name, core::Value value, core::Tensor expected, const core::Tensor& uniforms,
                   const core::Tensor& steps);

  /// Runs on a machine; empty if everything is as expected, else a sentence.
  [[nodiscard]] std::string differences(const OracleMachine& machine);

 private:
  struct Expectation {
    std::string name;
    core::Value value;
    core::Tensor expected;
    std::vector<bool> isLoose;  ///< by element: need not agree in float32; empty if all must
  };

  /// Empty if the numbers are as expected, else a sentence.
  [[nodiscard]] std::string differenceOf(const Expectation& wanted, const core::Tensor& found,
                                         const MachineOutputs& run) const;
  [[nodiscard]] core::Value bound(const core::Tensor& tensor);
  [[nodiscard]] core::Tensor tensorFor(const core::ProgramInput& input) const;
  void bindWeights(Block& block, const std::string& path, const Weights& weights);

  core::BuildResources m_resources;
  core::LoweringState m_state;
  std::map<std::string, core::Tensor> m_tensors;  ///< by name of the program's input
  std::vector<Expectation> m_expectations;
  int m_blockCount = 0;
};

/// How one case went.
enum class Outcome { Passed, Failed, NoBlock };
struct CaseResult {
  std::string name;
  Outcome outcome = Outcome::Passed;
  std::string detail;
};

/// Runs cases on a machine and keeps what came of them.
class CaseRunner {
 public:
  explicit CaseRunner(OracleMachine machine) : m_machine(std::move(machine)) {}

  /// `describe(run)` builds the case and states what is expected.
  template <typename Describe>
  void check(const std::string& name, Describe describe) {
    OracleRun run;
    try {
      describe(run);
      const std::string differences = run.differences(m_machine);
      m_results.push_back({name, differences.empty() ? Outcome::Passed : Outcome::Failed, differences});
    } catch (const NoSuchBlock& missing) {
      m_results.push_back({name, Outcome::NoBlock, missing.type});
    } catch (const std::exception& error) {
      m_results.push_back({name, Outcome::Failed, error.what()});
    }
  }
  void addMissing(const std::string& name) { m_results.push_back({name, Outcome::NoBlock, {}}); }
  [[nodiscard]] const std::vector<CaseResult>& results() const { return m_results; }

 private:
  OracleMachine m_machine;
  std::vector<CaseResult> m_results;
};

}  // namespace heed::test
