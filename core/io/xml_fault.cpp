#include "core/io/xml_fault.h"

#include "core/base/utf8.h"

#include <QByteArray>
#include <QString>
#include <QStringDecoder>
#include <QStringList>
#include <QXmlStreamReader>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace heed::core {

namespace {

constexpr const char* kContext = "Xml";
/// The most letters of a file that a sentence quotes.
constexpr std::size_t kShown = 40;
/// A piece that is longer than what is quoted, so that it is cut with a mark.
constexpr qsizetype kPiece = 80;

/// A piece of the file in quotes; what cannot be seen is shown by its number.
Text quoted(QStringView piece) {
  if (piece.size() == 1 && (piece[0] < u' ' || piece[0] == QChar(0x7F))) {
    return text(kContext, "the character U+%1",
                QString("%1").arg(piece[0].unicode(), 4, 16, QChar(u'0')).toStdString());
  }
  return text(kContext, "\"%1\"", shownUtf8(piece.toString().toStdString(), kShown));
}

/// What should have been there, and what is, at this letter.
struct Fault {
  Text expected, found;
  qsizetype at = 0;
};

bool isNamePart(QChar letter) {
  return letter.isLetterOrNumber() || letter == u'_' || letter == u'-' || letter == u'.' || letter == u':';
}

/// "<b" or "</b>" where a tag begins.
QString tagAt(const QString& content, qsizetype begin) {
  qsizetype end = begin + (QStringView(content).mid(begin).startsWith(u"</") ? 2 : 1);
  while (end < content.size() && isNamePart(content[end])) ++end;
  if (end < content.size() && content[end] == u'>') ++end;
  return content.mid(begin, end - begin);
}

/// Where the tag that begins here ends: after its ">", which may stand in a value; at the end where it has none.
qsizetype endOfTag(const QString& content, qsizetype begin) {
  QChar quote;
  int brackets = 0;
  for (qsizetype at = begin; at < content.size(); ++at) {
    const QChar letter = content[at];
    if (!quote.isNull()) {
      if (letter == quote) quote = QChar();
    } else if (letter == u'"' || letter == u'\'') {
      quote = letter;
    } else if (letter == u'[' || letter == u']') {
      brackets += letter == u'[' ? 1 : -1;
    } else if (letter == u'>' && brackets == 0) {
      return at + 1;
    }
  }
  return content.size();
}

/// The end of a tag, a comment, a piece of text or of anything else that begins here.
qsizetype endOfToken(const QString& content, qsizetype begin) {
  const QStringView rest = QStringView(content).mid(begin);
  if (!rest.startsWith(u'<')) {
    const qsizetype end = content.indexOf(u'<', begin);
    return end < 0 ? content.size() : end;
  }
  constexpr std::array<std::pair<QStringView, QLatin1String>, 3> kBrackets{
      {{u"<!--", QLatin1String("-->")}, {u"<![CDATA[", QLatin1String("]]>")}, {u"<?", QLatin1String("?>")}}};
  for (const auto& [opening, closing] : kBrackets) {
    if (!rest.startsWith(opening)) continue;
    const qsizetype end = content.indexOf(closing, begin + opening.size());
    return end < 0 ? content.size() : end + closing.size();
  }
  return endOfTag(content, begin);
}

/// Where the piece begins that holds the letter before this place.
qsizetype beginOfToken(const QString& content, qsizetype before) {
  qsizetype begin = 0;
  for (qsizetype end = 0; end < before; end = endOfToken(content, begin)) begin = end;
  return begin;
}

/// What is wrong with a "&", where that is what the reader stopped at; `end` is the place after the letter that it read
/// last.
std::optional<Fault> entityFault(const QString& content, qsizetype begin, qsizetype end) {
  const QStringView piece = QStringView(content).mid(begin, end - begin);
  const qsizetype at = piece.lastIndexOf(u'&');
  if (at < 0) return std::nullopt;
  QStringView name = piece.mid(at);
  if (name.endsWith(u';')) {
    return Fault{text(kContext, "&amp;, &lt;, &gt;, &quot;, &apos; or the number of a character"), quoted(name),
                 begin + at};
  }
  if (name.size() > 1 && !isNamePart(name.back()) && name.back() != u'#') name.chop(1);
  const auto isOutside = [](QChar letter) { return !isNamePart(letter) && letter != u'#'; };
  if (std::ranges::any_of(name.mid(1), isOutside)) return std::nullopt;
  return Fault{quoted(u"&amp;"), quoted(name), begin + at};
}

/// A start tag, read up to the letter where it goes wrong.
class TagScan {
 public:
  TagScan(const QString& content, qsizetype begin, qsizetype end)
      : m_content(content), m_begin(begin), m_last(end - 1) {}

  [[nodiscard]] Fault fault() {
    const QChar first = m_content[m_begin + 1];
    if (!first.isLetter() && first != u'_') {
      return {text(kContext, "the name of an element"), quoted(QString(first)), m_begin + 1};
    }
    qsizetype at = m_begin + 1;
    while (at < m_last && isNamePart(m_content[at])) ++at;
    for (; at < m_last; ++at) read(m_content[at]);
    return atLast();
  }

 private:
  enum class State { AfterTag, AfterValue, Space, Name, Equals, Value, Slash };

  void read(QChar letter) {
    if (m_state == State::Value) {
      if (letter == m_quote) m_state = State::AfterValue;
    } else if (m_state == State::Equals) {
      if (letter != u'"' && letter != u'\'') return;
      m_quote = letter;
      m_state = State::Value;
    } else if (letter == u'/') {
      m_state = State::Slash;
    } else if (letter == u'=') {
      m_state = State::Equals;
    } else if (letter.isSpace()) {
      if (m_state != State::Name) m_state = State::Space;
    } else if (m_state == State::Name) {
      m_names.back() += letter;
    } else {
      m_names << QString(letter);
      m_state = State::Name;
    }
  }

  [[nodiscard]] Fault atLast() const {
    const QChar last = m_content[m_last];
    const Text found = quoted(QString(last));
    switch (m_state) {
      case State::Value:
        if (last == u'<') return {quoted(u"&lt;"), found, m_last};
        if (const auto entity = entityFault(m_content, m_begin, m_last + 1)) return *entity;
        return {text(kContext, "a character that a text may have"), found, m_last};
      case State::Equals:
        return {text(kContext, "a value in quotes"), found, m_last};
      case State::Name:
        return {text(kContext, "\"=\" and a value in quotes"), found, m_last};
      case State::Slash:
        if (last != u'>') return {quoted(u">"), found, m_last};
        break;
      case State::AfterTag:
      case State::AfterValue:
      case State::Space:
        break;
    }
    if (last == u'>') {
      for (const QString& name : m_names) {
        if (m_names.count(name) > 1) {
          return {text(kContext, "each attribute once"), text(kContext, "%1 again", quoted(name)), m_begin};
        }
      }
      return {text(kContext, "prefixes that are declared with xmlns"), quoted(tagAt(m_content, m_begin)), m_begin};
    }
    if (m_state == State::AfterValue) return {text(kContext, "a space, \"/>\" or \">\""), found, m_last};
    return {text(kContext, "an attribute, \"/>\" or \">\""), found, m_last};
  }

  const QString& m_content;
  qsizetype m_begin;
  qsizetype m_last;
  QStringList m_names;
  QChar m_quote;
  State m_state = State::AfterTag;
};

/// A text that is read up to its first fault, with what is open there.
class FaultFinder {
 public:
  explicit FaultFinder(const QString& content) : m_content(content), m_xml(content) {
    while (!m_xml.atEnd()) {
      m_xml.readNext();
      if (m_xml.isStartElement()) {
        m_open << m_xml.qualifiedName().toString();
        m_hasRoot = true;
      }
      if (m_xml.isEndElement()) m_open.removeLast();
    }
    m_end = std::min<qsizetype>(m_xml.characterOffset(), content.size());
    m_begin = beginOfToken(content, m_end);
    const bool isNextTag = m_end == m_begin + 1 && m_begin > 0 && content[m_begin] == u'<';
    if (isNextTag && content[m_begin - 1] == u'&') m_begin = beginOfToken(content, m_begin);
  }

  [[nodiscard]] bool hasFault() const { return m_xml.hasError(); }

  [[nodiscard]] Text sentence() const {
    const Fault found = fault();
    const QStringView before = QStringView(m_content).first(found.at);
    const qsizetype line = before.count(u'\n') + 1;
    const qsizetype column = before.mid(before.lastIndexOf(u'\n') + 1).toUcs4().size() + 1;
    return text(kContext, "line %1, column %2: expected %3, found %4", line, column, found.expected, found.found);
  }

 private:
  [[nodiscard]] Fault fault() const {
    if (m_xml.error() == QXmlStreamReader::PrematureEndOfDocumentError) {
      return {missing(), text(kContext, "the end of the text"), m_content.size()};
    }
    const QStringView piece = QStringView(m_content).mid(m_begin, m_end - m_begin);
    const bool isTag = piece.startsWith(u'<');
    if (m_open.isEmpty() && m_hasRoot) return {text(kContext, "the end of the text"), start(), atStart()};
    if (piece.startsWith(u"<?")) {
      return {text(kContext, "the declaration of XML 1.0 at the very beginning"), quoted(piece), m_begin};
    }
    if (m_open.isEmpty() && (!isTag || piece.startsWith(u"</"))) {
      return {text(kContext, "an element"), start(), atStart()};
    }
    if (piece.startsWith(u"</")) return {closing(), quoted(tagAt(m_content, m_begin)), m_begin};
    if (piece.startsWith(u"<!--")) return {quoted(u"-->"), quoted(piece.right(3)), m_end - piece.right(3).size()};
    if (piece.startsWith(u"<!")) {
      return {text(kContext, "a declaration or a comment"), quoted(piece.right(1)), m_end - 1};
    }
    if (isTag && piece.size() > 1) return TagScan(m_content, m_begin, m_end).fault();
    if (piece.endsWith(u"]]>")) return {quoted(u"]]&gt;"), quoted(u"]]>"), m_end - 3};
    if (const auto entity = entityFault(m_content, m_begin, m_end)) return *entity;
    return {text(kContext, "a character that a text may have"), quoted(piece.right(1)), m_end - 1};
  }

  /// Where the piece that is wrong begins, without the blanks before it.
  [[nodiscard]] qsizetype atStart() const {
    qsizetype at = m_begin;
    while (at + 1 < m_content.size() && m_content[at].isSpace()) ++at;
    return at;
  }
  [[nodiscard]] Text start() const { return quoted(m_content.mid(atStart(), kPiece).section(u'\n', 0, 0)); }

  [[nodiscard]] Text closing() const { return quoted(QStringLiteral("</%1>").arg(m_open.last())); }

  /// What the text ends without.
  [[nodiscard]] Text missing() const {
    const QStringView last = QStringView(m_content).mid(m_begin);
    if (last.startsWith(u"<!--") && !last.endsWith(u"-->")) return quoted(u"-->");
    if (last.startsWith(u"<![CDATA[") && !last.endsWith(u"]]>")) return quoted(u"]]>");
    if (last.startsWith(u'<') && !last.endsWith(u'>')) return text(kContext, "the end of %1", quoted(last));
    return m_open.isEmpty() ? text(kContext, "an element") : closing();
  }

  const QString& m_content;
  QXmlStreamReader m_xml;
  QStringList m_open;
  qsizetype m_begin = 0;  ///< of the piece that is wrong
  qsizetype m_end = 0;    ///< after the letter that was read last
  bool m_hasRoot = false;
};

/// The encoding that the first line declares, if it cannot be decoded.
std::optional<QString> unknownEncoding(const QString& content) {
  QXmlStreamReader xml(content);
  xml.readNext();
  QString name = xml.documentEncoding().toString();
  if (name.isEmpty() || QStringDecoder(name.toLatin1().constData()).isValid()) return std::nullopt;
  return name;
}

}  // namespace

Text xmlFault(std::string_view bytes) {
  const QByteArray data(bytes.data(), static_cast<qsizetype>(bytes.size()));
  QStringDecoder decoder(QStringConverter::encodingForData(data, u'<').value_or(QStringConverter::Utf8));
  QString content = decoder(data);
  content.replace(QLatin1String("\r\n"), QLatin1String("\n"));
  const FaultFinder finder(content);
  if (finder.hasFault()) return finder.sentence();
  const auto unknown = unknownEncoding(content);
  return text(kContext, "expected %1, found %2", text(kContext, "text in UTF-8 or UTF-16"),
              unknown ? quoted(*unknown) : text(kContext, "bytes that are not"));
}

}  // namespace heed::core
