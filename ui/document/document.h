#pragma once

#include "core/io/document.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <functional>
#include <memory>

namespace heed::ui {

/// What is open: the model, its inputs and weights, the file that it belongs to, and every edit so far. The only writer
/// of the model. Each edit swaps one immutable snapshot for another, so undo brings back exactly what was there, also
/// what another file or template took the place of; snapshots share their tensors.
class Document : public QObject {
  Q_OBJECT

 public:
  explicit Document(core::DocumentData data, QObject* parent = nullptr);

  [[nodiscard]] const core::DocumentData& data() const { return *m_state.data; }
  [[nodiscard]] std::shared_ptr<const core::DocumentData> snapshot() const { return m_state.data; }
  /// Grows with every change, undone ones included.
  [[nodiscard]] quint64 revision() const { return m_revision; }
  [[nodiscard]] QUndoStack& undoStack() { return m_undoStack; }
  [[nodiscard]] const QUndoStack& undoStack() const { return m_undoStack; }

  /// The file that it was opened from or saved to; empty for a template.
  [[nodiscard]] QString path() const { return m_state.path; }
  /// What the window calls it: the file's name, else the title.
  [[nodiscard]] QString name() const;
  [[nodiscard]] bool isModified() const { return !m_undoStack.isClean(); }

  /// One edit that can be undone, called `title` in menus. Edits with the same `mergeKey` that follow each other are
  /// one until finishMerging(): a drag, or typing. A change that throws leaves everything as it was.
  void edit(const QString& title, const std::function<void(core::DocumentData&)>& change, const QString& mergeKey = {});
  void finishMerging() { ++m_mergeSeries; }

  /// Another document takes the place of this one, as an edit: undo brings back what was open.
  void replace(const QString& title, core::DocumentData data, const QString& path = {});

  /// A document that is as it was made, such as a template, is opened: nothing in it is edited. Undo brings back what
  /// was open where that had changes, and has nothing to undo where it had none.
  void open(const QString& title, core::DocumentData data);

  /// Writes the file and makes it the document's own. Throws core::Error{File}.
  void save(const QString& path);

 Q_SIGNALS:
  void changed();
  /// The name, the path or whether there is something to save.
  void nameChanged();

 private:
  friend class EditCommand;
  struct State {
    std::shared_ptr<const core::DocumentData> data;
    QString path;
  };
  void setState(const State& state);

  State m_state;
  QUndoStack m_undoStack;
  quint64 m_revision = 0;
  int m_mergeSeries = 0;
};

}  // namespace heed::ui
