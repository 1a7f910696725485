#include "core/text/tokenizer.h"

#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/text/clusters.h"

#include <QString>

#include <algorithm>
#include <utility>

namespace heed::core {

namespace {

constexpr std::int64_t kLongestDictionaryWord = 16;

void checkText(std::string_view text) {
  if (static_cast<std::int64_t>(text.size()) > kTextLimit) {
    throw Error(ErrorKind::Limit,
                heed::core::text("Tokenizer", "The text has %1 bytes; at most %2 are taken.", text.size(), kTextLimit));
  }
  if (const auto position = firstInvalidUtf8(text)) {
    throw Error(ErrorKind::Format,
                heed::core::text("Tokenizer", "The text is not valid UTF-8 at byte %1 (0x%2).", *position,
                                 fmt::format("{:02X}", static_cast<unsigned char>(text[*position]))));
  }
}

std::vector<Token> checkedCount(std::vector<Token> tokens) {
  if (static_cast<std::int64_t>(tokens.size()) > kTokenLimit) {
    throw Error(ErrorKind::Limit, heed::core::text("Tokenizer", "The text gives %1 tokens; at most %2 are taken.",
                                                   tokens.size(), kTokenLimit));
  }
  return tokens;
}

bool isOneOf(char32_t codePoint, std::u32string_view set) {
  return set.find(codePoint) != std::u32string_view::npos;
}

/// Between letters or digits, these stay in the word: ' ’ ՚ ׳ ״ · . - ‐ ‑ _ @, the soft hyphen and the word joiner.
constexpr std::u32string_view kWordJoiners = U"'\u2019\u055A\u05F3\u05F4\u00B7.-\u2010\u2011_@\u00AD\u2060";
/// Between digits, these do as well: , : / ٫ ٬
constexpr std::u32string_view kNumberJoiners = U",:/\u066B\u066C";
constexpr std::u32string_view kMinusSigns = U"-\u2212";
/// What ends a sentence or closes a bracket after a URL.
constexpr std::u32string_view kAfterUrl = U".,;:!?)]}>'\"\u2019\u201D\u00BB\u3002\uFF0C\uFF01\uFF1F\uFF09\u300D";

/// Cuts the clusters of a text into words, from left to right.
class WordCutter {
 public:
  WordCutter(std::string_view text, const WordList* dictionary, Punctuation punctuation)
      : m_text(text), m_clusters(clustersOf(text)), m_dictionary(dictionary), m_punctuation(punctuation) {}

  std::vector<Token> cut() {
    while (m_position < m_clusters.size()) cutNext();
    return std::move(m_tokens);
  }

 private:
  [[nodiscard]] ClusterKind kind(std::size_t index) const {
    return index < m_clusters.size() ? m_clusters[index].kind : ClusterKind::Space;
  }
  [[nodiscard]] bool isWordPart(std::size_t index) const {
    return kind(index) == ClusterKind::Letter || kind(index) == ClusterKind::Digit;
  }
  [[nodiscard]] std::string_view bytes(std::size_t first, std::size_t last) const {
    const std::size_t begin = m_clusters[first].begin;
    return m_text.substr(begin, m_clusters[last - 1].end - begin);
  }

  void take(std::size_t end) {
    const Cluster& first = m_clusters[m_position];
    m_tokens.push_back({std::string(bytes(m_position, end)), static_cast<std::int64_t>(first.begin),
                        static_cast<std::int64_t>(m_clusters[end - 1].end)});
    m_position = end;
  }

  void cutNext() {
    switch (kind(m_position)) {
      case ClusterKind::Space:
        ++m_position;
        return;
      case ClusterKind::Unspaced:
        take(m_position + dictionaryMatch());
        return;
      case ClusterKind::Letter:
      case ClusterKind::Digit:
        take(std::max(urlEnd(), wordEnd(m_position)));
        return;
      case ClusterKind::Symbol:
      case ClusterKind::Punctuation:
        cutMark();
        return;
    }
  }

  void cutMark() {
    const bool isFree = m_position == 0 || kind(m_position - 1) == ClusterKind::Space;
    const bool isMinus = isOneOf(m_clusters[m_position].first, kMinusSigns);
    if (isMinus && isFree && kind(m_position + 1) == ClusterKind::Digit) {
      take(wordEnd(m_position + 1));
    } else if (kind(m_position) == ClusterKind::Symbol || m_punctuation == Punctuation::Keep) {
      take(m_position + 1);
    } else {
      ++m_position;
    }
  }

  [[nodiscard]] bool joins(std::size_t index) const {
    if (index == 0 || index + 1 >= m_clusters.size() || m_clusters[index].length != 1) return false;
    const char32_t mark = m_clusters[index].first;
    const bool betweenDigits = kind(index - 1) == ClusterKind::Digit && kind(index + 1) == ClusterKind::Digit;
    return isWordPart(index - 1) && isWordPart(index + 1) &&
           (isOneOf(mark, kWordJoiners) || (betweenDigits && isOneOf(mark, kNumberJoiners)));
  }

  [[nodiscard]] std::size_t wordEnd(std::size_t start) const {
    std::size_t end = start + 1;
    while (end < m_clusters.size() && (isWordPart(end) || joins(end))) ++end;
    return end;
  }

  /// Where a URL that starts here ends; the start if there is none.
  [[nodiscard]] std::size_t urlEnd() const {
    std::size_t scheme = m_position;
    while (isWordPart(scheme) && m_clusters[scheme].first < 0x80) ++scheme;
    const std::string_view rest =
        scheme < m_clusters.size() ? m_text.substr(m_clusters[scheme].begin) : std::string_view();
    const bool isWeb = m_text.substr(m_clusters[m_position].begin, 4) == "www.";
    if (!isWeb && !rest.starts_with("://")) return m_position;
    std::size_t end = scheme;
    while (end < m_clusters.size() && kind(end) != ClusterKind::Space && kind(end) != ClusterKind::Unspaced) ++end;
    while (end > scheme && isOneOf(m_clusters[end - 1].first, kAfterUrl)) --end;
    return end;
  }

  /// How many clusters the longest word of the dictionary takes that starts here; 1 if there is none.
  [[nodiscard]] std::size_t dictionaryMatch() const {
    if (m_dictionary == nullptr) return 1;
    const auto limit = static_cast<std::size_t>(std::min(m_dictionary->maximumLength(), kLongestDictionaryWord));
    std::size_t length = 1;
    while (length < limit && kind(m_position + length) == ClusterKind::Unspaced) ++length;
    for (; length > 1; --length) {
      if (m_dictionary->containsNormalized(normalizedWord(bytes(m_position, m_position + length)))) return length;
    }
    return 1;
  }

  std::string_view m_text;
  std::vector<Cluster> m_clusters;
  const WordList* m_dictionary;
  Punctuation m_punctuation;
  std::size_t m_position = 0;
  std::vector<Token> m_tokens;
};

}  // namespace

WordList::WordList(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    const std::string normalized = normalizedWord(word);
    const auto characters = std::count_if(normalized.begin(), normalized.end(), [](char byte) {
      return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    });
    m_maximumLength = std::max<std::int64_t>(m_maximumLength, characters);
    m_words.insert(normalized);
  }
}

std::string normalizedWord(std::string_view word) {
  checkText(word);
  QString string = QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
  string = string.normalized(QString::NormalizationForm_C).toCaseFolded().normalized(QString::NormalizationForm_C);
  string.replace(QChar(0x2019), QLatin1Char('\''));
  string.remove(QChar(QChar::SoftHyphen));
  return string.toStdString();
}

std::vector<Token> tokenizeWords(std::string_view text, const WordList* dictionary, Punctuation punctuation) {
  checkText(text);
  return checkedCount(WordCutter(text, dictionary, punctuation).cut());
}

std::vector<Token> tokenizeCharacters(std::string_view text) {
  checkText(text);
  std::vector<Token> tokens;
  for (const Cluster& cluster : clustersOf(text)) {
    tokens.push_back({std::string(text.substr(cluster.begin, cluster.end - cluster.begin)),
                      static_cast<std::int64_t>(cluster.begin), static_cast<std::int64_t>(cluster.end)});
  }
  return checkedCount(std::move(tokens));
}

std::vector<Token> tokenizeBytes(std::string_view text) {
  checkText(text);
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool continuation = (byte & 0xC0U) == 0x80U;
    tokens.push_back(
        {byteTokenText(byte), static_cast<std::int64_t>(i), static_cast<std::int64_t>(i + 1), continuation});
  }
  return checkedCount(std::move(tokens));
}

std::string byteTokenText(unsigned char byte) {
  if (byte >= 0x20 && byte < 0x7F) return {static_cast<char>(byte)};
  return fmt::format("<0x{:02X}>", byte);
}

}  // namespace heed::core
