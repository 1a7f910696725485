#pragma once

#include "core/base/error.h"
#include "ui/theme/appearance.h"

#include <QFrame>

#include <functional>
#include <optional>

class QLabel;
class QPushButton;

namespace heed::ui {

class IconButton;

/// A sentence above the stage that says what failed and what was expected, or what was done, with a button for the one
/// thing that would settle it or comes next. It never stands in the way of the window; what was on the stage stays
/// there.
class ProblemStrip : public QFrame {
  Q_OBJECT

 public:
  ProblemStrip(const Appearance& appearance, QWidget* parent = nullptr);

  struct Problem {
    QString sentence;
    QString fixWords = {};  ///< empty: there is no fix
    std::function<void()> fix = {};
    bool isNotice = false;     ///< something was done, nothing failed
    bool isOldResult = false;  ///< what the stage shows belongs to an earlier model
  };
  void show(const Problem& problem);
  void clear();
  [[nodiscard]] QString sentence() const;

 Q_SIGNALS:
  void dismissed();

 protected:
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void retranslate();

  const Appearance& m_appearance;
  Problem m_problem;
  QLabel* m_text;
  QWidget* m_old;
  QPushButton* m_fix;
  IconButton* m_close;
};

/// The sentence of an error with the places that it happened in, in the language of the window.
[[nodiscard]] QString errorSentence(const core::Error& error);

}  // namespace heed::ui
