#pragma once

#include <QString>

#include <string_view>
#include <vector>

namespace heed::ui {

/// What a part of a formula is to its neighbours; the space between two follows from it (as in TeX).
enum class Atom { Ordinary, Operator, Binary, Relation, Open, Close, Punctuation, Inner };

enum class FormulaKind {
  Row,       ///< children one after the other
  Letters,   ///< text
  Space,     ///< width
  Fraction,  ///< numerator, denominator
  Root,      ///< radicand
  Scripts,   ///< base, subscript, superscript; the last two may be empty rows
  Fence,     ///< a body between the brackets `text` and `closing`, which grow with it; either may be empty
  Term,      ///< a body that belongs to the step `text`
  Accent     ///< a body with the sign `text` above
};

/// One node of a formula.
struct FormulaNode {
  FormulaKind kind = FormulaKind::Row;
  Atom atom = Atom::Ordinary;
  QString text;
  QString closing;
  double width = 0;           ///< of a space, in em
  bool isItalic = false;      ///< of letters
  bool isBold = false;        ///< of letters
  bool hasLimits = false;     ///< its scripts stand above and below where there is room
  bool isLarge = false;       ///< a sum or a product
  bool isAfterBlank = false;  ///< a blank stood before it in the source
  std::vector<FormulaNode> children;
};

/// Groups, and the brackets of one group, that nest deeper are malformed: nobody reads them.
inline constexpr int kMaximumFormulaDepth = 48;
inline constexpr std::size_t kMaximumFormulaLength = 4000;

/// A formula as it was understood; or why it was not, and then the tree is the source as plain letters.
struct FormulaTree {
  FormulaNode root;
  bool isMalformed = false;
  QString problem;  ///< a sentence for those who write formulas
};

/// Reads the subset of TeX that README.md lists. Never throws, whatever the source; what nests deeper or is longer than
/// the limits is malformed.
[[nodiscard]] FormulaTree parseFormula(std::string_view source);

}  // namespace heed::ui
