#include "ui/formula/formula_tree.h"

#include "ui/formula/formula_symbols.h"

#include <QList>

#include <algorithm>
#include <array>
#include <utility>

namespace heed::ui {

namespace {

/// How much of a source that cannot be read is shown.
constexpr qsizetype kShownCharacters = 120;

/// Why a formula cannot be read; thrown and caught in this file only.
struct Malformed {
  QString problem;
};

FormulaNode rowOf(std::vector<FormulaNode> children) {
  FormulaNode node;
  node.children = std::move(children);
  return node;
}

FormulaNode nodeWith(FormulaKind kind, std::vector<FormulaNode> children) {
  FormulaNode node = rowOf(std::move(children));
  node.kind = kind;
  return node;
}

bool isBracket(const FormulaNode& node, Atom atom) {
  return node.kind == FormulaKind::Letters && node.atom == atom;
}

bool isLetter(QChar character) {
  return (character >= QLatin1Char('a') && character <= QLatin1Char('z')) ||
         (character >= QLatin1Char('A') && character <= QLatin1Char('Z'));
}

/// Joins brackets that stand in one row into fences, from the inside out. A script behind the closing bracket belongs
/// to the whole. What has no partner stays a sign.
class BracketPairer {
 public:
  explicit BracketPairer(int depth) : m_depth(depth) {}

  std::vector<FormulaNode> pair(std::vector<FormulaNode> nodes) {
    for (FormulaNode& node : nodes) {
      const bool isScripted = node.kind == FormulaKind::Scripts && isBracket(node.children[0], Atom::Close);
      if (isBracket(node, Atom::Open)) {
        m_open.push_back(m_result.size());
        if (m_depth + static_cast<int>(m_open.size()) > kMaximumFormulaDepth) {
          throw Malformed{QStringLiteral("Brackets nest deeper than %1.").arg(kMaximumFormulaDepth)};
        }
        m_result.push_back(std::move(node));
      } else if ((isBracket(node, Atom::Close) || isScripted) && !m_open.empty()) {
        close(node, isScripted);
      } else {
        m_result.push_back(std::move(node));
      }
    }
    return std::move(m_result);
  }

 private:
  void close(FormulaNode& node, bool isScripted) {
    const auto start = static_cast<std::ptrdiff_t>(m_open.back());
    m_open.pop_back();
    FormulaNode fence;
    fence.kind = FormulaKind::Fence;
    fence.atom = Atom::Inner;
    fence.text = m_result[static_cast<std::size_t>(start)].text;
    fence.isAfterBlank = m_result[static_cast<std::size_t>(start)].isAfterBlank;
    fence.closing = isScripted ? node.children[0].text : node.text;
    const auto first = m_result.begin() + start;
    std::vector<FormulaNode> body(std::make_move_iterator(first + 1), std::make_move_iterator(m_result.end()));
    fence.children.push_back(rowOf(std::move(body)));
    m_result.erase(first, m_result.end());
    if (isScripted) {
      node.isAfterBlank = fence.isAfterBlank;
      node.children[0] = std::move(fence);
      m_result.push_back(std::move(node));
    } else {
      m_result.push_back(std::move(fence));
    }
  }

  int m_depth;
  std::vector<FormulaNode> m_result;
  std::vector<std::size_t> m_open;
};

/// Reads a formula from left to right; throws Malformed.
class FormulaReader {
 public:
  explicit FormulaReader(QString source) : m_source(std::move(source)) {}

  FormulaNode all() {
    FormulaNode root = row();
    if (m_position < m_source.size()) throw Malformed{QStringLiteral("A \"}\" or \\right has no beginning.")};
    return root;
  }

 private:
  /// Everything up to a closing brace, a \right or the end.
  FormulaNode row() {
    const Nesting nesting(*this);
    std::vector<FormulaNode> nodes;
    bool isAfterBlank = false;
    while (m_position < m_source.size() && !isEndOfRow()) {
      if (m_source[m_position].isSpace()) {
        isAfterBlank = true;
        ++m_position;
        continue;
      }
      FormulaNode node = scripted(nodes);
      node.isAfterBlank = isAfterBlank && node.kind != FormulaKind::Space;
      isAfterBlank = false;
      nodes.push_back(std::move(node));
    }
    return rowOf(BracketPairer(m_depth).pair(std::move(nodes)));
  }

  [[nodiscard]] bool isEndOfRow() const {
    if (m_source[m_position] == QLatin1Char('}')) return true;
    return isCommand("right");
  }

  [[nodiscard]] bool isCommand(const char* name) const {
    const QLatin1String word(name);
    if (m_source[m_position] != QLatin1Char('\\')) return false;
    if (QStringView(m_source).mid(m_position + 1, word.size()) != word) return false;
    const qsizetype next = m_position + 1 + word.size();
    return next >= m_source.size() || !isLetter(m_source[next]);
  }

  /// One thing with the scripts behind it. Scripts without a base of their own belong to an empty one.
  FormulaNode scripted(const std::vector<FormulaNode>& before) {
    const bool isBare = isScriptSign(m_source[m_position]);
    if (isBare && !before.empty() && before.back().kind == FormulaKind::Scripts) {
      throw Malformed{QStringLiteral("A script follows a script.")};
    }
    FormulaNode base = isBare ? FormulaNode() : one();
    if (base.kind == FormulaKind::Space) return base;
    FormulaNode lower;
    FormulaNode upper;
    bool hasLower = false;
    bool hasUpper = false;
    while (true) {
      skipBlanks();
      if (m_position >= m_source.size() || !isScriptSign(m_source[m_position])) break;
      const QChar sign = m_source[m_position];
      if (sign == QLatin1Char('\'')) {
        ++m_position;
        upper.children.push_back(*symbolNode("prime"));
        continue;
      }
      const bool isUpper = sign == QLatin1Char('^');
      if (isUpper ? hasUpper : hasLower) throw Malformed{QStringLiteral("A base has two scripts of one kind.")};
      (isUpper ? hasUpper : hasLower) = true;
      ++m_position;
      (isUpper ? upper : lower).children.push_back(argument("a script"));
    }
    if (lower.children.empty() && upper.children.empty()) return base;
    FormulaNode node;
    node.kind = FormulaKind::Scripts;
    node.atom = base.atom;
    node.children = {std::move(base), std::move(lower), std::move(upper)};
    return node;
  }

  static bool isScriptSign(QChar character) {
    return character == QLatin1Char('^') || character == QLatin1Char('_') || character == QLatin1Char('\'');
  }

  void skipBlanks() {
    qsizetype position = m_position;
    while (position < m_source.size() && m_source[position].isSpace()) ++position;
    // Blanks in front of the next thing are that one's.
    if (position < m_source.size() && isScriptSign(m_source[position])) m_position = position;
  }

  char32_t character() {
    char32_t result = m_source[m_position].unicode();
    if (m_source[m_position].isHighSurrogate() && m_position + 1 < m_source.size()) {
      result = QChar::surrogateToUcs4(m_source[m_position], m_source[m_position + 1]);
      ++m_position;
    }
    ++m_position;
    return result;
  }

  FormulaNode one() {
    if (m_source[m_position] == QLatin1Char('\\')) return command();
    if (m_source[m_position] == QLatin1Char('{')) return group();
    return characterNode(character());
  }

  FormulaNode group() {
    ++m_position;
    FormulaNode node = row();
    if (m_position >= m_source.size() || m_source[m_position] != QLatin1Char('}')) {
      throw Malformed{QStringLiteral("A \"{\" has no end.")};
    }
    ++m_position;
    return node;
  }

  /// A group, or the one thing that stands there.
  FormulaNode argument(const char* owner) {
    while (m_position < m_source.size() && m_source[m_position].isSpace()) ++m_position;
    if (m_position >= m_source.size() || isEndOfRow() || isScriptSign(m_source[m_position])) {
      throw Malformed{QStringLiteral("%1 lacks what belongs to it.").arg(QLatin1String(owner))};
    }
    const Nesting nesting(*this);
    return one();
  }

  /// The characters between two braces as they stand.
  QString plainArgument(const char* owner) {
    if (m_position < m_source.size() && m_source[m_position] == QLatin1Char('{')) {
      const qsizetype end = m_source.indexOf(QLatin1Char('}'), m_position);
      if (end > 0) {
        const QString content = m_source.mid(m_position + 1, end - m_position - 1);
        m_position = end + 1;
        return content;
      }
    }
    throw Malformed{QStringLiteral("%1 needs its argument in braces.").arg(QLatin1String(owner))};
  }

  QString commandName() {
    ++m_position;
    qsizetype end = m_position;
    while (end < m_source.size() && isLetter(m_source[end])) ++end;
    if (end == m_position && end < m_source.size()) ++end;
    const QString name = m_source.mid(m_position, end - m_position);
    m_position = end;
    return name;
  }

  FormulaNode command() {
    const std::string name = commandName().toStdString();
    if (name == "term") {
      QString id = plainArgument("\\term");
      FormulaNode node = nodeWith(FormulaKind::Term, {argument("\\term")});
      node.text = std::move(id);
      return node;
    }
    if (name == "frac") {
      FormulaNode numerator = argument("\\frac");
      FormulaNode denominator = argument("\\frac");
      FormulaNode node = nodeWith(FormulaKind::Fraction, {std::move(numerator), std::move(denominator)});
      node.atom = Atom::Inner;
      return node;
    }
    if (name == "sqrt") return nodeWith(FormulaKind::Root, {argument("\\sqrt")});
    if (name == "left") return fence();
    constexpr auto kWords =
        std::to_array<std::string_view>({"mathrm", "text", "operatorname", "mathbf", "mathit", "mathcal", "mathbb"});
    if (std::ranges::find(kWords, name) != kWords.end()) return word(name);
    if (const QString sign = accentSign(name); !sign.isEmpty()) {
      FormulaNode node = nodeWith(FormulaKind::Accent, {argument("an accent")});
      node.text = sign;
      return node;
    }
    if (std::optional<FormulaNode> symbol = symbolNode(name)) return *std::move(symbol);
    throw Malformed{QStringLiteral("The command \\%1 is not known.").arg(QString::fromStdString(name))};
  }

  /// Letters that are one word: upright unless the command says otherwise.
  FormulaNode word(const std::string& name) {
    const QString content = plainArgument("A word");
    FormulaNode node;
    node.kind = FormulaKind::Letters;
    node.isItalic = name == "mathit";
    node.isBold = name == "mathbf";
    const QList<uint> letters = content.toUcs4();
    for (const uint letter : letters) {
      if (letter == U' ' && name != "text") continue;
      node.text += alphabetLetter(name, letter);
    }
    return node;
  }

  FormulaNode fence() {
    FormulaNode node;
    node.kind = FormulaKind::Fence;
    node.atom = Atom::Inner;
    node.text = delimiter();
    node.children.push_back(row());
    if (m_position >= m_source.size() || !isCommand("right")) {
      throw Malformed{QStringLiteral("A \\left has no \\right.")};
    }
    commandName();
    node.closing = delimiter();
    return node;
  }

  /// The bracket behind \left or \right; empty for a dot.
  QString delimiter() {
    while (m_position < m_source.size() && m_source[m_position].isSpace()) ++m_position;
    if (m_position >= m_source.size()) throw Malformed{QStringLiteral("A \\left or \\right lacks its bracket.")};
    QString sign;
    if (m_source[m_position] == QLatin1Char('\\')) {
      const std::optional<FormulaNode> symbol = symbolNode(commandName().toStdString());
      if (symbol) sign = symbol->text;
    } else {
      sign = QString(m_source[m_position++]);
    }
    static const QString known = QStringLiteral("()[]{}|‖⌊⌋⌈⌉⟨⟩.");
    if (sign.size() != 1 || !known.contains(sign)) {
      throw Malformed{QStringLiteral("What stands behind \\left or \\right is no bracket.")};
    }
    return sign == QLatin1String(".") ? QString() : sign;
  }

  /// Counts how deep the reader is.
  class Nesting {
   public:
    explicit Nesting(FormulaReader& reader) : m_reader(reader) {
      if (++m_reader.m_depth > kMaximumFormulaDepth) {
        --m_reader.m_depth;
        throw Malformed{QStringLiteral("The formula nests deeper than %1.").arg(kMaximumFormulaDepth)};
      }
    }
    ~Nesting() { --m_reader.m_depth; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    FormulaReader& m_reader;
  };

  QString m_source;
  qsizetype m_position = 0;
  int m_depth = 0;
};

FormulaTree asText(const QString& source, QString problem) {
  FormulaTree tree;
  tree.isMalformed = true;
  tree.problem = std::move(problem);
  FormulaNode letters;
  letters.kind = FormulaKind::Letters;
  letters.text = source.left(kShownCharacters).simplified();
  if (source.size() > kShownCharacters) letters.text += QChar(0x2026);
  tree.root.children.push_back(std::move(letters));
  return tree;
}

}  // namespace

FormulaTree parseFormula(std::string_view source) {
  if (source.size() > kMaximumFormulaLength) {
    const std::string_view start = source.substr(0, kMaximumFormulaLength);
    return asText(QString::fromUtf8(start.data(), static_cast<qsizetype>(start.size())),
                  QStringLiteral("The formula is longer than %1 bytes.").arg(kMaximumFormulaLength));
  }
  const QString text = QString::fromUtf8(source.data(), static_cast<qsizetype>(source.size()));
  try {
    return {FormulaReader(text).all(), false, {}};
  } catch (const Malformed& malformed) {
    return asText(text, malformed.problem);
  }
}

}  // namespace heed::ui
