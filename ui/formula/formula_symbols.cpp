#include "ui/formula/formula_symbols.h"

#include <algorithm>
#include <array>

namespace heed::ui {

namespace {

/// How a symbol is set. Upright is also for signs, whose fonts know no slope.
enum class Face { Upright, Italic, Word, WordWithLimits, Large };

struct Symbol {
  std::string_view name;
  const char* text;
  Atom atom;
  Face face;
};

constexpr Atom kOrd = Atom::Ordinary;
constexpr Atom kBin = Atom::Binary;
constexpr Atom kRel = Atom::Relation;
constexpr Atom kOp = Atom::Operator;

constexpr auto kSymbols = std::to_array<Symbol>({
    {"alpha", "α", kOrd, Face::Italic},
    {"beta", "β", kOrd, Face::Italic},
    {"gamma", "γ", kOrd, Face::Italic},
    {"delta", "δ", kOrd, Face::Italic},
    {"epsilon", "ε", kOrd, Face::Italic},
    {"varepsilon", "ε", kOrd, Face::Italic},
    {"zeta", "ζ", kOrd, Face::Italic},
    {"eta", "η", kOrd, Face::Italic},
    {"theta", "θ", kOrd, Face::Italic},
    {"iota", "ι", kOrd, Face::Italic},
    {"kappa", "κ", kOrd, Face::Italic},
    {"lambda", "λ", kOrd, Face::Italic},
    {"mu", "μ", kOrd, Face::Italic},
    {"nu", "ν", kOrd, Face::Italic},
    {"xi", "ξ", kOrd, Face::Italic},
    {"pi", "π", kOrd, Face::Italic},
    {"rho", "ρ", kOrd, Face::Italic},
    {"sigma", "σ", kOrd, Face::Italic},
    {"tau", "τ", kOrd, Face::Italic},
    {"upsilon", "υ", kOrd, Face::Italic},
    {"phi", "φ", kOrd, Face::Italic},
    {"varphi", "φ", kOrd, Face::Italic},
    {"chi", "χ", kOrd, Face::Italic},
    {"psi", "ψ", kOrd, Face::Italic},
    {"omega", "ω", kOrd, Face::Italic},
    {"Gamma", "Γ", kOrd, Face::Upright},
    {"Delta", "Δ", kOrd, Face::Upright},
    {"Theta", "Θ", kOrd, Face::Upright},
    {"Lambda", "Λ", kOrd, Face::Upright},
    {"Xi", "Ξ", kOrd, Face::Upright},
    {"Pi", "Π", kOrd, Face::Upright},
    {"Sigma", "Σ", kOrd, Face::Upright},
    {"Phi", "Φ", kOrd, Face::Upright},
    {"Psi", "Ψ", kOrd, Face::Upright},
    {"Omega", "Ω", kOrd, Face::Upright},
    {"infty", "∞", kOrd, Face::Upright},
    {"ldots", "…", Atom::Inner, Face::Upright},
    {"dots", "…", Atom::Inner, Face::Upright},
    {"cdots", "⋯", Atom::Inner, Face::Upright},
    {"top", "⊤", kOrd, Face::Upright},
    {"bot", "⊥", kOrd, Face::Upright},
    {"ell", "ℓ", kOrd, Face::Upright},
    {"partial", "∂", kOrd, Face::Upright},
    {"nabla", "∇", kOrd, Face::Upright},
    {"forall", "∀", kOrd, Face::Upright},
    {"exists", "∃", kOrd, Face::Upright},
    {"emptyset", "∅", kOrd, Face::Upright},
    {"prime", "′", kOrd, Face::Upright},
    {"|", "‖", kOrd, Face::Upright},
    {"sum", "∑", kOp, Face::Large},
    {"prod", "∏", kOp, Face::Large},
    {"max", "max", kOp, Face::WordWithLimits},
    {"min", "min", kOp, Face::WordWithLimits},
    {"sup", "sup", kOp, Face::WordWithLimits},
    {"inf", "inf", kOp, Face::WordWithLimits},
    {"lim", "lim", kOp, Face::WordWithLimits},
    {"arg", "arg", kOp, Face::Word},
    {"exp", "exp", kOp, Face::Word},
    {"log", "log", kOp, Face::Word},
    {"ln", "ln", kOp, Face::Word},
    {"sin", "sin", kOp, Face::Word},
    {"cos", "cos", kOp, Face::Word},
    {"tan", "tan", kOp, Face::Word},
    {"tanh", "tanh", kOp, Face::Word},
    {"sinh", "sinh", kOp, Face::Word},
    {"cosh", "cosh", kOp, Face::Word},
    {"det", "det", kOp, Face::Word},
    {"dim", "dim", kOp, Face::Word},
    {"cdot", "⋅", kBin, Face::Upright},
    {"times", "×", kBin, Face::Upright},
    {"div", "÷", kBin, Face::Upright},
    {"odot", "⊙", kBin, Face::Upright},
    {"oplus", "⊕", kBin, Face::Upright},
    {"otimes", "⊗", kBin, Face::Upright},
    {"wedge", "∧", kBin, Face::Upright},
    {"vee", "∨", kBin, Face::Upright},
    {"cup", "∪", kBin, Face::Upright},
    {"cap", "∩", kBin, Face::Upright},
    {"setminus", "∖", kBin, Face::Upright},
    {"pm", "±", kBin, Face::Upright},
    {"circ", "∘", kBin, Face::Upright},
    {"ast", "∗", kBin, Face::Upright},
    {"in", "∈", kRel, Face::Upright},
    {"notin", "∉", kRel, Face::Upright},
    {"le", "≤", kRel, Face::Upright},
    {"leq", "≤", kRel, Face::Upright},
    {"ge", "≥", kRel, Face::Upright},
    {"geq", "≥", kRel, Face::Upright},
    {"ll", "≪", kRel, Face::Upright},
    {"gg", "≫", kRel, Face::Upright},
    {"ne", "≠", kRel, Face::Upright},
    {"neq", "≠", kRel, Face::Upright},
    {"sim", "∼", kRel, Face::Upright},
    {"approx", "≈", kRel, Face::Upright},
    {"equiv", "≡", kRel, Face::Upright},
    {"propto", "∝", kRel, Face::Upright},
    {"to", "→", kRel, Face::Upright},
    {"rightarrow", "→", kRel, Face::Upright},
    {"leftarrow", "←", kRel, Face::Upright},
    {"gets", "←", kRel, Face::Upright},
    {"mapsto", "↦", kRel, Face::Upright},
    {"Rightarrow", "⇒", kRel, Face::Upright},
    {"subset", "⊂", kRel, Face::Upright},
    {"subseteq", "⊆", kRel, Face::Upright},
    {"mid", "∣", kRel, Face::Upright},
    {"colon", ":", Atom::Punctuation, Face::Upright},
    {"lVert", "‖", Atom::Open, Face::Upright},
    {"rVert", "‖", Atom::Close, Face::Upright},
    {"lvert", "|", Atom::Open, Face::Upright},
    {"rvert", "|", Atom::Close, Face::Upright},
    {"lfloor", "⌊", Atom::Open, Face::Upright},
    {"rfloor", "⌋", Atom::Close, Face::Upright},
    {"lceil", "⌈", Atom::Open, Face::Upright},
    {"rceil", "⌉", Atom::Close, Face::Upright},
    {"langle", "⟨", Atom::Open, Face::Upright},
    {"rangle", "⟩", Atom::Close, Face::Upright},
    {"{", "{", Atom::Open, Face::Upright},
    {"}", "}", Atom::Close, Face::Upright},
    {"%", "%", kOrd, Face::Upright},
    {"#", "#", kOrd, Face::Upright},
    {"&", "&", kOrd, Face::Upright},
    {"_", "_", kOrd, Face::Upright},
    {"$", "$", kOrd, Face::Upright},
});

struct NamedSpace {
  std::string_view name;
  double width;
};

constexpr auto kSpaces = std::to_array<NamedSpace>({
    {",", 3.0 / 18},
    {":", 4.0 / 18},
    {";", 5.0 / 18},
    {"!", -3.0 / 18},
    {" ", 0.25},
    {"quad", 1},
    {"qquad", 2},
});

struct AccentSign {
  std::string_view name;
  const char* sign;
};

constexpr auto kAccents = std::to_array<AccentSign>({
    {"hat", "ˆ"},
    {"tilde", "˜"},
    {"bar", "¯"},
    {"dot", "˙"},
    {"vec", "→"},
});

Atom atomOf(char32_t character) {
  switch (character) {
    case U'+':
    case U'-':
    case U'*':
      return Atom::Binary;
    case U'=':
    case U'<':
    case U'>':
    case U':':
      return Atom::Relation;
    case U'(':
    case U'[':
      return Atom::Open;
    case U')':
    case U']':
      return Atom::Close;
    case U',':
    case U';':
      return Atom::Punctuation;
    default:
      return Atom::Ordinary;
  }
}

bool isLatin(char32_t character) {
  return (character >= U'a' && character <= U'z') || (character >= U'A' && character <= U'Z');
}

}  // namespace

std::optional<FormulaNode> symbolNode(std::string_view name) {
  FormulaNode node;
  const auto space = std::ranges::find(kSpaces, name, &NamedSpace::name);
  if (space != kSpaces.end()) {
    node.kind = FormulaKind::Space;
    node.width = space->width;
    return node;
  }
  const auto symbol = std::ranges::find(kSymbols, name, &Symbol::name);
  if (symbol == kSymbols.end()) return std::nullopt;
  node.kind = FormulaKind::Letters;
  node.text = QString::fromUtf8(symbol->text);
  node.atom = symbol->atom;
  node.isItalic = symbol->face == Face::Italic;
  node.isLarge = symbol->face == Face::Large;
  node.hasLimits = symbol->face == Face::Large || symbol->face == Face::WordWithLimits;
  return node;
}

FormulaNode characterNode(char32_t character) {
  FormulaNode node;
  node.kind = FormulaKind::Letters;
  node.atom = atomOf(character);
  node.isItalic = isLatin(character);
  if (character == U'-') {
    node.text = QString(QChar(0x2212));
  } else if (character == U'*') {
    node.text = QString(QChar(0x2217));
  } else {
    node.text = QString::fromUcs4(&character, 1);
  }
  return node;
}

QString accentSign(std::string_view name) {
  const auto accent = std::ranges::find(kAccents, name, &AccentSign::name);
  return accent == kAccents.end() ? QString() : QString::fromUtf8(accent->sign);
}

QString alphabetLetter(std::string_view command, char32_t letter) {
  if (command == "mathbb") {
    switch (letter) {
      case U'R':
        return QString(QChar(0x211D));
      case U'N':
        return QString(QChar(0x2115));
      case U'Z':
        return QString(QChar(0x2124));
      case U'Q':
        return QString(QChar(0x211A));
      case U'C':
        return QString(QChar(0x2102));
      case U'E': {
        const char32_t expectation = 0x1D53C;
        return QString::fromUcs4(&expectation, 1);
      }
      default:
        break;
    }
  }
  if (command == "mathcal" && letter == U'L') return QString(QChar(0x2112));
  return QString::fromUcs4(&letter, 1);
}

}  // namespace heed::ui
