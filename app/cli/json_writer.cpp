#include "app/cli/json_writer.h"

#include <fmt/format.h>

#include <cmath>

namespace heed::app {

namespace {

template <typename Number>
std::string numberText(Number number) {
  if (std::isnan(number)) return "\"NaN\"";
  if (std::isinf(number)) return number > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  return fmt::format("{}", number);
}

}  // namespace

JsonWriter& JsonWriter::beginObject() {
  separate();
  m_text += '{';
  m_first = true;
  return *this;
}

JsonWriter& JsonWriter::endObject() {
  m_text += '}';
  m_first = false;
  return *this;
}

JsonWriter& JsonWriter::beginArray() {
  separate();
  m_text += '[';
  m_first = true;
  return *this;
}

JsonWriter& JsonWriter::endArray() {
  m_text += ']';
  m_first = false;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  value(name);
  m_text += ':';
  m_first = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  m_text += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      m_text += '\\';
      m_text += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      m_text += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      m_text += c;
    }
  }
  m_text += '"';
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  separate();
  m_text += numberText(number);
  return *this;
}

JsonWriter& JsonWriter::value(float number) {
  separate();
  m_text += numberText(number);
  return *this;
}

JsonWriter& JsonWriter::value(std::int64_t number) {
  separate();
  m_text += std::to_string(number);
  return *this;
}

JsonWriter& JsonWriter::value(bool flag) {
  separate();
  m_text += flag ? "true" : "false";
  return *this;
}

JsonWriter& JsonWriter::value(const std::vector<std::string>& texts) {
  beginArray();
  for (const std::string& text : texts) value(std::string_view(text));
  return endArray();
}

JsonWriter& JsonWriter::null() {
  separate();
  m_text += "null";
  return *this;
}

JsonWriter& JsonWriter::shape(const core::Shape& shape) {
  beginArray();
  for (const std::int64_t size : shape) value(size);
  return endArray();
}

JsonWriter& JsonWriter::tensor(const core::Tensor& tensor) {
  nested(tensor, 0, 0);
  return *this;
}

void JsonWriter::separate() {
  if (!m_first) m_text += ',';
  m_first = false;
}

void JsonWriter::nested(const core::Tensor& tensor, int axis, std::int64_t offset) {
  const core::Shape& shape = tensor.shape();
  if (axis == shape.rank()) {
    switch (tensor.kind()) {
      case core::ElementKind::Float32:
        value(tensor.floats()[static_cast<std::size_t>(offset)]);
        return;
      case core::ElementKind::Bool:
        value(tensor.at(offset) != 0.0);
        return;
      case core::ElementKind::Float64:
      case core::ElementKind::Int32:
        value(tensor.at(offset));
        return;
    }
  }
  const std::int64_t stride = shape.part(axis + 1, shape.rank()).elementCount();
  beginArray();
  for (std::int64_t i = 0; i < shape[axis]; ++i) nested(tensor, axis + 1, offset + i * stride);
  endArray();
}

}  // namespace heed::app
