#pragma once

#include "ui/tensorview/figure_style.h"

#include <QPainterPath>
#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <string>
#include <string_view>
#include <vector>

namespace heed::ui {

/// The size of scripts, of the letters that they stand at.
inline constexpr double kScriptSize = 0.66;

/// Display is for a formula of its own; inline for one in a line of text or a list: fractions are smaller, limits stand
/// beside their sum.
enum class FormulaMode { Display, Inline };

/// Whether the letters Q, K, V, A and O (and q, k with an index) have the colours of their roles. Auto: where the
/// formula has two of the roles, so that the vertices of a graph are no values.
enum class RoleLetters { Auto, Coloured, Plain };

/// A few words below a term, under its first word: "over allowed keys".
struct FormulaNote {
  std::string term;
  QString text;
};

struct FormulaOptions {
  FormulaMode mode = FormulaMode::Display;
  RoleLetters roles = RoleLetters::Auto;
  std::vector<FormulaNote> notes = {};
  bool hasRoomForBracket = false;  ///< leaves room above for the bracket over the current term
  double maximumWidth = 0;         ///< wider formulas are broken at their wide spaces (\quad); 0: never
};

/// Which terms stand out, by id; empty for none.
struct FormulaMarks {
  std::string current = {};  ///< on `selected` with a bracket above; everything else is text3
  std::string hovered = {};  ///< on `hover`
  std::string focused = {};  ///< with the ring of the keyboard focus
};

/// One mark of a laid-out formula: letters at a point of the baseline, or a filled shape.
struct FormulaPiece {
  QPointF at;
  QString letters;  ///< empty for a shape
  TextStyle style;  ///< of letters; the colour is set when it is painted
  QPainterPath shape = {};
  Role role = Role::None;
  int term = -1;  ///< the innermost term that it belongs to
  bool isNote = false;
};

struct FormulaTerm {
  std::string id;
  int parent = -1;
  QRectF rect;
};

/// A formula with a place for everything in it. Lengths are in the painter's units; the origin is the upper left
/// corner.
class FormulaLayout {
 public:
  /// `size` is that of the letters. A formula that cannot be read is laid out as its own source.
  FormulaLayout(std::string_view tex, const FigureStyle& style, double size, const FormulaOptions& options = {});

  [[nodiscard]] QSizeF size() const { return m_size; }
  /// From the upper edge down to the baseline of the (first) line.
  [[nodiscard]] double baseline() const { return m_baseline; }
  [[nodiscard]] double letterSize() const { return m_letterSize; }
  [[nodiscard]] bool isMalformed() const { return !m_problem.isEmpty(); }
  /// Why the formula is malformed, in English, for those who write formulas.
  [[nodiscard]] const QString& problem() const { return m_problem; }

  [[nodiscard]] const std::vector<FormulaTerm>& terms() const { return m_terms; }
  [[nodiscard]] const std::vector<FormulaPiece>& pieces() const { return m_pieces; }
  /// Of the first term with this id; null if there is none.
  [[nodiscard]] QRectF termRect(std::string_view id) const;
  /// The innermost term at a point; empty if there is none.
  [[nodiscard]] std::string termAt(const QPointF& point) const;
  /// Whether a term is the one with this id or lies inside it.
  [[nodiscard]] bool isInside(int term, std::string_view id) const;

  /// Paints with the upper left corner at `at`, in any device: only letters and filled shapes.
  void paint(QPainter& painter, const QPointF& at, const FigureStyle& style, const FormulaMarks& marks = {}) const;

 private:
  QSizeF m_size;
  double m_baseline = 0;
  double m_letterSize = 0;
  QString m_problem;
  std::vector<FormulaPiece> m_pieces;
  std::vector<FormulaTerm> m_terms;
};

}  // namespace heed::ui
