#pragma once

#include "tests/ui/shared_appearance.h"
#include "tests/ui/stage_bench.h"
#include "ui/step/stage.h"
#include "ui/step/transport.h"

namespace heed::test {

/// A stage with its transport in the application's style, on a template or on other words, shown and ready for steps.
struct StyledStage {
  explicit StyledStage(const char* id = "self-attention", const QString& words = {}, QSize size = {832, 728})
      : walked(id, words), stage(walked.walk, look), transport(walked.walk, look) {
    stage.resize(size);
    stage.show();
    if (!QTest::qWaitForWindowExposed(&stage)) qFatal("the stage was not shown");
  }

  [[nodiscard]] ui::Walk& walk() { return walked.walk; }
  /// Everything that is written on the stage.
  [[nodiscard]] QStringList texts() const {
    QStringList result;
    for (const ui::StageText& text : stage.stageLayout().texts) result << text.text;
    return result;
  }

  WalkedDocument walked;
  ui::Appearance& look = sharedAppearance();
  ui::Stage stage;
  ui::Transport transport;
};

}  // namespace heed::test
