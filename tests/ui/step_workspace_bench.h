#pragma once

#include "core/exec/cpu_backend.h"
#include "core/io/build_resources.h"
#include "tests/ui/shared_appearance.h"
#include "ui/import/templates.h"
#include "ui/step/explanation_panel.h"
#include "ui/step/step_bar.h"
#include "ui/step/step_list_panel.h"
#include "ui/step/token_panel.h"
#include "ui/step/transport.h"

#include <QApplication>
#include <QtTest>

namespace heed::test {

// Rows of the list for the first example.
inline constexpr int kInput = 0;
inline constexpr int kQueries = 1;
inline constexpr int kScores = 4;
inline constexpr int kWeights = 11;
// "The animal didn't cross the street because it was too tired"
inline constexpr std::int64_t kIt = 7;
inline constexpr std::int64_t kAnimal = 1;

/// The panels of the Step workspace around an empty stage, at a size of the window.
struct Workspace {
  explicit Workspace(const char* id = "self-attention", QSize size = {1440, 900})
      : document(ui::openTemplate(id)), session(document, backend, core::readBuildResources()), walk(session) {
    look.setTheme(ui::ThemeName::Light);
    const bool isNarrow = size.width() < 1400;
    const int left = isNarrow ? 40 : 224;
    const int right = isNarrow ? 288 : 320;
    window.resize(size);
    bar->setGeometry(64, 40, size.width() - 64, 44);
    list->setFolded(isNarrow);
    list->setGeometry(64, 116, left, size.height() - 140);
    transport->setGeometry(64 + left, size.height() - 88, size.width() - 64 - left - right, 64);
    explanation->setGeometry(size.width() - right, 116, right, size.height() - 460);
    tokens->setGeometry(size.width() - right, size.height() - 324, right, 300);
    session.compute();
    window.show();
    window.activateWindow();
    waits();
  }

  void waits() {
    if (!QTest::qWaitFor([this] { return isSettled(); }, 20000)) qFatal("the workspace does not settle");
    QCoreApplication::processEvents();
  }

  [[nodiscard]] bool isSettled() const {
    const bool isComputed = session.state() != ui::SessionState::Computing && !session.isStale();
    return isComputed && !const_cast<ui::Session&>(session).jobs().isBusy() && walk.content() != nullptr &&
           walk.content()->row == walk.current();
  }

  void showCell(int row, ui::Focus::Cell cell) {
    walk.goTo(row);
    waits();
    walk.focus().lock(cell);
    waits();
  }

  ui::Appearance& look = sharedAppearance();
  core::CpuBackend backend;
  ui::Document document;
  ui::Session session;
  ui::Walk walk;
  QWidget window;
  ui::StepBar* bar = new ui::StepBar(walk, look, &window);
  ui::StepListPanel* list = new ui::StepListPanel(walk, look, &window);
  ui::Transport* transport = new ui::Transport(walk, look, &window);
  ui::ExplanationPanel* explanation = new ui::ExplanationPanel(walk, look, &window);
  ui::TokenPanel* tokens = new ui::TokenPanel(walk, look, &window);
};

inline void click(QWidget* widget, QPoint place) {
  QTest::mouseClick(widget, Qt::LeftButton, Qt::NoModifier, place);
}

}  // namespace heed::test
