#pragma once

#include "ui/formula/formula_layout.h"
#include "ui/theme/appearance.h"

#include <QLabel>

#include <map>
#include <string>

namespace heed::ui {

/// One formula. A screen reader reads it as plain text. Too wide for its place, it breaks at its wide spaces and then
/// gets smaller. Where terms can be activated they are reached by Tab and the arrow keys, and go to their steps.
class FormulaLabel : public QLabel {
  Q_OBJECT

 public:
  /// `size`: of the letters in pixels of the design.
  explicit FormulaLabel(const Appearance& appearance, QWidget* parent = nullptr, double size = 22);

  void setFormula(const std::string& tex, const FormulaOptions& options = {});
  void setLetterSize(double size);
  /// The term that is lit; empty for none.
  void setCurrentTerm(const std::string& id);
  /// What the terms are called, by their ids; with names, terms can be activated. Ids without a name cannot.
  void setTermNames(const std::map<std::string, QString>& names);

  [[nodiscard]] const FormulaLayout& formula() const { return m_layout; }

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;
  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override;

 Q_SIGNALS:
  void termActivated(const QString& id);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  [[nodiscard]] FormulaLayout fitted(double width) const;
  void layOut();
  void moveFocus(int step);
  void showFocusedTerm(const std::string& id);
  /// The innermost term with a name at a point of the widget.
  [[nodiscard]] std::string namedTermAt(const QPoint& point) const;

  const Appearance& m_appearance;
  std::string m_tex;
  FormulaOptions m_options;
  double m_letterSize;
  std::map<std::string, QString> m_names;
  FormulaMarks m_marks;
  FormulaLayout m_layout;
};

}  // namespace heed::ui
