#pragma once

#include "ui/formula/formula_layout.h"
#include "ui/step/step_list_model.h"
#include "ui/step/thumbnails.h"

#include <QStyledItemDelegate>

namespace heed::ui {

/// How much room the list has: all of a step, or its number alone.
enum class ListForm { Full, Numbers };

/// Paints the lines of the list of steps: number, picture, name in its role's colour, expression and shape. Text that
/// does not fit takes another line, so nothing is cut.
class StepListDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  StepListDelegate(Walk& walk, Appearance& appearance, Thumbnails& thumbnails, QObject* parent = nullptr);

  void setForm(ListForm form) { m_form = form; }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  /// Where a click opens the weights of a step, in a line with this rectangle, as wide as the list.
  [[nodiscard]] QRect weightsRect(const QRect& line, const QModelIndex& index) const;

 private:
  struct StepTexts {
    QStringList title;
    QStringList below;    ///< the expression in words, where it has no room beside the shape
    std::string formula;  ///< beside the shape
    QString shape;
    bool isFormulaAlone = false;  ///< it has a line of its own, above the shape
  };
  [[nodiscard]] StepTexts textsOf(const QModelIndex& index, int lineWidth) const;
  [[nodiscard]] FormulaLayout formula(const std::string& tex, const FigureStyle& style) const;
  [[nodiscard]] QStringList headingLines(const StepListModel::Line& line, int width) const;
  [[nodiscard]] bool isCurrent(const QModelIndex& index) const;
  void paintHeading(QPainter& painter, const QRect& rect, const StepListModel::Line& line) const;
  void paintNumber(QPainter& painter, const QRect& rect, const StepRow& row, bool isNow) const;
  void paintPicture(QPainter& painter, const QRectF& frame, const StepRow& row) const;
  void paintStep(QPainter& painter, const QRect& rect, const QModelIndex& index) const;
  void paintWeights(QPainter& painter, const QRect& rect, const StepListModel::Line& line) const;

  Walk& m_walk;
  Appearance& m_appearance;
  Thumbnails& m_thumbnails;
  ListForm m_form = ListForm::Full;
};

}  // namespace heed::ui
