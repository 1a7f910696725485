#pragma once

#include "ui/shell/settings.h"

#include <QTranslator>

namespace heed::ui {

/// The language of the window. A change reaches every widget as QEvent::LanguageChange, without a restart.
class Language {
 public:
  Language() = default;
  ~Language();
  Language(const Language&) = delete;
  Language& operator=(const Language&) = delete;

  void choose(LanguageChoice choice);
  [[nodiscard]] bool isChinese() const { return m_isChinese; }

  /// What the choice comes to on this machine: English or Chinese.
  [[nodiscard]] static LanguageChoice resolved(LanguageChoice choice);

 private:
  QTranslator m_own;
  QTranslator m_toolkit;  ///< Qt's own dialogs
  bool m_isChinese = false;
};

}  // namespace heed::ui
