#include "ui/shell/help_dialog.h"

#include "ui/shell/command_set.h"
#include "ui/widgets/follow.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QEvent>
#include <QPushButton>
#include <QTextBrowser>
#include <QTextDocument>
#include <QVBoxLayout>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr double kWidth = 720;
constexpr double kHeight = 640;
constexpr double kMargin = 16;

QString heading(const QString& words) {
  return QStringLiteral("<h3>%1</h3>").arg(words.toHtmlEscaped());
}

QString items(const QStringList& sentences) {
  QString text = QStringLiteral("<ul>");
  for (const QString& sentence : sentences) text += QStringLiteral("<li>%1</li>").arg(sentence.toHtmlEscaped());
  return text + QStringLiteral("</ul>");
}

}  // namespace

HelpDialog::HelpDialog(const CommandSet& commands, Appearance& appearance, QWidget* parent)
    : QDialog(parent),
      m_commands(commands),
      m_appearance(appearance),
      m_page(new QTextBrowser(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Close, this)) {
  setObjectName(QStringLiteral("helpDialog"));
  m_page->setFrameShape(QFrame::NoFrame);
  m_page->setOpenLinks(false);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(m_page, 1);
  layout->addWidget(m_buttons);
  connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  follow(*this, appearance, [this] {
    const QSize room = parentWidget() == nullptr ? QSize(4096, 4096) : parentWidget()->size();
    resize(QSize(m_appearance.px(kWidth), m_appearance.px(kHeight)).boundedTo(room * 9 / 10));
    m_page->setFont(m_appearance.font(14));
    fill();
  });
}

QString HelpDialog::words() const {
  return m_page->toPlainText();
}

void HelpDialog::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) fill();
  QDialog::changeEvent(event);
}

void HelpDialog::fill() {
  setWindowTitle(tr("How to, and the keys"));
  m_page->setAccessibleName(windowTitle());
  m_page->setHtml(howTo() + keys());
  m_page->document()->setDocumentMargin(m_appearance.px(kMargin));
}

QString HelpDialog::howTo() const {
  return heading(tr("Where does this number come from?")) +
         items({tr("Point at a number: the panel at the right says what it is made of. A click locks it; Esc lets it "
                   "go."),
                tr("Numbers in an arithmetic that have a dotted line below them lead on: a click goes to the step and "
                   "the cell that made them. Alt+Left goes back."),
                tr("\"Follow it back\" shows the whole way from the number to the input in one picture. \"Ledger\" "
                   "says which features meet in a score.")}) +
         heading(tr("What if?")) +
         items({tr("Write another sentence in the field above the stage and press Enter."),
                tr("Numbers with a dot in their corner are inputs: drag them, turn the wheel on them, or press F2. Any "
                   "other number is replaced by \"Override this value\" in its menu."),
                tr("Right-click a word to hide it, or drag its label off the map to see where its share goes. The "
                   "weights from before stay below until you keep the change or undo it.")}) +
         heading(tr("How do I get a figure?")) +
         items({tr("Export writes what is on the stage, the weights as a map, lines between words, one row, or every "
                   "step on a page of its own, as PDF, SVG or PNG."),
                tr("The presets are a column, a page and a slide. Below the preview stands how large the smallest "
                   "letters are.")});
}

QString HelpDialog::keys() const {
  QString text = heading(tr("Keys"));
  CommandMenu menu{};
  bool isOpen = false;
  for (const auto& command : m_commands.commands()) {
    if (!command->binding.run && command->action->text().isEmpty()) continue;
    const QList<QKeySequence> sequences = command->action->shortcuts();
    if (sequences.isEmpty()) continue;
    if (!isOpen || menu != command->menu) {
      if (isOpen) text += QStringLiteral("</table>");
      text += QStringLiteral("<h4>%1</h4><table width=\"100%\">")
                  .arg(withoutAccessKey(CommandSet::title(command->menu)).toHtmlEscaped());
      menu = command->menu;
      isOpen = true;
    }
    QStringList names;
    for (const QKeySequence& sequence : sequences) names << sequence.toString(QKeySequence::NativeText);
    text += QStringLiteral("<tr><td width=\"65%\">%1</td><td>%2</td></tr>")
                .arg(withoutAccessKey(command->action->text()).toHtmlEscaped(),
                     names.join(QStringLiteral(", ")).toHtmlEscaped());
  }
  if (isOpen) text += QStringLiteral("</table>");
  return text;
}

}  // namespace heed::ui
