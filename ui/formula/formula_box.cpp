#include "ui/formula/formula_box.h"

#include "ui/formula/formula_shapes.h"

#include <algorithm>
#include <utility>

namespace heed::ui {

namespace {

// Shares of the size of the letters.
constexpr double kAxis = 0.25;           ///< where fraction bars and minus signs lie above the baseline
constexpr double kRule = 0.062;          ///< thickness of bars
constexpr double kFractionGap = 0.13;    ///< between a bar and what is above and below
constexpr double kFractionSide = 0.12;   ///< by which the bar is longer, and the space beside it
constexpr double kRootGap = 0.10;        ///< between a radicand and its bar
constexpr double kSmallestScript = 0.8;  ///< of the least size of the figure
constexpr double kInlineFraction = 0.72;
constexpr double kSuperscript = 0.40;  ///< rise over a low base
constexpr double kSubscript = 0.17;
constexpr double kScriptGap = 0.14;  ///< between a superscript and a subscript
constexpr double kLargeSign = 1.4;
constexpr double kLimitGap = 0.08;
constexpr double kTermSide = 0.06;  ///< air between a term and its box
constexpr double kTermTop = 0.05;
constexpr double kStrutAscent = 0.70;
constexpr double kStrutDescent = 0.20;
constexpr double kBlankBetweenLetters = 0.09;
constexpr double kBlank = 0.16;
constexpr double kTallAscent = 1.0;  ///< brackets grow around what is taller or deeper; scripts are not
constexpr double kTallDescent = 0.5;
constexpr double kLineGap = 0.5;
constexpr double kNoteSize = 0.46;
constexpr double kNoteGap = 0.12;
constexpr double kNoteSide = 0.12;
constexpr double kBreakableSpace = 1.0;

/// TeX's spaces between atoms in eighteenths of an em; negative ones are left out in scripts.
int spaceBetween(Atom left, Atom right) {
  constexpr int kThin = 3;
  constexpr int kMedium = -4;
  constexpr int kThick = -5;
  if (left == Atom::Open || right == Atom::Close || right == Atom::Punctuation) return 0;
  if (left == Atom::Punctuation) return -kThin;
  if (left == Atom::Relation && right == Atom::Relation) return 0;
  if (left == Atom::Relation || right == Atom::Relation) return kThick;
  if (left == Atom::Binary || right == Atom::Binary) return kMedium;
  if (right == Atom::Operator) return kThin;
  if (left == Atom::Operator) return right == Atom::Open ? 0 : kThin;
  if (left == Atom::Inner) return right == Atom::Open ? -kThin : (right == Atom::Ordinary ? -kThin : 0);
  if (right == Atom::Inner) return -kThin;
  return 0;
}

/// What a node is to the one before it and to the one behind it.
Atom leftAtom(const FormulaNode& node) {
  if (node.kind == FormulaKind::Fence) return Atom::Open;
  if (node.kind == FormulaKind::Scripts) return leftAtom(node.children[0]);
  return node.atom;
}

Atom rightAtom(const FormulaNode& node) {
  if (node.kind == FormulaKind::Fence) return Atom::Close;
  if (node.kind == FormulaKind::Scripts) return rightAtom(node.children[0]);
  return node.atom;
}

/// Whether a + or - stands between two things; otherwise it is a sign of the one behind it.
bool joins(const std::vector<FormulaNode>& nodes, std::size_t i) {
  const auto neighbour = [&](std::size_t from, int step) -> const FormulaNode* {
    for (auto k = static_cast<std::ptrdiff_t>(from) + step; k >= 0 && k < std::ssize(nodes); k += step) {
      const FormulaNode& node = nodes[static_cast<std::size_t>(k)];
      if (node.kind != FormulaKind::Space) return &node;
    }
    return nullptr;
  };
  const FormulaNode* before = neighbour(i, -1);
  const FormulaNode* behind = neighbour(i, 1);
  if (before == nullptr || behind == nullptr) return false;
  const Atom left = rightAtom(*before);
  return left == Atom::Ordinary || left == Atom::Close || left == Atom::Inner;
}

bool isEmptyRow(const FormulaNode& node) {
  return node.kind == FormulaKind::Row && node.children.empty();
}

/// The one thing in a row of one.
const FormulaNode& inner(const FormulaNode& node) {
  const FormulaNode* result = &node;
  while (result->kind == FormulaKind::Row && result->children.size() == 1) result = &result->children[0];
  return *result;
}

/// Whether it is one slanted letter, perhaps with scripts: letters side by side are a product.
bool isLetter(const FormulaNode& node) {
  const FormulaNode& base = inner(node);
  if (base.kind == FormulaKind::Scripts || base.kind == FormulaKind::Term) return isLetter(base.children[0]);
  return base.kind == FormulaKind::Letters && base.isItalic;
}

bool isPrimes(const FormulaNode& node) {
  const auto isPrime = [](const FormulaNode& part) { return part.text == QString(QChar(0x2032)); };
  return !node.children.empty() && std::ranges::all_of(node.children, isPrime);
}

}  // namespace

Role roleOfLetter(const QString& letter, bool isIndexed) {
  if (letter == QLatin1String("Q") || (isIndexed && letter == QLatin1String("q"))) return Role::Query;
  if (letter == QLatin1String("K") || (isIndexed && letter == QLatin1String("k"))) return Role::Key;
  if (letter == QLatin1String("V")) return Role::Value;
  if (letter == QLatin1String("A")) return Role::Weights;
  if (letter == QLatin1String("O")) return Role::Output;
  return Role::None;
}

void FormulaBox::put(FormulaBox&& part, double x, double y) {
  ascent = std::max(ascent, part.ascent - y);
  descent = std::max(descent, part.descent + y);
  for (FormulaPiece& piece : part.pieces) {
    piece.at += QPointF(x, y);
    pieces.push_back(std::move(piece));
  }
  for (FormulaTerm& term : part.terms) {
    term.rect.translate(x, y);
    terms.push_back(std::move(term));
  }
}

Role FormulaBoxer::roleOf(const FormulaNode& letter) const {
  if (!m_hasRoles || letter.kind != FormulaKind::Letters || !letter.isItalic) return Role::None;
  return roleOfLetter(letter.text, false);
}

FormulaPiece FormulaBoxer::shape(const QPainterPath& path) const {
  FormulaPiece piece;
  piece.shape = path;
  piece.role = m_scriptRole;
  piece.term = m_term;
  return piece;
}

FormulaBox FormulaBoxer::box(const FormulaNode& node, double size) {
  switch (node.kind) {
    case FormulaKind::Row:
      return row(node.children, size);
    case FormulaKind::Letters:
      return letters(node, size);
    case FormulaKind::Space:
      return {.width = node.width * size};
    case FormulaKind::Fraction:
      return fraction(node, size);
    case FormulaKind::Root:
      return root(node, size);
    case FormulaKind::Scripts:
      return scripts(node, size);
    case FormulaKind::Fence:
      return fence(node, size);
    case FormulaKind::Term:
      return term(node, size);
    case FormulaKind::Accent:
      return accent(node, size);
  }
  return {};
}

FormulaBox FormulaBoxer::row(const std::vector<FormulaNode>& nodes, double size) {
  FormulaBox result;
  double x = 0;
  Atom left = Atom::Ordinary;
  bool hasLeft = false;  // not at the beginning and not behind a space
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const FormulaNode& node = nodes[i];
    const bool isSpace = node.kind == FormulaKind::Space;
    const bool isSign = leftAtom(node) == Atom::Binary && !joins(nodes, i);
    if (hasLeft && !isSpace) {
      const Atom right = isSign ? Atom::Ordinary : leftAtom(node);
      const int eighteenths = spaceBetween(left, right);
      if (eighteenths != 0) {
        if (eighteenths > 0 || m_scriptDepth == 0) x += std::abs(eighteenths) / 18.0 * size;
      } else if (node.isAfterBlank && m_scriptDepth == 0 && left != Atom::Open && right != Atom::Close &&
                 right != Atom::Punctuation) {
        const bool areLetters = isLetter(nodes[i - 1]) && isLetter(node);
        x += (areLetters ? kBlankBetweenLetters : kBlank) * size;
      }
    }
    FormulaBox part = box(node, size);
    const double width = part.width;
    result.overhang = part.overhang;
    result.put(std::move(part), x, 0);
    x += width;
    hasLeft = !isSpace;
    left = isSign ? Atom::Ordinary : rightAtom(node);
  }
  result.width = x;
  return result;
}

FormulaBox FormulaBoxer::lines(const FormulaNode& node, double size) {
  FormulaBox whole = row(node.children, size);
  if (m_options.maximumWidth <= 0 || whole.width <= m_options.maximumWidth) return whole;
  m_termCount = 0;
  FormulaBox result;
  double y = 0;
  std::vector<FormulaNode> line;
  const auto finishLine = [&] {
    FormulaBox part = row(line, size);
    line.clear();
    const bool isFirst = result.pieces.empty();
    if (!isFirst) y = result.descent + kLineGap * size + part.ascent;
    result.width = std::max(result.width, part.width);
    result.put(std::move(part), 0, y);
  };
  for (const FormulaNode& child : node.children) {
    if (child.kind == FormulaKind::Space && child.width >= kBreakableSpace && !line.empty()) {
      finishLine();
    } else {
      line.push_back(child);
    }
  }
  if (!line.empty()) finishLine();
  return result;
}

FormulaBox FormulaBoxer::glyphs(const QString& text, const TextStyle& style, Role role) {
  const QRectF ink = m_style.letters.inkBounds(text, style);
  FormulaBox result;
  result.width = m_style.letters.width(text, style);
  result.ascent = std::max(0.0, -ink.top());
  result.descent = std::max(0.0, ink.bottom());
  if (style.isItalic) {
    result.overhang = std::max(0.0, ink.right() - result.width);
    result.width += result.overhang;
  }
  FormulaPiece piece;
  piece.letters = text;
  piece.style = style;
  piece.role = role;
  piece.term = m_term;
  result.pieces.push_back(std::move(piece));
  return result;
}

FormulaBox FormulaBoxer::letters(const FormulaNode& node, double size) {
  const bool isLarge = node.isLarge && m_options.mode == FormulaMode::Display && m_scriptDepth == 0;
  const TextStyle style{isLarge ? size * kLargeSign : size, QColor(), FontUse::Mathematics, node.isBold ? 700 : 400,
                        node.isItalic};
  const Role own = roleOf(node);
  FormulaBox result = glyphs(node.text, style, own == Role::None ? m_scriptRole : own);
  if (isLarge) {
    // A large sign lies with its middle on the axis.
    const double shift = (result.ascent - result.descent) / 2 - kAxis * size;
    FormulaBox centred;
    centred.width = result.width;
    centred.put(std::move(result), 0, shift);
    return centred;
  }
  const bool isWord = !node.isItalic && node.text.size() > 1 && node.atom == Atom::Ordinary;
  return isWord && !m_pendingNote.isEmpty() ? withNote(std::move(result), size) : result;
}

FormulaBox FormulaBoxer::withNote(FormulaBox&& box, double size) {
  const TextStyle style{std::max(m_style.leastSize, kNoteSize * size), QColor(), FontUse::Interface, 400, false};
  FormulaBox note = glyphs(std::exchange(m_pendingNote, {}), style, Role::None);
  for (FormulaPiece& piece : note.pieces) piece.isNote = true;
  const double noteAscent = m_style.letters.ascent(style);
  FormulaBox result;
  result.width = std::max(box.width, note.width + 2 * kNoteSide * size);
  const double y = box.descent + kNoteGap * size + noteAscent;
  const double noteX = (result.width - note.width) / 2;
  const double boxX = (result.width - box.width) / 2;
  result.put(std::move(box), boxX, 0);
  result.put(std::move(note), noteX, y);
  return result;
}

FormulaBox FormulaBoxer::fraction(const FormulaNode& node, double size) {
  const bool isSmall = m_options.mode == FormulaMode::Inline || m_scriptDepth > 0;
  const double partSize =
      isSmall ? std::max(size * kInlineFraction, std::min(size, m_style.leastSize * kSmallestScript)) : size;
  FormulaBox above = box(node.children[0], partSize);
  FormulaBox below = box(node.children[1], partSize);
  const double thickness = kRule * size;
  const double gap = kFractionGap * partSize;
  const double side = kFractionSide * size;
  const double bar = std::max(above.width, below.width);
  const double axis = -kAxis * size;
  FormulaBox result;
  result.width = bar + 2 * side;
  const double aboveX = side + (bar - above.width) / 2;
  const double belowX = side + (bar - below.width) / 2;
  const double aboveY = axis - thickness / 2 - gap - above.descent;
  const double belowY = axis + thickness / 2 + gap + below.ascent;
  result.put(std::move(above), aboveX, aboveY);
  result.put(std::move(below), belowX, belowY);
  QPainterPath rule;
  rule.addRect(side / 2, axis - thickness / 2, bar + side, thickness);
  result.pieces.push_back(shape(rule));
  return result;
}

FormulaBox FormulaBoxer::root(const FormulaNode& node, double size) {
  FormulaBox body = box(node.children[0], size);
  const double thickness = kRule * size;
  const double inside = std::max(body.ascent, 0.45 * size);
  const double top = -inside - kRootGap * size - thickness;
  const double bottom = std::max(body.descent, 0.04 * size) + 0.02 * size;
  const double air = 0.05 * size;
  const RootShape sign = rootShape(top, bottom, body.width + 2 * air, thickness, size);
  FormulaBox result;
  result.width = sign.signWidth + body.width + 3 * air;
  result.put(std::move(body), sign.signWidth + air, 0);
  result.pieces.push_back(shape(sign.path));
  result.ascent = std::max(result.ascent, -top);
  result.descent = std::max(result.descent, bottom);
  return result;
}

FormulaBox FormulaBoxer::script(const FormulaNode& node, double size) {
  const double smallest = std::min(size, m_style.leastSize * kSmallestScript);
  ++m_scriptDepth;
  FormulaBox result = box(node, std::max(size * kScriptSize, smallest));
  --m_scriptDepth;
  return result;
}

FormulaBox FormulaBoxer::scripts(const FormulaNode& node, double size) {
  const FormulaNode& base = inner(node.children[0]);
  if (base.hasLimits && m_options.mode == FormulaMode::Display && m_scriptDepth == 0) return limits(node, size);
  FormulaBox body = box(node.children[0], size);
  const Role outerRole = m_scriptRole;
  const bool isIndexed = !isEmptyRow(node.children[1]);
  if (m_hasRoles && base.kind == FormulaKind::Letters && base.isItalic && m_scriptDepth == 0) {
    const Role role = roleOfLetter(base.text, isIndexed);
    if (role != Role::None) {
      m_scriptRole = role;
      for (FormulaPiece& piece : body.pieces) piece.role = role;
    }
  }
  FormulaBox lower = script(node.children[1], size);
  // Primes are drawn high and small by the font.
  const bool hasPrimes = isPrimes(node.children[2]);
  FormulaBox upper = hasPrimes ? box(node.children[2], size) : script(node.children[2], size);
  m_scriptRole = outerRole;
  double rise = hasPrimes ? std::max(0.0, body.ascent - kStrutAscent * size)
                          : std::max(kSuperscript * size, body.ascent - 0.28 * size);
  double fall = std::max(kSubscript * size, body.descent + 0.04 * size);
  if (isIndexed && !isEmptyRow(node.children[2]) && !hasPrimes) {
    const double between = rise - upper.descent + fall - lower.ascent;
    const double missing = kScriptGap * size - between;
    if (missing > 0) {
      rise += missing / 2;
      fall += missing / 2;
    }
  }
  FormulaBox result;
  const double lowerX = body.width - body.overhang + 0.03 * size;
  const double upperX = body.width + 0.03 * size;
  result.width = std::max({body.width, isEmptyRow(node.children[1]) ? 0 : lowerX + lower.width,
                           isEmptyRow(node.children[2]) ? 0 : upperX + upper.width}) +
                 0.03 * size;
  result.put(std::move(body), 0, 0);
  if (isIndexed) result.put(std::move(lower), lowerX, fall);
  if (!isEmptyRow(node.children[2])) result.put(std::move(upper), upperX, -rise);
  return result;
}

FormulaBox FormulaBoxer::limits(const FormulaNode& node, double size) {
  FormulaBox body = box(node.children[0], size);
  FormulaBox lower = script(node.children[1], size);
  FormulaBox upper = script(node.children[2], size);
  FormulaBox result;
  result.width = std::max({body.width, lower.width, upper.width});
  const double gap = kLimitGap * size;
  const double lowerY = body.descent + gap + lower.ascent;
  const double upperY = -(body.ascent + gap + upper.descent);
  const double lowerX = (result.width - lower.width) / 2;
  const double upperX = (result.width - upper.width) / 2;
  const double bodyX = (result.width - body.width) / 2;
  result.put(std::move(body), bodyX, 0);
  if (!isEmptyRow(node.children[1])) result.put(std::move(lower), lowerX, lowerY);
  if (!isEmptyRow(node.children[2])) result.put(std::move(upper), upperX, upperY);
  return result;
}

FormulaBox FormulaBoxer::fence(const FormulaNode& node, double size) {
  FormulaBox body = box(node.children[0], size);
  FormulaBox result;
  const bool isTall = body.ascent > kTallAscent * size || body.descent > kTallDescent * size;
  double x = 0;
  const auto bracket = [&](const QString& sign) {
    if (sign.isEmpty()) return;
    if (!isTall) {
      FormulaBox glyph = glyphs(sign, {size, QColor(), FontUse::Mathematics, 400, false}, m_scriptRole);
      const double width = glyph.width;
      result.put(std::move(glyph), x, 0);
      x += width;
      return;
    }
    // As far above the axis as below it, like a fraction in it.
    const double reach = std::max(body.ascent - kAxis * size, body.descent + kAxis * size) + 0.05 * size;
    const BracketShape drawn = bracketShape(sign, -kAxis * size - reach, -kAxis * size + reach, size);
    FormulaPiece piece = shape(drawn.path);
    piece.at = QPointF(x, 0);
    result.pieces.push_back(std::move(piece));
    result.ascent = std::max(result.ascent, kAxis * size + reach);
    result.descent = std::max(result.descent, reach - kAxis * size);
    x += drawn.width;
  };
  bracket(node.text);
  const double bodyX = x;
  x += body.width;
  bracket(node.closing);
  result.put(std::move(body), bodyX, 0);
  result.width = x;
  return result;
}

FormulaBox FormulaBoxer::term(const FormulaNode& node, double size) {
  FormulaTerm term;
  term.id = node.text.toStdString();
  term.parent = m_term;
  const int outer = m_term;
  const QString outerNote = m_pendingNote;
  const int own = m_termCount++;
  m_term = own;
  const auto note = std::ranges::find(m_options.notes, term.id, &FormulaNote::term);
  if (note != m_options.notes.end()) m_pendingNote = note->text;
  FormulaBox body = box(node.children[0], size);
  if (note != m_options.notes.end() && !m_pendingNote.isEmpty()) body = withNote(std::move(body), size);
  m_term = outer;
  if (note != m_options.notes.end()) m_pendingNote = outerNote;
  const bool isScript = m_scriptDepth > 0;
  const double side = (isScript ? 0.02 : kTermSide) * size;
  const double top = (isScript ? 0.02 : kTermTop) * size;
  FormulaBox result;
  result.width = body.width + 2 * side;
  result.overhang = body.overhang;
  const double ascent = isScript ? body.ascent : std::max(body.ascent, kStrutAscent * size);
  const double descent = isScript ? body.descent : std::max(body.descent, kStrutDescent * size);
  term.rect = QRectF(0, -ascent - top, result.width, ascent + descent + 2 * top);
  result.put(std::move(body), side, 0);
  result.ascent = ascent + top;
  result.descent = descent + top;
  // The index of a term is its place in the whole; those inside were counted after it.
  result.terms.insert(result.terms.begin(), std::move(term));
  return result;
}

FormulaBox FormulaBoxer::accent(const FormulaNode& node, double size) {
  FormulaBox body = box(node.children[0], size);
  FormulaBox sign = glyphs(node.text, {size, QColor(), FontUse::Mathematics, 400, false}, m_scriptRole);
  FormulaBox result;
  result.width = body.width;
  result.overhang = body.overhang;
  const double x = (body.width - sign.width) / 2 + body.overhang / 2;
  // The sign is drawn above low letters; it rises with taller ones.
  const double y = -std::max(0.0, body.ascent - 0.47 * size);
  result.put(std::move(body), 0, 0);
  result.put(std::move(sign), x, y);
  return result;
}

}  // namespace heed::ui
