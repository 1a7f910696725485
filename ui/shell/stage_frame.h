#pragma once

#include "ui/theme/appearance.h"

#include <QWidget>

namespace heed::ui {

/// The middle of a workspace: a view, with a line along its top while it is being computed anew.
class StageFrame : public QWidget {
  Q_OBJECT

 public:
  StageFrame(const Appearance& appearance, QWidget* parent = nullptr);

  void setView(QWidget& view);
  void setComputing(bool isComputing);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void place();

  const Appearance& m_appearance;
  QWidget* m_line;
};

}  // namespace heed::ui
