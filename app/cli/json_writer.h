#pragma once

#include "core/tensor/tensor.h"

#include <cstdint>
#include <cstdio>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace heed::app {

/// Writes JSON to a file as it goes along, so that large results never stand in memory as text. Numbers are in the
/// shortest form that reads back the same; NaN and the infinities, which JSON lacks, are the strings "NaN", "Infinity"
/// and "-Infinity". Every function may throw core::Error{File} if the file takes no more, or core::Cancelled.
class JsonWriter {
 public:
  explicit JsonWriter(std::FILE* file = stdout, std::stop_token stop = {});

  JsonWriter& beginObject();
  JsonWriter& endObject();
  JsonWriter& beginArray();
  JsonWriter& endArray();
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(double number);
  JsonWriter& value(float number);
  JsonWriter& value(std::int64_t number);
  JsonWriter& value(std::size_t number) { return value(static_cast<std::int64_t>(number)); }
  JsonWriter& value(int number) { return value(static_cast<std::int64_t>(number)); }
  JsonWriter& value(bool flag);
  JsonWriter& value(const std::vector<std::string>& texts);
  JsonWriter& null();
  /// The sizes as an array.
  JsonWriter& shape(const core::Shape& shape);
  /// Nested arrays, one level a dimension, in the precision of the tensor.
  JsonWriter& tensor(const core::Tensor& tensor);

  template <typename T>
  JsonWriter& member(std::string_view name, const T& content) {
    key(name);
    return value(content);
  }

  /// Ends the line and hands everything to the file.
  void finish();

 private:
  void separate();
  void flush();
  template <typename Number>
  void appendNumber(Number number);
  void nested(const core::Tensor& tensor, int axis, std::int64_t offset);

  std::FILE* m_file;
  std::stop_token m_stop;
  std::string m_text;  ///< what the file has not yet got
  bool m_first = true;
};

}  // namespace heed::app
