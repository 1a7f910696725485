#pragma once

#include "ui/theme/appearance.h"

#include <QAbstractButton>

namespace heed::ui {

/// Words that do something, with a line under them: what one click leads to from a sentence or a card.
class LinkButton : public QAbstractButton {
  Q_OBJECT

 public:
  enum class Mark { None, HollowDot };  ///< the dot of a number that a person may replace

  LinkButton(const QString& text, const Appearance& appearance, QWidget* parent = nullptr, Mark mark = Mark::None);

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Appearance& m_appearance;
  Mark m_mark;
};

}  // namespace heed::ui
