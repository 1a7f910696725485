#include "ui/step/matrix_table.h"

#include "ui/step/stage_picture.h"
#include "ui/tensorview/number_text.h"
#include "ui/widgets/follow.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QShortcut>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr double kWidth = 820;
constexpr double kHeight = 480;
constexpr double kRowHeight = 26;
constexpr int kMeasuredColumns = 64;  ///< the widths of further ones are like these

QString headerText(const core::Axis& axis, std::int64_t place) {
  const QString index = QString::number(place);
  return hasWords(axis) ? QStringLiteral("%1  %2").arg(index, placeText(axis, place)) : index;
}

}  // namespace

void MatrixTableModel::setMatrix(StageMatrix matrix) {
  beginResetModel();
  m_matrix = std::move(matrix);
  endResetModel();
}

int MatrixTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_matrix.rowCount());
}

int MatrixTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_matrix.columnCount());
}

QVariant MatrixTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::TextAlignmentRole) return QVariant::fromValue<Qt::Alignment>(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) return {};
  const double value = m_matrix.value(index.row(), index.column());
  const QString number = m_matrix.isAllowed(index.row(), index.column()) ? readoutText(value, 5) : tr("masked");
  if (role == Qt::DisplayRole) return number;
  const auto place = [](const core::Axis& axis, int at) {
    return hasWords(axis) ? placeText(axis, at) : QString::number(at);
  };
  return tr("row %1, column %2, %3")
      .arg(place(m_matrix.rows, index.row()), place(m_matrix.columns, index.column()), number);
}

QVariant MatrixTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) return {};
  return headerText(orientation == Qt::Vertical ? m_matrix.rows : m_matrix.columns, section);
}

MatrixTableDialog::MatrixTableDialog(const StageContent& content, const QString& title, Focus::Cell cell,
                                     const Appearance& appearance, QWidget* parent)
    : QDialog(parent),
      m_model(new MatrixTableModel(this)),
      m_which(new QComboBox(this)),
      m_size(new QLabel(this)),
      m_table(new QTableView(this)) {
  setWindowTitle(tr("%1 as a table").arg(title));
  const auto add = [this](const StageMatrix& matrix, const QString& name) {
    m_matrices.push_back(matrix);
    m_which->addItem(name);
  };
  add(content.result, title);
  for (const std::optional<StageMatrix>* operand : {&content.left, &content.top, &content.before, &content.column}) {
    if (!operand->has_value()) continue;
    const QString& name = (*operand)->name;
    add(**operand, name.isEmpty() ? tr("operand %1").arg(m_matrices.size()) : name);
  }
  m_which->setAccessibleName(tr("Matrix"));
  m_table->setModel(m_model);
  m_table->setAccessibleName(windowTitle());
  m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_table->setWordWrap(false);

  auto* upper = new QHBoxLayout;
  upper->addWidget(m_which);
  upper->addWidget(m_size, 1);
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(upper);
  layout->addWidget(m_table, 1);
  connect(m_which, &QComboBox::activated, this, &MatrixTableDialog::showMatrix);
  connect(m_table, &QTableView::activated, this, &MatrixTableDialog::choose);
  auto* copying = new QShortcut(QKeySequence::Copy, m_table);
  copying->setContext(Qt::WidgetShortcut);
  connect(copying, &QShortcut::activated, this, &MatrixTableDialog::copySelection);

  follow(*this, appearance, [this, &appearance] {
    m_table->setFont(appearance.font(13, 400, FontUse::Numbers));
    m_table->verticalHeader()->setDefaultSectionSize(appearance.px(kRowHeight));
    m_table->horizontalHeader()->setResizeContentsPrecision(kMeasuredColumns);
  });
  showMatrix(0);
  m_table->setCurrentIndex(m_model->index(static_cast<int>(cell.row), static_cast<int>(cell.column)));
  resize(appearance.px(kWidth), appearance.px(kHeight));
  m_table->setFocus();
}

void MatrixTableDialog::showMatrix(int position) {
  m_model->setMatrix(m_matrices[static_cast<std::size_t>(position)]);
  m_size->setText(tr("%1 rows, %2 columns").arg(m_model->rowCount()).arg(m_model->columnCount()));
  if (m_model->columnCount() <= kMeasuredColumns) m_table->resizeColumnsToContents();
  m_table->setCurrentIndex(m_model->index(0, 0));
}

void MatrixTableDialog::choose(const QModelIndex& index) {
  if (!index.isValid() || m_which->currentIndex() != 0) return;
  Q_EMIT cellChosen({index.row(), index.column()});
  accept();
}

/// Rows of text with tabs between the cells, as spreadsheets take them.
void MatrixTableDialog::copySelection() const {
  QModelIndexList selected = m_table->selectionModel()->selectedIndexes();
  std::sort(selected.begin(), selected.end());
  QString text;
  for (qsizetype i = 0; i < selected.size(); ++i) {
    if (i > 0) text += selected[i].row() == selected[i - 1].row() ? u'\t' : u'\n';
    text += QString::number(m_model->matrix().value(selected[i].row(), selected[i].column()), 'g', 9);
  }
  QGuiApplication::clipboard()->setText(text);
}

}  // namespace heed::ui
