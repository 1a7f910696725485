#pragma once

#include "ui/step/walk.h"

#include <QAbstractListModel>

#include <set>
#include <vector>

namespace heed::ui {

/// The lines of the list of steps: a heading for each phase, and for each block where there are several (which fold),
/// the steps, and the weights of the step whose weights are open. Of several layers one is there, that of the walk.
class StepListModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum class Kind { Block, Phase, Step, Weights };
  struct Line {
    Kind kind = Kind::Step;
    int row = -1;   ///< position in Walk::list(); of the first one below a heading
    int step = -1;  ///< Weights: position in the program
    QString text;   ///< of a heading and of weights
    QString shape;  ///< of weights
    bool isFolded = false;
  };

  explicit StepListModel(Walk& walk, QObject* parent = nullptr);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

  [[nodiscard]] const Line& line(const QModelIndex& index) const;
  /// The line that shows a step; of its block where that is folded; invalid where a search hides it.
  [[nodiscard]] QModelIndex indexOfRow(int row) const;
  /// The line of the weights that are open, or of the current step.
  [[nodiscard]] QModelIndex currentIndex() const;

  /// Only lines with this in their title, expression or number; all for an empty text.
  void setFilter(const QString& text);
  void toggleFold(const QModelIndex& index);
  /// Builds the lines anew from the walk.
  void refresh();

 private:
  void appendStep(std::vector<Line>& lines, const StepRow& row) const;
  [[nodiscard]] bool matches(const StepRow& row) const;

  Walk& m_walk;
  std::vector<Line> m_lines;
  std::set<QString> m_folded;
  QString m_filter;
};

}  // namespace heed::ui
