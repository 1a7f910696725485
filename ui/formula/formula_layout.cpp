#include "ui/formula/formula_layout.h"

#include "ui/formula/formula_box.h"
#include "ui/formula/formula_tree.h"

#include <algorithm>
#include <ranges>
#include <set>

namespace heed::ui {

namespace {

/// Which roles the letters of a formula could stand for.
void collectRoles(const FormulaNode& node, bool isIndexed, std::set<Role>& roles) {
  if (node.kind == FormulaKind::Letters && node.isItalic) {
    const Role role = roleOfLetter(node.text, isIndexed);
    if (role != Role::None) roles.insert(role);
  }
  const bool hasIndex = node.kind == FormulaKind::Scripts && !node.children[1].children.empty();
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    collectRoles(node.children[i], i == 0 && (hasIndex || (isIndexed && node.kind == FormulaKind::Row)), roles);
  }
}

bool hasRoles(const FormulaNode& root, RoleLetters letters) {
  if (letters != RoleLetters::Auto) return letters == RoleLetters::Coloured;
  std::set<Role> roles;
  collectRoles(root, false, roles);
  return roles.size() >= 2;
}

}  // namespace

FormulaLayout::FormulaLayout(std::string_view tex, const FigureStyle& style, double size, const FormulaOptions& options)
    : m_letterSize(size) {
  const FormulaTree tree = parseFormula(tex);
  m_problem = tree.problem;
  FormulaBoxer boxer(style, options, !tree.isMalformed && hasRoles(tree.root, options.roles));
  FormulaBox box = boxer.lines(tree.root, size);
  constexpr double kBracketRoom = 8;
  constexpr double kDesignSize = 22;
  const double room = options.hasRoomForBracket && !box.terms.empty() ? kBracketRoom * size / kDesignSize : 0;
  m_baseline = box.ascent + room;
  m_size = QSizeF(box.width, box.ascent + box.descent + room);
  m_pieces = std::move(box.pieces);
  m_terms = std::move(box.terms);
  for (FormulaPiece& piece : m_pieces) piece.at.ry() += m_baseline;
  for (FormulaTerm& term : m_terms) term.rect.translate(0, m_baseline);
}

QRectF FormulaLayout::termRect(std::string_view id) const {
  const auto term = std::ranges::find(m_terms, id, &FormulaTerm::id);
  return term == m_terms.end() ? QRectF() : term->rect;
}

std::string FormulaLayout::termAt(const QPointF& point) const {
  // Inner terms come after outer ones.
  for (const FormulaTerm& term : m_terms | std::views::reverse) {
    if (term.rect.contains(point)) return term.id;
  }
  return {};
}

bool FormulaLayout::isInside(int term, std::string_view id) const {
  while (term >= 0) {
    const FormulaTerm& here = m_terms[static_cast<std::size_t>(term)];
    if (here.id == id) return true;
    term = here.parent;
  }
  return false;
}

}  // namespace heed::ui
