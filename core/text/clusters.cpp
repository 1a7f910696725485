#include "core/text/clusters.h"

#include "core/base/error.h"
#include "core/base/utf8.h"

#include <QChar>
#include <QString>
#include <QTextBoundaryFinder>

namespace heed::core {

namespace {

constexpr char32_t kEmojiSelector = 0xFE0F;
constexpr char32_t kKeycap = 0x20E3;

bool isRegionalIndicator(char32_t codePoint) {
  return codePoint >= 0x1F1E6 && codePoint <= 0x1F1FF;
}

bool isUnspaced(char32_t codePoint) {
  if (codePoint >= 0x3040 && codePoint <= 0x30FF && QChar::isLetter(codePoint)) return true;
  switch (QChar::script(codePoint)) {
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Thai:
    case QChar::Script_Lao:
    case QChar::Script_Khmer:
    case QChar::Script_Myanmar:
      return QChar::isLetterOrNumber(codePoint) || QChar::isMark(codePoint);
    default:
      return false;
  }
}

bool isInvisible(char32_t codePoint) {
  if (QChar::isSpace(codePoint)) return true;
  switch (QChar::category(codePoint)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
      return true;
    default:
      return false;
  }
}

ClusterKind kindOf(char32_t first, bool isEmoji) {
  if (isEmoji) return ClusterKind::Symbol;
  if (isInvisible(first)) return ClusterKind::Space;
  if (isUnspaced(first)) return ClusterKind::Unspaced;
  if (QChar::category(first) == QChar::Number_DecimalDigit) return ClusterKind::Digit;
  if (QChar::isLetterOrNumber(first) || QChar::isMark(first)) return ClusterKind::Letter;
  const bool isPrivate = QChar::category(first) == QChar::Other_PrivateUse;
  return QChar::isSymbol(first) || isPrivate || isRegionalIndicator(first) ? ClusterKind::Symbol
                                                                           : ClusterKind::Punctuation;
}

/// With a byte order mark at the start, which Qt drops.
QString utf16Of(std::string_view text) {
  const QString string = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
  return text.starts_with(kByteOrderMark) ? QChar(0xFEFF) + string : string;
}

/// One walk over the code points, with the position in bytes and in the UTF-16 that the boundary finder counts.
class Walk {
 public:
  explicit Walk(std::string_view text)
      : m_text(text), m_string(utf16Of(text)), m_finder(QTextBoundaryFinder::Grapheme, m_string) {}

  std::vector<Cluster> clusters() {
    for (std::size_t position = 0; position < m_text.size();) {
      const Utf8Character character = decodeUtf8(m_text, position);
      HEED_ASSERT(character.length > 0);
      add(character.codePoint, position, position + character.length);
      position += character.length;
      m_utf16 += character.codePoint > 0xFFFF ? 2 : 1;
    }
    return std::move(m_clusters);
  }

 private:
  void add(char32_t codePoint, std::size_t begin, std::size_t end) {
    m_finder.setPosition(m_utf16);
    if (m_clusters.empty() || m_finder.isAtBoundary()) {
      m_isEmoji = false;
      m_clusters.push_back({begin, end, codePoint, 0, ClusterKind::Space});
    }
    Cluster& cluster = m_clusters.back();
    cluster.end = end;
    ++cluster.length;
    m_isEmoji = m_isEmoji || codePoint == kEmojiSelector || codePoint == kKeycap;
    cluster.kind = kindOf(cluster.first, m_isEmoji);
  }

  std::string_view m_text;
  QString m_string;
  QTextBoundaryFinder m_finder;
  qsizetype m_utf16 = 0;
  std::vector<Cluster> m_clusters;
  bool m_isEmoji = false;
};

}  // namespace

std::vector<Cluster> clustersOf(std::string_view text) {
  return Walk(text).clusters();
}

}  // namespace heed::core
