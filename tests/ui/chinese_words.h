#pragma once

#include "core/base/text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <algorithm>

namespace heed::test {

/// What has no Chinese word: names of functions, of a network and of a rule, and numbers that only their name is known
/// by.
inline bool isName(const QString& words) {
  static const QStringList names{"ReLU", "GELU (erf)", "GELU (tanh)", "ELU", "GRU", "Glorot", "Logits", "Epsilon"};
  return names.contains(words);
}

inline bool isChinese(const QString& words) {
  return std::ranges::any_of(words, [](QChar c) { return c.script() == QChar::Script_Han; });
}

/// The places for arguments, each as often as it stands there: "%1", "%2", "%n".
inline QStringList places(const QString& pattern) {
  static const QRegularExpression place(QStringLiteral("%([1-9]|n)"));
  QStringList found;
  for (auto matches = place.globalMatch(pattern); matches.hasNext();) found << matches.next().captured();
  found.sort();
  return found;
}

/// Why a text of core is not in Chinese; empty if it is.
inline QString fault(const core::Text& text) {
  if (text.isEmpty()) return {};
  for (const core::Text& part : text.texts) {
    if (const QString inside = fault(part); !inside.isEmpty()) return inside;
  }
  const QString source = QString::fromStdString(text.pattern);
  const QString translation = QCoreApplication::translate(text.context.c_str(), text.pattern.c_str());
  static const QRegularExpression word(QStringLiteral("[A-Za-z]{2}"));
  const bool hasWords = QString(source).remove(QRegularExpression(QStringLiteral("%[1-9]"))).contains(word);
  if (hasWords && !isName(source) && !isChinese(translation)) return "not in Chinese: " + source;
  if (places(source) != places(translation)) return "other places: " + source + " | " + translation;
  return {};
}

}  // namespace heed::test
