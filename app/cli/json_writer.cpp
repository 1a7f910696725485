#include "app/cli/json_writer.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <iterator>
#include <utility>

namespace heed::app {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 18U;

}  // namespace

JsonWriter::JsonWriter(std::FILE* file, std::stop_token stop) : m_file(file), m_stop(std::move(stop)) {}

void JsonWriter::finish() {
  m_text += '\n';
  flush();
  std::fflush(m_file);
}

void JsonWriter::flush() {
  if (m_stop.stop_requested()) throw core::Cancelled();
  if (std::fwrite(m_text.data(), 1, m_text.size(), m_file) != m_text.size()) {
    throw core::Error(core::ErrorKind::File,
                      core::text("Output", "the result cannot be written: %1", std::strerror(errno)));
  }
  m_text.clear();
}

template <typename Number>
void JsonWriter::appendNumber(Number number) {
  separate();
  if (std::isnan(number)) {
    m_text += "\"NaN\"";
  } else if (std::isinf(number)) {
    m_text += number > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  } else {
    fmt::format_to(std::back_inserter(m_text), "{}", number);
  }
}

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
  appendNumber(number);
  return *this;
}

JsonWriter& JsonWriter::value(float number) {
  appendNumber(number);
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
  if (m_text.size() >= kPieceBytes) flush();
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
