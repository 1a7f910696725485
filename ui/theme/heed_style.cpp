#include "ui/theme/heed_style.h"

#include "ui/theme/style_parts.h"
#include "ui/widgets/icon.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QStyleOption>
#include <QTabBar>
#include <QToolButton>

namespace heed::ui {

namespace {

void fillBelow(QPainter& painter, const QRect& rect, const QColor& ground, const QColor& line, Qt::Edge edge,
               int width) {
  painter.fillRect(rect, ground);
  QRect strip = rect;
  if (edge == Qt::TopEdge) {
    strip.setHeight(width);
  } else {
    strip.setTop(rect.bottom() + 1 - width);
  }
  painter.fillRect(strip, line);
}

/// What is dragged to share the space anew: wider than the line that is seen.
void paintDivider(QPainter& painter, const QRect& rect, const Theme& theme, int width) {
  painter.fillRect(rect, theme.surface);
  QRect line = rect;
  if (rect.width() < rect.height()) {
    line.setWidth(width);
    line.moveLeft(rect.center().x());
  } else {
    line.setHeight(width);
    line.moveTop(rect.center().y());
  }
  painter.fillRect(line, theme.border);
}

/// The option with the colour that its text is to have, whichever role the base style takes it from.
template <typename Option>
Option withTextColor(const Option& option, const QColor& color) {
  Option copy(option);
  for (const QPalette::ColorRole role : {QPalette::ButtonText, QPalette::WindowText, QPalette::HighlightedText}) {
    copy.palette.setColor(role, color);
  }
  return copy;
}

QString arrowName(QStyle::PrimitiveElement element) {
  switch (element) {
    case QStyle::PE_IndicatorArrowUp:
    case QStyle::PE_IndicatorSpinUp:
      return QStringLiteral("up");
    case QStyle::PE_IndicatorArrowLeft:
      return QStringLiteral("chevl");
    case QStyle::PE_IndicatorArrowRight:
      return QStringLiteral("chev");
    default:
      return QStringLiteral("down");
  }
}

/// Icon and words of a tool button, in the middle of `place`; words below the icon are left to the base style.
void paintToolLabel(const Appearance& look, const QStyleOptionToolButton& option, QPainter& painter, const QRect& place,
                    const QColor& color) {
  const bool hasIcon = !option.icon.isNull() && option.toolButtonStyle != Qt::ToolButtonTextOnly;
  const bool hasText = !option.text.isEmpty() && (option.toolButtonStyle != Qt::ToolButtonIconOnly || !hasIcon);
  const int gap = hasIcon && hasText ? look.px(6) : 0;
  const int glyph = hasIcon ? option.iconSize.width() : 0;
  const QFontMetrics metrics(option.font);
  const int words = hasText ? metrics.size(Qt::TextShowMnemonic, option.text).width() : 0;
  const int left = place.left() + (place.width() - glyph - gap - words) / 2;
  const auto placed = [&](const QRect& logical) { return QStyle::visualRect(option.direction, place, logical); };
  if (hasIcon) {
    const bool isEnabled = option.state.testFlag(QStyle::State_Enabled);
    const bool isHot = option.state.testFlag(QStyle::State_MouseOver) && option.state.testFlag(QStyle::State_AutoRaise);
    const QRect pixels(left, place.top() + (place.height() - option.iconSize.height()) / 2, glyph,
                       option.iconSize.height());
    option.icon.paint(&painter, placed(pixels), Qt::AlignCenter,
                      !isEnabled ? QIcon::Disabled : (isHot ? QIcon::Active : QIcon::Normal),
                      option.state.testFlag(QStyle::State_On) ? QIcon::On : QIcon::Off);
  }
  if (hasText) {
    painter.setFont(option.font);
    painter.setPen(color);
    painter.drawText(placed(QRect(left + glyph + gap, place.top(), words, place.height())),
                     Qt::AlignCenter | Qt::TextHideMnemonic | Qt::TextSingleLine, option.text);
  }
}

void paintToolButton(const Appearance& look, const QStyleOptionToolButton& option, QPainter& painter,
                     const QWidget* widget, const QStyle& style) {
  const bool hasMenuPart = option.features.testFlag(QStyleOptionToolButton::MenuButtonPopup);
  const bool hasArrow = option.features.testFlag(QStyleOptionToolButton::HasMenu) && !hasMenuPart &&
                        option.toolButtonStyle != Qt::ToolButtonIconOnly && !option.text.isEmpty();
  style::paintButtonPanel(look, option, painter, widget);
  const QColor color = style::buttonTextColor(look, option, widget);
  QRect place = option.rect;
  if (hasMenuPart) {
    const QRect menu = style::splitMenuRect(look, option);
    place = style.subControlRect(QStyle::CC_ToolButton, &option, QStyle::SC_ToolButton, widget);
    QColor line = color;
    line.setAlphaF(0.3F);
    const int inset = look.px(6);
    painter.fillRect(menu.left(), menu.top() + inset, 1, menu.height() - 2 * inset, line);
    style::paintGlyph(painter, QRectF(menu), look.px(14), QStringLiteral("down"), color);
  } else if (hasArrow) {
    const QRect arrow(option.rect.right() + 1 - look.px(24), option.rect.top(), look.px(20), option.rect.height());
    style::paintGlyph(painter, QRectF(QStyle::visualRect(option.direction, option.rect, arrow)), look.px(14),
                      QStringLiteral("down"), color);
    place = QStyle::visualRect(option.direction, option.rect, option.rect.adjusted(0, 0, -look.px(18), 0));
  }
  if (option.toolButtonStyle == Qt::ToolButtonTextUnderIcon) {
    QStyleOptionToolButton label = withTextColor(option, color);
    label.rect = place;
    style.drawControl(QStyle::CE_ToolButtonLabel, &label, &painter, widget);
  } else {
    paintToolLabel(look, option, painter, place, color);
  }
}

}  // namespace

HeedStyle::HeedStyle(const Appearance& appearance) : QProxyStyle(QStringLiteral("Fusion")), m_appearance(appearance) {}

void HeedStyle::polish(QWidget* widget) {
  QProxyStyle::polish(widget);
  const bool reacts = qobject_cast<QAbstractButton*>(widget) != nullptr ||
                      qobject_cast<QComboBox*>(widget) != nullptr ||
                      qobject_cast<QAbstractSpinBox*>(widget) != nullptr ||
                      qobject_cast<QAbstractSlider*>(widget) != nullptr || qobject_cast<QTabBar*>(widget) != nullptr;
  if (reacts) widget->setAttribute(Qt::WA_Hover, true);
}

void HeedStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const {
  const Theme& theme = m_appearance.theme();
  const int line = m_appearance.px(1);
  switch (element) {
    case PE_PanelButtonCommand:
    case PE_PanelButtonTool:
    case PE_PanelButtonBevel:
      style::paintButtonPanel(m_appearance, *option, *painter, widget);
      return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
      style::paintCheckBox(m_appearance, *option, *painter);
      return;
    case PE_IndicatorRadioButton:
      style::paintRadioButton(m_appearance, *option, *painter);
      return;
    case PE_PanelLineEdit:
      if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option); frame && frame->lineWidth > 0) {
        style::paintField(m_appearance, *option, *painter);
      }
      return;
    case PE_FrameLineEdit:
    case PE_FrameFocusRect:
      if (element == PE_FrameFocusRect && option->state.testFlag(State_Item) &&
          !option->state.testFlag(State_Selected)) {
        style::paintBox(*painter, QRectF(option->rect), 0, QColor(), theme.ink, m_appearance.px(2));
      }
      return;
    case PE_PanelItemViewItem:
      if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option)) {
        style::paintItemGround(m_appearance, *item, *painter);
      }
      return;
    case PE_PanelItemViewRow:
      if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
          item && item->features.testFlag(QStyleOptionViewItem::Alternate)) {
        painter->fillRect(option->rect, theme.sunken);
      }
      return;
    case PE_PanelTipLabel:
      painter->fillRect(option->rect, theme.ink);
      return;
    case PE_PanelMenu:
      painter->fillRect(option->rect, theme.surface);
      return;
    case PE_FrameMenu:
    case PE_FrameWindow:
      style::paintBox(*painter, QRectF(option->rect), 0, QColor(), theme.strong, line);
      return;
    case PE_Frame:
      style::paintBox(*painter, QRectF(option->rect), 0, QColor(), theme.border, line);
      return;
    case PE_FrameGroupBox:
      style::paintBox(*painter, QRectF(option->rect), m_appearance.px(8), QColor(), theme.border, line);
      return;
    case PE_PanelStatusBar:
      fillBelow(*painter, option->rect, theme.window, theme.border, Qt::TopEdge, line);
      return;
    case PE_FrameTabWidget:
    case PE_FrameTabBarBase:
      fillBelow(*painter, QRect(option->rect.left(), option->rect.top(), option->rect.width(), line), theme.border,
                theme.border, Qt::TopEdge, line);
      return;
    case PE_PanelScrollAreaCorner:
    case PE_FrameStatusBarItem:
    case PE_FrameDockWidget:
    case PE_PanelMenuBar:
    case PE_FrameButtonTool:
    case PE_IndicatorToolBarSeparator:
      if (element == PE_IndicatorToolBarSeparator) {
        const QRect& all = option->rect;
        if (option->state.testFlag(State_Horizontal)) {
          painter->fillRect(all.center().x(), all.center().y() - m_appearance.px(10), line, m_appearance.px(20),
                            theme.border);
        } else {
          painter->fillRect(all.center().x() - m_appearance.px(10), all.center().y(), m_appearance.px(20), line,
                            theme.border);
        }
      }
      return;
    case PE_IndicatorDockWidgetResizeHandle:
      paintDivider(*painter, option->rect, theme, line);
      return;
    case PE_IndicatorArrowUp:
    case PE_IndicatorArrowDown:
    case PE_IndicatorArrowLeft:
    case PE_IndicatorArrowRight:
    case PE_IndicatorSpinUp:
    case PE_IndicatorSpinDown:
      style::paintGlyph(*painter, QRectF(option->rect), m_appearance.px(14), arrowName(element),
                        option->state.testFlag(State_Enabled) ? theme.text2 : theme.control);
      return;
    default:
      QProxyStyle::drawPrimitive(element, option, painter, widget);
  }
}

void HeedStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                            const QWidget* widget) const {
  const Theme& theme = m_appearance.theme();
  const int line = m_appearance.px(1);
  if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
    if (element == CE_MenuItem)
      return style::paintMenuItem(m_appearance, *item, *painter, style::menuPictureSize(widget));
    if (element == CE_MenuBarItem) return style::paintMenuBarItem(m_appearance, *item, *painter);
  }
  switch (element) {
    case CE_PushButtonLabel:
      if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
        const QStyleOptionButton colored =
            withTextColor(*button, style::buttonTextColor(m_appearance, *button, widget));
        QProxyStyle::drawControl(element, &colored, painter, widget);
      }
      return;
    case CE_TabBarTabShape:
      if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) {
        style::paintTab(m_appearance, *tab, *painter);
      }
      return;
    case CE_TabBarTabLabel:
      if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) {
        const bool isCurrent = tab->state.testFlag(State_Selected);
        const QStyleOptionTab colored = withTextColor(*tab, isCurrent ? theme.onInk : theme.text2);
        QProxyStyle::drawControl(element, &colored, painter, widget);
      }
      return;
    case CE_ItemViewItem:
      if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option)) {
        QStyleOptionViewItem colored(*item);
        colored.palette.setColor(QPalette::HighlightedText, item->palette.color(QPalette::Text));
        QProxyStyle::drawControl(element, &colored, painter, widget);
      }
      return;
    case CE_ProgressBar:
      if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option)) {
        style::paintProgress(m_appearance, *bar, *painter);
      }
      return;
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
      fillBelow(*painter, option->rect, theme.surface, theme.border, Qt::BottomEdge, line);
      return;
    case CE_MenuEmptyArea:
      painter->fillRect(option->rect, theme.surface);
      return;
    case CE_MenuBarEmptyArea:
      painter->fillRect(option->rect, theme.window);
      return;
    case CE_ToolBar:
      painter->fillRect(option->rect, option->palette.color(QPalette::Window));
      return;
    case CE_Splitter:
      paintDivider(*painter, option->rect, theme, line);
      return;
    default:
      QProxyStyle::drawControl(element, option, painter, widget);
  }
}

void HeedStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                   const QWidget* widget) const {
  if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option); combo && control == CC_ComboBox) {
    style::paintComboBox(m_appearance, *combo, *painter);
  } else if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option); spin && control == CC_SpinBox) {
    style::paintSpinBox(m_appearance, *spin, *painter);
  } else if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
             slider && control == CC_ScrollBar) {
    style::paintScrollBar(m_appearance, *slider, *painter);
  } else if (slider && control == CC_Slider) {
    style::paintSlider(m_appearance, *slider, *painter, subControlRect(CC_Slider, option, SC_SliderHandle, widget));
  } else if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
             button && control == CC_ToolButton) {
    paintToolButton(m_appearance, *button, *painter, widget, *this);
  } else {
    QProxyStyle::drawComplexControl(control, option, painter, widget);
  }
}

QRect HeedStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                const QWidget* widget) const {
  if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
      combo && control == CC_ComboBox && part != SC_ComboBoxListBoxPopup) {
    return style::comboBoxPart(m_appearance, *combo, part);
  }
  if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option); spin && control == CC_SpinBox) {
    return style::spinBoxPart(m_appearance, *spin, part);
  }
  if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option); bar && control == CC_ScrollBar) {
    return style::scrollBarPart(m_appearance, *bar, part);
  }
  if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
      button && control == CC_ToolButton && button->features.testFlag(QStyleOptionToolButton::MenuButtonPopup)) {
    const QRect menu = style::splitMenuRect(m_appearance, *button);
    if (part == SC_ToolButtonMenu) return menu;
    const QRect logical = option->rect.adjusted(0, 0, -menu.width(), 0);
    return visualRect(option->direction, option->rect, logical);
  }
  return QProxyStyle::subControlRect(control, option, part, widget);
}

QRect HeedStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
  if (element == SE_LineEditContents) {
    const QRect inner = QProxyStyle::subElementRect(element, option, widget);
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
    const bool isFramed = frame != nullptr && frame->lineWidth > 0;
    return isFramed ? inner.adjusted(m_appearance.px(4), 0, -m_appearance.px(4), 0) : inner;
  }
  return QProxyStyle::subElementRect(element, option, widget);
}

QSize HeedStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                  const QWidget* widget) const {
  const int row = m_appearance.px(28);
  switch (type) {
    case CT_PushButton:
      if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
        return style::pushButtonSize(m_appearance, *button);
      }
      break;
    case CT_ToolButton:
      if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option)) {
        const bool isIcon = button->toolButtonStyle == Qt::ToolButtonIconOnly || button->text.isEmpty();
        const bool hasArrow = button->features.testFlag(QStyleOptionToolButton::HasMenu) && !isIcon &&
                              !button->features.testFlag(QStyleOptionToolButton::MenuButtonPopup);
        const int width = size.width() + m_appearance.px(isIcon ? 8 : 20) + (hasArrow ? m_appearance.px(16) : 0);
        return {std::max(width, row), std::max(size.height() + m_appearance.px(8), row)};
      }
      break;
    case CT_LineEdit:
      return {size.width() + m_appearance.px(16), std::max(size.height() + m_appearance.px(8), row)};
    case CT_ComboBox:
      return {size.width() + m_appearance.px(34), std::max(size.height() + m_appearance.px(8), row)};
    case CT_SpinBox:
      return {size.width() + m_appearance.px(26), std::max(size.height(), row)};
    case CT_MenuItem:
      if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
        return style::menuItemSize(m_appearance, *item, size, style::menuPictureSize(widget));
      }
      break;
    case CT_MenuBarItem:
      return {size.width() + m_appearance.px(20), std::max(size.height(), row)};
    case CT_TabBarTab:
      return {size.width() + m_appearance.px(4), std::max(size.height(), row)};
    case CT_ItemViewItem: {
      const QSize item = QProxyStyle::sizeFromContents(type, option, size, widget);
      return {item.width() + m_appearance.px(6), std::max(item.height(), row)};
    }
    default:
      break;
  }
  return QProxyStyle::sizeFromContents(type, option, size, widget);
}

int HeedStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
  switch (metric) {
    case PM_ButtonIconSize:
    case PM_SmallIconSize:
    case PM_ListViewIconSize:
    case PM_TabBarIconSize:
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
    case PM_SliderLength:
    case PM_SliderThickness:
    case PM_SliderControlThickness:
      return m_appearance.px(16);
    case PM_ToolBarIconSize:
      return m_appearance.px(18);
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
    case PM_MenuBarPanelWidth:
    case PM_MenuBarVMargin:
    case PM_MenuBarHMargin:
    case PM_MenuBarItemSpacing:
    case PM_MenuHMargin:
    case PM_DockWidgetFrameWidth:
    case PM_DockWidgetTitleMargin:
    case PM_ToolBarFrameWidth:
    case PM_TabBarBaseOverlap:
    case PM_TabBarTabShiftVertical:
      return 0;
    case PM_MenuPanelWidth:
    case PM_SplitterWidth:
    case PM_DockWidgetSeparatorExtent:
      return m_appearance.px(metric == PM_MenuPanelWidth ? 1 : 5);
    case PM_MenuVMargin:
      return m_appearance.px(4);
    case PM_MenuButtonIndicator:
      return m_appearance.px(22);
    case PM_ScrollBarExtent:
      return m_appearance.px(12);
    case PM_ScrollBarSliderMin:
      return m_appearance.px(28);
    case PM_ToolTipLabelFrameWidth:
      return m_appearance.px(6);
    case PM_FocusFrameHMargin:
      // Views take it for the margin of their words.
      return m_appearance.px(qobject_cast<const QAbstractItemView*>(widget) == nullptr ? 4 : 8);
    case PM_FocusFrameVMargin:
      return m_appearance.px(4);
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin:
      return m_appearance.px(12);
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing:
    case PM_ToolBarItemSpacing:
      return m_appearance.px(8);
    default:
      return QProxyStyle::pixelMetric(metric, option, widget);
  }
}

int HeedStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                         QStyleHintReturn* result) const {
  switch (hint) {
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_ComboBox_Popup:
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_Widget_Animation_Duration:
    case SH_Widget_Animate:
    case SH_UnderlineShortcut:
      return 0;
    case SH_FocusFrame_AboveWidget:
    case SH_ItemView_ShowDecorationSelected:
      return 1;
    case SH_FocusFrame_Mask:
      return 0;
    case SH_ToolTipLabel_Opacity:
      return 255;
    case SH_Slider_AbsoluteSetButtons:
      return Qt::LeftButton;
    case SH_ToolTip_WakeUpDelay:
      return 500;
    default:
      return QProxyStyle::styleHint(hint, option, widget, result);
  }
}

QIcon HeedStyle::standardIcon(StandardPixmap pixmap, const QStyleOption* option, const QWidget* widget) const {
  switch (pixmap) {
    case SP_LineEditClearButton:
    case SP_TitleBarCloseButton:
    case SP_DockWidgetCloseButton:
      return icon(QStringLiteral("close"), m_appearance, IconTone::Hint);
    case SP_MessageBoxWarning:
      return icon(QStringLiteral("warn"), m_appearance, IconTone::Warning);
    case SP_MessageBoxCritical:
      return icon(QStringLiteral("error"), m_appearance, IconTone::Error);
    case SP_MessageBoxInformation:
      return icon(QStringLiteral("info"), m_appearance, IconTone::Text);
    case SP_MessageBoxQuestion:
      return icon(QStringLiteral("help"), m_appearance, IconTone::Text);
    case SP_ToolBarHorizontalExtensionButton:
    case SP_ToolBarVerticalExtensionButton:
      return icon(QStringLiteral("more"), m_appearance);
    default:
      return QProxyStyle::standardIcon(pixmap, option, widget);
  }
}

}  // namespace heed::ui
