#include "core/base/utf8.h"

#include "core/base/error.h"

namespace heed::core {

namespace {

/// What a first byte says: how many bytes, the bits it gives, and the range of the second byte.
struct Lead {
  std::size_t length = 0;
  unsigned bits = 0;
  unsigned secondLow = 0x80;
  unsigned secondHigh = 0xBF;
};

Lead leadOf(unsigned byte) {
  if (byte < 0x80) return {1, byte};
  if (byte >= 0xC2 && byte <= 0xDF) return {2, byte & 0x1FU};
  if (byte == 0xE0) return {3, 0, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x0D, 0x80, 0x9F};
  if (byte >= 0xE1 && byte <= 0xEF) return {3, byte & 0x0FU};
  if (byte == 0xF0) return {4, 0, 0x90, 0xBF};
  if (byte >= 0xF1 && byte <= 0xF3) return {4, byte & 0x07U};
  if (byte == 0xF4) return {4, 4, 0x80, 0x8F};
  return {};
}

unsigned byteAt(std::string_view bytes, std::size_t position) {
  return static_cast<unsigned char>(bytes[position]);
}

}  // namespace

Utf8Character decodeUtf8(std::string_view bytes, std::size_t position) {
  HEED_ASSERT(position < bytes.size());
  const Lead lead = leadOf(byteAt(bytes, position));
  if (lead.length == 0 || lead.length > bytes.size() - position) return {};
  char32_t codePoint = lead.bits;
  for (std::size_t i = 1; i < lead.length; ++i) {
    const unsigned byte = byteAt(bytes, position + i);
    const bool fits = i == 1 ? byte >= lead.secondLow && byte <= lead.secondHigh : byte >= 0x80 && byte <= 0xBF;
    if (!fits) return {};
    codePoint = (codePoint << 6U) | (byte & 0x3FU);
  }
  return {codePoint, lead.length};
}

std::optional<std::size_t> firstInvalidUtf8(std::string_view bytes) {
  std::size_t position = 0;
  while (position < bytes.size()) {
    const Utf8Character character = decodeUtf8(bytes, position);
    if (character.length == 0) return position;
    position += character.length;
  }
  return std::nullopt;
}

std::string shownUtf8(std::string_view bytes, std::size_t longest) {
  std::string shown;
  std::size_t position = 0;
  while (position < bytes.size()) {
    const Utf8Character character = decodeUtf8(bytes, position);
    const std::size_t length = character.length == 0 ? 1 : character.length;
    if (position + length > longest) return shown + "...";
    if (character.length == 0) {
      shown += "\xEF\xBF\xBD";
    } else {
      shown += bytes.substr(position, length);
    }
    position += length;
  }
  return shown;
}

void appendUtf8(std::string& bytes, char32_t codePoint) {
  HEED_ASSERT(codePoint <= 0x10FFFF && (codePoint < 0xD800 || codePoint > 0xDFFF));
  const auto append = [&bytes](char32_t byte) { bytes += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (codePoint < 0x80) {
    append(codePoint);
    return;
  }
  if (codePoint < 0x800) {
    append(0xC0U | (codePoint >> 6U));
  } else if (codePoint < 0x10000) {
    append(0xE0U | (codePoint >> 12U));
    append(0x80U | ((codePoint >> 6U) & 0x3FU));
  } else {
    append(0xF0U | (codePoint >> 18U));
    append(0x80U | ((codePoint >> 12U) & 0x3FU));
    append(0x80U | ((codePoint >> 6U) & 0x3FU));
  }
  append(0x80U | (codePoint & 0x3FU));
}

}  // namespace heed::core
