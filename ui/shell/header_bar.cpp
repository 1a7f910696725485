#include "ui/shell/header_bar.h"

#include "ui/document/document.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/follow.h"
#include "ui/widgets/icon.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QPainter>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr double kHeight = 40;
constexpr double kMarkWidth = 64;
constexpr double kMark = 24;

/// The space for the mark, above the rail.
class Mark : public QWidget {
 public:
  Mark(const Appearance& appearance, QWidget* parent) : QWidget(parent), m_appearance(appearance) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
  }

  [[nodiscard]] QSize sizeHint() const override { return {m_appearance.px(kMarkWidth), m_appearance.px(kHeight)}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const double size = m_appearance.px(kMark);
    const QRectF box((width() - size) / 2, (height() - size) / 2, size, size);
    paintIcon(painter, box, QStringLiteral("mark"), m_appearance.theme().ink);
  }

 private:
  const Appearance& m_appearance;
};

}  // namespace

HeaderBar::HeaderBar(CommandSet& commands, Document& document, const Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      m_commands(commands),
      m_document(document),
      m_appearance(appearance),
      m_menuBar(new QMenuBar(this)),
      m_right(new QWidget(this)),
      m_name(new QLabel(this)),
      m_undo(new IconButton(QStringLiteral("undo"), {}, appearance, m_right)),
      m_redo(new IconButton(QStringLiteral("redo"), {}, appearance, m_right)),
      m_backend(new QToolButton(m_right)),
      m_theme(new IconButton(QStringLiteral("theme"), {}, appearance, m_right)),
      m_export(new SplitButton(QStringLiteral("export"), {}, appearance, m_right, ButtonLook::Primary)) {
  m_menuBar->setNativeMenuBar(false);
  m_name->setTextFormat(Qt::RichText);
  m_name->setAttribute(Qt::WA_TransparentForMouseEvents);
  m_backend->setPopupMode(QToolButton::InstantPopup);
  m_backend->setToolButtonStyle(Qt::ToolButtonTextOnly);
  m_backend->setFocusPolicy(Qt::StrongFocus);
  setButtonLook(*m_backend, ButtonLook::Flat);

  auto* right = new QHBoxLayout(m_right);
  for (QWidget* widget :
       {static_cast<QWidget*>(m_undo), static_cast<QWidget*>(m_redo), static_cast<QWidget*>(m_backend),
        static_cast<QWidget*>(m_theme), static_cast<QWidget*>(m_export)}) {
    right->addWidget(widget, 0, Qt::AlignVCenter);
  }
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(new Mark(appearance, this));
  layout->addWidget(m_menuBar, 0, Qt::AlignVCenter);
  layout->addStretch(1);
  layout->addWidget(m_right);

  retranslate();
  m_undo->setCommand(m_commands.action(QStringLiteral("edit.undo")));
  m_redo->setCommand(m_commands.action(QStringLiteral("edit.redo")));
  m_theme->setCommand(m_commands.action(QStringLiteral("view.theme")));
  connect(m_export, &QToolButton::clicked, &m_commands.action(QStringLiteral("file.export")), &QAction::trigger);
  connect(&m_document, &Document::nameChanged, this, &HeaderBar::showName);
  connect(&m_document, &Document::changed, this, &HeaderBar::showName);
  follow(*this, appearance, [this] {
    m_right->layout()->setContentsMargins(0, 0, m_appearance.px(12), 0);
    m_right->layout()->setSpacing(m_appearance.px(8));
    m_backend->setFont(m_appearance.font(12, 500, FontUse::Numbers));
    setFixedHeight(m_appearance.px(kHeight));
    showName();
  });
}

QSize HeaderBar::sizeHint() const {
  return {m_appearance.px(1100), m_appearance.px(kHeight)};
}

void HeaderBar::showName() {
  m_name->setFont(m_appearance.font(13, 600));
  const QString soft = m_appearance.theme().text2.name();
  const bool isTemplate = m_document.path().isEmpty();
  QString after;
  if (m_document.isModified()) {
    after = tr("edited", "the document has changes that are not saved");
  } else if (isTemplate) {
    after = tr("example", "the document is a template");
  }
  QString text = m_document.name().toHtmlEscaped();
  if (!after.isEmpty()) {
    text += QStringLiteral("<span style=\"font-weight:400; color:%1\"> &middot; %2</span>").arg(soft, after);
  }
  m_name->setText(text);
  placeName();
}

void HeaderBar::placeName() {
  const QSize wanted = m_name->sizeHint();
  const int from = m_menuBar->geometry().right() + m_appearance.px(12);
  const int to = m_right->geometry().left() - m_appearance.px(12);
  const int space = std::max(to - from, 0);
  const int nameWidth = std::min(wanted.width(), space);
  // In the middle of the window where the menus leave room for it.
  const int left = std::clamp((width() - nameWidth) / 2, from, std::max(to - nameWidth, from));
  m_name->setGeometry(left, (height() - wanted.height()) / 2, nameWidth, wanted.height());
}

void HeaderBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  layout()->activate();
  placeName();
}

void HeaderBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_appearance.theme().window);
  painter.fillRect(QRect(0, height() - 1, width(), 1), m_appearance.theme().border);
}

void HeaderBar::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QWidget::changeEvent(event);
}

void HeaderBar::retranslate() {
  m_undo->setName(tr("Undo"));
  m_redo->setName(tr("Redo"));
  m_theme->setName(tr("Light or dark"));
  m_export->setText(tr("Export"));
  m_export->setAccessibleName(tr("Export"));
  m_export->setToolTip(
      tr("Export a figure (%1)")
          .arg(m_commands.action(QStringLiteral("file.export")).shortcut().toString(QKeySequence::NativeText)));
  m_backend->setAccessibleName(tr("Backend"));
  m_backend->setToolTip(tr("What computes"));
  showName();
}

}  // namespace heed::ui
