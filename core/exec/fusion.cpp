#include "core/exec/fusion.h"

#include "core/ops/ops.h"
#include "core/program/rewrite.h"

#include <algorithm>
#include <optional>
#include <span>
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
  bool isScaled = false;
};

/// The ops of a gradient pass through a chain that give its results; -1 for those that nobody asked for.
struct GradientChain {
  Chain chain;
  Value cotangent;  ///< of the output
  Value slopes;     ///< the gradient of what softmax takes
  int output = -1;  ///< the product of weights and values
  int query = -1;
  int key = -1;
  int value = -1;
};

/// Finds the chains, among the nodes that the outputs need. A value between two of their ops must have one use, and be
/// no output of the program.
class ChainFinder {
 public:
  explicit ChainFinder(const Program& program)
      : m_program(program), m_uses(program.values().size(), 0), m_users(program.values().size()) {
    for (const ProgramOutput& output : program.outputs()) ++m_uses[static_cast<std::size_t>(output.value.id)];
    for (std::size_t i = program.nodes().size(); i-- > 0;) {
      const Node& node = program.nodes()[i];
      const bool isNeeded = std::ranges::any_of(
          node.outputs, [this](Value output) { return m_uses[static_cast<std::size_t>(output.id)] > 0; });
      if (!isNeeded) continue;
      for (const Value input : node.inputs) {
        ++m_uses[static_cast<std::size_t>(input.id)];
        m_users[static_cast<std::size_t>(input.id)].push_back(static_cast<int>(i));
      }
    }
  }

  [[nodiscard]] std::optional<Chain> endingAt(const Node& node, std::int64_t minimumKeys) const {
    if (!isProduct(node, false)) return std::nullopt;
    const Node* softmax = maker(node.inputs[0], "softmax");
    if (softmax == nullptr) return std::nullopt;
    Chain chain;
    chain.value = node.inputs[1];
    if (!takeSoftmax(*softmax, minimumKeys, chain)) return std::nullopt;
    return chain;
  }

  /// The gradient pass through the chain with that softmax, if its weights serve nothing else.
  [[nodiscard]] std::optional<GradientChain> gradientThrough(const Node& softmax, std::int64_t minimumKeys) const {
    GradientChain found;
    if (softmax.op->name != "softmax" || !takeSoftmax(softmax, minimumKeys, found.chain)) return std::nullopt;
    if (!takeUsersOfWeights(softmax.outputs[0], found) || !takeUsersOfScores(found)) return std::nullopt;
    const auto batch = [this](Value value) {
      const Shape& shape = m_program.type(value).shape;
      return shape.part(0, shape.rank() - 2);
    };
    const Chain& chain = found.chain;
    const bool isStretched = batch(chain.query) != batch(chain.key) || batch(chain.query) != batch(chain.value);
    return isStretched ? std::nullopt : std::optional(found);
  }

 private:
  [[nodiscard]] bool takeSoftmax(const Node& softmax, std::int64_t minimumKeys, Chain& chain) const {
    if (softmax.attributes.flag("mask")) chain.mask = softmax.inputs[1];
    const Node* product = takeScores(softmax.inputs[0], chain);
    if (product == nullptr) return false;
    chain.query = product->inputs[0];
    chain.key = product->inputs[1];
    return m_program.type(chain.key).shape[-2] >= minimumKeys;
  }

  /// Output = A V, dV = A^T dO, dA = dO V^T, dS = A (dA - sum of dA A): nothing else may use A or dA.
  [[nodiscard]] bool takeUsersOfWeights(Value weights, GradientChain& found) const {
    int products = 0;
    for (const int user : usersOf(weights)) {
      const Node& node = m_program.nodes()[static_cast<std::size_t>(user)];
      if (node.op->name == "multiply") {
        ++products;
        if (node.inputs[0] == weights) found.slopes = node.outputs[0];
      } else if (isProductOf(node, weights, {}, false, false)) {
        found.output = user;
        found.chain.value = node.inputs[1];
      } else if (isProductOf(node, weights, {}, true, false)) {
        found.value = user;
      } else {
        return false;
      }
    }
    const Node* difference = found.slopes.isValid() ? maker(maker(found.slopes)->inputs[1], "subtract") : nullptr;
    if (products != 2 || found.output < 0 || difference == nullptr) return false;
    return takeWeightCotangent(weights, *difference, found);
  }

  [[nodiscard]] bool takeWeightCotangent(Value weights, const Node& difference, GradientChain& found) const {
    const Value cotangent = difference.inputs[0];
    const Node* sum = maker(difference.inputs[1], "reduce_sum");
    const Node* weighted = sum == nullptr ? nullptr : maker(sum->inputs[0], "multiply");
    if (weighted == nullptr || m_program.type(sum->outputs[0]).shape[-1] != 1 || weighted->inputs[0] != cotangent ||
        weighted->inputs[1] != weights)
      return false;
    const Node* product = maker(cotangent);
    if (product == nullptr || m_uses[static_cast<std::size_t>(cotangent.id)] != 2) return false;
    found.cotangent = product->op->name == "matmul" ? product->inputs[0] : Value();
    const bool isOfValues = isProductOf(*product, found.cotangent, found.chain.value, false, true);
    const Node* forValue = found.value < 0 ? nullptr : &m_program.nodes()[static_cast<std::size_t>(found.value)];
    return isOfValues && (forValue == nullptr || forValue->inputs[1] == found.cotangent);
  }

  /// dQ = s dS K, dK = s dS^T Q: nothing else may use dS.
  [[nodiscard]] bool takeUsersOfScores(GradientChain& found) const {
    Value slopes = found.slopes;
    const std::span<const int> users = usersOf(slopes);
    if (users.size() == 1 && found.chain.isScaled) {
      const Node& scale = m_program.nodes()[static_cast<std::size_t>(users[0])];
      if (scale.op->name != "scale" || scale.attributes.real("factor") != found.chain.scale) return false;
      slopes = scale.outputs[0];
    } else if (found.chain.isScaled) {
      return false;
    }
    for (const int user : usersOf(slopes)) {
      const Node& node = m_program.nodes()[static_cast<std::size_t>(user)];
      if (isProductOf(node, slopes, found.chain.key, false, false)) {
        found.query = user;
      } else if (isProductOf(node, slopes, found.chain.query, true, false)) {
        found.key = user;
      } else {
        return false;
      }
    }
    return found.query >= 0 || found.key >= 0;
  }

  /// None for a value that is an output of the program, which counts as a use that no fusion may take away.
  [[nodiscard]] std::span<const int> usersOf(Value value) const {
    const auto& users = m_users[static_cast<std::size_t>(value.id)];
    const bool isOutput = static_cast<std::size_t>(m_uses[static_cast<std::size_t>(value.id)]) != users.size();
    return isOutput ? std::span<const int>{} : std::span<const int>(users);
  }

  [[nodiscard]] static bool isProductOf(const Node& node, Value a, Value b, bool transposeA, bool transposeB) {
    return node.op->name == "matmul" && node.inputs[0] == a && (!b.isValid() || node.inputs[1] == b) &&
           node.attributes.flag("transposeA") == transposeA && node.attributes.flag("transposeB") == transposeB;
  }

  [[nodiscard]] const Node* maker(Value value) const {
    const int node = m_program.info(value).node;
    return node < 0 ? nullptr : &m_program.nodes()[static_cast<std::size_t>(node)];
  }

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
      chain.isScaled = true;
    }
    const Node* product = maker(scores, "matmul");
    return product != nullptr && isProduct(*product, true) ? product : nullptr;
  }

  [[nodiscard]] static bool isProduct(const Node& node, bool transposeB) {
    return node.op->name == "matmul" && !node.attributes.flag("transposeA") &&
           node.attributes.flag("transposeB") == transposeB;
  }

  const Program& m_program;
  std::vector<int> m_uses;                ///< by value; outputs of the program count too
  std::vector<std::vector<int>> m_users;  ///< by value: the nodes that take it
};

class Fuser : public ProgramCopier {
 public:
  Fuser(const Program& from, Builder& to, std::int64_t minimumKeys, GradientChains gradients)
      : ProgramCopier(from, to), m_finder(from), m_minimumKeys(minimumKeys), m_roles(from.nodes().size()) {
    if (gradients == GradientChains::Keep) return;
    for (const Node& node : from.nodes()) {
      const auto found = m_finder.gradientThrough(node, minimumKeys);
      if (!found) continue;
      const auto chain = static_cast<int>(m_gradients.size());
      m_gradients.push_back(*found);
      int part = 0;
      for (const int number : {found->output, found->query, found->key, found->value}) {
        if (number >= 0) m_roles[static_cast<std::size_t>(number)] = {chain, part};
        ++part;
      }
    }
    m_results.resize(m_gradients.size());
  }

  [[nodiscard]] bool changed() const { return m_changed; }

 protected:
  std::vector<Value> copyNode(const Node& node, std::span<const Value> inputs) override {
    const auto number = static_cast<std::size_t>(source().info(node.outputs[0]).node);
    if (const Role role = m_roles[number]; role.chain >= 0) return {gradientPart(role)};
    const std::optional<Chain> chain = m_finder.endingAt(node, m_minimumKeys);
    return chain ? std::vector<Value>{fused(*chain)} : ProgramCopier::copyNode(node, inputs);
  }

 private:
  /// What a node gives of a gradient chain: 0 the output, 1 to 3 the gradients of query, key and value.
  struct Role {
    int chain = -1;
    int part = 0;
  };

  Value fused(const Chain& chain) {
    m_changed = true;
    return ops::attention(target(), mapped(chain.query), mapped(chain.key), mapped(chain.value),
                          mappedIfAny(chain.mask), mappedIfAny(chain.bias), chain.scale);
  }

  Value gradientPart(Role role) {
    const GradientChain& gradient = m_gradients[static_cast<std::size_t>(role.chain)];
    const Chain& chain = gradient.chain;
    if (role.part == 0) return fused(chain);
    std::vector<Value>& results = m_results[static_cast<std::size_t>(role.chain)];
    if (results.empty()) {
      results = ops::attentionGradient(target(), mapped(chain.query), mapped(chain.key), mapped(chain.value),
                                       mappedIfAny(chain.mask), mappedIfAny(chain.bias), mapped(gradient.cotangent),
                                       chain.scale);
    }
    return results[static_cast<std::size_t>(role.part) - 1];
  }

  [[nodiscard]] Value mappedIfAny(Value value) const { return value.isValid() ? mapped(value) : Value(); }

  ChainFinder m_finder;
  std::int64_t m_minimumKeys;
  std::vector<Role> m_roles;  ///< by node
  std::vector<GradientChain> m_gradients;
  std::vector<std::vector<Value>> m_results;  ///< by gradient chain, once its op was appended
  bool m_changed = false;
};

}  // namespace

std::shared_ptr<const Program> withFusedAttention(const Program& program, std::int64_t minimumKeys,
                                                  GradientChains gradients) {
  Builder builder;
  Fuser fuser(program, builder, minimumKeys, gradients);
  fuser.run();
  auto fused = builder.finish(fuser.mappedOutputs());
  return fuser.changed() ? fused : nullptr;
}

}  // namespace heed::core
