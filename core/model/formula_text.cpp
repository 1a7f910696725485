#include "core/model/formula_text.h"

#include <algorithm>
#include <map>

namespace heed::core {

namespace {

const std::map<std::string_view, std::string_view>& symbols() {
  static const std::map<std::string_view, std::string_view> table = {
      {"alpha", "α"},   {"beta", "β"},  {"gamma", "γ"},   {"epsilon", "ε"}, {"sigma", "σ"},  {"Sigma", "Σ"},
      {"mu", "μ"},      {"tau", "τ"},   {"lambda", "λ"},  {"theta", "θ"},   {"pi", "π"},     {"sum", "Σ"},
      {"prod", "Π"},    {"top", "ᵀ"},   {"cdot", "·"},    {"times", "×"},   {"odot", "⊙"},   {"in", " ∈ "},
      {"leq", " ≤ "},   {"le", " ≤ "},  {"ge", " ≥ "},    {"ne", " ≠ "},    {"le", " ≤ "},   {"ge", " ≥ "},
      {"geq", " ≥ "},   {"neq", " ≠ "}, {"notin", " ∉ "}, {"wedge", " ∧ "}, {"vee", " ∨ "},  {"infty", "∞"},
      {"ldots", "..."}, {"max", "max"}, {"min", "min"},   {"exp", "exp"},   {"sin", "sin"},  {"cos", "cos"},
      {"tanh", "tanh"}, {"log", "log"}, {"ln", "ln"},     {"sim", " ~ "},   {"to", " → "},   {"quad", "   "},
      {"left", ""},     {"right", ""},  {"lVert", "‖"},   {"rVert", "‖"},   {"lfloor", "⌊"}, {"rfloor", "⌋"},
      {"lceil", "⌈"},   {"rceil", "⌉"}, {"arg", "arg"},   {"hat", ""},      {"tilde", ""},   {"phi", "φ"},
      {"rho", "ρ"},     {"eta", "η"},   {"delta", "δ"},   {"Delta", "Δ"},   {"mid", " | "},  {"ell", "ℓ"},
      {"partial", "∂"}, {"|", "‖"},     {",", " "},       {";", " "},       {"!", ""},       {" ", " "}};
  return table;
}

/// Signs bring blanks of their own to those that stand around them: two become one. A quad has more and stays.
std::string withSingleBlanks(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find_first_not_of(' ', i), text.size());
    const std::size_t blanks = end - i;
    result.append(blanks == 2 ? 1 : blanks, ' ');
    i = end;
    if (i < text.size()) result += text[i++];
  }
  return result;
}

enum class Style { Text, Tex };

/// Reads the subset: commands with arguments in braces, ^ and _ scripts, everything else as it stands.
class Reader {
 public:
  Reader(std::string_view formula, Style style, std::vector<std::string>* terms)
      : m_formula(formula), m_style(style), m_terms(terms) {}

  std::string all() {
    std::string result;
    while (m_position < m_formula.size()) result += one();
    return result;
  }

 private:
  std::string one() {
    const char c = m_formula[m_position];
    if (c == '\\') return command();
    if (c == '{') return m_style == Style::Tex ? "{" + group() + "}" : group();
    if (m_style == Style::Text && (c == '^' || c == '_')) return script();
    ++m_position;
    return std::string(1, c);
  }

  /// What stands in the braces at the position, or the one thing there is.
  std::string group() {
    if (m_position >= m_formula.size()) return {};
    if (m_formula[m_position] != '{') return one();
    ++m_position;
    std::string result;
    while (m_position < m_formula.size() && m_formula[m_position] != '}') result += one();
    if (m_position < m_formula.size()) ++m_position;
    return result;
  }

  std::string rawGroup() {
    const std::size_t end = m_formula.find('}', m_position);
    if (m_position >= m_formula.size() || m_formula[m_position] != '{' || end == std::string_view::npos) return {};
    const std::string_view content = m_formula.substr(m_position + 1, end - m_position - 1);
    m_position = end + 1;
    return std::string(content);
  }

  std::string script() {
    const bool isUpper = m_formula[m_position++] == '^';
    std::string content = group();
    if (content == "ᵀ") return content;
    if (isUpper && content == "2") return "²";
    const bool isPlain = content.find_first_of(" ,/+-=<>") == std::string::npos;
    return (isUpper ? "^" : "_") + (isPlain ? content : "(" + content + ")");
  }

  std::string command() {
    ++m_position;
    std::size_t end = m_position;
    const auto isLetter = [&](std::size_t i) {
      return (m_formula[i] >= 'a' && m_formula[i] <= 'z') || (m_formula[i] >= 'A' && m_formula[i] <= 'Z');
    };
    while (end < m_formula.size() && isLetter(end)) ++end;
    if (end == m_position && end < m_formula.size()) ++end;
    const std::string_view name = m_formula.substr(m_position, end - m_position);
    m_position = end;
    if (name == "term") {
      const std::string id = rawGroup();
      if (m_terms != nullptr) m_terms->push_back(id);
      return m_style == Style::Tex ? "{" + group() + "}" : group();
    }
    if (m_style == Style::Tex) return "\\" + std::string(name);
    // The blank only ends the name: a derivative is one word.
    if (name == "partial" && m_position < m_formula.size() && m_formula[m_position] == ' ') ++m_position;
    return textOf(name);
  }

  std::string textOf(std::string_view name) {
    if (name == "frac") {
      const std::string above = bracketed(group(), "+-");
      return above + " / " + bracketed(group(), "+- ");
    }
    if (name == "mathbb") return doubleStruck(group());
    if (name == "bar") return group() + "\u0304";
    if (name == "sqrt") {
      const std::string content = group();
      return content.size() <= 4 ? "√" + content : "√(" + content + ")";
    }
    if (name == "mathrm" || name == "text" || name == "mathcal" || name == "operatorname") return group();
    const auto found = symbols().find(name);
    return found == symbols().end() ? std::string(name) : std::string(found->second);
  }

  /// In brackets if it holds one of these, outside of brackets of its own.
  static std::string bracketed(const std::string& content, std::string_view signs) {
    int depth = 0;
    for (const char c : content) {
      depth += c == '(' ? 1 : (c == ')' ? -1 : 0);
      if (depth == 0 && signs.find(c) != std::string_view::npos) return "(" + content + ")";
    }
    return content;
  }

  static std::string doubleStruck(const std::string& letter) {
    return letter == "R" ? "ℝ" : (letter == "N" ? "ℕ" : (letter == "Z" ? "ℤ" : letter));
  }

  std::string_view m_formula;
  std::size_t m_position = 0;
  Style m_style;
  std::vector<std::string>* m_terms;
};

}  // namespace

std::string formulaAsText(std::string_view formula) {
  return withSingleBlanks(Reader(formula, Style::Text, nullptr).all());
}

std::string formulaAsTex(std::string_view formula) {
  return Reader(formula, Style::Tex, nullptr).all();
}

std::vector<std::string> formulaTerms(std::string_view formula) {
  std::vector<std::string> terms;
  static_cast<void>(Reader(formula, Style::Text, &terms).all());
  return terms;
}

}  // namespace heed::core
