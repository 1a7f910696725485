#include "ui/step/gradient_steps.h"

#include "core/program/op_def.h"
#include "ui/step/stage_content.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace heed::ui {

namespace {

constexpr std::string_view kSuffix = ".gradient";
constexpr std::size_t kLongest = 48;  ///< of an expression that is still read at a glance

const core::Node* nodeOf(const core::Program& program, core::Value value) {
  const int node = program.info(value).node;
  return node < 0 ? nullptr : &program.nodes()[static_cast<std::size_t>(node)];
}

bool isCompound(const std::string& text) {
  return std::ranges::any_of(std::array{"\\,", " + ", " / ", " \\odot ", " \\cdot "},
                             [&](const char* sign) { return text.find(sign) != std::string::npos; });
}

std::string bracketed(const std::string& text) {
  return text.find(" + ") == std::string::npos ? text : "(" + text + ")";
}

/// Writes a value by the steps that it is made of.
class Writer {
 public:
  explicit Writer(const core::Program& program) : m_program(program) {}

  /// How the value is made; nothing where an op has no short form.
  std::optional<std::string> making(core::Value value) const {
    const core::Node* node = nodeOf(m_program, value);
    return node == nullptr ? std::nullopt : ofNode(*node);
  }

 private:
  std::optional<std::string> named(core::Value value) const {
    const int step = m_program.labelIndex(value);
    if (step >= 0) return stepLetter(m_program, step);
    const core::ValueInfo& info = m_program.info(value);
    if (!info.constant.isNull()) {
      if (info.constant.elementCount() != 1) return std::nullopt;
      return numberText(info.constant.at(0));
    }
    return making(value);
  }

  static std::string numberText(double number) {
    const QString text = QString::number(number, 'g', 3);
    return text.toStdString();
  }

  std::optional<std::string> ofNode(const core::Node& node) const {
    const std::string_view name = node.op->name;
    if (name == "reshape" || name == "broadcast_to" || name == "concatenate") {
      return node.inputs.size() == 1 ? named(node.inputs.front()) : std::nullopt;
    }
    if (name == "permute") return permuted(node);
    if (name == "matmul") return product(node);
    if (name == "scale") return scaled(named(node.inputs.front()), node.attributes.real("factor"));
    if (name == "add") return joined(node, " + ");
    if (name == "negate") {
      const auto inner = named(node.inputs.front());
      return inner ? std::optional("-" + bracketed(*inner)) : std::nullopt;
    }
    if (name == "multiply") return softmaxForm(node).has_value() ? softmaxForm(node) : elementwise(node);
    if (name == "divide") return quotient(node);
    return std::nullopt;
  }

  std::optional<std::string> permuted(const core::Node& node) const {
    const auto& order = node.attributes.integers("order");
    auto inner = named(node.inputs.front());
    if (!inner) return std::nullopt;
    const auto rank = static_cast<std::int64_t>(order.size());
    const bool swapsLast = rank >= 2 && order[order.size() - 1] == rank - 2 && order[order.size() - 2] == rank - 1;
    return swapsLast ? transposed(*inner) : inner;
  }

  static std::string transposed(const std::string& inner) {
    constexpr std::string_view kTop = "^\\top";
    if (inner.ends_with(kTop)) return inner.substr(0, inner.size() - kTop.size());
    return (isCompound(inner) ? "(" + inner + ")" : inner) + std::string(kTop);
  }

  std::optional<std::string> product(const core::Node& node) const {
    auto left = named(node.inputs[0]);
    auto right = named(node.inputs[1]);
    if (!left || !right) return std::nullopt;
    if (node.attributes.flag("transposeA")) left = transposed(*left);
    if (node.attributes.flag("transposeB")) right = transposed(*right);
    return bracketed(*left) + "\\," + bracketed(*right);
  }

  std::optional<std::string> joined(const core::Node& node, const char* sign) const {
    const auto left = named(node.inputs[0]);
    const auto right = named(node.inputs[1]);
    return left && right ? std::optional(*left + sign + *right) : std::nullopt;
  }

  /// A factor below one that is the inverse of a plain number is written as that number: "\partial Z / 2".
  static std::optional<std::string> scaled(const std::optional<std::string>& inner, double factor) {
    if (!inner) return std::nullopt;
    const double divisor = factor == 0.0 ? 0.0 : 1.0 / factor;
    const bool divides = std::abs(factor) < 1.0 && divisor > 0.0;
    if (!divides) return numberText(factor) + " \\cdot " + bracketed(*inner);
    const double square = std::round(divisor * divisor);
    const bool isRoot = std::abs(divisor * divisor - square) < 1e-4 * square;
    const bool isWhole = std::abs(divisor - std::round(divisor)) < 1e-4;
    return bracketed(*inner) + " / " +
           (isWhole || !isRoot ? numberText(divisor) : "\\sqrt{" + numberText(square) + "}");
  }

  std::optional<std::string> elementwise(const core::Node& node) const {
    const auto& second = m_program.info(node.inputs[1]).constant;
    if (!second.isNull() && second.elementCount() == 1) return scaled(named(node.inputs[0]), second.at(0));
    return joined(node, " \\odot ");
  }

  std::optional<std::string> quotient(const core::Node& node) const {
    const auto& second = m_program.info(node.inputs[1]).constant;
    if (!second.isNull() && second.elementCount() == 1) return scaled(named(node.inputs[0]), 1.0 / second.at(0));
    const auto left = named(node.inputs[0]);
    const auto right = named(node.inputs[1]);
    return left && right ? std::optional(bracketed(*left) + " / " + bracketed(*right)) : std::nullopt;
  }

  /// a (g - sum of a g).
  std::optional<std::string> softmaxForm(const core::Node& node) const {
    const core::Node* difference = nodeOf(m_program, node.inputs[1]);
    if (difference == nullptr || difference->op->name != "subtract") return std::nullopt;
    const core::Node* sum = nodeOf(m_program, difference->inputs[1]);
    if (sum == nullptr || sum->op->name != "reduce_sum") return std::nullopt;
    const core::Node* weighted = nodeOf(m_program, sum->inputs[0]);
    if (weighted == nullptr || weighted->op->name != "multiply") return std::nullopt;
    const auto weights = named(node.inputs[0]);
    return weights && weights->size() <= 12 ? std::optional(*weights + " (g - \\bar{g})") : std::nullopt;
  }

  const core::Program& m_program;
};

/// Which values depend on a real input of the program, through whatever op.
std::vector<char> dependents(const core::Program& program) {
  std::vector<char> depends(program.values().size(), 0);
  for (const core::ProgramInput& input : program.inputs()) {
    if (program.type(input.value).kind == core::ValueKind::Real) depends[static_cast<std::size_t>(input.value.id)] = 1;
  }
  for (const core::Node& node : program.nodes()) {
    const bool any = std::ranges::any_of(
        node.inputs, [&](core::Value input) { return depends[static_cast<std::size_t>(input.id)] != 0; });
    if (!any) continue;
    for (const core::Value output : node.outputs) depends[static_cast<std::size_t>(output.id)] = 1;
  }
  return depends;
}

/// The nearest steps that a value is made of, itself included.
std::vector<int> stepsBehind(const core::Program& program, core::Value from) {
  std::vector<int> found;
  std::vector<char> seen(program.values().size(), 0);
  std::vector<core::Value> open{from};
  while (!open.empty()) {
    const core::Value value = open.back();
    open.pop_back();
    if (std::exchange(seen[static_cast<std::size_t>(value.id)], char{1}) != 0) continue;
    if (const int step = program.labelIndex(value); step >= 0) {
      found.push_back(step);
      continue;
    }
    if (const core::Node* node = nodeOf(program, value))
      open.insert(open.end(), node->inputs.begin(), node->inputs.end());
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace

int forwardOf(const core::Program& program, int step) {
  const std::string& id = program.steps()[static_cast<std::size_t>(step)].id;
  if (!id.ends_with(kSuffix)) return -1;
  return program.stepIndex(std::string_view(id).substr(0, id.size() - kSuffix.size()));
}

int gradientOf(const core::Program& program, int step) {
  return program.stepIndex(program.steps()[static_cast<std::size_t>(step)].id + std::string(kSuffix));
}

std::vector<int> gradientsBehind(const core::Program& program, int step) {
  std::vector<int> result;
  const core::Node* node = nodeOf(program, program.steps()[static_cast<std::size_t>(step)].value);
  if (node == nullptr) return result;
  for (const core::Value input : node->inputs) {
    for (const int behind : stepsBehind(program, input)) {
      if (behind != step && forwardOf(program, behind) >= 0) result.push_back(behind);
    }
  }
  std::ranges::sort(result);
  const auto rest = std::ranges::unique(result);
  result.erase(rest.begin(), rest.end());
  return result;
}

std::string derivativeExpression(const core::Program& program, int step) {
  const std::string name = stepLetter(program, step);
  if (gradientsBehind(program, step).empty()) return name + " = 1";
  const auto making = Writer(program).making(program.steps()[static_cast<std::size_t>(step)].value);
  return making && making->size() <= kLongest ? name + " = " + *making : name;
}

std::vector<GradientWall> gradientWalls(const core::Program& program, core::Value start) {
  std::vector<GradientWall> walls;
  const std::vector<char> depends = dependents(program);
  std::vector<char> seen(program.values().size(), 0);
  struct Open {
    core::Value value;
    int made = -1;
  };
  std::vector<Open> open{{start, program.labelIndex(start)}};
  for (std::size_t next = 0; next < open.size(); ++next) {
    const Open at = open[next];
    if (std::exchange(seen[static_cast<std::size_t>(at.value.id)], char{1}) != 0) continue;
    const int label = program.labelIndex(at.value);
    const int made = label >= 0 ? label : at.made;
    const core::Node* node = nodeOf(program, at.value);
    if (node == nullptr) continue;
    for (const core::Value input : node->inputs) {
      open.push_back({input, made});
      const bool ends = node->op->vjp == nullptr && program.type(input).kind == core::ValueKind::Real &&
                        depends[static_cast<std::size_t>(input.id)] != 0;
      if (!ends) continue;
      const std::vector<int> behind = stepsBehind(program, input);
      const bool arrives = std::ranges::any_of(behind, [&](int step) { return gradientOf(program, step) >= 0; });
      const bool isKnown = std::ranges::any_of(
          walls, [&](const GradientWall& wall) { return wall.op == node->op && wall.made == made; });
      if (!arrives && !isKnown) walls.push_back({node->op, made, behind.empty() ? -1 : behind.back()});
    }
  }
  return walls;
}

}  // namespace heed::ui
