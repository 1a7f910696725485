#pragma once

#include "core/exec/cpu_backend.h"
#include "core/io/build_resources.h"
#include "ui/import/templates.h"
#include "ui/session/session.h"
#include "ui/step/stage_content.h"

#include <QtTest>

namespace heed::test {

/// A session on a template, computing; for suites of ui.
struct OpenedSession {
  explicit OpenedSession(const char* id = "self-attention")
      : document(ui::openTemplate(id)), session(document, backend, core::readBuildResources()) {
    session.compute();
  }

  /// Waits until what is open is computed, or cannot be.
  [[nodiscard]] bool waits() const {
    return QTest::qWaitFor(
        [this] {
          return session.state() == ui::SessionState::Failed ||
                 (session.state() == ui::SessionState::UpToDate && !session.isStale());
        },
        20000);
  }

  [[nodiscard]] const ui::Computation& result() const { return *session.result(); }
  [[nodiscard]] int step(const char* id) const { return result().program().stepIndex(id); }

  /// What the stage shows of a row of the list.
  [[nodiscard]] ui::StageContent content(int row, std::int64_t head = 0) {
    std::optional<ui::StageContent> answer;
    const ui::StepList list(*session.result(), ui::Direction::Forward);
    session.ask(
        "content",
        [list, row, head](core::Evaluator& evaluator, const ui::Computation& computation) {
          return ui::stageContent(evaluator, computation, list, row, head);
        },
        [&answer](ui::StageContent content) { answer = std::move(content); });
    if (!QTest::qWaitFor([&answer] { return answer.has_value(); }, 20000)) qFatal("no content came");
    return *answer;
  }

  core::CpuBackend backend;
  ui::Document document;
  ui::Session session;
};

}  // namespace heed::test
