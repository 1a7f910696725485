#pragma once

#include "ui/shell/command_set.h"
#include "ui/theme/appearance.h"

#include <QAbstractListModel>
#include <QFrame>
#include <QPointer>

class QLabel;
class QLineEdit;
class QListView;

namespace heed::ui {

/// The commands that fit what was typed, the best first; those that are not possible now come last and are grey.
class CommandListModel : public QAbstractListModel {
  Q_OBJECT

 public:
  explicit CommandListModel(const CommandSet& commands, QObject* parent = nullptr);

  enum Part { Path = Qt::UserRole, Keys };

  void search(const QString& query);
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
  /// Null for an index of nothing.
  [[nodiscard]] QAction* actionAt(const QModelIndex& index) const;

 private:
  const CommandSet& m_commands;
  std::vector<const CommandSet::Command*> m_rows;
};

/// Every command of the program, found by typing some of its letters, with its keys. Up and Down choose, Enter runs,
/// Esc closes. Lies over the window that it is a child of.
class CommandList : public QFrame {
  Q_OBJECT

 public:
  CommandList(const CommandSet& commands, const Appearance& appearance, QWidget& window);

  /// Opens with an empty search; the focus comes back to where it was.
  void open();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void closeList();
  void runCurrent();
  void place();
  void retranslate();

  const Appearance& m_appearance;
  CommandListModel* m_model;
  QLineEdit* m_field;
  QListView* m_view;
  QLabel* m_nothing;  ///< in the place of the view where nothing was found
  QPointer<QWidget> m_before;
};

}  // namespace heed::ui
