#include "ui/document/document.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QUndoCommand>

namespace heed::ui {

/// Swaps one state of the document for another.
class EditCommand : public QUndoCommand {
 public:
  EditCommand(Document& document, const QString& title, Document::State before, Document::State after, QString mergeKey,
              int mergeSeries)
      : QUndoCommand(title),
        m_document(document),
        m_before(std::move(before)),
        m_after(std::move(after)),
        m_mergeKey(std::move(mergeKey)),
        m_mergeSeries(mergeSeries) {}

  void undo() override { m_document.setState(m_before); }
  void redo() override { m_document.setState(m_after); }
  [[nodiscard]] int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }

  bool mergeWith(const QUndoCommand* command) override {
    const auto* next = dynamic_cast<const EditCommand*>(command);
    if (next == nullptr || next->m_mergeKey != m_mergeKey || next->m_mergeSeries != m_mergeSeries) return false;
    m_after = next->m_after;
    return true;
  }

 private:
  Document& m_document;
  Document::State m_before;
  Document::State m_after;
  QString m_mergeKey;
  int m_mergeSeries;
};

Document::Document(core::DocumentData data, QObject* parent)
    : QObject(parent), m_state{std::make_shared<const core::DocumentData>(std::move(data)), {}} {
  connect(&m_undoStack, &QUndoStack::cleanChanged, this, &Document::nameChanged);
}

QString Document::name() const {
  if (!m_state.path.isEmpty()) return QFileInfo(m_state.path).fileName();
  // The title of a template is a word of the program; the translation of any other is the title itself.
  return QCoreApplication::translate("Templates", m_state.data->title.c_str());
}

void Document::edit(const QString& title, const std::function<void(core::DocumentData&)>& change,
                    const QString& mergeKey) {
  auto copy = std::make_shared<core::DocumentData>(*m_state.data);
  change(*copy);
  m_undoStack.push(new EditCommand(*this, title, m_state, {std::move(copy), m_state.path}, mergeKey, m_mergeSeries));
}

void Document::replace(const QString& title, core::DocumentData data, const QString& path) {
  m_undoStack.push(new EditCommand(*this, title, m_state,
                                   {std::make_shared<const core::DocumentData>(std::move(data)), path}, {}, 0));
  if (!path.isEmpty()) m_undoStack.setClean();
  Q_EMIT nameChanged();
}

void Document::open(const QString& title, core::DocumentData data) {
  State next{std::make_shared<const core::DocumentData>(std::move(data)), {}};
  if (isModified()) {
    m_undoStack.push(new EditCommand(*this, title, m_state, std::move(next), {}, 0));
    m_undoStack.setClean();
  } else {
    m_undoStack.clear();
    setState(next);
  }
  Q_EMIT nameChanged();
}

void Document::save(const QString& path) {
  core::writeDocumentFile(path.toStdString(), *m_state.data);
  m_state.path = path;
  m_undoStack.setClean();
  Q_EMIT nameChanged();
}

void Document::setState(const State& state) {
  const bool renamed = state.path != m_state.path;
  m_state = state;
  ++m_revision;
  if (renamed) Q_EMIT nameChanged();
  Q_EMIT changed();
}

}  // namespace heed::ui
