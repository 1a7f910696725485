#include "core/io/graphml.h"

#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/io/xml_fault.h"

#include <QByteArray>
#include <QString>
#include <QXmlStreamReader>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heed::core {

namespace {

constexpr const char* kContext = "GraphML";

/// What a <key> of the file declares for nodes.
struct Key {
  std::string name;
  bool isNumber = false;
};

class GraphmlReader {
 public:
  GraphmlReader(std::string_view text, std::string_view name)
      : m_text(text), m_xml(QByteArray(text.data(), static_cast<qsizetype>(text.size()))), m_name(name) {}

  GraphInput read() {
    bool inGraph = false;
    std::string root;
    while (!m_xml.atEnd()) {
      m_xml.readNext();
      if (m_xml.tokenType() == QXmlStreamReader::DTD && !m_xml.entityDeclarations().isEmpty()) {
        refuse(text(kContext, "it declares entities; they are not read"));
      }
      if (m_xml.isEndElement() && m_xml.name() == QLatin1String("graph")) break;
      if (!m_xml.isStartElement()) continue;
      if (root.empty()) root = shownUtf8(m_xml.qualifiedName().toString().toStdString());
      if (m_xml.name() == QLatin1String("key")) readKey();
      if (m_xml.name() == QLatin1String("graph")) inGraph = true;
      if (m_xml.name() == QLatin1String("node")) readNode();
      if (m_xml.name() == QLatin1String("edge")) readEdge();
    }
    if (m_xml.hasError()) throw Error(ErrorKind::Format, text(kContext, "%1: %2", m_name, xmlFault(m_text)));
    if (!inGraph) refuse(text(kContext, "expected an element <graph>, found <%1> without one", root));
    return finish();
  }

 private:
  [[noreturn]] void refuse(const Text& reason) const {
    throw Error(ErrorKind::Format, text(kContext, "%1, line %2: %3", m_name, m_xml.lineNumber(), reason));
  }

  [[nodiscard]] std::string attribute(const char* name) const {
    return m_xml.attributes().value(QLatin1String(name)).toString().toStdString();
  }

  void readKey() {
    const std::string domain = attribute("for");
    if (domain != "node" && domain != "all" && !domain.empty()) return;
    const std::string type = attribute("attr.type");
    const bool isNumber = type == "int" || type == "long" || type == "float" || type == "double";
    m_keys[attribute("id")] = {attribute("attr.name"), isNumber};
  }

  void readNode() {
    const std::string id = attribute("id");
    if (id.empty()) refuse(text(kContext, "a node has no id"));
    if (!m_positions.emplace(id, m_graph.nodes.size()).second)
      refuse(text(kContext, "the node \"%1\" is there twice", shownUtf8(id)));
    if (m_graph.nodes.size() >= static_cast<std::size_t>(kGraphLimit))
      throw Error(ErrorKind::Limit, text(kContext, "%1 has more than %2 nodes", m_name, kGraphLimit));
    m_graph.nodes.push_back(id);
    m_numbers.emplace_back();
    while (m_xml.readNextStartElement()) {
      if (m_xml.name() == QLatin1String("data")) {
        readNodeData();
      } else {
        m_xml.skipCurrentElement();
      }
    }
  }

  void readNodeData() {
    const std::string keyId = attribute("key");
    const std::string content = m_xml.readElementText(QXmlStreamReader::SkipChildElements).trimmed().toStdString();
    if (m_xml.hasError()) return;
    const auto key = m_keys.find(keyId);
    if (key == m_keys.end()) return;
    if (key->second.isNumber) {
      bool isNumber = false;
      const double number = QString::fromStdString(content).toDouble(&isNumber);
      if (!isNumber)
        refuse(text(kContext, "\"%1\" is no number, as the key \"%2\" asks for", shownUtf8(content),
                    shownUtf8(key->second.name)));
      m_numbers.back()[keyId] = number;
    } else if (key->second.name == "label" || key->second.name == "name") {
      m_graph.nodes.back() = content;
    }
  }

  void readEdge() {
    const std::string source = attribute("source");
    const std::string target = attribute("target");
    if (!addEnd(source))
      refuse(text(kContext, "the source of an edge, \"%1\", is no node above it", shownUtf8(source)));
    if (!addEnd(target))
      refuse(text(kContext, "the target of an edge, \"%1\", is no node above it", shownUtf8(target)));
    if (m_edges.size() > 2 * static_cast<std::size_t>(kGraphLimit))
      throw Error(ErrorKind::Limit, text(kContext, "%1 has more than %2 edges", m_name, kGraphLimit));
  }

  /// Whether the node of this end of an edge stands above the edge.
  [[nodiscard]] bool addEnd(const std::string& node) {
    const auto found = m_positions.find(node);
    if (found == m_positions.end()) return false;
    m_edges.push_back(static_cast<std::int32_t>(found->second));
    return true;
  }

  GraphInput finish() {
    const auto edgeCount = static_cast<std::int64_t>(m_edges.size() / 2);
    m_graph.edges = Tensor::fromInts({edgeCount, 2}, m_edges);
    std::vector<std::string> columns;
    for (const auto& [id, key] : m_keys) {
      if (!key.isNumber) continue;
      columns.push_back(id);
      m_graph.featureNames.push_back(key.name.empty() ? id : key.name);
    }
    if (columns.empty()) return std::move(m_graph);
    std::vector<double> values;
    for (const auto& numbers : m_numbers) {
      for (const std::string& column : columns) {
        const auto found = numbers.find(column);
        values.push_back(found == numbers.end() ? 0.0 : found->second);
      }
    }
    const Shape shape{static_cast<std::int64_t>(m_numbers.size()), static_cast<std::int64_t>(columns.size())};
    m_graph.features = Tensor::fromDoubles(shape, values);
    return std::move(m_graph);
  }

  std::string_view m_text;
  QXmlStreamReader m_xml;
  std::string m_name;
  std::map<std::string, Key> m_keys;
  std::map<std::string, std::size_t> m_positions;
  std::vector<std::map<std::string, double>> m_numbers;
  std::vector<std::int32_t> m_edges;
  GraphInput m_graph;
};

}  // namespace

GraphInput readGraphml(std::string_view text, std::string_view name) {
  return GraphmlReader(text, name).read();
}

}  // namespace heed::core
