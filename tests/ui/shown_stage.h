#pragma once

#include "tests/ui/stage_bench.h"
#include "ui/step/stage.h"

#include <QAbstractButton>

/// A stage on a template, as a person sees it.
struct ShownStage {
  explicit ShownStage(const char* id = "self-attention", const QString& words = {}, QSize size = {832, 728})
      : walked(id, words), stage(walked.walk, appearance) {
    stage.resize(size);
    stage.show();
    if (!QTest::qWaitForWindowExposed(&stage)) qFatal("the stage was not shown");
    stage.setFocus();
  }

  [[nodiscard]] heed::ui::Walk& walk() { return walked.walk; }
  [[nodiscard]] heed::ui::Focus& focus() { return walked.walk.focus(); }
  [[nodiscard]] heed::ui::Document& document() { return walked.document; }

  [[nodiscard]] QPoint centre(heed::ui::StagePart part, heed::ui::Focus::Cell cell) const {
    const auto area = stage.cellRect(part, cell);
    if (!area) qFatal("the cell is not drawn");
    return area->center().toPoint();
  }

  [[nodiscard]] const heed::ui::StageTarget* target(heed::ui::TargetKind kind, std::int64_t place = -1) const {
    for (const heed::ui::StageTarget& target : stage.stageLayout().targets) {
      if (target.kind == kind && (place < 0 || target.place == place)) return &target;
    }
    return nullptr;
  }

  [[nodiscard]] bool writes(const QString& text) const {
    return std::ranges::any_of(stage.stageLayout().texts,
                               [&](const heed::ui::StageText& entry) { return entry.text == text; });
  }

  [[nodiscard]] QAbstractButton* button(const QString& text) const {
    for (auto* button : stage.findChildren<QAbstractButton*>()) {
      if (button->text() == text && button->isVisible()) return button;
    }
    return nullptr;
  }

  /// The first row of the list with a title.
  [[nodiscard]] int row(const QString& title) {
    for (const heed::ui::StepRow& row : walk().list().rows()) {
      if (row.title == title) return row.number;
    }
    return -1;
  }

  /// Goes to the step of the mask and chooses Paint there.
  [[nodiscard]] bool startsPainting() {
    if (!walked.goesTo(row(QStringLiteral("No mask")))) return false;
    QTest::mouseClick(button(QStringLiteral("Paint")), Qt::LeftButton);
    return walked.waits() && QTest::qWaitFor([this] { return stage.picture().isPaintable; });
  }

  WalkedDocument walked;
  heed::ui::Appearance appearance;
  heed::ui::Stage stage;
};
