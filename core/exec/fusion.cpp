#include "core/exec/fusion.h"

#include "core/ops/ops.h"
#include "core/program/rewrite.h"

#include <optional>
#include <string_view>
#include <vector>

namespace heed::core {

namespace {

/// The operands of attention as a chain of plain ops holds them.
struct Chain {
  Value query;
  Value key;
  Value value;
  Value mask;
  Value bias;
  double scale = 1.0;
};

/// Finds the chains. A value between two of their ops must have one use, and be no output of the program.
class ChainFinder {
 public:
  explicit ChainFinder(const Program& program) : m_program(program), m_uses(program.values().size(), 0) {
    for (const Node& node : program.nodes()) {
      for (const Value input : node.inputs) ++m_uses[static_cast<std::size_t>(input.id)];
    }
    for (const ProgramOutput& output : program.outputs()) ++m_uses[static_cast<std::size_t>(output.value.id)];
  }

  [[nodiscard]] std::optional<Chain> endingAt(const Node& node, std::int64_t minimumKeys) const {
    if (!isProduct(node, false)) return std::nullopt;
    const Node* softmax = maker(node.inputs[0], "softmax");
    if (softmax == nullptr) return std::nullopt;
    Chain chain;
    chain.value = node.inputs[1];
    if (softmax->attributes.flag("mask")) chain.mask = softmax->inputs[1];
    const Node* product = takeScores(softmax->inputs[0], chain);
    if (product == nullptr) return std::nullopt;
    chain.query = product->inputs[0];
    chain.key = product->inputs[1];
    if (m_program.type(chain.key).shape[-2] < minimumKeys) return std::nullopt;
    return chain;
  }

 private:
  /// The node that made a value which only this chain uses, if it is of that op.
  [[nodiscard]] const Node* maker(Value value, std::string_view op) const {
    const int node = m_program.info(value).node;
    if (node < 0 || m_uses[static_cast<std::size_t>(value.id)] != 1) return nullptr;
    const Node& candidate = m_program.nodes()[static_cast<std::size_t>(node)];
    return candidate.op->name == op ? &candidate : nullptr;
  }

  /// Goes from the scores that softmax takes back to their product, past a bias and a scale.
  [[nodiscard]] const Node* takeScores(Value scores, Chain& chain) const {
    if (const Node* sum = maker(scores, "add");
        sum != nullptr && m_program.type(scores) == m_program.type(sum->inputs[0])) {
      scores = sum->inputs[0];
      chain.bias = sum->inputs[1];
    }
    if (const Node* scale = maker(scores, "scale")) {
      scores = scale->inputs[0];
      chain.scale = scale->attributes.real("factor");
    }
    const Node* product = maker(scores, "matmul");
    return product != nullptr && isProduct(*product, true) ? product : nullptr;
  }

  [[nodiscard]] static bool isProduct(const Node& node, bool transposeB) {
    return node.op->name == "matmul" && !node.attributes.flag("transposeA") &&
           node.attributes.flag("transposeB") == transposeB;
  }

  const Program& m_program;
  std::vector<int> m_uses;
};

class Fuser : public ProgramCopier {
 public:
  Fuser(const Program& from, Builder& to, std::int64_t minimumKeys)
      : ProgramCopier(from, to), m_finder(from), m_minimumKeys(minimumKeys) {}

  [[nodiscard]] bool changed() const { return m_changed; }

 protected:
  std::vector<Value> copyNode(const Node& node, std::span<const Value> inputs) override {
    const std::optional<Chain> chain = m_finder.endingAt(node, m_minimumKeys);
    if (!chain) return ProgramCopier::copyNode(node, inputs);
    m_changed = true;
    return {ops::attention(target(), mapped(chain->query), mapped(chain->key), mapped(chain->value),
                           mapped(chain->mask), mapped(chain->bias), chain->scale)};
  }

 private:
  ChainFinder m_finder;
  std::int64_t m_minimumKeys;
  bool m_changed = false;
};

}  // namespace

std::shared_ptr<const Program> withFusedAttention(const Program& program, std::int64_t minimumKeys) {
  Builder builder;
  Fuser fuser(program, builder, minimumKeys);
  fuser.run();
  auto fused = builder.finish(fuser.mappedOutputs());
  return fuser.changed() ? fused : nullptr;
}

}  // namespace heed::core
