#include "ui/shell/language.h"

#include "ui/theme/resources.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace heed::ui {

Language::~Language() {
  if (QCoreApplication::instance() == nullptr) return;
  QCoreApplication::removeTranslator(&m_own);
  QCoreApplication::removeTranslator(&m_toolkit);
}

LanguageChoice Language::resolved(LanguageChoice choice) {
  if (choice != LanguageChoice::System) return choice;
  return QLocale::system().language() == QLocale::Chinese ? LanguageChoice::Chinese : LanguageChoice::English;
}

void Language::choose(LanguageChoice choice) {
  const bool isChinese = resolved(choice) == LanguageChoice::Chinese;
  if (isChinese == m_isChinese) return;
  m_isChinese = isChinese;
  if (!isChinese) {
    QCoreApplication::removeTranslator(&m_own);
    QCoreApplication::removeTranslator(&m_toolkit);
    return;
  }
  initResources();
  if (m_toolkit.isEmpty()) {
    static_cast<void>(
        m_toolkit.load(QStringLiteral("qtbase_zh_CN"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)));
  }
  if (m_own.isEmpty()) static_cast<void>(m_own.load(QStringLiteral(":/heed/translations/heed_zh.qm")));
  QCoreApplication::installTranslator(&m_toolkit);
  QCoreApplication::installTranslator(&m_own);
}

}  // namespace heed::ui
