#include "ui/theme/style.h"

#include "ui/theme/focus_ring.h"
#include "ui/theme/heed_style.h"

#include <QApplication>
#include <QToolTip>

#include <memory>

namespace heed::ui {

namespace {

/// Keeps an application and an appearance alike; a child of the application.
class StyleLink : public QObject {
  Q_OBJECT

 public:
  StyleLink(QApplication& application, const Appearance& appearance)
      : QObject(&application), m_application(application), m_appearance(appearance), m_ring(appearance, this) {
    connect(&appearance, &Appearance::changed, this, &StyleLink::apply);
    apply();
  }

 private:
  void apply() {
    if (m_appearance.scale() != m_scale) {
      m_scale = m_appearance.scale();
      applyFonts();
      // A new style, so that every widget asks for its sizes again.
      QApplication::setStyle(new HeedStyle(m_appearance));
    }
    QApplication::setPalette(paletteOf(m_appearance.theme()));
    QPalette toolTip = paletteOf(m_appearance.theme());
    toolTip.setColor(QPalette::WindowText, m_appearance.theme().onInk);
    QToolTip::setPalette(toolTip);
  }

  void applyFonts() {
    QApplication::setFont(m_appearance.font());
    for (const char* name : {"QPushButton", "QToolButton", "QTabBar"}) {
      QApplication::setFont(m_appearance.font(13, 500), name);
    }
    for (const char* name : {"QStatusBar", "QHeaderView", "QTipLabel"}) {
      QApplication::setFont(m_appearance.font(12), name);
    }
    QToolTip::setFont(m_appearance.font(12));
  }

  QApplication& m_application;
  const Appearance& m_appearance;
  FocusRing m_ring;
  double m_scale = 0;
};

}  // namespace

QPalette paletteOf(const Theme& theme) {
  QPalette palette;
  palette.setColor(QPalette::Window, theme.window);
  palette.setColor(QPalette::Base, theme.surface);
  palette.setColor(QPalette::AlternateBase, theme.sunken);
  palette.setColor(QPalette::Button, theme.surface);
  for (const QPalette::ColorRole role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText}) {
    palette.setColor(role, theme.text);
    palette.setColor(QPalette::Disabled, role, theme.text3);
  }
  palette.setColor(QPalette::PlaceholderText, theme.text3);
  palette.setColor(QPalette::BrightText, theme.onInk);
  palette.setColor(QPalette::Highlight, theme.ink);
  palette.setColor(QPalette::HighlightedText, theme.onInk);
  palette.setColor(QPalette::Disabled, QPalette::Highlight, theme.selected);
  palette.setColor(QPalette::Disabled, QPalette::HighlightedText, theme.text2);
  palette.setColor(QPalette::Light, theme.surface);
  palette.setColor(QPalette::Midlight, theme.hover);
  palette.setColor(QPalette::Mid, theme.border);
  palette.setColor(QPalette::Dark, theme.strong);
  palette.setColor(QPalette::Shadow, theme.control);
  palette.setColor(QPalette::ToolTipBase, theme.ink);
  palette.setColor(QPalette::ToolTipText, theme.onInk);
  palette.setColor(QPalette::Link, theme.text);
  palette.setColor(QPalette::LinkVisited, theme.text2);
  return palette;
}

void applyStyle(QApplication& application, const Appearance& appearance) {
  static const QString linkName = QStringLiteral("heedStyleLink");
  delete application.findChild<QObject*>(linkName, Qt::FindDirectChildrenOnly);
  auto* link = new StyleLink(application, appearance);
  link->setObjectName(linkName);
}

}  // namespace heed::ui

#include "style.moc"
