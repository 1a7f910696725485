#include "ui/shell/stage_frame.h"

#include "ui/widgets/follow.h"

#include <QPainter>
#include <QVBoxLayout>

namespace heed::ui {

namespace {

/// A fill of ink; a child above the view, so that the view is not painted again for it.
class InkLine : public QWidget {
 public:
  InkLine(const Appearance& appearance, QWidget* parent) : QWidget(parent), m_appearance(appearance) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
  }

 protected:
  void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), m_appearance.theme().ink); }

 private:
  const Appearance& m_appearance;
};

}  // namespace

StageFrame::StageFrame(const Appearance& appearance, QWidget* parent)
    : QWidget(parent), m_appearance(appearance), m_line(new InkLine(appearance, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  follow(*this, appearance, [this] { place(); });
}

void StageFrame::setView(QWidget& view) {
  layout()->addWidget(&view);
  m_line->raise();
}

void StageFrame::setComputing(bool isComputing) {
  place();
  m_line->setVisible(isComputing);
}

void StageFrame::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  place();
}

void StageFrame::place() {
  m_line->setGeometry(0, 0, width(), m_appearance.px(2));
  m_line->raise();
}

}  // namespace heed::ui
