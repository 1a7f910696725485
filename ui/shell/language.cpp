#include "ui/shell/language.h"

#include "ui/theme/resources.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLibraryInfo>
#include <QLocale>

namespace heed::ui {

namespace {

void announce() {
  QEvent change(QEvent::LanguageChange);
  QCoreApplication::sendEvent(QCoreApplication::instance(), &change);
}

}  // namespace

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
    if (m_own.isEmpty() && m_toolkit.isEmpty()) announce();
    return;
  }
  initResources();
  if (m_toolkit.isEmpty()) {
    static_cast<void>(
        m_toolkit.load(QStringLiteral("qtbase_zh_CN"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)));
  }
  if (m_own.isEmpty()) static_cast<void>(m_own.load(QStringLiteral(":/heed/translations/heed_zh.qm")));
  const bool toolkitSent = QCoreApplication::installTranslator(&m_toolkit);
  const bool isSent = QCoreApplication::installTranslator(&m_own) || toolkitSent;
  // Without a word that is translated nobody is told, but views also choose by language what is no word: fonts,
  // examples.
  if (!isSent) announce();
}

}  // namespace heed::ui
