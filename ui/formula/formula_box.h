#pragma once

#include "ui/formula/formula_layout.h"
#include "ui/formula/formula_tree.h"

#include <vector>

namespace heed::ui {

/// A part that has its size and its pieces, with the start of its baseline as origin.
struct FormulaBox {
  double width = 0;
  double ascent = 0;
  double descent = 0;
  double overhang = 0;  ///< by which a slanted letter at the end leans over its width; a superscript begins behind it
  std::vector<FormulaPiece> pieces = {};
  std::vector<FormulaTerm> terms = {};  ///< their indices are those of the whole formula

  /// Puts `part` with its origin at (x, y); y grows downwards. The width stays as it is.
  void put(FormulaBox&& part, double x, double y);
};

/// Turns nodes into boxes. All distances are shares of the size of the letters.
class FormulaBoxer {
 public:
  FormulaBoxer(const FigureStyle& style, const FormulaOptions& options, bool hasRoles)
      : m_style(style), m_options(options), m_hasRoles(hasRoles) {}

  [[nodiscard]] FormulaBox box(const FormulaNode& node, double size);
  /// A whole formula, a row: broken into lines where it is too wide; the first line's baseline is the box's.
  [[nodiscard]] FormulaBox lines(const FormulaNode& node, double size);

 private:
  [[nodiscard]] FormulaBox row(const std::vector<FormulaNode>& nodes, double size);
  [[nodiscard]] FormulaBox letters(const FormulaNode& node, double size);
  [[nodiscard]] FormulaBox glyphs(const QString& text, const TextStyle& style, Role role);
  [[nodiscard]] FormulaBox fraction(const FormulaNode& node, double size);
  [[nodiscard]] FormulaBox root(const FormulaNode& node, double size);
  [[nodiscard]] FormulaBox scripts(const FormulaNode& node, double size);
  [[nodiscard]] FormulaBox limits(const FormulaNode& node, double size);
  [[nodiscard]] FormulaBox fence(const FormulaNode& node, double size);
  [[nodiscard]] FormulaBox term(const FormulaNode& node, double size);
  [[nodiscard]] FormulaBox accent(const FormulaNode& node, double size);
  [[nodiscard]] FormulaBox withNote(FormulaBox&& box, double size);
  [[nodiscard]] FormulaBox script(const FormulaNode& node, double size);
  [[nodiscard]] FormulaPiece shape(const QPainterPath& path) const;
  [[nodiscard]] Role roleOf(const FormulaNode& letter) const;

  const FigureStyle& m_style;
  const FormulaOptions& m_options;
  bool m_hasRoles;
  int m_scriptDepth = 0;
  int m_term = -1;
  int m_termCount = 0;
  Role m_scriptRole = Role::None;  ///< of the base whose scripts are being set
  QString m_pendingNote;
};

/// The role that an italic letter can have; `isIndexed`: it has a subscript.
[[nodiscard]] Role roleOfLetter(const QString& letter, bool isIndexed);

}  // namespace heed::ui
